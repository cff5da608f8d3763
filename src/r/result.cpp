#include "r/result.hpp"

namespace dts {

MatrixSink::MatrixSink(Model& model, Index rows)
    : model_(model),
      matrix_(Rcpp::no_init(static_cast<int>(rows),
                            static_cast<int>(1 + model.size() + model.n_outputs()))),
      outputs_(model.n_outputs()) {}

void MatrixSink::row(double t, ConstVectorRef y, ConstVectorRef yp) {
  if (filled_ == matrix_.nrow()) grow();
  const int r = static_cast<int>(filled_++);
  matrix_(r, 0) = t;
  for (Index j = 0; j < y.size(); ++j) matrix_(r, static_cast<int>(1 + j)) = y[j];
  if (outputs_.size() == 0) return;
  model_.outputs(t, y, yp, outputs_);
  for (Index j = 0; j < outputs_.size(); ++j)
    matrix_(r, static_cast<int>(1 + y.size() + j)) = outputs_[j];
}

// Events may add rows to those that were asked for.
void MatrixSink::grow() { matrix_ = resized(2 * matrix_.nrow() + 1); }

Rcpp::NumericMatrix MatrixSink::matrix() const {
  return filled_ == matrix_.nrow() ? matrix_ : resized(static_cast<int>(filled_));
}

Rcpp::NumericMatrix MatrixSink::resized(int rows) const {
  Rcpp::NumericMatrix other(Rcpp::no_init(rows, matrix_.ncol()));
  for (int j = 0; j < matrix_.ncol(); ++j)
    std::copy_n(matrix_.begin() + static_cast<R_xlen_t>(j) * matrix_.nrow(), filled_,
                other.begin() + static_cast<R_xlen_t>(j) * rows);
  return other;
}

}  // namespace dts
