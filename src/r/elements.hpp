// Values that R keeps under names: elements of lists, and variables of frames.
#pragma once

#include <Rcpp.h>

#include <cstring>

namespace dts {

// The element of this name; NULL if the list has none.
inline SEXP element(SEXP list, const char* name) {
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  const R_xlen_t count = Rf_xlength(names);
  for (R_xlen_t i = 0; i < count; ++i)
    if (std::strcmp(CHAR(STRING_ELT(names, i)), name) == 0) return VECTOR_ELT(list, i);
  return R_NilValue;
}

// One number, flag or string, or what is usual if the list does not say.
template <class T>
T element_or(SEXP list, const char* name, T usual) {
  SEXP value = element(list, name);
  return Rf_isNull(value) ? usual : Rcpp::as<T>(value);
}

// The value of a variable of this very frame; NULL if there is none.  A promise is kept.
inline SEXP value_in(SEXP frame, SEXP symbol) {
#if R_VERSION >= R_Version(4, 5, 0)
  return R_getVarEx(symbol, frame, FALSE, R_NilValue);
#else
  SEXP value = Rf_findVarInFrame(frame, symbol);
  if (TYPEOF(value) == PROMSXP) return Rf_eval(value, frame);
  return value == R_UnboundValue ? R_NilValue : value;
#endif
}

}  // namespace dts
