// The problems of the catalogue: equations against published evaluations, initial values, exact
// Jacobians against differences, structural patterns against the equations themselves.
#include "check.hpp"
#include "ivp_checkvectors.hpp"
#include "problem_helpers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>

using namespace dts;

namespace {

constexpr double kCheckTolerance = 1e-11;

Parameters parameters_of(const Problem& problem, const CheckVector& record) {
  Parameters p = problem.default_parameters();
  if (problem.name == "crank") {
    p[p.size() - 2] = record.stiff;
    p[p.size() - 1] = record.damp;
  }
  return p;
}

// The size of the terms that make up each row, where they may cancel in the sum.
Vector term_sizes(BuiltinModel& model, double t, const Vector& y, const Vector& yp) {
  const Matrix j = jacobian(model, t, y, yp, 0);
  Vector sizes = (j * y.asDiagonal()).cwiseAbs().rowwise().maxCoeff();
  if (model.is_implicit()) {
    const Matrix dgdyp = jacobian(model, t, y, yp, 1) - j;
    sizes = sizes.cwiseMax((dgdyp * yp.asDiagonal()).cwiseAbs().rowwise().maxCoeff());
  }
  return sizes;
}

double deviation(const Vector& f, const Vector& expected, const Vector& sizes) {
  double worst = 0;
  for (Index i = 0; i < f.size(); ++i) {
    const double error = std::abs(f[i] - expected[i]);
    if (error > 0) worst = std::max(worst, error / std::max(std::abs(expected[i]), sizes[i]));
  }
  return worst;
}

// Central differences with two increments; their disagreement tells how far they can be trusted.
void compare_with_differences(BuiltinModel& model, double t, const Vector& y, const Vector& yp) {
  const double c = model.is_implicit() ? 0.7 : 0.0;
  const Matrix exact = jacobian(model, t, y, yp, c);
  const Vector f = evaluate(model, t, y, yp);
  const Vector sizes = term_sizes(model, t, y, yp).cwiseMax(f.cwiseAbs());
  const auto difference = [&](Index j, double h) {
    Vector up = y, down = y, ypup = yp, ypdown = yp;
    up[j] += h;
    down[j] -= h;
    ypup[j] += c * h;
    ypdown[j] -= c * h;
    return Vector((evaluate(model, t, up, ypup) - evaluate(model, t, down, ypdown)) /
                  (up[j] - down[j]));
  };
  int wrong = 0;
  for (Index j = 0; j < model.size(); ++j) {
    const double h = 1e-5 * (y[j] != 0 ? std::abs(y[j]) : 1.0);
    const Vector coarse = difference(j, h), fine = difference(j, h / 2);
    for (Index i = 0; i < model.size(); ++i) {
      const double allowed = 2 * std::abs(coarse[i] - fine[i]) + 1e-8 * std::abs(exact(i, j)) +
                             1e3 * kEpsilon * sizes[i] / h;
      if (!(std::abs(fine[i] - exact(i, j)) <= allowed)) ++wrong;
    }
  }
  check::that(wrong == 0, model.problem().name + ": " + std::to_string(wrong) +
                              " entries of the Jacobian differ from difference quotients");
}

// J v in one sweep is the product with the whole of J.
void check_product(BuiltinModel& model, double t, const Vector& y, const Vector& yp) {
  if (model.is_implicit()) return;
  const Vector v = Vector::LinSpaced(model.size(), -1, 2).cwiseProduct(y.cwiseAbs().cwiseMax(1.0));
  Vector product(model.size());
  const Evaluation outcome = model.jacobian_times(t, y, v, product);
  const Matrix j = jacobian(model, t, y, yp, 0);
  const Vector sizes = j.cwiseAbs() * v.cwiseAbs();
  const bool agrees = ((product - j * v).array().abs() <= 1e-12 * sizes.array()).all();
  check::that(outcome == Evaluation::ok && agrees, model.problem().name + ": J v");
}

// Where the pattern has no entry (i, j), f_i must not change by a single bit with y_j.
void check_pattern(BuiltinModel& model, double t, const Vector& y, const Vector& yp) {
  const Vector f = evaluate(model, t, y, yp);
  int missing = 0;
  for (Index j = 0; j < model.size(); ++j) {
    Vector moved = y, ypmoved = yp;
    moved[j] += y[j] != 0 ? 1e-3 * std::abs(y[j]) : 1e-3;
    if (model.is_implicit()) ypmoved[j] += 1e-3;
    const Vector g = evaluate(model, t, moved, ypmoved);
    const std::vector<int>& rows = model.pattern()[j];
    for (Index i = 0; i < model.size(); ++i)
      if (g[i] != f[i] && !std::binary_search(rows.begin(), rows.end(), static_cast<int>(i)))
        ++missing;
  }
  check::that(missing == 0, model.problem().name + ": " + std::to_string(missing) +
                                " dependencies are missing in the pattern");
}

double initial_residual(const Problem& problem, const Parameters& p) {
  BuiltinModel model(problem, p);
  const Vector y = to_vector(problem.initial_state(p));
  const Vector yp = to_vector(problem.initial_derivative(p));
  Vector r(problem.n);
  check::that(model.residual(problem.t0, y, yp, r) == Evaluation::ok,
              problem.name + " can be evaluated at its initial state");
  return r.lpNorm<Eigen::Infinity>();
}

void check_metadata(const Problem& problem) {
  const std::string& name = problem.name;
  const Parameters p = problem.default_parameters();
  const std::size_t n = problem.n;
  check::that(problem.names.empty() || problem.names.size() == n, name + ": number of names");
  check::that(problem.initial_state(p).size() == n, name + ": length of the initial state");
  check::that(problem.initial_derivative(p).size() == n, name + ": length of the derivative");
  check::that(problem.reference.y.size() == n, name + ": length of the reference");
  check::that(problem.reference.best.empty() || problem.reference.best.size() == n,
              name + ": length of the better reference");
  const auto counts = problem.counts_by_index();
  check::that(counts[0] + counts[1] + counts[2] == problem.n, name + ": counts by index");
  check::that(problem.t_end > problem.t0, name + ": interval");
  check::that(!problem.description.empty() && !problem.full_name.empty(), name + ": titles");
  check::that(problem.is_implicit() == problem.equations(p)->is_implicit(), name + ": form");
  const std::vector<double> times = problem.restarts(problem.t0, problem.t_end);
  check::that(std::is_sorted(times.begin(), times.end()), name + ": restarts are sorted");
  if (!times.empty())
    check::that(times.front() > problem.t0 && times.back() < problem.t_end,
                name + ": restarts lie inside");
  check::that(find_problem(name) == &problem, name + " is found by name");
}

// Largest residual of the initial values that the descriptions of the problems admit, to the digit
// they print; rounding of the largest derivative elsewhere.
double initial_limit(const Problem& problem) {
  if (problem.name == "crank") return 2.5e-7;
  if (problem.name == "twobit") return 4.5e-7;
  if (problem.name == "wheelset") return 2.5e-13;
  const State yp = problem.initial_derivative(problem.default_parameters());
  return 1e-14 * std::max(1.0, to_vector(yp).lpNorm<Eigen::Infinity>());
}

const char* to_string(Storage storage) {
  switch (storage) {
    case Storage::dense: return "dense";
    case Storage::banded: return "banded";
    case Storage::sparse: return "sparse";
  }
  return "";
}

std::set<std::pair<int, int>> entries_of(const Problem& problem) {
  const BuiltinModel model(problem, problem.default_parameters());
  std::set<std::pair<int, int>> entries;  // row, column from 1
  for (int j = 0; j < problem.n; ++j)
    for (int i : model.pattern()[j]) entries.insert({i + 1, j + 1});
  return entries;
}

// Patterns known from the written equations.
void check_known_patterns() {
  const std::set<std::pair<int, int>> transistor_entries = {
      {1, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 2}, {4, 3}, {4, 4},
      {5, 5}, {5, 6}, {6, 5}, {6, 6}, {7, 5}, {7, 6}, {7, 7}, {8, 8}};
  check::that(entries_of(*find_problem("transistor")) == transistor_entries,
              "pattern of the transistor amplifier");
  std::set<std::pair<int, int>> medakzo_entries;
  for (int i = 1; i < 400; i += 2) {  // cell of u_j = y_i, v_j = y_{i+1}
    if (i > 1) medakzo_entries.insert({i, i - 2});
    if (i < 399) medakzo_entries.insert({i, i + 2});
    medakzo_entries.insert({{i, i}, {i, i + 1}, {i + 1, i}, {i + 1, i + 1}});
  }
  check::that(entries_of(*find_problem("medakzo")) == medakzo_entries,
              "pattern of the medical Akzo Nobel problem");
  const std::map<std::string, std::size_t> published = {
      {"hires", 25}, {"pollution", 82}, {"emep", 496}, {"twobit", 683 + 382 + 175}};
  for (const auto& [name, count] : published)
    check::that(entries_of(*find_problem(name)).size() == count, "nonzeros of " + name);
  const auto widths = [](const std::string& name) {
    const Problem& problem = *find_problem(name);
    const BuiltinModel model(problem, problem.default_parameters());
    return model.jacobian_structure();
  };
  const Structure medakzo = widths("medakzo"), transistor = widths("transistor");
  check::that(medakzo.lower == 2 && medakzo.upper == 2, "band of medakzo");
  check::that(transistor.lower == 2 && transistor.upper == 1, "band of transistor");
}

// The caller may ask for another storage; the numbers are the same.
void check_storage(const Problem& problem) {
  const Parameters p = problem.default_parameters();
  const Vector y = to_vector(problem.initial_state(p));
  const Vector yp = to_vector(problem.initial_derivative(p));
  BuiltinModel dense(problem, p, Storage::dense);
  const Matrix expected = jacobian(dense, problem.t0, y, yp, 2.0);
  for (Storage storage : {Storage::banded, Storage::sparse}) {
    BuiltinModel model(problem, p, storage);
    check::that(model.jacobian_structure().storage == storage, problem.name + ": storage");
    check::that(jacobian(model, problem.t0, y, yp, 2.0) == expected,
                problem.name + ": same Jacobian in every storage");
  }
}

// What was traced is kept for the default parameters, and for no others.
void check_kept_plan() {
  const Problem& problem = *find_problem("hires");
  const Parameters p = problem.default_parameters();
  Parameters changed = p;
  changed[0] *= 2;
  const BuiltinModel first(problem, p), second(problem, p), other(problem, changed);
  check::that(&first.pattern() == &second.pattern(), "the pattern is traced once");
  check::that(&first.pattern() != &other.pattern() && first.pattern() == other.pattern(),
              "other parameters are traced anew");
  Problem copy = problem;
  check::that(!copy.jacobian_plan.get(), "a copy may be changed and begins without a pattern");
  copy.equations = [](const Parameters& q) { return find_problem("chemakzo")->equations(q); };
  copy.parameters = find_problem("chemakzo")->parameters;
  copy.n = 6;
  copy.initial = find_problem("chemakzo")->initial;
  const BuiltinModel model(copy, copy.default_parameters());
  check::that(model.pattern().size() == 6, "and traces its own equations");
}

}  // namespace

