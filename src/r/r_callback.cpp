#include "r/r_callback.hpp"

#include "r/current_solve.hpp"
#include "r/elements.hpp"

#include <algorithm>

namespace dts {

bool copy_numbers(SEXP values, double* target, Index n) {
  if (Rf_isFactor(values)) return false;  // codes are no numbers
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

SEXP child_of(SEXP frame) {
#if R_VERSION >= R_Version(4, 1, 0)
  return R_NewEnv(frame, FALSE, 0);
#else
  return Rcpp::Environment(frame).new_child(false);
#endif
}

}  // namespace

RCallback::RCallback(const char* name, SEXP spec, Index n, SEXP y_names, Form form, SEXP dy_names,
                     Index n_roots, Index n_lags)
    : name_(name),
      frame_(child_of(element(spec, "frame"))),
      t_{Rf_install("t"), 1, R_NilValue},
      y_{Rf_install("y"), n, y_names},
      dy_{Rf_install("dy"), n, dy_names},
      cj_{Rf_install("cj"), 1, R_NilValue},
      iroot_{Rf_install("iroot"), n_roots, R_NilValue},
      ylag_{Rf_install("ylag"), n * n_lags, y_names, nullptr, n_lags} {
  struct Actual {
    SEXP value;
    bool by_name = false;
  };
  std::vector<Actual> arguments{{t_.symbol}, {y_.symbol}};
  bind_new(t_);
  bind_new(y_);
  const auto add = [&](Argument& argument, bool by_name = false) {
    bind_new(argument);
    arguments.push_back({argument.symbol, by_name});
  };
  if (form == Form::residual || form == Form::residual_jacobian) add(dy_);
  arguments.push_back({Rf_install("parms")});
  if (form == Form::residual_jacobian) add(cj_);
  if (form == Form::root_with_derivative) add(dy_, true);
  if (form == Form::event_with_roots) add(iroot_, true);
  if (form == Form::with_lags) add(ylag_);
  arguments.push_back({R_DotsSymbol});
  Rcpp::Shield<SEXP> list(Rf_allocList(static_cast<int>(arguments.size())));
  SEXP cell = list;
  for (const Actual& argument : arguments) {
    SETCAR(cell, argument.value);
    if (argument.by_name) SET_TAG(cell, argument.value);
    cell = CDR(cell);
  }
  SEXP function = Rf_install(name);
  call_ = Rf_lcons(function, list);
  Rf_defineVar(function, element(element(spec, "functions"), name), frame_);
  R_LockBinding(function, frame_);
  // The user's function can reach this frame; what it takes away would be used here all the same.
  // The bindings of the vectors are not locked, for R takes what was ever locked for shared, and
  // none could be used twice: set() looks whether they are still ours.
  R_LockEnvironment(frame_, FALSE);
}

RCallback::RCallback(RCallback&&) = default;
RCallback::~RCallback() = default;

void RCallback::bind_new(Argument& argument) {
  Rcpp::Shield<SEXP> value(Rf_allocVector(REALSXP, argument.size));
  if (argument.columns > 0) {
    Rcpp::Shield<SEXP> dim(Rf_allocVector(INTSXP, 2));
    INTEGER(dim)[0] = static_cast<int>(argument.size / argument.columns);
    INTEGER(dim)[1] = static_cast<int>(argument.columns);
    Rf_setAttrib(value, R_DimSymbol, dim);
    if (!argument.names.isNULL())
      Rf_setAttrib(value, R_DimNamesSymbol, Rcpp::List::create(argument.names, R_NilValue));
  } else if (!argument.names.isNULL()) {
    Rf_setAttrib(value, R_NamesSymbol, argument.names);
  }
  Rf_defineVar(argument.symbol, value, frame_);
  argument.value = value;
}

// R's reference counts tell whether the user kept the vector; then it is his, and we take a new
// one.
void RCallback::set(Argument& argument, const double* values) {
  SEXP bound = value_in(frame_, argument.symbol);
  if (bound != argument.value || TYPEOF(bound) != REALSXP || Rf_xlength(bound) != argument.size)
    Rcpp::stop("function '%s' has assigned to '%s' in the frame that it was called from", name_,
               CHAR(PRINTNAME(argument.symbol)));
  if (MAYBE_SHARED(argument.value)) bind_new(argument);
  std::copy_n(values, argument.size, REAL(argument.value));
}

SEXP RCallback::evaluate(double t, ConstVectorRef y) {
  set(t_, &t);
  set(y_, y.data());
  const CallbackScope scope(name_, t, y.data(), y.size());
  SEXP call = call_, frame = frame_;
  return protect_from_jumps(token_, [call, frame] { return Rf_eval(call, frame); });
}

SEXP RCallback::operator()(double t, ConstVectorRef y) { return evaluate(t, y); }

SEXP RCallback::operator()(double t, ConstVectorRef y, ConstVectorRef dy) {
  set(dy_, dy.data());
  return evaluate(t, y);
}

SEXP RCallback::operator()(double t, ConstVectorRef y, ConstVectorRef dy, double cj) {
  set(dy_, dy.data());
  set(cj_, &cj);
  return evaluate(t, y);
}

SEXP RCallback::operator()(double t, ConstVectorRef y, const Matrix& ylag) {
  set(ylag_, ylag.data());
  return evaluate(t, y);
}

SEXP RCallback::call_with_roots(double t, ConstVectorRef y, const std::vector<int>& fired) {
  const std::vector<double> values(fired.begin(), fired.end());
  set(iroot_, values.data());
  return evaluate(t, y);
}

void RCallback::fail(const std::string& what, double t) const {
  Rcpp::stop("%s (function '%s' at time %g)", what, name_, t);
}

}  // namespace dts
