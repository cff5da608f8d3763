// LU factorisation of a banded matrix with partial pivoting, real or complex.
// Golub, Van Loan, Matrix Computations (4th ed.), 4.3.5.  Row interchanges widen the upper band by
// `lower`, so a(i, j) is kept in row lower + upper + i - j of an array with 2 lower + upper + 1
// rows.
#pragma once

#include "linalg/subtract_multiple.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace dts {

template <class Scalar>
class BandedLU {
 public:
  using Band = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  BandedLU(Index n, Index lower, Index upper)
      : n_(n), lower_(lower), upper_(upper), band_(2 * lower + upper + 1, n),
        pivots_(n), inverse_pivots_(n) {}

  void set_zero() { band_.setZero(); }
  bool holds(Index i, Index j) const { return i - j <= lower_ && j - i <= upper_; }
  // Valid for lower <= i - j, j - i <= upper before the factorisation, j - i <= lower + upper
  // after.
  Scalar& at(Index i, Index j) { return band_(lower_ + upper_ + i - j, j); }
  const Scalar& at(Index i, Index j) const { return band_(lower_ + upper_ + i - j, j); }

  // Overwrites the matrix by its factors; false if it is singular or not finite.
  bool factor() {
    if (!band_.allFinite()) return false;
    Index last_column = 0;  // the rightmost column touched by the interchanges so far
    upper_filled_ = upper_;
    for (Index j = 0; j < n_; ++j) {
      const Index below = std::min(lower_, n_ - 1 - j);
      const Index p = pivot_row(j, below);
      pivots_[j] = p;
      if (!invert_pivot(at(p, j), inverse_pivots_[j])) return false;
      last_column = std::max(last_column, std::min(p + upper_, n_ - 1));
      upper_filled_ = std::max(upper_filled_, last_column - j);
      if (p != j)
        for (Index k = j; k <= last_column; ++k) std::swap(at(p, k), at(j, k));
      if (below == 0) continue;
      Scalar* multipliers = &at(j, j) + 1;
      for (Index i = 0; i < below; ++i)
        multipliers[i] = product(multipliers[i], inverse_pivots_[j]);
      for (Index k = j + 1; k <= last_column; ++k) {
        Scalar* a = &at(j, k);
        if (*a != Scalar(0)) subtract_multiple(*a, multipliers, a + 1, below);
      }
    }
    return true;
  }

  void solve(Eigen::Ref<Band> columns) const {
    for (Index c = 0; c < columns.cols(); ++c) {
      Scalar* x = columns.data() + c * columns.outerStride();
      switch (lower_) {  // the loops over narrow bands are unrolled
        case 1: solve_lower<1>(x); break;
        case 2: solve_lower<2>(x); break;
        case 3: solve_lower<3>(x); break;
        default: solve_lower<0>(x);
      }
      switch (upper_filled_) {
        case 1: solve_upper<1>(x); break;
        case 2: solve_upper<2>(x); break;
        case 3: solve_upper<3>(x); break;
        default: solve_upper<0>(x);
      }
    }
  }

 private:
  // `width`: of the band, if known when compiled; 0: any.
  template <int width>
  void solve_lower(Scalar* x) const {
    for (Index j = 0; j < n_; ++j) {
      if (pivots_[j] != j) std::swap(x[j], x[pivots_[j]]);
      const Index below = std::min(lower_, n_ - 1 - j);
      subtract_band<width>(x[j], &at(j, j) + 1, x + j + 1, below);
    }
  }
  template <int width>
  void solve_upper(Scalar* x) const {
    for (Index j = n_ - 1; j >= 0; --j) {
      x[j] = product(x[j], inverse_pivots_[j]);
      const Index above = std::min(upper_filled_, j);
      subtract_band<width>(x[j], &at(j, j) - above, x + j - above, above);
    }
  }
  template <int width>
  static void subtract_band(const Scalar a, const Scalar* x, Scalar* y, Index n) {
    if (width == 0 || n != width) {
      subtract_multiple(a, x, y, n);
      return;
    }
    for (int i = 0; i < width; ++i) y[i] -= product(a, x[i]);
  }

  Index pivot_row(Index j, Index below) const {
    Index p = j;
    for (Index i = j + 1; i <= j + below; ++i)
      if (pivot_size(at(i, j)) > pivot_size(at(p, j))) p = i;
    return p;
  }

  Index n_, lower_, upper_;
  Index upper_filled_ = 0;  // bands above the diagonal that the interchanges have left in use
  Band band_;
  std::vector<Index> pivots_;
  std::vector<Scalar> inverse_pivots_;
};

}  // namespace dts
