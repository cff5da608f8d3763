// The result matrix: time, states and outputs, written row by row into its final place.
#pragma once

#include "core/model.hpp"
#include "core/stepper.hpp"
#include "driver/driver.hpp"
#include "driver/output.hpp"

#include <Rcpp.h>

namespace dts {

class MatrixSink : public Sink {
 public:
  // As many rows as are expected; more are made room for.
  MatrixSink(Model& model, Index rows);

  void row(double t, ConstVectorRef y, ConstVectorRef yp) override;
  bool wants_derivative() const override { return model_.is_implicit() && model_.n_outputs() > 0; }
  // The rows written, and no others.
  Rcpp::NumericMatrix matrix() const;

 private:
  void grow();
  Rcpp::NumericMatrix resized(int rows) const;

  Model& model_;
  Rcpp::NumericMatrix matrix_;
  Index filled_ = 0;
  Vector outputs_;
};

struct RunEnd {
  int code;
  Index component;       // from 0; -1: none is to blame
  const char* sentence;  // how it ended, in words
};

// Gives the matrix the names, the class and the attributes of a solution: those of deSolve, and
// ours.  `spec` is that of the call; its elements method, columns, lengthvar and dimvar are used.
void describe_result(Rcpp::NumericMatrix& matrix, SEXP spec, const RunEnd& end,
                     const Outcome& outcome, const Model& model, const Stepper& stepper);

}  // namespace dts
