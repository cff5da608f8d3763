// The first step size, from the size of y, y' and an estimate of y''.
// Hairer, Norsett, Wanner (1993), II.4, "Starting step size".
#pragma once

#include "core/model.hpp"
#include "core/tolerances.hpp"

namespace dts {

// The first part: sizes of f and y in units of the tolerance (sums, not means, of the squares), and
// the length of a trial step that changes y by about a hundredth of itself.
struct TrialStep {
  double norm_f, h;
};
TrialStep trial_step(ConstVectorRef y, ConstVectorRef f, ConstVectorRef weights, double h_max);

// The last part of the algorithm, once the change of f over a trial step `h0` is known.
// `h1_floor` > 0 replaces a second estimate below 1e-10 (cashkarp with conditioning).
double starting_step(double h0, double norm_f, double norm_ddy, int order, double h_max,
                     double h1_floor = 0);

// |h| for a method of order `order`: one Euler step, one evaluation.  `f` = f(t, y).
// `direction` is +1 or -1.  Non-finite values of f make the trial step shrink.
double initial_step(Model& model, const Tolerances& tolerances, double t, ConstVectorRef y,
                    ConstVectorRef f, double direction, int order, double h_max);

}  // namespace dts
