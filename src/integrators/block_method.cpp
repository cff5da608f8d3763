#include "integrators/block_method.hpp"

#include "core/by_fours.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dts {

namespace {
double square(double x) { return x * x; }

// Over the kink itself backward Euler gives the variables of index 2 and 3 mean values of what they
// are before and beyond.  One step more for index 2, two for index 3, each much shorter, and they
// owe nothing to what was before (Hairer, Lubich, Roche 1989); the block methods would remember it
// long, since |R(infinity)| may be near 1.
constexpr double kShareBeyondKink = 0.1;
constexpr int kFailuresAtKink = 3;  // on the way to a kink most blocks before it are accepted
}  // namespace

BlockStepper::BlockStepper(Model& model, Tolerances user, const Calibration& calibration,
                           StepLimits limits, Levels levels, bool follows_small_values)
    : ImplicitStepper(model, std::move(user), calibration, limits),
      levels_(levels),
      follows_small_values_(follows_small_values && !model.has_higher_index()),
      rtol_min_(tolerances_.rtol.minCoeff()),
      n_index1_(index_weights_.n_plain()),
      n_index2_(index_weights_.n_index2()),
      level_(levels.min),
      f_(model.size()),
      slope_(model.size()),
      Y_(model.size(), levels.max_block + 1),
      F_(model.size(), levels.max_block + 1),
      dense_(model.size(), levels.max_block) {
  for (int j = 0; j < levels.max_block; ++j) dense_.nodes()[j] = -j;
}

Status BlockStepper::start(double t, ConstVectorRef y, const Vector* yp, double t_end) {
  begin(t, y, t_end);
  cause_ = Evaluation::ok;
  if (asks_too_much(y_)) return Status::tolerance_too_small;
  if (!evaluate(t_, y_, f_)) return status_of(cause_);
  initial_derivative(f_, yp, slope_);
  level_ = levels_.min;
  n_singular_ = n_beyond_kink_ = 0;
  jacobian_is_new_ = jacobian_failed_ = has_passed_kink_ = false;
  h_ = std::min(
      {first_step(y_, slope_, order_of(level_)), std::abs(t_end - t) / block(), limits_.h_max});
  // A first step that rounding would swallow is raised, not refused.
  const double rounding = kEpsilon * std::abs(t);
  if (h_ < 10 * rounding) h_ = 20 * rounding;
  order_last_ = order_of(level_);
  h_next_ = signed_h();
  reset();
  return Status::ok;
}

Attempt BlockStepper::attempt(double t_limit) {
  limit_ = t_limit;
  if (is_too_small(h_) && !reaches_limit(h_)) return give_up(Status::step_too_small);
  if (n_beyond_kink_ > 0) {
    --n_beyond_kink_;
    h_tried_ = h_last_ * kShareBeyondKink;
    if (!reaches_limit(h_) && passes_kink(t_ + h_tried_)) return Attempt::accepted;
  }
  const Trial trial = try_block();
  switch (trial) {
    case Trial::accepted:
      accept();
      note_acceptance();
      after_acceptance();
      h_next_ = signed_h();
      return Attempt::accepted;
    case Trial::newton_failure:
      if (cause_ == Evaluation::stop) return give_up(Status::interrupted);
      note_newton_failure();
      if (suspects_kink(kFailuresAtKink) && cause_ == Evaluation::ok && leaves_kink_behind())
        return Attempt::accepted;
      after_newton_failure();
      break;
    case Trial::error_failure:
      note_error_failure(trial_error_, block() * signed_h());
      if (suspects_jump() && leaves_kink_behind()) return Attempt::accepted;
      after_error_failure();
      break;
    case Trial::hopeless: return give_up(Status::singular_matrix);
  }
  h_next_ = signed_h();
  const Status status = is_too_small(h_) ? Status::step_too_small : verdict();
  return status == Status::ok ? Attempt::rejected : give_up(status);
}

BlockStepper::Trial BlockStepper::try_block() {
  cause_ = Evaluation::ok;
  worst_ = -1;
  evaluated_now_ = factored_now_ = false;
  fit_to_limit();
  h_tried_ = signed_h();
  if (!update_jacobian()) return Trial::newton_failure;
  if (!update_factors()) return Trial::hopeless;
  h_tried_ = signed_h();  // may have been halved
  weigh_errors(y_, h_);
  begin_block();
  weigh_increments(y_, h_, newton_tolerance());
  Y_.col(0) = y_;
  F_.col(0) = f_;
  if (!predict() || !iterate()) return Trial::newton_failure;
  trial_error_ = error();
  if (!std::isfinite(trial_error_)) return Trial::newton_failure;
  return is_acceptable(trial_error_) ? Trial::accepted : Trial::error_failure;
}

bool BlockStepper::reaches_limit(double h) const {
  const int s = block();
  return s * h >= remaining(t_) - kTimeRoundings * s * kEpsilon * std::abs(t_);
}

// The block that would reach or pass the limit ends there; one that would leave a remainder of
// rounding size is stretched.
void BlockStepper::fit_to_limit() {
  const int s = block();
  const double left = remaining(t_);
  ends_at_limit_ = reaches_limit(h_);
  if (ends_at_limit_)
    h_ = left / s;
  else if (splits_last_block() && left < 2 * s * h_)
    h_ = left / (2 * s);  // two equal blocks instead of a long and a short one
}

bool BlockStepper::update_jacobian() {
  if (!wants_jacobian() && !jacobian_failed_ && !looks_ahead()) return true;
  const Evaluation outcome = evaluate_jacobian(f_, slope_, signed_h(), block() * signed_h());
  jacobian_failed_ = outcome != Evaluation::ok;
  if (jacobian_failed_) {
    cause_ = outcome;
    return false;
  }
  jacobian_is_new_ = evaluated_now_ = true;
  return true;
}

