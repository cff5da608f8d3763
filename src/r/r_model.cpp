#include "r/r_model.hpp"

namespace dts {

SEXP checked_list(const RCallback& callback, SEXP value, double t) {
  if (TYPEOF(value) != VECSXP || Rf_xlength(value) == 0)
    callback.fail("Model function must return a list", t);
  return value;
}

void copy_equations(const RCallback& callback, SEXP list, const char* what, double t,
                    VectorRef target) {
  SEXP values = VECTOR_ELT(list, 0);
  const Index n = target.size();
  if (Rf_xlength(values) != n)
    callback.fail(std::string("The number of ") + what + " (" + std::to_string(Rf_xlength(values)) +
                      ") must equal the length of the initial conditions vector (" +
                      std::to_string(n) + ")",
                  t);
  if (!copy_numbers(values, target.data(), n))
    callback.fail(std::string(what) + " must be numeric, not " + Rf_type2char(TYPEOF(values)), t);
}

void copy_outputs(const RCallback& callback, SEXP list, double t, VectorRef target) {
  Index filled = 0;
  for (R_xlen_t i = 1; i < Rf_xlength(list); ++i) {
    SEXP element = VECTOR_ELT(list, i);
    const Index length = Rf_xlength(element);
    if (filled + length > target.size() || !copy_numbers(element, target.data() + filled, length))
      callback.fail("output variables must be numeric and keep their number", t);
    filled += length;
  }
  if (filled != target.size())
    callback.fail("expected " + std::to_string(target.size()) + " output values, got " +
                      std::to_string(filled),
                  t);
}

namespace {

// A sparse matrix of package Matrix, class dgCMatrix, read by its slots.
void copy_sparse(const RCallback& callback, SEXP value, double t, StructuredMatrix& target) {
  const Rcpp::S4 matrix(value);
  const Rcpp::IntegerVector rows = matrix.slot("i"), starts = matrix.slot("p");
  const Rcpp::NumericVector x = matrix.slot("x");
  const Rcpp::IntegerVector dim = matrix.slot("Dim");
  if (dim[0] != target.size() || dim[1] != target.size())
    callback.fail("Jacobian dimension not ok: " + std::to_string(dim[0]) + " x " +
                      std::to_string(dim[1]) + " instead of " + std::to_string(target.size()) +
                      " x " + std::to_string(target.size()),
                  t);
  for (Index j = 0; j < target.size(); ++j)
    for (int k = starts[j]; k < starts[j + 1]; ++k) {
      if (!target.holds(rows[k], j))
        callback.fail("the Jacobian has an entry outside its sparsity pattern or band", t);
      target.set(rows[k], j, x[k]);
    }
}

}  // namespace

void copy_matrix(const RCallback& callback, SEXP value, double t, StructuredMatrix& target) {
  target.set_zero();
  if (Rf_inherits(value, "dgCMatrix")) return copy_sparse(callback, value, t, target);
  if (!Rf_isMatrix(value)) callback.fail("Jacobian function must return a matrix", t);
  const bool sparse = target.structure().storage == Storage::sparse;
  const Index n = target.size();
  const Index rows = sparse ? n : target.values().rows();
  if (Rf_nrows(value) != rows || Rf_ncols(value) != n)
    callback.fail("Jacobian dimension not ok: " + std::to_string(Rf_nrows(value)) + " x " +
                      std::to_string(Rf_ncols(value)) + " instead of " + std::to_string(rows) +
                      " x " + std::to_string(n),
                  t);
  Matrix full;
  if (sparse) full.resize(n, n);
  double* numbers = sparse ? full.data() : target.values().data();
  if (!copy_numbers(value, numbers, rows * n)) callback.fail("the Jacobian must be numeric", t);
  if (!sparse) return;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      if (target.holds(i, j))
        target.set(i, j, full(i, j));
      else if (full(i, j) != 0)
        callback.fail("the Jacobian has an entry outside its sparsity pattern", t);
}

RFunctionModel::RFunctionModel(RCallback func, std::optional<RCallback> jacfunc, Index n,
                               Index n_outputs)
    : Model(n), func_(std::move(func)), jacfunc_(std::move(jacfunc)), n_outputs_(n_outputs) {}

Evaluation RFunctionModel::do_rhs(double t, ConstVectorRef y, VectorRef f) {
  SEXP list = checked_list(func_, func_(t, y), t);
  copy_equations(func_, list, "derivatives returned by func()", t, f);
  return Evaluation::ok;
}

Evaluation RFunctionModel::do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) {
  Rcpp::Shield<SEXP> value((*jacfunc_)(t, y));
  copy_matrix(*jacfunc_, value, t, dfdy);
  return Evaluation::ok;
}

void RFunctionModel::do_outputs(double t, ConstVectorRef y, ConstVectorRef, VectorRef values) {
  Rcpp::Shield<SEXP> list(checked_list(func_, func_(t, y), t));
  copy_outputs(func_, list, t, values);
}

RResidualModel::RResidualModel(RCallback res, std::optional<RCallback> jacres, Index n,
                               Index n_outputs)
    : Model(n), res_(std::move(res)), jacres_(std::move(jacres)), n_outputs_(n_outputs) {}

Evaluation RResidualModel::do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) {
  SEXP list = checked_list(res_, res_(t, y, yp), t);
  copy_equations(res_, list, "residuals returned by res()", t, r);
  return Evaluation::ok;
}

Evaluation RResidualModel::do_residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp,
                                                double c, StructuredMatrix& p) {
  Rcpp::Shield<SEXP> value((*jacres_)(t, y, yp, c));
  copy_matrix(*jacres_, value, t, p);
  return Evaluation::ok;
}

void RResidualModel::do_outputs(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) {
  Rcpp::Shield<SEXP> list(checked_list(res_, res_(t, y, yp), t));
  copy_outputs(res_, list, t, values);
}

}  // namespace dts
