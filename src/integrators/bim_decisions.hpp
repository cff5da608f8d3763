// The decisions of bim: a new Jacobian? new factors? which order next?  Pure functions of what is
// known, apart from the stepper that does the work.  Brugnano & Magherini (2004), (2005), (2006).
//
// q = h lambda.  In the stiff regime, q -> infinity, the blended iteration converges like
// rho_inf / |q|; in the other, q -> 0, like rho |q|.  All steps are absolute values.
#pragma once

#include "core/types.hpp"
#include "integrators/bim_tableau.hpp"

namespace dts {

// What does not change during an integration.
struct BimProblem {
  Index n = 0;
  bool has_mass = false;
  int index = 1;          // of the differential-algebraic system: iota
  double rtol = 1e-6;     // the smallest
  double solve_cost = 0;  // of one back-substitution, in operations
  double factor_cost = 0;
  int min_level = 0, max_level = kBimLevels - 1;
  double safety = 1.0 / 20;       // the next error aims at this, at the present order,
  double safety_up = 1.0 / 40;    // at the next higher
  double safety_down = 1.0 / 20;  // and the next lower one
  double max_factor = 10;         // of growth of h
};

// How a block went that was made with a fresh Jacobian, or with fresh factors.
struct BimMark {
  double h = 1;
  double rate = 1;
  bool is_stiff = false;
};

// What is remembered from attempt to attempt.
struct BimState {
  int level = 0;
  bool order_changed = true;  // since the attempt before

  bool accepted = false;  // the attempt before
  int iterations = 0;     // it and rho of the attempt before, accepted or not
  double rate = 0;
  int iterations_before = 0;  // of the accepted block before the last one
  double rate_before = 0;
  bool is_stiff = false;  // the regime of the last accepted block
  double h_before = 0;    // spacing of the last accepted block
  double h_before2 = 0;   // and of the one before it
  int accepted_here = 0;  // blocks at the present order

  bool error_failed = false;  // an error test failed since the last accepted block
  int error_runs = 0;         // consecutive accepted blocks with such a failure
  int failures = 0;           // memory of failures; each accepted block forgets one

  bool extrapolates = false;    // else the predictor is constant
  bool jacobian_wanted = true;  // as decided after a failure
  bool renew_jacobian = true;   // as decided with the order
  bool renew_factors = true;
  bool jacobian_is_fresh = false;  // belongs to the present point
  bool is_linear = false;          // f was found to be linear in y

  BimMark jacobian;
  BimMark factors;
};

// A directional derivative of f, to see whether J has changed.
struct BimProbe {
  bool is_available = false;
  double change = 0;       // since the last Jacobian
  double size_before = 0;  // of the probe before
};

struct JacobianDecision {
  bool is_needed;
  bool is_linear;
};

JacobianDecision need_jacobian(const BimState& state, const BimProblem& problem,
                               const BimProbe& probe);

bool need_factorisation(const BimState& state, const BimProblem& problem, double h,
                        bool jacobian_is_new);

// The block just accepted.
struct BimBlock {
  double h = 0;
  double h_next = 0;  // at the same order
  double error = 0;
  double error_stiff = 0;  // its stiff part: estimates the next higher order where q -> 0
  bool is_stiff = false;
  bool factored = false;  // factors belong to this h and J
  double remaining = 0;   // time left to the limit
};

// Estimates that cost something, made only when a decision depends on them.
class BimEstimates {
 public:
  virtual ~BimEstimates() = default;
  virtual double below() = 0;              // error the next lower order would have made
  virtual double above() = 0;              // the next higher, from differences over blocks
  virtual double without_reduction() = 0;  // of this order, mass matrix: as if q -> 0
  // Is f driven by y rather than by t?  Then slow convergence speaks against a higher order.
  virtual bool is_driven_by_state() = 0;
};

struct OrderDecision {
  int level;
  double h;
  bool renew_jacobian = false;
  bool renew_factors = false;
  int error_runs = 0;
};

OrderDecision choose_order(const BimState& state, const BimProblem& problem, const BimBlock& block,
                           BimEstimates& estimates);

}  // namespace dts
