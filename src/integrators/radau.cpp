#include "integrators/radau.hpp"

#include "integrators/radau_tableau.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

using Verdict = NewtonMonitor::Verdict;

constexpr int kErrorOrder = 4;            // the error estimate is O(h^4)
constexpr int kStartingOrder = 3;         // the stage order: all that counts in a stiff start
constexpr int kMaxSingular = 5;           // singular matrices from one t before giving up
constexpr int kMaxRefused = 40;           // refused Jacobians from one t before giving up
constexpr double kSmallestError = 1e-10;  // keeps the controller away from err = 0
// Newton may stop after one iteration on the strength of the last step's rate.  But an increment
// above the tolerance says that the solution may have left the reach of that rate.
constexpr double kLargestUnmeasured = 1;
// The rate seen in the first increments is that of what converges fastest, so the iteration error
// is larger than they tell: with 0.03 (Hairer, Wanner) it is what limits the accuracy at tolerances
// above 1e-7.  Chosen among 0.03, 1e-3, 3e-4 and 1e-4 on the ODEs and index 1 problems of the test
// set; where the index is higher the evidence is mixed, and 0.03 stays.
constexpr double kLargestKappa = 1e-3;
// sqrt(rtol), also of Hairer and Wanner, asks for less and less at tight tolerances, where rounding
// is near and the error of the method does not see it: with this bound a tenth fewer evaluations
// give the same digits at tolerances around 1e-9, and kinks are passed.
constexpr double kSmallestKappa = 1e-3;
// Where the index is higher, Newton's tolerance is near rounding, and rates seen there are no guide
// for the next iteration.  So the rate is measured anew in every step.
constexpr int kLeastIterations = 2;
constexpr int kFailuresBeforeLook = 2;  // of Newton, from one t, before a kink is suspected
constexpr double kLargestAccepted = 1;
constexpr int kFurtherIterations = 2;  // where rounding hides what is left
constexpr double kShrinkDiverged = 0.5;
constexpr double kShrinkFirst = 0.1;  // the first step size is a guess: correct it boldly
constexpr double kFirstStepMargin = 1.0001;
constexpr double kLongestLast = 2;  // times the step before, for variables of index 2 and 3

double first_rtol(const Tolerances& internal) {
  return internal.rtol.size() > 0 ? internal.rtol[0] : 1e-3;
}

// The rounding of y as a fraction of the tolerance, with a margin.
double newton_rounding(const Tolerances& internal) {
  return 10 * kUnitRoundoff / first_rtol(internal);
}

double newton_kappa(const RadauOptions& options, const Tolerances& internal, const Model& model) {
  const double kappa = radau_kappa(options, internal);
  if (options.kappa > 0 || model.has_higher_index()) return kappa;
  return std::max(newton_rounding(internal), std::min(kappa, kLargestKappa));
}

}  // namespace

double radau_kappa(const RadauOptions& options, const Tolerances& internal) {
  if (options.kappa > 0) return options.kappa;
  const double kappa = std::clamp(std::sqrt(first_rtol(internal)), kSmallestKappa, 0.03);
  return std::max(newton_rounding(internal), kappa);
}

Status radau_input(const Tolerances& user, ConstVectorRef y) {
  const bool legal = user.atol.allFinite() && (user.atol.array() > 0).all();
  if (!legal || !y.allFinite()) return Status::illegal_input;
  if (!(user.rtol.array() > 10 * kUnitRoundoff).all()) return Status::tolerance_too_small;
  return Status::ok;
}

Radau5::Radau5(Model& model, const Tolerances& tolerances, StepLimits limits, RadauOptions options)
    : ImplicitStepper(model, tolerances, options.calibration, limits),
      options_(options),
      newton_(options.max_newton, newton_kappa(options, tolerances_, model),
              model.has_higher_index() ? kLeastIterations : 1, kLargestUnmeasured,
              newton_rounding(tolerances_)),
      controller_(options.control),
      stages_(model.jacobian_structure(), model.mass(), *matrix_),
      dense_(model.size(), 3),
      output_(model.size(), 4) {
  index_weights_.set_error_noise(IndexWeights::kNoiseOfOneStep);
  index_weights_.set_drift_noise(IndexWeights::kDriftNoiseOfOneStep);
  const Index n = model.size();
  for (Vector* v : {&f_, &f_new_, &yp_, &y_new_, &stage_, &error_}) v->setZero(n);
}

