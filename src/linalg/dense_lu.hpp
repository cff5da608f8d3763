// LU factorisation of a full matrix with partial pivoting, real or complex.
// Golub, Van Loan, Matrix Computations (4th ed.), 3.4.  Most systems are small, solved often and for
// few right-hand sides: then the overhead of a library made for large matrices is most of the cost.
// Large matrices are factored by Eigen, block by block.
#pragma once

#include "linalg/eigen_solvers.hpp"
#include "linalg/subtract_multiple.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace dts {

template <class Scalar>
class DenseLU {
 public:
  using Full = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  explicit DenseLU(Index n)
      : n_(n), a_(n, n), order_(n), inverse_pivots_(n), work_(n), large_(is_large() ? n : 0) {}

  // To be filled before factor().
  Full& matrix() { return a_; }

  // Overwrites the matrix by its factors; false if it is singular or not finite.
  bool factor() {
    if (!a_.allFinite()) return false;
    return is_large() ? factor_by_blocks() : factor_by_columns();
  }

  // Overwrites every column by the solution.  Each column of the factors serves all of them at once.
  void solve(Eigen::Ref<Full> columns) {
    const Index count = columns.cols(), stride = columns.outerStride();
    Scalar* x = columns.data();
    for (Index c = 0; c < count; ++c) reorder(x + c * stride);
    for (Index j = 0; j + 1 < n_; ++j)
      for (Index c = 0; c < count; ++c) eliminate(j, j + 1, n_, x + c * stride);
    for (Index j = n_ - 1; j >= 0; --j)
      for (Index c = 0; c < count; ++c) {
        Scalar* column = x + c * stride;
        column[j] = product(column[j], inverse_pivots_[j]);
        eliminate(j, 0, j, column);
      }
  }

 private:
  static constexpr Index kLarge = 64;
  bool is_large() const { return n_ > kLarge; }

  void reorder(Scalar* x) {
    for (Index i = 0; i < n_; ++i) work_[i] = x[order_[i]];
    std::copy(work_.begin(), work_.end(), x);
  }

  // x_i -= a_ij x_j for first <= i < last.
  void eliminate(Index j, Index first, Index last, Scalar* x) const {
    if (x[j] != Scalar(0))
      subtract_multiple(x[j], a_.data() + j * n_ + first, x + first, last - first);
  }

  bool factor_by_columns() {
    std::iota(order_.begin(), order_.end(), Index(0));
    for (Index k = 0; k < n_; ++k) {
      Scalar* column = a_.data() + k * n_;
      const Index p = pivot_row(column, k);
      if (!invert_pivot(column[p], inverse_pivots_[k])) return false;
      if (p != k) swap_rows(p, k);
      for (Index i = k + 1; i < n_; ++i) column[i] = product(column[i], inverse_pivots_[k]);
      for (Index j = k + 1; j < n_; ++j) {
        Scalar* other = a_.data() + j * n_;
        if (other[k] != Scalar(0))
          subtract_multiple(other[k], column + k + 1, other + k + 1, n_ - k - 1);
      }
    }
    return true;
  }

  bool factor_by_blocks() {
    large_.compute(a_);
    a_ = large_.matrixLU();
    for (Index k = 0; k < n_; ++k) {
      order_[large_.permutationP().indices()[k]] = k;
      if (!invert_pivot(a_(k, k), inverse_pivots_[k])) return false;
    }
    return true;
  }

  void swap_rows(Index p, Index k) {
    std::swap(order_[p], order_[k]);
    for (Index j = 0; j < n_; ++j) std::swap(a_(p, j), a_(k, j));
  }

  Index pivot_row(const Scalar* column, Index k) const {
    Index p = k;
    double largest = pivot_size(column[k]);
    for (Index i = k + 1; i < n_; ++i) {
      const double size = pivot_size(column[i]);
      if (size > largest) {
        largest = size;
        p = i;
      }
    }
    return p;
  }

  Index n_;
  Full a_;
  std::vector<Index> order_;  // row i of the factors is row order_[i] of the matrix
  std::vector<Scalar> inverse_pivots_, work_;
  Eigen::PartialPivLU<Full> large_;
};

}  // namespace dts
