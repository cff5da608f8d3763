// A model given as compiled code by deSolve's conventions: pointers for everything, outputs and
// real parameters in one vector, sizes and integer parameters in another.
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
using NativeSet = void (*)(int* n, double* values);
using NativeInit = void (*)(NativeSet set);
}

struct NativeSpec {
  NativeDerivs derivs = nullptr;
  NativeJacobian jacobian = nullptr;
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
  bool has_jacobian() const override { return spec_.jacobian != nullptr; }
  void enter_piece(double from, double to) override { spec_.forcings.enter_piece(from, to); }

 protected:
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override;
  Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) override;
  void do_outputs(double t, ConstVectorRef y, VectorRef values) override;

 private:
  void initialise();
  void call_derivs(double t, ConstVectorRef y, double* f);

  NativeSpec spec_;
  std::vector<double> yout_;
  std::vector<int> ip_;
  Vector y_, f_;
  UnwindToken token_;
};

}  // namespace dts
