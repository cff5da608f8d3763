// Radar converges with its order on smooth delay problems, stiff or not, with steps shorter and
// longer than the delay.
#include "check.hpp"
#include "delay_helpers.hpp"
#include "run_to_end.hpp"

#include <cmath>
#include <cstdio>
#include <string>

using namespace dts;

namespace {

struct Errors {
  double at_end, in_between;
};

// y' = lambda (sin t - y) + mu (y(t - tau) - sin(t - tau)) + cos t has the solution sin t.
Errors run(double lambda, double mu, double tau, int steps) {
  auto model = check::scalar_delay(
      tau,
      [=](double t, double y, double z) {
        return lambda * (std::sin(t) - y) + mu * (z - std::sin(t - tau)) + std::cos(t);
      },
      [](double t) { return std::sin(t); });
  const double t_end = 4, h = t_end / steps;
  RadarOptions options;
  options.radau.max_newton = 50;
  options.radau.kappa = 1e-14;
  options.find_points = false;
  StepLimits limits;
  // The first polynomial is a quadratic, so the first step is small, as in practice.  Then steps
  // grow to h and stay there: the tolerances are so large that no error is seen.
  limits.h_initial = 1e-3 * h;
  limits.h_max = h;
  Radar radar(model, check::uniform_tolerances(1, 1e-1, 1e3), limits, options);
  Errors errors{0, 0};
  const auto outcome = check::run_to_end(radar, 0, Vector::Zero(1), t_end, [&](Stepper& s) {
    errors.at_end = std::max(errors.at_end, std::abs(s.y()[0] - std::sin(s.t())));
    if (s.t_old() == 0) return;
    for (double share : {0.1, 0.35, 0.8}) {
      const double t = s.t_old() + share * (s.t() - s.t_old());
      errors.in_between =
          std::max(errors.in_between, std::abs(s.dense().value(t, Index(0)) - std::sin(t)));
    }
  });
  check::that(outcome.reached, "the run reaches its end");
  check::that(outcome.accepted >= steps && outcome.accepted <= steps + 6,
              "with the steps that were asked for");
  return errors;
}

// The order over two halvings of the step.
void check_order(const std::string& what, double lambda, double mu, double tau,
                 double least_at_end) {
  const Errors a = run(lambda, mu, tau, 16), b = run(lambda, mu, tau, 64);
  const double p = std::log2(a.at_end / b.at_end) / 2,
               q = std::log2(a.in_between / b.in_between) / 2;
  std::printf("%-44s errors %.1e %.1e, orders %.2f at the end, %.2f in between\n", what.c_str(),
              a.at_end, b.at_end, p, q);
  check::that(p > least_at_end, what + ": order at the ends of the steps " + std::to_string(p));
  check::that(q > 3.8, what + ": order in between " + std::to_string(q));
}

}  // namespace

int main() {
  // Collocation with three stages: order 5 at the ends of the steps for ODE, uniform order 4; with
  // delays the past carries the uniform error; stiff: at least the stage order 3.
  check_order("not stiff, no delay", 1, 0, 0.93, 4.8);
  check_order("not stiff, step below the delay", 1, 0.5, 0.93, 3.8);
  check_order("not stiff, step above the delay", 1, 0.5, 3e-4, 3.8);
  check_order("stiff, step below the delay", 1e6, 5e5, 0.93, 2.9);
  check_order("stiff, step above the delay", 1e6, 5e5, 3e-4, 2.9);
  check_order("stiff through the delay, step above it", 1, -1e4, 1e-5, 2.9);
  return check::summary("radar order");
}
