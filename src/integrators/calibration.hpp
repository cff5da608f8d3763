// The tolerances a method works with, so that the user gets the accuracy asked for.
#pragma once

#include "core/tolerances.hpp"

namespace dts {

// What a method holds below its tolerance is a mean of local error estimates.  The error of the
// solution gathers those of many steps, is judged by its worst component, and falls with another
// power of the tolerance: error ~ tol^alpha.  Working with
//   tol' = share tol (tol / 10^-3)^(exponent - 1),  exponent = 1/alpha,
// a method gives errors in proportion to the tolerance (G. Soederlind, L. Wang, Evaluating
// numerical ODE/DAE methods, algorithms and software, J. Comput. Appl. Math. 185, 2006).  The curve
// of work against accuracy stays as it is: only the place on it changes.
//
// Share and exponent of each method are the mildest, in steps of 0.05 of the exponent, with which
// the errors on the problems of the collections "ivp" and "dae" stay below a hundred tolerances for
// tolerances down to 10^-11, as far as rounding allows.  Where the index is higher than one,
// rounding allows less: it comes back divided by powers of h.
struct Calibration {
  double share;
  double exponent;
  double exponent_higher_index = exponent;
};

inline constexpr Calibration kUncalibrated{1, 1};

// Component by component; atol keeps its proportion to rtol.
Tolerances calibrated(Tolerances user, const Calibration& calibration, bool has_higher_index);

}  // namespace dts
