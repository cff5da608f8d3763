// Velocities and multipliers of index 3 from the hidden constraints.
//
// In a step of length h what rounding and Newton's iteration leave in a constraint g comes back
// divided by h in the variables of index 2 and divided by h^2 in those of index 3, and these have
// truncation errors of lower order, too.  That is not carried on, but it shows in the rows.  What
// velocities and multipliers lack can be found from the positions, since the total derivatives of g
// must vanish.
//
// These are derivatives along the curve x + s x' + s^2/2 x'' through the row, which has everything
// in common with the solution that they depend on.  A polynomial is laid through values of g on it,
// over a time as long as the curve is smooth, and rounding is divided by that time instead of h.
// Nothing is evaluated outside the piece of the integration that the row belongs to.
//
// Where the model has a Jacobian G, not g itself but its slope G x' is followed, which has been
// differentiated without any loss: the velocities are then as good as the positions, and the
// multipliers gain some digits.  Constraints that depend on t, and Jacobians that are not exact,
// are noticed by the integral of the slope not being what g changes by; then differences must do.
#pragma once

#include "consistent/constraints.hpp"
#include "consistent/splitting.hpp"
#include "core/model.hpp"
#include "core/tolerances.hpp"

#include <algorithm>
#include <array>

namespace dts {

class RowRefinement {
 public:
  // Models M y' = f of index 3 whose constraints and algebraic variables are single equations and
  // variables, not too many of them.
  static bool is_possible(const Model& model);
  RowRefinement(Model& model, Tolerances tolerances);

  // The row y at t, in the piece from `begin` to `end`.  `span`: a time over which the solution is
  // known to be smooth.  Leaves y as it is where nothing better can be had; true: y satisfies the
  // hidden constraints now, or did so before.
  bool refine(double t, double begin, double end, double span, Vector& y);
  // Moves the positions of y, by less than a tolerance, onto the constraints that hold them.
  void meet_constraints(double t, Vector& y);

 private:
  static constexpr int kDegree = 8;  // of the polynomial
  using Weights = std::array<double, kDegree + 1>;
  struct Formula {          // of a derivative at 0 from values at the nodes
    Weights full, shorter;  // with all nodes, and without the last one
    double noise = 0;       // what rounding of the values is multiplied by
  };
  // What should vanish, one entry for each constraint, and how well it is known.
  struct Residual {
    explicit Residual(Index n) : value(n), truncation(n), rounding(n) {}
    Vector value, truncation, rounding;
  };
  struct Place {
    double t, begin, end;
  };
  // By what rate corrections fell after one of some size.  The rate is proportional to the size if
  // the slopes are right, and constant, but small, if they are not quite.
  struct Fall {
    double size = 1, rate = 1;
    double of_next(double correction) const {
      return correction * rate * std::max(1.0, correction / size);
    }
  };

  enum class Outcome { better, good_before, no_better, failed };
  Outcome converge(const Place& at);
  bool choose_reach(const Place& at);
  bool find_residuals(const Place& at);
  bool sample(const Place& at);
  bool evaluate(const Place& at, double s, const Vector& y);  // f, at a time s from the row
  Vector violated_by_positions(const Vector& f) const;
  double time_on_curve(const Place& at, double s) const;
  void move_along_curve(double s);  // moved_ becomes the state there
  bool sample_constraints(const Place& at);
  bool sample_slopes(const Place& at);
  bool slopes_account_for_change(const Vector& change) const;
  bool find_slope_terms(double t);
  bool follows_slope(Index k) const { return by_slopes_ && chain_.final_level()[k] > 0; }
  bool find_second_derivative(const Place& at);
  bool is_straight(ConstVectorRef first, ConstVectorRef middle, ConstVectorRef last) const;
  bool turn_to_the_roomier_side(const Place& at);
  void differentiate(int times, Index k, Residual& residual) const;
  double correct();
  double size_of(const Vector& multipliers, const Vector& velocities) const;
  void estimate_errors();
  bool analyse(double t);

  Model& model_;
  const Tolerances tolerances_;
  const Splitting splitting_;
  Vector sizes_;
  ConstraintChain chain_;
  SmallLU slope_;        // of the residuals with respect to the algebraic variables
  const Weights nodes_;  // from the row, 0, to the far end of the curve, 1
  const std::array<Formula, 2> formulas_;
  const Weights integral_, coarse_integral_;  // the second from every other node

  double reach_ = 0;         // the time to the far end of the curve; 0: not chosen yet
  double signed_reach_ = 0;  // of the present curve
  Fall fall_;                // as last seen
  int n_failures_ = 0;       // in a row
  int n_rows_to_keep_ = 0;   // the reach, without trying a longer one
  bool by_slopes_ = false;   // the slopes of the constraints are followed at this row
  int n_mismatches_ = 0;     // rows in a row where they turned out not to be those
  Vector y_, weights_, yp_, ypp_, slope_there_, moved_, f_;
  Vector terms_, slope_terms_;  // sizes of what the constraints, and their slopes, are made of
  Matrix values_, flows_;  // constraints or their slopes and y' on the curve, one column per node
  // Each constraint in the derivative that determines the algebraic variables, and the derivative
  // before it, which restricts the velocities.
  Residual determining_, restricting_;
  double error() const { return truncation_ + rounding_; }
  double truncation_ = 0, rounding_ = 0;  // errors of what is found, in units of the tolerances
};

}  // namespace dts
