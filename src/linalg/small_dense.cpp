#include "linalg/small_dense.hpp"

#include "linalg/eigen_solvers.hpp"

namespace dts {

Matrix product(const Matrix& a, const Matrix& b) { return a * b; }
Matrix product_with_transpose(const Matrix& a) { return a * a.transpose(); }

struct SmallLU::Factors {
  Eigen::PartialPivLU<Matrix> lu;
};

SmallLU::SmallLU() : factors_(std::make_unique<Factors>()) {}
SmallLU::SmallLU(const Matrix& a) : SmallLU() { factor(a); }
SmallLU::~SmallLU() = default;

void SmallLU::factor(const Matrix& a) { factors_->lu.compute(a); }
Vector SmallLU::solve(const Vector& b) const { return factors_->lu.solve(b); }
Matrix SmallLU::solve(const Matrix& b) const { return factors_->lu.solve(b); }
double SmallLU::rcond() const { return factors_->lu.rcond(); }

}  // namespace dts
