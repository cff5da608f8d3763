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

namespace {

SEXP new_state(Index n, SEXP names) {
  Rcpp::Shield<SEXP> y(Rf_allocVector(REALSXP, n));
  if (!Rf_isNull(names)) Rf_setAttrib(y, R_NamesSymbol, names);
  return y;
}

// Language objects among the arguments are data here, not code.
SEXP as_argument(SEXP value) {
  const bool is_code = TYPEOF(value) == SYMSXP || TYPEOF(value) == LANGSXP ||
                       TYPEOF(value) == PROMSXP;
  return is_code ? Rf_lang2(Rf_install("quote"), value) : value;
}

}  // namespace

RCallback::RCallback(const char* name, SEXP function, Index n, SEXP names, SEXP parms, SEXP dots)
    : name_(name), names_(names) {
  Rcpp::Shield<SEXP> dot_names(Rf_getAttrib(dots, R_NamesSymbol));
  Rcpp::Shield<SEXP> cells(Rf_allocList(static_cast<int>(4 + Rf_xlength(dots))));
  SEXP cell = cells;
  SETCAR(cell, function);
  cell = time_cell_ = CDR(cell);
  SETCAR(cell, Rf_allocVector(REALSXP, 1));
  cell = state_cell_ = CDR(cell);
  SETCAR(cell, new_state(n, names));
  cell = CDR(cell);
  SETCAR(cell, as_argument(parms));
  for (R_xlen_t i = 0; i < Rf_xlength(dots); ++i) {
    cell = CDR(cell);
    SETCAR(cell, as_argument(VECTOR_ELT(dots, i)));
    if (!Rf_isNull(dot_names) && LENGTH(STRING_ELT(dot_names, i)) > 0)
      SET_TAG(cell, Rf_installChar(STRING_ELT(dot_names, i)));
  }
  call_ = Rf_lcons(CAR(cells), CDR(cells));
}

// R's reference counts tell whether the user kept t or y; then they are his, and we take new ones.
void RCallback::refresh_arguments(double t, ConstVectorRef y) {
  if (MAYBE_SHARED(CAR(time_cell_))) SETCAR(time_cell_, Rf_allocVector(REALSXP, 1));
  REAL(CAR(time_cell_))[0] = t;
  if (MAYBE_SHARED(CAR(state_cell_))) SETCAR(state_cell_, new_state(y.size(), names_));
  std::copy_n(y.data(), y.size(), REAL(CAR(state_cell_)));
}

SEXP RCallback::operator()(double t, ConstVectorRef y) {
  refresh_arguments(t, y);
  const CallbackScope scope(name_, t, y.data(), y.size());
  SEXP call = call_;
  return protect_from_jumps(token_, [call] { return Rf_eval(call, R_GlobalEnv); });
}

void RCallback::fail(const std::string& what, double t) const {
  Rcpp::stop("%s (function '%s' at time %g)", what, name_, t);
}

}  // namespace dts