Status Radau5::start(double t, ConstVectorRef y, const Vector* yp, double t_end) {
  if (const Status status = radau_input(user_tolerances_, y); status != Status::ok) return status;
  prepare_dense();
  begin(t, y, t_end);
  newton_.reset();
  controller_.reset();
  keep_step_ = was_rejected_ = jacobian_is_fresh_ = rhs_is_current_ = false;
  is_first_ = needs_jacobian_ = true;
  factored_h_ = 0;
  n_newton_ = n_singular_ = n_refused_ = 0;
  error_.setZero();
  trouble_ = Status::step_too_small;
  if (const Evaluation e = evaluate_rhs(); e != Evaluation::ok) return status_of(e);
  initial_derivative(f_, yp, yp_);
  h_next_ = direction_ * first_step(y, yp_, kStartingOrder);
  return Status::ok;
}

Attempt Radau5::attempt(double t_limit) {
  output_is_due_ = false;  // nobody has asked
  choose_step(t_limit);
  h_tried_ = h_;
  if (!ends_at_limit_ && is_too_small(h_))
    return fail_before_attempt(trouble_, h_, worst_component(error_, weights_));
  Evaluation outcome = evaluate_rhs();
  if (outcome != Evaluation::ok) return fail(status_of(outcome), h_);
  outcome = prepare_jacobian();
  if (outcome == Evaluation::stop || n_refused_ > kMaxRefused) return fail(status_of(outcome), h_);
  if (outcome != Evaluation::ok) return retry(kShrinkDiverged, status_of(outcome));
  if (!prepare_factors()) return retry_after_singular();
  weigh_errors(y_, h_);
  weigh_increments(y_, h_, newton_.kappa());
  predict_stages();
  Verdict verdict = iterate();
  if (needs_look_beyond(verdict) && factor_beyond()) {
    predict_stages();
    verdict = iterate();
  }
  if (stage_outcome_ == Evaluation::stop) return fail(Status::interrupted, h_);
  if (verdict != Verdict::converged) return retry_after_newton(verdict);
  const double error = estimate_error();
  if (!std::isfinite(error)) return retry(kShrinkDiverged, Status::not_finite);
  if (error < kLargestAccepted) return accept(error);
  return overcomes_inconsistency(error) ? accept(kLargestAccepted) : reject(error);
}

// One step brings algebraic variables back to their manifold, since R(infinity) = 0.
bool Radau5::overcomes_inconsistency(double error) {
  const bool overcomes = is_first_ && has_mass_ && is_stagnant(error);
  if (overcomes) tell_of_inconsistent_start();
  return overcomes;
}

void Radau5::choose_step(double t_limit) {
  const double distance = std::abs(t_limit - t_);
  const double margin = is_first_ && !was_rejected_ ? kFirstStepMargin : 1.0;
  limit_ = t_limit;
  // What is left in variables of index 2 and 3 at the limit is the error of the last step alone.
  // Much shorter than the others it would spoil them, since their errors grow when h falls; much
  // longer, soon after a start, it would be the least accurate of all.  Two equal ones are better.
  const bool is_delicate = model_.has_higher_index();
  const bool is_long = !is_first_ && distance > kLongestLast * std::abs(h_last_);
  ends_at_limit_ = margin * std::abs(h_next_) >= distance && !(is_delicate && is_long);
  const bool is_half = is_delicate && 2 * std::abs(h_next_) > distance;
  if (ends_at_limit_)
    h_ = t_limit - t_;
  else if (is_half)
    h_ = (t_limit - t_) / 2;
  else if (!keep_step_)
    h_ = h_next_;
}

// f(t, y), unless it is known.
Evaluation Radau5::evaluate_rhs() {
  if (rhs_is_current_) return Evaluation::ok;
  const Evaluation outcome = model_.rhs(t_, y_, f_);
  rhs_is_current_ = outcome == Evaluation::ok;
  return outcome;
}

Evaluation Radau5::prepare_jacobian() {
  if (!needs_jacobian_ && !looks_ahead()) return Evaluation::ok;
  const Evaluation outcome = evaluate_jacobian(f_, has_mass_ ? yp_ : f_, h_, h_);
  factored_h_ = 0;
  if (outcome != Evaluation::ok) {
    ++n_refused_;
    return outcome;
  }
  needs_jacobian_ = false;
  jacobian_is_fresh_ = true;
  t_jacobian_ = t_;
  return outcome;
}

