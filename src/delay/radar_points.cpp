// Breaking points of a Radar step: whether one may lie inside it, and where exactly.
// Guglielmi, Hairer (2008), Algorithms 1 and 2.
#include "delay/radar.hpp"
#include "integrators/radau_tableau.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

constexpr double kSearchShare = 0.99;  // of the lost step
constexpr double kSamePoint = 1e-13;   // an argument on a point: that point was just left
constexpr int kMaxRefinements = 10;
constexpr double kRefined = 1e-10;  // of the share of the step
constexpr double kCrossed = 0.01;   // of its way: an argument that is so far beyond a point
constexpr double kSecantDone = 1000 * kUnitRoundoff;

}  // namespace

bool Radar::may_search() const {
  return options_.find_points && !is_first_ && !trial_ && !has_withdrawn_;
}

double Radar::argument_on(const DensePolynomial& u, int lag, double t) {
  u.value(t, stage_);
  const bool ok = delays_.arguments(t, stage_, arguments_) == Evaluation::ok;
  return ok && lag < arguments_.size() ? arguments_[lag] : std::numeric_limits<double>::quiet_NaN();
}

// Does an argument pass a point inside the step just lost, along the continued last step?  On its
// way every argument meets the point next to it first; of all delays the earliest meeting counts.
bool Radar::search(bool smooth_ones_too) {
  lookup_.forget_present();
  lookup_.set_ending(LagLookup::Ending::open);
  const double span = kSearchShare * h_, t_far = t_ + span;
  argument_on(dense_, 0, t_far);
  const Vector far = arguments_;
  const double moved = kUnitRoundoff * std::max(std::abs(t_), std::abs(t_far));
  double first = 1;
  for (Index k = 0; k < std::min(far.size(), arguments_at_t_.size()); ++k) {
    const double a0 = arguments_at_t_[k], a1 = far[k];
    if (!(std::abs(a1 - a0) > moved)) continue;
    const int step = a1 > a0 ? 1 : -1;
    for (int i = a1 > a0 ? points_.count_until(a0) : points_.count_until(a0) - 1;
         i >= 0 && i < points_.count(); i += step) {
      const double zeta = points_[i].t, d0 = a0 - zeta, d1 = a1 - zeta;
      const bool is_left = std::abs(d0) <= kSamePoint * (1 + std::abs(zeta));
      if (is_left || (!smooth_ones_too && points_[i].order >= kSmoothOrder)) continue;
      if (!(d0 * d1 < 0)) break;
      const double share = crossing(static_cast<int>(k), zeta, d0, d1, span);
      if (share > 0 && share < first && share * span > 100 * kUnitRoundoff * std::abs(t_) &&
          !is_too_small(share * span)) {
        first = share;
        trial_ = Trial{static_cast<int>(k), i};
      }
      break;
    }
  }
  if (trial_) h_ = first * span;
  return trial_.has_value();
}

// Regula falsi (Illinois) for alpha_lag = zeta along the continued last step.
double Radar::crossing(int lag, double zeta, double d0, double d1, double span) {
  double a = 0, b = 1, share = -1;
  for (int i = 0; i < kMaxRefinements; ++i) {
    const double next = (a * d1 - b * d0) / (d1 - d0);
    const bool done = std::abs(next - share) <= kRefined;
    share = next;
    if (done) break;
    const double d = argument_on(dense_, lag, t_ + share * span) - zeta;
    if (std::isnan(d)) return -1;
    if (d == 0) break;
    if (d * d1 < 0) {
      a = b;
      d0 = d1;
    } else {
      d0 /= 2;
    }
    b = share;
    d1 = d;
  }
  return share;
}

int Radar::delays_in_use(const Vector& arguments) {
  return static_cast<int>((arguments.array() == arguments.array()).count());  // not NaN
}

// Models that ask for the past only after some time (`if (t < tau) ... else lagvalue(t - tau)`)
// have another right side from then on.  If that happens inside the step it must end there.
bool Radar::end_at_switch() {
  if (trial_ || !options_.find_points) return false;
  if (delays_in_use(stage_arguments_[2]) == delays_in_use(arguments_at_t_)) return false;
  const double t = find_switch();
  if (is_too_small(t - t_) || !(t < end_time())) return false;
  fixed_.insert(fixed_.begin() + static_cast<std::ptrdiff_t>(next_fixed_),
                {t, is_singular() ? -1 : 0});
  retry(1, Status::step_too_small);
  h_next_ = t - t_;
  chooses_step_ = true;
  return true;
}

// The first time at which the model asks as often as at the end of the step, to the last bit.
double Radar::find_switch() {
  const int before = delays_in_use(arguments_at_t_);
  const auto is_after = [&](double t) {
    present_.value(t, stage_);
    const Evaluation outcome = delays_.arguments(t, stage_, arguments_);
    return outcome == Evaluation::ok && delays_in_use(arguments_) != before;
  };
  double low = t_, high = end_time();
  // Most often the delay comes into use when its argument leaves the initial function.
  const Vector& last = stage_arguments_[2];
  for (Index k = 0; k < last.size(); ++k) {
    const double guess = high - (last[k] - history_.t0());
    if (!(low < guess && guess < high) ||
        (k < arguments_at_t_.size() && !std::isnan(arguments_at_t_[k])))
      continue;
    const double ulp = kEpsilon * std::max(std::abs(guess), std::abs(last[k]));
    if (is_after(guess + ulp)) high = std::min(high, guess + ulp);
    if (!is_after(guess - ulp)) low = std::max(low, guess - ulp);
    break;
  }
  for (int i = 0; i < 100; ++i) {
    const double middle = low + (high - low) / 2;
    if (!(low < middle && middle < high)) break;
    (is_after(middle) ? high : low) = middle;
  }
  return high;
}

