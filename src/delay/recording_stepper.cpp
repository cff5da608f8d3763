#include "delay/recording_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dts {

namespace {

constexpr double kShrink = 0.5;
constexpr double kSmallestDelay = 100 * kUnitRoundoff;

}  // namespace

RecordingStepper::RecordingStepper(std::unique_ptr<Stepper> method, DelayModel& model,
                                   Index max_history)
    : Stepper(model.size()),
      method_(std::move(method)),
      model_(model),
      history_(model.size(), model.lagged(), max_history),
      lookup_(model, history_, no_points_) {}

Status RecordingStepper::start(double t, ConstVectorRef y, const Vector* yp, double t_end) {
  if (history_.count() > 0 && t_old_ < t && t <= t_) {
    if (t < t_) history_.cut(t);
  } else {
    history_.begin(t, y);
    model_.attach(lookup_);
  }
  t_end_ = t_end;
  shrunk_ = kInfinity;
  lookup_.forget_present();
  if (model_.arguments(t, y, arguments_) == Evaluation::stop) return Status::interrupted;
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

Attempt RecordingStepper::attempt(double t_limit) {
  lookup_.forget_present();
  const Attempt outcome = method_->attempt(std::min(t_limit, t_ + longest_step()));
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
  return Attempt::accepted;
}

// The step has used the solution inside itself, which it did not know yet: a shorter one.
Attempt RecordingStepper::give_back() {
  const double h = kShrink * (method_->t() - t_);
  if (h <= kSmallestDelay * std::abs(t_)) return fail(Status::step_too_small, h);
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
