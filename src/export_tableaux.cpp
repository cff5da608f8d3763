// The coefficients in use, for tests of their order conditions.
#include "integrators/cashkarp_tableau.hpp"
#include "integrators/dop853_tableau.hpp"
#include "integrators/dopri5_tableau.hpp"

#include <Rcpp.h>

namespace {

Rcpp::NumericVector as_vector(const dts::StageWeights& w, int n) {
  return Rcpp::NumericVector(w.begin(), w.begin() + n);
}

}  // namespace

// [[Rcpp::export(rng = false)]]
Rcpp::List explicit_tableau(const std::string& name) {
  const dts::ExplicitTableau& t = name == "dopri5"     ? dts::kDopri5
                                  : name == "dopri853" ? dts::kDop853
                                                       : dts::kCashKarp;
  const int n = t.stages + 1 + t.extra_stages;
  Rcpp::NumericMatrix a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a(i, j) = i == t.stages ? t.b[j] : t.a[i][j];
  Rcpp::NumericMatrix dense(t.dense_terms, n);
  for (int m = 0; m < t.dense_terms; ++m)
    for (int j = 0; j < n; ++j) dense(m, j) = t.dense[m][j];
  return Rcpp::List::create(
      Rcpp::Named("order") = t.order, Rcpp::Named("stages") = t.stages,
      Rcpp::Named("c") = as_vector(t.c, n), Rcpp::Named("a") = a,
      Rcpp::Named("b") = as_vector(t.b, n), Rcpp::Named("error") = as_vector(t.error, n),
      Rcpp::Named("error_low") = as_vector(t.error_low, n), Rcpp::Named("dense") = dense);
}
