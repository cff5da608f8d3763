// The simplest driver: steps until the end, counting attempts.
#pragma once

#include "core/stepper.hpp"
#include "core/tolerances.hpp"

#include <cmath>

namespace check {

struct Run {
  bool reached = false;
  dts::Status status = dts::Status::ok;
  long attempts = 0, accepted = 0;
};

// `on_step` is called after each accepted step.
template <class OnStep>
Run run_to_end(dts::Stepper& stepper, double t, const dts::Vector& y, double t_end,
               OnStep&& on_step, const dts::Vector* yp = nullptr, long max_attempts = 200000) {
  Run run;
  run.status = stepper.start(t, y, yp, t_end);
  while (run.status == dts::Status::ok && run.attempts < max_attempts) {
    ++run.attempts;
    const dts::Attempt attempt = stepper.attempt(t_end);
    if (attempt == dts::Attempt::failed) {
      run.status = stepper.failure().status;
      return run;
    }
    if (attempt == dts::Attempt::rejected) continue;
    ++run.accepted;
    on_step(stepper);
    if (stepper.t() == t_end) {
      run.reached = true;
      return run;
    }
  }
  return run;
}

inline Run run_to_end(dts::Stepper& stepper, double t, const dts::Vector& y, double t_end) {
  return run_to_end(stepper, t, y, t_end, [](dts::Stepper&) {});
}

inline dts::Tolerances uniform_tolerances(dts::Index n, double rtol, double atol) {
  return {dts::Vector::Constant(n, rtol), dts::Vector::Constant(n, atol)};
}

// Significant correct digits, mixed: -log10 max |e_i| / (atol/rtol + |y_i|).
inline double mescd(const dts::Vector& y, const dts::Vector& reference, double atol_over_rtol) {
  return -std::log10(
      ((y - reference).array().abs() / (atol_over_rtol + reference.array().abs())).maxCoeff());
}

}  // namespace check