// Halves h while the matrix is singular; false if that happens too often.
bool BlockStepper::update_factors() {
  if (!wants_factors()) return true;
  for (;;) {
    factor_scale_ = 1 / (signed_h() * gamma_of(level_));
    if (factor(factor_scale_)) break;
    if (++n_singular_ > max_singular()) return false;
    h_ /= 2;
    ends_at_limit_ = false;
  }
  factored_now_ = true;
  return true;
}

void BlockStepper::accept() {
  const int s = block();
  fit_polynomial(dense_);
  t_old_ = t_;
  t_ = node(s);
  y_ = Y_.col(s);
  f_ = F_.col(s);
  if (has_mass_)
    slope_ = (Y_.col(s) - Y_.col(s - 1)) / signed_h();
  else
    slope_ = f_;
  h_last_ = signed_h();
  order_last_ = order_of(level_);
  has_passed_kink_ = false;
  n_singular_ = 0;
  jacobian_is_new_ = false;
}

// If f has no value there, y(t) is as good as it was.
void BlockStepper::replace_state(ConstVectorRef y) {
  if (!evaluate(t_, y, F_.col(0))) return;
  y_ = y;
  f_ = F_.col(0);
  index_weights_.note_refinement();
}

bool BlockStepper::leaves_kink_behind() {
  if (!passes_kink(node(block()))) return false;
  n_beyond_kink_ = index_weights_.index() - 1;
  return true;
}

// What follows is a new start, with the history of a straight line.
bool BlockStepper::passes_kink(double t_new) {
  const bool passes = step_over_kink(t_new, slope_);
  jacobian_failed_ = true;
  if (!passes) return false;
  draw_kink_line(dense_);
  dense_.set_degree(1);
  slope_over_kink(slope_);
  take_kink_step();
  f_ = kink_.f;
  has_passed_kink_ = true;
  order_last_ = 1;
  n_singular_ = 0;
  jacobian_is_new_ = false;
  level_ = levels_.min;
  h_ = std::abs(h_last_) / block();
  h_next_ = signed_h();
  reset();
  return true;
}

bool BlockStepper::evaluate(double t, ConstVectorRef y, VectorRef f) {
  const Evaluation outcome = model_.rhs(t, y, f);
  if (outcome != Evaluation::ok) cause_ = outcome;
  return outcome == Evaluation::ok;
}

bool BlockStepper::evaluate_nodes() {
  for (int j = 1; j <= block(); ++j)
    if (!evaluate(node(j), Y_.col(j), F_.col(j))) return false;
  return true;
}

void BlockStepper::fit_polynomial(DensePolynomial& polynomial) const {
  const int s = block();
  Matrix& c = polynomial.coefficients();
  for (int j = 0; j <= s; ++j) c.col(j) = Y_.col(s - j);
  for (int d = 1; d <= s; ++d)
    for (int j = s; j >= d; --j) c.col(j) = (c.col(j - 1) - c.col(j)) / d;
  polynomial.set_degree(s);
  polynomial.set_span(t_, node(s), node(s), signed_h());
}

void BlockStepper::predict_constant() {
  for (int j = 1; j <= block(); ++j) {
    Y_.col(j) = y_;
    if (looks_ahead()) Y_.col(j) += (node(j) - t_) * slope_;
  }
}

void BlockStepper::extrapolate(const DensePolynomial& polynomial, int degree) {
  for (int j = 1; j <= block(); ++j) {
    polynomial.value(node(j), degree, Y_.col(j));
    if (follows_small_values_) keep_signs(weights_, Y_.col(j));
  }
}

void BlockStepper::solve_scaled(Eigen::Ref<Matrix> columns) {
  for (Index j = 0; j < columns.cols(); ++j) {
    double* column = columns.data() + j * columns.outerStride();
    by_fours(columns.rows(), [&](auto few, Index k) {
      few.store(column + k, factor_scale_ * few.load(column + k));
    });
    solve(column);
  }
}

void BlockStepper::change_level(int level) {
  if (level != level_) ++counts_.order_changes;
  level_ = level;
}

double BlockStepper::largest_correction(const Eigen::Ref<const Matrix>& columns) const {
  double largest = 0;
  for (Index j = 0; j < columns.cols(); ++j) {
    const double size = rms_norm(columns.col(j), newton_weights());
    if (!(size <= largest)) largest = size;  // lets NaN through
    if (std::isnan(largest)) break;
  }
  return largest;
}

// Not where the index is higher: the weights grow there as h falls, and a small movement means
// nothing.
bool BlockStepper::is_converged(double correction, double kappa) const {
  if (correction > kappa || !follows_small_values_) return correction <= kappa;
  constexpr double kRounding = 100 * kUnitRoundoff;  // of y, and of f at all the nodes
  double movement = 0, rounding = 0;
  const auto y_new = Y_.col(block());
  for (Index i = 0; i < y_.size(); ++i) {
    movement += square((y_new[i] - y_[i]) / newton_weights()[i]);
    rounding += square(kRounding * y_[i] / newton_weights()[i]);
  }
  return square(correction) * static_cast<double>(y_.size()) <=
         std::max(rounding, square(kappa) * movement);
}

// Where the values of the model were the reason, they are what the user must hear of.
Attempt BlockStepper::give_up(Status status) {
  return fail(cause_ == Evaluation::ok ? status : status_of(cause_), signed_h(), worst_);
}

}  // namespace dts
