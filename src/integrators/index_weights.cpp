#include "integrators/index_weights.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
// What drifts along the constraints adds up from step to step.
constexpr double kShareOfDrift = 0.1;

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
      can_watch_drift_(index() == 3 && !model.is_implicit()),
      gauge_(model.mass() || model.is_implicit() ? n_ : 0),
      weights_(can_watch_drift_ ? n_ : 0),
      noise_(weights_.size()) {
  renew();
}

void IndexWeights::renew() { rtol_ = n_ > 0 ? tolerances_.rtol.minCoeff() : 0; }

// Where rounding shows in the errors already, there is no point in being patient.
bool IndexWeights::is_lenient(const Place& at, ConstVectorRef w, int n_failures) const {
  return n_failures >= kPatience || (n_failures > 0 && shows_rounding(at, w));
}

// A step that fails a second time is short enough, as far as its truncation error goes.
void IndexWeights::note_drift_failure() {
  constexpr double kMoreNoise = 10;
  if (++n_drift_failures_ == kDriftPatience) drift_roundings_ *= kMoreNoise;
}

void IndexWeights::note_acceptance(double h) {
  n_lenient_ = is_lenient_to_newton_ ? n_lenient_ + 1 : 0;
  lenient_up_to_ = n_lenient_ >= kPatience ? 2 * at_most_1(h) : 0;
  n_error_failures_ = n_newton_failures_ = n_drift_failures_ = 0;
  n_carried_ = drift_noise_.carried;
}

void IndexWeights::forget_failures() {
  n_error_failures_ = n_newton_failures_ = n_drift_failures_ = n_lenient_ = 0;
  lenient_up_to_ = 0;
}

void IndexWeights::forget() {
  forget_failures();
  gauge_.forget();
  drift_roundings_ = drift_noise_.along;
  n_carried_ = drift_noise_.carried;
  newton_noise_used_ = kInfinity;
  has_carried_ = false;
}

double IndexWeights::attainable(double h, double noise) const {
  return std::min(1.0, h * rtol_ / (noise * kUnitRoundoff));
}

// Where rounding makes up the errors, and only the drift tells what h is needed, they must not take
// part: h would follow them down, and they grow as it falls.
double IndexWeights::noise_of_errors() const {
  return watches_drift() ? drift_noise_.across : error_noise_;
}

// What is found as a quotient of differences also has the relative error of h, a difference of
// times.
double IndexWeights::error_floor(Index i, const Place& at) const {
  return noise_of_errors() * (gauge_[i] + kUnitRoundoff * std::abs(at.y[i] * at.t) / at.h);
}

bool IndexWeights::shows_rounding(const Place& at, ConstVectorRef w) const {
  const bool may_show = attainable(at.h, noise_of_errors()) < 1;
  if (!may_show || !gauge_.is_known()) return may_show;
  for (Index i = n_plain_; i < n_; ++i)
    if (error_floor(i, at) > goal(i, w[i], at.h)) return true;
  return false;
}

void IndexWeights::raise_to_rounding(ConstVectorRef bound, VectorRef w) const {
  if (has_higher_index() || !gauge_.is_known()) return;
  for (Index i = 0; i < n_; ++i)
    w[i] = std::max(w[i], std::min(kNoiseOfIndex1 * gauge_[i], bound[i]));
}

// What rounding leaves of the weights of variables first, ..., first + count - 1.
double IndexWeights::attainable_by_newton(Index first, Index count, double noise,
                                          ConstVectorRef w) const {
  double share = 1;
  for (Index i = first; i < first + count; ++i)
    if (noise * gauge_[i] * share > w[i]) share = w[i] / (noise * gauge_[i]);
  return share;
}

// Where rounding cannot show even if it is as coarse as it is taken to be without measuring, it
// need not be known.
bool IndexWeights::needs_gauge(double h) const {
  if (!has_higher_index()) return rtol_ < kFineTolerance;
  const double noise =
      std::max(can_watch_drift_ ? drift_noise_.across : error_noise_, newton_noise_used_);
  return attainable(at_most_1(h), noise) < 1;
}

void IndexWeights::scale(double factor2, double factor3, VectorRef w) const {
  w.segment(n_plain_, n_index2_) /= factor2;
  w.tail(n_ - n_plain_ - n_index2_) /= factor3;
}

void IndexWeights::usual(ConstVectorRef y, double h, VectorRef w) const {
  tolerances_.weights(y, w);
  const double size = at_most_1(h);
  scale(size, size * size, w);
}

void IndexWeights::for_errors(double t, ConstVectorRef y, double h, VectorRef w) const {
  tolerances_.weights(y, w);
  if (!has_higher_index()) return;
  const Place at{t, y, at_most_1(h)};
  // Where Newton's iteration leaves much, the errors are no less.
  const bool newton_is_lenient = gauge_.is_known() && remembers_leniency(at.h);
  if (newton_is_lenient || is_lenient(at, w, n_error_failures_ + n_newton_failures_))
    return scale(at.h, at.h * at.h, w);
  const double s = attainable(at.h, noise_of_errors());
  if (!gauge_.is_known()) return scale(s, at.h * s, w);
  for (Index i = n_plain_; i < n_; ++i) {
    const double wanted = goal(i, w[i], at.h);
    w[i] = std::clamp(error_floor(i, at), wanted, wanted / s);
  }
}

void IndexWeights::for_drift(ConstVectorRef y, VectorRef w) const {
  tolerances_.weights(y, w);
  const double roundings = std::max(drift_roundings_, n_carried_);
  for (Index i = 0; i < n_plain_ + n_index2_; ++i)
    w[i] = std::max(kShareOfDrift * w[i], roundings * gauge_[i]);
}

bool IndexWeights::carries_rounding(ConstVectorRef y) {
  if (drift_noise_.carried == 0 || !watches_drift()) return false;
  if (has_carried_) return true;
  const Index n = n_plain_ + n_index2_;
  tolerances_.weights(y, weights_);
  for (Index i = 0; i < n; ++i) noise_[i] = drift_noise_.carried * gauge_[i];
  has_carried_ = rms_norm(noise_.head(n), weights_.head(n)) > kShareOfDrift;
  return has_carried_;
}

void IndexWeights::for_newton(double t, ConstVectorRef y, double h, double kappa, VectorRef w,
                              Remainder remainder) {
  tolerances_.weights(y, w);
  if (!has_higher_index()) return;
  const Place at{t, y, at_most_1(h)};
  is_lenient_to_newton_ = remembers_leniency(at.h) || is_lenient(at, w, n_newton_failures_);
  if (is_lenient_to_newton_) return scale(at.h, at.h * at.h, w);
  const double noise = newton_noise_used_ = newton_noise_ / kappa;
  const double share = remainder == Remainder::bounded ? at.h : std::sqrt(at.h);
  w.head(n_plain_) *= share / attainable(share, noise);
  scale(1, at.h, w);
  double r2 = attainable(at.h, noise), r3 = r2;
  if (gauge_.is_known()) {
    const Index first3 = n_plain_ + n_index2_;
    r2 = std::max(r2, attainable_by_newton(n_plain_, n_index2_, noise, w));
    r3 = std::max(r3, attainable_by_newton(first3, n_ - first3, noise, w));
  }
  scale(r2, r3, w);
}

}  // namespace dts
