// Generalized Adams methods of order 3, 5, 7 and 9 in blocks of 4, 6, 8 and 9 steps: coefficients
// and the numbers that control them.  Iavernaro & Mazzia (1998), (1999).
//
// Row i of a block reads  M (y_i - y_{i-1}) = h sum_j beta_ij f_j,  the interpolatory quadrature of
// the interval [i-1, i] on p of the s + 1 nodes, as central as the block allows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace dts {

constexpr int kGamLevels = 4;
constexpr int kGamMaxBlock = 9;
constexpr int kGamMaxNodes = kGamMaxBlock + 1;

// Weights of the integral from r - 1 to r on the nodes 0 .. nodes - 1, times `denominator`; rows
// r = 1 .. nodes / 2, the others are mirror images.
struct AdamsFormulas {
  int nodes;
  std::int64_t denominator;
  std::array<std::array<std::int64_t, kGamMaxNodes>, 5> rows;

  constexpr std::int64_t numerator(int r, int j) const {
    return 2 * r <= nodes ? rows[r - 1][j] : rows[nodes - r - 1][nodes - 1 - j];
  }
};

inline constexpr AdamsFormulas kAdams3{3, 12, {{{5, 8, -1}}}};
inline constexpr AdamsFormulas kAdams5{5, 720, {{{251, 646, -264, 106, -19},
                                                 {-19, 346, 456, -74, 11}}}};
inline constexpr AdamsFormulas kAdams7{
    7,
    60480,
    {{{19087, 65112, -46461, 37504, -20211, 6312, -863},
      {-863, 25128, 46989, -16256, 7299, -2088, 271},
      {271, -2760, 30819, 37504, -6771, 1608, -191}}}};
inline constexpr AdamsFormulas kAdams9{
    9,
    3628800,
    {{{1070017, 4467094, -4604594, 5595358, -5033120, 3146338, -1291214, 312874, -33953},
      {-33953, 1375594, 3244786, -1752542, 1317280, -755042, 294286, -68906, 7297},
      {7297, -99626, 1638286, 2631838, -833120, 397858, -142094, 31594, -3233},
      {-3233, 36394, -216014, 1909858, 2224480, -425762, 126286, -25706, 2497}}}};
// Only for the error estimate of order 9, whose block has no room for 11 nodes.
inline constexpr AdamsFormulas kAdams10{
    10,
    7257600,
    {{{2082753, 9449717, -11271304, 16002320, -17283646, 13510082, -7394032, 2687864, -583435,
       57281},
      {-57281, 2655563, 6872072, -4397584, 3973310, -2848834, 1481072, -520312, 110219, -10625},
      {10625, -163531, 3133688, 5597072, -2166334, 1295810, -617584, 206072, -42187, 3969},
      {-3969, 50315, -342136, 3609968, 4763582, -1166146, 462320, -141304, 27467, -2497},
      {2497, -28939, 162680, -641776, 4134338, 4134338, -641776, 162680, -28939, 2497}}}};

// The first node that row i of a block of s steps uses.
constexpr int gam_window(const AdamsFormulas& f, int s, int i) {
  return std::min(std::max(i - (f.nodes - 1) / 2, 0), s - f.nodes + 1);
}

constexpr std::int64_t gam_numerator(const AdamsFormulas& f, int s, int i, int j) {
  const int first = gam_window(f, s, i);
  return j < first || j >= first + f.nodes ? 0 : f.numerator(i - first, j - first);
}

// Row i (from 1) of the matrices below is entry i - 1, node j is entry j.
using GamMatrix = std::array<std::array<double, kGamMaxNodes>, kGamMaxBlock>;

constexpr GamMatrix gam_rows(const AdamsFormulas& f, int s) {
  GamMatrix rows{};
  for (int i = 1; i <= s; ++i)
    for (int j = 0; j <= s; ++j)
      rows[i - 1][j] = static_cast<double>(gam_numerator(f, s, i, j)) /
                       static_cast<double>(f.denominator);
  return rows;
}

