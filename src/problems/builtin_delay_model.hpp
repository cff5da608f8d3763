// A delay model made of a problem of the catalogue and a set of parameters, with exact derivatives
// with respect to the present and to the delayed values.
#pragma once

#include "core/delay_model.hpp"
#include "problems/problem.hpp"

#include <memory>
#include <vector>

namespace dts {

class BuiltinDelayModel : public DelayModel {
 public:
  // `p`: all parameters and options of the problem in order.
  BuiltinDelayModel(const Problem& problem, const Parameters& p);

  const Problem& problem() const { return problem_; }

  int n_lags() const override { return static_cast<int>(alpha_.size()); }
  Evaluation arguments(double t, ConstVectorRef y, Vector& alpha) override;
  const Vector& last_arguments() const override { return alpha_; }
  Evaluation initial(double t, VectorRef g) override;
  bool has_lag_jacobian() const override { return has_jacobian(); }
  Evaluation lag_jacobian(double t, ConstVectorRef y, int lag, Matrix& dfdz) override;

 protected:
  bool knows_jacobian() const override { return true; }
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override;
  Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) override;

 private:
  Evaluation look_back(double t, ConstVectorRef y);
  Evaluation differentiate(double t, Index first, Index last, Matrix& jacobian);

  const Problem& problem_;
  const Parameters parameters_;
  std::unique_ptr<DelayEquations> equations_;
  Vector alpha_, slope_;
  Matrix z_;  // column k: y(alpha_k)
  std::vector<Dual> dual_y_, dual_alpha_, dual_z_, dual_f_;
};

}  // namespace dts
