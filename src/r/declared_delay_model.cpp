#include "r/declared_delay_model.hpp"

#include "r/r_model.hpp"

namespace dts {

DeclaredDelayModel::DeclaredDelayModel(RCallback func, DeclaredDelays delays,
                                       std::optional<RCallback> jacfunc,
                                       std::optional<RCallback> jaclag, InitialFunction phi,
                                       double t0, ConstVectorRef y0, Index n_outputs)
    : DelayModel(y0.size()),
      func_(std::move(func)),
      delays_(std::move(delays)),
      jacfunc_(std::move(jacfunc)),
      jaclag_(std::move(jaclag)),
      phi_(std::move(phi)),
      n_outputs_(n_outputs),
      alpha_(delays_.count),
      ylag_(y0.size(), delays_.count),
      beginning_(*this) {
  beginning_.t0 = t0;
  beginning_.y0 = y0;
  attach(beginning_);
}

Evaluation DeclaredDelayModel::arguments(double t, ConstVectorRef y, Vector& alpha) {
  alpha.resize(delays_.count);
  if (!delays_.arglag) {
    alpha = t - delays_.delays.array();
    return Evaluation::ok;
  }
  SEXP values = (*delays_.arglag)(t, y);
  if (Rf_xlength(values) != delays_.count)
    delays_.arglag->fail("`arglag' must return " + std::to_string(delays_.count) +
                             " delayed arguments, not " + std::to_string(Rf_xlength(values)),
                         t);
  if (!copy_numbers(values, alpha.data(), delays_.count))
    delays_.arglag->fail("`arglag' must return numbers", t);
  return alpha.allFinite() ? Evaluation::ok : Evaluation::not_finite;
}

Evaluation DeclaredDelayModel::look_back(double t, ConstVectorRef y) {
  Evaluation outcome = arguments(t, y, alpha_);
  for (int k = 0; k < delays_.count && outcome == Evaluation::ok; ++k)
    outcome = past().value(k, alpha_[k], ylag_.col(k));
  return outcome;
}

Evaluation DeclaredDelayModel::do_rhs(double t, ConstVectorRef y, VectorRef f) {
  const Evaluation outcome = look_back(t, y);
  if (outcome != Evaluation::ok) return outcome;
  SEXP list = checked_list(func_, func_(t, y, ylag_), t);
  copy_equations(func_, list, "derivatives returned by func()", t, f);
  return Evaluation::ok;
}

Evaluation DeclaredDelayModel::do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) {
  const Evaluation outcome = look_back(t, y);
  if (outcome != Evaluation::ok) return outcome;
  Rcpp::Shield<SEXP> value((*jacfunc_)(t, y, ylag_));
  copy_matrix(*jacfunc_, value, t, dfdy);
  return Evaluation::ok;
}

Evaluation DeclaredDelayModel::lag_jacobian(double t, ConstVectorRef y, int lag, Matrix& dfdz) {
  const Evaluation outcome = look_back(t, y);
  if (outcome != Evaluation::ok) return outcome;
  Rcpp::Shield<SEXP> list((*jaclag_)(t, y, ylag_));
  if (TYPEOF(list) != VECSXP || Rf_xlength(list) != delays_.count)
    jaclag_->fail("`jaclag' must return a list of " + std::to_string(delays_.count) + " matrices",
                  t);
  SEXP matrix = VECTOR_ELT(list, lag);
  const Index n = size();
  if (!Rf_isMatrix(matrix) || Rf_nrows(matrix) != n || Rf_ncols(matrix) != n ||
      !copy_numbers(matrix, dfdz.data(), n * n))
    jaclag_->fail(
        "`jaclag' must return matrices with as many rows and columns as there are "
        "variables",
        t);
  return dfdz.allFinite() ? Evaluation::ok : Evaluation::not_finite;
}

void DeclaredDelayModel::do_outputs(double t, ConstVectorRef y, ConstVectorRef, VectorRef values) {
  look_back(t, y);
  Rcpp::Shield<SEXP> list(checked_list(func_, func_(t, y, ylag_), t));
  copy_outputs(func_, list, t, values);
}

Evaluation DeclaredDelayModel::initial(double t, VectorRef g) {
  phi_.value(t, g);
  return Evaluation::ok;
}

Evaluation DeclaredDelayModel::initial_derivative(double t, VectorRef dg) {
  if (!phi_.has_derivative()) return DelayModel::initial_derivative(t, dg);
  phi_.derivative(t, dg);
  return Evaluation::ok;
}

}  // namespace dts
