// y -= a x, the innermost loop of every factorisation and back-substitution, for contiguous x and
// y.
#pragma once

#include "core/types.hpp"

#include <cmath>
#include <complex>

namespace dts {

// In blocks of fixed size, which need no search for an alignment: most stretches are short.
inline void subtract_multiple(double a, const double* x, double* y, Index n) {
  using Block = Eigen::Array4d;
  Index i = 0;
  for (; i + 4 <= n; i += 4) Eigen::Map<Block>(y + i) -= a * Eigen::Map<const Block>(x + i);
  for (; i < n; ++i) y[i] -= a * x[i];
}

// Products written out: those of std::complex look for NaN and Inf each time.
inline void subtract_multiple(const std::complex<double>& a, const std::complex<double>* x,
                              std::complex<double>* y, Index n) {
  using Pair = Eigen::Array2d;  // re, im
  const Pair re = Pair::Constant(a.real()), im(-a.imag(), a.imag());
  const double* from = reinterpret_cast<const double*>(x);  // allowed: [complex.numbers.general]
  double* to = reinterpret_cast<double*>(y);
  for (Index i = 0; i < 2 * n; i += 2) {
    const Eigen::Map<const Pair> z(from + i);
    Eigen::Map<Pair>(to + i) -= re * z + im * z.reverse();
  }
}

// y -= a1 x1 + a2 x2: two columns at a time, which halves the traffic with y.
inline void subtract_multiples(double a1, const double* x1, double a2, const double* x2, double* y,
                               Index n) {
  using Block = Eigen::Array2d;
  Index i = 0;
  for (; i + 2 <= n; i += 2)
    Eigen::Map<Block>(y + i) -=
        a1 * Eigen::Map<const Block>(x1 + i) + a2 * Eigen::Map<const Block>(x2 + i);
  if (i < n) y[i] -= a1 * x1[i] + a2 * x2[i];
}
inline void subtract_multiples(const std::complex<double>& a1, const std::complex<double>* x1,
                               const std::complex<double>& a2, const std::complex<double>* x2,
                               std::complex<double>* y, Index n) {
  subtract_multiple(a1, x1, y, n);
  subtract_multiple(a2, x2, y, n);
}

inline double product(double a, double b) { return a * b; }
inline std::complex<double> product(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// The size by which pivots are chosen: |a|, or |re a| + |im a|, which needs no square root.
inline double pivot_size(double a) { return std::abs(a); }
inline double pivot_size(const std::complex<double>& a) {
  return std::abs(a.real()) + std::abs(a.imag());
}

inline double reciprocal(double a) { return 1 / a; }
// Written out like the products, as long as the square of the modulus is a normal number.
inline std::complex<double> reciprocal(const std::complex<double>& a) {
  const double square = a.real() * a.real() + a.imag() * a.imag();
  if (!std::isnormal(square)) return 1.0 / a;
  return {a.real() / square, -a.imag() / square};
}

// 1 / pivot; false if the pivot is useless: zero, not finite, or too small to have a reciprocal.
template <class Scalar>
bool invert_pivot(const Scalar& pivot, Scalar& inverse) {
  const double size = pivot_size(pivot);
  if (!(size > 0) || !std::isfinite(size)) return false;
  inverse = reciprocal(pivot);
  return std::isfinite(pivot_size(inverse));
}

}  // namespace dts
