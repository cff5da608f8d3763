// Weights for the errors of variables of index 1, 2 and 3.
#pragma once

#include "core/model.hpp"
#include "core/tolerances.hpp"
#include "integrators/rounding_gauge.hpp"

namespace dts {

// What rounding and Newton's iteration leave in the constraints of a differential-algebraic system
// comes back divided by h in the variables of index 2, divided by h^2 in those of index 3, so it is
// usual to judge their errors times h and h^2 (Hairer, Lubich, Roche 1989; Hairer, Wanner, VII.4).
// That gives digits away: an error of 1/h tolerances in the velocities of a mechanical system is
// soon one in its positions.  Here the variables of index 2 must meet the tolerance and those of
// index 3 must meet it times 1/h, as far as rounding lets them:
//
//   errors   w, w / s, w / (h s)          with s = min(1, h rtol / (error noise u))
//   Newton   w h / r, w / r, w / (h r)    with r = min(1, h rtol kappa / (Newton's noise u))
//
// Newton's iteration keeps the usual proportions, or its remainder in the variables of index 1
// would show up as error of the others in the next step.  Most of it shows up in their increments,
// too: an iteration that ends with a good margin needs only sqrt(h) in place of h for the variables
// of index 1 (Remainder::watched).
//
// s and r take the rounding of all variables for that of one of size atol/rtol + |y|, and the
// couplings between them for 1.  In units in which the interval is short or the variables are small
// that is far too much.  So the rounding is measured, too.  Where it is less, the weights of errors
// are only raised to the error noise times the rounding of each variable.  Those of Newton's
// iteration are raised by one factor for all variables of index 2, and one for those of index 3,
// that does for the noisiest of them: which of several velocities that is changes within a step.
enum class Remainder { bounded, watched };

class IndexWeights {
 public:
  // Roundings that an error estimate may be made of.  Most are differences, over several steps or
  // nodes, of what Newton's iteration leaves; those of one step are less sensitive.
  static constexpr double kNoiseOfDifferences = 1e4;
  static constexpr double kNoiseOfOneStep = 1e3;
  // The same in algebraic equations of index 1: rounding is not divided by h.
  static constexpr double kNoiseOfIndex1 = 100;
  // Above this rtol it has never been seen to matter there.
  static constexpr double kFineTolerance = 1e-11;
  // Roundings in the constraints that Newton's iteration cannot go below, where it solves for one
  // node at a time or for many together.  With many, about 100 were seen in the squeezing mechanism
  // of Andrews, whose constraints have many terms.
  static constexpr double kNoiseOfOneNode = 20;
  static constexpr double kNoiseOfManyNodes = 200;
  // Roundings that errors along the constraints may be made of, see watches_drift().
  struct DriftNoise {
    double along;    // the constraints
    double across;   // them; in place of the noise of errors, as long as the drift is watched
    double carried;  // along the constraints, from the steps before; 0: is damped at once
  };
  static constexpr DriftNoise kDriftNoiseOfOneNode{0.1, 3e4, 0};
  static constexpr DriftNoise kDriftNoiseOfOneStep{0.1, 3e3, 0};
  // Over a long block the constraints turn, and with them a part of the rounding; differences of
  // order 10 are made of more roundings than others.
  static constexpr DriftNoise kDriftNoiseOfBlocks{1, 1e5, 0};
  // Where blocks damp slowly what they inherit, five roundings were seen, and one where nothing is
  // inherited.  Those that are must be far below what h is chosen by: they grow as it falls.
  static constexpr DriftNoise kDriftNoiseOfDampedBlocks{1, 1e5, 30};

  IndexWeights(const Model& model, const Tolerances& tolerances);
  void set_error_noise(double roundings) { error_noise_ = roundings; }
  void set_newton_noise(double roundings) { newton_noise_ = roundings; }
  void set_drift_noise(const DriftNoise& roundings) {
    drift_noise_ = roundings;
    drift_roundings_ = roundings.along;
    n_carried_ = roundings.carried;
  }

  bool has_higher_index() const { return n_plain_ < n_; }
  int index() const { return !has_higher_index() ? 1 : n_plain_ + n_index2_ < n_ ? 3 : 2; }
  Index n_plain() const { return n_plain_; }  // variables of index 0 and 1 come first
  Index n_index2() const { return n_index2_; }

