#include "r/usual_call.hpp"

#include "r/elements.hpp"
#include "r/problem_object.hpp"
#include "r/protect.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>

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

bool is_false(SEXP x) { return TYPEOF(x) == LGLSXP && Rf_xlength(x) == 1 && *LOGICAL(x) == 0; }

bool is_string(SEXP x, const char* text) {
  return TYPEOF(x) == STRSXP && Rf_xlength(x) == 1 &&
         std::strcmp(CHAR(STRING_ELT(x, 0)), text) == 0;
}

bool holds_string(SEXP x, const char* text) {
  for (R_xlen_t i = 0; i < Rf_xlength(x); ++i)
    if (std::strcmp(CHAR(STRING_ELT(x, i)), text) == 0) return true;
  return false;
}

// What an argument says is a promise until somebody looks, and to keep it may end in an error of R:
// all that is looked at below is kept here, where a long jump does no harm.
void keep_promises(SEXP frame) {
  static constexpr const char* kNames[] = {
      "rtol",     "atol", "hmax", "hini",    "maxsteps", "control", "tcrit",   "lags",    "events",
      "rootfunc", "res",  "mass", "verbose", "nind",     "init",    "jactype", "jacfunc", "dy"};
  const UnwindToken token;
  protect_from_jumps(token, [&] {
    for (const char* name : kNames) value_in(frame, Rf_install(name));
    return R_NilValue;
  });
}

// The argument of this name, its default included; NULL if the solver has none of this name.
SEXP argument(SEXP frame, const char* name) { return value_in(frame, Rf_install(name)); }

bool are_null(SEXP frame, std::initializer_list<const char*> names) {
  return std::all_of(names.begin(), names.end(),
                     [&](const char* name) { return Rf_isNull(argument(frame, name)); });
}

// Everything that is not a setting.
class Arguments {
 public:
  explicit Arguments(const SolverCall& call) : call_(call), n_(Rf_xlength(call.y)) {}

  bool are_usual() const {
    return are_null(call_.frame, {"events", "rootfunc", "res", "mass"}) &&
           is_false((*this)["verbose"]) && (!is_implicit() || has_usual_structure()) &&
           has_usual_model();
  }

  bool has_problem() const { return Rf_inherits(call_.func, "testproblem"); }

 private:
  SEXP operator[](const char* name) const { return argument(call_.frame, name); }
  bool is_implicit() const { return !Rf_isNull(call_.given); }

  bool has_usual_structure() const {
    SEXP nind = (*this)["nind"], init = (*this)["init"];
    return is_plain(nind) && Rf_xlength(nind) == 3 && REAL(nind)[0] == static_cast<double>(n_) &&
           REAL(nind)[1] == 0 && REAL(nind)[2] == 0 &&
           (is_string(init, "check") || is_string(init, "none")) && has_usual_jacobian();
  }

  // No type given, or the one that would be taken anyway.
  bool has_usual_jacobian() const {
    if (!holds_string(call_.given, "jactype")) return true;
    SEXP type = (*this)["jactype"];
    return !has_problem() && is_string(type, Rf_isNull((*this)["jacfunc"]) ? "fullint" : "fullusr");
  }

  bool has_usual_model() const {
    SEXP dy = (*this)["dy"];
    if (has_problem()) return (Rf_isNull(dy) || is_derivative(dy)) && has_usual_problem(dy);
    return (Rf_isFunction(call_.func) || TYPEOF(call_.func) == STRSXP) && Rf_isNull(dy);
  }

  bool is_derivative(SEXP dy) const { return is_state(dy) && Rf_xlength(dy) == n_; }

  // A problem as it is in the catalogue, apart from its parameters, that this method can solve; and
  // nobody wants to know whether the start of a differential-algebraic one is consistent.
  bool has_usual_problem(SEXP dy) const {
    const Problem* problem = described_problem(call_.func);
    if (!problem || problem->n != n_ || !is_plain(element(call_.func, "parms")) ||
        !is_string(element(call_.func, "class"), to_string(problem->kind)) ||
        Rf_asInteger(element(call_.func, "n")) != problem->n ||
        !Rf_isNull(element(call_.func, "nroot")))
      return false;
    if (problem->kind == ProblemClass::ode) return true;
    if (!is_implicit() || !is_string((*this)["init"], "none")) return false;
    return problem->kind == ProblemClass::dae ||
           (problem->is_implicit() && is_string(call_.method, "mebdfi") && !Rf_isNull(dy));
  }

  const SolverCall& call_;
  R_xlen_t n_;
};

// "time", then the names of the states, or their numbers.
SEXP column_names(SEXP y) {
  const R_xlen_t n = Rf_xlength(y);
  Rcpp::Shield<SEXP> names(Rf_getAttrib(y, R_NamesSymbol));
  Rcpp::Shield<SEXP> columns(Rf_allocVector(STRSXP, 1 + n));
  SET_STRING_ELT(columns, 0, Rf_mkChar("time"));
  for (R_xlen_t i = 0; i < n; ++i)
    SET_STRING_ELT(
        columns, 1 + i,
        Rf_isNull(names) ? Rf_mkChar(std::to_string(i + 1).c_str()) : STRING_ELT(names, i));
  return columns;
}

}  // namespace

bool has_usual_settings(SEXP frame, SEXP y, SEXP times) {
  const R_xlen_t n = Rf_xlength(y);
  SEXP control = argument(frame, "control");
  return is_state(y) && are_times(times) && is_tolerance(argument(frame, "rtol"), n) &&
         is_tolerance(argument(frame, "atol"), n) && is_no_step(argument(frame, "hmax")) &&
         is_no_step(argument(frame, "hini")) && is_count(argument(frame, "maxsteps")) &&
         TYPEOF(control) == VECSXP && Rf_xlength(control) == 0 &&
         are_null(frame, {"tcrit", "lags"});
}

SEXP usual_spec(const SolverCall& call) {
  using Rcpp::_;
  keep_promises(call.frame);
  const Arguments arguments(call);
  if (!has_usual_settings(call.frame, call.y, call.times) || !arguments.are_usual())
    return R_NilValue;
  const Rcpp::Shield<SEXP> columns(column_names(call.y));
  return Rcpp::List::create(
      _["method"] = call.method, _["model"] = arguments.has_problem() ? call.func : R_NilValue,
      _["y"] = call.y, _["dy"] = argument(call.frame, "dy"), _["times"] = call.times,
      _["columns"] = SEXP(columns), _["rtol"] = argument(call.frame, "rtol"),
      _["atol"] = argument(call.frame, "atol"), _["maxsteps"] = argument(call.frame, "maxsteps"),
      _["options"] = call.options);
}

}  // namespace dts
