#include "r/result.hpp"

namespace dts {

MatrixSink::MatrixSink(Model& model, Index rows)
    : model_(model),
      matrix_(Rcpp::no_init(static_cast<int>(rows),
                            static_cast<int>(1 + model.size() + model.n_outputs()))),
      outputs_(model.n_outputs()) {}

void MatrixSink::row(double t, ConstVectorRef y, ConstVectorRef yp) {
  const int r = static_cast<int>(filled_++);
  matrix_(r, 0) = t;
  for (Index j = 0; j < y.size(); ++j) matrix_(r, static_cast<int>(1 + j)) = y[j];
  if (outputs_.size() == 0) return;
  model_.outputs(t, y, yp, outputs_);
  for (Index j = 0; j < outputs_.size(); ++j)
    matrix_(r, static_cast<int>(1 + y.size() + j)) = outputs_[j];
}

Rcpp::NumericMatrix MatrixSink::matrix() const {
  if (filled_ == matrix_.nrow()) return matrix_;
  Rcpp::NumericMatrix cut(Rcpp::no_init(static_cast<int>(filled_), matrix_.ncol()));
  for (int j = 0; j < matrix_.ncol(); ++j)
    std::copy_n(matrix_.begin() + static_cast<R_xlen_t>(j) * matrix_.nrow(), filled_,
                cut.begin() + static_cast<R_xlen_t>(j) * filled_);
  return cut;
}

}  // namespace dts
