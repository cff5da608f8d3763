// radau5: the 3-stage Radau IIA method of order 5 for M y' = f(t, y), index up to 3.
// Hairer, Wanner, Solving ODEs II (1996), IV.8 and VII.7.
#pragma once

#include "integrators/implicit_stepper.hpp"
#include "integrators/newton_monitor.hpp"
#include "integrators/predictive_controller.hpp"
#include "integrators/radau_stages.hpp"

namespace dts {

struct RadauOptions {
  Calibration calibration{1, 1.1, 1};
  int max_newton = 7;
  double kappa = 0;              // stopping of Newton's iteration, 0: from the tolerances
  double jacobian_rate = 0.001;  // J is kept while Newton converges faster; < 0: never kept
  double keep_from = 1.0;        // h and the factors are kept if h_new / h lies in this interval
  double keep_to = 1.2;
  bool extrapolate = true;  // starting values from the last step's polynomial, else zero
  PredictiveController::Settings control;
};

// Where Newton's iteration stops: options.kappa, or from the tolerances the method works with.
double radau_kappa(const RadauOptions& options, const Tolerances& internal);
// Are the user's tolerances and this state such that a step can be made?
Status radau_input(const Tolerances& user, ConstVectorRef y);

class Radau5 : public ImplicitStepper {
 public:
  Radau5(Model& model, const Tolerances& tolerances, StepLimits limits, RadauOptions options = {});

  Status start(double t, ConstVectorRef y, const Vector* yp, double t_end) override;
  Attempt attempt(double t_limit) override;
  Status prepare_dense() override;
  const DensePolynomial& dense() const override { return has_mass_ ? dense_ : output_; }
  int order() const override { return 5; }

 private:
  void choose_step(double t_limit);
  Evaluation evaluate_rhs();
  Evaluation prepare_jacobian();
  bool prepare_factors();
  bool needs_look_beyond(NewtonMonitor::Verdict verdict) const;
  bool factor_beyond();
  void predict_stages();
  NewtonMonitor::Verdict iterate();
  RadauStages::Norms find_increment();
  Evaluation evaluate_stages();
  double estimate_error();
  double end_time() const { return ends_at_limit_ ? limit_ : t_ + h_; }
  // The rate of simplified Newton is about |h (J' - J)|, where J' is J within the step: it grows
  // with h and with the time since J was evaluated, as their product does.
  double reach() const { return std::abs(h_ * (end_time() - t_jacobian_)); }

  bool overcomes_inconsistency(double error);

  Attempt accept(double error);
  Attempt reject(double error);
  // The attempt is lost for `reason`; the next one is `factor` as long.
  Attempt retry(double factor, Status reason);
  Attempt retry_after_newton(NewtonMonitor::Verdict verdict);
  Attempt retry_after_singular();
  bool passes_kink();
  double safety() const;

  const RadauOptions options_;
  NewtonMonitor newton_;
  PredictiveController controller_;
  RadauStages stages_;
  DensePolynomial dense_;       // the collocation polynomial
  DensePolynomial output_;      // the same with the slope at the start, for y' = f
  bool output_is_due_ = false;  // dense_ and error_ still are those of the last accepted step

  double h_ = 0, factored_h_ = 0;  // factored_h_ = 0: no factors of the present J
  bool ends_at_limit_ = false;
  bool keep_step_ = false;     // repeat the last h, with its factors
  bool is_first_ = true;       // no step accepted since the start
  bool was_rejected_ = false;  // an attempt from this t was lost
  bool needs_jacobian_ = true;
  bool jacobian_is_fresh_ = false;                     // J belongs to the present (t, y)
  bool rhs_is_current_ = false;                        // f_ belongs to the present (t, y)
  int n_newton_ = 0, n_singular_ = 0, n_refused_ = 0;  // failures since the last accepted step
  double t_jacobian_ = 0;  // J was evaluated here, or (beyond a kink) at the end of this step
  double reach_last_ = 0;  // reach() of the last accepted step
  Evaluation stage_outcome_ = Evaluation::ok;
  Status trouble_ = Status::step_too_small;  // what made the last attempt fail
  Vector f_, f_new_, yp_, y_new_, stage_, error_;
};

}  // namespace dts
