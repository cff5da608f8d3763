#include "integrators/implicit_stepper.hpp"

#include "linalg/mass.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dts {

namespace {

constexpr double kNoise = 1e4;         // roundings of y that an increment may be made of, at most
constexpr double kLargestNoise = 0.1;  // tolerances that noise may take up
constexpr double kStagnation = 0.5;    // a ratio of errors that tells of no progress

// y' = M^-1 f for a regular M: the explicit form of the same equations.
class SolvedForDerivative final : public Model {
 public:
  SolvedForDerivative(Model& model, RealIterationMatrix& mass)
      : Model(model.size()), model_(model), mass_(mass) {}

 protected:
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override {
    const Evaluation outcome = model_.rhs(t, y, f);
    if (outcome == Evaluation::ok) mass_.solve(f);
    return outcome;
  }

 private:
  Model& model_;
  RealIterationMatrix& mass_;
};

}  // namespace

ImplicitStepper::ImplicitStepper(Model& model, Tolerances user, const Calibration& calibration,
                                 StepLimits limits)
    : Stepper(model.size()),
      model_(model),
      user_tolerances_(std::move(user)),
      tolerances_(calibrated(user_tolerances_, calibration, model.has_higher_index())),
      index_weights_(model, tolerances_),
      limits_(limits),
      has_mass_(model.mass() != nullptr),
      jacobian_(model),
      matrix_(make_iteration_matrix<double>(model.jacobian_structure(), model.mass())),
      weights_(Vector::Zero(model.size())),
      user_weights_(Vector::Zero(model.size())),
      kink_(has_mass_ ? model.size() : 0) {
  if (index_weights_.has_higher_index()) higher_index_newton_weights_.setZero(model.size());
  if (has_mass_ && !model.is_implicit()) mass_solver_ = factor_mass(*model.mass());
}

void ImplicitStepper::begin(double t, ConstVectorRef y, double t_end) {
  ++n_starts_;
  t_ = t_old_ = t;
  y_ = y;
  t_end_ = t_end;
  direction_ = t_end < t ? -1 : 1;
  h_last_ = 0;
  n_first_failures_ = n_creeping_ = 0;
  h_accepted_ = 0;
  obstacle_ = {};
  failed_error_ = 0;
  rounding_ = 0;
  index_weights_.forget();
  is_smooth_in_time_ = false;
  failure_ = {};
  jacobian_.forget();
}

// What a stop leaves in the velocities is a tolerance or so of the hidden constraints or, if they
// hold, the rounding of the positions divided by the time that is left.  What follows makes up for
// it, and a very short rest of the interval with very large multipliers.
void ImplicitStepper::tell_of_restart(bool constraints_hold) {
  constexpr double kRoundings = 100;
  const Index n_others = index_weights_.n_plain() + index_weights_.n_index2();
  if (index_weights_.index() < 3 || n_others == 0) return;
  tolerances_.weights(y_, weights_);
  const double multipliers = y_.tail(y_.size() - n_others).cwiseAbs().maxCoeff();
  const double left = std::abs(t_end_ - t_);
  const double rounding = kRoundings * kUnitRoundoff * y_.head(n_others).cwiseAbs().maxCoeff();
  double error = weights_.head(n_others).maxCoeff() / left;
  if (constraints_hold) error = std::min(error, rounding / (left * left));
  if (error > std::max(1.0, multipliers))
    notices_.push_back(
        {t_, "too little of the interval is left after a stop for the variables of index 3"});
}

void ImplicitStepper::initial_derivative(ConstVectorRef f, const Vector* given, VectorRef yp) {
  if (given) {
    yp = *given;
  } else if (model_.is_implicit()) {
    yp.setZero();
  } else if (!has_mass_) {
    yp = f;
  } else if (mass_solver_) {
    yp = f;
    mass_solver_->solve(yp);
  } else if (is_diagonal(*model_.mass())) {
    for (Index j = 0; j < yp.size(); ++j) {
      const double m = (*model_.mass())(j, j);
      yp[j] = m != 0 ? f[j] / m : 0.0;
    }
  } else {
    yp.setZero();
  }
}

void ImplicitStepper::add_mass_times(double factor, const Eigen::Ref<const Matrix>& v,
                                     Eigen::Ref<Matrix> result) const {
  if (!has_mass_) {
    result += factor * v;
    return;
  }
  for (Index j = 0; j < v.cols(); ++j) model_.mass()->multiply_add(factor, v.col(j), result.col(j));
}

