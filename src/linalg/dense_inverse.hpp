// The inverse of a small full matrix, from its LU factors, for solving with it again and again.
//
// A back-substitution is a chain of steps, each waiting for the one before; the product with the
// inverse does the same arithmetic with nothing to wait for, several times faster.  Its errors are
// of the size that those of a back-substitution have (A. Druinsky, S. Toledo, How accurate is
// inv(A)*b?, 2012), and far below what an iteration matrix has to be exact to.
#pragma once

#include "core/by_fours.hpp"
#include "linalg/subtract_multiple.hpp"

#include <algorithm>
#include <complex>
#include <vector>

namespace dts {

template <class Scalar>
class DenseInverse {
 public:
  using Full = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  DenseInverse() = default;
  explicit DenseInverse(Index n)
      : n_(n), x_(n, n), result_(kParts * n), columns_(kParts * n, kParts * n) {}

  // `lu`: L below the diagonal (of ones) and U; row i of them is row order[i] of the matrix.
  void compute(const Full& lu, const std::vector<Scalar>& inverse_pivots,
               const std::vector<Index>& order) {
    invert_upper(lu, inverse_pivots);
    divide_by_lower(lu);
    for (Index j = 0; j < n_; ++j) store(j, order[j]);
  }

  // x <- inverse x
  void multiply(Scalar* x) {
    double* values = reinterpret_cast<double*>(x);  // of complex x: re, im, re, im, ...
    const Index rows = kParts * n_;
    Index i = 0;
    for (; i + 8 <= rows; i += 8) multiply_rows<8>(i, values);
    if (rows & 4) i = multiply_rows<4>(i, values);
    if (rows & 2) i = multiply_rows<2>(i, values);
    if (rows & 1) multiply_rows<1>(i, values);
    by_fours(rows, [&](auto few, Index k) { few.store(values + k, few.load(&result_[k])); });
  }

 private:
  static constexpr Index kParts = sizeof(Scalar) / sizeof(double);

  // U^-1, column by column: Golub, Van Loan, 3.1.
  void invert_upper(const Full& lu, const std::vector<Scalar>& inverse_pivots) {
    x_.setZero();
    for (Index j = 0; j < n_; ++j) {
      Scalar* x = column(j);
      for (Index k = 0; k < j; ++k) {
        const Scalar u = product(lu(k, j), inverse_pivots[j]);
        subtract_multiple(u, column(k), x, k + 1);
      }
      x[j] = inverse_pivots[j];
    }
  }

  // X <- X L^-1, from the last column on.
  void divide_by_lower(const Full& lu) {
    for (Index j = n_ - 2; j >= 0; --j)
      for (Index k = j + 1; k < n_; ++k) subtract_multiple(lu(k, j), column(k), column(j), n_);
  }

  // A column a of a complex matrix becomes two: a, and i a, which go with the real and the
  // imaginary part of a factor.
  void store(Index from, Index to) {
    const Scalar* x = column(from);
    double* target = columns_.data() + to * kParts * kParts * n_;
    if constexpr (kParts == 1) {
      std::copy(x, x + n_, target);
    } else {
      for (Index i = 0; i < n_; ++i) {
        target[2 * i] = x[i].real();
        target[2 * i + 1] = x[i].imag();
        target[2 * (n_ + i)] = -x[i].imag();
        target[2 * (n_ + i) + 1] = x[i].real();
      }
    }
  }

  template <int count>
  Index multiply_rows(Index first, const double* x) {
    using Rows = Eigen::Array<double, count, 1>;
    const Index n = kParts * n_;
    const double* entries = columns_.data() + first;
    Rows sum = Rows::Zero();
    for (Index j = 0; j < n; ++j, entries += n) sum += x[j] * Eigen::Map<const Rows>(entries);
    Eigen::Map<Rows>(result_.data() + first) = sum;
    return first + count;
  }

  Scalar* column(Index j) { return x_.data() + j * n_; }

  Index n_ = 0;
  Full x_;
  std::vector<double> result_;
  Matrix columns_;
};

}  // namespace dts
