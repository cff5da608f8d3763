// Consistent initial values of differential-algebraic equations M y' = f(t, y), M singular, of
// index 1 to 3, and of implicit equations G(t, y, y') = 0 of index 0 and 1.
//
// A state is consistent if it satisfies the constraints (the equations without derivatives) and,
// for higher index, the hidden constraints (their total derivatives).  The level of a constraint is
// the number of times it was differentiated:
//   level 0           the constraint itself; of index 1 it determines the algebraic variables
//   levels 1 (and 2)  hidden; the last one determines the variables of highest index
// P.N. Brown, A.C. Hindmarsh & L.R. Petzold (1998), Consistent initial condition calculation for
// differential-algebraic systems, SIAM J. Sci. Comput. 19, 1495-1512.
#pragma once

#include "core/hidden_constraints.hpp"
#include "core/model.hpp"

#include <string>
#include <vector>

namespace dts {

enum class ConsistencyMode {
  check,   // changes nothing, only measures the residuals
  fixed,   // keeps the differential variables and solves for the algebraic ones
  project  // as `fixed`, but first moves differential variables that violate a constraint to the
           // nearest values that do not
};

enum class ConsistencyStatus {
  ok,
  singular,        // the constraints do not determine the variables: index higher than declared
  not_converged,   // no consistent values found from these
  not_finite,      // the model cannot be evaluated at the start
  violated,        // mode fixed: the differential variables violate a constraint
  overdetermined,  // mode project: too few free variables to meet a constraint
  wrong_sizes,     // numbers of constraints and of algebraic variables differ
  unsupported      // a form of equations that is not treated
};

struct ConsistencyOptions {
  ConsistencyMode mode = ConsistencyMode::fixed;
  Vector weights;               // sizes of the variables; empty: max(|y_i|, 1)
  Vector tolerances;            // mode check: allowed errors of the variables; empty: weights
  std::vector<bool> algebraic;  // which variables are; empty: found from M or dG/dy'
  std::vector<bool> fixed;      // differential variables that `project` must not move; empty: none
  // Hidden constraints in closed form; nullptr: those of the model if it knows them (if it is also
  // of class HiddenConstraints), else by differences along the flow.
  HiddenConstraints* hidden = nullptr;
  double tolerance = 1e-12;  // of Newton's method, relative to the weights
  int max_iterations = 50;
};

// The residuals of all constraints of one level.
struct ConstraintLevel {
  std::vector<Index> equations;  // where they come from, from 0; empty for combinations of rows
  Vector before, after;
  Vector sensitivity;  // mode check: sum_j |dg/dy_j| tolerances_j; empty if all residuals are 0
};

struct ConsistencyResult {
  ConsistencyStatus status = ConsistencyStatus::ok;
  std::vector<ConstraintLevel> levels;
  int index = 0;        // that was used: 0 if there are no constraints
  int iterations = 0;   // of Newton's method and of the projection
  double rcond = 1;     // of the last scaled matrix
  int level = -1;       // where it failed, ...
  Index equation = -1;  // ... the equation with the largest residual there, ...
  double residual = 0;  // ... and that residual
  std::string message;  // one sentence on what failed; empty if nothing did

  bool is_ok() const { return status == ConsistencyStatus::ok; }
};

// Makes (y, y') consistent at time t; on failure both are left as they were.  `yp` may be nullptr
// for models with a right-hand side; of implicit models it holds the guess.  On return y'_i is NaN
// where it is not determined (variables of index 2 and 3); of implicit models it stays as it was.
// The model must have entered its piece. Returns at once, with index 0, for models without
// constraints (but finds y' if asked for).
ConsistencyResult make_consistent(Model& model, double t, Vector& y, Vector* yp,
                                  const ConsistencyOptions& options = {});

}  // namespace dts
