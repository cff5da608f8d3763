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

// Without mass matrix there are no variables of higher index, whatever the counts say.
std::array<Index, 3> counts_by_index(const Model& model) {
  if (model.mass() || model.is_implicit()) return model.index_counts();
  return {model.size(), 0, 0};
}
}  // namespace

IndexWeights::IndexWeights(const Model& model, const Tolerances& tolerances)
    : tolerances_(tolerances),
      n_(model.size()),
      n_plain_(counts_by_index(model)[0]),
      n_index2_(counts_by_index(model)[1]),
      gauge_(uses_gauge() ? n_ : 0) {
  renew();
}

void IndexWeights::renew() { rtol_ = n_ > 0 ? tolerances_.rtol.minCoeff() : 0; }

// Where rounding shows in the errors already, there is no point in being patient.
bool IndexWeights::is_lenient(double t, ConstVectorRef y, double h, int n_failures) const {
  return n_failures >= kPatience || (n_failures > 0 && shows_rounding(t, y, h));
}

void IndexWeights::note_acceptance(double h) {
  n_lenient_ = is_lenient_to_newton_ ? n_lenient_ + 1 : 0;
  lenient_up_to_ = n_lenient_ >= kPatience ? 2 * at_most_1(h) : 0;
  n_error_failures_ = n_newton_failures_ = 0;
}

void IndexWeights::forget_failures() {
  n_error_failures_ = n_newton_failures_ = n_lenient_ = 0;
  lenient_up_to_ = 0;
}

void IndexWeights::forget() {
  forget_failures();
  gauge_.forget();
}

double IndexWeights::attainable(double h, double noise) const {
  return std::min(1.0, h * rtol_ / (noise * kUnitRoundoff));
}

// What is found as a quotient of differences also has the relative error of h, a difference of
// times.
double IndexWeights::rounding_of(Index i, double t, ConstVectorRef y, double h) const {
  return gauge_[i] + kUnitRoundoff * std::abs(y[i] * t) / h;
}

bool IndexWeights::shows_rounding(double t, ConstVectorRef y, double h) const {
  const bool may_show = attainable(h, error_noise_) < 1;
  if (!may_show || !gauge_.is_known()) return may_show;
  for (Index i = n_plain_; i < n_; ++i) {
    const double w = tolerances_.atol[i] + tolerances_.rtol[i] * std::abs(y[i]);
    if (error_noise_ * rounding_of(i, t, y, h) > w) return true;
  }
  return false;
}

void IndexWeights::scale(double factor2, double factor3, VectorRef w) const {
  w.segment(n_plain_, n_index2_) /= factor2;
  w.tail(n_ - n_plain_ - n_index2_) /= factor3;
}

void IndexWeights::raise_to_rounding(double t, ConstVectorRef y, double h, double noise,
                                     VectorRef w) const {
  const double s = attainable(h, noise);
  if (!gauge_.is_known()) return scale(s, h * s, w);
  for (Index i = n_plain_; i < n_; ++i)
    w[i] = std::clamp(noise * rounding_of(i, t, y, h), w[i], w[i] / s);
}

void IndexWeights::usual(ConstVectorRef y, double h, VectorRef w) const {
  tolerances_.weights(y, w);
  const double size = at_most_1(h);
  scale(size, size * size, w);
}

// Where Newton's iteration leaves much, the errors are no less; with coarse floors they are well
// below them all the same.
void IndexWeights::for_errors(double t, ConstVectorRef y, double h, VectorRef w) const {
  tolerances_.weights(y, w);
  if (!has_higher_index()) return;
  const double size = at_most_1(h);
  if ((gauge_.is_known() && remembers_leniency(size)) ||
      is_lenient(t, y, size, n_error_failures_ + n_newton_failures_))
    return scale(size, size * size, w);
  raise_to_rounding(t, y, size, error_noise_, w);
}

void IndexWeights::for_newton(double t, ConstVectorRef y, double h, double kappa, VectorRef w,
                              Remainder remainder) {
  tolerances_.weights(y, w);
  if (!has_higher_index()) return;
  const double size = at_most_1(h);
  is_lenient_to_newton_ = remembers_leniency(size) || is_lenient(t, y, size, n_newton_failures_);
  if (is_lenient_to_newton_) return scale(size, size * size, w);
  const double noise = kNewtonNoise / kappa;
  const double share = remainder == Remainder::bounded ? size : std::sqrt(size);
  w.head(n_plain_) *= share / attainable(share, noise);
  raise_to_rounding(t, y, size, noise, w);
}

}  // namespace dts
