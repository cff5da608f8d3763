#include "r/r_callback.hpp"

#include "r/current_solve.hpp"

#include <algorithm>

namespace dts {

bool copy_numbers(SEXP values, double* target, Index n) {
  switch (TYPEOF(values)) {
    case REALSXP: std::copy_n(REAL(values), n, target); return true;
    case INTSXP:
    case LGLSXP: {
      const int* v = TYPEOF(values) == INTSXP ? INTEGER(values) : LOGICAL(values);
      for (Index i = 0; i < n; ++i) target[i] = v[i] == NA_INTEGER ? NA_REAL : v[i];
      return true;
    }
    default: return false;
  }
}

RCallback::RCallback(const char* name, SEXP frame, Index n, SEXP names)
    : name_(name), frame_(frame), names_(names) {
  new_time();
  new_state(n);
  call_ = Rf_lang5(Rf_install(name), Rf_install("t"), Rf_install("y"), Rf_install("parms"),
                   R_DotsSymbol);
}

void RCallback::new_time() {
  Rcpp::Shield<SEXP> value(Rf_allocVector(REALSXP, 1));
  Rf_defineVar(Rf_install("t"), value, frame_);
  time_ = value;
}

void RCallback::new_state(Index n) {
  Rcpp::Shield<SEXP> value(Rf_allocVector(REALSXP, n));
  if (!names_.isNULL()) Rf_setAttrib(value, R_NamesSymbol, names_);
  Rf_defineVar(Rf_install("y"), value, frame_);
  state_ = value;
}

// R's reference counts tell whether the user kept t or y; then they are his, and we take new ones.
void RCallback::refresh_arguments(double t, ConstVectorRef y) {
  if (MAYBE_SHARED(time_)) new_time();
  REAL(time_)[0] = t;
  if (MAYBE_SHARED(state_)) new_state(y.size());
  std::copy_n(y.data(), y.size(), REAL(state_));
}

SEXP RCallback::operator()(double t, ConstVectorRef y) {
  refresh_arguments(t, y);
  const CallbackScope scope(name_, t, y.data(), y.size());
  SEXP call = call_, frame = frame_;
  return protect_from_jumps(token_, [call, frame] { return Rf_eval(call, frame); });
}

void RCallback::fail(const std::string& what, double t) const {
  Rcpp::stop("%s (function '%s' at time %g)", what, name_, t);
}

}  // namespace dts
