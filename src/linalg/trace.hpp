// A scalar that remembers which independent variables went into it.  Running generic equations on
// it gives the structural sparsity pattern of their Jacobian: products with zero, x - x and the
// branches not taken (see choose) count as dependencies, so the pattern holds for all states.
// Speed does not matter here: what all equations would have to compile is out of line.
#pragma once

#include "core/structure.hpp"
#include "linalg/choose.hpp"
#include "linalg/dual.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace dts {

class Trace {
 public:
  Trace() = default;
  Trace(double value) : value_(value) {}  // implicit: a constant depends on nothing
  Trace(const Trace&);
  Trace(Trace&&) noexcept;
  Trace& operator=(const Trace&);
  Trace& operator=(Trace&&) noexcept;
  ~Trace();

  static Trace variable(double value, int index);

  double value() const { return value_; }
  const std::vector<int>& sources() const { return sources_; }  // sorted

  Trace operator+() const { return *this; }
  Trace operator-() const { return of(-value_, *this); }
  Trace& operator+=(const Trace& b) { return update(value_ + b.value_, b); }
  Trace& operator-=(const Trace& b) { return update(value_ - b.value_, b); }
  Trace& operator*=(const Trace& b) { return update(value_ * b.value_, b); }
  Trace& operator/=(const Trace& b) { return update(value_ / b.value_, b); }

  friend Trace operator+(const Trace& a, const Trace& b) { return of(a.value_ + b.value_, a, b); }
  friend Trace operator-(const Trace& a, const Trace& b) { return of(a.value_ - b.value_, a, b); }
  friend Trace operator*(const Trace& a, const Trace& b) { return of(a.value_ * b.value_, a, b); }
  friend Trace operator/(const Trace& a, const Trace& b) { return of(a.value_ / b.value_, a, b); }

  friend bool operator<(const Trace& a, const Trace& b) { return a.value_ < b.value_; }
  friend bool operator>(const Trace& a, const Trace& b) { return a.value_ > b.value_; }
  friend bool operator<=(const Trace& a, const Trace& b) { return a.value_ <= b.value_; }
  friend bool operator>=(const Trace& a, const Trace& b) { return a.value_ >= b.value_; }
  friend bool operator==(const Trace& a, const Trace& b) { return a.value_ == b.value_; }
  friend bool operator!=(const Trace& a, const Trace& b) { return a.value_ != b.value_; }

  friend double value_of(const Trace& x) { return x.value_; }

  friend Trace sqrt(const Trace& x) { return of(std::sqrt(x.value_), x); }
  friend Trace exp(const Trace& x) { return of(std::exp(x.value_), x); }
  friend Trace expm1(const Trace& x) { return of(std::expm1(x.value_), x); }
  friend Trace log(const Trace& x) { return of(std::log(x.value_), x); }
  friend Trace log1p(const Trace& x) { return of(std::log1p(x.value_), x); }
  friend Trace log10(const Trace& x) { return of(std::log10(x.value_), x); }
  friend Trace sin(const Trace& x) { return of(std::sin(x.value_), x); }
  friend Trace cos(const Trace& x) { return of(std::cos(x.value_), x); }
  friend Trace tan(const Trace& x) { return of(std::tan(x.value_), x); }
  friend Trace asin(const Trace& x) { return of(std::asin(x.value_), x); }
  friend Trace acos(const Trace& x) { return of(std::acos(x.value_), x); }
  friend Trace atan(const Trace& x) { return of(std::atan(x.value_), x); }
  friend Trace sinh(const Trace& x) { return of(std::sinh(x.value_), x); }
  friend Trace cosh(const Trace& x) { return of(std::cosh(x.value_), x); }
  friend Trace tanh(const Trace& x) { return of(std::tanh(x.value_), x); }
  friend Trace abs(const Trace& x) { return of(std::abs(x.value_), x); }
  friend Trace fabs(const Trace& x) { return of(std::abs(x.value_), x); }
  friend Trace atan2(const Trace& y, const Trace& x) {
    return of(std::atan2(y.value_, x.value_), y, x);
  }
  friend Trace pow(const Trace& x, const Trace& p) {
    return of(std::pow(x.value_, p.value_), x, p);
  }
  friend Trace max(const Trace& a, const Trace& b) {
    return of(std::max(a.value_, b.value_), a, b);
  }
  friend Trace min(const Trace& a, const Trace& b) {
    return of(std::min(a.value_, b.value_), a, b);
  }

  // The value of the branch taken, the dependencies of both.
  friend Trace select_branch(bool condition, const Trace& a, const Trace& b) {
    return of(condition ? a.value_ : b.value_, a, b);
  }

 private:
  // A value with the dependencies of x, or of x and y.
  static Trace of(double value, const Trace& x);
  static Trace of(double value, const Trace& x, const Trace& y);
  Trace& update(double value, const Trace& other);

  double value_ = 0;
  std::vector<int> sources_;
};

// The pattern of df/dy from f evaluated on variables numbered 0 .. n_variables - 1.
SparsityPattern pattern_of(const std::vector<Trace>& f, Index n_variables);

}  // namespace dts
