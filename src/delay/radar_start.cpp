// Radar at the beginning of the history, and where the driver lets it start anew.
#include "delay/radar.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dts {

namespace {

constexpr int kStartingOrder = 3;    // the stage order: all that counts in a stiff start
constexpr double kVisibleJump = 10;  // error scales

}  // namespace

Status Radar::start(double t, ConstVectorRef y, const Vector* yp, double t_end) {
  if (const Status status = radau_input(user_tolerances_, y); status != Status::ok) return status;
  if (has_accepted_ && t_old_ < t && t <= t_) return continue_history(t, y);
  begin(t, y, t_end);
  return begin_history(t, y, yp);
}

Status Radar::begin_history(double t, ConstVectorRef y, const Vector* yp) {
  history_.begin(t, y);
  delays_.attach(lookup_);
  newton_.reset();
  full_monitor_.reset();
  has_accepted_ = false;
  n_advanced_ = 0;
  termination_.reset();
  tolerances_.weights(y, scale_);
  int order = 0;
  start_has_jump_ = false;
  if (delays_.has_initial_function()) {
    if (const Evaluation e = delays_.initial(t, work_); e != Evaluation::ok) return status_of(e);
    start_has_jump_ = (work_ - y).cwiseAbs().maxCoeff() > 0;
    if (((work_ - y).array().abs() > kVisibleJump * scale_.array()).any()) order = -1;
  }
  points_.clear();
  std::vector<double> grid = options_.grid;
  std::sort(grid.begin(), grid.end());
  std::vector<FixedPoint> roots{{t, order}};
  for (double x : grid) {
    roots.push_back({x, x < t || is_singular() ? -1 : 0});
    if (x < t) points_.add(BreakingPoint::without_parent(x, -1, Kind::prescribed, 0));
  }
  points_.add(BreakingPoint::without_parent(t, order, Kind::start, 0));
  fixed_ = constant_delay_points(std::move(roots), options_.delays, !is_singular(), t, t_end_);
  next_fixed_ = 0;

  begin_first_step();
  lookup_.set_last_step(0);
  if (start_has_jump_) {
    if (const Evaluation e = delays_.arguments(t, y_, arguments_); e != Evaluation::ok)
      return status_of(e);
    before_.resize(0);
    const double h = limits_.h_initial > 0 ? limits_.h_initial : 1e-6 * (t_end_ - t);
    const Status status = resolve_hits(find_hits(Kind::start, arguments_), h);
    if (status != Status::ok) return status;
  }
  if (const Evaluation e = prepare_rhs(); e != Evaluation::ok) return status_of(e);
  initial_derivative(f_, yp, yp_);
  h_next_ = first_step(y, yp_, kStartingOrder);
  return Status::ok;
}

// The driver stopped here: a prescribed point, or an event.
Status Radar::continue_history(double t, ConstVectorRef y) {
  if (t < t_) {
    dense_.value(t, y_);
    history_.cut(t);
    t_ = t;
  }
  const bool has_jumped = y_ != y;
  y_ = y;
  int order = is_singular() || has_jumped ? -1 : 0;
  if (next_fixed_ < fixed_.size() && fixed_[next_fixed_].t == t)
    order = std::min(order, fixed_[next_fixed_].order);
  const Status status = restart(has_jumped ? Kind::event : Kind::prescribed, order, has_jumped);
  if (status != Status::ok) return status;
  h_next_ = std::min(h_next_, start_limit_);
  if (const Evaluation e = prepare_rhs(); e != Evaluation::ok) return status_of(e);
  return Status::ok;
}

// Algebraic variables may jump at the start although y(t0) = g(t0): the first step shows it.
void Radar::settle_order_of_start() {
  if (!delays_.has_initial_function() || delays_.initial(t_old_, work_) != Evaluation::ok) return;
  tolerances_.weights(y_, scale_);
  dense_.value(t_old_, stage_);
  const auto& lagged = delays_.lagged();
  const Index count = lagged.empty() ? model_.size() : static_cast<Index>(lagged.size());
  for (Index i = 0; i < count; ++i) {
    const Index j = lagged.empty() ? i : lagged[i];
    if (std::abs(stage_[j] - work_[j]) > kVisibleJump * scale_[j]) {
      points_[points_.count_until(t_old_) - 1].order = -1;
      if (is_singular())  // what follows from it is no smoother
        for (FixedPoint& point : fixed_) point.order = -1;
      return;
    }
  }
}

}  // namespace dts
