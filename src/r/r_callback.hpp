// An R function called many times, as f(t, y, parms, ...) or with further arguments: the call is
// built once, and the vectors it is given are reused unless the user kept a reference to them.
#pragma once

#include "core/types.hpp"
#include "r/protect.hpp"

#include <Rcpp.h>

#include <string>
#include <vector>

namespace dts {

// Numbers of an R vector of type double, integer or logical, copied to `target`.
// Returns false for any other type.
bool copy_numbers(SEXP values, double* target, Index n);

class RCallback {
 public:
  // `spec` holds `functions`, among them the one with this name, and `frame`, an environment that
  // binds `parms` and `...`; the call name(t, y, [dy,] parms, [cj,] ...) is evaluated in a child of
  // it, so that a traceback shows what the user wrote and the arguments of one callback are not
  // those of another.  `y_names` and `dy_names` may be R_NilValue.
  // Event functions and actions may also take `dy = ` or `iroot = `, one number per root function;
  // delay models name(t, y, parms, ylag, ...), where ylag has one column per delay.
  enum class Form {
    explicit_form,
    residual,
    residual_jacobian,
    root_with_derivative,
    event_with_roots,
    with_lags
  };
  RCallback(const char* name, SEXP spec, Index n, SEXP y_names, Form form = Form::explicit_form,
            SEXP dy_names = R_NilValue, Index n_roots = 0, Index n_lags = 0);
  RCallback(RCallback&&);
  ~RCallback();

  // The value of the function; protected only until the next call.
  SEXP operator()(double t, ConstVectorRef y);
  SEXP operator()(double t, ConstVectorRef y, ConstVectorRef dy);
  SEXP operator()(double t, ConstVectorRef y, ConstVectorRef dy, double cj);
  SEXP operator()(double t, ConstVectorRef y, const Matrix& ylag);
  SEXP call_with_roots(double t, ConstVectorRef y, const std::vector<int>& fired);

  // Stops with "<what>", the name of the function and the time.
  [[noreturn]] void fail(const std::string& what, double t) const;

 private:
  // A vector bound in the frame.
  struct Argument {
    SEXP symbol;
    Index size;
    Rcpp::RObject names;
    SEXP value = nullptr;
    Index columns = 0;  // > 0: a matrix
  };
  void bind_new(Argument& argument);
  void set(Argument& argument, const double* values);
  SEXP evaluate(double t, ConstVectorRef y);

  const char* name_;
  Rcpp::RObject frame_, call_;
  Argument t_, y_, dy_, cj_, iroot_, ylag_;
  UnwindToken token_;
};

}  // namespace dts
