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
  // `name` is what error texts call it.  `names` may be R_NilValue.  `dots` is a list.
  RCallback(const char* name, SEXP function, Index n, SEXP names, SEXP parms, SEXP dots);

  // The value of function(t, y, parms, ...); protected only until the next call.
  SEXP operator()(double t, ConstVectorRef y);

  const char* name() const { return name_; }
  // Stops with "<what>", the name of the function and the time.
  [[noreturn]] void fail(const std::string& what, double t) const;

 private:
  void refresh_arguments(double t, ConstVectorRef y);

  const char* name_;
  Rcpp::RObject names_;
  Rcpp::RObject call_;   // (function t y parms ...)
  SEXP time_cell_, state_cell_;
  UnwindToken token_;
};

}  // namespace dts
