// Cash & Karp (1990), the 5(4) pair of their family; dense output: Shampine (1986).
// error_low: Hairer & Wanner (1996), IV.2, the second-order estimate that falls below the
// embedded one where stability, not accuracy, limits the step.
#pragma once

#include "integrators/explicit_tableau.hpp"

namespace dts {

inline constexpr ExplicitTableau kCashKarp{
    "cashkarp",
    /*order*/ 5,
    /*stages*/ 6,
    /*extra_stages*/ 0,
    /*c*/ {0, 1.0 / 5, 3.0 / 10, 3.0 / 5, 1, 7.0 / 8, 1},
    /*a*/
    {{{},
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {3.0 / 10, -9.0 / 10, 6.0 / 5},
      {-11.0 / 54, 5.0 / 2, -70.0 / 27, 35.0 / 27},
      {1631.0 / 55296, 175.0 / 512, 575.0 / 13824, 44275.0 / 110592, 253.0 / 4096}}},
    /*b*/ {37.0 / 378, 0, 250.0 / 621, 125.0 / 594, 0, 512.0 / 1771},
    ErrorEstimate::embedded,
    /*error*/
    {-277.0 / 64512, 0, 6925.0 / 370944, -6925.0 / 202752, -277.0 / 14336, 277.0 / 7084},
    /*error_low*/ {-0.08536, 0.088, -0.0096, 0.0052, 0.00576, -0.004},
    /*dense_terms*/ 1,
    /*dense*/
    {{{-115.0 / 126, 0, 2750.0 / 1449, 125.0 / 396, 15.0 / 28, -7680.0 / 1771, 5.0 / 2}}},
    /*control*/ {0.9, 0.2, 10.0, 0.04, 0.2 - 0.75 * 0.04},
    /*stiffness_stage*/ 4,
    /*stiffness_limit*/ 3.25,
    /*derivative_in_attempt*/ true};

}  // namespace dts