int main() {
  std::map<std::string, double> worst;
  for (const CheckVector& record : ivp_check_vectors()) {
    const Problem* problem = find_problem(record.problem);
    check::that(problem != nullptr, record.problem + " is in the catalogue");
    if (problem == nullptr) continue;
    BuiltinModel model(*problem, parameters_of(*problem, record));
    const Vector y = to_vector(record.y);
    const Vector yp = record.yp.empty() ? Vector(Vector::Zero(y.size())) : to_vector(record.yp);
    const Vector f = evaluate(model, record.t, y, yp);
    const double d = deviation(f, to_vector(record.expected), term_sizes(model, record.t, y, yp));
    worst[record.problem] = std::max(worst[record.problem], d);
    check::that(d < kCheckTolerance, record.problem + " deviates from its check vector by " +
                                         std::to_string(d / kCheckTolerance) + " limits");
    compare_with_differences(model, record.t, y, yp);
    check_product(model, record.t, y, yp);
    check_pattern(model, record.t, y, yp);
  }
  check_known_patterns();
  check_kept_plan();
  std::printf("%-11s %5s %10s %10s %8s %7s  %s\n", "problem", "n", "deviation", "residual",
              "nonzeros", "colours", "storage");
  for (const Problem* problem : all_problems()) {
    if (problem->collection != "ivp") continue;
    check_metadata(*problem);
    check_storage(*problem);
    const Parameters p = problem->default_parameters();
    BuiltinModel model(*problem, p);
    const double residual = initial_residual(*problem, p);
    check::that(residual <= initial_limit(*problem), problem->name + ": initial residual");
    std::printf("%-11s %5d %10.1e %10.1e %8d %7d  %s\n", problem->name.c_str(), problem->n,
                worst[problem->name], residual, static_cast<int>(model.n_nonzeros()),
                model.n_colours(), to_string(model.jacobian_structure().storage));
  }
  return check::summary("problems");
}
