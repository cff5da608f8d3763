// LU factorisation of a full matrix with partial pivoting, real or complex.
// Golub, Van Loan, Matrix Computations (4th ed.), 3.4.  Most systems are small, solved often and
// for few right-hand sides: then the overhead of a library made for large matrices is most of the
// cost. Large matrices are factored by Eigen, block by block.
#pragma once

#include "core/finite.hpp"
#include "linalg/dense_inverse.hpp"
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
      : n_(n),
        a_(n, n),
        order_(n),
        inverse_pivots_(n),
        work_(n),
        inverse_(is_large() ? 0 : n),
        large_(is_large() ? n : 0) {}

  // To be filled before factor().
  Full& matrix() { return a_; }

  // Overwrites the matrix by its factors; false if it is singular or not finite.
  bool factor() {
    serves_long_ = n_solved_ > n_;
    n_solved_ = 0;
    has_inverse_ = false;
    if (!all_finite(reinterpret_cast<const double*>(a_.data()), kParts * n_ * n_)) return false;
    return is_large() ? factor_by_blocks() : factor_by_columns();
  }

  // Overwrites x by the solution.  The inverse pays if it serves more than about n/2 solutions: so
  // it is formed at once if the factors before had to serve for more than n, else when these have.
  void solve(Scalar* x) {
    ++n_solved_;
    if (!has_inverse_ && !is_large() && (serves_long_ || n_solved_ > n_)) {
      inverse_.compute(a_, inverse_pivots_, order_);
      has_inverse_ = true;
    }
    if (has_inverse_) {
      inverse_.multiply(x);
      return;
    }
    reorder(x);
    solve_lower(x);
    solve_upper(x);
  }

 private:
  static constexpr Index kParts = sizeof(Scalar) / sizeof(double);
  static constexpr Index kLarge = 64;
  bool is_large() const { return n_ > kLarge; }

  void reorder(Scalar* x) {
    for (Index i = 0; i < n_; ++i) work_[i] = x[order_[i]];
    std::copy(work_.begin(), work_.end(), x);
  }

  // Both by pairs of columns.
  void solve_lower(Scalar* x) const {
    Index j = 0;
    for (; j + 1 < n_; j += 2) {
      const Scalar *a = column(j), *b = column(j + 1);
      x[j + 1] -= product(x[j], a[j + 1]);
      subtract_multiples(x[j], a + j + 2, x[j + 1], b + j + 2, x + j + 2, n_ - j - 2);
    }
  }
  void solve_upper(Scalar* x) const {
    Index j = n_ - 1;
    for (; j > 0; j -= 2) {
      const Scalar *a = column(j), *b = column(j - 1);
      x[j] = product(x[j], inverse_pivots_[j]);
      x[j - 1] = product(x[j - 1] - product(x[j], a[j - 1]), inverse_pivots_[j - 1]);
      subtract_multiples(x[j], a, x[j - 1], b, x, j - 1);
    }
    if (j == 0) x[0] = product(x[0], inverse_pivots_[0]);
  }
  const Scalar* column(Index j) const { return a_.data() + j * n_; }

  bool factor_by_columns() {
    std::iota(order_.begin(), order_.end(), Index(0));
    for (Index k = 0; k < n_; ++k) {
      Scalar* pivots = a_.data() + k * n_;  // the column of the pivot
      const Index p = pivot_row(pivots, k);
      if (!invert_pivot(pivots[p], inverse_pivots_[k])) return false;
      if (p != k) swap_rows(p, k);
      for (Index i = k + 1; i < n_; ++i) pivots[i] = product(pivots[i], inverse_pivots_[k]);
      for (Index j = k + 1; j < n_; ++j) {
        Scalar* other = a_.data() + j * n_;
        if (other[k] != Scalar(0))
          subtract_multiple(other[k], pivots + k + 1, other + k + 1, n_ - k - 1);
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

  Index pivot_row(const Scalar* a, Index k) const {
    Index p = k;
    double largest = pivot_size(a[k]);
    for (Index i = k + 1; i < n_; ++i) {
      const double size = pivot_size(a[i]);
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
  DenseInverse<Scalar> inverse_;
  Index n_solved_ = 0;        // with these factors
  bool serves_long_ = false;  // as the factors before did
  bool has_inverse_ = false;
  Eigen::PartialPivLU<Full> large_;
};

}  // namespace dts
