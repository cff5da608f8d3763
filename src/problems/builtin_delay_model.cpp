#include "problems/builtin_delay_model.hpp"

#include "problems/builtin_model.hpp"

#include <algorithm>

namespace dts {

BuiltinDelayModel::BuiltinDelayModel(const Problem& problem, const Parameters& p)
    : DelayModel(problem.n),
      problem_(problem),
      parameters_(p),
      equations_(problem.delay.equations(checked(problem, p))),
      alpha_(problem.delay.n_lags),
      slope_(problem.n),
      z_(problem.n, problem.delay.n_lags),
      dual_y_(problem.n),
      dual_alpha_(problem.delay.n_lags),
      dual_z_(problem.n * problem.delay.n_lags),
      dual_f_(problem.n) {
  if (problem.mass) set_mass(mass_matrix(problem, p));
  set_lagged({problem.delay.lagged.begin(), problem.delay.lagged.end()});
  set_neutral_pairs({problem.delay.neutral.begin(), problem.delay.neutral.end()});
}

Evaluation BuiltinDelayModel::arguments(double t, ConstVectorRef y, Vector& alpha) {
  alpha.resize(alpha_.size());
  equations_->arguments(t, y.data(), alpha.data());
  return alpha.allFinite() ? Evaluation::ok : Evaluation::not_finite;
}

Evaluation BuiltinDelayModel::initial(double t, VectorRef g) {
  const State values = problem_.delay.history(parameters_, t);
  g = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  return Evaluation::ok;
}

Evaluation BuiltinDelayModel::look_back(double t, ConstVectorRef y) {
  equations_->arguments(t, y.data(), alpha_.data());
  for (int k = 0; k < n_lags(); ++k) {
    const Evaluation outcome = past().value(k, alpha_[k], z_.col(k));
    if (outcome != Evaluation::ok) return outcome;
  }
  return Evaluation::ok;
}

Evaluation BuiltinDelayModel::do_rhs(double t, ConstVectorRef y, VectorRef f) {
  const Evaluation outcome = look_back(t, y);
  if (outcome != Evaluation::ok) return outcome;
  return equations_->rhs(t, y.data(), z_.data(), f.data());
}

// df/dy, with what the delayed values contribute where their arguments depend on y:
// dz_k/dy = y'(alpha_k) dalpha_k/dy.
Evaluation BuiltinDelayModel::do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) {
  Evaluation outcome = look_back(t, y);
  const Index n = size();
  for (Index first = 0; first < n && outcome == Evaluation::ok; first += Dual::kDirections) {
    const Index last = std::min<Index>(first + Dual::kDirections, n);
    for (Index j = 0; j < n; ++j) {
      dual_y_[j] = Dual(y[j]);
      if (first <= j && j < last) dual_y_[j].set_derivative(static_cast<int>(j - first), 1);
    }
    equations_->arguments(t, dual_y_.data(), dual_alpha_.data());
    for (int k = 0; k < n_lags(); ++k) {
      const Dual& alpha = dual_alpha_[k];
      bool moves = false;
      for (int d = 0; d < Dual::kDirections; ++d) moves = moves || alpha.derivative(d) != 0;
      if (moves) outcome = past().derivative(k, alpha_[k], slope_);
      if (outcome != Evaluation::ok) return outcome;
      for (Index j = 0; j < n; ++j) {
        Dual& z = dual_z_[k * n + j];
        z = Dual(z_(j, k));
        for (int d = 0; moves && d < Dual::kDirections; ++d)
          z.set_derivative(d, slope_[j] * alpha.derivative(d));
      }
    }
    outcome = differentiate(t, first, last, dfdy.values());
  }
  return outcome;
}

Evaluation BuiltinDelayModel::lag_jacobian(double t, ConstVectorRef y, int lag, Matrix& dfdz) {
  Evaluation outcome = look_back(t, y);
  const Index n = size();
  for (Index j = 0; j < n; ++j) dual_y_[j] = Dual(y[j]);
  for (Index first = 0; first < n && outcome == Evaluation::ok; first += Dual::kDirections) {
    const Index last = std::min<Index>(first + Dual::kDirections, n);
    for (int k = 0; k < n_lags(); ++k)
      for (Index j = 0; j < n; ++j) {
        dual_z_[k * n + j] = Dual(z_(j, k));
        if (k == lag && first <= j && j < last)
          dual_z_[k * n + j].set_derivative(static_cast<int>(j - first), 1);
      }
    outcome = differentiate(t, first, last, dfdz);
  }
  return outcome;
}

// Columns [first, last) from the directions seeded in dual_y_ and dual_z_.
Evaluation BuiltinDelayModel::differentiate(double t, Index first, Index last, Matrix& jacobian) {
  const Evaluation outcome = equations_->rhs(t, dual_y_.data(), dual_z_.data(), dual_f_.data());
  for (Index j = first; j < last; ++j)
    for (Index i = 0; i < size(); ++i)
      jacobian(i, j) = dual_f_[i].derivative(static_cast<int>(j - first));
  return outcome;
}

}  // namespace dts
