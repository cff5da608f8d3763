#include "integrators/explicit_rk.hpp"

#include "core/initial_step.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
constexpr double kSmallestOldError = 1e-4;  // facold: keeps the PI term from exploding
constexpr int kStiffnessPeriod = 1000;      // dopri853 looks at every 1000th accepted step
}  // namespace

ExplicitRungeKutta::ExplicitRungeKutta(const ExplicitTableau& tableau, Model& model,
                                       Tolerances tolerances, StepLimits limits,
                                       StiffnessTests tests, StepControl control)
    : Stepper(model.size()),
      tableau_(tableau),
      model_(model),
      tolerances_(std::move(tolerances)),
      limits_(limits),
      tests_(tests),
      control_(control),
      stages_(tableau, model.size()),
      dense_(model.size(), 3 + tableau.dense_terms),
      y_old_(model.size()),
      weights_(model.size()) {
  if (tests.conditioning) conditioning_.emplace(tableau, model, tolerances_);
  // Newton's form of the usual nested one: theta and 1 - theta in turn.
  for (std::size_t j = 0; j < dense_.nodes().size(); ++j) dense_.nodes()[j] = j % 2 == 0 ? 0 : 1;
  dense_.set_degree(3 + tableau.dense_terms);
}

Status ExplicitRungeKutta::start(double t, ConstVectorRef y, const Vector* /*yp*/, double t_end) {
  t_ = t_old_ = t;
  y_ = y;
  direction_ = t_end >= t ? 1 : -1;
  const double interval = std::abs(t_end - t);
  h_max_ = std::min(limits_.h_max, interval);
  error_old_ = kSmallestOldError;
  after_rejection_ = last_was_not_finite_ = has_dense_ = shift_pending_ = false;
  pending_ = Status::ok;
  if (model_.rhs(t, y_, stages_.stage(0)) != Evaluation::ok) {
    fail_before_attempt(Status::illegal_input, 0, model_.bad_component());
    return failure_.status;
  }
  // Relative errors of what an event has set to zero have no size.
  tolerances_.weights(y_, weights_);
  if (Index i = 0; !(weights_.minCoeff(&i) > 0)) {
    fail_before_attempt(Status::tolerance_too_small, 0, i);
    return failure_.status;
  }
  double h = 0;
  if (conditioning_) {
    h = conditioning_->start(t, y_, stages_, direction_, interval, h_max_);
    if (!conditioning_->is_active())
      notices_.push_back({t, "no perturbation found: the conditioning test is switched off"});
  }
  if (limits_.h_initial > 0)
    h = std::min(limits_.h_initial, h_max_);
  else if (h == 0)
    h = initial_step(model_, tolerances_, t, y_, stages_.stage(0), direction_, tableau_.order,
                     h_max_);
  h_next_ = direction_ * std::min(h, start_limit_);
  return Status::ok;
}

bool ExplicitRungeKutta::is_step_too_small(double h) const {
  return !(0.1 * std::abs(h) > std::abs(t_) * kUnitRoundoff) || std::abs(h) < limits_.h_min;
}

double ExplicitRungeKutta::limit(double h) const {
  return std::abs(h) > h_max_ ? direction_ * h_max_ : h;
}

Attempt ExplicitRungeKutta::attempt(double t_limit) {
  if (pending_ != Status::ok) return fail_before_attempt(pending_, h_next_);
  double h = h_next_;
  if (is_step_too_small(h)) {
    if (last_was_not_finite_)
      return fail_before_attempt(Status::not_finite, h, model_.bad_component());
    // Before the first attempt no error is known.
    const Index worst =
        after_rejection_ ? worst_component(stages_.error_vector(), weights_) : Index{-1};
    return fail_before_attempt(Status::step_too_small, h, worst);
  }
  if (shift_pending_) stages_.shift();
  shift_pending_ = false;
  const bool reaches_limit = direction_ * (t_ + 1.01 * h - t_limit) > 0;
  if (reaches_limit) h = t_limit - t_;
  const double t_new = reaches_limit ? t_limit : t_ + h;
  h_tried_ = h;

  const Trial trial = try_step(h, t_new);
  if (trial.outcome == Evaluation::stop) return fail(Status::illegal_input, h);
  if (trial.outcome != Evaluation::ok) return reject(trial, h);

  const Status verdict = check_stiffness_of_attempt(trial, h);
  if (verdict != Status::ok) return fail(verdict, h);
  return trial.error <= 1 ? accept(trial, h, t_new) : reject(trial, h);
}