// With the stages frozen, alpha(t + s h, u(t + s h)) = zeta by secants from s = 0.9 and 1.
Radar::Correction Radar::correct_trial() {
  const double zeta = points_[trial_->point].t;
  const auto distance = [&](double s) {
    return argument_on(present_, trial_->lag, t_ + s * h_) - zeta;
  };
  double s0 = 0.9, s1 = 1, d0 = distance(s0), d1 = distance(s1);
  for (int i = 0; i < kMaxRefinements; ++i) {
    const double change = d1 == d0 ? 0 : -d1 * (s1 - s0) / (d1 - d0);
    s0 = s1;
    d0 = d1;
    s1 += change;
    if (!(s1 > 0.5 && s1 < 1.5)) return Correction::lost;
    if (std::abs(change) <= kSecantDone) break;
    d1 = distance(s1);
    if (std::isnan(d1)) return Correction::lost;
    if (std::abs(d1 - d0) <= kSecantDone) break;
  }
  const double h_new = h_ * std::min(s0, s1);
  const double tolerance = std::max(10 * kUnitRoundoff, 0.01 * tolerances_.rtol.minCoeff());
  if (std::abs(h_new - h_) <= h_ * tolerance) return Correction::found;
  if (++trial_->sweeps > options_.radau.max_newton) return Correction::lost;
  if (t_ + h_new >= target_ || is_too_small(h_new)) return Correction::lost;
  h_ = h_next_ = h_new;
  chooses_step_ = false;
  return Correction::moved;
}

void Radar::withdraw_trial() {
  trial_.reset();
  has_withdrawn_ = true;
}

// The side of a breaking point on which an argument is read is held near that point.  If the
// argument goes over to the other side within the step all the same, the share of the step at which
// it does.
std::optional<double> Radar::crossing_of_held_side() const {
  if (trial_) return std::nullopt;
  const auto& alpha = stage_arguments_;
  double first = 2;
  const auto look = [&](int lag, double zeta, bool left, int from_stage) {
    double way = 0, before = 0, share = 0;
    for (int i = from_stage; i < RadauTableau::kStages; ++i) {
      if (lag >= alpha[i].size() || std::isnan(alpha[i][lag])) return;
      const double d = left ? zeta - alpha[i][lag] : alpha[i][lag] - zeta;  // > 0: where it belongs
      way = std::max(way, std::abs(d));
      if (d < -kCrossed * way - 100 * kUnitRoundoff * std::max(std::abs(zeta), std::abs(t_))) {
        const double at = share + (RadauTableau::c[i] - share) * before / (before - d);
        first = std::min(first, at);
        return;
      }
      before = std::max(d, 0.0);
      share = RadauTableau::c[i];
    }
  };
  // The restart may be a little short of the point that its argument is taken to have reached.  A
  // step that does not get there either crosses nothing, and shorter ones would end even before.
  const auto is_still_arriving = [&](int lag, double zeta, bool left) {
    if (lag >= arguments_at_t_.size()) return false;
    const double missing = left ? arguments_at_t_[lag] - zeta : zeta - arguments_at_t_[lag];
    for (int i = 0; i < RadauTableau::kStages; ++i) {
      if (lag >= alpha[i].size()) return false;
      const double d = left ? alpha[i][lag] - zeta : zeta - alpha[i][lag];
      if (!(d > 0 && d <= missing)) return false;
    }
    return true;
  };
  if (is_first_)
    for (const Hit& hit : lookup_.hits())
      if (!is_still_arriving(hit.lag, points_[hit.point].t, hit.left))
        look(hit.lag, points_[hit.point].t, hit.left, 0);
  if (lookup_.ending() == LagLookup::Ending::prescribed)
    for (int k = 0; k < before_.size(); ++k)
      if (const int point = lookup_.held_point(k, alpha[2]); point >= 0)
        look(k, points_[point].t, before_[k] < points_[point].t, 1);
  if (first > 1) return std::nullopt;
  return first;
}

bool Radar::lands_on_point() {
  const double zeta = points_[trial_->point].t;
  if (delays_.arguments(t_ + h_, y_new_, arguments_) != Evaluation::ok) return false;
  const double alpha = arguments_[trial_->lag];
  const double path = std::abs(alpha - arguments_at_t_[trial_->lag]);
  const double margin = std::max(0.1 * tolerances_.rtol.maxCoeff() * path,
                                 100 * kUnitRoundoff * std::max(std::abs(zeta), t_));
  return std::abs(alpha - zeta) <= margin;
}

}  // namespace dts
