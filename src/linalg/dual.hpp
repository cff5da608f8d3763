// Forward-mode dual numbers: a value and its derivatives in N directions, carried through every
// operation, so that equations written once give exact Jacobians, N columns (or N colour groups of
// columns) per evaluation.
#pragma once

#include "linalg/choose.hpp"
#include "linalg/directions.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

template <int N>
class DualNumber {
 public:
  static constexpr int kDirections = N;

  DualNumber() = default;
  DualNumber(double value) : value_(value) {}  // implicit: constants mix freely with variables

  // The independent variable of direction `k`.
  static DualNumber variable(double value, int k) {
    DualNumber x(value);
    x.derivative_.set(k, 1);
    return x;
  }

  double value() const { return value_; }
  double derivative(int k) const { return derivative_[k]; }
  void set_derivative(int k, double d) { derivative_.set(k, d); }

  DualNumber operator+() const { return *this; }
  DualNumber operator-() const { return chain(-value_, -1); }

  DualNumber& operator+=(const DualNumber& b) {
    value_ += b.value_;
    derivative_ += b.derivative_;
    return *this;
  }
  DualNumber& operator-=(const DualNumber& b) {
    value_ -= b.value_;
    derivative_ -= b.derivative_;
    return *this;
  }
  DualNumber& operator*=(const DualNumber& b) {
    derivative_.become_product(value_, b.value_, b.derivative_);
    value_ *= b.value_;
    return *this;
  }
  DualNumber& operator/=(const DualNumber& b) {
    value_ /= b.value_;
    derivative_.become_quotient(value_, b.value_, b.derivative_);
    return *this;
  }
  DualNumber& operator+=(double b) {
    value_ += b;
    return *this;
  }
  DualNumber& operator-=(double b) {
    value_ -= b;
    return *this;
  }
  DualNumber& operator*=(double b) {
    value_ *= b;
    derivative_ *= b;
    return *this;
  }
  DualNumber& operator/=(double b) {
    value_ /= b;
    derivative_ /= b;
    return *this;
  }

  friend DualNumber operator+(DualNumber a, const DualNumber& b) { return a += b; }
  friend DualNumber operator+(DualNumber a, double b) { return a += b; }
  friend DualNumber operator+(double a, DualNumber b) { return b += a; }
  friend DualNumber operator-(DualNumber a, const DualNumber& b) { return a -= b; }
  friend DualNumber operator-(DualNumber a, double b) { return a -= b; }
  friend DualNumber operator-(double a, const DualNumber& b) { return b.chain(a - b.value_, -1); }
  friend DualNumber operator*(DualNumber a, const DualNumber& b) { return a *= b; }
  friend DualNumber operator*(DualNumber a, double b) { return a *= b; }
  friend DualNumber operator*(double a, DualNumber b) { return b *= a; }
  friend DualNumber operator/(DualNumber a, const DualNumber& b) { return a /= b; }
  friend DualNumber operator/(DualNumber a, double b) { return a /= b; }
  friend DualNumber operator/(double a, const DualNumber& b) {
    const double q = a / b.value_;
    return b.chain(q, -q / b.value_);
  }

  // Comparisons look at values only: equations branch as they do for doubles.
  friend bool operator<(const DualNumber& a, const DualNumber& b) { return a.value_ < b.value_; }
  friend bool operator>(const DualNumber& a, const DualNumber& b) { return a.value_ > b.value_; }
  friend bool operator<=(const DualNumber& a, const DualNumber& b) { return a.value_ <= b.value_; }
  friend bool operator>=(const DualNumber& a, const DualNumber& b) { return a.value_ >= b.value_; }
  friend bool operator==(const DualNumber& a, const DualNumber& b) { return a.value_ == b.value_; }
  friend bool operator!=(const DualNumber& a, const DualNumber& b) { return a.value_ != b.value_; }

  friend double value_of(const DualNumber& x) { return x.value_; }

