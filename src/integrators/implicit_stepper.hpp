// What all implicit methods share: the Jacobian, one real iteration matrix, weights that know the
// index of each variable, products with the mass matrix, the first step, and the counters.
#pragma once

#include "core/initial_step.hpp"
#include "core/model.hpp"
#include "core/stepper.hpp"
#include "core/tolerances.hpp"
#include "integrators/calibration.hpp"
#include "integrators/index_weights.hpp"
#include "linalg/iteration_matrix.hpp"
#include "linalg/jacobian.hpp"

#include <cmath>
#include <limits>
#include <memory>

namespace dts {

class ImplicitStepper : public Stepper {
 public:
  // Gives up the calibration: the user's own tolerances may be met where rounding does not allow
  // more.
  bool relax() override;
  void tell_of_restart(bool constraints_hold) override;

 protected:
  // Times closer than this many roundings of t are the same time.
  static constexpr double kTimeRoundings = 10;

  ImplicitStepper(Model& model, Tolerances user, const Calibration& calibration, StepLimits limits);

  // Takes over a starting point: t, y, direction.  Nothing of an earlier one is remembered.
  void begin(double t, ConstVectorRef y, double t_end);

  // y'(t) as far as f = f(t, y) tells it: `given` if there is one; M^-1 f for a regular M;
  // f_i / m_i for the differential variables of a diagonal M; zero where nothing is known.
  void initial_derivative(ConstVectorRef f, const Vector* given, VectorRef yp);

  // result += factor * M v, column by column.
  void add_mass_times(double factor, const Eigen::Ref<const Matrix>& v,
                      Eigen::Ref<Matrix> result) const;

  // J at (t, y), where f and yp belong.  If Newton's iteration has failed again and again in the
  // first step, J at the start may be useless however small h is: where f is singular in t there,
  // h J stays of order one along the step.  Then J is evaluated within the step, whose length is
  // `span`, and must be renewed for every h: see looks_ahead().  As the rate of convergence does
  // not improve with h then, the prediction must: it follows y' instead of being constant.
  Evaluation evaluate_jacobian(ConstVectorRef f, ConstVectorRef yp, double h, double span);
  bool looks_ahead() const {
    return t_ == t_old_ && n_first_failures_ >= kMaxFirstFailures && !is_smooth_in_time_;
  }
  void note_newton_failure();
  void note_error_failure(double error, double h);  // of a step or block of length h, signed
  void note_acceptance();                           // of a step of length h_last_
  // Newton's iteration does not converge, but its last increment, in the norm with weights w, is
  // not above what rounding of y may cause.  If that happens again from the same t, with a fresh
  // Jacobian and another step size, it is rounding, which neither cures; from then on increments of
  // that size are known as such.
  bool is_rounding(double increment, ConstVectorRef w);

  // What Newton's iteration leaves in the positions of an index 3 system adds up in the velocities,
  // and its tolerance, near rounding, does not see it.  So the simplified iterations of methods
  // with many stages go on once more when they have converged: one or two digits for a tenth to a
  // third more evaluations.  Where rounding makes up the increments, `near_rounding` times.  Before
  // a restart nothing may be left: the first step after it would divide it by its length, twice.
  int further_iterations(double t_new, int near_rounding, int otherwise = 1) const {
    constexpr int kBeforeRestart = 5;
    if (index_weights_.index() < 3) return 0;
    if (t_new == limit_ && t_new != t_end_) return kBeforeRestart;
    return may_see_rounding() ? near_rounding : otherwise;
  }
  bool may_see_rounding() const {
    return index_weights_.index() == 3 && index_weights_.is_gauged();
  }

  // The larger of `error` and that part of the error `scale` e that lies along the constraints: two
  // steps of backward Euler take the rest out of positions and velocities (IndexWeights).
  double with_drift(double error, ConstVectorRef e, double scale = 1);

  // Algebraic variables that start off their manifold show an error that does not fall with h: the
  // error test has failed again and again from this t, and the last cut of h changed little.
  bool is_stagnant(double error) const;
  void tell_of_inconsistent_start();

  // A value below its tolerance w is known to be small, and nothing else: a prediction that changes
  // its sign does not know better.  But the stage equations may have a solution on either side of
  // zero, one of them unstable (Robertson's), and Newton's iteration ends on the side where it
  // begins.  So where a prediction would lose such a sign, y itself takes its place.  (Not where
  // the index is higher: small values come back there from constraints.)
  bool loses_sign(Index i, double predicted, double w) const;
  void keep_signs(ConstVectorRef w, VectorRef predicted) const;

  // Weights of the errors of a step h from y, and of the increments of its Newton iteration, which
  // may end with increments of size `kappa`.  They differ only where the index is higher.
  void weigh_errors(ConstVectorRef y, double h);
  void weigh_increments(ConstVectorRef y, double h, double kappa,
                        Remainder remainder = Remainder::bounded) {
    if (index_weights_.has_higher_index())
      index_weights_.for_newton(t_, y, h, kappa, higher_index_newton_weights_, remainder);
  }
  const Vector& newton_weights() const {
    return index_weights_.has_higher_index() ? higher_index_newton_weights_ : weights_;
  }

