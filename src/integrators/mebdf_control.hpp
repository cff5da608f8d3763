// Step and order selection of the modified extended BDF method: functions of norms, nothing else.
// Cash & Considine (1992), ACM TOMS 18, 142-158; rules for ODEs and DAEs differ where measured.
#pragma once

#include <array>

namespace dts {

// What differs between y' = f and equations with a mass matrix or in implicit form.
struct MebdfRules {
  bool reduces_freely;   // a decision may shrink the step at any time
  double newton_factor;  // on the (squared) bounds of the Newton iterations
};
inline constexpr MebdfRules kMebdfRulesOde{true, 0.5};
inline constexpr MebdfRules kMebdfRulesDae{false, 1.0};
// What Newton's iteration leaves in the variables shows up in all differences of the multipliers.
inline constexpr MebdfRules kMebdfRulesIndex3{false, 0.01};

// Bounds on ||delta||^2 min(1, 2c): below them an iteration has converged.
double mebdf_stage_bound(int k);      // stages 1 and 2
double mebdf_corrector_bound(int k);  // stage 3

// Norms of backward differences of the present solution.
struct DifferenceNorms {
  double below_lower = 0;  // ||D_{k-1}||
  double lower = 0;        // ||D_k||
  double same = 0;         // ||D_{k+1}||
  double higher = 0;       // ||D_{k+2}||, estimated
};

struct OrderChoice {
  int k;
  double ratio;           // of the new to the present step, before any bound
  double divisor_higher;  // p_3 < 1: order k + 1 would allow a larger step
};

// After an accepted step.  `was_hasty`: the embedded test failed since the last decision.
OrderChoice choose_order(int k, int max_order, const DifferenceNorms& norms, bool was_hasty);

// Formulas of up to this order are stable in the whole left half-plane, all others amplify modes
// near the imaginary axis.
constexpr int kMebdfStableOrder = 3;
// Such modes make up the differences: these do not fall from one order to the next, and what they
// add up to is no longer small beside the tolerance.
bool differences_swing(int k, const DifferenceNorms& norms);

// After an error test failed for the `n_failures`-th time in a row (1 or 2).
OrderChoice reduce_order(int k, int n_failures, const DifferenceNorms& norms);

// A reduction after an increase goes at least back to the step before the increase.
class FormerStep {
 public:
  void start(double h) { current_ = previous_ = h; }
  double apply(double ratio, double h);  // h > 0: the present step

 private:
  double current_ = 0, previous_ = 0;
};

// A full step looks ahead to t + 2h, which must not pass the limit at distance d (same sign as h).
// So either the step is cut to half the distance, or it is the last one and covers it.
struct LimitedStep {
  double h;
  bool is_last;
};
LimitedStep fit_to_limit(double h, double d);

// Detects the circle "error test fails, a small step passes, error test fails again", in which a
// jump in the high differences is carried down to ever smaller steps.
class FailureCircle {
 public:
  void clear() { n_close_ = 0; }
  void step_accepted() { ++n_accepted_; }
  bool closes_at_failure();  // true: give up the history

 private:
  int n_accepted_ = 2;  // since the previous failure; before the first one: long enough
  int n_close_ = 0;
};

}  // namespace dts