Evaluation ImplicitStepper::evaluate_jacobian(ConstVectorRef f, ConstVectorRef yp, double h,
                                              double span) {
  if (!looks_ahead()) return jacobian_.jacobian(t_, y_, f, yp, h);
  // About the point where, for f = -y/t, simplified Newton converges best with collocation.
  const double t = t_ + 0.3 * span;
  f_ahead_.resize(y_.size());
  const Evaluation outcome = model_.rhs(t, y_, f_ahead_);
  // If f hardly depends on t, looking ahead in time is no remedy.
  if (outcome == Evaluation::ok && (f_ahead_ - f).norm() <= 0.1 * f.norm()) {
    is_smooth_in_time_ = true;
    return jacobian_.jacobian(t_, y_, f, yp, h);
  }
  return outcome == Evaluation::ok ? jacobian_.jacobian(t, y_, f_ahead_, yp, h) : outcome;
}

void ImplicitStepper::note_newton_failure() {
  ++counts_.newton_failures;
  index_weights_.note_newton_failure();
  ++n_creeping_;
  if (t_ == t_old_) ++n_first_failures_;
}

void ImplicitStepper::note_acceptance() {
  constexpr double kGrowth = 1.01;
  const double h = std::abs(h_last_);
  if (h > kGrowth * h_accepted_) n_creeping_ = 0;
  h_accepted_ = h;
  index_weights_.note_acceptance(h);
}

// The error in passing a jump does not depend on h, that of a kink is proportional to it.  The
// longer of two steps may meet a jump that depends on y earlier.  Once t is beyond what a step has
// failed to reach there was no jump.
void ImplicitStepper::note_error_failure(double error, double h) {
  constexpr double kReach = 3;
  ++counts_.error_failures;
  failed_error_ = error;
  const double end = t_ + kReach * h, ratio = h / obstacle_.h;
  if (obstacle_.h == 0 || direction_ * (t_ - obstacle_.end) > 0) {
    obstacle_ = {h, error, end, 0};
  } else {
    if (error > obstacle_.error * std::sqrt(std::min(ratio, 1.0))) ++obstacle_.n_failures;
    if (direction_ * (end - obstacle_.end) < 0) obstacle_.end = end;
  }
  if (drift_decides_)
    index_weights_.note_drift_failure();
  else
    index_weights_.note_error_failure();
}

bool ImplicitStepper::is_rounding(double increment, ConstVectorRef w) {
  const bool has_failed = index_weights_.n_newton_failures() > 0;
  if (has_failed && increment <= kNoise * kUnitRoundoff * rms_norm(y_, w)) {
    if (increment <= kLargestNoise)
      rounding_ = std::max(rounding_, increment);
    else
      relax();
  }
  return increment <= rounding_;
}

bool ImplicitStepper::is_stagnant(double error) const {
  constexpr int kFailures = 4;
  return index_weights_.n_error_failures() >= kFailures && error > kStagnation * failed_error_;
}

void ImplicitStepper::tell_of_inconsistent_start() {
  notices_.push_back({t_old_, "the initial values of some algebraic variables are inconsistent"});
}

bool ImplicitStepper::is_calibrated() const {
  return (tolerances_.rtol.array() < user_tolerances_.rtol.array()).any();
}

bool ImplicitStepper::relax() {
  const bool may_be_rounding =
      tolerances_.rtol.minCoeff() * kLargestNoise <= kNoise * kUnitRoundoff;
  if (!may_be_rounding || !is_calibrated()) return false;
  tolerances_ = user_tolerances_;
  index_weights_.renew();
  rounding_ = 0;
  return true;
}

void ImplicitStepper::weigh_errors(ConstVectorRef y, double h) {
  index_weights_.for_errors(t_, y, h, weights_);
  if (!index_weights_.is_gauged()) return;
  user_tolerances_.weights(y, user_weights_);
  index_weights_.raise_to_rounding(user_weights_, weights_);
}

double ImplicitStepper::with_drift(double error, ConstVectorRef e, double scale) {
  constexpr double kAcceptable = 0.8;  // to all methods
  drift_decides_ = false;
  if (!index_weights_.watches_drift()) return error;
  const Index n = index_weights_.n_plain() + index_weights_.n_index2();
  drift_ = e;
  for (int k = 0; k < 2; ++k) {
    moved_.setZero(e.size());
    add_mass_times(factored_c_, drift_, moved_);
    solve(moved_.data());
    drift_.swap(moved_);
  }
  drift_weights_.resize(e.size());
  index_weights_.for_drift(y_, drift_weights_);
  const double drift = std::abs(scale) * rms_norm(drift_.head(n), drift_weights_.head(n));
  drift_decides_ = drift > std::max(error, kAcceptable);
  return std::max(error, drift);
}

bool ImplicitStepper::loses_sign(Index i, double predicted, double w) const {
  const double y = y_[i];
  const bool differs = (y > 0 && predicted < 0) || (y < 0 && predicted > 0);
  return differs && !model_.has_higher_index() && std::max(std::abs(y), std::abs(predicted)) < w;
}

