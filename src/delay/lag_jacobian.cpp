#include "delay/lag_jacobian.hpp"

#include "integrators/radau_tableau.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

using Tableau = RadauTableau;

constexpr double kNegligibleShare = 1e-8;
constexpr double kShareChange = 0.1;  // that calls for new factors

// Lagrange's basis on the stages, with or without the node 0.
double basis(int j, double s, bool on_quadratic) {
  double value = on_quadratic ? 1 : s / Tableau::c[j];
  for (int i = 0; i < 3; ++i)
    if (i != j) value *= (s - Tableau::c[i]) / (Tableau::c[j] - Tableau::c[i]);
  return value;
}

}  // namespace

LagJacobian::LagJacobian(DelayModel& model, LagLookup& lookup)
    : model_(model), lookup_(lookup), z_(model.size()), changed_(model.size()) {}

void LagJacobian::measure(const Stages& arguments, double t, double h) {
  std::size_t m = 0;
  for (const Vector& alpha : arguments) m = std::max(m, static_cast<std::size_t>(alpha.size()));
  sigma_.assign(m, {0, 0, 0});
  share_.assign(m, 0);
  any_inside_ = false;
  for (std::size_t k = 0; k < m; ++k) {
    for (int i = 0; i < 3; ++i) {
      if (static_cast<Index>(k) >= arguments[i].size()) continue;
      const double sigma = std::min((arguments[i][k] - t) / h, Tableau::c[i]);
      if (!(sigma > 0)) continue;  // in the past, or not in use
      sigma_[k][i] = sigma;
      share_[k] += basis(i, sigma, false) / 3;
      any_inside_ = true;
    }
    if (std::abs(share_[k]) < kNegligibleShare) share_[k] = 0;
  }
}

Evaluation LagJacobian::evaluate(double t, ConstVectorRef y, ConstVectorRef f,
                                 const Vector& arguments, ConstVectorRef weights) {
  dfdz_.resize(std::max(dfdz_.size(), static_cast<std::size_t>(model_.n_lags())));
  is_known_ = false;
  for (int k = 0; k < model_.n_lags(); ++k) {
    dfdz_[k].setZero(model_.size(), model_.size());
    if (k >= arguments.size() || std::isnan(arguments[k])) continue;
    const Evaluation outcome = model_.has_lag_jacobian()
                                   ? model_.lag_jacobian(t, y, k, dfdz_[k])
                                   : by_differences(t, y, f, arguments, weights, k);
    if (outcome != Evaluation::ok) return outcome;
  }
  is_known_ = true;
  return Evaluation::ok;
}

Evaluation LagJacobian::by_differences(double t, ConstVectorRef y, ConstVectorRef f,
                                       const Vector& arguments, ConstVectorRef weights, int lag) {
  Evaluation outcome = lookup_.value(lag, arguments[lag], z_);
  const auto& lagged = model_.lagged();
  const Index count = lagged.empty() ? model_.size() : static_cast<Index>(lagged.size());
  for (Index i = 0; i < count && outcome == Evaluation::ok; ++i) {
    const Index j = lagged.empty() ? i : lagged[i];
    const double size = std::max(std::abs(z_[j]), weights[j]);
    const double increment = std::sqrt(kEpsilon) * size;
    for (double sign : {1.0, -1.0}) {  // the other side, where the model has a border
      lookup_.perturb(lag, j, sign * increment);
      outcome = model_.rhs(t, y, changed_);
      ++model_.counts().rhs_jacobian;
      lookup_.clear_perturbation();
      if (outcome == Evaluation::ok) {
        const double moved = (z_[j] + sign * increment) - z_[j];
        dfdz_[lag].col(j) = (changed_ - f) / moved;
        break;
      }
      if (outcome == Evaluation::stop) break;
    }
  }
  return outcome;
}

bool LagJacobian::shares_changed() const {
  for (std::size_t k = 0; k < std::max(share_.size(), combined_share_.size()); ++k) {
    const double now = k < share_.size() ? share_[k] : 0;
    const double then = k < combined_share_.size() ? combined_share_[k] : 0;
    if (std::abs(now - then) > kShareChange) return true;
  }
  return false;
}

void LagJacobian::combine(const StructuredMatrix& dfdy, StructuredMatrix& sum) {
  sum = dfdy;
  combined_share_ = share_;
  if (!is_known_) return;
  for (std::size_t k = 0; k < share_.size() && k < dfdz_.size(); ++k) {
    if (share_[k] == 0) continue;
    if (sum.structure().storage == Storage::dense) {
      sum.values() += share_[k] * dfdz_[k];
      continue;
    }
    for (Index j = 0; j < sum.size(); ++j)
      for (Index i = 0; i < sum.size(); ++i)
        if (dfdz_[k](i, j) != 0 && sum.holds(i, j))
          sum.set(i, j, sum(i, j) + share_[k] * dfdz_[k](i, j));
  }
}

Eigen::Matrix3d LagJacobian::L(int lag, bool on_quadratic) const {
  Eigen::Matrix3d l = Eigen::Matrix3d::Zero();
  for (int i = 0; i < 3; ++i)
    if (sigma_[lag][i] > 0)
      for (int j = 0; j < 3; ++j) l(i, j) = basis(j, sigma_[lag][i], on_quadratic);
  return l;
}

}  // namespace dts
