// The step loop: starting, accepting, choosing step and order, recovering from failures.
#include "integrators/mebdf.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace dts {

namespace {
constexpr int kStartingOrder = 2;  // the local error of order 1 is O(h^2)
constexpr double kGrowthLimit = 10;
constexpr double kHardlyAbove = 1.00001;
constexpr double kGrowthAfterFailure = 2;
constexpr int kMaxErrorFailures = 20;    // in a row
constexpr int kMaxFailures = 60;         // of any kind without an accepted step
constexpr int kSteadySteps = 10;         // before the next decision when nothing is to be gained
constexpr double kEmbeddedBound = 2;     // on the distance of corrector and first stage
constexpr int kOldMatrix = 10;           // accepted steps after which a new step renews it
constexpr int kCostlyJacobian = 20;      // evaluations
constexpr int kAgeOfCostlyJacobian = 6;  // accepted steps it may serve

bool is_ode(const Model& model) { return !model.is_implicit() && model.mass() == nullptr; }

MebdfRules rules_for(const Model& model) {
  if (is_ode(model)) return kMebdfRulesOde;
  return model.index_counts()[2] > 0 ? kMebdfRulesIndex3 : kMebdfRulesDae;
}

// How many accepted steps a Jacobian may serve before a new matrix asks for a new one.  Old ones
// cost steps and accuracy: loosely converged stages disturb the high differences.  So only where
// it takes many evaluations a Jacobian is kept, and never for index 3, whose Newton iterations
// depend on it most.
int longest_life(const Model& model) {
  if (model.has_jacobian() || model.index_counts()[2] > 0) return 0;
  int n_groups = 0;
  colour_columns(model.jacobian_structure(), n_groups);
  return n_groups < kCostlyJacobian ? 0 : kAgeOfCostlyJacobian;
}

}  // namespace

Mebdf::Mebdf(Model& model, Tolerances tolerances, StepLimits limits, int max_order,
             const Calibration& calibration)
    : ImplicitStepper(model, std::move(tolerances), calibration, limits),
      max_order_(max_order),
      rules_(rules_for(model)),
      history_(model.size(), max_order),
      next_(model.size(), max_order),
      dense_(model.size(), max_order + 1),
      ratio_limit_(model.jacobian_structure().storage == Storage::dense ? 0.2 : 0.1),
      max_jacobian_age_(longest_life(model)) {
  // What is left in the positions of index 3 adds up in the velocities.
  if (index_weights_.index() == 3) index_weights_.set_newton_noise(IndexWeights::kNoiseOfOneNode);
  index_weights_.set_drift_noise(IndexWeights::kDriftNoiseOfOneNode);
  if (max_order < 1 || max_order > kMebdfMaxOrder)
    throw std::invalid_argument("the largest order of mebdf must lie between 1 and 8");
  for (Vector* v : {&older_difference_, &x1_, &x2_, &x_new_, &look_ahead_, &psi1_, &psi2_, &psi3_,
                    &prediction_, &stage_, &slope_, &f_, &first_f_, &defect_, &first_defect_,
                    &delta_, &scaled_, &last_scaled_})
    v->setZero(model.size());
}

Status Mebdf::start(double t, ConstVectorRef y, const Vector* yp, double t_end) {
  prepare_dense();
  begin(t, y, t_end);
  tolerances_.weights(y, weights_);
  if (!y.allFinite() || !std::isfinite(t) || !(weights_.minCoeff() > 0))
    return Status::illegal_input;
  if (asks_too_much(y)) return Status::tolerance_too_small;
  n_settling_ = n_starting_ = n_unresolved_ = 0;
  return begin_history(yp);
}

// The first step from (t, y), with no past but y'.
Status Mebdf::begin_history(const Vector* yp) {
  const Status status = initial_slope(yp);
  if (status != Status::ok) return status;
  h_next_ = direction_ * first_step(y_, slope_, kStartingOrder);
  former_step_.start(std::abs(h_next_));
  history_.start(y_, slope_, h_next_);
  wait_ = 3;
  n_error_failures_ = n_failures_ = 0;
  was_hasty_ = has_look_ahead_ = false;
  has_failed_ = false;
  n_stable_steps_ = 0;
  circle_ = FailureCircle();
  h_beta_factored_ = 0;
  has_jacobian_ = false;
  contraction1_ = contraction2_ = Contraction();
  order_last_ = 1;
  has_past_ = false;
  return Status::ok;
}