// (rows of f) - (rows of g) in a block of s steps, each entry one correctly rounded fraction.
constexpr GamMatrix gam_defect(const AdamsFormulas& f, const AdamsFormulas& g, int s) {
  GamMatrix defect{};
  for (int i = 1; i <= s; ++i)
    for (int j = 0; j <= s; ++j)
      defect[i - 1][j] = static_cast<double>(gam_numerator(f, s, i, j) * g.denominator -
                                             gam_numerator(g, s, i, j) * f.denominator) /
                         static_cast<double>(f.denominator * g.denominator);
  return defect;
}

// The implicit Euler formula in every row, less the rows of order 3.
constexpr GamMatrix gam_euler_defect(const AdamsFormulas& f, int s) {
  GamMatrix defect = gam_rows(f, s);
  for (int i = 1; i <= s; ++i)
    for (int j = 0; j <= s; ++j)
      defect[i - 1][j] = static_cast<double>((i == j ? f.denominator : 0) -
                                             gam_numerator(f, s, i, j)) /
                         static_cast<double>(f.denominator);
  return defect;
}

// Leading error of row i: c_i h^(p+1) y^(p+1).
using GamConstants = std::array<double, kGamMaxBlock>;

inline constexpr GamConstants kGamErrors3{1.0 / 24, 1.0 / 24, 1.0 / 24, -1.0 / 24};
inline constexpr GamConstants kGamErrors5{3.0 / 160,    -11.0 / 1440, -11.0 / 1440,
                                          -11.0 / 1440, 11.0 / 1440,  -3.0 / 160};
inline constexpr GamConstants kGamErrors7{275.0 / 24192,  -13.0 / 4480,    191.0 / 120960,
                                          191.0 / 120960, 191.0 / 120960,  -191.0 / 120960,
                                          13.0 / 4480,    -275.0 / 24192};
inline constexpr GamConstants kGamErrors9{
    8183.0 / 1036800,  -425.0 / 290304, 7.0 / 12800,    -2497.0 / 7257600, -2497.0 / 7257600,
    2497.0 / 7257600,  -7.0 / 12800,    425.0 / 290304, -8183.0 / 1036800};

// Constants of the next higher order laid over a block of s steps: from both ends to the middle.
constexpr GamConstants gam_fold(const GamConstants& next, int s) {
  GamConstants folded{};
  for (int i = 1; i <= s; ++i) folded[i - 1] = 2 * i <= s ? next[i - 1] : -next[s - i];
  return folded;
}

// The strictly lower part of the splitting B = L + ..., whose diagonal is gamma = det(B)^(1/s).
// The authors chose it such that the eigenvalues of L^-1 B gather at 1.
using GamLower = std::array<std::array<double, kGamMaxBlock - 1>, kGamMaxBlock>;

inline constexpr GamLower kGamLower3{{
    {},
    {4.012395124208693e-1},
    {8.819910099032529e-4, 3.680857287181573e-1},
    {1.728116022258560e-4, 1.635381132422046e-3, 3.688541178419062e-1}}};

inline constexpr GamLower kGamLower5{{
    {},
    {3.668340831928216e-1},
    {2.477905683677308e-3, 3.216639533696728e-1},
    {-1.919925047010838e-3, 1.231925763308414e-3, 3.375100828961925e-1},
    {2.218385581234200e-3, 7.841944627374794e-3, -2.614300734741796e-4,
     3.523137378783708e-1},
    {-5.442189351609260e-3, 1.002485104590053e-3, 1.066631182323580e-3,
     -3.596681121610224e-4, 3.617716171655064e-1}}};

