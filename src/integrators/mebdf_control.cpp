#include "integrators/mebdf_control.hpp"

#include "integrators/mebdf_tableau.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
constexpr double kSafety = 1.5;       // on the step of the same order
constexpr double kSafetyHasty = 1.8;  // after a failed embedded test
constexpr double kExtraLower = 0.1;   // changing the order must promise a little more
constexpr double kExtraHigher = 0.2;
constexpr double kFloorSame = 1.6e-6, kFloorLower = 1.7e-6, kFloorHigher = 1.8e-6;
constexpr double kNoCandidate = 1e20;
constexpr double kAllowance = 1e-10;  // relative rounding in the distance to a limit
constexpr int kCloseFailures = 4;

double error_scale(int k) { return kMebdfFormulas[k].error_scale; }

// The factor by which a step of order k should be divided when its difference has this norm.
double divisor(double safety, double norm, int k, double floor) {
  return safety * std::pow(norm / error_scale(k), 1.0 / (k + 1)) + floor;
}

double divisor_lower(double safety, double gain, int k, const DifferenceNorms& norms) {
  const double p = divisor(safety, gain * norms.lower, k - 1, kFloorLower);
  return k > 2 ? std::max(p, divisor(safety, gain * norms.below_lower, k - 2, kFloorLower)) : p;
}

// Differences that grow with their order: the present order is too high.
bool differences_grow(int k, int max_order, const DifferenceNorms& norms) {
  if (k == 1 || k == max_order) return false;
  const double least = k == 2 ? norms.lower : std::min(norms.lower, norms.below_lower);
  return norms.higher > norms.same && norms.same > least;
}
}  // namespace

double mebdf_stage_bound(int k) { return mebdf_corrector_bound(k) / k; }

double mebdf_corrector_bound(int k) {
  const double ratio = error_scale(k) / k;
  return ratio * ratio / 8;
}

OrderChoice choose_order(int k, int max_order, const DifferenceNorms& norms, bool was_hasty) {
  const double safety = was_hasty ? kSafetyHasty : kSafety;
  const double same = divisor(safety, norms.same, k, kFloorSame);
  const double higher = k < max_order
                            ? divisor(safety + kExtraHigher, norms.higher, k + 1, kFloorHigher)
                            : kNoCandidate;
  const double lower = k > 1 ? divisor_lower(safety + kExtraLower, 1.0, k, norms) : kNoCandidate;
  // Not if that would cost much of the step: then what grows is noise, in differences that are all
  // well within the tolerance.
  const bool must_lower = differences_grow(k, max_order, norms) && lower <= std::max(same, 1.0);
  if (must_lower || (lower < same && lower <= higher)) return {k - 1, 1 / lower, higher};
  if (same <= higher) return {k, 1 / same, higher};
  return {k + 1, 1 / higher, higher};
}

// A mode exp(i w t) has differences |nabla^(j+1) y| / |nabla^j y| = 2 sin(h w / 2).
bool differences_swing(int k, const DifferenceNorms& norms) {
  constexpr double kHardlyFalling = 0.7, kNotSmall = 0.05;
  return k > kMebdfStableOrder && norms.same > kHardlyFalling * norms.lower &&
         norms.lower > kHardlyFalling * norms.below_lower &&
         norms.same > kNotSmall * error_scale(k);
}

OrderChoice reduce_order(int k, int n_failures, const DifferenceNorms& norms) {
  const double gain = std::sqrt(5.0);
  const double same = divisor(kSafety, gain * norms.same, k, kFloorSame);
  const double lower = k > 1 ? divisor_lower(kSafety, gain, k, norms) : kNoCandidate;
  if (lower < same) return {k - 1, 1 / (n_failures * lower), kNoCandidate};
  return {k, 1 / (n_failures * same), kNoCandidate};
}

double FormerStep::apply(double ratio, double h) {
  if (h != current_) {
    previous_ = current_;
    current_ = h;
  }
  const bool was_increased = current_ > previous_;
  return ratio <= 1 && was_increased && ratio * h > previous_ ? previous_ / h : ratio;
}

LimitedStep fit_to_limit(double h, double d) {
  const double ratio = h / d;
  if (ratio >= 1 - kAllowance) return {d, true};
  if (2 * ratio >= 1 - kAllowance) return {d / 2, false};
  return {h, false};
}

bool FailureCircle::closes_at_failure() {
  n_close_ = n_accepted_ <= 1 ? n_close_ + 1 : 0;
  n_accepted_ = 0;
  if (n_close_ < kCloseFailures) return false;
  clear();
  return true;
}

}  // namespace dts