// y'(t) into slope_: f itself, the caller's, or as much as the mass matrix tells.
Status Mebdf::initial_slope(const Vector* yp) {
  const bool is_plain = is_ode(model_);
  const bool needs_f = is_plain || (yp == nullptr && !model_.is_implicit());
  if (needs_f) {
    const Evaluation evaluation = model_.rhs(t_, y_, f_);
    if (evaluation != Evaluation::ok) return status_of(evaluation);
  }
  initial_derivative(f_, is_plain ? nullptr : yp, slope_);
  return slope_.allFinite() ? Status::ok : Status::illegal_input;
}

Attempt Mebdf::attempt(double t_limit) {
  limit_ = t_limit;
  fit_step(t_limit);
  h_tried_ = h_next_;
  if (t1_ == t_) return fail_before_attempt(Status::step_too_small, h_next_);
  const Outcome outcome = make_step();
  if (outcome == Outcome::settled) return settle();
  if (outcome != Outcome::ok) return recover(outcome);
  accept();
  return Attempt::accepted;
}

// Where the stages lie: at t + h and t + 2h, not beyond the limit.
void Mebdf::fit_step(double t_limit) {
  constexpr double kOnlyRounding = 1e-12;  // a ratio of steps so near to 1 leaves the past as it is
  const double distance = t_limit - t_;
  // Not even two steps find room before the limit.
  const bool is_short = std::abs(distance) <= 2 * kTimeRoundings * kEpsilon * std::abs(t_);
  const LimitedStep limited =
      is_short ? LimitedStep{distance, true} : fit_to_limit(h_next_, distance);
  const double ratio = limited.h / h_next_;
  if (std::abs(ratio - 1) > kOnlyRounding) {
    const int wait = wait_;
    change_step(ratio);
    wait_ = std::max(wait, wait_);
  }
  h_next_ = limited.h;
  is_last_ = limited.is_last;
  t1_ = is_last_ ? t_limit : t_ + h_next_;
  t2_ = t_ + 2 * h_next_;
  if (direction_ * (t2_ - t_limit) > 0) t2_ = t_limit;  // by rounding only
}

Mebdf::Outcome Mebdf::make_step() {
  const int k = history_.order();
  predict();
  Outcome outcome = first_stage();
  if (outcome != Outcome::ok) return outcome;
  next_.advance(history_, x1_);
  weigh(next_.difference(0));
  const auto difference = next_.difference(k + 1);
  const double scale = 1 / formula().error_scale;
  error_ = with_drift(scale * norm(difference), difference, scale);
  if (!(error_ <= 1) && !is_beyond_resolution(error_))
    return overcomes_inconsistency() ? Outcome::settled : Outcome::error_test;
  n_error_failures_ = 0;
  if (is_last_) return Outcome::ok;  // its own error is what the test controls
  outcome = second_stage();
  if (outcome != Outcome::ok) return outcome;
  outcome = third_stage();
  if (outcome != Outcome::ok) return outcome;
  delta_ = x_new_ - x1_;
  error_ = norm(delta_);
  if (!(error_ <= kEmbeddedBound) && !is_beyond_resolution(error_)) return Outcome::embedded_test;
  next_.advance(history_, x_new_);
  return Outcome::ok;
}

// At a late time the resolution of t may not suffice for the lowest orders to follow a layer at the
// start (emep: a radical with a life of 1e-9 s at t = 14400 s, where t comes in steps of 2e-12 s).
// Then its first steps are as short as can be, and are let pass until a higher order takes over.
bool Mebdf::is_beyond_resolution(double error) {
  constexpr int kStartingSteps = 200;  // more than such a life
  const bool is_shortest = std::abs(h_next_) <= kHardlyAbove * smallest_step();
  const bool passes = std::isfinite(error) && is_shortest && limits_.h_min < std::abs(h_next_) &&
                      n_starting_ < kStartingSteps;
  if (passes && n_unresolved_++ == 0)
    notices_.push_back({t_, "a transient at the start is too fast for the resolution of time"});
  return passes;
}

// Algebraic variables that start off their constraints show an error that does not fall with h. One
// step of the BDF of order 1 puts them there; it is let pass, and the integration begins anew from
// where it ends.
bool Mebdf::overcomes_inconsistency() const {
  constexpr int kMaxSettling = 5;
  const bool stagnates = std::isfinite(error_) && is_stagnant(error_);
  return stagnates && is_algebraic() && !has_past_ && n_settling_ < kMaxSettling;
}

