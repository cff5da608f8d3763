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
  options.radau.max_newton = 30;
  options.radau.kappa = 1e-9;
  options.find_points = false;
  StepLimits limits;
  limits.h_initial = limits.h_max = h;
  // Tolerances so large that the step size stays what it is.
  Radar radar(model, check::uniform_tolerances(1, 1e-1, 1e3), limits, options);
  Errors errors{0, 0};
  const auto outcome = check::run_to_end(
      radar, 0, Vector::Zero(1), t_end, [&](Stepper& s) {
        errors.at_end = std::max(errors.at_end, std::abs(s.y()[0] - std::sin(s.t())));
        if (s.t_old() == 0) return;  // the first polynomial is a quadratic
        for (double share : {0.1, 0.35, 0.8}) {
          const double t = s.t_old() + share * (s.t() - s.t_old());
          errors.in_between =
              std::max(errors.in_between, std::abs(s.dense().value(t, Index(0)) - std::sin(t)));
        }
      });
  check::that(outcome.reached, "the run reaches its end");
  check::that(outcome.accepted == steps, "with the steps that were asked for");
  return errors;
}

void check_order(const std::string& what, double lambda, double mu, double tau, int steps,
                 double least_at_end, double least_between) {
  const Errors a = run(lambda, mu, tau, steps), b = run(lambda, mu, tau, 2 * steps);
  const double p = std::log2(a.at_end / b.at_end), q = std::log2(a.in_between / b.in_between);
  std::printf("%-44s errors %.1e %.1e, orders %.2f at the end, %.2f in between\n", what.c_str(),
              a.at_end, b.at_end, p, q);
  check::that(p > least_at_end, what + ": order at the ends of the steps " + std::to_string(p));
  check::that(q > least_between, what + ": order in between " + std::to_string(q));
}

}  // namespace

int main() {
  // Collocation with three stages: order 5 at the ends of the steps for ODE; with delays the past
  // carries the error O(h^4) of the continuous solution; stiff: the stage order 3.
  check_order("not stiff, step below the delay", 1, 0.5, 1.0, 10, 3.7, 3.6);
  check_order("not stiff, step above the delay", 1, 0.5, 0.03, 10, 3.7, 3.6);
  check_order("not stiff, no delay", 1, 0, 1.0, 10, 4.6, 3.6);
  check_order("stiff, step below the delay", 1e6, 5e5, 1.0, 10, 2.8, 2.7);
  check_order("stiff, step above the delay", 1e6, 5e5, 0.03, 10, 2.8, 2.7);
  check_order("stiff through the delay, step above it", 1, -1e4, 1e-5, 10, 2.8, 2.7);
  return check::summary("radar order");
}
