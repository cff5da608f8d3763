#include "delay/radar.hpp"

#include "integrators/radau_tableau.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dts {

namespace {

constexpr int kErrorOrder = 4;  // the error estimate is O(h^4)
constexpr int kMaxSingular = 5;
constexpr int kMaxRefused = 40;
constexpr int kMaxAdvanced = 5;
constexpr double kShrinkDiverged = 0.55;
constexpr double kShrinkAgain = 0.12;  // diverged again with a fresh Jacobian
constexpr double kShrinkFirst = 0.12;  // error test failed right after a restart point
constexpr double kFirstStepMargin = 1.0001;
// As in RADAR5: delays restart the method so often that its full order rarely shows.
constexpr Calibration kCalibration{1, 2.0 / 3};
constexpr double kRoundedReach = 1e-12;  // a point missed by rounding only is reached
constexpr double kSmallestReach = 0.5;   // a step is stretched at most twofold to end in a point
constexpr double kTwoStepsLeft = 1.8;    // to the next fixed point: divide the distance evenly
constexpr double kFirstOfTwo = 0.55;
constexpr double kTooClose = 0.01;       // of a step: a fixed point so near counts as reached
constexpr double kBeforeCrossing = 0.9;  // where to end instead of beyond a crossing

}  // namespace

Radar::Radar(DelayModel& model, const Tolerances& tolerances, StepLimits limits,
             RadarOptions options)
    : ImplicitStepper(model, tolerances, kCalibration, limits),
      options_(std::move(options)),
      delays_(model),
      kappa_(radau_kappa(options_.radau, tolerances_)),
      newton_(options_.radau.max_newton, kappa_, 2),
      full_monitor_(options_.radau.max_newton, kappa_, 1),
      controller_(options_.radau.control),
      stages_(model.jacobian_structure(), model.mass(), *matrix_),
      dense_(model.size(), 3),
      present_(model.size(), 3),
      history_(model.size(), model.lagged(), options_.max_history),
      lookup_(model, history_, points_),
      lag_jacobian_(model, lookup_),
      full_newton_(model.size(), model.mass()),
      combined_(model.jacobian_structure()) {
  const Index n = model.size();
  for (Vector* v : {&f_, &f_new_, &yp_, &y_new_, &stage_, &error_, &scale_, &work_, &probe_y_})
    v->setZero(n);
}

Attempt Radar::attempt(double t_limit) {
  if (termination_ && options_.stop_at_end) return fail_before_attempt(termination_->status, 0);
  if (chooses_step_) choose_step(t_limit);
  h_tried_ = h_;
  if (!ends_at_target_ && is_too_small(h_)) return fail_before_attempt(trouble_, h_, worst_);
  weigh_errors(y_, h_);
  weigh_increments(y_, h_, kappa_);
  lookup_.forget_present();
  lookup_.set_ending(LagLookup::Ending::open);
  Evaluation outcome = prepare_rhs();
  if (outcome != Evaluation::ok) return fail_evaluation(outcome);
  outcome = prepare_jacobian();
  if (outcome == Evaluation::stop || lookup_.is_lost() || n_refused_ > kMaxRefused)
    return fail_evaluation(outcome);
  if (outcome != Evaluation::ok) return retry(kShrinkDiverged, status_of(outcome));

  set_ending();
  predict_stages();
  lookup_.forget_present();
  was_full_ = false;
  stage_outcome_ = evaluate_stages();
  if (stage_outcome_ != Evaluation::ok) {
    lag_jacobian_.measure({}, t_, h_);
    return newton_failed(Verdict::diverged);
  }
  lag_jacobian_.measure(stage_arguments_, t_, h_);
  outcome = prepare_lag_jacobian();
  if (outcome == Evaluation::stop) return fail_evaluation(outcome);
  if (outcome != Evaluation::ok) return retry(kShrinkDiverged, status_of(outcome));
  if (!prepare_factors()) return retry_after_singular();
  const Verdict verdict = iterate();
  return verdict == Verdict::converged ? after_newton() : newton_failed(verdict);
}

// The step from t: up to the next fixed point, half way to it, or as long as the error allows.
void Radar::choose_step(double t_limit) {
  find_target(t_limit);
  const double distance = target_ - t_;
  const double stretch = 1 / std::max(options_.radau.keep_from, kSmallestReach);
  const double reach = (has_accepted_ ? stretch : kFirstStepMargin) * h_next_;
  ends_at_target_ = (1 + kRoundedReach) * reach >= distance;
  if (ends_at_target_)
    h_ = distance;
  else if (has_accepted_ && kTwoStepsLeft * h_next_ > distance)
    h_ = kFirstOfTwo * distance;
  else if (!keep_step_)
    h_ = h_next_;
}

