// Radar on problems that each test one rule: two delays at a jump, ends and forks of the solution,
// advanced arguments, restarts by the driver, the past.
#include "check.hpp"
#include "delay_helpers.hpp"
#include "problems/builtin_delay_model.hpp"
#include "problems/catalogue.hpp"
#include "run_to_end.hpp"

#include <cmath>
#include <string>

using namespace dts;

namespace {

using Kind = BreakingPoint::Kind;

struct Result {
  check::Run run;
  Vector y;
  double t = 0;
  Count evaluations = 0;
  std::vector<BreakingPoint> computed;
  std::optional<Termination> termination;
};

Result solve(DelayModel& model, double t0, const Vector& y0, double t_end, double tol,
             RadarOptions options = {}) {
  StepLimits limits;
  limits.h_initial = 1e-6;
  Radar radar(model, check::uniform_tolerances(model.size(), tol, tol), limits, options);
  Result result;
  result.run = check::run_to_end(radar, t0, y0, t_end);
  result.y = radar.y();
  result.t = radar.t();
  result.evaluations = model.counts().rhs - model.counts().rhs_jacobian;
  for (const BreakingPoint& p : radar.points().all())
    if (p.kind == Kind::computed) result.computed.push_back(p);
  result.termination = radar.termination();
  return result;
}

Vector vector_of(std::initializer_list<double> values) {
  Vector v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

check::LambdaDelayModel two_delays(double tau1, double tau2, double a, double b) {
  return check::LambdaDelayModel(
      1, 2, [=](double t, const Vector&, Vector& alpha) { alpha << t - tau1, t - tau2; },
      [=](double, const Vector&, const Matrix& z, VectorRef f) {
        f[0] = a * z(0, 0) + b * z(0, 1);
      },
      [](double, VectorRef y) { y.setZero(); });
}

// y' = -y(t - 1) + y(t - 2) from a jump: piecewise polynomials that the method has exactly.
void check_simultaneous_delays() {
  for (double tol : {1e-4, 1e-7}) {
    auto model = two_delays(1, 2, -1, 1);
    const Result r = solve(model, 0, vector_of({1}), 4, tol);
    check::close(r.y[0], 5.0 / 6, 1e-12, "two delays that arrive together");
    check::that(r.computed.size() == 3, "with three breaking points");
    check::that(r.evaluations < 250, "and little work");
    auto same = two_delays(1, 1, -1, 0.5);
    const Result s = solve(same, 0, vector_of({1}), 4, tol);
    check::close(s.y[0], -1.0 / 48, 1e-12, "the same delay twice");
  }
}

// y_i' = y_j(y_i) or y_j(y_{3-i}), the problem PAUL twice.
void check_paul_twice() {
  for (bool crossed : {false, true})
    for (double tol : {1e-4, 1e-7}) {
      check::LambdaDelayModel model(
          2, 2, [](double, const Vector& y, Vector& alpha) { alpha = y; },
          [=](double, const Vector&, const Matrix& z, VectorRef f) {
            f[0] = z(0, crossed ? 1 : 0);
            f[1] = z(1, crossed ? 0 : 1);
          },
          [](double, VectorRef y) { y.fill(0.5); });
      const Result r = solve(model, 2, vector_of({1, 1}), 5.5, tol);
      const double exact = 4.24141229505651794;
      const double limit = tol > 1e-5 ? 1e-5 : 1e-8;
      check::close(r.y[0], exact, limit, "PAUL twice, first");
      check::close(r.y[1], exact, limit, "PAUL twice, second");
      check::that(r.computed.size() == 2, "two breaking points, both delays each time");
    }
}

// PAUL up to t = 4, then another equation with the jump of y at 2 in its delay.
check::LambdaDelayModel paul_then(double a, double b) {
  return check::LambdaDelayModel(
      1, 1, [](double, const Vector& y, Vector& alpha) { alpha = y; },
      [=](double t, const Vector&, const Matrix& z, VectorRef f) {
        f[0] = t < 4 ? z(0, 0) : a * z(0, 0) + b;
      },
      [](double, VectorRef y) { y.fill(0.5); });
}

void check_terminations() {
  RadarOptions options;
  options.grid = {4};
  for (double tol : {1e-4, 1e-7}) {
    auto ends = paul_then(-1, 0.75);
    Result r = solve(ends, 2, vector_of({1}), 5.5, tol, options);
    check::that(r.run.status == Status::ceased_to_exist && r.t == 4, "the solution ends at 4");
    check::that(r.termination && r.termination->lag == 0 && r.termination->parent == 2,
                "the termination says where from");
    auto forks = paul_then(1, -0.75);
    r = solve(forks, 2, vector_of({1}), 5.5, tol, options);
    check::that(r.run.status == Status::not_unique && r.t == 4, "the solution forks at 4");
  }
  RadarOptions on = options;
  on.stop_at_end = false;
  auto forks = paul_then(1, -0.75);
  const Result r = solve(forks, 2, vector_of({1}), 4.5, 1e-6, on);
  check::that(r.run.reached, "if asked to, it goes on to the right");
  check::that(r.y[0] > 2, "where y grows");
}

void check_jump_at_start() {
  const auto model = [](double a, double b) {
    return check::LambdaDelayModel(
        1, 1, [](double, const Vector& y, Vector& alpha) { alpha = y; },
        [=](double, const Vector&, const Matrix& z, VectorRef f) { f[0] = a * (z(0, 0) - b); },
        [](double, VectorRef y) { y.fill(0.5); });
  };
  auto forks = model(0.4, 1);
  check::that(solve(forks, 2, vector_of({2}), 3, 1e-6).run.status == Status::not_unique,
              "a fork at the start");
  auto back = model(-0.4, 0.25);
  const Result r = solve(back, 2, vector_of({2}), 3, 1e-7);
  check::close(r.y[0], 1.9, 1e-9, "an argument that turns back at the start");
}

void check_advanced() {
  for (double ahead : {0.1, 1e-2, 1e-4}) {
    auto model = check::scalar_delay(
        -ahead, [](double, double, double z) { return -z; }, [](double) { return 1.0; });
    const Result r = solve(model, 0, vector_of({1}), 1, 1e-6);
    check::that(r.run.status == Status::advanced_argument, "an advanced argument is refused");
    check::that(r.t < 10 * ahead, "at once");
  }
}

// The general singular form of MODCEG: the probes are implicit Euler steps.
void check_general_singular() {
  check::LambdaDelayModel model(
      2, 1, [](double t, const Vector& y, Vector& alpha) { alpha[0] = t * y[0] * y[0]; },
      [](double t, const Vector& y, const Matrix& z, VectorRef f) {
        f[0] = y[1];
        f[1] = std::cos(t) * (1 + z(0, 0)) + 0.6 * y[0] * z(1, 0) - y[1];
      },
      [](double t, VectorRef y) { y << -t / 2, -0.5; });
  StructuredMatrix mass(Structure::banded(2, 0, 0));
  mass.set(0, 0, 1);
  model.set_mass(mass);
  StepLimits limits;
  limits.h_initial = 1e-6;
  Tolerances tolerances{vector_of({1e-7, 1e-10}), vector_of({1e-7, 1e-10})};
  Radar radar(model, tolerances, limits);
  const auto run = check::run_to_end(radar, 0.25, vector_of({-0.125, -0.5}), 10);
  check::that(run.status == Status::ceased_to_exist, "MODCEG ends also in its general form");
  check::close(radar.t(), 4.09218182023, 1e-6, "at the right time");
  int found = 0;
  for (const BreakingPoint& p : radar.points().all()) found += p.kind == Kind::computed;
  check::that(found == 7, "after seven breaking points");
}

struct Expected {
  const char* problem;
  double rtol, limit;
  std::vector<double> points;
};

// Breaking points known exactly or to 11 digits.
void check_breaking_points() {
  const std::vector<Expected> all = {
      {"paul", 1e-9, 1e-8, {4, 5.38629436111989062}},
      {"modceg",
       1e-9,
       2e-8,
       {1.1665538542767, 2.6363025816799, 3.2664382032497, 3.4977038028250, 3.700296943814,
        3.9600395566301, 4.09218182023}},
      {"elsnor", 1e-9, 1e-10, {125.0 / 121}},
      {"waltman", 1e-9, 2e-4, {55.21325170}}};
  for (const Expected& e : all) {
    const Problem& problem = *find_problem(e.problem);
    const Parameters p = problem.default_parameters();
    BuiltinDelayModel model(problem, p);
    RadarOptions options;
    if (problem.delay.grid) options.grid = problem.delay.grid(p);
    options.control = ErrorControl::mixed;
    options.search_factor = problem.delay.search_factor;
    options.radau.max_newton = problem.delay.max_newton;
    StepLimits limits;
    limits.h_initial = 1e-6;
    Tolerances tolerances = check::uniform_tolerances(problem.n, e.rtol, e.rtol);
    for (int i = 0; i < problem.n; ++i) {
      if (!problem.delay.rtol_ratio.empty()) tolerances.rtol[i] *= problem.delay.rtol_ratio[i];
      tolerances.atol[i] = tolerances.rtol[i];
      if (!problem.delay.atol_ratio.empty()) tolerances.atol[i] *= problem.delay.atol_ratio[i];
    }
    Radar radar(model, tolerances, limits, options);
    const State y0 = problem.initial(p);
    check::run_to_end(radar, problem.t0, Eigen::Map<const Vector>(y0.data(), problem.n),
                      problem.t_end);
    for (double xi : e.points) {
      double error = kInfinity;
      for (const BreakingPoint& point : radar.points().all())
        if (point.kind == Kind::computed) error = std::min(error, std::abs(point.t - xi));
      check::close(error, 0, e.limit,
                   std::string(e.problem) + ": breaking point " + std::to_string(xi));
    }
    const bool ends = !std::isnan(problem.delay.t_stop);
    check::that(ends == radar.termination().has_value(), std::string(e.problem) + ": termination");
    if (ends)
      check::close(radar.termination()->t, problem.delay.t_stop, e.limit,
                   std::string(e.problem) + ": the end of the solution");
  }
}

// Exact derivatives of the problems against differences.
void check_problem_derivatives() {
  for (const Problem* problem : all_problems()) {
    if (!problem->has_delays()) continue;
    const Parameters p = problem->default_parameters();
    BuiltinDelayModel exact(*problem, p);
    struct Straight final : Past {  // a past that is a straight line
      Vector y0, slope;
      Evaluation value(int, double x, VectorRef y) override {
        y = y0 + x * slope;
        return Evaluation::ok;
      }
      Evaluation derivative(int, double, VectorRef dy) override {
        dy = slope;
        return Evaluation::ok;
      }
    } past;
    const State start = problem->initial(p);
    const Vector y = 1.1 * Eigen::Map<const Vector>(start.data(), problem->n).array() + 1e-20;
    past.y0 = y;
    past.slope = 0.01 * y;
    exact.attach(past);
    const double t =
        problem->t0 + 0.9 * (problem->t_end - problem->t0) / (1 + problem->t_end / 300);
    StructuredMatrix j(Structure::dense(problem->n));
    check::that(exact.jacobian(t, y, j) == Evaluation::ok, problem->name + ": Jacobian");
    Vector f0(problem->n), f1(problem->n), moved = y;
    double worst = 0;
    for (int k = 0; k < problem->n; ++k) {
      const double d = 1e-6 * std::abs(y[k]);
      moved[k] = y[k] - d;
      exact.rhs(t, moved, f0);
      moved[k] = y[k] + d;
      exact.rhs(t, moved, f1);
      moved[k] = y[k];
      for (int i = 0; i < problem->n; ++i) {
        const double size = std::abs(j(i, k)) + 1e-9 * (std::abs(f0[i]) + 1e-30) / d;
        worst = std::max(worst, std::abs((f1[i] - f0[i]) / (2 * d) - j(i, k)) / size);
      }
    }
    check::that(worst < 1e-3, problem->name + ": df/dy off by " + std::to_string(worst));
  }
}

// A restart by the driver inside the last step, with and without a jump of the state.
void check_events() {
  auto model = check::scalar_delay(
      1, [](double, double, double z) { return -z; }, [](double) { return 1.0; });
  StepLimits limits;
  limits.h_initial = 1e-3;
  Radar radar(model, check::uniform_tolerances(1, 1e-8, 1e-8), limits);
  radar.start(0, vector_of({1}), nullptr, 3);
  // y = 1 - t up to the event at 0.5, where y becomes 2: y = 2 - (t - 0.5) up to 1
  while (radar.t() < 0.5)
    if (radar.attempt(3) == Attempt::failed) break;
  check::that(radar.t_old() < 0.5 && radar.t() >= 0.5, "the event lies in the last step");
  radar.start(0.5, vector_of({2}), nullptr, 3);
  while (radar.t() < 3)
    if (radar.attempt(3) == Attempt::failed) break;
  // y(1) = 1.5; then y' = -(1 - (t - 1)) to 1.5, y(1.5) = 1.5 - 0.5 + 0.125; then y' = -(2 - (t
  // - 1.5)) to 2, y(2) = 1.125 - 1 + 0.125; then y' = -y(t - 1), y on [1, 1.5] = 1.5 - s + s^2/2 (s
  // = t - 1) and on [1.5, 2] 1.125 - 2 r + r^2/2 (r = t - 1.5)
  const double y2 = 0.25, first = 1.5 * 0.5 - 0.125 + 0.125 / 6,
               second = 1.125 * 0.5 - 0.25 + 0.125 / 6;
  check::close(radar.y()[0], y2 - first - second, 1e-9, "the past remembers the event");
  bool has_event = false;
  for (const BreakingPoint& p : radar.points().all())
    has_event = has_event || (p.kind == Kind::event && p.t == 0.5 && p.order == -1);
  check::that(has_event, "which is a breaking point of order -1");
}

void check_short_memory() {
  auto model = check::scalar_delay(
      1, [](double, double, double z) { return -z; }, [](double) { return 1.0; });
  RadarOptions options;
  options.max_history = 5;
  const Result r = solve(model, 0, vector_of({1}), 10, 1e-9, options);
  check::that(r.run.status == Status::past_unavailable, "a past that was thrown away is missed");
}

// All state lives in the stepper: a second run is the same to the last bit.
void check_repetition() {
  const Problem& problem = *find_problem("waltman");
  const Parameters p = problem.default_parameters();
  Vector first;
  for (int i = 0; i < 2; ++i) {
    BuiltinDelayModel model(problem, p);
    RadarOptions options;
    options.grid = problem.delay.grid(p);
    StepLimits limits;
    limits.h_initial = 1e-6;
    Tolerances tolerances{Vector::Constant(6, 1e-5), Vector::Constant(6, 1e-17)};
    Radar radar(model, tolerances, limits, options);
    const State y0 = problem.initial(p);
    check::run_to_end(radar, 0, Eigen::Map<const Vector>(y0.data(), 6), 300);
    if (i == 0)
      first = radar.y();
    else
      check::that(first == radar.y(), "the same run twice gives the same bits");
  }
}

}  // namespace

int main() {
  check_simultaneous_delays();
  check_paul_twice();
  check_terminations();
  check_jump_at_start();
  check_advanced();
  check_general_singular();
  check_breaking_points();
  check_problem_derivatives();
  check_events();
  check_short_memory();
  check_repetition();
  return check::summary("radar");
}
