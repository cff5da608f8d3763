// gamd: generalized Adams methods of order 3, 5, 7, 9 for M y' = f(t, y), index up to 3.
// Iavernaro & Mazzia (1998), (1999).
#pragma once

#include "integrators/block_method.hpp"
#include "integrators/gam_tableau.hpp"

#include <array>

namespace dts {

struct GamOptions {
  Calibration calibration{1, 1.2, 1.1};
  int min_order = 3, max_order = 9;  // even values act as the odd number below
  std::array<int, kGamLevels> max_newton{12, 18, 26, 36};
  std::array<double, kGamLevels> newton_tolerance{0, 0, 0, 0};  // 0: the level's own
  // A new Jacobian is asked for after a block that converged more slowly than this ...
  double fresh_jacobian_rate = 0.005;
  // ... where two sweeps or less count as fast: there is no rate to speak of yet.
  bool reuse_after_two_sweeps = true;
  // The last block is extrapolated over at most this many times its length; beyond, a constant is
  // the safer prediction.
  double max_extrapolation = 4;
  bool follows_small_values = true;  // see BlockStepper::is_converged; the authors' code does not
};

class Gam : public BlockStepper {
 public:
  Gam(Model& model, Tolerances tolerances, StepLimits limits, GamOptions options = {});

 protected:
  int order_of(int level) const override { return kGam[level]->order; }
  int block_of(int level) const override { return kGam[level]->block; }
  double gamma_of(int level) const override { return kGam[level]->gamma; }

  void reset() override;
  bool wants_jacobian() override { return jacobian_wanted_; }
  bool wants_factors() override;
  void begin_block() override;
  bool predict() override;
  bool iterate() override;
  bool splits_last_block() const override { return has_mass_; }
  double error() override;
  bool is_acceptable(double error) const override;
  void after_newton_failure() override;
  void after_error_failure() override;
  void after_acceptance() override;

 private:
  enum class Predictor { constant, accepted, rejected };
  enum class Sweep { done, diverged, not_finite };

  // A level that might be used next, and how far one unit of work gets with it.
  // Of an error: over all variables, and over those of index 1 alone.
  struct Estimate {
    double all = 1e-15, plain = 1e-15;  // never zero
  };
  struct Candidate {
    int level;
    double divisor;  // h / h_new
    double merit;
  };

  const GamLevel& level() const { return *kGam[level_]; }
  double newton_tolerance() const override;
  bool has_small_component() const;
  Sweep sweep(int number, double previous, double& largest);
  void row_residual(int i);
  bool sweep_on(double largest, double goal);
  bool sweep_again(double& largest);
  bool take_mean_of_sweeps();
  int highest_level();
  bool overcomes_inconsistency(double error_before) const;
  void after_settling_block();
  Estimate deferred_correction();  // uses and keeps defects_
  void set_defects(const GamMatrix& d);
  Estimate error_up();
  Estimate error_down();
  double error_of_other_order(const Estimate& other) const;
  Candidate candidate(int level, double safety, double error) const;
  Candidate best_candidate();

  const GamOptions options_;

  Predictor predictor_ = Predictor::constant;
  DensePolynomial rejected_;  // through the last block that failed the error test
  bool jacobian_wanted_ = true;
  int n_newton_ = 0, n_error_ = 0;  // failures not yet forgotten; each accepted block forgets one
  int n_newton_here_ = 0;           // Newton failures since the last accepted block
  double theta_ = 0;                // rate of convergence of the last iteration
  double error_ = 0;
  Estimate estimate_;  // the same, in two norms
  // Inconsistent initial values; see overcomes_inconsistency.
  bool is_settled_ = false, is_settling_ = false, settles_ = false;
  int level_factored_ = -1;
  double h_factored_ = 0;

  Matrix F_old_, change_;   // f of the sweep before; new minus old
  Matrix defects_;          // h D F, column i - 1 = row i
  Matrix mean_Y_, mean_F_;  // over sweeps, of the nodes 1, 2, ...
  Vector r_, d_;
};

}  // namespace dts
