// lagvalue() and lagderiv() for R functions and for compiled models.
#include "r/asking_model.hpp"
#include "r/current_solve.hpp"
#include "r/lag_source.hpp"

#include <Rcpp.h>

#include <R_ext/Rdynload.h>

#include <cstdio>

namespace {

using namespace dts;

LagSource* active_lags() {
  const CurrentSolve* solve = CurrentSolve::active();
  return solve ? solve->lags : nullptr;
}

// y(x) or y'(x) of the running solve.
Vector look_up(LagSource& lags, double x, bool derivative) {
  if (std::isnan(x)) Rcpp::stop("illegal input in lagvalue - the time is not a number");
  Vector y(lags.n_variables());
  if (derivative)
    lags.lag_derivative(x, y);
  else
    lags.lag_value(x, y);
  return y;
}

// A model that has no equations, for the trial call of a user's function.
struct NoEquations final : Model {
  using Model::Model;
};

// Called by compiled models, below the frames of their code: errors leave by R's own jump.
void answer(double x, const int* nr, int n, double* values, bool derivative) {
  char message[512] = "";
  SEXP token = nullptr;
  try {
    LagSource* lags = active_lags();
    if (!lags) throw std::runtime_error("lagvalue can only be called while a solver is running");
    const Vector y = look_up(*lags, x, derivative);
    for (int i = 0; i < n; ++i) {
      if (nr[i] < 0 || nr[i] >= y.size())
        throw std::runtime_error("illegal variable number in lagvalue");
      values[i] = y[nr[i]];
    }
  } catch (const Rcpp::LongjumpException& jump) {
    token = jump.token;
  } catch (const std::exception& e) {
    std::snprintf(message, sizeof message, "%s", e.what());
  }
  if (token) {
    R_ReleaseObject(token);
    R_ContinueUnwind(token);
  }
  if (message[0] != '\0') Rf_error("%s", message);
}

}  // namespace

extern "C" void detestset_lagvalue(double x, int* nr, int n, double* ytau) {
  answer(x, nr, n, ytau, false);
}
extern "C" void detestset_lagderiv(double x, int* nr, int n, double* ytau) {
  answer(x, nr, n, ytau, true);
}

// [[Rcpp::init]]
void register_lag_functions(DllInfo* dll) {
  (void)dll;
  R_RegisterCCallable("deTestSet", "lagvalue", reinterpret_cast<DL_FUNC>(&detestset_lagvalue));
  R_RegisterCCallable("deTestSet", "lagderiv", reinterpret_cast<DL_FUNC>(&detestset_lagderiv));
}

// The solution of the running solve (its derivative) at time x, variables `nr` counted from 1, 0
// for all; NULL if no solve with delays is running.
// [[Rcpp::export(rng = false)]]
SEXP lag_lookup(double x, Rcpp::IntegerVector nr, bool derivative) {
  LagSource* lags = active_lags();
  if (!lags) return R_NilValue;
  const Vector y = look_up(*lags, x, derivative);
  if (nr.size() == 0 || (nr.size() == 1 && nr[0] == 0))
    return Rcpp::NumericVector(y.data(), y.data() + y.size());
  Rcpp::NumericVector values(nr.size());
  for (R_xlen_t i = 0; i < nr.size(); ++i) {
    if (nr[i] < 1 || nr[i] > y.size())
      Rcpp::stop("illegal input in lagvalue - var nr %d should be between 1 and %d", nr[i],
                 static_cast<int>(y.size()));
    values[i] = y[nr[i] - 1];
  }
  return values;
}

// The value of the R function `thunk`, evaluated as if a solve began at (t0, y): lagvalue() sees
// the initial function.
// [[Rcpp::export(rng = false)]]
SEXP with_past(Rcpp::Function thunk, double t0, Rcpp::NumericVector y, SEXP phi, SEXP dphi) {
  CurrentSolve solve;
  const Vector y0 = Eigen::Map<const Vector>(y.begin(), y.size());
  AskingModel model(std::make_unique<NoEquations>(y.size()), InitialFunction(phi, dphi, y.size()),
                    {}, 0, t0, y0);
  solve.lags = &model;
  solve.t = t0;
  return thunk();
}
