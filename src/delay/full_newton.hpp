// Newton's method for all three stages at once, with the true coupling through delayed arguments:
//   (I x J_y + sum_k L^(k) x J_zk - 1/h A^-1 x M) dz = 1/h (A^-1 x M) z - F(z).
// Guglielmi, Hairer (2001), section 3.
#pragma once

#include "delay/lag_jacobian.hpp"
#include "linalg/iteration_matrix.hpp"

namespace dts {

class FullNewton {
 public:
  FullNewton(Index n, const StructuredMatrix* mass);

  bool factor(double h, const StructuredMatrix& dfdy, const LagJacobian& lags, bool on_quadratic);
  // The increment of z (n x 3), given z and F(z).
  const Matrix& increment(double h, const Matrix& z, const Matrix& f);

 private:
  const Index n_;
  const StructuredMatrix* mass_;
  Eigen::Matrix3d a_inverse_;
  std::unique_ptr<RealIterationMatrix>
      solver_;  // made when first needed: it is three times as large
  StructuredMatrix matrix_;
  Matrix mixed_, residual_;
};

}  // namespace dts
