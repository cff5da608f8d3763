// Dormand & Prince (1980), RK5(4)7M; dense output: Hairer, Norsett, Wanner (1993), II.6.
#pragma once

#include "integrators/explicit_tableau.hpp"

namespace dts {

inline constexpr ExplicitTableau kDopri5{
    "dopri5",
    /*order*/ 5,
    /*stages*/ 6,
    /*extra_stages*/ 0,
    /*c*/ {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
    /*a*/
    {{{},
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}}},
    /*b*/ {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
    ErrorEstimate::embedded,
    /*error*/
    {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40},
    /*error_low*/ {},
    /*dense_terms*/ 1,
    /*dense*/
    {{{-12715105075.0 / 11282082432, 0, 87487479700.0 / 32700410799, -10690763975.0 / 1880347072,
       701980252875.0 / 199316789632, -1453857185.0 / 822651844, 69997945.0 / 29380423}}},
    /*control*/ {0.9, 0.2, 10.0, 0.04, 0.2 - 0.75 * 0.04},
    /*stiffness_stage*/ 5,
    /*stiffness_limit*/ 3.25,
    /*derivative_in_attempt*/ true};

}  // namespace dts
