#include "integrators/conditioning.hpp"

#include "core/initial_step.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
constexpr double kSmallestPerturbation = 1e-12;  // epsilon_eta
constexpr double kAtolShare = 1e-4;              // alpha: share of atol in the difference's weights
constexpr double kTrialStep = 1e-3;
constexpr int kTrials = 10;
}  // namespace

ConditioningMonitor::ConditioningMonitor(const ExplicitTableau& tableau, Model& model,
                                         const Tolerances& tolerances)
    : tableau_(tableau),
      model_(model),
      tolerances_(tolerances),
      perturbed_(tableau, model.size()),
      direction_(model.size()),
      y_(model.size()),
      weights_(model.size()),
      work_(model.size()) {}

double ConditioningMonitor::distance_in_tolerance(ConstVectorRef y) const {
  const auto weights =
      kAtolShare * tolerances_.atol.array() + tolerances_.rtol.array() * y.array().abs();
  return std::sqrt(((y - y_).array() / weights).square().mean());
}

void ConditioningMonitor::perturb(ConstVectorRef y, double t, double size) {
  y_ = y + size * direction_;
  norm0_ = size * direction_.norm();
  z_ = kappa_ = norm0_;
  gamma_ = 0;
  t_start_ = t;
  w_ = distance_in_tolerance(y);
  active_ = model_.rhs(t, y_, perturbed_.stage(0)) == Evaluation::ok;
}

double ConditioningMonitor::start(double t, ConstVectorRef y, RungeKuttaStages& stages,
                                  double direction, double interval, double h_max) {
  active_ = false;
  double h = 0;
  const Index n = y.size();
  tolerances_.weights(y, weights_);
  if (n == 1) {
    direction_.setOnes();
    h = initial_step(model_, tolerances_, t, y, stages.stage(0), direction, tableau_.order, h_max);
  } else {
    double trial = std::min(kTrialStep, interval);
    bool found = false;
    for (int i = 0; i < kTrials && !found; ++i) {
      const double t_new = t + direction * trial;
      if (stages.advance(model_, t, y, direction * trial, t_new) == Evaluation::ok) {
        direction_ = stages.new_value() - stages.stiffness_argument();
        const double size = direction_.lpNorm<Eigen::Infinity>();
        found = size > 0 && size <= 1e300 &&
                stages.evaluate_derivative(model_, t_new) == Evaluation::ok;
        if (found) direction_ /= size;
      }
      if (!found) trial /= 10;
    }
    if (!found) return 0;
    const TrialStep first = trial_step(y, stages.stage(0), weights_, h_max);
    work_ = stages.derivative() - stages.stage(0);
    const double norm_ddy = std::sqrt((work_.array() / weights_.array()).square().sum()) / trial;
    h = starting_step(first.h, first.norm_f, norm_ddy, tableau_.order, h_max, trial);
  }
  const double size = y.norm();
  perturb(y, t,
          std::max(size > 0 ? tolerances_.rtol.maxCoeff() * size : tolerances_.atol.maxCoeff(),
                   kSmallestPerturbation));
  return active_ ? h : 0;
}

Evaluation ConditioningMonitor::advance(double t, double h, double t_new) {
  const Evaluation outcome = perturbed_.advance(model_, t, y_, h, t_new);
  return outcome == Evaluation::ok ? perturbed_.evaluate_derivative(model_, t_new) : outcome;
}

bool ConditioningMonitor::detects_stiffness(const RungeKuttaStages& stages, double h) {
  const double numerator = ((stages.derivative() - stages.stiffness_stage()) -
                            (perturbed_.derivative() - perturbed_.stiffness_stage()))
                               .norm();
  const double denominator = ((stages.new_value() - stages.stiffness_argument()) -
                              (perturbed_.new_value() - perturbed_.stiffness_argument()))
                                 .norm();
  const double rho = std::abs(h) * numerator / denominator;
  const bool hit = !(rho <= 2.8) && !(rho >= 4.2);  // NaN counts as a hit
  const bool detected = eigenvalue_hits_.record(hit);
  n_eigenvalue_ = eigenvalue_hits_.hits();
  return detected;
}

double ConditioningMonitor::error(const RungeKuttaStages& stages, ConstVectorRef y,
                                  double own_error, double h) {
  tolerances_.weights(y_, perturbed_.new_value(), weights_);
  const double error_perturbed = perturbed_.error(h, weights_);
  weights_ =
      kAtolShare * tolerances_.atol.array() +
      tolerances_.rtol.array() *
          (y - y_).array().abs().max((stages.new_value() - perturbed_.new_value()).array().abs());
  work_ = stages.error_vector() - perturbed_.error_vector();
  error_difference_ = std::abs(h) * rms_norm(work_, weights_);
  return error_perturbed > kSmallestPerturbation
             ? std::max({own_error, error_perturbed, error_difference_})
             : own_error;
}

Status ConditioningMonitor::accept(ConstVectorRef y_new, double h, double t_new, double own_error) {
  y_ = perturbed_.new_value();
  perturbed_.shift();
  const double z_old = z_;
  z_ = (y_new - y_).norm();
  kappa_ = std::max(kappa_, z_);
  gamma_ += std::abs(h) * (z_old + z_) / 2;
  sigma_ = kappa_ / gamma_ * std::abs(t_new - t_start_);
  if (!has_restarted_) sigma_max_ = sigma_;

  if (own_error < 0.1 * error_difference_) {
    ++n_stability_;
    n_not_stability_ = 0;
  } else if (++n_not_stability_ == 3) {
    n_stability_ = 0;
  }

  const double w_old = w_;
  w_ = distance_in_tolerance(y_new);
  if (std::abs(w_ - w_old) < 1e-5 && w_ < 5e-3) {
    ++n_merged_;
    n_not_merged_ = 0;
  } else if (++n_not_merged_ == 6) {
    n_merged_ = 0;
  }
  if (n_merged_ > 50 && sigma_max_ < 50) {
    sigma_max_ = std::max(sigma_, sigma_max_);
    has_restarted_ = true;
    n_stability_ = n_merged_ = 0;
    perturb(y_new, t_new,
            std::max(tolerances_.atol.maxCoeff() + tolerances_.rtol.maxCoeff() * y_new.norm(),
                     kSmallestPerturbation));
  }
  return judge();
}

Status ConditioningMonitor::judge() {
  const double relative_kappa = kappa_ / norm0_;
  const bool limited_by_stability = n_stability_ > 20;
  const std::array<std::pair<bool, Status>, 4> verdicts{
      {{sigma_max_ > 100, Status::stiff_conditioning},
       {limited_by_stability || n_eigenvalue_ > 15, Status::stiff_stability},
       {limited_by_stability && relative_kappa > 1.01, Status::stiff_kappa},
       {relative_kappa > 1e20, Status::ill_conditioned}}};
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i].first && !told_[i]) {
      told_[i] = true;
      return verdicts[i].second;
    }
  }
  return Status::ok;
}

Conditioning ConditioningMonitor::result() const {
  return {true, kappa_ / norm0_, gamma_ / norm0_, sigma_, std::max(sigma_, sigma_max_), t_start_};
}

}  // namespace dts
