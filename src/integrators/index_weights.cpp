#include "integrators/index_weights.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
// Rounding in the constraints, in units of u = eps/2: what Newton's iteration cannot go below.  About 100
// was seen in the squeezing mechanism of Andrews, whose constraints are sums of many terms.
constexpr double kNewtonNoise = 200;
// Error estimates are differences of what Newton's iteration leaves, over several steps or nodes.
constexpr double kErrorNoise = 1e4;

double at_most_1(double h) { return std::min(1.0, std::abs(h)); }
}  // namespace

// Without mass matrix there are no variables of higher index, whatever the counts say.
IndexWeights::IndexWeights(const Model& model, const Tolerances& tolerances)
    : tolerances_(tolerances), n_(model.size()), n_plain_(n_), n_index2_(0) {
  rtol_ = n_ > 0 ? tolerances.rtol.minCoeff() : 0;
  if (!model.mass() && !model.is_implicit()) return;
  n_plain_ = model.index_counts()[0];
  n_index2_ = model.index_counts()[1];
}

double IndexWeights::attainable(double h, double noise) const {
  return std::min(1.0, h * rtol_ / (noise * kUnitRoundoff));
}

void IndexWeights::scale(double factor2, double factor3, VectorRef w) const {
  w.segment(n_plain_, n_index2_) /= factor2;
  w.tail(n_ - n_plain_ - n_index2_) /= factor3;
}

void IndexWeights::for_errors(ConstVectorRef y, double h, VectorRef w) const {
  tolerances_.weights(y, w);
  if (!has_higher_index()) return;
  const double size = at_most_1(h);
  double s = attainable(size, kErrorNoise);
  if (n_failures_ > 1) s *= std::min(1.0, std::abs(h / h_failed_));
  scale(s, size * s, w);
}

void IndexWeights::for_newton(ConstVectorRef y, double h, double kappa, VectorRef w) const {
  tolerances_.weights(y, w);
  if (!has_higher_index()) return;
  const double size = at_most_1(h), r = attainable(size, kNewtonNoise / kappa);
  w.head(n_plain_) *= size / r;
  scale(r, size * r, w);
}

void IndexWeights::note_error_failure(double h) {
  if (++n_failures_ == 2) h_failed_ = h;
}

}  // namespace dts
