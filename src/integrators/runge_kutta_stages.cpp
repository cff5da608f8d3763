#include "integrators/runge_kutta_stages.hpp"

#include <cmath>

namespace dts {

RungeKuttaStages::RungeKuttaStages(const ExplicitTableau& tableau, Index n)
    : tableau_(tableau),
      k_(n, tableau.stages + 1 + tableau.extra_stages),
      argument_(n),
      sum_(n),
      y_new_(n),
      stiffness_argument_(n),
      error_(n),
      error_low_(n) {
  for (int i = 0; i < k_.cols(); ++i) {
    const StageWeights& weights = i == tableau.stages ? tableau.b : tableau.a[i];
    Terms terms;
    for (int j = 0; j < i; ++j)
      if (weights[j] != 0) terms.emplace_back(j, weights[j]);
    rows_.push_back(std::move(terms));
  }
  for (int j = 0; j < tableau.stages; ++j) curvature_weight_ += tableau.error_low[j] * tableau.c[j];
}

Evaluation RungeKuttaStages::evaluate_stage(Model& model, int i, double t_stage, ConstVectorRef y,
                                            double h) {
  sum_terms(i);
  argument_ = y + h * sum_;
  return model.rhs(t_stage, argument_, k_.col(i));
}

// The increment is summed up before it meets y: one rounding of the size of y, not one per stage.
// Where y is huge against its change, the stiffness estimate would drown in the others.
void RungeKuttaStages::sum_terms(int row) {
  const Terms& terms = rows_[row];
  sum_ = terms.front().second * k_.col(terms.front().first);
  for (std::size_t m = 1; m < terms.size(); ++m) sum_ += terms[m].second * k_.col(terms[m].first);
}

Evaluation RungeKuttaStages::advance(Model& model, double t, ConstVectorRef y, double h,
                                     double t_new) {
  for (int i = 1; i < tableau_.stages; ++i) {
    const double c = tableau_.c[i];
    const Evaluation outcome = evaluate_stage(model, i, c == 1 ? t_new : t + c * h, y, h);
    if (outcome != Evaluation::ok) return outcome;
    if (i == tableau_.stiffness_stage) stiffness_argument_ = argument_;
  }
  sum_terms(tableau_.stages);
  y_new_ = y + h * sum_;
  return Evaluation::ok;
}

Evaluation RungeKuttaStages::evaluate_derivative(Model& model, double t_new) {
  return model.rhs(t_new, y_new_, k_.col(tableau_.stages));
}

Evaluation RungeKuttaStages::evaluate_extra(Model& model, double t, ConstVectorRef y, double h) {
  for (int i = tableau_.stages + 1; i < k_.cols(); ++i) {
    const Evaluation outcome = evaluate_stage(model, i, t + tableau_.c[i] * h, y, h);
    if (outcome != Evaluation::ok) return outcome;
  }
  return Evaluation::ok;
}

void RungeKuttaStages::combine(const StageWeights& w, VectorRef result) const {
  result.setZero();
  for (int j = 0; j < k_.cols(); ++j)
    if (w[j] != 0) result += w[j] * k_.col(j);
}

double RungeKuttaStages::error(double h, ConstVectorRef weights) {
  combine(tableau_.error, error_);
  if (tableau_.error_estimate == ErrorEstimate::embedded)
    return std::abs(h) * rms_norm(error_, weights);

  // Hairer, Norsett, Wanner (1993), (10.17): err5 * err5 / sqrt(err5^2 + 0.01 err3^2).
  combine(tableau_.error_low, error_low_);
  const double sum5 = (error_.array() / weights.array()).square().sum();
  const double sum3 = (error_low_.array() / weights.array()).square().sum();
  double denominator = sum5 + 0.01 * sum3;
  if (denominator <= 0) denominator = 1;
  return std::abs(h) * sum5 / std::sqrt(static_cast<double>(error_.size()) * denominator);
}

double RungeKuttaStages::low_order_error(double h, ConstVectorRef weights) {
  combine(tableau_.error_low, error_low_);
  return std::abs(h) * rms_norm(error_low_, weights);
}

double RungeKuttaStages::error_without_curvature(double h, ConstVectorRef weights) {
  combine(tableau_.error_low, error_low_);
  error_low_ -= curvature_weight_ * (derivative() - stage(0));
  return std::abs(h) * rms_norm(error_low_, weights);
}

}  // namespace dts
