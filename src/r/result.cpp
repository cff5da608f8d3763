#include "r/result.hpp"

#include "r/elements.hpp"

#include <algorithm>
#include <climits>
#include <iterator>

namespace dts {

namespace {

// All counters by name.
Rcpp::NumericVector all_counts(const Outcome& outcome, const Model& model, const Stepper& stepper) {
  const EvaluationCounts& e = model.counts();
  const MethodCounts& m = stepper.counts();
  struct Counter {
    const char* name;
    Count value;
  };
  const Counter counters[] = {{"steps", outcome.steps.attempts},
                              {"accepted", outcome.steps.accepted},
                              {"rejected", outcome.steps.rejected},
                              {"error_failures", m.error_failures},
                              {"newton_failures", m.newton_failures},
                              {"nfev", e.rhs},
                              {"nfev_jac", e.rhs_jacobian},
                              {"nfev_out", e.output},
                              {"jacobians", e.jacobian},
                              {"factorisations", m.factorisations},
                              {"solves", m.solves},
                              {"newton_iterations", m.newton_iterations},
                              {"order_changes", m.order_changes},
                              {"root_evaluations", e.root},
                              {"roots", outcome.steps.roots},
                              {"restarts", outcome.steps.restarts},
                              {"order", stepper.order()},
                              {"order_next", stepper.order_next()}};
  const auto count = static_cast<R_xlen_t>(std::size(counters));
  Rcpp::NumericVector values(Rcpp::no_init(count));
  Rcpp::Shield<SEXP> names(Rf_allocVector(STRSXP, count));
  for (R_xlen_t i = 0; i < count; ++i) {
    values[i] = static_cast<double>(counters[i].value);
    SET_STRING_ELT(names, i, Rf_mkChar(counters[i].name));
  }
  Rf_setAttrib(values, R_NamesSymbol, names);
  return values;
}

// The 21 counters of deSolve; NA where a method has nothing to say.
Rcpp::IntegerVector all_states(const RunEnd& end, const Outcome& outcome, const Model& model,
                               const Stepper& stepper) {
  const EvaluationCounts& e = model.counts();
  const MethodCounts& m = stepper.counts();
  const auto number = [](Count n) { return static_cast<int>(std::min<Count>(n, INT_MAX)); };
  Rcpp::IntegerVector istate(21, NA_INTEGER);
  const auto set = [&](int place, int value) { istate[place - 1] = value; };  // as R counts
  set(1, end.code);
  set(2, number(outcome.steps.attempts));
  set(3, number(e.rhs));
  set(5, stepper.order());
  set(6, stepper.order_next());
  if (end.component >= 0 && end.code < 0) set(7, static_cast<int>(end.component + 1));
  set(13, number(outcome.steps.rejected));
  set(18, stepper.order());
  if (m.factorisations == 0) return istate;
  set(4, number(e.jacobian));
  set(10, number(m.factorisations));
  set(11, number(m.newton_iterations));
  set(12, number(m.newton_failures));
  set(13, number(m.error_failures));
  return istate;
}

const char* status_name(int code) {
  if (code == 2) return "success";
  if (code == 3) return "root";
  return code == -10 ? "interrupted" : "failed";
}

}  // namespace

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

void describe_result(Rcpp::NumericMatrix& matrix, SEXP spec, const RunEnd& end,
                     const Outcome& outcome, const Model& model, const Stepper& stepper) {
  matrix.attr("dimnames") = Rcpp::List::create(R_NilValue, element(spec, "columns"));
  matrix.attr("istate") = all_states(end, outcome, model, stepper);
  matrix.attr("rstate") =
      Rcpp::NumericVector::create(stepper.h_last(), stepper.h_next(), outcome.t, NA_REAL, NA_REAL);
  matrix.attr("lengthvar") = element(spec, "lengthvar");
  matrix.attr("dimvar") = element(spec, "dimvar");
  matrix.attr("type") = element(spec, "method");
  matrix.attr("counts") = all_counts(outcome, model, stepper);
  matrix.attr("status") = status_name(end.code);
  matrix.attr("message") = end.sentence;
  matrix.attr("class") = Rcpp::CharacterVector::create("detestset", "deSolve", "matrix");
}

}  // namespace dts
