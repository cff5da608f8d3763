// Coefficients of the 3-stage Radau IIA method of order 5.
// Hairer, Wanner, Solving ODEs II (1996), IV.5 (method), IV.8 (transformation, error estimate).
#pragma once

#include <array>

namespace dts {

struct RadauTableau {
  static constexpr int kStages = 3;
  static constexpr double kSqrt6 = 2.4494897427831780982;

  static constexpr std::array<double, 3> c{(4 - kSqrt6) / 10, (4 + kSqrt6) / 10, 1};
  static constexpr double A[3][3] = {
      {(88 - 7 * kSqrt6) / 360, (296 - 169 * kSqrt6) / 1800, (-2 + 3 * kSqrt6) / 225},
      {(296 + 169 * kSqrt6) / 1800, (88 + 7 * kSqrt6) / 360, (-2 - 3 * kSqrt6) / 225},
      {(16 - kSqrt6) / 36, (16 + kSqrt6) / 36, 1.0 / 9}};

  // Eigenvalues of A^-1: gamma and alpha +- i beta.
  static constexpr double gamma = 3.6378342527444957322;
  static constexpr double alpha = 2.6810828736277521339;
  static constexpr double beta = 3.0504301992474105694;

  // T^-1 A^-1 T = diag(gamma, [[alpha, -beta], [beta, alpha]]).
  static constexpr double T[3][3] = {
      {0.091232394870892942792, -0.14125529502095420843, -0.030029194105147424492},
      {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
      {0.96604818261509293619, 1, 0}};
  static constexpr double T_inverse[3][3] = {
      {4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
      {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
      {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};

  // Weights of the stages in the embedded error estimate, IV.8.
  static constexpr std::array<double, 3> e{-(13 + 7 * kSqrt6) / 3, (-13 + 7 * kSqrt6) / 3,
                                           -1.0 / 3};
};

}  // namespace dts
