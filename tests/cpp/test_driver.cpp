// The driver with the explicit engine: rows, breaks, limits, and the hooks for roots and events.
#include "check.hpp"

#include "core/lambda_model.hpp"
#include "driver/driver.hpp"
#include "integrators/dop853_tableau.hpp"
#include "integrators/dopri5_tableau.hpp"
#include "integrators/explicit_rk.hpp"

#include <cmath>
#include <vector>

using namespace dts;

namespace {

struct Rows : Sink {
  void row(double t, ConstVectorRef y, ConstVectorRef) override {
    times.push_back(t);
    values.push_back(y[0]);
  }
  std::vector<double> times, values;
};

// y' = 1 with a root function y - level, found on the dense output by bisection.
struct Level : Events {
  Level(double l, Action a) : level(l), action(a) {}
  bool watches_roots() const override { return true; }
  void begin_piece(double, ConstVectorRef y, double) override { sign_at_begin = y[0] - level; }
  std::optional<double> first_root(const DensePolynomial& step, double from, double to) override {
    if (sign_at_begin * (step.value(to, 0) - level) >= 0) return std::nullopt;
    for (int i = 0; i < 100; ++i) {
      const double middle = from + (to - from) / 2;
      (sign_at_begin * (step.value(middle, 0) - level) > 0 ? from : to) = middle;
    }
    return to;
  }
  Action at_root(double t, VectorRef y) override {
    ++n_roots;
    return at_time(t, y);
  }
  Action at_time(double, VectorRef y) override {
    if (action == Action::restart) y[0] = 0;
    return action;
  }
  double level;
  Action action;
  double sign_at_begin = 0;
  int n_roots = 0;
};

struct StopAfter : Watch {
  explicit StopAfter(int n) : left(n) {}
  bool wants_to_stop(double) override { return --left <= 0; }
  int left;
};

Tolerances tolerances(double tol) { return {Vector::Constant(1, tol), Vector::Constant(1, tol)}; }

struct Solve {
  explicit Solve(LambdaModel::Rhs f, double tol = 1e-8)
      : model(1, std::move(f)), stepper(kDopri5, model, tolerances(tol), {}, {}, kDopri5.control) {}
  Outcome run(Plan plan, Events& events, Watch& watch, double y0 = 1) {
    Driver driver(model, stepper, std::move(plan), rows, events, watch);
    return driver.run(Vector(Vector::Constant(1, y0)), nullptr);
  }
  Outcome run(Plan plan, double y0 = 1) {
    Events none;
    Watch nobody;
    return run(std::move(plan), none, nobody, y0);
  }
  LambdaModel model;
  ExplicitRungeKutta stepper;
  Rows rows;
};

const LambdaModel::Rhs kDecay = [](double, ConstVectorRef y, VectorRef f) { f = -y; };
const LambdaModel::Rhs kClock = [](double, ConstVectorRef, VectorRef f) { f[0] = 1; };

Plan plan_for(std::vector<double> times) {
  Plan plan;
  plan.times = std::move(times);
  return plan;
}

void test_rows() {
  Solve solve(kDecay);
  const Outcome outcome = solve.run(plan_for({0, 0.1, 0.5, 2}));
  check::that(outcome.status == Status::success, "success");
  check::that(solve.rows.times == std::vector<double>({0, 0.1, 0.5, 2}), "one row per time");
  for (std::size_t i = 0; i < 4; ++i)
    check::close(solve.rows.values[i], std::exp(-solve.rows.times[i]), 1e-7, "value of a row");
  check::that(outcome.steps.attempts == outcome.steps.accepted + outcome.steps.rejected,
              "attempts are accepted or rejected");
}

void test_breaks() {
  double before = 0;
  Solve solve([&](double t, ConstVectorRef, VectorRef f) {
    f[0] = t < 1 ? 0 : 1;
    if (t < 1) before = std::max(before, t);
  });
  Plan plan = plan_for({0, 2});
  plan.breaks = {1};
  const Outcome outcome = solve.run(plan, 0);
  check::that(outcome.steps.restarts == 1, "one restart at the break");
  check::close(solve.rows.values.back(), 1, 1e-7, "a jump at a break is integrated");
}

// A break that misses the end by rounding ends the run; one that is only close does not.
void test_break_at_the_end() {
  const auto steps_beyond = [](double t_begin, double t_end, double t_break) {
    Solve solve([&](double, ConstVectorRef, VectorRef f) { f[0] = 1; });
    Plan plan;
    plan.times = {t_begin, t_begin + (t_end - t_begin) / 2, t_end};
    plan.breaks = {t_break};
    const Outcome outcome = solve.run(plan, t_begin);
    check::that(outcome.status == Status::success && outcome.t == t_end, "the end is reached");
    check::that(solve.rows.times == plan.times, "all rows are there");
    check::close(solve.rows.values.back(), t_end, 1e-14, "the last row");
    return outcome.steps.restarts;
  };
  check::that(steps_beyond(0, 0.3, 0.3 * (1 - kEpsilon)) == 0, "one rounding before the end");
  check::that(steps_beyond(0, -0.3, -0.3 * (1 - 5 * kEpsilon)) == 0, "backwards");
  check::that(steps_beyond(0, 0.3, 0.3 * (1 - 100 * kEpsilon)) == 1, "close, but not the same");
  check::that(steps_beyond(1, 0, 1e-300) == 1, "towards zero times are as fine as can be");
  const double t = 1000, ulp = t * kEpsilon;
  check::that(steps_beyond(t, t + 1000 * ulp, t + 995 * ulp) == 1, "an interval of roundings");
}

void test_limits() {
  Solve solve(kDecay);
  Plan plan = plan_for({0, 1000});
  plan.max_steps = 3;
  const Outcome outcome = solve.run(plan);
  check::that(outcome.status == Status::too_many_steps, "too many steps");
  check::that(outcome.steps.attempts == 4, "max_steps + 1 attempts are made");
  check::that(solve.rows.times.size() == 2 && solve.rows.times[1] == outcome.t,
              "the point reached is the last row");

  Solve patient(kDecay);
  StopAfter watch(2);
  Events none;
  const Outcome stopped = patient.run(plan_for({0, 1000}), none, watch);
  check::that(stopped.status == Status::interrupted && stopped.steps.attempts == 2,
              "the watch ends the run");

  Solve one(kDecay);
  Plan single = plan_for({0, 1000});
  single.single_step = true;
  check::that(one.run(single).status == Status::success && one.rows.times.size() == 2 &&
                  one.rows.times[1] < 1000,
              "a single step");
}

void test_roots() {
  Solve solve(kClock);
  Level stop(0.3, Events::Action::stop);
  Watch nobody;
  const Outcome outcome = solve.run(plan_for({0, 0.1, 0.2, 1, 2}), stop, nobody, 0);
  check::that(outcome.status == Status::root_found, "a terminal root stops the run");
  check::close(outcome.t, 0.3, 1e-14, "at its time");
  check::that(solve.rows.times.size() == 4 && solve.rows.times[3] == outcome.t,
              "with a row at the root after those before it");

  Solve saw(kClock);
  Level reset(0.3, Events::Action::restart);
  const Outcome teeth = saw.run(plan_for({0, 0.5, 1}), reset, nobody, 0);
  check::that(teeth.status == Status::success && reset.n_roots == 3, "three resets");
  check::close(saw.rows.values[1], 0.2, 1e-12, "after the first reset");
  check::close(saw.rows.values[2], 0.1, 1e-12, "after the third");
}

void test_event_times() {
  Solve solve(kClock);
  Level reset(1e9, Events::Action::restart);
  Watch nobody;
  Plan plan = plan_for({0, 1, 2});
  plan.breaks = {1};
  plan.event_times = {1};
  solve.run(plan, reset, nobody, 0.5);
  check::close(solve.rows.values[1], 1.5, 1e-12, "the row holds the state before the event");
  check::close(solve.rows.values[2], 1, 1e-12, "the event acts afterwards");
}

void test_lazy_dense_output() {
  const auto evaluations = [](std::vector<double> times) {
    LambdaModel model(1, kDecay);
    ExplicitRungeKutta stepper(kDop853, model, tolerances(1e-8), {}, {}, kDop853.control);
    Rows rows;
    Events none;
    Watch nobody;
    Driver driver(model, stepper, plan_for(std::move(times)), rows, none, nobody);
    const Outcome outcome = driver.run(Vector(Vector::Ones(1)), nullptr);
    return std::make_pair(model.counts().rhs, outcome.steps.accepted);
  };
  const auto without = evaluations({0, 5});
  const auto with = evaluations({0, 1e-6, 5});
  check::that(with.first == without.first + 3, "one step pays for dense output");
}

}  // namespace

int main() {
  test_rows();
  test_breaks();
  test_break_at_the_end();
  test_limits();
  test_roots();
  test_event_times();
  test_lazy_dense_output();
  return check::summary("driver");
}
