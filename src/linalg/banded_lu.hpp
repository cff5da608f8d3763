// LU factorisation of a banded matrix with partial pivoting, real or complex.
// Golub, Van Loan, Matrix Computations (4th ed.), 4.3.5.  Row interchanges widen the upper band by
// `lower`, so a(i, j) is kept in row lower + upper + i - j of an array with 2 lower + upper + 1
// rows.
#pragma once

#include "linalg/subtract_multiple.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace dts {

template <class Scalar>
class BandedLU {
 public:
  using Band = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  BandedLU(Index n, Index lower, Index upper)
      : n_(n),
        lower_(lower),
        upper_(upper),
        band_(2 * lower + upper + 1, n),
        pivots_(n),
        inverse_pivots_(n) {}

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
    has_interchanges_ = false;
    for (Index j = 0; j < n_; ++j) {
      const Index below = std::min(lower_, n_ - 1 - j);
      const Index p = pivot_row(j, below);
      pivots_[j] = p;
      if (!invert_pivot(at(p, j), inverse_pivots_[j])) return false;
      last_column = std::max(last_column, std::min(p + upper_, n_ - 1));
      upper_filled_ = std::max(upper_filled_, last_column - j);
      if (p != j) {
        has_interchanges_ = true;
        for (Index k = j; k <= last_column; ++k) std::swap(at(p, k), at(j, k));
      }
      if (below == 0) continue;
      Scalar* multipliers = &at(j, j) + 1;
      for (Index i = 0; i < below; ++i)
        multipliers[i] = product(multipliers[i], inverse_pivots_[j]);
      for (Index k = j + 1; k <= last_column; ++k) {
        Scalar* a = &at(j, k);
        if (*a != Scalar(0)) subtract_multiple(*a, multipliers, a + 1, below);
      }
    }
    divide_upper_by_pivots();
    return true;
  }

  // Overwrites x by the solution.
  void solve(Scalar* x) const {
    solve_lower(x);
    solve_upper(x);
  }

 private:
  // Column j of U by its pivot: then the back-substitution can go on without waiting for x_j, the
  // product of what has become of the right-hand side by then with the inverse pivot.
  void divide_upper_by_pivots() {
    for (Index j = 1; j < n_; ++j) {
      const Index above = std::min(upper_filled_, j);
      Scalar* u = &at(j, j) - above;
      for (Index i = 0; i < above; ++i) u[i] = product(u[i], inverse_pivots_[j]);
    }
  }

  // Narrow bands without interchanges have loops of their own.
  void solve_lower(Scalar* x) const {
    switch (has_interchanges_ ? 0 : lower_) {
      case 1: return pass_down<1>(x);
      case 2: return pass_down<2>(x);
      case 3: return pass_down<3>(x);
      default: break;
    }
    for (Index j = 0; j < n_; ++j) {
      if (pivots_[j] != j) std::swap(x[j], x[pivots_[j]]);
      subtract_multiple(x[j], &at(j, j) + 1, x + j + 1, std::min(lower_, n_ - 1 - j));
    }
  }
  void solve_upper(Scalar* x) const {
    switch (upper_filled_) {
      case 1: return pass_up<1>(x);
      case 2: return pass_up<2>(x);
      case 3: return pass_up<3>(x);
      case 4: return pass_up<4>(x);
      default: break;
    }
    for (Index j = n_ - 1; j >= 0; --j) {
      const Index above = std::min(upper_filled_, j);
      subtract_multiple(x[j], &at(j, j) - above, x + j - above, above);
      x[j] = product(x[j], inverse_pivots_[j]);
    }
  }

  // The components that are still changing stay in registers: a chain through memory is twice as
  // long as one of products and sums.
  template <int width>
  void pass_down(Scalar* x) const {
    std::array<Scalar, width + 1> next{};
    for (Index i = 0; i < width; ++i) next[i] = i < n_ ? x[i] : Scalar(0);
    for (Index j = 0; j < n_; ++j) {
      next[width] = j + width < n_ ? x[j + width] : Scalar(0);
      const Scalar* multipliers = &at(j, j) + 1;
      x[j] = next[0];
      for (int i = 0; i < width; ++i) next[i] = next[i + 1] - product(x[j], multipliers[i]);
    }
  }
  template <int width>
  void pass_up(Scalar* x) const {
    std::array<Scalar, width + 1> next{};
    for (Index i = 0; i < width; ++i) next[i] = i < n_ ? x[n_ - 1 - i] : Scalar(0);
    for (Index j = n_ - 1; j >= 0; --j) {
      next[width] = j >= width ? x[j - width] : Scalar(0);
      const Scalar* above = &at(j, j) - 1;
      const Scalar value = next[0];
      x[j] = product(value, inverse_pivots_[j]);
      for (int i = 0; i < width; ++i) next[i] = next[i + 1] - product(value, above[-i]);
    }
  }

  Index pivot_row(Index j, Index below) const {
    Index p = j;
    for (Index i = j + 1; i <= j + below; ++i)
      if (pivot_size(at(i, j)) > pivot_size(at(p, j))) p = i;
    return p;
  }

  Index n_, lower_, upper_;
  Index upper_filled_ = 0;  // bands above the diagonal that the interchanges have left in use
  bool has_interchanges_ = false;
  Band band_;
  std::vector<Index> pivots_;
  std::vector<Scalar> inverse_pivots_;
};

}  // namespace dts
