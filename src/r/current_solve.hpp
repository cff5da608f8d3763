// Which solve is running, and which user function it is evaluating.  The interfaces to R and to
// compiled models hand over no context, so this one scope-guarded pointer per thread is needed:
// for the text of errors, for interrupts, and for models that ask back (parameters, lags).
#pragma once

#include "core/types.hpp"

#include <string>
#include <vector>

namespace dts {

class LagSource;

class CurrentSolve {
 public:
  CurrentSolve() : outer_(top()) { top() = this; }
  ~CurrentSolve() { top() = outer_; }
  CurrentSolve(const CurrentSolve&) = delete;
  CurrentSolve& operator=(const CurrentSolve&) = delete;

  static CurrentSolve* active() { return top(); }
  CurrentSolve* outer() const { return outer_; }

  bool stop_requested = false;

  // Who answers lagvalue() and lagderiv(); nullptr: this solve has no delays.
  LagSource* lags = nullptr;

  // The user function being evaluated, nullptr if none.
  const char* callback = nullptr;
  double t = 0;
  const double* y = nullptr;
  Index n = 0;

 private:
  static CurrentSolve*& top() {
    thread_local CurrentSolve* solve = nullptr;
    return solve;
  }
  CurrentSolve* outer_;
};

// Marks the evaluation of a user function for as long as it lives.
class CallbackScope {
 public:
  CallbackScope(const char* name, double t, const double* y, Index n)
      : solve_(CurrentSolve::active()) {
    if (!solve_) return;
    solve_->callback = name;
    solve_->t = t;
    solve_->y = y;
    solve_->n = n;
  }
  ~CallbackScope() {
    if (solve_) solve_->callback = nullptr;
  }
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

 private:
  CurrentSolve* solve_;
};

}  // namespace dts