  // Where algebraic equations have a kink, J on one side of it is of no use on the other.  The
  // methods have one J for all their stages, some of which lie before the kink and some beyond, so
  // their iterations may fail however small h is.  Then, and only then, the kink is passed by a
  // step of backward Euler, one stage that takes its J where it is.  Its error, judged by its
  // distance from y + h slope, is held below the tolerance, and what follows is a new start.  The
  // step goes to t_new at most, where an attempt has just failed.  If it succeeds kink_ holds t, y
  // and f at its end.  The factors are lost.
  // On the way to a kink most of the ever smaller steps are accepted.  So it is suspected after
  // some failures of Newton's iteration since the step last grew, and after `failures_here` from
  // one t.
  bool suspects_kink(int failures_here = std::numeric_limits<int>::max()) const;
  bool step_over_kink(double t_new, ConstVectorRef slope);
  // In the same way a jump of algebraic variables is passed: the error test has failed again and
  // again within the same short time, and hardly less so for ever smaller h.
  bool suspects_jump() const;
  // What it has found: the line over the step, its slope, and the move to its end.
  void draw_kink_line(DensePolynomial& line) const;
  void slope_over_kink(VectorRef slope);
  void take_kink_step();
  // Some equations have no derivatives.  Elsewhere h J falls with h, and with it the harm that a
  // wrong J does.
  bool is_algebraic() const { return has_mass_ && !mass_solver_; }

  // Both measure how far rounding moves the solution, where that is of use: see IndexWeights.
  bool factor(double c);           // c*M - J with the Jacobian last evaluated
  bool factor_combined(double c);  // P = dG/dy + c dG/dy' as last evaluated, for implicit models
  void solve(double* x) {          // with these factors; overwrites x
    ++counts_.solves;
    matrix_->solve(x);
  }

  // The step no longer moves t, or is below the user's smallest step.  At t = 0 the end of the
  // interval tells what is small.
  double smallest_step() const;
  bool is_too_small(double h) const { return !(std::abs(h) > smallest_step()); }

  // Some component could not be computed to the user's tolerances even if nothing but rounding were
  // wrong with it.
  bool asks_too_much(ConstVectorRef y) const;

  // |h| of the first step: the user's, or chosen from y, y' (zero if unknown) and the interval.
  // Where M is regular yp must be M^-1 f(t, y).
  double first_step(ConstVectorRef y, ConstVectorRef yp, int order);

  // Why the integration cannot go on after this evaluation.
  static Status status_of(Evaluation evaluation);

  Model& model_;
  const Tolerances user_tolerances_;
  Tolerances tolerances_;  // what the method works with: calibrated, see relax()
  IndexWeights index_weights_;
  const StepLimits limits_;
  const bool has_mass_;
  JacobianEvaluator jacobian_;
  std::unique_ptr<RealIterationMatrix> matrix_;
  std::unique_ptr<RealIterationMatrix> mass_solver_;  // only for a regular M other than I
  Vector weights_;                                    // of errors
  Vector user_weights_;                               // of the user's own tolerances
  double direction_ = 1;
  double t_end_ = 0;
  double limit_ = 0;  // of this attempt: no step goes beyond
  struct KinkStep {   // only for algebraic equations
    explicit KinkStep(Index n)
        : y(n), f(n), from(n), step(n), increment(n), movement(n), weights(n) {}
    double t = 0;
    Vector y, f, from, step, increment, movement, weights;
  } kink_;

 private:
  static constexpr int kMaxFirstFailures = 3;

  bool solve_beyond_kink();
  bool damped_kink_step(double size);
  double kink_increment(double h);
  double kink_error(double h, ConstVectorRef slope);
  void filter_by_mass(double h);
  double automatic_step(ConstVectorRef y, ConstVectorRef yp, int order, double h_max);
  bool is_calibrated() const;
  void measure_rounding(double c);

  int n_creeping_ = 0;       // failures of Newton's iteration since the step last grew
  double h_accepted_ = 0;    // |h| of the last accepted step since the start
  double failed_error_ = 0;  // when the error test failed last
  struct Obstacle {
    double h = 0, error = 0;  // of the step that met it first; 0: there is none
    double end = 0;           // it lies before
    int n_failures = 0;       // of later steps, with errors that do not fall with h
  } obstacle_;
  double rounding_ = 0;  // increments that Newton's iteration is known not to get below
  int n_starts_ = 0;
  int n_first_failures_ = 0;        // of Newton's iteration, in the first step
  bool is_smooth_in_time_ = false;  // f at the start is much the same a little later
  Vector f_ahead_;
  Vector higher_index_newton_weights_;
  double factored_c_ = 0;       // of the factors of c M - J
  bool drift_decides_ = false;  // the error last judged is too large along the constraints
  Vector drift_, moved_, drift_weights_;
};

}  // namespace dts