  // Of steps of length h from (t, y).
  void for_errors(double t, ConstVectorRef y, double h, VectorRef w) const;
  // Index 1: a method that works with tighter tolerances than the user's must not take the rounding
  // of algebraic equations for an error.  Raises w to it, up to `bound`.
  void raise_to_rounding(ConstVectorRef bound, VectorRef w) const;
  // `kappa`: the size of a correction, in these weights, that Newton's iteration may end with.
  void for_newton(double t, ConstVectorRef y, double h, double kappa, VectorRef w,
                  Remainder remainder = Remainder::bounded);
  // Index 3: where the errors of velocities and multipliers may owe much to rounding they are
  // hardly seen by these weights.  But rounding moves the solution across the constraints, which is
  // corrected in the next step; an error along them is carried on, and is judged apart.  One that
  // does not fall with h is rounding as well, and more of it than was thought.
  bool watches_drift() const {
    return can_watch_drift_ && is_gauged() && n_drift_failures_ < kDriftPatience;
  }
  void for_drift(ConstVectorRef y, VectorRef w) const;  // index 1 and 2 alone
  // What this step would carry on is more than the drift of the next one may be, if that begins at
  // y.  Once it was, the steps that follow are not asked: with and without what steps before have
  // left errors of very different size are taken for the same.
  bool carries_rounding(ConstVectorRef y);
  void note_refinement() { n_carried_ = 0; }  // the next step begins without it
  bool has_begun_refined() const { return drift_noise_.carried > 0 && n_carried_ == 0; }
  // w, w / h, w / h^2
  void usual(ConstVectorRef y, double h, VectorRef w) const;

  // The tolerances have other values now.
  void renew();

  // To be measured after each factorisation for steps of length h or more, or else forgotten.
  bool needs_gauge(double h) const;
  RoundingGauge& gauge() { return gauge_; }
  bool is_gauged() const { return gauge_.is_known(); }

  // An error that earlier steps, or a kink of f, have left in variables of higher index does not
  // fall with h, it grows.  So after some failures of one step the usual weights are used.
  // Newton's iteration keeps its own, unless it is Newton that has failed: what it leaves in the
  // velocities adds up from step to step.
  void note_error_failure() { ++n_error_failures_; }
  void note_drift_failure();
  void note_newton_failure() { ++n_newton_failures_; }
  int n_error_failures() const { return n_error_failures_; }
  int n_newton_failures() const { return n_newton_failures_; }  // since the last acceptance
  // A step of length h was accepted.  If Newton's iteration needed the usual weights there and in
  // the steps before, it needs them in the next one, too, unless that is much longer: or each step
  // would fail at first, and be shorter than the last.
  void note_acceptance(double h);
  void forget_failures();
  void forget();  // everything that belongs to earlier steps

 private:
  // Failures of a step with these weights, or steps that failed; failures of a step for its drift.
  static constexpr int kPatience = 3, kDriftPatience = 2;

  struct Place {
    double t;
    ConstVectorRef y;
    double h;  // at most 1
  };

  bool is_lenient(const Place& at, ConstVectorRef w, int n_failures) const;
  bool remembers_leniency(double h) const { return h <= lenient_up_to_; }
  bool shows_rounding(const Place& at, ConstVectorRef w) const;
  double attainable(double h, double noise) const;
  double attainable_by_newton(Index first, Index count, double noise, ConstVectorRef w) const;
  double goal(Index i, double w, double h) const { return i < n_plain_ + n_index2_ ? w : w / h; }
  double noise_of_errors() const;
  double error_floor(Index i, const Place& at) const;
  void scale(double factor2, double factor3, VectorRef w) const;

  const Tolerances& tolerances_;
  Index n_, n_plain_, n_index2_;
  const bool can_watch_drift_;  // M y' = f of index 3: products with M take part
  double rtol_;
  double error_noise_ = kNoiseOfDifferences;
  double newton_noise_ = kNoiseOfManyNodes;
  DriftNoise drift_noise_ = kDriftNoiseOfOneStep;
  double drift_roundings_ = kDriftNoiseOfOneStep.along;  // or more, as seen since the start
  double newton_noise_used_ = kInfinity;                 // divided by kappa
  bool has_carried_ = false;
  double n_carried_ = 0;  // roundings with which this step has begun
  RoundingGauge gauge_;
  Vector weights_, noise_;
  int n_error_failures_ = 0, n_newton_failures_ = 0, n_drift_failures_ = 0;  // of this step
  bool is_lenient_to_newton_ = false;                                        // in this step
  int n_lenient_ = 0;                                                        // steps in a row
  double lenient_up_to_ = 0;                                                 // |h|
};

}  // namespace dts