// A kink of f that was just passed, or lies just ahead, makes J at the beginning of the step
// useless however small h is; what counts is J beyond.  Worth while only when a smaller step has
// not helped.
bool Radau5::needs_look_beyond(Verdict verdict) const {
  const bool failed = verdict == Verdict::diverged || verdict == Verdict::slow;
  return failed && n_newton_ >= kFailuresBeforeLook && stage_outcome_ == Evaluation::ok &&
         jacobian_is_fresh_;
}

// The factors with J at the predicted end of the step, for this attempt only.
bool Radau5::factor_beyond() {
  predict_stages();
  stage_ = y_ + stages_.z().col(2);
  jacobian_is_fresh_ = false;
  needs_jacobian_ = true;
  factored_h_ = 0;
  Evaluation outcome = model_.rhs(end_time(), stage_, f_new_);
  if (outcome == Evaluation::ok)
    outcome = jacobian_.jacobian(end_time(), stage_, f_new_, has_mass_ ? yp_ : f_new_, h_);
  return outcome == Evaluation::ok && prepare_factors();
}

bool Radau5::prepare_factors() {
  if (factored_h_ == h_) return true;
  factored_h_ = 0;
  if (!factor(RadauTableau::gamma / h_)) return false;
  if (!stages_.factor_complex(h_, jacobian_.matrix())) return false;
  factored_h_ = h_;
  return true;
}

void Radau5::predict_stages() {
  if (looks_ahead())
    stages_.set_linear(h_, has_mass_ ? yp_ : f_);
  else if (is_first_ || !options_.extrapolate)
    stages_.set_zero();
  else
    stages_.extrapolate(dense_, h_, h_last_, [this](Index i, double z) {
      return loses_sign(i, y_[i] + z, weights_[i]);
    });
}

Verdict Radau5::iterate() {
  newton_.begin(std::abs(options_.jacobian_rate), is_first_ ? 1.0 : reach() / reach_last_);
  for (;;) {
    stage_outcome_ = evaluate_stages();
    if (stage_outcome_ != Evaluation::ok) return Verdict::diverged;
    const RadauStages::Norms norms = find_increment();
    // Where the index is higher the weights grow as h falls, and a small movement means nothing.
    const double movement = model_.has_higher_index() ? kInfinity : norms.movement;
    const Verdict verdict = newton_.judge(norms.increment, movement);
    if (verdict == Verdict::diverged || verdict == Verdict::slow)
      return is_rounding(norms.increment, newton_weights()) ? Verdict::converged : verdict;
    stages_.apply_increment();
    if (verdict != Verdict::converged) continue;
    // Near rounding the rate of these means nothing: it is not judged.
    for (int k = further_iterations(end_time(), kFurtherIterations); k > 0; --k) {
      stage_outcome_ = evaluate_stages();
      if (stage_outcome_ != Evaluation::ok) return Verdict::diverged;
      find_increment();
      stages_.apply_increment();
    }
    return verdict;
  }
}

RadauStages::Norms Radau5::find_increment() {
  ++counts_.newton_iterations;
  ++counts_.solves;  // the real and the complex system together
  return stages_.find_increment(h_, newton_weights());
}

Evaluation Radau5::evaluate_stages() {
  for (int i = 0; i < RadauTableau::kStages; ++i) {
    const bool is_last = i + 1 == RadauTableau::kStages;
    const double t = is_last ? end_time() : t_ + RadauTableau::c[i] * h_;
    stage_ = y_ + stages_.z().col(i);
    const Evaluation outcome = model_.rhs(t, stage_, stages_.f().col(i));
    if (outcome != Evaluation::ok) return outcome;
  }
  return Evaluation::ok;
}

// err = (gamma/h M - J)^-1 (f(t_n, y_n) + 1/h M sum e_i z_i).  For stiff components of a bad first
// guess it is too large; then f at y_n + err replaces f at y_n (Hairer, Wanner, IV.8, (8.20)).
double Radau5::estimate_error() {
  error_ = f_;
  stages_.add_error_combination(h_, error_);
  solve(error_.data());
  double error = std::max(kSmallestError, rms_norm(error_, weights_));
  if (error >= 1 && (is_first_ || was_rejected_)) {
    stage_ = y_ + error_;
    if (model_.rhs(t_, stage_, f_new_) == Evaluation::ok) {
      error_ = f_new_;
      stages_.add_error_combination(h_, error_);
      solve(error_.data());
      error = std::max(kSmallestError, rms_norm(error_, weights_));
    }
  }
  return with_drift(error, error_);
}

