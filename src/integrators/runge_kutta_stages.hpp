// One application of an explicit Runge-Kutta pair: stages, new value, error estimates.
#pragma once

#include "core/model.hpp"
#include "core/tolerances.hpp"
#include "integrators/explicit_tableau.hpp"

#include <utility>
#include <vector>

namespace dts {

class RungeKuttaStages {
 public:
  RungeKuttaStages(const ExplicitTableau& tableau, Index n);

  // Stages 1 .. and the new value from (t, y); stage 0 must hold f(t, y).  `t_new` = t + h, given
  // apart so that a step can end exactly at a limit.
  Evaluation advance(Model& model, double t, ConstVectorRef y, double h, double t_new);
  // f(t_new, y1), kept as stage `tableau.stages`.
  Evaluation evaluate_derivative(Model& model, double t_new);
  // The stages that only dense output needs.
  Evaluation evaluate_extra(Model& model, double t, ConstVectorRef y, double h);

  // Weighted error of the step: accepted if <= 1.
  double error(double h, ConstVectorRef weights);
  // Weighted norm of h * sum error_low_j k_j.
  double low_order_error(double h, ConstVectorRef weights);
  // Of the same without its leading term h^2 y'' * sum error_low_j c_j, with h y'' from the change
  // of f over the step: needs f at its end.
  double error_without_curvature(double h, ConstVectorRef weights);

  // sum_j w_j k_j over the nonzero weights
  void combine(const StageWeights& w, VectorRef result) const;

  auto stage(int i) { return k_.col(i); }
  auto stage(int i) const { return k_.col(i); }
  auto derivative() const { return k_.col(tableau_.stages); }  // f(t_new, y1)
  auto stiffness_stage() const { return k_.col(tableau_.stiffness_stage); }
  const Vector& new_value() const { return y_new_; }
  const Vector& stiffness_argument() const { return stiffness_argument_; }
  const Vector& error_vector() const { return error_; }  // of the last call of error()

  // The first stage of the next step is the last one of this.
  void shift() { k_.col(0) = k_.col(tableau_.stages); }

 private:
  using Terms = std::vector<std::pair<int, double>>;  // the nonzero a_ij of one row
  void sum_terms(int row);                            // sum_ = sum_j a_ij k_j
  Evaluation evaluate_stage(Model& model, int i, double t_stage, ConstVectorRef y, double h);

  const ExplicitTableau& tableau_;
  std::vector<Terms> rows_;
  double curvature_weight_ = 0;  // sum error_low_j c_j
  Matrix k_;
  Vector argument_, sum_, y_new_, stiffness_argument_, error_, error_low_;
};

}  // namespace dts
