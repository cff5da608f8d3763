// The problems of the collection "dae": equations against evaluations from their written form,
// consistent starts, exact Jacobians, references of closed forms, hidden constraints as
// derivatives.
#include "check.hpp"
#include "dae_checkvectors.hpp"
#include "problem_helpers.hpp"

#include <cmath>
#include <cstdio>
#include <map>

using namespace dts;

namespace {

constexpr double kCheckTolerance = 1e-13;

Vector term_sizes(BuiltinModel& model, double t, const Vector& y) {
  return (jacobian(model, t, y, y, 0) * y.asDiagonal()).cwiseAbs().rowwise().maxCoeff();
}

double deviation(BuiltinModel& model, const DaeCheckVector& record) {
  const Vector y = to_vector(record.y), expected = to_vector(record.expected);
  const Vector error = (evaluate(model, record.t, y, y) - expected).cwiseAbs();
  const Vector sizes = term_sizes(model, record.t, y).cwiseMax(expected.cwiseAbs());
  double worst = 0;
  for (Index i = 0; i < error.size(); ++i)
    if (error[i] > 0) worst = std::max(worst, error[i] / sizes[i]);
  return worst;
}

// Exact columns against central differences, relative to the largest entry of each row times y.
double jacobian_error(BuiltinModel& model, double t, const Vector& y, const Vector& scale) {
  const Matrix exact = jacobian(model, t, y, y, 0);
  const Vector f = evaluate(model, t, y, y);
  double worst = 0;
  for (Index j = 0; j < y.size(); ++j) {
    const double h = 1e-4 * (y[j] != 0 ? std::abs(y[j]) : 1e-2 * scale[j]);
    const auto difference = [&](double delta) {
      Vector up = y, down = y;
      up[j] += delta;
      down[j] -= delta;
      return Vector((evaluate(model, t, up, y) - evaluate(model, t, down, y)) / (up[j] - down[j]));
    };
    const Vector slope = (4 * difference(h / 2) - difference(h)) / 3;  // extrapolated
    for (Index i = 0; i < y.size(); ++i) {
      const double noise =
          200 * kEpsilon * (std::abs(f[i]) + exact.row(i).cwiseAbs().dot(y.cwiseAbs())) / h;
      const double error = std::max(0.0, std::abs(slope[i] - exact(i, j)) - noise);
      if (error > 0) worst = std::max(worst, error / std::abs(exact(i, j)));
    }
  }
  return worst;
}

void check_metadata(const Problem& problem) {
  const std::string& name = problem.name;
  const Parameters p = problem.default_parameters();
  const std::size_t n = problem.n;
  check::that(problem.names.size() == n && problem.scale.size() == n, name + ": names and scale");
  check::that(problem.initial_state(p).size() == n && problem.reference.y.size() == n,
              name + ": initial state and reference");
  check::that(
      !problem.description.empty() && !problem.full_name.empty() && !problem.provenance.empty(),
      name + ": texts");
  const auto counts = problem.counts_by_index();
  check::that(counts[0] + counts[1] + counts[2] == problem.n, name + ": counts by index");
  check::that((problem.index == 3) == (counts[2] > 0), name + ": index 3");
  check::that(find_problem(name) == &problem, name + " is found by name");
  for (std::size_t i = 0; i < n; ++i)
    check::that(std::abs(problem.reference.y[i]) <= problem.scale[i],
                name + ": the scale bounds the reference of " + problem.names[i]);
}

// The algebraic equations hold at the start, to rounding of their largest term.
void check_start(const Problem& problem) {
  const Parameters p = problem.default_parameters();
  BuiltinModel model(problem, p);
  const Vector y = to_vector(problem.initial_state(p));
  const Vector f = evaluate(model, problem.t0, y, y);
  const Vector sizes = term_sizes(model, problem.t0, y).cwiseMax(1e-300);
  if (!problem.mass) return;
  const Index md = static_cast<Index>(problem.mass(p).size());
  for (Index i = md; i < problem.n; ++i)
    check::that(std::abs(f[i]) <= 8 * kEpsilon * sizes[i],
                problem.name + ": equation " + std::to_string(i + 1) + " holds at the start");
}

// What the solution keeps vanishes at the start and at the end.  (That hidden constraints are the
// derivatives of the constraints is tested with those by differences, in test_consistent.)
void check_monitors(const Problem& problem) {
  const Parameters p = problem.default_parameters();
  const State start = problem.initial_state(p);
  for (const Monitor& monitor : problem.monitors) {
    const double initial = monitor.value(p, problem.t0, start);
    const double final = monitor.value(p, problem.t_end, problem.reference.y);
    const double size = to_vector(problem.reference.y).cwiseAbs().maxCoeff();
    check::that(std::abs(initial) < 1e-13 * size, problem.name + ": " + monitor.name + " at start");
    check::that(std::abs(final) < 1e-11 * size * size,
                problem.name + ": " + monitor.name + " at the end");
  }
}

void closed_forms() {
  const double e = std::exp(1.0);
  for (const char* name : {"DAE_I1", "DAE_I2", "DAE_I3"}) {
    const Vector y = to_vector(find_problem(name)->reference.y);
    Vector exact(5);
    exact << e * e, 1 / e, e * e, 1 / e, e;
    check::that((y - exact).cwiseAbs().maxCoeff() < 1e-14, std::string(name) + ": closed form");
  }
  const Vector in2 = to_vector(find_problem("DAE_IN2")->reference.y);
  check::that(std::abs(in2[0] - e) + std::abs(in2[1] - e) + std::abs(in2[2] + e) < 1e-14,
              "DAE_IN2: closed form");
  const Vector v = to_vector(find_problem("VDPOL")->reference.y);
  check::that(std::abs(std::log(v[0]) - v[0] * v[0] / 2 - (0.8 + std::log(2.0) - 2)) < 1e-14,
              "VDPOL: first integral");
  check::that(std::abs((1 - v[0] * v[0]) * v[1] - v[0]) < 1e-13, "VDPOL: constraint");
}

// With the parameters and the start of the first experiment BATCH_E is BATCH.
void experiments() {
  const Problem &batch = *find_problem("BATCH"), &batch_e = *find_problem("BATCH_E");
  Parameters p = batch_e.default_parameters();
  p[8] = 0.0131;
  p[10] = 373.15;
  BuiltinModel a(batch, batch.default_parameters()), b(batch_e, p);
  const Vector y = to_vector(batch.reference.y);
  check::that(evaluate(a, 0, y, y) == evaluate(b, 0, y, y), "BATCH_E at 100 degrees is BATCH");
  check::that((to_vector(find_problem("BATCHREA")->initial_state({})) -
               to_vector(batch.initial_state({})).head(7))
                  .isZero(0),
              "BATCHREA starts as BATCH");
}

}  // namespace

int main() {
  std::map<std::string, double> worst, slope;
  for (const DaeCheckVector& record : dae_check_vectors()) {
    const Problem* problem = find_problem(record.problem);
    check::that(problem != nullptr, record.problem + " is in the catalogue");
    if (problem == nullptr) continue;
    BuiltinModel model(*problem, problem->default_parameters());
    const double d = deviation(model, record);
    const double j =
        jacobian_error(model, record.t, to_vector(record.y), to_vector(problem->scale));
    check::that(d < kCheckTolerance, record.problem + " deviates from its check vector");
    check::that(j < 1e-7, record.problem + ": exact Jacobian");
    worst[record.problem] = std::max(worst[record.problem], d);
    slope[record.problem] = std::max(slope[record.problem], j);
  }
  int count = 0;
  for (const Problem* problem : all_problems()) {
    if (problem->collection != "dae") continue;
    ++count;
    check_metadata(*problem);
    check_start(*problem);
    check_monitors(*problem);
    std::printf("%-10s %5d %10.1e %10.1e\n", problem->name.c_str(), problem->n,
                worst[problem->name], slope[problem->name]);
  }
  check::that(count == 28, "28 problems");
  closed_forms();
  experiments();
  return check::summary("dae problems");
}