void ImplicitStepper::keep_signs(ConstVectorRef w, VectorRef predicted) const {
  for (Index i = 0; i < predicted.size(); ++i)
    if (loses_sign(i, predicted[i], w[i])) predicted[i] = y_[i];
}

bool ImplicitStepper::factor(double c) {
  ++counts_.factorisations;
  const bool is_regular = matrix_->factor(c, model_.mass(), jacobian_.matrix());
  factored_c_ = c;
  if (is_regular) measure_rounding(c);
  return is_regular;
}

bool ImplicitStepper::factor_combined(double c) {
  ++counts_.factorisations;
  const bool is_regular = matrix_->factor(jacobian_.matrix());
  if (is_regular) measure_rounding(c);
  return is_regular;
}

// c h is 1 or more in all methods: the step is not shorter than 1 / c.
void ImplicitStepper::measure_rounding(double c) {
  RoundingGauge& gauge = index_weights_.gauge();
  const StructuredMatrix& j = jacobian_.matrix();
  // Up to index 1 rounding may only raise what the calibration has lowered, and only where it is
  // not carried on: in algebraic equations.
  const bool is_of_use = index_weights_.has_higher_index() || (is_algebraic() && is_calibrated());
  if (!is_of_use || !index_weights_.needs_gauge(1 / c))
    gauge.forget_measurement();
  else if (model_.is_implicit())
    counts_.solves += gauge.measure(*matrix_, j, y_);
  else
    counts_.solves += gauge.measure(*matrix_, c, *model_.mass(), j, y_);
}

double ImplicitStepper::smallest_step() const {
  constexpr double kRoundings = 2;  // of t: transients at a late time may need such steps
  const double size = std::max(std::abs(t_), kEpsilon * std::abs(t_end_));
  return std::max(
      {kRoundings * kEpsilon * size, limits_.h_min, std::numeric_limits<double>::min()});
}

bool ImplicitStepper::asks_too_much(ConstVectorRef y) const {
  constexpr double kRounding = 10 * kUnitRoundoff;
  for (Index i = 0; i < y.size(); ++i) {
    const double size = std::abs(y[i]);
    if (size > 0 && user_tolerances_.atol[i] + user_tolerances_.rtol[i] * size <= kRounding * size)
      return true;
  }
  return false;
}

double ImplicitStepper::first_step(ConstVectorRef y, ConstVectorRef yp, int order) {
  const double interval = std::abs(t_end_ - t_);
  const double h_max = std::min({limits_.h_max, interval, start_limit_});
  if (limits_.h_initial > 0) return std::min(limits_.h_initial, h_max);
  const double shortest = std::min(10 * smallest_step(), h_max);
  return std::max(std::min(automatic_step(y, yp, order, h_max), h_max), shortest);
}

double ImplicitStepper::automatic_step(ConstVectorRef y, ConstVectorRef yp, int order,
                                       double h_max) {
  const double interval = std::abs(t_end_ - t_);
  if (!has_mass_ && !model_.is_implicit())
    return initial_step(model_, tolerances_, t_, y, yp, direction_, order, h_max);
  if (mass_solver_) {
    SolvedForDerivative explicit_form(model_, *mass_solver_);
    return initial_step(explicit_form, tolerances_, t_, y, yp, direction_, order, h_max);
  }
  Vector w(y.size());
  tolerances_.weights(y, w);
  const double slope = rms_norm(yp, w);
  // Nothing is known of y', or the system starts at rest: small enough for Newton to converge.
  if (!(slope > 0) || !std::isfinite(slope)) return std::min(1e-6, 1e-3 * interval);
  // Rounding comes back divided by h in variables of index 2, by h^2 in those of index 3, so the
  // first step must not be shorter than need be.  With y'' taken to be of the size of y', the local
  // error is a hundredth of the tolerance (Hairer, Norsett, Wanner, II.4).
  // After a restart the rest of the interval is no measure of anything, but should be more than one
  // step: what is missing in the hidden constraints is an error of the first multipliers.
  if (model_.has_higher_index())
    return std::min((n_starts_ > 1 ? 0.1 : 1e-3) * interval, std::pow(0.01 / slope, 1.0 / order));
  // y may change by half a tolerance per step (Petzold 1982, A description of DASSL).
  return std::min(1e-3 * interval, 0.5 / slope);
}

Status ImplicitStepper::status_of(Evaluation evaluation) {
  switch (evaluation) {
    case Evaluation::ok: return Status::ok;
    case Evaluation::stop: return Status::interrupted;
    case Evaluation::not_finite:
    case Evaluation::rejected: return Status::not_finite;
  }
  return Status::not_finite;
}

}  // namespace dts
