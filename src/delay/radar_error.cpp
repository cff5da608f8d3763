// The error estimates of a Radar step: at its end, and of the continuous solution.
// Guglielmi, Hairer, users' guide of RADAR5, version 2.1 (2005), section 4.
#include "delay/radar.hpp"
#include "integrators/radau_tableau.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dts {

namespace {

using Tableau = RadauTableau;

constexpr double kSqrt6 = Tableau::kSqrt6;
constexpr double kSmallestError = 1e-10;
constexpr double kSmoothShare = 0.5;  // of the error that a filter for stiff parts lets pass

// What the quadratic through the stages, and the line through the first and the last, are off at
// the start of the step.
constexpr std::array<double, 3> kQuadratic{(2 + 3 * kSqrt6) / 6, (2 - 3 * kSqrt6) / 6, 1.0 / 3};
constexpr std::array<double, 3> kLine{10 / (6 + kSqrt6), 0, (-4 + kSqrt6) / (6 + kSqrt6)};

// O(h^3), but smaller where the ratio of the two says that h is too large for their orders.
double damped(double eta, double eta_line) {
  const double line = std::min(eta_line, 100 * eta);
  return eta * eta / std::sqrt(eta * eta + 1e-4 * line * line);
}

}  // namespace

double Radar::norm(ConstVectorRef v) const {
  return std::max(kSmallestError, rms_norm(v, weights_));
}

double Radar::estimate_error() {
  const double sigma = discrete_error();
  if (is_first_) return first_step_error(sigma);
  return options_.control == ErrorControl::discrete ? sigma : continuous_error(sigma);
}

// r = f(t_n, y_n) + 1/h M sum e_i z_i;  sigma = min(|E^-1 r|, |gamma h r|), E = gamma/h M - J.  The
// second term lets inconsistent algebraic values pass.  Where E^-1 r is large because the first
// guess of h was bad, f at y_n + E^-1 r gives a better one (Hairer, Wanner, IV.8, (8.20)).
double Radar::discrete_error() {
  error_ = f_;
  stages_.add_error_combination(h_, error_);
  work_ = Tableau::gamma * h_ * error_;
  const double plain = norm(work_);
  matrix_->solve(error_);
  double sigma = std::min(norm(error_), plain);
  if (!std::isfinite(error_.sum())) return kInfinity;
  if (sigma >= 1 && !was_full_ && (is_first_ || was_rejected_)) {
    stage_ = y_ + error_;
    if (model_.rhs(t_, stage_, work_) == Evaluation::ok) {
      stages_.add_error_combination(h_, work_);
      matrix_->solve(work_);
      sigma = std::min(sigma, norm(work_));
    }
  }
  return sigma;
}

void Radar::combine_stages(const std::array<double, 3>& c, Vector& v) const {
  v = c[0] * stages_.z().col(0) + c[1] * stages_.z().col(1) + c[2] * stages_.z().col(2);
}

// gamma/h E^-1 M v: tends to v for h -> 0 and leaves out what is stiff or algebraic.
void Radar::filter(const Vector& v, Vector& filtered) {
  filtered.setZero();
  add_mass_times(Tableau::gamma / h_, v, filtered);
  matrix_->solve(filtered);
}

// Right of a restart point the solution may have a layer, and algebraic variables a jump, which no
// polynomial of the step follows: there the quadratic through the stages is the better one, and
// what it is off at the start of the step counts only as far as it is neither stiff nor algebraic.
// If all of it counts, or next to nothing is off, the cubic through y_n holds as usual.
double Radar::first_step_error(double sigma) {
  combine_stages(kQuadratic, stage_);
  filter(stage_, work_);
  filter(work_, f_new_);  // once more: a layer leaves traces of order 1/h in the first
  if (algebraic_is_placed_)
    for (Index j = 0; j < stage_.size(); ++j)
      if (is_algebraic(j)) f_new_[j] = stage_[j];
  const double eta = norm(stage_), smooth = norm(f_new_);
  const bool may_be_smooth = !is_singular() || algebraic_is_placed_;
  const bool is_smooth = eta <= 1 || (may_be_smooth && smooth >= kSmoothShare * eta);
  is_smooth_start_ = is_smooth && !lookup_.is_inside();
  if (options_.control != ErrorControl::mixed) return sigma;
  return 0.5 * (sigma + std::pow(smooth, 4.0 / 3));
}

double Radar::continuous_error(double sigma) {
  combine_stages(kQuadratic, stage_);
  const double eta = norm(stage_);
  if (options_.control == ErrorControl::mixed) return 0.5 * (sigma + std::pow(eta, 4.0 / 3));

  const double a = options_.error_weight;
  double result = 0;
  combine_stages(kLine, work_);
  if (a < 1) result += (1 - a) * damped(eta, norm(work_));
  if (a > 0) {
    filter(stage_, f_new_);
    const double eta_filtered = norm(f_new_);
    filter(work_, f_new_);
    result += a * damped(eta_filtered, norm(f_new_));
  }
  return options_.control == ErrorControl::dense ? h_ * result : 0.5 * (sigma + h_ * result);
}

}  // namespace dts
