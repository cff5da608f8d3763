#include "integrators/index_weights.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
// Rounding in the constraints, in units of u = eps/2: what Newton's iteration cannot go below.
// About 100 was seen in the squeezing mechanism of Andrews, with constraints of many terms.
constexpr double kNewtonNoise = 200;
constexpr int kPatience = 3;  // failures of a step with these weights, or steps that failed

double at_most_1(double h) { return std::min(1.0, std::abs(h)); }
}  // namespace

// Without mass matrix there are no variables of higher index, whatever the counts say.
IndexWeights::IndexWeights(const Model& model, const Tolerances& tolerances)
    : tolerances_(tolerances), n_(model.size()), n_plain_(n_), n_index2_(0) {
  renew();
  if (!model.mass() && !model.is_implicit()) return;
  n_plain_ = model.index_counts()[0];
  n_index2_ = model.index_counts()[1];
}

void IndexWeights::renew() { rtol_ = n_ > 0 ? tolerances_.rtol.minCoeff() : 0; }

// Where rounding shows in the errors already, there is no point in being patient.
bool IndexWeights::is_lenient(double h, int n_failures) const {
  return n_failures >= (attainable(h, error_noise_) < 1 ? 1 : kPatience);
}

bool IndexWeights::is_lenient_to_newton(double h) const {
  return h <= lenient_up_to_ || is_lenient(h, n_newton_failures_);
}

void IndexWeights::note_acceptance(double h) {
  const double size = at_most_1(h);
  n_lenient_ = has_higher_index() && is_lenient_to_newton(size) ? n_lenient_ + 1 : 0;
  lenient_up_to_ = n_lenient_ >= kPatience ? 2 * size : 0;
  n_error_failures_ = n_newton_failures_ = 0;
}

void IndexWeights::forget_failures() {
  n_error_failures_ = n_newton_failures_ = n_lenient_ = 0;
  lenient_up_to_ = 0;
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
  const bool lenient = is_lenient(size, n_error_failures_ + n_newton_failures_);
  const double s = lenient ? size : attainable(size, error_noise_);
  scale(s, size * s, w);
}

void IndexWeights::for_newton(ConstVectorRef y, double h, double kappa, VectorRef w,
                              Remainder remainder) const {
  tolerances_.weights(y, w);
  if (!has_higher_index()) return;
  const double size = at_most_1(h);
  if (is_lenient_to_newton(size)) return scale(size, size * size, w);
  const double noise = kNewtonNoise / kappa;
  const double share = remainder == Remainder::bounded ? size : std::sqrt(size);
  w.head(n_plain_) *= share / attainable(share, noise);
  const double r = attainable(size, noise);
  scale(r, size * r, w);
}

}  // namespace dts