void Radar::find_target(double t_limit) {
  for (; next_fixed_ < fixed_.size(); ++next_fixed_) {
    const FixedPoint& point = fixed_[next_fixed_];
    if (point.t > t_ + kTooClose * h_next_) break;
    // So near that no step will end there: it counts as reached, here.
    if (points_.last().t == t_)
      points_.last().order = std::min(points_.last().order, point.order);
    else if (point.t > t_)
      points_.add(
          BreakingPoint::without_parent(t_, point.order, Kind::prescribed, history_.count()));
  }
  target_is_limit_ = next_fixed_ >= fixed_.size() || t_limit <= fixed_[next_fixed_].t;
  target_ = target_is_limit_ ? t_limit : fixed_[next_fixed_].t;
}

void Radar::set_ending() {
  using Ending = LagLookup::Ending;
  if (trial_)
    lookup_.set_ending(Ending::breaking_point, trial_->lag, trial_->point);
  else if (ends_at_target_ && has_jumps())
    lookup_.set_ending(Ending::prescribed);
  else
    lookup_.set_ending(Ending::open);
}

bool Radar::has_jumps() const {
  const auto& all = points_.all();
  return std::any_of(all.begin(), all.end(), [](const BreakingPoint& p) { return p.order < 0; });
}

// f(t, y), unless it is known, and where the delayed arguments are.
Evaluation Radar::prepare_rhs() {
  if (rhs_is_current_) return Evaluation::ok;
  const Evaluation outcome = model_.rhs(t_, y_, f_);
  rhs_is_current_ = outcome == Evaluation::ok;
  if (rhs_is_current_) arguments_at_t_ = delays_.last_arguments();
  return outcome;
}

Evaluation Radar::prepare_jacobian() {
  if (!needs_jacobian_) return Evaluation::ok;
  factored_h_ = 0;
  lag_jacobian_.forget();
  const Evaluation outcome = jacobian_.jacobian(t_, y_, f_, has_mass_ ? yp_ : f_, h_);
  if (outcome != Evaluation::ok) {
    ++n_refused_;
    return outcome;
  }
  needs_jacobian_ = false;
  jacobian_is_fresh_ = true;
  return outcome;
}

Evaluation Radar::prepare_lag_jacobian() {
  if (!lag_jacobian_.any_inside() || lag_jacobian_.is_known()) return Evaluation::ok;
  factored_h_ = 0;
  tolerances_.weights(y_, scale_);
  return lag_jacobian_.evaluate(t_, y_, f_, arguments_at_t_, scale_);
}

Attempt Radar::after_newton() {
  if (stage_outcome_ == Evaluation::stop) return fail(Status::interrupted, h_);
  y_new_ = y_ + stages_.z().col(2);
  stages_.store(y_new_, t_, end_time(), h_, present_, !is_first_);
  if (lookup_.is_inside()) lookup_.set_present(&present_);
  if (is_advanced()) {
    if (++n_advanced_ >= kMaxAdvanced) return fail(Status::advanced_argument, h_);
    return newton_failed(Verdict::diverged);
  }
  n_advanced_ = 0;
  if (const auto share = crossing_of_held_side()) {
    if (!is_first_) return newton_failed(Verdict::diverged);
    return retry(std::min(std::max(kBeforeCrossing * *share, kShrinkFirst), kBeforeCrossing),
                 Status::step_too_small);
  }
  if (end_at_switch()) return Attempt::rejected;
  if (trial_) {
    const Correction correction = correct_trial();
    if (correction == Correction::moved) return Attempt::rejected;
    if (correction == Correction::lost) {
      withdraw_trial();
      return shrink(Verdict::diverged);
    }
  }
  const double error = estimate_error();
  if (!std::isfinite(error)) {
    if (trial_) withdraw_trial();
    return retry(kShrinkDiverged, Status::not_finite);
  }
  const bool is_suspicious = error >= options_.search_factor * controller_.error_accepted();
  if ((error >= 1 || is_suspicious) && may_search() && search(error >= 1)) {
    count_rejection(error);
    return retry(1, Status::step_too_small);
  }
  return error < 1 ? accept(error) : reject(error);
}

// More iterations than usual: Newton is near its limit, so be more careful.
double Radar::safety() const {
  const double s = options_.radau.control.safety;
  const double m = 2.0 * options_.radau.max_newton;
  return std::min(s, s * (1 + m) / (iterations_ + m));
}

