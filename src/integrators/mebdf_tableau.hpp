// Coefficients of the modified extended backward differentiation formulas, k = 1..8 back points.
// Cash (1983), Comput. Math. Appl. 9, 645-657, here in backward differences and exact fractions:
//
//   stages 1, 2   y = sum_{i<k} a_i D_i + h beta f                       BDF of order k
//   stage 3       y = sum_{i<k} ahat_i D_i + h (bhat1 f_{n+1} + bhat2 f_{n+2})    order k + 1
//
// The test solves the order conditions for them anew.  D_i is the i-th backward difference of y_n.
#pragma once

#include <array>
#include <cstddef>

namespace dts {

struct Fraction {
  long long numerator = 0, denominator = 1;
  constexpr double value() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
};

constexpr int kMebdfMaxOrder = 8;

struct MebdfFractions {
  Fraction beta, bhat1, bhat2;
  Fraction error_scale;  // T_k = (k + 1) H_k: the local error of BDF_k is D_{k+1} / T_k
  std::array<Fraction, kMebdfMaxOrder> a, ahat;
};

// One row per k: beta, bhat1, bhat2, T_k, then a_0 .. a_{k-1}, then ahat_0 .. ahat_{k-1}.
inline constexpr std::array<MebdfFractions, kMebdfMaxOrder> kMebdfFractions{{
    {{1, 1}, {3, 2}, {-1, 2}, {2, 1}, {{{1, 1}}}, {{{1, 1}}}},
    {{2, 3}, {22, 23}, {-4, 23}, {9, 2}, {{{1, 1}, {1, 3}}}, {{{1, 1}, {5, 23}}}},
    {{6, 11},
     {150, 197},
     {-18, 197},
     {22, 3},
     {{{1, 1}, {5, 11}, {2, 11}}},
     {{{1, 1}, {65, 197}, {17, 197}}}},
    {{12, 25},
     {1644, 2501},
     {-144, 2501},
     {125, 12},
     {{{1, 1}, {13, 25}, {7, 25}, {3, 25}}},
     {{{1, 1}, {1001, 2501}, {395, 2501}, {111, 2501}}}},
    {{60, 137},
     {2940, 4973},
     {-200, 4973},
     {137, 10},
     {{{1, 1}, {77, 137}, {47, 137}, {27, 137}, {12, 137}}},
     {{{1, 1}, {2233, 4973}, {1063, 4973}, {1349, 14919}, {394, 14919}}}},
    {{20, 49},
     {7260, 13327},
     {-400, 13327},
     {343, 20},
     {{{1, 1}, {29, 49}, {19, 49}, {37, 147}, {22, 147}, {10, 147}}},
     {{{1, 1}, {6467, 13327}, {3437, 13327}, {5251, 39981}, {2306, 39981}, {230, 13327}}}},
    {{140, 363},
     {106540, 208903},
     {-4900, 208903},
     {726, 35},
     {{{1, 1}, {223, 363}, {51, 121}, {29, 99}, {214, 1089}, {130, 1089}, {20, 363}}},
     {{{1, 1},
       {107263, 208903},
       {61343, 208903},
       {34813, 208903},
       {55159, 626709},
       {24800, 626709},
       {2515, 208903}}}},
    {{280, 761},
     {1996120, 4134649},
     {-78400, 4134649},
     {6849, 280},
     {{{1, 1},
       {481, 761},
       {341, 761},
       {743, 2283},
       {533, 2283},
       {365, 2283},
       {75, 761},
       {35, 761}}},
     {{{1, 1},
       {2216929, 4134649},
       {1336469, 4134649},
       {814829, 4134649},
       {1437397, 12403947},
       {776765, 12403947},
       {118315, 4134649},
       {36435, 4134649}}}},
}};

// The same as numbers, ready for use.
struct MebdfFormula {
  double beta = 1, bhat1 = 0, bhat2 = 0;
  double error_scale = 1;
  std::array<double, kMebdfMaxOrder> a{}, ahat{};
};

// k = 0 is no formula; its error_scale T_0 = 1 serves the estimates of lower order.
constexpr std::array<MebdfFormula, kMebdfMaxOrder + 1> make_mebdf_formulas() {
  std::array<MebdfFormula, kMebdfMaxOrder + 1> formulas{};
  for (std::size_t k = 1; k <= kMebdfMaxOrder; ++k) {
    const MebdfFractions& exact = kMebdfFractions[k - 1];
    formulas[k].beta = exact.beta.value();
    formulas[k].bhat1 = exact.bhat1.value();
    formulas[k].bhat2 = exact.bhat2.value();
    formulas[k].error_scale = exact.error_scale.value();
    for (std::size_t i = 0; i < k; ++i) {
      formulas[k].a[i] = exact.a[i].value();
      formulas[k].ahat[i] = exact.ahat[i].value();
    }
  }
  return formulas;
}
inline constexpr std::array<MebdfFormula, kMebdfMaxOrder + 1> kMebdfFormulas =
    make_mebdf_formulas();

}  // namespace dts
