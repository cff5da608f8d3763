#include "consistent/splitting.hpp"

#include "linalg/eigen_solvers.hpp"
#include "linalg/entries.hpp"

#include <cmath>

namespace dts {

namespace {

// Pivots below this multiple of the largest one are rounding.
constexpr double kRankThreshold = 1e-12;

// Null space of a after its columns were scaled to the same size; basis with unit vectors for the
// columns that vanish.
Matrix null_space(const Matrix& a) {
  Vector scale = a.cwiseAbs().colwise().maxCoeff();
  for (Index j = 0; j < scale.size(); ++j) scale[j] = scale[j] > 0 ? 1 / scale[j] : 1;
  Eigen::FullPivLU<Matrix> lu(a * scale.asDiagonal());
  lu.setThreshold(kRankThreshold);
  if (lu.dimensionOfKernel() == 0) return Matrix(a.cols(), 0);
  Matrix basis = scale.asDiagonal() * lu.kernel();
  for (Index k = 0; k < basis.cols(); ++k) basis.col(k) /= basis.col(k).cwiseAbs().maxCoeff();
  return basis;
}

}  // namespace

Matrix to_full(const StructuredMatrix& a) {
  Matrix full = Matrix::Zero(a.size(), a.size());
  for_each_entry(a, [&](Index i, Index j, double v) { full(i, j) = v; });
  return full;
}

Splitting::Splitting(const StructuredMatrix& mass) : n_(mass.size()) {
  std::vector<bool> row(n_, false), column(n_, false);
  Index entries = 0;
  for_each_entry(mass, [&](Index i, Index j, double m) {
    if (m != 0) {
      row[i] = column[j] = true;
      ++entries;
    }
  });
  for (Index i = 0; i < n_; ++i) {
    if (row[i]) rows_.push_back(i);
    if (!row[i]) equations_.push_back(i);
    if (!column[i]) algebraic_.push_back(i);
    if (column[i]) differential_.push_back(i);
  }
  n_constraints_ = static_cast<Index>(equations_.size());
  // A diagonal matrix is plain; another one may have dependent rows that do not vanish.
  if (entries != static_cast<Index>(rows_.size()) ||
      entries != static_cast<Index>(differential_.size()))
    find_combinations(to_full(mass));
}

void Splitting::find_combinations(const Matrix& m) {
  v_ = null_space(m);
  w_ = null_space(m.transpose());
  n_constraints_ = w_.cols();
  is_plain_ = n_constraints_ == static_cast<Index>(equations_.size()) &&
              n_constraints_ == static_cast<Index>(algebraic_.size());
  if (is_plain_) return;
  equations_.clear();
  algebraic_.clear();
  differential_.clear();
  rows_.clear();
  // Rows in the order in which elimination with complete pivoting finds them independent.
  const Vector size = m.cwiseAbs().rowwise().maxCoeff();
  const Vector scale = size.unaryExpr([](double s) { return s > 0 ? 1 / s : 1.0; });
  const Eigen::FullPivLU<Matrix> lu(scale.asDiagonal() * m);
  const Eigen::PermutationMatrix<Eigen::Dynamic> order(lu.permutationP().inverse());
  for (Index k = 0; k < n_ - n_constraints_; ++k) rows_.push_back(order.indices()[k]);
}

Vector Splitting::constraints(ConstVectorRef f) const {
  if (!is_plain_) return w_.transpose() * f;
  Vector g(n_constraints_);
  for (Index k = 0; k < n_constraints_; ++k) g[k] = f[equations_[k]];
  return g;
}

Matrix Splitting::constraint_rows(const StructuredMatrix& j) const {
  if (!is_plain_) return w_.transpose() * to_full(j);
  std::vector<Index> place(n_, -1);
  for (Index k = 0; k < n_constraints_; ++k) place[equations_[k]] = k;
  Matrix rows = Matrix::Zero(n_constraints_, n_);
  for_each_entry(j, [&](Index i, Index column, double v) {
    if (place[i] >= 0) rows(place[i], column) = v;
  });
  return rows;
}

Matrix Splitting::along(const Matrix& wj) const {
  if (!is_plain_) return wj * v_;
  Matrix columns(wj.rows(), n_constraints_);
  for (Index k = 0; k < n_constraints_; ++k) columns.col(k) = wj.col(algebraic_[k]);
  return columns;
}

Vector Splitting::sensitivity(const StructuredMatrix& j, const Vector& w) const {
  if (!is_plain_) return constraint_rows(j).cwiseAbs() * w;
  std::vector<Index> place(n_, -1);
  for (Index k = 0; k < n_constraints_; ++k) place[equations_[k]] = k;
  Vector sums = Vector::Zero(n_constraints_);
  for_each_entry(j, [&](Index i, Index column, double v) {
    if (place[i] >= 0) sums[place[i]] += std::abs(v) * w[column];
  });
  return sums;
}

Vector Splitting::coordinates(const Vector& y0) const {
  Vector z = Vector::Zero(n_constraints_);
  if (is_plain_)
    for (Index k = 0; k < n_constraints_; ++k) z[k] = y0[algebraic_[k]];
  return z;
}

void Splitting::place(const Vector& z, const Vector& y0, Vector& y) const {
  y = y0;
  if (!is_plain_)
    y += v_ * z;
  else
    for (Index k = 0; k < n_constraints_; ++k) y[algebraic_[k]] = z[k];
}

Vector Splitting::weights(const Vector& w) const {
  Vector z(n_constraints_);
  for (Index k = 0; k < n_constraints_; ++k) {
    if (is_plain_) {
      z[k] = w[algebraic_[k]];
    } else {  // the largest component moves by its weight
      Index largest = 0;
      v_.col(k).cwiseAbs().maxCoeff(&largest);
      z[k] = w[largest] / std::abs(v_(largest, k));
    }
  }
  return z;
}

}  // namespace dts
