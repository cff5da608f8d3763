#include "driver/driver.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dts {

namespace {
// The model can be evaluated and nobody wants to stop: the method alone cannot go on.
bool is_of_the_method(Status failure) {
  return failure == Status::step_too_small || failure == Status::newton_failure ||
         failure == Status::singular_matrix;
}
}  // namespace

Driver::Driver(Model& model, Stepper& stepper, Plan plan, Sink& sink, Events& events, Watch& watch,
               RowRefinement* refinement)
    : model_(model),
      stepper_(stepper),
      plan_(std::move(plan)),
      sink_(sink),
      events_(events),
      watch_(watch),
      refinement_(refinement),
      y_(model.size()),
      work_(model.size()),
      derivative_(Vector::Zero(model.size())) {
  if (plan_.times.empty()) throw std::invalid_argument("no output times");
}

Outcome Driver::run(ConstVectorRef y, const Vector* yp) {
  initialise(y);
  write_row(t_, y_, yp);
  if (plan_.times.size() == 1) return finish(Status::success);
  Events::Action action = events_.at_start(t_, y_);
  if (action == Events::Action::restart) yp = nullptr;
  if (action != Events::Action::stop && is_event_time(t_)) {
    action = events_.at_time(t_, y_);
    if (action == Events::Action::restart) yp = nullptr;
  }
  if (action == Events::Action::stop) return finish(events_.stop_reason());
  Status status = begin_piece(y_, yp);
  while (status == Status::ok) status = advance();
  return finish(status);
}

void Driver::initialise(ConstVectorRef y) {
  outcome_ = {};
  t_ = plan_.times.front();
  t_end_ = plan_.times.back();
  direction_ = t_end_ >= t_ ? 1 : -1;
  y_ = y;
  next_row_ = 1;
  next_break_ = 0;
  attempts_since_row_ = 0;
}

Status Driver::begin_piece(ConstVectorRef y, const Vector* yp) {
  while (next_break_ < plan_.breaks.size() && !is_beyond(plan_.breaks[next_break_], t_))
    ++next_break_;
  piece_end_ = next_break_ < plan_.breaks.size() && is_beyond(t_end_, plan_.breaks[next_break_])
                   ? plan_.breaks[next_break_]
                   : t_end_;
  piece_begin_ = t_;
  model_.enter_piece(t_, piece_end_);
  const Status status = stepper_.start(t_, y, yp, t_end_);
  if (status != Status::ok) {
    outcome_.component = stepper_.failure().component;
    outcome_.h = stepper_.h_next();
    return status;
  }
  events_.begin_piece(t_, y, stepper_.h_next());
  return status;
}

Status Driver::advance() {
  if (attempts_since_row_ > plan_.max_steps) {
    outcome_.h = stepper_.h_next();
    return Status::too_many_steps;
  }
  const Attempt attempt = stepper_.attempt(piece_end_);
  if (attempt != Attempt::failed || stepper_.failure().attempted) {
    ++attempts_since_row_;
    ++outcome_.steps.attempts;
  }
  watch_.attempted(stepper_, attempt);
  Status status = Status::ok;
  switch (attempt) {
    case Attempt::accepted:
      ++outcome_.steps.accepted;
      status = accepted();
      break;
    case Attempt::rejected: ++outcome_.steps.rejected; break;
    case Attempt::failed:
      if (stepper_.failure().attempted) ++outcome_.steps.rejected;
      if (is_of_the_method(stepper_.failure().status) && stepper_.relax()) return restart_here();
      outcome_.h = stepper_.failure().h;
      outcome_.component = stepper_.failure().component;
      return stepper_.failure().status;
  }
  if (status == Status::ok && watch_.wants_to_stop(t_)) {
    outcome_.h = stepper_.h_next();
    return Status::interrupted;
  }
  return status;
}

Status Driver::accepted() {
  const double t_new = stepper_.t();
  if (events_.watches_roots()) {
    bool is_over = false;
    const Status status = handle_roots(t_new, is_over);
    if (status != Status::ok || is_over) return status;
  }
  t_ = t_new;
  y_ = stepper_.y();
  const bool is_end = t_ == piece_end_, carries_rounding = stepper_.carries_rounding();
  if (refinement_ && is_end && t_ != t_end_) refinement_->meet_constraints(t_, y_);
  state_is_refined_ = is_end || carries_rounding;
  if (state_is_refined_ && refine(t_, y_) && carries_rounding && !is_end)
    stepper_.replace_state(y_);
  const Status status = write_rows(t_);
  if (status != Status::ok) return status;
  if (plan_.single_step || t_ == t_end_) return Status::success;
  return is_end ? end_of_piece() : Status::ok;
}

bool Driver::refine(double t, Vector& y) {
  if (!refinement_) return false;
  const double span = std::abs(stepper_.t() - stepper_.t_old());
  return refinement_->refine(t, piece_begin_, piece_end_, span, y);
}

// Rows of the last step due up to and including `up_to`.
Status Driver::write_rows(double up_to) {
  while (next_row_ < plan_.times.size() && !is_beyond(plan_.times[next_row_], up_to)) {
    const double t = plan_.times[next_row_];
    Status status = Status::ok;
    if (t == t_ && state_is_refined_) {
      work_ = y_;
    } else {
      status = state_at(t, work_);
      if (status != Status::ok) return status;
      refine(t, work_);
    }
    status = write_row(t, work_);
    if (status != Status::ok) return status;
    ++next_row_;
    attempts_since_row_ = 0;
  }
  return Status::ok;
}