// More iterations than usual: Newton is near its limit, so be more careful.
double Radau5::safety() const {
  const double s = options_.control.safety;
  const double m = 2.0 * options_.max_newton;
  return std::min(s, s * (1 + m) / (newton_.iterations() + m));
}

Attempt Radau5::accept(double error) {
  const double t_new = end_time();
  y_new_ = y_ + stages_.z().col(2);
  // The next step needs f there; if it does not exist the step must not be taken.
  if (t_new != t_end_) {
    const Evaluation outcome = model_.rhs(t_new, y_new_, f_new_);
    if (outcome == Evaluation::stop) return fail(Status::interrupted, h_);
    if (outcome != Evaluation::ok) return retry(kShrinkDiverged, status_of(outcome));
  }
  stages_.store(y_new_, t_, t_new, h_, dense_);
  if (has_mass_)
    RadauStages::end_derivative(dense_, h_, yp_);
  else
    output_is_due_ = true;

  double ratio = controller_.ratio_after_accepted(h_, error, safety());
  if (was_rejected_) ratio = std::min(ratio, 1.0);
  const double wanted = ends_at_limit_ && !was_rejected_ ? std::abs(h_next_) : 0.0;
  const double h_new = std::min(std::abs(h_) * ratio, limits_.h_max);
  const bool fast = newton_.theta() <= options_.jacobian_rate;
  const double change = h_new / std::abs(h_);
  // A step cut short by the limit says little about the next one.
  keep_step_ =
      fast && change >= options_.keep_from && change <= options_.keep_to && wanted <= h_new;
  h_next_ = direction_ * std::max(h_new, wanted);

  reach_last_ = reach();
  t_old_ = t_;
  t_ = t_new;
  h_last_ = h_;
  y_.swap(y_new_);
  f_.swap(f_new_);
  rhs_is_current_ = t_new != t_end_;
  needs_jacobian_ = !fast;
  is_first_ = was_rejected_ = jacobian_is_fresh_ = false;
  n_newton_ = n_singular_ = n_refused_ = 0;
  note_acceptance();
  trouble_ = Status::step_too_small;
  return Attempt::accepted;
}

// The error estimate is (gamma/h - J)^-1 (f - u') at t_n: the slope missing there, without what is
// stiff in it.
Status Radau5::prepare_dense() {
  if (!output_is_due_) return Status::ok;
  output_is_due_ = false;
  error_ *= RadauTableau::gamma;
  RadauStages::add_start_slope(dense_, error_, output_);
  output_.set_span(t_old_, t_, t_, h_last_);
  return Status::ok;
}

Attempt Radau5::reject(double error) {
  note_error_failure(error, h_);
  if (suspects_jump() && passes_kink()) return Attempt::accepted;
  return retry(is_first_ ? kShrinkFirst : controller_.ratio(error, safety()),
               Status::step_too_small);
}

Attempt Radau5::retry(double factor, Status reason) {
  h_next_ = factor * h_;
  keep_step_ = false;
  was_rejected_ = true;
  needs_jacobian_ = !jacobian_is_fresh_;
  trouble_ = reason;
  return Attempt::rejected;
}

Attempt Radau5::retry_after_newton(Verdict verdict) {
  note_newton_failure();
  ++n_newton_;
  if (suspects_kink() && stage_outcome_ == Evaluation::ok && passes_kink())
    return Attempt::accepted;
  if (verdict == Verdict::slow)
    return retry(newton_.slow_factor(kErrorOrder), Status::newton_failure);
  const bool finite = stage_outcome_ == Evaluation::ok;
  return retry(kShrinkDiverged, finite ? Status::newton_failure : status_of(stage_outcome_));
}

// What follows is a new start.
bool Radau5::passes_kink() {
  const bool passes = step_over_kink(end_time(), yp_);
  factored_h_ = 0;
  needs_jacobian_ = true;
  jacobian_is_fresh_ = false;
  if (!passes) return false;
  output_is_due_ = false;
  draw_kink_line(dense_);
  draw_kink_line(output_);
  slope_over_kink(yp_);
  take_kink_step();
  h_next_ = h_last_;
  f_ = kink_.f;
  rhs_is_current_ = is_first_ = true;
  keep_step_ = was_rejected_ = false;
  n_newton_ = n_singular_ = n_refused_ = 0;
  newton_.reset();
  controller_.reset();
  return true;
}

Attempt Radau5::retry_after_singular() {
  if (++n_singular_ >= kMaxSingular) return fail(Status::singular_matrix, h_);
  return retry(kShrinkDiverged, Status::singular_matrix);
}

}  // namespace dts