inline constexpr GamLower kGamLower7{{
    {},
    {3.023839891568610e-1},
    {3.201698610574002e-5, 2.559868364091398e-1},
    {4.193101163680004e-4, 1.336896192287030e-4, 2.639734712170458e-1},
    {1.686924996069667e-4, 3.080994719931695e-3, 1.734338929611258e-4,
     2.817729090368562e-1},
    {4.806043527549464e-5, 1.457177183563680e-4, 6.704398263264620e-3, 2.877761776030408e-4,
     2.993040718034231e-1},
    {3.598347048026785e-6, 9.259360509484074e-4, 4.559927214651730e-5, 1.810919475521773e-4,
     2.009850887505898e-3, 3.150349043479135e-1},
    {7.892534649789167e-4, 2.397658879381223e-4, 6.396418554053151e-5, 1.009049833235848e-3,
     1.748065618845750e-3, 3.243816792609449e-5, 3.271307059448932e-1}}};

inline constexpr GamLower kGamLower9{{
    {},
    {2.590721934790442e-1},
    {0, 2.077575545359853e-1},
    {0, 0, 2.032874698558627e-1},
    {0, 0, 0, 2.036384888660128e-1},
    {0, 0, 0, 0, 2.039599505779785e-1},
    {0, 0, 0, 0, 0, 2.034044409161703e-1},
    {0, 0, 0, 0, 0, 0, 2.017245408702437e-1},
    {0, 0, 0, 0, 0, 0, 0, 1.986549276295617e-1}}};

// Newton iteration of a level, taken from the authors' code.
struct GamControl {
  int max_newton;
  double newton_tolerance, newton_tolerance_mass;  // without and with mass matrix
  double divergence, divergence_mass;              // rate at which the iteration is given up
  double cost;                                     // of a block, relative to order 3
};

struct GamLevel {
  int order;
  int block;
  double gamma;
  AdamsFormulas formulas;
  GamMatrix beta;
  GamLower lower;
  int lower_band;          // number of subdiagonals of `lower` that are not zero
  GamMatrix defect;        // this order minus the next higher
  GamMatrix defect_down;   // the next lower order minus this one
  GamConstants error;      // error constants of this order
  GamConstants error_up;   // and of the next higher one (unused at order 9)
  GamControl control;
};

inline constexpr GamLevel kGam3{3,
                                4,
                                6.411501944628007e-1,
                                kAdams3,
                                gam_rows(kAdams3, 4),
                                kGamLower3,
                                3,
                                gam_defect(kAdams3, kAdams5, 4),
                                gam_euler_defect(kAdams3, 4),
                                kGamErrors3,
                                gam_fold(kGamErrors5, 4),
                                {12, 1e-3, 5e-3, 0.9, 0.9, 1.0}};
inline constexpr GamLevel kGam5{5,
                                6,
                                6.743555662880509e-1,
                                kAdams5,
                                gam_rows(kAdams5, 6),
                                kGamLower5,
                                5,
                                gam_defect(kAdams5, kAdams7, 6),
                                gam_defect(kAdams3, kAdams5, 6),
                                kGamErrors5,
                                gam_fold(kGamErrors7, 6),
                                {18, 5e-2, 5e-2, 0.9, 1.5, 2.4}};
inline constexpr GamLevel kGam7{7,
                                8,
                                7.109158294404152e-1,
                                kAdams7,
                                gam_rows(kAdams7, 8),
                                kGamLower7,
                                7,
                                gam_defect(kAdams7, kAdams9, 8),
                                gam_defect(kAdams5, kAdams7, 8),
                                kGamErrors7,
                                gam_fold(kGamErrors9, 8),
                                {26, 1e-1, 5e-2, 0.9, 20, 4.0}};
inline constexpr GamLevel kGam9{9,
                                9,
                                7.440547954061898e-1,
                                kAdams9,
                                gam_rows(kAdams9, 9),
                                kGamLower9,
                                1,
                                gam_defect(kAdams9, kAdams10, 9),
                                gam_defect(kAdams7, kAdams9, 9),
                                kGamErrors9,
                                GamConstants{},
                                {36, 1e-1, 5e-2, 0.9, 20, 7.2}};

inline constexpr std::array<const GamLevel*, kGamLevels> kGam{&kGam3, &kGam5, &kGam7, &kGam9};

}  // namespace dts
