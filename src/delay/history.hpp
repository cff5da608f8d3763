// The solution so far: one polynomial per accepted step, found by time.
#pragma once

#include "core/dense_polynomial.hpp"

#include <deque>
#include <vector>

namespace dts {

class History {
 public:
  // `components`: those that are kept; empty: all.  `max_steps` > 0: only so many steps are kept.
  History(Index n, std::vector<Index> components, Index max_steps = 0);

  void begin(double t0, ConstVectorRef y0);
  bool has_begun() const { return has_begun_; }
  void append(const DensePolynomial& step);
  void remove_last();
  // The last step is to be trusted up to t only; what it covered beyond is taken back.
  void cut(double t) { last_end_ = t; }

  double t0() const { return t0_; }
  const Vector& y0() const { return y0_; }
  double t_end() const { return steps_.empty() ? t0_ : last_end_; }

  // Steps are numbered from 0 in the order of time; the first may have been forgotten.
  Index count() const { return forgotten_ + static_cast<Index>(steps_.size()); }
  bool is_kept(Index step) const { return step >= forgotten_ && step < count(); }
  double length(Index step) const;

  // The step with begin < x <= end, for t0 < x <= t_end; `hint` is a guess and becomes the answer.
  // False if that step was forgotten.
  bool find(double x, Index& hint) const;

  // The polynomial of a kept step at x, which may lie outside of it.  Components that are not kept
  // are NaN.
  void value(Index step, double x, VectorRef y) const;
  void derivative(Index step, double x, VectorRef dy) const;

 private:
  const DensePolynomial& at(Index step) const { return steps_[step - forgotten_]; }

  const std::vector<Index> components_;
  const Index max_steps_;
  bool has_begun_ = false;
  double t0_ = 0, last_end_ = 0;
  Vector y0_;
  std::deque<DensePolynomial> steps_;
  Index forgotten_ = 0;
  mutable Vector work_;
};

}  // namespace dts