Attempt Mebdf::settle() {
  t_old_ = t_;
  t_ = t1_;
  h_last_ = h_next_;
  y_ = next_.difference(0);
  next_.to_dense(t_old_, t_, h_last_, dense_);
  if (++n_settling_ == 1 && n_starting_ == 0) tell_of_inconsistent_start();
  const Status status = begin_history(nullptr);
  return status == Status::ok ? Attempt::accepted : fail(status, h_next_);
}

void Mebdf::accept() {
  t_old_ = t_;
  t_ = t1_;
  h_last_ = h_next_;
  history_.swap(next_);
  order_last_ = history_.order();
  y_ = history_.difference(0);
  dense_is_due_ = true;
  has_look_ahead_ = !is_last_;
  if (has_look_ahead_) look_ahead_ = x2_ - x_new_;
  n_failures_ = 0;
  note_acceptance();
  has_past_ = true;
  ++n_starting_;
  circle_.step_accepted();
  if (n_stable_steps_ > 0) --n_stable_steps_;
  if (wait_ == 2 && order_last_ < max_order_)
    older_difference_ = history_.difference(order_last_ + 1);
  if (is_last_)
    wait_ = std::max(wait_, order_last_ + 2);
  else if (--wait_ == 0)
    decide();
  ++matrix_age_;
  ++jacobian_age_;
}

// Most steps are never looked into: the polynomial is made when somebody asks for it, or when the
// differences that it is made of are about to change.
Status Mebdf::prepare_dense() {
  if (dense_is_due_) history_.to_dense(t_old_, t_, h_last_, dense_);
  dense_is_due_ = false;
  return Status::ok;
}

// The differences of multipliers and the like are rough.  They tell the error of the order in use,
// but not whether another would serve better: it is taken to change with the order as that of the
// variables of index 1 does.
double Mebdf::norm_of_other_order(ConstVectorRef other, double same, ConstVectorRef own) const {
  if (!index_weights_.has_higher_index()) return norm(other);
  const Index n = index_weights_.n_plain();
  const double plain = rms_norm(own.head(n), weights_.head(n));
  return plain > 0 ? same / plain * rms_norm(other.head(n), weights_.head(n)) : norm(other);
}

DifferenceNorms Mebdf::difference_norms(const DifferenceHistory& history) {
  const int k = history.order();
  const auto own = history.difference(k + 1);
  DifferenceNorms norms;
  norms.same = with_drift(norm(own), own);
  norms.lower = norm_of_other_order(history.difference(k), norms.same, own);
  if (k > 1) norms.below_lower = norm_of_other_order(history.difference(k - 1), norms.same, own);
  return norms;
}

// Step and order for the steps to come.
void Mebdf::decide() {
  constexpr double kWorthwhile = 1.1, kTooLarge = 0.8;
  constexpr int kPatience = 20;  // steps with one matrix before a DAE's step is reduced
  const int k = history_.order();
  weigh(y_);
  DifferenceNorms norms = difference_norms(history_);
  // Were such a mode let grow until the error test sees it, the step would have to be so short for
  // all the rest of the interval that it is stable, too: nothing damps it then.  (After a failure
  // it is more often a front that makes the differences large.)
  const bool is_smooth = !std::exchange(has_failed_, false);
  if (is_ode(model_) && is_smooth && differences_swing(k, norms)) return calm_down();
  if (k < highest_order()) {
    delta_ = history_.difference(k + 1) - older_difference_;
    norms.higher = norm_of_other_order(delta_, norms.same, history_.difference(k + 1));
  }
  OrderChoice choice = choose_order(k, highest_order(), norms, was_hasty_);
  was_hasty_ = false;

  double ratio = choice.ratio;
  bool is_kept = !rules_.reduces_freely && ratio > 1 && ratio < kWorthwhile;
  if (!is_kept) {
    ratio = former_step_.apply(std::min(ratio, kGrowthLimit), std::abs(h_next_));
    // Near rounding matrices are renewed all the time, and there is nothing to be saved.
    const bool is_free = rules_.reduces_freely || may_see_rounding();
    is_kept = ratio < kWorthwhile && (is_free ? ratio >= kTooLarge : matrix_age_ <= kPatience);
  }
  if (is_kept) {
    wait_ = kSteadySteps;
    return;
  }
  // Multipliers are out of reach of the lowest orders.
  if (k < index_weights_.index() && k < max_order_ && choice.divisor_higher < 1) choice.k = k + 1;
  set_order(choice.k);
  ratio = std::max(ratio, smallest_step() / std::abs(h_next_));
  change_step(std::min({ratio, limits_.h_max / std::abs(h_next_), kGrowthLimit}));
}

