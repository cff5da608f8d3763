#include "core/dense_polynomial.hpp"

namespace dts {

void DensePolynomial::derivative(double t, VectorRef dy) const {
  const double x = (t - origin_) / h_;
  Vector y = coefficients_.col(degree_);
  dy.setZero();
  for (int j = degree_ - 1; j >= 0; --j) {
    dy = y + (x - nodes_[j]) * dy;
    y = coefficients_.col(j) + (x - nodes_[j]) * y;
  }
  dy /= h_;
}

}  // namespace dts
