// The initial function of a delay model as R gives it: nothing, a constant vector, or a function of
// time.
#pragma once

#include "core/status.hpp"
#include "core/types.hpp"
#include "r/protect.hpp"

#include <Rcpp.h>

namespace dts {

class InitialFunction {
 public:
  // `phi`, `dphi`: NULL, a numeric vector, or a function of t alone.
  InitialFunction(SEXP phi, SEXP dphi, Index n);

  bool is_given() const { return !phi_.isNULL(); }
  bool has_derivative() const { return !dphi_.isNULL() || is_constant(); }

  // Stops with an R error if there is none, or if it returns something else than n finite numbers.
  void value(double t, VectorRef g);
  void derivative(double t, VectorRef dg);

 private:
  bool is_constant() const { return is_given() && !Rf_isFunction(phi_); }
  void call(SEXP function, const char* name, double t, VectorRef values);

  Rcpp::RObject phi_, dphi_;
  Index n_;
  UnwindToken token_;
};

}  // namespace dts