void Mebdf::calm_down() {
  constexpr int kSteps = 100;
  n_stable_steps_ = kSteps;
  set_order(kMebdfStableOrder);
  const DifferenceNorms norms = difference_norms(history_);
  change_step(bounded(
      std::min(choose_order(history_.order(), highest_order(), norms, was_hasty_).ratio, 1.0)));
}

double Mebdf::bounded(double ratio) const {
  const double h = std::abs(h_next_);
  return std::min({std::max(ratio, smallest_step() / h), limits_.h_max / h, kGrowthAfterFailure});
}

void Mebdf::set_order(int k) {
  if (k == history_.order()) return;
  prepare_dense();
  ++counts_.order_changes;
  while (history_.order() > k) history_.lower();
  if (history_.order() < k) history_.raise();
}

// The past at a new spacing; everything tied to the old one is forgotten.
void Mebdf::change_step(double ratio) {
  prepare_dense();
  history_.rescale(ratio);
  h_next_ *= ratio;
  has_look_ahead_ = false;
  if (matrix_age_ > kOldMatrix) h_beta_factored_ = 0;
  wait_ = history_.order() + 2;
}

Status Mebdf::reason(Outcome outcome) {
  switch (outcome) {
    case Outcome::ok:
    case Outcome::settled: return Status::ok;
    case Outcome::stop: return Status::interrupted;
    case Outcome::error_test:
    case Outcome::embedded_test: return Status::step_too_small;
    case Outcome::singular: return Status::singular_matrix;
    case Outcome::not_finite: return Status::not_finite;
    case Outcome::no_convergence:
    case Outcome::corrector: break;
  }
  return Status::newton_failure;
}

Attempt Mebdf::recover(Outcome outcome) {
  const double h = std::abs(h_next_);
  has_failed_ = true;
  if (outcome == Outcome::stop) return fail(reason(outcome), h_next_);
  const bool is_error = outcome == Outcome::error_test || outcome == Outcome::embedded_test;
  if (is_error)
    note_error_failure(error_, h_next_);
  else
    note_newton_failure();
  if (++n_failures_ > kMaxFailures || h <= kHardlyAbove * smallest_step())
    return fail(reason(outcome), h_next_, is_error ? worst_difference() : -1);
  if ((is_error ? suspects_jump() : suspects_kink()) && passes_kink()) return Attempt::accepted;
  if (outcome == Outcome::error_test) return recover_from_error();
  if (outcome == Outcome::embedded_test) was_hasty_ = true;
  const double ratio = outcome == Outcome::no_convergence ? former_step_.apply(0.5, h) : 0.5;
  change_step(bounded(ratio));
  return Attempt::rejected;
}

// What follows is a new start.
bool Mebdf::passes_kink() {
  if (!has_past_) return false;
  delta_ = history_.difference(1) / h_next_;
  h_beta_factored_ = 0;
  has_jacobian_ = false;
  if (!step_over_kink(t2_, delta_)) return false;
  slope_over_kink(delta_);
  if (!delta_.allFinite()) return false;
  dense_is_due_ = false;
  draw_kink_line(dense_);
  dense_.set_degree(1);
  take_kink_step();
  ++n_starting_;
  begin_history(&delta_);
  return true;
}

Attempt Mebdf::recover_from_error() {
  const int k = history_.order();
  ++n_error_failures_;
  if (n_error_failures_ == kMaxErrorFailures)
    return fail(Status::step_too_small, h_next_, worst_difference());
  if (circle_.closes_at_failure() || n_error_failures_ > 2) {
    restart_low();
    return Attempt::rejected;
  }
  const DifferenceNorms norms = difference_norms(next_);
  const OrderChoice choice = reduce_order(k, n_error_failures_, norms);
  set_order(choice.k);
  change_step(bounded(choice.ratio));
  return Attempt::rejected;
}

// Error tests keep failing: the high differences are not to be trusted.
void Mebdf::restart_low() {
  set_order(1);
  const double h = std::abs(h_next_);
  change_step(former_step_.apply(std::max(0.1, smallest_step() / h), h));
  h_beta_factored_ = 0;
  wait_ = kSteadySteps;
}

}  // namespace dts
