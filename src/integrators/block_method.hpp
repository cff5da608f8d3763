// What the block methods gam and bim share.
//
// A block advances from t to t + s h over s equidistant steps; all s new values are found together
// and judged together.  `h_` is the spacing of the nodes, positive; h_last() and h_next() give it
// with its sign.  h_initial, h_max and h_min of the limits refer to the spacing as well.
//
// A block method fills in the protected virtual functions, in the order in which attempt() calls
// them; everything that is not a property of one method is here.
#pragma once

#include "core/dense_polynomial.hpp"
#include "integrators/implicit_stepper.hpp"

namespace dts {

class BlockStepper : public ImplicitStepper {
 public:
  Status start(double t, ConstVectorRef y, const Vector* yp, double t_end) override;
  Attempt attempt(double t_limit) override;

  // What follows a kink is a new start: it carries nothing on.
  bool carries_rounding() override {
    return !has_passed_kink_ && index_weights_.carries_rounding(y_);
  }
  void replace_state(ConstVectorRef y) override;

  const DensePolynomial& dense() const override { return dense_; }
  int order() const override { return order_last_; }
  int order_next() const override { return order_of(level_); }

 protected:
  struct Levels {
    int min, max;   // from 0
    int max_block;  // steps of the longest block among them
  };

  BlockStepper(Model& model, Tolerances user, const Calibration& calibration, StepLimits limits,
               Levels levels, bool follows_small_values);

  enum class Trial { accepted, newton_failure, error_failure, hopeless };

  virtual int order_of(int level) const = 0;
  virtual int block_of(int level) const = 0;
  virtual double gamma_of(int level) const = 0;

  virtual void reset() = 0;  // forget the history: called by start()
  virtual bool splits_last_block() const { return false; }
  virtual bool wants_jacobian() = 0;  // at (t, y)
  virtual bool wants_factors() = 0;   // of M - h gamma J
  virtual void begin_block() = 0;     // h and weights_ are known
  virtual double newton_tolerance() const = 0;
  virtual bool predict() = 0;  // fills Y_; false: f is not finite there
  virtual bool iterate() = 0;  // converged, F_ = f(Y_)
  virtual double error() = 0;  // of the block; not finite: counts as divergence
  virtual bool is_acceptable(double error) const = 0;
  virtual void after_newton_failure() = 0;  // choose level_ and h_ of the next attempt
  virtual void after_error_failure() = 0;
  virtual void after_acceptance() = 0;
  virtual Status verdict() const { return Status::ok; }  // enough failures to give up?

  int block() const { return block_of(level_); }
  double signed_h() const { return direction_ * h_; }
  double node(int j) const { return j == block() && ends_at_limit_ ? limit_ : t_ + j * signed_h(); }
  double remaining(double from) const { return direction_ * (limit_ - from); }

  // f at a node or elsewhere; false if it cannot be had, and then cause_ knows.
  bool evaluate(double t, ConstVectorRef y, VectorRef f);
  bool evaluate_nodes();  // F_j = f(t_j, Y_j), j = 1..s

  // The polynomial through the nodes of the present block, in Newton's form built backwards from
  // the last one: extrapolation then starts from the value nearest to the next block.
  void fit_polynomial(DensePolynomial& polynomial) const;
  void predict_constant();
  void extrapolate(const DensePolynomial& polynomial, int degree);

  // columns <- (M - h gamma J)^-1 columns, with h and gamma of the last factorisation.
  void solve_scaled(Eigen::Ref<Matrix> columns);

  void change_level(int level);
  double norm(ConstVectorRef v) const { return rms_norm(v, weights_); }
  double largest_correction(const Eigen::Ref<const Matrix>& columns) const;  // of Newton
  // Newton's last correction is below kappa and, if small values are followed, below kappa times
  // the movement of y over the block.  Were the tolerance alone to decide, a block that moves by
  // less than it would be all iteration error, and values far below their tolerance would drift
  // across zero, where the equations may be unstable (Robertson's, E5).  If only the second is out
  // of reach, by rounding or otherwise, the tolerance has been met all the same.
  bool is_converged(double correction, double kappa) const;

  const Levels levels_;
  const bool follows_small_values_;  // also below their tolerance
  const double rtol_min_;
  const Index n_index1_;  // without mass matrix every variable is of index 1
  const Index n_index2_;

  int level_ = 0;
  double h_ = 0;  // |spacing| of the next attempt
  bool ends_at_limit_ = false;
  bool jacobian_is_new_ = false;  // evaluated at the present (t, y)
  bool evaluated_now_ = false;    // ... in this attempt
  bool factored_now_ = false;
  Vector f_;      // f(t, y)
  Vector slope_;  // y'(t): f without mass matrix, else a difference quotient
  Matrix Y_, F_;  // column j = node j; column 0 = (y, f)
  DensePolynomial dense_;
  Index worst_ = -1;                   // component that spoiled the last attempt most, if known
  Evaluation cause_ = Evaluation::ok;  // what the model answered when it spoiled an attempt

 private:
  static int max_singular() { return 5; }

  void fit_to_limit();
  bool update_jacobian();
  bool update_factors();
  Trial try_block();
  void accept();
  bool passes_kink(double t_new);
  bool leaves_kink_behind();
  bool reaches_limit(double h) const;
  Attempt give_up(Status status);

  int order_last_ = 0;
  int n_singular_ = 0;  // since the last accepted block
  bool jacobian_failed_ = false;
  bool has_passed_kink_ = false;  // in the last step
  double trial_error_ = 0;        // of the block tried last
  int n_beyond_kink_ = 0;         // steps of backward Euler still to be made
  double factor_scale_ = 1;       // 1 / (h gamma) of the factors
};

}  // namespace dts
