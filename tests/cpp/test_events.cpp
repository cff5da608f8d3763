// The event engine with the explicit engine as its method: which roots are found, when, and what
// is done about them.
#include "check.hpp"

#include "core/lambda_model.hpp"
#include "driver/driver.hpp"
#include "driver/event_engine.hpp"
#include "integrators/dop853_tableau.hpp"
#include "integrators/explicit_rk.hpp"

#include <cmath>
#include <functional>
#include <vector>

using namespace dts;

namespace {

constexpr double kPi = 3.14159265358979323846;

struct Rows : Sink {
  void row(double t, ConstVectorRef y, ConstVectorRef) override {
    times.push_back(t);
    values.push_back(y);
  }
  std::vector<double> times;
  std::vector<Vector> values;
};

using G = std::function<void(double, ConstVectorRef, ConstVectorRef, VectorRef)>;

struct LambdaRoots : RootFunctions {
  LambdaRoots(Index n, G f, bool d = false) : n_functions(n), g(std::move(f)), derivative(d) {}
  Index count() const override { return n_functions; }
  bool use_derivative() const override { return derivative; }
  void evaluate(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) override {
    g(t, y, yp, values);
  }
  Index n_functions;
  G g;
  bool derivative;
};

struct LambdaAction : EventAction {
  using Call = std::function<EventEffect(double, VectorRef, const std::vector<int>&)>;
  explicit LambdaAction(Call c) : call(std::move(c)) {}
  EventEffect apply(double t, VectorRef y, const std::vector<int>& fired) override {
    return call(t, y, fired);
  }
  Call call;
};

struct Run {
  Outcome outcome;
  std::vector<EventRecord> records;
  Rows rows;
  Count f_evaluations, g_evaluations;
};

struct Case {
  LambdaModel::Rhs f;
  Vector y0;
  std::vector<double> times;
  RootFunctions* functions = nullptr;
  EventAction* action = nullptr;
  RootOptions root_options = {};
  EventOptions options = {};
  double tol = 1e-9;
};

Run run(const Case& c) {
  LambdaModel model(c.y0.size(), c.f);
  const Tolerances tolerances{Vector::Constant(c.y0.size(), c.tol),
                              Vector::Constant(c.y0.size(), c.tol)};
  ExplicitRungeKutta stepper(kDop853, model, tolerances, {}, {}, kDop853.control);
  EventEngine engine(model, c.functions, c.action, nullptr, c.root_options, c.options);
  engine.set_interval(nullptr, c.times.back());
  Plan plan;
  plan.times = c.times;
  Watch nobody;
  Run result;
  Driver driver(model, stepper, plan, result.rows, engine, nobody);
  result.outcome = driver.run(c.y0, nullptr);
  result.records = engine.records();
  result.f_evaluations = model.counts().rhs;
  result.g_evaluations = model.counts().root;
  return result;
}

const LambdaModel::Rhs kOscillator = [](double, ConstVectorRef y, VectorRef f) {
  f[0] = y[1];
  f[1] = -y[0];
};
const LambdaModel::Rhs kFall = [](double, ConstVectorRef y, VectorRef f) {
  f[0] = y[1];
  f[1] = -32.2;
};

Vector pair(double a, double b) {
  Vector v(2);
  v << a, b;
  return v;
}

void check_times(const Run& r, const std::vector<double>& expected, double tolerance,
                 const char* what) {
  check::that(r.records.size() == expected.size(), what);
  for (std::size_t k = 0; k < std::min(expected.size(), r.records.size()); ++k)
    check::close(r.records[k].root.t, expected[k], tolerance, what);
}

void test_crossings() {
  LambdaRoots zero(1, [](double, ConstVectorRef y, ConstVectorRef, VectorRef g) { g[0] = y[0]; });
  Case c{kOscillator, pair(0, 1), {0, 10}, &zero};
  check_times(run(c), {kPi, 2 * kPi, 3 * kPi}, 1e-7, "zeros of the sine, not the one at the start");

  c.times = {0, -10};
  check_times(run(c), {-kPi, -2 * kPi, -3 * kPi}, 1e-7, "the same backwards");

  c.times = {0, 10};
  c.root_options.direction = {1};
  check_times(run(c), {2 * kPi}, 1e-7, "only rising ones");
  c.root_options.direction = {-1};
  check_times(run(c), {kPi, 3 * kPi}, 1e-7, "only falling ones");

  c.root_options = {};
  c.root_options.search_at_start = true;
  check_times(run(c), {0, kPi, 2 * kPi, 3 * kPi}, 1e-7, "with the one at the start");

  c.root_options = {};
  c.options.stop_at_root = true;
  const Run stopped = run(c);
  check::that(stopped.outcome.status == Status::root_found, "the first root ends the run");
  check::close(stopped.outcome.t, kPi, 1e-7, "at its time");
  check::close(stopped.rows.values.back()[0], 0, 1e-14, "with its state");
}

// All of these lie in one step: the solution is a polynomial.
void test_close_pairs() {
  const LambdaModel::Rhs f = [](double t, ConstVectorRef, VectorRef dy) { dy[0] = 2 * t - 5; };
  for (const double scale : {1e-12, 1.0, 1e12}) {
    LambdaRoots g(
        2,
        [=](double, ConstVectorRef y, ConstVectorRef yp, VectorRef v) {
          v[0] = scale * yp[0];
          v[1] = scale * (y[0] + 6.2491);
        },
        true);
    Case c{f, Vector::Zero(1), {0, 5}, &g};
    const Run r = run(c);
    check_times(r, {2.47, 2.5, 2.53}, 1e-9, "a pair of roots in one step and one between them");
    c.root_options.exact_derivative = true;
    check_times(run(c), {2.47, 2.5, 2.53}, 1e-9, "the same with y' from the equations");
    c.times = {5, 0};
    check_times(run(c), {2.53, 2.5, 2.47}, 1e-9, "the same backwards");
  }
}

void test_bounces() {
  LambdaRoots floor(1, [](double, ConstVectorRef y, ConstVectorRef, VectorRef g) { g[0] = y[0]; });
  // Only the velocity is reversed: the height is left wherever rounding put it.
  LambdaAction bounce([](double, VectorRef y, const std::vector<int>&) {
    y[1] = -0.5 * y[1];
    return EventEffect::changed;
  });
  const double t1 = std::sqrt(8 / 32.2);
  std::vector<double> expected{t1};
  for (int n = 1; n < 30; ++n) expected.push_back(expected.back() + 2 * t1 * std::pow(0.5, n));
  Case c{kFall, pair(4, 0), {0, 2}, &floor, &bounce};
  Run r = run(c);
  check::that(r.outcome.status == Status::accumulating_events, "bounces without end are noticed");
  check::close(r.outcome.t, 3 * t1, 1e-10, "where they accumulate");
  check::that(r.records.size() > 30, "after more than 30 of them");
  r.records.resize(30);
  check_times(r, expected, 1e-12, "30 bounces");

  c.options.hold = true;
  r = run(c);
  check::that(r.outcome.status == Status::success && r.outcome.t == 2, "held at rest to the end");
  check::close(r.rows.values.back()[0], 0, 1e-9, "on the floor");

  c.options = {};
  c.options.max_events = 5;
  r = run(c);
  check::that(r.outcome.status == Status::too_many_events && r.records.size() == 5,
              "no more events than allowed");
}

// The sign of a step function changes between two neighbouring numbers.
void test_discontinuous() {
  LambdaRoots step(2, [](double t, ConstVectorRef y, ConstVectorRef, VectorRef g) {
    g[0] = y[0] > 0.3 ? 1 : -1;
    g[1] = t < 0.7 ? -1e-3 : 5;
  });
  const LambdaModel::Rhs clock = [](double, ConstVectorRef, VectorRef f) { f[0] = 1; };
  const Run r = run({clock, Vector::Zero(1), {0, 1}, &step});
  check_times(r, {0.3, 0.7}, 1e-15, "step functions by bisection");
  check::that(r.records.back().root.t >= 0.7, "the root is on the far side");
}

void test_silence() {
  LambdaRoots zero(3, [](double t, ConstVectorRef, ConstVectorRef, VectorRef g) {
    g[0] = 0;
    g[1] = 1;
    g[2] = std::max(0.0, 1 - t);
  });
  Case c{kOscillator, pair(0, 1), {0, 10}, &zero};
  const Run r = run(c);
  check::that(r.records.size() <= 1, "a function that is zero for a while is one root at most");
  LambdaRoots never(1,
                    [](double, ConstVectorRef y, ConstVectorRef, VectorRef g) { g[0] = y[0] + 3; });
  Case watched{kOscillator, pair(0, 1), {0, 10}, &never};
  Case alone{kOscillator, pair(0, 1), {0, 10}};
  const Run with = run(watched), without = run(alone);
  check::that(with.outcome.steps.attempts == without.outcome.steps.attempts,
              "functions that never vanish change no step");
}

void test_together_and_cascades() {
  LambdaRoots twins(2, [](double, ConstVectorRef y, ConstVectorRef, VectorRef g) {
    g[0] = y[0] - 0.5;
    g[1] = std::exp(2 * y[0] - 1) - 1;
  });
  const LambdaModel::Rhs clock = [](double, ConstVectorRef, VectorRef f) { f[0] = 1; };
  const Run r = run({clock, Vector::Zero(1), {0, 1}, &twins});
  check::that(r.records.size() == 1 && r.records[0].root.fired == std::vector<int>({1, 1}),
              "two functions that vanish together fire together");

  // The first root pushes y over the level of the second function.
  LambdaRoots levels(2, [](double, ConstVectorRef y, ConstVectorRef, VectorRef g) {
    g[0] = y[0] - 0.2;
    g[1] = y[0] - 0.5;
  });
  LambdaAction push([](double, VectorRef y, const std::vector<int>& fired) {
    if (fired[0]) y[0] = 0.6;
    return EventEffect::changed;
  });
  Case c{clock, Vector::Zero(1), {0, 0.3}, &levels, &push};
  check::that(run(c).records.size() == 1, "a jump over a level is no root of its own");
  c.options.cascade = true;
  const Run cascade = run(c);
  check::that(cascade.records.size() == 2 && cascade.records[1].root.fired[1] == 1,
              "unless cascades are asked for");
}

void test_touching() {
  LambdaRoots touch(1, [](double t, ConstVectorRef, ConstVectorRef, VectorRef g) {
    g[0] = (t - 0.37) * (t - 0.37) + 1e-12;
  });
  const LambdaModel::Rhs clock = [](double, ConstVectorRef, VectorRef f) { f[0] = 1; };
  Case c{clock, Vector::Zero(1), {0, 1}, &touch};
  check::that(run(c).records.empty(), "a near miss is no root");
  c.root_options.touch = {1e-10};
  const Run r = run(c);
  check::that(r.records.size() == 1 && r.records[0].root.direction[0] == 0,
              "unless touching counts");
  check::close(r.records.at(0).root.t, 0.37, 1e-4, "at the minimum");
}

void test_shrink() {
  int evaluations = 0;
  const auto cubic = [&](double x) {
    ++evaluations;
    return x * x * x - 2;
  };
  const Bracket k = shrink({1, -1, 2, 6}, 1, 0, true, cubic);
  check::close(k.b, std::cbrt(2.0), 1e-15, "a smooth function");
  check::that(evaluations <= 14, "in a few evaluations");
  const Bracket zero = shrink({-0.3, -0.3, 0.2, 0.2}, 0.5, 0, true, [](double x) { return x; });
  check::close(zero.b, 0, 1e-18, "a root at time 0");
  evaluations = 0;
  shrink({0, -1, 1, 1e300}, 1, 0, true, [&](double x) {
    ++evaluations;
    return x > 0.123456789 ? 1e300 : -1.0;
  });
  check::that(evaluations <= 70, "a discontinuous function costs no more than bisection");
}

}  // namespace

int main() {
  test_shrink();
  test_crossings();
  test_close_pairs();
  test_bounces();
  test_discontinuous();
  test_silence();
  test_together_and_cascades();
  test_touching();
  return check::summary("events");
}
