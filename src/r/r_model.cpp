#include "r/r_model.hpp"

namespace dts {

SEXP RFunctionModel::call(double t, ConstVectorRef y) {
  SEXP value = func_(t, y);
  if (TYPEOF(value) != VECSXP || Rf_xlength(value) == 0)
    func_.fail("Model function must return a list", t);
  return value;
}

Evaluation RFunctionModel::do_rhs(double t, ConstVectorRef y, VectorRef f) {
  SEXP derivatives = VECTOR_ELT(call(t, y), 0);
  if (Rf_xlength(derivatives) != size())
    func_.fail("The number of derivatives returned by func() (" +
                   std::to_string(Rf_xlength(derivatives)) +
                   ") must equal the length of the initial conditions vector (" +
                   std::to_string(size()) + ")",
               t);
  if (!copy_numbers(derivatives, f.data(), size()))
    func_.fail(std::string("derivatives must be numeric, not ") + Rf_type2char(TYPEOF(derivatives)),
               t);
  return Evaluation::ok;
}

void RFunctionModel::do_outputs(double t, ConstVectorRef y, VectorRef values) {
  Rcpp::Shield<SEXP> result(call(t, y));
  Index filled = 0;
  for (R_xlen_t i = 1; i < Rf_xlength(result); ++i) {
    SEXP element = VECTOR_ELT(result, i);
    const Index length = Rf_xlength(element);
    if (filled + length > n_outputs_ || !copy_numbers(element, values.data() + filled, length))
      func_.fail("output variables must be numeric and keep their number", t);
    filled += length;
  }
  if (filled != n_outputs_)
    func_.fail("expected " + std::to_string(n_outputs_) + " output values, got " +
                   std::to_string(filled),
               t);
}

}  // namespace dts
