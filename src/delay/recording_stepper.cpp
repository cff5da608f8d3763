#include "delay/recording_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dts {

namespace {

constexpr double kShrink = 0.5;
constexpr double kSmallestDelay = 100 * kUnitRoundoff;
constexpr double kOnPoint = 1e-10;  // an argument so close to a point sits on it
constexpr double kNearby = 2;       // steps: only a crossing so near is worth an evaluation
constexpr double kSlowly = 0.01;    // of a step: an argument that creeps up to a point is let go

}  // namespace

RecordingStepper::RecordingStepper(std::unique_ptr<Stepper> method, DelayModel& model,
                                   Index max_history)
    : Stepper(model.size()),
      method_(std::move(method)),
      model_(model),
      history_(model.size(), model.lagged(), max_history),
      lookup_(model, history_, no_points_) {}

Status RecordingStepper::start(double t, ConstVectorRef y, const Vector* yp, double t_end) {
  const bool goes_on = history_.count() > 0 && t_old_ < t && t <= t_;
  if (goes_on) {
    if (t < t_) history_.cut(t);
    kinks_.push_back({t, y == y_ && t == t_ ? 0 : -1});
  } else {
    history_.begin(t, y);
    model_.attach(lookup_);
    kinks_.assign(1, {t, 0});
    exact_.resize(y.size());
    if (model_.has_initial_function() && model_.initial(t, exact_) == Evaluation::ok && exact_ != y)
      kinks_[0].order = -1;
  }
  t_end_ = t_end;
  t_ = t;
  shrunk_ = kInfinity;
  lookup_.forget_present();
  const Evaluation outcome = model_.arguments(t, y, arguments_);
  if (outcome == Evaluation::stop) return Status::interrupted;
  const double tolerance = kOnPoint * (1 + std::abs(t));
  if ((arguments_.array() > t + tolerance).any()) return Status::advanced_argument;
  method_->limit_start(std::min(start_limit_, longest_step()));
  const Status status = method_->start(t, y, yp, t_end);
  take_over();
  return status;
}

// As far as the delayed arguments stay in the past, if they move no faster than time.
double RecordingStepper::longest_step() const {
  double shortest = kInfinity;
  for (Index k = 0; k < arguments_.size(); ++k)
    if (const double delay = t_ - arguments_[k]; delay > kSmallestDelay * std::abs(t_))
      shortest = std::min(shortest, delay);
  return std::min(shortest, shrunk_);
}

// How far the nearest of the arguments is from a point ahead of it that is not smooth.
double RecordingStepper::distance_to_crossing(ConstVectorRef arguments) {
  double nearest = kInfinity;
  for (Index k = 0; k < arguments.size(); ++k)
    for (std::size_t i = 0; i < kinks_.size(); ++i) {
      const double distance = kinks_[i].t - arguments[k];
      if (distance > kOnPoint * (1 + std::abs(kinks_[i].t)) && distance < nearest) {
        nearest = distance;
        crossed_ = static_cast<int>(i);
      }
    }
  return nearest;
}

// Constant delays move with time, so that the crossing is known exactly; others are stopped short
// of it, and again, until they are so close that it does not matter.
double RecordingStepper::next_end(double t_limit) {
  crossing_ = kInfinity;
  const double h = std::min(longest_step(), std::abs(method_->h_next()));
  if (distance_to_crossing(arguments_) < kNearby * h) {
    lookup_.forget_present();
    if (model_.arguments(t_, y_, exact_) != Evaluation::ok) exact_.resize(0);
    const double distance = distance_to_crossing(exact_);
    if (distance > kSlowly * h && distance < kInfinity) crossing_ = t_ + distance;
  }
  return std::min({t_limit, t_ + longest_step(), crossing_});
}

// At the end of a step that ran to a crossing: if the argument has arrived, this is a new point,
// and where the solution jumps at the old one the method starts afresh.
Status RecordingStepper::pass_crossing() {
  const FixedPoint seen = kinks_[crossed_];
  lookup_.forget_present();
  if (model_.arguments(t_, y_, exact_) != Evaluation::ok) return Status::ok;
  const double margin = kOnPoint * (1 + std::abs(seen.t));
  if (!((exact_.array() - seen.t).abs() <= margin).any()) return Status::ok;
  if (seen.order + 1 < kSmoothOrder - 1) kinks_.push_back({t_, seen.order + 1});
  if (seen.order >= 0) return Status::ok;
  const Vector y = y_;
  return method_->start(t_, y, nullptr, t_end_);
}

Attempt RecordingStepper::attempt(double t_limit) {
  const double t_next = next_end(t_limit);
  lookup_.forget_present();
  const Attempt outcome = method_->attempt(t_next);
  h_tried_ = method_->h_tried();
  if (lookup_.is_lost()) return fail(Status::past_unavailable, method_->h_next());
  if (outcome != Attempt::accepted) {
    take_over();
    return outcome;
  }
  if (lookup_.is_inside()) return give_back();
  arguments_ = model_.last_arguments();  // of a stage at or close to the new t
  if (const Status status = method_->prepare_dense(); status != Status::ok)
    return fail(status, method_->h_last());
  take_over();
  history_.append(method_->dense());
  shrunk_ = kInfinity;
  const double tolerance = kOnPoint * (1 + std::abs(t_));
  if ((arguments_.array() > t_ + tolerance).any()) return fail(Status::advanced_argument, h_last_);
  if (t_ == crossing_ && t_ != t_end_)
    if (const Status status = pass_crossing(); status != Status::ok) return fail(status, h_last_);
  return Attempt::accepted;
}

// The step has used the solution inside itself, which it did not know yet: a shorter one.
Attempt RecordingStepper::give_back() {
  const double h = kShrink * (method_->t() - t_);
  if (h <= kSmallestDelay * std::max(std::abs(t_), std::abs(t_end_)))
    return fail(Status::step_too_small, h);
  shrunk_ = h;
  method_->limit_start(h);
  const Vector y = y_;
  const Status status = method_->start(t_, y, nullptr, t_end_);
  return status == Status::ok ? Attempt::rejected : fail(status, h);
}

void RecordingStepper::take_over() {
  t_ = method_->t();
  t_old_ = method_->t_old();
  y_ = method_->y();
  h_last_ = method_->h_last();
  h_next_ = method_->h_next();
  failure_ = method_->failure();
  counts_ = method_->counts();
  for (Notice& notice : method_->notices()) notices_.push_back(std::move(notice));
  method_->notices().clear();
}

}  // namespace dts
