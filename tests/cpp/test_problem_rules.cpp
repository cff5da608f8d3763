// How the problems behave at the edges: jumps in time, illegal states, changed parameters, a user's
// initial state, and no allocation in an evaluation.
#include "check.hpp"
#include "ivp_checkvectors.hpp"
#include "problem_helpers.hpp"

#include <cstdlib>
#include <map>
#include <new>
#include <set>
#include <stdexcept>
#include <string>

using namespace dts;

namespace {
long& allocations() {
  static long count = 0;
  return count;
}
}  // namespace

void* operator new(std::size_t size) {
  ++allocations();
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
// std::stable_sort takes this one, and gives back to the same delete.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations();
  return std::malloc(size);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace {

Vector rhs_in_piece(const std::string& name, double from, double to, double t, const Vector& y) {
  const Problem& problem = *find_problem(name);
  BuiltinModel model(problem, problem.default_parameters());
  model.enter_piece(from, to);
  return evaluate(model, t, y, Vector(Vector::Zero(y.size())));
}

// At a jump the value of the interior of the piece is used, on both sides and backwards too.
void check_pieces() {
  const auto initial = [](const std::string& name) {
    const Problem& problem = *find_problem(name);
    return to_vector(problem.initial_state(problem.default_parameters()));
  };
  const Vector u = initial("medakzo");
  check::that(rhs_in_piece("medakzo", 0, 5, 5, u)[0] != 0, "medakzo: influx up to t = 5");
  check::that(rhs_in_piece("medakzo", 5, 20, 5, u)[0] == 0, "medakzo: none from t = 5 on");
  check::that(rhs_in_piece("medakzo", 20, 5, 5, u)[0] == 0, "medakzo: none, backwards");
  const Vector y = initial("emep");
  const double sunset = 72000;
  const Index ozone = 13;
  const double spared = rhs_in_piece("emep", sunset, 86400, sunset, y)[ozone] -
                        rhs_in_piece("emep", 14400, sunset, sunset, y)[ozone];
  check::close(spared, 0.75 * 0.5 / 1.2e5 * 5e11, 1e-2, "emep: deposition sinks to a quarter");
  const Vector x = initial("nand");
  const Vector before = rhs_in_piece("nand", 0, 5, 5, x), after = rhs_in_piece("nand", 5, 10, 5, x);
  check::close(before[5] - after[5], 0.6e-4, 1e-18, "nand: CGS times the slope of the input");
  const Vector q = initial("twobit");
  const double jump =
      rhs_in_piece("twobit", 20, 25, 20, q)[5] - rhs_in_piece("twobit", 15, 20, 20, q)[5];
  check::close(jump, 0.6, 1e-9, "twobit: input 1 starts to rise again at 20");
  // nothing jumps inside a piece
  const std::map<std::string, std::size_t> counts = {{"medakzo", 1}, {"emep", 12}, {"nand", 15},
                                                     {"twobit", 63}, {"pump", 39}, {"hires", 0}};
  for (const auto& [name, count] : counts) {
    const Problem& problem = *find_problem(name);
    check::that(problem.restarts(problem.t0, problem.t_end).size() == count, name + ": restarts");
  }
  const std::vector<double> back = find_problem("nand")->restarts(12, 3);
  check::that(back == std::vector<double>{10, 5}, "restarts in the order of travel");
}

bool refuses_restarts(const Problem& problem, double from, double to) {
  try {
    problem.restarts(from, to);
  } catch (const std::invalid_argument& e) {
    return std::string(e.what()).find("`times'") != std::string::npos;
  }
  return false;
}

// Where neighbouring periods are the same number, counting them would not end.
void check_far_intervals() {
  for (const std::string name : {"emep", "nand", "twobit", "pump"}) {
    const Problem& problem = *find_problem(name);
    for (double far : {1e20, 1e300, 1.7e308}) {
      check::that(refuses_restarts(problem, 0, far), name + ": far ahead");
      check::that(refuses_restarts(problem, 0, -far), name + ": far back");
      check::that(refuses_restarts(problem, -far, far), name + ": both ends far away");
    }
  }
  for (const std::string name : {"emep", "nand", "twobit"})
    check::that(find_problem(name)->restarts(1e300, 1e300).empty(), name + ": no interval");
  const Problem& nand = *find_problem("nand");
  const Parameters p = nand.default_parameters();
  const State yp = nand.derivative_of(p, -2e7, nand.initial_state(p));  // as 20 k later
  check::that(yp == nand.derivative_of(p, 0, nand.initial_state(p)), "nand: y' far back");
  check::that(find_problem("twobit")->restarts(0, 4e6).size() == 799999, "twobit: a long one");
  const Problem& pump = *find_problem("pump");
  check::that(pump.near_end(0) == pump.t_end, "pump: its interval");
  check::that(pump.restarts(1, pump.near_end(1)).size() < 50, "pump: beyond its interval");
  check::that(find_problem("medakzo")->restarts(0, 1e300).size() == 1, "medakzo: a single jump");
}

Evaluation evaluate_at(const std::string& name, Index component, double value) {
  const Problem& problem = *find_problem(name);
  const Parameters p = problem.default_parameters();
  BuiltinModel model(problem, p);
  Vector y = to_vector(problem.initial_state(p)), yp = Vector::Zero(y.size()), f(y.size());
  y[component] = value;
  return model.is_implicit() ? model.residual(0, y, yp, f) : model.rhs(0, y, f);
}

void check_domains() {
  check::that(evaluate_at("tube", 18, -0.1) == Evaluation::rejected, "tube: negative resistance");
  check::that(evaluate_at("chemakzo", 1, -1e-9) == Evaluation::rejected, "chemakzo: CO2 < 0");
  check::that(evaluate_at("ring", 2, 20) == Evaluation::rejected, "ring: diode exponent");
  check::that(evaluate_at("transistor", 1, 30) == Evaluation::rejected, "transistor: exponent");
  check::that(evaluate_at("nand", 12, 9) == Evaluation::rejected, "nand: phi - U_BS < 0");
  check::that(evaluate_at("twobit", 175 + 7, 9) == Evaluation::rejected, "twobit: phi - U_BS < 0");
  check::that(evaluate_at("wheelset", 0, 0.3) == Evaluation::rejected, "wheelset: derailment");
  check::that(evaluate_at("pump", 6, -30) == Evaluation::rejected, "pump: phi - U_BS < 0");
}

// States at which a changed parameter should show: the check vectors and the initial state.
std::vector<CheckVector> states_of(const Problem& problem) {
  const Parameters p = problem.default_parameters();
  std::vector<CheckVector> states;
  states.push_back({problem.name,
                    problem.t0,
                    problem.initial_state(p),
                    problem.initial_derivative(p),
                    {},
                    0,
                    0});
  for (const CheckVector& record : ivp_check_vectors())
    if (record.problem == problem.name) states.push_back(record);
  return states;
}

bool acts(const Problem& problem, const Parameters& defaults, const Parameters& changed) {
  if (problem.initial_state(changed) != problem.initial_state(defaults)) return true;
  if (problem.mass &&
      mass_matrix(problem, defaults).values() != mass_matrix(problem, changed).values())
    return true;
  BuiltinModel a(problem, defaults), b(problem, changed);
  for (const CheckVector& at : states_of(problem)) {
    const Vector y = to_vector(at.y), zero = Vector::Zero(y.size());
    const Vector yp = at.yp.empty() ? zero : to_vector(at.yp);
    if (evaluate(a, at.t, y, yp) != evaluate(b, at.t, y, yp)) return true;
  }
  return false;
}

// Every parameter that is not documented as unused changes the equations or the mass matrix.
void check_parameters(const Problem& problem) {
  const std::set<std::string> unused = {"crank NUE", "nand CBS", "wheelset HA"};
  // Limits of validity: they decide where the wheelset derails, not how it moves.
  const std::set<std::string> limits = {"wheelset EPS", "wheelset B1", "wheelset B2"};
  Parameters base = problem.default_parameters();
  if (problem.name == "crank") base[12] = 9.81;  // without gravity M1 does not act
  for (std::size_t k = 0; k < problem.parameters.size(); ++k) {
    const std::string label = problem.name + " " + problem.parameters[k].name;
    if (limits.count(label) > 0) continue;
    Parameters changed = base;
    changed[k] = base[k] == 0 ? 0.5 : 1.01 * base[k];
    check::that(acts(problem, base, changed) == (unused.count(label) == 0),
                label + " has its effect");
  }
}

// A user's state gets its derivative by the rule; at the default state the rule agrees with print.
void check_derivative_rules() {
  const Problem& wheelset = *find_problem("wheelset");
  const Parameters p = wheelset.default_parameters();
  const Vector rule = to_vector(wheelset.derivative_of(p, 0, wheelset.initial_state(p)));
  const Vector printed = to_vector(wheelset.initial_derivative(p));
  check::that((rule - printed).lpNorm<Eigen::Infinity>() < 1e-12, "wheelset: rule for y'");
  const Problem& caraxis = *find_problem("caraxis");
  const State expected = {-0.5, 0, -0.5, 0, 0, -1, 0, -1, 0, 0};
  const Parameters q = caraxis.default_parameters();
  const Vector yp = to_vector(caraxis.initial_derivative(q)) - to_vector(expected);
  check::that(yp.lpNorm<Eigen::Infinity>() < 1e-13, "caraxis: rule for y'");
  const Problem& andrews = *find_problem("andrews");
  State y = andrews.initial_state(andrews.default_parameters());
  y[10] = 3;
  const State moved = andrews.derivative_of(andrews.default_parameters(), 0, y);
  check::that(moved[3] == 3 && moved[7] == y[14], "andrews: copies of a user's velocities");
}

// With the third equation as a difference the invariant is kept to the last bit.
void check_E5_invariant() {
  const Problem& problem = *find_problem("E5");
  BuiltinModel model(problem, problem.default_parameters());
  Vector y(4), f(4);
  y << 1.2e-3, 3.1e-22, 2.9e-22, 2e-23;
  model.rhs(0, y, f);
  check::that(f[1] - f[3] == f[2], "E5: y2' = y3' + y4'");
  const State start = problem.initial_state(problem.default_parameters());
  check::that(start[1] == 0 && start[2] == 0 && start[3] == 0, "E5 starts at zero");
}

// An evaluation with doubles allocates nothing.
void check_allocations(const Problem& problem) {
  const Parameters p = problem.default_parameters();
  const State y = problem.initial_state(p), yp = problem.initial_derivative(p);
  State f(y.size());
  const auto equations = problem.equations(p);
  const long before = allocations();
  if (equations->is_implicit())
    equations->residual(problem.t0, y.data(), yp.data(), f.data());
  else
    equations->rhs(problem.t0, y.data(), f.data());
  const long made = allocations() - before;
  check::that(made == 0, problem.name + " evaluates without allocating");
}

}  // namespace

int main() {
  check_pieces();
  check_far_intervals();
  check_domains();
  check_derivative_rules();
  check_E5_invariant();
  for (const Problem* problem : all_problems()) {
    if (problem->collection != "ivp") continue;
    check_parameters(*problem);
    check_allocations(*problem);
  }
  return check::summary("problem rules");
}
