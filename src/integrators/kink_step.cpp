// How the implicit methods step over a kink of f.
#include "integrators/implicit_stepper.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
constexpr int kFailures = 3;  // of Newton's iteration from one t, before a kink is suspected
constexpr int kMaxTries = 10, kMaxIterations = 20;
constexpr double kKappa = 0.01;  // last increment, in tolerances
constexpr double kShortest = 0.1;
constexpr double kAim = 0.5;             // of the error
constexpr double kLeastDamping = 0.05;  // then an increment is taken as it is
}  // namespace

bool ImplicitStepper::suspects_kink() const {
  const int n = index_weights_.n_newton_failures();
  return t_ != t_old_ && n > 0 && n % kFailures == 0;
}

bool ImplicitStepper::step_over_kink(double t_new, ConstVectorRef slope) {
  kink_.allocate(y_.size());
  kink_.t = t_new;
  for (int i = 0; i < kMaxTries && !is_too_small(kink_.t - t_); ++i) {
    const double h = kink_.t - t_;
    index_weights_.for_newton(y_, h, kKappa, kink_.weights);
    if (!solve_beyond_kink()) return false;
    index_weights_.for_errors(y_, h, kink_.weights);
    kink_.movement = kink_.y - y_ - h * slope;
    kink_.increment.setZero();
    add_mass_times(1 / h, kink_.movement, kink_.increment);
    solve(kink_.increment);
    const double error = rms_norm(kink_.increment, kink_.weights);
    if (!std::isfinite(error)) return false;
    if (error <= 1) return true;
    kink_.t = t_ + h * std::max(kShortest, kAim / error);
  }
  return false;
}

// Newton's iteration with J and factors at every iterate.
bool ImplicitStepper::solve_beyond_kink() {
  const double t = kink_.t, h = t - t_;
  kink_.y = y_;
  if (model_.rhs(t, kink_.y, kink_.f) != Evaluation::ok) return false;
  for (int i = 0; i < kMaxIterations; ++i) {
    if (jacobian_.jacobian(t, kink_.y, kink_.f, kink_.f, h) != Evaluation::ok || !factor(1 / h))
      return false;
    kink_increment(h);
    kink_.increment.swap(kink_.step);
    const double size = rms_norm(kink_.step, kink_.weights);
    if (!std::isfinite(size)) return false;
    double damping = 1;
    kink_.from = kink_.y;
    for (;; damping /= 2) {
      kink_.y = kink_.from + damping * kink_.step;
      const bool is_legal = model_.rhs(t, kink_.y, kink_.f) == Evaluation::ok;
      const bool is_least = damping <= kLeastDamping;
      if (!is_legal && is_least) return false;
      if (!is_legal) continue;
      if (is_least || size <= kKappa) break;
      kink_increment(h);
      if (rms_norm(kink_.increment, kink_.weights) <= (1 - damping / 4) * size) break;
    }
    if (size <= kKappa) return true;
  }
  return false;
}

// (M / h - J)^-1 (f - M (y - y_n) / h) at the present iterate.
void ImplicitStepper::kink_increment(double h) {
  kink_.movement = kink_.y - y_;
  kink_.increment = kink_.f;
  add_mass_times(-1 / h, kink_.movement, kink_.increment);
  solve(kink_.increment);
}

}  // namespace dts