// As the method has found it in its last step.
Status Driver::state_at(double t, Vector& y) {
  if (t == stepper_.t()) {
    y = stepper_.y();
    return Status::ok;
  }
  const Status status = stepper_.prepare_dense();
  if (status == Status::ok) stepper_.dense().value(t, y);
  return status;
}

Status Driver::handle_roots(double t_new, bool& is_over) {
  const DensePolynomial* rough = stepper_.rough_dense();
  if (rough && !events_.may_vanish(*rough, t_, t_new)) return Status::ok;
  const Status status = stepper_.prepare_dense();
  if (status != Status::ok) return status;
  while (const auto root = events_.first_root(stepper_.dense(), t_, t_new)) {
    const Status outcome = act_at_root(*root, is_over);
    if (outcome != Status::ok || is_over) return outcome;
  }
  return Status::ok;
}

Status Driver::act_at_root(double t_root, bool& is_over) {
  ++outcome_.steps.roots;
  Status status = write_rows(t_root);
  if (status != Status::ok) return status;
  status = state_at(t_root, y_);
  if (status != Status::ok) return status;
  t_ = t_root;
  if (events_.wants_rows()) status = event_row(t_);
  if (status != Status::ok) return status;
  const Events::Action action = events_.at_root(t_, y_);
  if (action == Events::Action::stop) return events_.stop_reason();
  if (action == Events::Action::proceed) return Status::ok;
  // The step went beyond the root: the rest of it is to be done anew.
  is_over = true;
  if (events_.wants_rows()) status = write_row(t_, y_);
  if (status != Status::ok) return status;
  return t_ == t_end_ ? Status::success : restart_after_event();
}

// What follows an event is as a rule not much slower than what preceded it.  The error test alone
// would not see that: the pieces between the last bounces of a ball are far below any tolerance.
Status Driver::restart_after_event() {
  constexpr double kShareOfLastPiece = 0.1;
  const double last = std::min(std::abs(stepper_.h_last()), std::abs(t_ - piece_begin_));
  const double shortest = 200 * kUnitRoundoff * std::abs(t_);  // that still moves t
  return restart(std::max(kShareOfLastPiece * last, shortest));
}

// What the state lacks of the hidden constraints the first step would divide by its length.
Status Driver::restart_here() {
  if (t_ != piece_begin_ && !state_is_refined_) refine(t_, y_);
  return restart(kInfinity);
}

Status Driver::restart(double first_step) {
  ++outcome_.steps.restarts;
  stepper_.limit_start(first_step);
  const Status status = begin_piece(y_, nullptr);
  if (status == Status::ok) stepper_.tell_of_restart(refinement_ != nullptr);
  return status;
}

// The state before an event, unless it stands there already.
Status Driver::event_row(double t) { return t == last_row_time_ ? Status::ok : write_row(t, y_); }

Status Driver::end_of_piece() {
  if (is_event_time(t_)) {
    if (events_.wants_rows()) event_row(t_);
    if (events_.at_time(t_, y_) == Events::Action::stop) return events_.stop_reason();
    if (events_.wants_rows()) write_row(t_, y_);
    return is_as_good_as_over() ? end_here() : restart_after_event();
  }
  return is_as_good_as_over() ? end_here() : restart_here();
}

// A planned stop that misses the end by rounding only (0.1 * 3 for 0.3).  A piece so short would
// add nothing but noise: the errors of velocities and multipliers grow as h falls.
bool Driver::is_as_good_as_over() const {
  constexpr double kRoundings = 10, kShareOfInterval = 1e-10;
  const double left = std::abs(t_end_ - t_);
  return left <= kRoundings * kEpsilon * std::abs(t_end_) &&
         left <= kShareOfInterval * std::abs(t_end_ - plan_.times.front());
}

// The rows that are left show the state here.
Status Driver::end_here() {
  for (; next_row_ < plan_.times.size(); ++next_row_) {
    const Status status = write_row(plan_.times[next_row_], y_);
    if (status != Status::ok) return status;
  }
  t_ = t_end_;
  return Status::success;
}

bool Driver::is_event_time(double t) const {
  return std::find(plan_.event_times.begin(), plan_.event_times.end(), t) !=
         plan_.event_times.end();
}

Status Driver::write_row(double t, ConstVectorRef y, const Vector* yp) {
  if (sink_.wants_derivative()) {
    if (outcome_.steps.accepted > 0) {
      const Status status = stepper_.prepare_dense();
      if (status != Status::ok) return status;
      stepper_.dense().derivative(t, derivative_);
    } else if (yp) {
      derivative_ = *yp;
    }
  }
  sink_.row(t, y, derivative_);
  last_row_time_ = t;
  return Status::ok;
}

Outcome Driver::finish(Status status) {
  // An early end shows the point actually reached as well.
  const bool early = status != Status::success || plan_.single_step;
  if (early && is_beyond(t_, last_row_time_)) write_row(t_, y_);
  outcome_.status = status;
  outcome_.t = t_;
  return outcome_;
}

}  // namespace dts
