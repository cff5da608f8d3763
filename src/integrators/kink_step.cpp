// How the implicit methods step over a kink of f, or a jump.
#include "integrators/implicit_stepper.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
constexpr int kCreepingFailures = 8;  // before a kink is suspected
constexpr int kStagnantFailures = 6;  // before a jump is suspected
constexpr int kMaxTries = 10, kMaxIterations = 20;
constexpr double kKappa = 0.01;  // the last increment, in tolerances
// The methods estimate the error of something less accurate than what they go on with; here the
// estimate is that of the result itself, and must be well below the tolerance.
constexpr double kLargestError = 0.1;
constexpr double kAim = 0.5 * kLargestError;
constexpr double kShortest = 0.1;       // of the step before
constexpr double kLeastDamping = 0.05;  // an increment so short is taken as it is

bool is_due(int n, int limit) { return n > 0 && n % limit == 0; }
}  // namespace

bool ImplicitStepper::suspects_kink(int failures_here) const {
  return is_algebraic() && t_ != t_old_ &&
         (is_due(n_creeping_, kCreepingFailures) ||
          is_due(index_weights_.n_newton_failures(), failures_here));
}

// Errors of index 3 may stagnate for other reasons: in multipliers they grow when h falls.
bool ImplicitStepper::suspects_jump() const {
  return is_algebraic() && index_weights_.index() < 3 && t_ != t_old_ &&
         is_due(obstacle_.n_failures, kStagnantFailures);
}

bool ImplicitStepper::step_over_kink(double t_new, ConstVectorRef slope) {
  kink_.t = t_new;
  for (int i = 0; i < kMaxTries && !is_too_small(kink_.t - t_); ++i) {
    const double h = kink_.t - t_;
    index_weights_.for_newton(t_, y_, h, kKappa, kink_.weights);
    if (!solve_beyond_kink()) return false;
    // Variables of higher index jump where the slope of others does, however small h is.
    index_weights_.usual(y_, h, kink_.weights);
    const double error = kink_error(h, slope);
    if (!std::isfinite(error)) return false;
    if (error <= kLargestError) return true;
    kink_.t = t_ + h * std::max(kShortest, kAim / error);
  }
  return false;
}

void ImplicitStepper::draw_kink_line(DensePolynomial& line) const {
  line.coefficients().setZero();
  line.coefficients().col(0) = kink_.y;
  line.coefficients().col(1) = kink_.y - y_;
  line.nodes()[0] = 0;
  line.set_span(t_, kink_.t, kink_.t, kink_.t - t_);
}

// Over a jump that of the algebraic variables means nothing: what the filter leaves follows from
// the slopes of the others.
void ImplicitStepper::slope_over_kink(VectorRef slope) {
  const double h = kink_.t - t_;
  kink_.movement = kink_.y - y_;
  if (suspects_jump()) {
    filter_by_mass(h);
    kink_.movement.swap(kink_.increment);
  }
  slope = kink_.movement / h;
}

void ImplicitStepper::take_kink_step() {
  h_last_ = kink_.t - t_;
  t_old_ = t_;
  t_ = kink_.t;
  y_ = kink_.y;
  n_creeping_ = 0;
  obstacle_ = {};
  h_accepted_ = std::abs(h_last_);
  index_weights_.forget_failures();
}

// Algebraic variables may change their slope without any error, and a stiff component forgets its
// own: so the distance from the line is filtered.
double ImplicitStepper::kink_error(double h, ConstVectorRef slope) {
  kink_.movement = kink_.y - y_ - h * slope;
  filter_by_mass(h);
  return rms_norm(kink_.increment, kink_.weights);
}

// increment = (M / h - J)^-1 M / h movement
void ImplicitStepper::filter_by_mass(double h) {
  kink_.increment.setZero();
  add_mass_times(1 / h, kink_.movement, kink_.increment);
  solve(kink_.increment.data());
}

// Newton's iteration with J and factors at every iterate, damped by Deuflhard's natural test of
// monotonicity.
bool ImplicitStepper::solve_beyond_kink() {
  const double t = kink_.t, h = t - t_;
  kink_.y = y_;
  if (model_.rhs(t, kink_.y, kink_.f) != Evaluation::ok) return false;
  for (int i = 0; i < kMaxIterations; ++i) {
    if (jacobian_.jacobian(t, kink_.y, kink_.f, kink_.f, h) != Evaluation::ok || !factor(1 / h))
      return false;
    const double size = kink_increment(h);
    kink_.increment.swap(kink_.step);
    if (!std::isfinite(size) || !damped_kink_step(size)) return false;
    if (size <= kKappa) return true;
  }
  return false;
}

bool ImplicitStepper::damped_kink_step(double size) {
  const double h = kink_.t - t_;
  kink_.from = kink_.y;
  for (double damping = 1;; damping /= 2) {
    kink_.y = kink_.from + damping * kink_.step;
    const bool is_legal = model_.rhs(kink_.t, kink_.y, kink_.f) == Evaluation::ok;
    if (is_legal && (size <= kKappa || kink_increment(h) <= (1 - damping / 4) * size)) return true;
    if (damping <= kLeastDamping) return is_legal;
  }
}

// (M / h - J)^-1 (f - M (y - y_n) / h) at the present iterate.
double ImplicitStepper::kink_increment(double h) {
  kink_.movement = kink_.y - y_;
  kink_.increment = kink_.f;
  add_mass_times(-1 / h, kink_.movement, kink_.increment);
  solve(kink_.increment.data());
  return rms_norm(kink_.increment, kink_.weights);
}

}  // namespace dts
