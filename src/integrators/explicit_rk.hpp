// The engine of dopri5, dopri853 and cashkarp: one loop, three tableaux.
// Hairer, Norsett, Wanner (1993), II.4 (step control), II.6 (dense output).
#pragma once

#include "core/stepper.hpp"
#include "core/tolerances.hpp"
#include "integrators/conditioning.hpp"
#include "integrators/runge_kutta_stages.hpp"
#include "integrators/stiffness.hpp"

#include <optional>

namespace dts {

class ExplicitRungeKutta : public Stepper {
 public:
  ExplicitRungeKutta(const ExplicitTableau& tableau, Model& model, Tolerances tolerances,
                     StepLimits limits, StiffnessTests tests, StepControl control);

  Status start(double t, ConstVectorRef y, const Vector* yp, double t_end) override;
  Attempt attempt(double t_limit) override;
  Status prepare_dense() override;
  const DensePolynomial* rough_dense() override;
  const DensePolynomial& dense() const override { return dense_; }
  int order() const override { return tableau_.order; }

  Conditioning conditioning() const;

 private:
  // What one trial of the formulas yields.
  struct Trial {
    Evaluation outcome = Evaluation::ok;
    double error = 0;
    double own_error = 0;  // without the perturbed trajectory of the conditioning test
  };
  Trial try_step(double h, double t_new);
  double error_of_first_step(double error, double h);
  bool is_step_too_small(double h) const;
  Status check_stiffness_of_attempt(const Trial& trial, double h);
  bool eigenvalue_hit(double h) const;
  bool error_test_detects(const Trial& trial, double h);
  Status detected(Status verdict, const char* how);
  Attempt accept(const Trial& trial, double h, double t_new);
  Attempt reject(const Trial& trial, double h);
  double limit(double h) const;
  void fill_hermite_terms();

  const ExplicitTableau& tableau_;
  Model& model_;
  const Tolerances tolerances_;
  const StepLimits limits_;
  const StiffnessTests tests_;
  const StepControl control_;
  RungeKuttaStages stages_;
  std::optional<ConditioningMonitor> conditioning_;
  DensePolynomial dense_;
  Vector y_old_, weights_;
  HitCounter eigenvalue_hits_, error_hits_, hidden_hits_;
  double direction_ = 1;
  double h_max_ = kInfinity;
  double error_old_ = 0;
  Count n_accepted_ = 0;
  bool after_rejection_ = false;
  bool last_was_not_finite_ = false;
  bool has_dense_ = false;
  bool shift_pending_ = false;   // the last stage becomes the first one at the next attempt
  Status pending_ = Status::ok;  // a verdict on the step just accepted
};

}  // namespace dts
