#include "r/initial_function.hpp"

#include "r/current_solve.hpp"
#include "r/r_callback.hpp"

namespace dts {

InitialFunction::InitialFunction(SEXP phi, SEXP dphi, Index n) : phi_(phi), dphi_(dphi), n_(n) {}

void InitialFunction::value(double t, VectorRef g) {
  if (!is_given()) {
    const CurrentSolve* solve = CurrentSolve::active();
    Rcpp::stop(
        "illegal input in lagvalue - lag, %g, too large, at time = %g; the history before "
        "the start can be given by `phi'",
        t, solve ? solve->t : t);
  }
  call(phi_, "phi", t, g);
}

void InitialFunction::derivative(double t, VectorRef dg) {
  if (!dphi_.isNULL())
    call(dphi_, "dphi", t, dg);
  else
    dg.setZero();  // of a constant
}

void InitialFunction::call(SEXP function, const char* name, double t, VectorRef values) {
  Rcpp::RObject result = function;
  if (Rf_isFunction(function)) {
    Rcpp::Shield<SEXP> time(Rf_ScalarReal(t));
    Rcpp::Shield<SEXP> expression(Rf_lang2(function, time));
    SEXP e = expression;
    result = protect_from_jumps(token_, [e] { return Rf_eval(e, R_GlobalEnv); });
  }
  if (Rf_xlength(result) != n_)
    Rcpp::stop("`%s' must give %d values, as many as there are variables, not %d (at time %g)",
               name, static_cast<int>(n_), static_cast<int>(Rf_xlength(result)), t);
  if (!copy_numbers(result, values.data(), n_))
    Rcpp::stop("`%s' must be numeric, not %s", name, Rf_type2char(TYPEOF(result)));
  for (Index i = 0; i < n_; ++i)
    if (!std::isfinite(values[i]))
      Rcpp::stop("`%s' gives %g for variable %d at time %g: the history must be finite", name,
                 values[i], static_cast<int>(i + 1), t);
}

}  // namespace dts
