#include "consistent/damped_newton.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

constexpr double kSmallestRcond = 1e-14;
constexpr double kSmallestDamping = 1.0 / 1024;
// A correction below this multiple of the noise of the scaled system is rounding.
constexpr double kNoise = 100 * kEpsilon;

double largest(const Vector& v) { return v.size() == 0 ? 0.0 : v.lpNorm<Eigen::Infinity>(); }

class Iteration {
 public:
  Iteration(const NonlinearSystem& system, const Vector& weights, Vector& x)
      : system_(system), weights_(weights), x_(x), r_(x.size()), j_(x.size(), x.size()) {}

  bool evaluate() { return system_.residual(x_, r_) == Evaluation::ok; }

  bool factor() { return system_.jacobian(x_, r_, j_) == Evaluation::ok && j_.allFinite(); }
  bool is_regular() { return lu_.factor(j_, weights_); }
  double rcond() const { return lu_.rcond(); }

  // The scaled Newton correction; returns its size.
  double correction() {
    lu_.solve(r_, delta_);
    return largest(delta_);
  }

  // Full step first, halved until the next, simplified correction is smaller (natural test).
  bool line_search(double size) {
    for (double lambda = 1; lambda >= kSmallestDamping; lambda /= 2) {
      trial_ = x_ - lambda * weights_.cwiseProduct(delta_);
      if (system_.residual(trial_, trial_r_) != Evaluation::ok || !trial_r_.allFinite()) continue;
      lu_.solve(trial_r_, next_);
      if (largest(next_) <= (1 - lambda / 2) * size) {
        x_ = trial_;
        r_ = trial_r_;
        return true;
      }
    }
    return false;
  }

 private:
  const NonlinearSystem& system_;
  const Vector& weights_;
  Vector& x_;
  Vector r_, delta_, next_, trial_, trial_r_ = Vector(r_.size());
  Matrix j_;
  ScaledLu lu_;
};

}  // namespace

bool ScaledLu::factor(const Matrix& a, const Vector& column_weights) {
  Matrix scaled = a * column_weights.asDiagonal();
  row_scale_ = scaled.cwiseAbs().rowwise().maxCoeff();
  rcond_ = 0;
  if (!row_scale_.allFinite() || (row_scale_.array() <= 0).any()) return false;
  row_scale_ = row_scale_.cwiseInverse();
  scaled = row_scale_.asDiagonal() * scaled;
  lu_.factor(scaled);
  rcond_ = lu_.rcond();
  return std::isfinite(rcond_) && rcond_ >= kSmallestRcond;
}

void ScaledLu::solve(const Vector& b, Vector& x_scaled) const {
  x_scaled = lu_.solve(Vector(row_scale_.cwiseProduct(b)));
}

NewtonResult damped_newton(const NonlinearSystem& system, const Vector& weights, double tolerance,
                           int max_iterations, Vector& x) {
  NewtonResult result;
  const auto ended = [&](NewtonResult::Ending ending) {
    result.ending = ending;
    return result;
  };
  using Ending = NewtonResult::Ending;
  if (x.size() == 0) return result;
  Iteration iteration(system, weights, x);
  if (!iteration.evaluate()) return ended(Ending::not_finite);
  double last = kInfinity;
  while (result.iterations < max_iterations) {
    if (!iteration.factor()) return ended(Ending::not_finite);
    const bool regular = iteration.is_regular();
    result.rcond = iteration.rcond();
    if (!regular) return ended(Ending::singular);
    const double size = iteration.correction();
    if (!std::isfinite(size)) return ended(Ending::not_finite);
    const bool small = size <= std::max(tolerance, kNoise / result.rcond);
    if (size == 0 || (small && size >= last / 2)) return result;  // only rounding is left
    ++result.iterations;
    if (!iteration.line_search(size)) return ended(small ? Ending::converged : Ending::stalled);
    last = size;
  }
  return ended(last <= tolerance ? Ending::converged : Ending::stalled);
}

}  // namespace dts
