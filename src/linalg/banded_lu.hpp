// LU factorisation of a banded matrix with partial pivoting, real or complex.
// Golub, Van Loan, Matrix Computations (4th ed.), 4.3.5.  Row interchanges widen the upper band by
// `lower`, so a(i, j) is kept in row lower + upper + i - j of an array with 2 lower + upper + 1
// rows.
#pragma once

#include "core/types.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace dts {

template <class Scalar>
class BandedLU {
 public:
  using Band = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  BandedLU(Index n, Index lower, Index upper)
      : n_(n), lower_(lower), upper_(upper), band_(2 * lower + upper + 1, n), pivots_(n) {}

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
    for (Index j = 0; j < n_; ++j) {
      const Index below = std::min(lower_, n_ - 1 - j);
      const Index p = pivot_row(j, below);
      pivots_[j] = p;
      if (!is_usable(at(p, j))) return false;
      last_column = std::max(last_column, std::min(p + upper_, n_ - 1));
      if (p != j)
        for (Index k = j; k <= last_column; ++k) std::swap(at(p, k), at(j, k));
      if (below == 0) continue;
      auto multipliers = below_diagonal(j, below);
      multipliers /= at(j, j);
      for (Index k = j + 1; k <= last_column; ++k) {
        const Scalar a = at(j, k);
        if (a != Scalar(0))
          band_.col(k).segment(lower_ + upper_ + j + 1 - k, below) -= a * multipliers;
      }
    }
    return true;
  }

  void solve(Eigen::Ref<Band> columns) const {
    for (Index c = 0; c < columns.cols(); ++c) {
      auto x = columns.col(c);
      for (Index j = 0; j < n_; ++j) {
        if (pivots_[j] != j) std::swap(x[j], x[pivots_[j]]);
        const Index below = std::min(lower_, n_ - 1 - j);
        if (below > 0 && x[j] != Scalar(0))
          x.segment(j + 1, below) -= x[j] * below_diagonal(j, below);
      }
      for (Index j = n_ - 1; j >= 0; --j) {
        x[j] /= at(j, j);
        const Index above = std::min(lower_ + upper_, j);
        if (above > 0)
          x.segment(j - above, above) -=
              x[j] * band_.col(j).segment(lower_ + upper_ - above, above);
      }
    }
  }

 private:
  static double size(double a) { return std::abs(a); }
  static double size(const std::complex<double>& a) {
    return std::abs(a.real()) + std::abs(a.imag());
  }
  static bool is_usable(const Scalar& pivot) {
    const double s = size(pivot);
    return s > 0 && std::isfinite(s);
  }
  auto below_diagonal(Index j, Index count) {
    return band_.col(j).segment(lower_ + upper_ + 1, count);
  }
  auto below_diagonal(Index j, Index count) const {
    return band_.col(j).segment(lower_ + upper_ + 1, count);
  }
  Index pivot_row(Index j, Index below) const {
    Index p = j;
    for (Index i = j + 1; i <= j + below; ++i)
      if (size(at(i, j)) > size(at(p, j))) p = i;
    return p;
  }

  Index n_, lower_, upper_;
  Band band_;
  std::vector<Index> pivots_;
};

}  // namespace dts