Attempt Radar::accept(double error) {
  if (trial_ && !lands_on_point()) {
    withdraw_trial();
    return retry(kShrinkDiverged, Status::step_too_small);
  }
  const double t_new = end_time();
  const bool restarts = trial_ || ends_at_target_;
  if (is_first_ && is_smooth_start_) stages_.store(y_new_, t_, t_new, h_, present_);
  history_.append(present_);
  if (!restarts && t_new != t_end_) {
    // The next step needs f there; if it does not exist the step must not be taken.
    const std::vector<Hit> hits = lookup_.hits();
    lookup_.set_hits({});
    lookup_.set_ending(LagLookup::Ending::open);
    lookup_.forget_present();
    lookup_.continue_from(nullptr);
    const Evaluation outcome = model_.rhs(t_new, y_new_, f_new_);
    if (outcome != Evaluation::ok) {
      if (outcome == Evaluation::stop || lookup_.is_lost()) return fail_evaluation(outcome);
      history_.remove_last();
      lookup_.set_hits(hits);
      return retry(kShrinkDiverged, status_of(outcome));
    }
  }
  commit(t_new, error, restarts);
  if (!restarts || t_ == t_end_) return Attempt::accepted;
  if (target_is_limit_ && !trial_) {  // the driver will say how to go on
    begin_first_step();
    return Attempt::accepted;
  }
  const int order = trial_ ? kSmoothOrder : fixed_[next_fixed_].order;
  restart(trial_ ? Kind::computed : Kind::prescribed, order, false);
  return Attempt::accepted;
}

// The step is taken: from now on it belongs to the past.
void Radar::commit(double t_new, double error, bool restarts) {
  std::swap(dense_, present_);
  double ratio = controller_.ratio_after_accepted(h_, error, safety());
  if (was_rejected_ || restarts) ratio = std::min(ratio, 1.0);
  h_next_ = std::min(h_ * ratio, limits_.h_max);
  const bool fast = theta_ <= options_.radau.jacobian_rate;
  const double change = h_next_ / h_;
  keep_step_ =
      fast && !restarts && change >= options_.radau.keep_from && change <= options_.radau.keep_to;
  needs_jacobian_ = !fast;
  if (has_mass_) RadauStages::end_derivative(dense_, h_, yp_);

  t_old_ = t_;
  t_ = t_new;
  h_last_ = h_;
  y_.swap(y_new_);
  f_.swap(f_new_);
  rhs_is_current_ = !restarts && t_new != t_end_;
  if (rhs_is_current_) arguments_at_t_ = delays_.last_arguments();
  if (!has_accepted_) settle_order_of_start();
  has_accepted_ = chooses_step_ = true;
  is_first_ = was_rejected_ = jacobian_is_fresh_ = has_withdrawn_ = newton_searched_ = false;
  n_singular_ = n_refused_ = 0;
  note_acceptance();
  worst_ = -1;
  lookup_.set_last_step(h_);
  lookup_.continue_from(nullptr);
}

void Radar::count_rejection(double error) {
  if (has_accepted_) ++counts_.error_failures;
  if (error >= 1) worst_ = worst_component(error_, weights_);
}

Attempt Radar::reject(double error) {
  count_rejection(error);
  index_weights_.note_error_failure();
  if (trial_) withdraw_trial();
  return retry(is_first_ ? kShrinkFirst : controller_.ratio(error, safety()),
               Status::step_too_small);
}

Attempt Radar::retry(double factor, Status reason) {
  h_ *= factor;
  h_next_ = h_;
  ends_at_target_ = chooses_step_ = keep_step_ = false;
  was_rejected_ = true;
  needs_jacobian_ = !jacobian_is_fresh_;
  trouble_ = reason;
  return Attempt::rejected;
}

Attempt Radar::shrink(Verdict verdict) {
  if (verdict == Verdict::slow)
    return retry(newton_.slow_factor(kErrorOrder), Status::newton_failure);
  const bool finite = stage_outcome_ == Evaluation::ok;
  const bool again = was_rejected_ && jacobian_is_fresh_;
  return retry(again ? kShrinkAgain : kShrinkDiverged,
               finite ? Status::newton_failure : status_of(stage_outcome_));
}

Attempt Radar::retry_after_singular() {
  if (trial_) withdraw_trial();
  if (++n_singular_ >= kMaxSingular) return fail(Status::singular_matrix, h_);
  return retry(kShrinkDiverged, Status::singular_matrix);
}

// Perhaps a breaking point lies inside the step; perhaps the delays are shorter than the step and
// need the full matrix; else the step is too long.
Attempt Radar::newton_failed(Verdict verdict) {
  if (stage_outcome_ == Evaluation::stop || lookup_.is_lost())
    return fail_evaluation(stage_outcome_);
  if (!was_full_) ++counts_.newton_failures;
  if (trial_) {
    withdraw_trial();
    return shrink(verdict);
  }
  if (may_search() && !newton_searched_) {
    newton_searched_ = true;
    return search(true) ? retry(1, Status::newton_failure) : shrink(verdict);
  }
  if (lag_jacobian_.any_inside() && options_.full_newton && !was_full_) {
    was_full_ = true;
    if (iterate_fully() == Verdict::converged) return after_newton();
    if (stage_outcome_ == Evaluation::stop) return fail_evaluation(stage_outcome_);
  }
  return shrink(verdict);
}

Attempt Radar::fail_evaluation(Evaluation outcome) {
  return fail(lookup_.is_lost() ? Status::past_unavailable : status_of(outcome), h_);
}

}  // namespace dts
