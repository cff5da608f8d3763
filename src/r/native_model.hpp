// A model given as compiled code by deSolve's conventions: pointers for everything, outputs and
// real parameters in one vector, sizes and integer parameters in another.  Either `derivs` of
// M y' = f(t, y) or `residual` of G(t, y, y') = 0 is there.
#pragma once

#include "core/model.hpp"
#include "r/forcings.hpp"
#include "r/protect.hpp"

#include <string>
#include <vector>

namespace dts {

extern "C" {
using NativeDerivs = void (*)(int* neq, double* t, double* y, double* ydot, double* yout, int* ip);
using NativeJacobian = void (*)(int* neq, double* t, double* y, int* ml, int* mu, double* pd,
                                int* nrowpd, double* yout, int* ip);
using NativeResidual = void (*)(double* t, double* y, double* ydot, double* cj, double* delta,
                                int* ires, double* yout, int* ip);
using NativeResidualJacobian = void (*)(double* t, double* y, double* ydot, double* pd, double* cj,
                                        double* yout, int* ip);
using NativeRoot = void (*)(int* neq, double* t, double* y, int* ng, double* g, double* yout,
                            int* ip);
using NativeRootWithDerivative = void (*)(int* neq, double* t, double* y, double* ydot, int* ng,
                                          double* g, double* yout, int* ip);
using NativeSet = void (*)(int* n, double* values);
using NativeInit = void (*)(NativeSet set);
}

struct NativeSpec {
  NativeDerivs derivs = nullptr;
  NativeJacobian jacobian = nullptr;
  NativeResidual residual = nullptr;
  NativeResidualJacobian residual_jacobian = nullptr;
  NativeInit init_parameters = nullptr;
  NativeInit init_forcings = nullptr;
  std::vector<double> parameters;  // for the initialiser
  std::vector<double> rpar;
  std::vector<int> ipar;
  Index n_outputs = 0;
  Forcings forcings;
};

class NativeModel : public Model {
 public:
  // Runs the initialisers of the model.
  NativeModel(Index n, NativeSpec spec);

  Index n_outputs() const override { return spec_.n_outputs; }
  bool is_implicit() const override { return spec_.residual != nullptr; }
  void enter_piece(double from, double to) override { spec_.forcings.enter_piece(from, to); }

  // Event functions see the same parameters and forcings as the model.
  void call_root(DL_FUNC function, bool with_derivative, double t, ConstVectorRef y,
                 ConstVectorRef yp, VectorRef g);

 protected:
  bool knows_jacobian() const override {
    return (is_implicit() ? spec_.residual_jacobian != nullptr : spec_.jacobian != nullptr);
  }
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override;
  Evaluation do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) override;
  Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) override;
  Evaluation do_residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp, double c,
                                  StructuredMatrix& p) override;
  void do_outputs(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) override;

 private:
  void initialise();
  void call_derivs(double t, ConstVectorRef y, double* f);
  Evaluation call_residual(double t, ConstVectorRef y, ConstVectorRef yp, double* r);

  NativeSpec spec_;
  std::vector<double> yout_;
  std::vector<int> ip_;
  Vector y_, yp_, f_;  // copies: the convention has no const, and a model must not change our state
  Matrix pd_;          // banded dG/dy + c dG/dy' as the convention stores it
  UnwindToken token_;
};

}  // namespace dts
