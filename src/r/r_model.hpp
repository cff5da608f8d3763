// Models whose equations are R functions: M y' = f(t, y), and G(t, y, y') = 0.
#pragma once

#include "core/model.hpp"
#include "r/r_callback.hpp"

#include <optional>

namespace dts {

// What R functions return, read and checked; complaints name the function and the time.
// The list a model function must return; its first element, n numbers; its other elements, one
// after the other; the matrix of a Jacobian function, n x n, or by bands, or of class dgCMatrix.
SEXP checked_list(const RCallback& callback, SEXP value, double t);
void copy_equations(const RCallback& callback, SEXP list, const char* what, double t,
                    VectorRef target);
void copy_outputs(const RCallback& callback, SEXP list, double t, VectorRef target);
void copy_matrix(const RCallback& callback, SEXP value, double t, StructuredMatrix& target);

class RFunctionModel : public Model {
 public:
  RFunctionModel(RCallback func, std::optional<RCallback> jacfunc, Index n, Index n_outputs);

  Index n_outputs() const override { return n_outputs_; }

 protected:
  bool knows_jacobian() const override { return jacfunc_.has_value(); }
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override;
  Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) override;
  void do_outputs(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) override;

 private:
  RCallback func_;
  std::optional<RCallback> jacfunc_;
  Index n_outputs_;
};

class RResidualModel : public Model {
 public:
  RResidualModel(RCallback res, std::optional<RCallback> jacres, Index n, Index n_outputs);

  bool is_implicit() const override { return true; }
  Index n_outputs() const override { return n_outputs_; }

 protected:
  bool knows_jacobian() const override { return jacres_.has_value(); }
  Evaluation do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) override;
  Evaluation do_residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp, double c,
                                  StructuredMatrix& p) override;
  void do_outputs(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) override;

 private:
  RCallback res_;
  std::optional<RCallback> jacres_;
  Index n_outputs_;
};

}  // namespace dts
