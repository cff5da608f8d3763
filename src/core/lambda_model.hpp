// A model from a C++ callable: for tests and for programs that use the core without R.
#pragma once

#include "core/model.hpp"

#include <functional>
#include <utility>

namespace dts {

class LambdaModel : public Model {
 public:
  using Rhs = std::function<void(double, ConstVectorRef, VectorRef)>;
  using Jacobian = std::function<void(double, ConstVectorRef, StructuredMatrix&)>;

  LambdaModel(Index n, Rhs rhs, Jacobian jacobian = nullptr)
      : Model(n), rhs_(std::move(rhs)), jacobian_(std::move(jacobian)) {}

 protected:
  bool knows_jacobian() const override { return static_cast<bool>(jacobian_); }
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override {
    rhs_(t, y, f);
    return Evaluation::ok;
  }
  Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) override {
    jacobian_(t, y, dfdy);
    return Evaluation::ok;
  }

 private:
  Rhs rhs_;
  Jacobian jacobian_;
};

}  // namespace dts
