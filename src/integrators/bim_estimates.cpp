// The error estimates of bim, all of them by deferred correction with differences of f.
#include "integrators/bim.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

void Bim::multiply_by_index(VectorRef v, double a1, double a2, double a3) const {
  v.head(n_index1_) *= a1;
  v.segment(n_index1_, n_index2_) *= a2;
  v.tail(problem_.n - n_index1_ - n_index2_) *= a3;
}

// Deferred correction with the k-th difference tau of h f; Brugnano & Magherini (2006).
double Bim::error() {
  const BimLevel& m = level();
  const double g = m.gamma, error_before = error_;
  tau_.noalias() = F_.leftCols(m.block + 1) * matrices_[level_].psi;
  tau_ *= signed_h();
  z2_ = tau_;
  solve_scaled(z2_);
  if (level_ > 0) {
    z_ = 2 * tau_;
    add_mass_times(-1.0, z2_, z_);
    solve_scaled(z_);
  } else {
    z_ = z2_;
  }
  z3_ = tau_;
  add_mass_times(-1.0, z_, z3_);
  solve_scaled(z3_);
  z_ = z2_;
  const double w3 = g * g * m.w[2];
  multiply_by_index(z2_, m.w[0], g * m.w[1], w3);
  multiply_by_index(z3_, g * m.w[1], g * m.w[1], w3 / (level_ > 0 ? 3 : 2));
  error_stiff_ = norm(z3_);
  error_ = with_drift(std::max(norm(z2_), error_stiff_), z_, m.w[0]);
  if (!std::isfinite(norm(z2_) + error_stiff_)) return error_ = kInfinity;
  error_is_stiff_ = error_ > 0 && error_stiff_ >= error_;
  worst_ = worst_component(error_is_stiff_ ? z3_ : z2_, weights_);
  // Inconsistent initial values: the estimate does not fall with h, but one block repairs them.
  if (has_mass_ && n_error_ > 3 && error_ >= 1 && std::abs(error_ - error_before) < 1e-4)
    error_ = 0.9;
  return error_;
}

// The k-th difference of the level below, on the first nodes of the present block.
double Bim::below() {
  const BimLevel& lower = *kBim[level_ - 1];
  const double g = level().gamma;
  z_.noalias() =
      F_.leftCols(lower.block + 1) * Eigen::Map<const Vector>(lower.psi.data(), lower.block + 1);
  z_ *= signed_h();
  solve_scaled(z_);
  const double w1 = error_is_stiff_ ? g * lower.w[1] : lower.w[0];
  const double drift = with_drift(0, z_, w1);
  multiply_by_index(z_, w1, g * lower.w[1], g * g * lower.w[2]);
  return std::max(norm(z_), drift);
}

// Differences of tau over accepted blocks of one order give the next higher derivative (level 1),
// or the one after it.
double Bim::above() {
  const BimLevel& upper = *kBim[level_ + 1];
  const int k = block();
  const double g = level().gamma, h = h_, h0 = state_.h_before, h00 = state_.h_before2;
  if (level_ == 0) {
    z_ = (2.0 / k * h / (h + h0)) * (tau_ - std::pow(h / h0, k + 1) * tau_before_);
  } else {
    const double c0 = h0 + h00, c2 = h + h0, c1 = c0 + c2;
    z_ = (8 * h * h / (k * k * c0 * c1 * c2)) *
         (c0 * tau_ - c1 * std::pow(h / h0, k + 1) * tau_before_ +
          c2 * std::pow(h / h00, k + 1) * tau_before2_);
  }
  solve_scaled(z_);
  multiply_by_index(z_, g * upper.w[1], g * upper.w[1], g * g * upper.w[2]);
  return norm(z_);
}

double Bim::without_reduction() {
  const BimLevel& m = level();
  z_ = z2_;
  multiply_by_index(z_, m.gamma * m.w[1] / m.w[0], 1, 1);
  return norm(z_);
}

bool Bim::is_driven_by_state() {
  const double dt = std::min(1e-5 * std::abs(t_), remaining(t_));
  if (!(dt > 0)) return true;
  const int k = block();
  if (!evaluate(t_ + direction_ * dt, Y_.col(k), z_)) {
    cause_ = Evaluation::ok;
    return true;
  }
  const double change = (z_ - F_.col(k)).lpNorm<Eigen::Infinity>() / dt;
  return jacobian_size_ * F_.col(k).lpNorm<Eigen::Infinity>() >= 2 * change;
}

}  // namespace dts