  friend DualNumber sqrt(const DualNumber& x) {
    const double s = std::sqrt(x.value_);
    return x.chain(s, 0.5 / s);
  }
  friend DualNumber exp(const DualNumber& x) {
    const double e = std::exp(x.value_);
    return x.chain(e, e);
  }
  friend DualNumber expm1(const DualNumber& x) {
    return x.chain(std::expm1(x.value_), std::exp(x.value_));
  }
  friend DualNumber log(const DualNumber& x) { return x.chain(std::log(x.value_), 1 / x.value_); }
  friend DualNumber log1p(const DualNumber& x) {
    return x.chain(std::log1p(x.value_), 1 / (1 + x.value_));
  }
  friend DualNumber log10(const DualNumber& x) {
    return x.chain(std::log10(x.value_), kLog10E / x.value_);
  }
  friend DualNumber sin(const DualNumber& x) {
    return x.chain(std::sin(x.value_), std::cos(x.value_));
  }
  friend DualNumber cos(const DualNumber& x) {
    return x.chain(std::cos(x.value_), -std::sin(x.value_));
  }
  friend DualNumber tan(const DualNumber& x) {
    const double t = std::tan(x.value_);
    return x.chain(t, 1 + t * t);
  }
  friend DualNumber asin(const DualNumber& x) {
    return x.chain(std::asin(x.value_), 1 / std::sqrt((1 - x.value_) * (1 + x.value_)));
  }
  friend DualNumber acos(const DualNumber& x) {
    return x.chain(std::acos(x.value_), -1 / std::sqrt((1 - x.value_) * (1 + x.value_)));
  }
  friend DualNumber atan(const DualNumber& x) {
    return x.chain(std::atan(x.value_), 1 / (1 + x.value_ * x.value_));
  }
  friend DualNumber atan2(const DualNumber& y, const DualNumber& x) {
    const double r2 = x.value_ * x.value_ + y.value_ * y.value_;
    DualNumber result = y.chain(std::atan2(y.value_, x.value_), x.value_ / r2);
    result.add_chain(x, -y.value_ / r2);
    return result;
  }
  friend DualNumber sinh(const DualNumber& x) {
    return x.chain(std::sinh(x.value_), std::cosh(x.value_));
  }
  friend DualNumber cosh(const DualNumber& x) {
    return x.chain(std::cosh(x.value_), std::sinh(x.value_));
  }
  friend DualNumber tanh(const DualNumber& x) {
    const double t = std::tanh(x.value_);
    return x.chain(t, (1 - t) * (1 + t));
  }

  friend DualNumber pow(const DualNumber& x, double p) {
    if (p == 0) return DualNumber(1);
    return x.chain(std::pow(x.value_, p), p * std::pow(x.value_, p - 1));
  }
  friend DualNumber pow(const DualNumber& x, int p) { return pow(x, static_cast<double>(p)); }
  friend DualNumber pow(double b, const DualNumber& x) {
    const double p = std::pow(b, x.value_);
    return x.chain(p, power_slope(b, p));
  }
  friend DualNumber pow(const DualNumber& b, const DualNumber& x) {
    DualNumber result = pow(b, x.value_);
    result.add_chain(x, power_slope(b.value_, result.value_));
    return result;
  }

  // At kinks one of the one-sided slopes' convex combinations: 0 for |x| at 0, that of the first
  // argument where max and min find both equal (as std::max and std::min choose the value).
  friend DualNumber abs(const DualNumber& x) {
    return x.chain(std::abs(x.value_), (x.value_ > 0) - (x.value_ < 0));
  }
  friend DualNumber fabs(const DualNumber& x) { return abs(x); }
  friend DualNumber max(const DualNumber& a, const DualNumber& b) {
    return a.value_ < b.value_ ? b : a;
  }
  friend DualNumber min(const DualNumber& a, const DualNumber& b) {
    return b.value_ < a.value_ ? b : a;
  }

 private:
  static constexpr double kLog10E = 0.43429448190325182765;

  // d(b^x)/dx = b^x log b; its limit 0 where b^x vanishes.
  static double power_slope(double b, double power) {
    return power == 0 ? 0.0 : power * std::log(b);
  }

  // g(x) from g and g' at the value.  A direction in which x does not move stays at rest even
  // where g' is infinite, so sqrt(0) of a constant is no source of NaN.
  DualNumber chain(double g, double slope) const {
    DualNumber result(g);
    result.add_chain(*this, slope);
    return result;
  }
  void add_chain(const DualNumber& x, double slope) {
    if (std::isfinite(slope))
      derivative_.add_multiple(slope, x.derivative_);
    else
      add_where_moving(x, slope);
  }
  void add_where_moving(const DualNumber& x, double slope);

  double value_ = 0;
  Directions<N> derivative_;
};

// Out of line: rarely needed, and not to be repeated at every function of every equation.
template <int N>
void DualNumber<N>::add_where_moving(const DualNumber& x, double slope) {
  for (int k = 0; k < N; ++k)
    if (x.derivative_[k] != 0) derivative_.set(k, derivative_[k] + slope * x.derivative_[k]);
}

using Dual = DualNumber<8>;

extern template void Dual::add_where_moving(const Dual&, double);

inline double value_of(double x) { return x; }

// So that generic equations in this namespace write sqrt(x) for every scalar type, doubles too.
using std::abs;
using std::acos;
using std::asin;
using std::atan;
using std::atan2;
using std::cos;
using std::cosh;
using std::exp;
using std::expm1;
using std::fabs;
using std::log;
using std::log10;
using std::log1p;
using std::max;
using std::min;
using std::pow;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;

}  // namespace dts
