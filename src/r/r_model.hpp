// A model whose equations are an R function.
#pragma once

#include "core/model.hpp"
#include "r/r_callback.hpp"

namespace dts {

class RFunctionModel : public Model {
 public:
  RFunctionModel(RCallback func, Index n, Index n_outputs)
      : Model(n), func_(std::move(func)), n_outputs_(n_outputs) {}

  Index n_outputs() const override { return n_outputs_; }

 protected:
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override;
  void do_outputs(double t, ConstVectorRef y, VectorRef values) override;

 private:
  SEXP call(double t, ConstVectorRef y);

  RCallback func_;
  Index n_outputs_;
};

}  // namespace dts
