#include "delay/lag_lookup.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

constexpr double kCloseShare = 0.01;  // of a step: closer than this to a point, the side counts

}  // namespace

LagLookup::LagLookup(DelayModel& model, const History& history, const BreakingPoints& points)
    : model_(model), history_(history), points_(points) {}

Evaluation LagLookup::value(int lag, double x, VectorRef y) {
  const Evaluation outcome = read(lag, x, What::value, y);
  if (lag == perturbed_lag_) y[perturbed_component_] += increment_;
  return outcome;
}

Evaluation LagLookup::derivative(int lag, double x, VectorRef dy) {
  const Evaluation outcome = read(lag, x, What::derivative, dy);
  if (lag == perturbed_lag_) dy[perturbed_component_] += increment_;
  return outcome;
}

void LagLookup::set_ending(Ending ending, int lag, int point) {
  ending_ = ending;
  ending_lag_ = lag;
  ending_point_ = point;
}

void LagLookup::perturb(int lag, Index component, double increment) {
  perturbed_lag_ = lag;
  perturbed_component_ = component;
  increment_ = increment;
}

Evaluation LagLookup::read(int lag, double x, What what, VectorRef y) {
  if (!std::isfinite(x)) return Evaluation::not_finite;
  const Side side = choose_side(lag, x);
  if (side.point >= 0) return read_side(side, x, what, y);
  const double t0 = history_.t0();
  if (x < t0) return read_initial(x, what, y);
  if (x == t0 && what == What::value) {
    y = history_.y0();
    return Evaluation::ok;
  }
  if (x > history_.t_end() || history_.count() == 0) return read_present(x, what, y);
  if (x == t0) return read_step(0, x, what, y);
  Index& step = hint(lag);
  return history_.find(x, step) ? read_step(step, x, what, y) : refuse();
}

// The piece on the wanted side, continued over the point if necessary.
Evaluation LagLookup::read_side(const Side& side, double x, What what, VectorRef y) {
  const BreakingPoint& point = points_[side.point];
  if (point.t < history_.t0()) {
    const double margin = 100 * kUnitRoundoff * std::max(1.0, std::abs(point.t));
    x = side.left ? std::min(x, point.t - margin) : std::max(x, point.t + margin);
    return read_initial(x, what, y);
  }
  if (side.left)
    return point.step == 0 ? read_initial(x, what, y) : read_step(point.step - 1, x, what, y);
  return point.step < history_.count() ? read_step(point.step, x, what, y)
                                       : read_present(x, what, y);
}

// Without an initial function the start value is all there is, for arguments that belong to the
// start but for rounding.
Evaluation LagLookup::read_initial(double x, What what, VectorRef y) {
  if (model_.has_initial_function())
    return what == What::value ? model_.initial(x, y) : model_.initial_derivative(x, y);
  const double t0 = history_.t0();
  if (x < t0 - 100 * kUnitRoundoff * std::max(1.0, std::abs(t0)))
    return what == What::value ? model_.initial(x, y) : model_.initial_derivative(x, y);
  if (what == What::value)
    y = history_.y0();
  else
    y.setZero();
  return Evaluation::ok;
}

Evaluation LagLookup::read_step(Index step, double x, What what, VectorRef y) {
  if (!history_.is_kept(step)) return refuse();
  if (what == What::value)
    history_.value(step, x, y);
  else
    history_.derivative(step, x, y);
  return Evaluation::ok;
}

Evaluation LagLookup::read_present(double x, What what, VectorRef y) {
  is_inside_ = true;
  if (present_) {
    if (what == What::value)
      present_->value(x, y);
    else
      present_->derivative(x, y);
  } else if (state_ || history_.count() == 0) {
    if (what == What::value)
      y = state_ ? *state_ : history_.y0();
    else
      y.setZero();
  } else {
    return read_step(history_.count() - 1, x, what, y);
  }
  return Evaluation::ok;
}

Evaluation LagLookup::refuse() {
  is_lost_ = true;
  return Evaluation::rejected;
}

LagLookup::Side LagLookup::choose_side(int lag, double x) const {
  for (const Hit& hit : hits_)
    if (hit.lag == lag && (hit.everywhere || is_close(hit.point, x))) return {hit.point, hit.left};
  if (ending_ == Ending::open || lag >= before_.size() || std::isnan(before_[lag])) return {};
  const int point = lag == ending_lag_ ? ending_point_ : closest_point(x);
  if (point < 0 || !is_close(point, x)) return {};
  return {point, before_[lag] < points_[point].t};
}

int LagLookup::held_point(int lag, const Vector& arguments) const {
  if (lag >= arguments.size() || std::isnan(arguments[lag])) return -1;
  for (const Hit& hit : hits_)
    if (hit.lag == lag && is_close(hit.point, arguments[lag])) return -1;  // held by the hit
  const int point = closest_point(arguments[lag]);
  return point >= 0 && is_close(point, arguments[lag]) ? point : -1;
}

int LagLookup::closest_point(double x) const {
  const int next = points_.count_until(x);
  int best = -1;
  for (int point : {next - 1, next}) {
    if (point < 0 || point >= points_.count()) continue;
    if (ending_ == Ending::prescribed && points_[point].order >= 0) continue;
    if (best < 0 || std::abs(x - points_[point].t) < std::abs(x - points_[best].t)) best = point;
  }
  return best;
}

bool LagLookup::is_close(int point, double x) const {
  const BreakingPoint& p = points_[point];
  double distance = kCloseShare * h_last_;
  if (p.t >= history_.t0()) {
    double adjacent = kInfinity;
    if (history_.is_kept(p.step - 1)) adjacent = history_.length(p.step - 1);
    if (history_.is_kept(p.step)) adjacent = std::min(adjacent, history_.length(p.step));
    if (adjacent < kInfinity) distance = std::max(distance, kCloseShare * adjacent);
  }
  const double size = std::max(std::abs(x), std::abs(history_.t0()));
  return std::abs(x - p.t) <= std::max(distance, 10 * kUnitRoundoff * size);
}

Index& LagLookup::hint(int lag) {
  if (static_cast<std::size_t>(lag) >= hints_.size())
    hints_.resize(static_cast<std::size_t>(lag) + 1, 0);
  return hints_[static_cast<std::size_t>(lag)];
}

}  // namespace dts
