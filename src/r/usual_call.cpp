#include "r/usual_call.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

// Plain doubles; names are allowed, a class or dimensions are not.
bool is_plain(SEXP x) {
  return TYPEOF(x) == REALSXP && !Rf_isObject(x) && Rf_isNull(Rf_getAttrib(x, R_DimSymbol));
}

bool all_finite(SEXP x) {
  return std::all_of(REAL(x), REAL(x) + Rf_xlength(x), [](double v) { return std::isfinite(v); });
}

bool is_state(SEXP y) { return is_plain(y) && Rf_xlength(y) > 0 && all_finite(y); }

bool are_times(SEXP times) {
  if (!is_plain(times) || !all_finite(times)) return false;
  const R_xlen_t n = Rf_xlength(times);
  if (n < 2) return n == 1;
  const double* t = REAL(times);
  const double direction = t[1] > t[0] ? 1 : -1;
  for (R_xlen_t i = 1; i < n; ++i)
    if (!(direction * t[i] > direction * t[i - 1])) return false;
  return true;
}

// Positive: what zero means depends on the method and the state.
bool is_tolerance(SEXP tolerance, R_xlen_t n) {
  if (!is_plain(tolerance)) return false;
  const R_xlen_t length = Rf_xlength(tolerance);
  return (length == 1 || length == n) && all_finite(tolerance) &&
         std::all_of(REAL(tolerance), REAL(tolerance) + length, [](double v) { return v > 0; });
}

bool is_one_number(SEXP x) { return is_plain(x) && Rf_xlength(x) == 1; }

bool is_count(SEXP x) {
  if (!is_one_number(x)) return false;
  const double value = *REAL(x);
  return value >= 1 && value <= 1e15 && value == std::floor(value);
}

bool is_no_step(SEXP h) { return Rf_isNull(h) || (is_one_number(h) && *REAL(h) == 0); }

}  // namespace

bool is_usual(const CallArguments& call) {
  return is_state(call.y) && are_times(call.times) &&
         is_tolerance(call.rtol, Rf_xlength(call.y)) &&
         is_tolerance(call.atol, Rf_xlength(call.y)) && is_no_step(call.hmax) &&
         is_no_step(call.hini) && is_count(call.maxsteps) && TYPEOF(call.control) == VECSXP &&
         Rf_xlength(call.control) == 0 && Rf_isNull(call.tcrit) && Rf_isNull(call.lags);
}

}  // namespace dts