ExplicitRungeKutta::Trial ExplicitRungeKutta::try_step(double h, double t_new) {
  Trial trial;
  trial.outcome = stages_.advance(model_, t_, y_, h, t_new);
  if (trial.outcome == Evaluation::ok && tableau_.derivative_in_attempt)
    trial.outcome = stages_.evaluate_derivative(model_, t_new);
  const bool with_conditioning = conditioning_ && conditioning_->is_active();
  if (trial.outcome == Evaluation::ok && with_conditioning)
    trial.outcome = conditioning_->advance(t_, h, t_new);
  if (trial.outcome != Evaluation::ok) return trial;

  tolerances_.weights(y_, stages_.new_value(), weights_);
  trial.error = trial.own_error = stages_.error(h, weights_);
  if (with_conditioning) trial.error = conditioning_->error(stages_, y_, trial.own_error, h);
  if (t_ == t_old_ && trial.error <= 1) trial.error = error_of_first_step(trial.error, h);
  if (!std::isfinite(trial.error)) trial.outcome = Evaluation::not_finite;
  // dopri853 spends the derivative at the new point only on steps it will keep.
  if (trial.outcome == Evaluation::ok && !tableau_.derivative_in_attempt && trial.error <= 1)
    trial.outcome = stages_.evaluate_derivative(model_, t_new);
  return trial;
}

// For y' = lambda y the fifth-order estimate of dopri853 vanishes at h lambda = -5.654 and
// -3.033 +- 5.112i, where the step is wrong by a quarter and a seventh of y; no other zero lies
// near the stability domain.  Later steps grow into such values and are rejected before, but a
// first one may hit them.  It shows in the third-order estimate, which is 0.43 and 1.4 times the
// whole change of y there, and less than an eighth of it for all real h lambda > -5.1.
double ExplicitRungeKutta::error_of_first_step(double error, double h) {
  constexpr double kLargestShare = 0.25;
  if (tableau_.error_estimate != ErrorEstimate::dop853) return error;
  const double low = stages_.low_order_error(h, weights_);
  const Vector change = stages_.new_value() - y_;
  return low > kLargestShare * rms_norm(change, weights_) ? std::max(error, low) : error;
}

// rho = |h| ||k_a - k_b|| / ||y1 - g_b||: two arguments of f at the same time estimate the
// dominant eigenvalue.  Hairer & Wanner (1996), IV.2.
bool ExplicitRungeKutta::eigenvalue_hit(double h) const {
  const double denominator = (stages_.new_value() - stages_.stiffness_argument()).norm();
  if (denominator == 0) return false;
  const double rho =
      std::abs(h) * (stages_.derivative() - stages_.stiffness_stage()).norm() / denominator;
  return !(rho <= tableau_.stiffness_limit);
}

// The low-order estimate is h^2 times the curvature of the solution when accuracy limits the step,
// and small against the error when stability does.  At tight tolerances the curvature of the slow
// solution alone can exceed a tenth of the error and hide that; so the steps that the estimate does
// not show as hits are judged once more, and counted apart, with the curvature taken out.
bool ExplicitRungeKutta::error_test_detects(const Trial& trial, double h) {
  const double bound = 0.1 * trial.own_error;
  const bool hit = stages_.low_order_error(h, weights_) < bound;
  const bool detected = error_hits_.record(hit);
  const bool hidden = !hit && stages_.error_without_curvature(h, weights_) < bound;
  return hidden_hits_.record(hidden) || detected;
}

Status ExplicitRungeKutta::detected(Status verdict, const char* how) {
  if (tests_.stop) return verdict;
  notices_.push_back({t_, std::string("the problem seems to become stiff, ") + how});
  return Status::ok;
}

