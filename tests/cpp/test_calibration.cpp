// The tolerances that methods work with, and what happens where rounding does not allow them.
#include "check.hpp"
#include "run_to_end.hpp"

#include "core/lambda_model.hpp"
#include "driver/driver.hpp"
#include "integrators/calibration.hpp"
#include "integrators/gam.hpp"
#include "integrators/radau.hpp"
#include "problems/builtin_model.hpp"
#include "problems/catalogue.hpp"

namespace {

using namespace dts;

Tolerances tolerances(double rtol, double atol) {
  return {Vector::Constant(2, rtol), Vector::Constant(2, atol)};
}

double working_rtol(double rtol, const Calibration& calibration, bool has_higher_index = false) {
  return calibrated(tolerances(rtol, rtol), calibration, has_higher_index).rtol[0];
}

void test_formula() {
  const Calibration calibration{0.5, 1.2, 1};
  check::close(working_rtol(1e-3, calibration) / 0.5e-3, 1, 1e-14, "the share, at 1e-3");
  check::close(working_rtol(1e-8, calibration) / 0.5e-9, 1, 1e-14, "the power, at 1e-8");
  check::close(working_rtol(1e-8, calibration, true) / 0.5e-8, 1, 1e-14, "higher index");
  check::close(working_rtol(0.1, calibration) / 0.05, 1, 1e-14, "no power above 1e-3");
  check::close(working_rtol(1e-13, calibration) / 1e-13, 1, 1e-14, "not below 1e-13");
  check::close(working_rtol(1e-14, calibration) / 1e-14, 1, 1e-14, "but as given if that is");
  check::close(working_rtol(1e-8, {1, 2.0 / 3}) / (0.1 * std::pow(1e-8, 2.0 / 3)), 1, 1e-13,
               "0.1 rtol^(2/3) of Hairer and Wanner");
}

void test_proportions() {
  Tolerances user = tolerances(1e-6, 1e-9);
  user.rtol[1] = 1e-4;
  user.atol[1] = 7;
  const Tolerances working = calibrated(user, {0.3, 1.1}, false);
  for (int i = 0; i < 2; ++i)
    check::close(working.atol[i] / working.rtol[i] / (user.atol[i] / user.rtol[i]), 1, 1e-13,
                 "atol in proportion to rtol");
  const Tolerances same = calibrated(user, kUncalibrated, false);
  check::that(same.rtol == user.rtol && same.atol == user.atol, "no calibration");
}

struct LastRow final : Sink {
  void row(double, ConstVectorRef y, ConstVectorRef) override { last = y; }
  Vector last;
};

// Rounding in the transistor amplifier is a sizeable part of tolerances below 1e-11.
template <class Method>
void test_rounding(const char* name) {
  const Problem& problem = *find_problem("transistor");
  BuiltinModel model(problem, problem.default_parameters(), std::nullopt);
  const Vector tol = Vector::Constant(problem.n, 1e-11);
  Method stepper(model, Tolerances{tol, tol}, StepLimits{});
  Plan plan;
  plan.times = {problem.t0, problem.t_end};
  plan.max_steps = 100000;
  LastRow sink;
  Events events;
  Watch watch;
  const State y0 = problem.initial_state(problem.default_parameters());
  Driver driver(model, stepper, plan, sink, events, watch);
  const Outcome outcome = driver.run(Eigen::Map<const Vector>(y0.data(), problem.n), nullptr);
  const State& best = problem.reference.most_accurate();
  check::that(outcome.status == Status::success, std::string(name) + " reaches the end");
  check::that(check::mescd(sink.last, Eigen::Map<const Vector>(best.data(), problem.n), 1) > 10,
              std::string(name) + " reaches ten digits");
}

// Fails until it is relaxed; then it moves to the limit at once.
class Demanding final : public Stepper {
 public:
  Demanding(bool can_relax, Status reason)
      : Stepper(1), dense_(1, 1), can_relax_(can_relax), reason_(reason) {}
  Status start(double t, ConstVectorRef y, const Vector*, double) override {
    ++n_starts;
    t_ = t_old_ = t;
    y_ = y;
    return Status::ok;
  }
  Attempt attempt(double t_limit) override {
    if (!is_relaxed_) return fail(reason_, 1e-20);
    t_old_ = t_;
    t_ = t_limit;
    return Attempt::accepted;
  }
  bool relax() override {
    const bool was_strict = !is_relaxed_;
    is_relaxed_ = can_relax_;
    return can_relax_ && was_strict;
  }
  const DensePolynomial& dense() const override { return dense_; }
  int order() const override { return 1; }
  int n_starts = 0;

 private:
  DensePolynomial dense_;
  bool can_relax_, is_relaxed_ = false;
  Status reason_;
};

void test_relaxing(Status reason, bool is_curable) {
  for (const bool can_relax : {true, false}) {
    const bool goes_on = can_relax && is_curable;
    LambdaModel model(1, [](double, ConstVectorRef, VectorRef f) { f.setZero(); });
    Demanding stepper(can_relax, reason);
    Plan plan;
    plan.times = {0, 1};
    LastRow sink;
    Events events;
    Watch watch;
    Driver driver(model, stepper, plan, sink, events, watch);
    const Outcome outcome = driver.run(Vector(Vector::Ones(1)), nullptr);
    check::that(outcome.status == (goes_on ? Status::success : reason),
                "a method that can do with less is asked to");
    check::that(stepper.n_starts == (goes_on ? 2 : 1), "and starts once more");
  }
}

}  // namespace

int main() {
  test_formula();
  test_proportions();
  test_rounding<Gam>("gamd");
  test_rounding<Radau5>("radau5");
  test_relaxing(Status::step_too_small, true);
  test_relaxing(Status::newton_failure, true);
  test_relaxing(Status::interrupted, false);
  test_relaxing(Status::not_finite, false);
  return check::summary("calibration");
}
