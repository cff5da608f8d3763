// What all implicit methods share: the Jacobian, one real iteration matrix, weights that know the
// index of each variable, products with the mass matrix, and the counters.
#pragma once

#include "core/initial_step.hpp"
#include "core/model.hpp"
#include "core/stepper.hpp"
#include "core/tolerances.hpp"
#include "linalg/iteration_matrix.hpp"
#include "linalg/jacobian.hpp"

#include <memory>

namespace dts {

class ImplicitStepper : public Stepper {
 protected:
  ImplicitStepper(Model& model, Tolerances tolerances, StepLimits limits);

  // w_i = atol_i + rtol_i |y_i|, divided by `factor2` for variables of index 2 and by `factor3`
  // for those of index 3: their errors count less where h is small.
  void index_weights(ConstVectorRef y, double factor2, double factor3, VectorRef w) const;

  // result += factor * M v, column by column.
  void add_mass_times(double factor, const Eigen::Ref<const Matrix>& v,
                      Eigen::Ref<Matrix> result) const;

  bool factor(double c);                      // c*M - J with the Jacobian last evaluated
  void solve(Eigen::Ref<Matrix> columns);     // counts one solve per column

  // The step no longer moves t, or is below the user's smallest step.
  bool is_too_small(double h) const;

  // |h| of the first step: the user's, or chosen from y, y' and the interval.
  double first_step(ConstVectorRef y, ConstVectorRef yp, int order);

  Model& model_;
  const Tolerances tolerances_;
  const StepLimits limits_;
  const bool has_mass_;
  JacobianEvaluator jacobian_;
  std::unique_ptr<RealIterationMatrix> matrix_;
  double direction_ = 1;
  double t_end_ = 0;
};

}  // namespace dts
