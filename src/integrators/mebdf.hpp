// Modified extended backward differentiation formulas for y' = f, M y' = f and G(t, y, y') = 0 up
// to index 3: k = 1..8 back points, order k + 1.  Cash (1983), Comput. Math. Appl. 9, 645-657;
// Cash & Considine (1992), ACM TOMS 18, 142-158.
//
// One step solves three implicit equations with one matrix: BDF_k at t + h, BDF_k at t + 2h, and a
// corrector at t + h that uses both.  The error of the first is controlled, the corrector's value
// is kept.
#pragma once

#include "integrators/implicit_stepper.hpp"
#include "integrators/mebdf_control.hpp"
#include "integrators/mebdf_history.hpp"
#include "integrators/mebdf_tableau.hpp"

namespace dts {

class Mebdf : public ImplicitStepper {
 public:
  // `max_order`: the largest k, 1..8.  k = 8 has a small angle of stability and is used only when
  // asked for.
  Mebdf(Model& model, Tolerances tolerances, StepLimits limits = {}, int max_order = 7,
        const Calibration& calibration = {0.2, 1.1, 1.2});

  Status start(double t, ConstVectorRef y, const Vector* yp, double t_end) override;
  Attempt attempt(double t_limit) override;
  Status prepare_dense() override;
  const DensePolynomial& dense() const override { return dense_; }
  int order() const override { return order_last_; }
  int order_next() const override { return history_.order(); }

 protected:
  // How an attempt, or a part of it, came out.
  enum class Outcome {
    ok,
    no_convergence,
    corrector,
    error_test,
    embedded_test,
    singular,
    not_finite,
    settled,  // not accurate, but now consistent
    stop
  };

  // Estimate of the squared decrease of the corrections, kept across steps.
  struct Contraction {
    double value = 0.1;
    bool is_measured = false;  // with the present matrix
  };

  // How one stage iterates.
  struct StageRule {
    double bound;  // on the squared correction
    Contraction* contraction;
    bool updates_contraction;  // and with it: may be judged as diverging
    bool knows_first_defect;   // the defect of the prediction is in defect_
  };

  // The stages, in their order; each leaves its value in the members below (mebdf_stages.cpp).
  void predict();
  Outcome first_stage();
  Outcome second_stage();
  Outcome third_stage();
  Outcome solve_stage(double t, ConstVectorRef psi, const StageRule& rule, VectorRef x);
  Outcome iterate_further(double t, ConstVectorRef psi, VectorRef x);
  Outcome evaluate(double t, ConstVectorRef x, ConstVectorRef psi);
  void keep_signs_after(VectorRef x) const;
  // In the norm of Newton's increments.
  struct Increment {
    double square = 0, along_last = 0;
  };
  Increment apply_increment(VectorRef x);
  bool matrix_is_due() const;
  Outcome renew_matrix(bool with_jacobian);
  double h_beta() const { return h_next_ * formula().beta; }
  const MebdfFormula& formula() const { return kMebdfFormulas[history_.order()]; }
  void weigh(ConstVectorRef y);
  double norm(ConstVectorRef v) const { return rms_norm(v, weights_); }
  double norm_of_other_order(ConstVectorRef other, double same, ConstVectorRef own) const;
  DifferenceNorms difference_norms(const DifferenceHistory& history);

  // The loop around them (mebdf.cpp).
  void fit_step(double t_limit);
  Outcome make_step();
  Status begin_history(const Vector* yp);
  bool is_beyond_resolution(double error);
  bool overcomes_inconsistency() const;
  Attempt settle();
  void accept();
  void decide();
  Attempt recover(Outcome outcome);
  static Status reason(Outcome outcome);
  Attempt recover_from_error();
  bool passes_kink();
  void change_step(double ratio);
  void set_order(int k);
  int highest_order() const {
    return n_stable_steps_ > 0 ? std::min(kMebdfStableOrder, max_order_) : max_order_;
  }
  void calm_down();
  void restart_low();
  Index worst_difference() const {
    return worst_component(next_.difference(history_.order() + 1), weights_);
  }
  double bounded(double ratio) const;
  Status initial_slope(const Vector* yp);

  const int max_order_;
  const MebdfRules rules_;

  DifferenceHistory history_;  // at t_, spacing h_next_
  DifferenceHistory next_;     // after the stage computed last
  DensePolynomial dense_;
  bool dense_is_due_ = false;  // history_ still is that of the last accepted step
  int order_last_ = 1;

  // State of the step and order selection.
  int wait_ = 0;              // accepted steps until the next decision
  int n_error_failures_ = 0;  // in a row
  int n_failures_ = 0;        // since the last accepted step
  bool was_hasty_ = false;
  bool has_past_ = false;                  // a step was accepted
  double error_ = 0;                       // of this attempt
  int n_starting_ = 0, n_unresolved_ = 0;  // steps since the start; of them, let pass
  int n_settling_ = 0;                     // steps that only made the initial values consistent
  bool is_last_ = false;     // this step ends at the limit and must not look beyond it
  bool has_failed_ = false;  // an attempt, since the last decision
  int n_stable_steps_ = 0;   // still to be made with an order that amplifies no oscillation
  FormerStep former_step_;
  FailureCircle circle_;
  Vector older_difference_;  // D_{k+1} one step ago

  // State of the iteration matrix.
  double h_beta_factored_ = 0;             // 0: none
  int matrix_age_ = 0, jacobian_age_ = 0;  // accepted steps
  bool has_jacobian_ = false;
  bool jacobian_is_new_ = false;  // made in this attempt
  const double ratio_limit_;      // the matrix is kept while |h beta / factored - 1| is below
  const int max_jacobian_age_;
  Contraction contraction1_, contraction2_;  // of stages 1 and 3, and of stage 2
  int max_iterations_ = 5;

  // Stage times, values and right sides.  Values and right sides are kept as steps from y_n, x = y
  // - y_n: in these nothing is lost to rounding, which would come back in the differences, the more
  // the higher their order.
  double t1_ = 0, t2_ = 0;
  bool has_look_ahead_ = false;  // look_ahead_ predicts the next step
  Vector x1_, x2_, x_new_, look_ahead_;
  Vector psi1_, psi2_, psi3_;
  Vector prediction_, stage_, slope_, f_, first_f_, defect_, first_defect_;
  Vector delta_;
  Vector scaled_,
      last_scaled_;  // the last increments of Newton's iteration, divided by their weights
};

}  // namespace dts
