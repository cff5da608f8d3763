// What is done with small full matrices beside the steps of an integrator: products and solutions
// of linear systems, of a few lines each but long to compile, so in a translation unit of their
// own.
#pragma once

#include "core/types.hpp"

#include <memory>

namespace dts {

Matrix product(const Matrix& a, const Matrix& b);  // a b
Matrix product_with_transpose(const Matrix& a);    // a a^T

// LU factorisation with partial pivoting.
class SmallLU {
 public:
  SmallLU();
  explicit SmallLU(const Matrix& a);
  ~SmallLU();

  void factor(const Matrix& a);
  Vector solve(const Vector& b) const;
  Matrix solve(const Matrix& b) const;
  double rcond() const;  // an estimate, in the norm of the largest column sum

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace dts
