// A scalar that remembers which independent variables went into it.  Running generic equations on
// it gives the structural sparsity pattern of their Jacobian: products with zero, x - x and the
// branches not taken (see choose) count as dependencies, so the pattern holds for all states.
#pragma once

#include "core/structure.hpp"
#include "linalg/choose.hpp"
#include "linalg/dual.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace dts {

class Trace {
 public:
  Trace() = default;
  Trace(double value) : value_(value) {}  // implicit: a constant depends on nothing

  static Trace variable(double value, int index) {
    Trace x(value);
    x.sources_.push_back(index);
    return x;
  }

  double value() const { return value_; }
  const std::vector<int>& sources() const { return sources_; }  // sorted

  Trace operator+() const { return *this; }
  Trace operator-() const { return of(-value_, *this); }
  Trace& operator+=(const Trace& b) { return update(value_ + b.value_, b); }
  Trace& operator-=(const Trace& b) { return update(value_ - b.value_, b); }
  Trace& operator*=(const Trace& b) { return update(value_ * b.value_, b); }
  Trace& operator/=(const Trace& b) { return update(value_ / b.value_, b); }

  friend Trace operator+(Trace a, const Trace& b) { return a += b; }
  friend Trace operator-(Trace a, const Trace& b) { return a -= b; }
  friend Trace operator*(Trace a, const Trace& b) { return a *= b; }
  friend Trace operator/(Trace a, const Trace& b) { return a /= b; }

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
  static Trace of(double value, const Trace& x) {
    Trace result(x);
    result.value_ = value;
    return result;
  }
  static Trace of(double value, const Trace& x, const Trace& y) {
    Trace result(x);
    return result.update(value, y);
  }
  Trace& update(double value, const Trace& other) {
    value_ = value;
    if (!std::includes(sources_.begin(), sources_.end(), other.sources_.begin(),
                       other.sources_.end())) {
      std::vector<int> both;
      both.reserve(sources_.size() + other.sources_.size());
      std::set_union(sources_.begin(), sources_.end(), other.sources_.begin(), other.sources_.end(),
                     std::back_inserter(both));
      sources_ = std::move(both);
    }
    return *this;
  }

  double value_ = 0;
  std::vector<int> sources_;
};

// The pattern of df/dy from f evaluated on variables numbered 0 .. n_variables - 1.
inline SparsityPattern pattern_of(const std::vector<Trace>& f, Index n_variables) {
  SparsityPattern pattern(static_cast<std::size_t>(n_variables));
  for (std::size_t i = 0; i < f.size(); ++i)
    for (int j : f[i].sources()) pattern[j].push_back(static_cast<int>(i));
  return pattern;
}

}  // namespace dts