Status ExplicitRungeKutta::check_stiffness_of_attempt(const Trial& trial, double h) {
  Status verdict = Status::ok;
  const bool accepted = trial.error <= 1;
  const bool look =
      tableau_.derivative_in_attempt ||
      (accepted && ((n_accepted_ + 1) % kStiffnessPeriod == 0 || eigenvalue_hits_.hits() > 0));
  if (tests_.eigenvalue && look && eigenvalue_hits_.record(eigenvalue_hit(h)))
    verdict = detected(Status::stiff_eigenvalue, "by the eigenvalue test");
  if (verdict == Status::ok && tests_.error && error_test_detects(trial, h))
    verdict = detected(Status::stiff_error, "by the error test");
  if (verdict == Status::ok && conditioning_ && conditioning_->is_active() &&
      conditioning_->detects_stiffness(stages_, h))
    verdict = detected(Status::stiff_eigenvalue, "by the conditioning test");
  return verdict;
}

Attempt ExplicitRungeKutta::accept(const Trial& trial, double h, double t_new) {
  const double power = std::pow(trial.error, control_.exponent);
  const double divisor = std::clamp(power / std::pow(error_old_, control_.beta) / control_.safety,
                                    1 / control_.max_factor, 1 / control_.min_factor);
  double h_new = limit(h / divisor);
  if (after_rejection_) h_new = direction_ * std::min(std::abs(h_new), std::abs(h));
  error_old_ = std::max(trial.error, kSmallestOldError);
  after_rejection_ = last_was_not_finite_ = has_dense_ = false;
  shift_pending_ = true;  // dense output still needs the first stage of this step
  ++n_accepted_;

  y_old_ = y_;
  t_old_ = t_;
  t_ = t_new;
  h_last_ = h;
  y_ = stages_.new_value();
  if (conditioning_ && conditioning_->is_active()) {
    const Status verdict = conditioning_->accept(y_, h, t_new, trial.own_error);
    if (verdict != Status::ok) pending_ = detected(verdict, sentence(verdict));
  }
  h_next_ = h_new;
  return Attempt::accepted;
}

Attempt ExplicitRungeKutta::reject(const Trial& trial, double h) {
  last_was_not_finite_ = trial.outcome != Evaluation::ok;
  if (last_was_not_finite_) {
    h_next_ = h * control_.min_factor;
  } else {
    ++counts_.error_failures;
    const double power = std::pow(trial.error, control_.exponent);
    h_next_ = h / std::min(1 / control_.min_factor, power / control_.safety);
  }
  after_rejection_ = true;
  return Attempt::rejected;
}

Status ExplicitRungeKutta::prepare_dense() {
  if (has_dense_) return Status::ok;
  const double h = h_last_;
  if (tableau_.extra_stages > 0 &&
      stages_.evaluate_extra(model_, t_old_, y_old_, h) != Evaluation::ok)
    return Status::not_finite;
  fill_hermite_terms();
  Matrix& c = dense_.coefficients();
  for (int m = 0; m < tableau_.dense_terms; ++m) {
    stages_.combine(tableau_.dense[m], c.col(4 + m));
    // (1 - theta) enters at every second factor: two minus signs per four factors.
    c.col(4 + m) *= (m + 4) / 2 % 2 == 0 ? h : -h;
  }
  dense_.set_degree(3 + tableau_.dense_terms);
  has_dense_ = true;
  return Status::ok;
}

// r1 .. r4 of Hairer, Norsett, Wanner (1993), (6.12), with the signs of Newton's form.
void ExplicitRungeKutta::fill_hermite_terms() {
  const double h = h_last_;
  Matrix& c = dense_.coefficients();
  c.col(0) = y_old_;
  c.col(1) = y_ - y_old_;
  c.col(2) = c.col(1) - h * stages_.stage(0);
  c.col(3) = h * stages_.derivative() - 2 * c.col(1) + h * stages_.stage(0);
  dense_.set_span(t_old_, t_, t_old_, h);
}

const DensePolynomial* ExplicitRungeKutta::rough_dense() {
  if (tableau_.extra_stages == 0 || has_dense_) return nullptr;
  fill_hermite_terms();
  dense_.set_degree(3);
  return &dense_;
}

Conditioning ExplicitRungeKutta::conditioning() const {
  return conditioning_ ? conditioning_->result() : Conditioning{};
}

}  // namespace dts
