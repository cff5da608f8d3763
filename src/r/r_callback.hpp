// An R function called many times as f(t, y, parms, ...): the call is built once, the time and
// state vectors are reused unless the user kept a reference to them.
#pragma once

#include "core/types.hpp"
#include "r/protect.hpp"

#include <Rcpp.h>

namespace dts {

// Numbers of an R vector of type double, integer or logical, copied to `target`.
// Returns false for any other type.
bool copy_numbers(SEXP values, double* target, Index n);

class RCallback {
 public:
  // `frame` is an environment that binds the function under `name`, `parms` and `...`; the call
  // is evaluated there, so a traceback shows what the user wrote.  `names` may be R_NilValue.
  RCallback(const char* name, SEXP frame, Index n, SEXP names);

  // The value of function(t, y, parms, ...); protected only until the next call.
  SEXP operator()(double t, ConstVectorRef y);

  const char* name() const { return name_; }
  // Stops with "<what>", the name of the function and the time.
  [[noreturn]] void fail(const std::string& what, double t) const;

 private:
  void new_time();
  void new_state(Index n);
  void refresh_arguments(double t, ConstVectorRef y);

  const char* name_;
  Rcpp::RObject frame_, names_, call_;
  SEXP time_ = nullptr, state_ = nullptr;  // bound in the frame as t and y
  UnwindToken token_;
};

}  // namespace dts
