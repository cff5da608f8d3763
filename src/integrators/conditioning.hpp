// The conditioning test of cashkarp: a slightly perturbed trajectory is integrated with the same
// steps; how its distance grows or decays tells stiffness from difficulty.
// Mazzia & Nagy (2010), Stiffness detection with Runge-Kutta methods.
#pragma once

#include "core/model.hpp"
#include "core/tolerances.hpp"
#include "integrators/runge_kutta_stages.hpp"
#include "integrators/stiffness.hpp"

namespace dts {

// What the test knows at the end; kappa and gamma are relative to the first perturbation.
struct Conditioning {
  bool active = false;
  double kappa = 0, gamma = 0, sigma = 0, sigma_max = 0, t_start = 0;
};

class ConditioningMonitor {
 public:
  ConditioningMonitor(const ExplicitTableau& tableau, Model& model, const Tolerances& tolerances);

  // Finds the direction of the perturbation by a trial step of `stages` (whose stage 0 holds
  // f(t, y)) and starts the second trajectory.  Returns |h| of the first step, or 0 if no
  // direction was found: then the test is off.
  double start(double t, ConstVectorRef y, RungeKuttaStages& stages, double direction,
               double interval, double h_max);
  bool is_active() const { return active_; }

  // The stages of the perturbed trajectory over the same step.
  Evaluation advance(double t, double h, double t_new);
  // Detection by the eigenvalue estimate of the difference of the two trajectories.
  bool detects_stiffness(const RungeKuttaStages& stages, double h);
  // The error to control, from that of the trajectory itself.
  double error(const RungeKuttaStages& stages, ConstVectorRef y, double own_error, double h);
  // After acceptance: follows the distance; Status::ok, or the verdict.
  // The same verdict is given only once when the integration goes on.
  Status accept(ConstVectorRef y_new, double h, double t_new, double own_error);
  Conditioning result() const;

 private:
  double distance_in_tolerance(ConstVectorRef y) const;
  void perturb(ConstVectorRef y, double t, double size);
  Status judge();

  const ExplicitTableau& tableau_;
  Model& model_;
  const Tolerances& tolerances_;
  RungeKuttaStages perturbed_;
  Vector direction_, y_, weights_, work_;
  HitCounter eigenvalue_hits_;
  bool active_ = false;
  double norm0_ = 0;  // N: size of the perturbation
  double z_ = 0;      // present distance
  double kappa_ = 0, gamma_ = 0, sigma_ = 0, sigma_max_ = 0, t_start_ = 0, w_ = 0;
  double error_difference_ = 0;
  bool has_restarted_ = false;
  int n_stability_ = 0, n_not_stability_ = 0;  // steps limited by the difference alone
  int n_merged_ = 0, n_not_merged_ = 0;        // steps in which the trajectories have merged
  int n_eigenvalue_ = 0;
  std::array<bool, 4> told_{};
};

}  // namespace dts
