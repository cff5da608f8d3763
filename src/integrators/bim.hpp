// bimd: blended implicit methods of order 4, 6, 8, 10, 12 for M y' = f(t, y), index up to 3.
// Brugnano & Magherini (2002), (2004); Brugnano, Magherini & Mugnai (2006).
#pragma once

#include "integrators/bim_decisions.hpp"
#include "integrators/bim_tableau.hpp"
#include "integrators/block_method.hpp"

#include <array>

namespace dts {

struct BimOptions {
  Calibration calibration{1, 1.1};
  int min_order = 4, max_order = 12;  // odd values act as the even number below
  std::array<int, kBimLevels> max_newton{10, 12, 14, 16, 18};
  std::array<double, kBimLevels> newton_tolerance{0.1, 0.1, 0.1, 0.1, 0.1};
  double small_tolerance = 0.01;  // of Newton, where a small solution is nearly at rest
  double rest_tolerance = 0.05;   // where no variable of index 1 moves
  double min_factor = 0.12;       // h_new / h
  double max_factor = 10;
  double safety = 1.0 / 20;          // aim of the error: at the same,
  double safety_up = 1.0 / 40;       // the next higher
  double safety_down = 1.0 / 20;     // and the next lower order
  bool follows_small_values = true;  // see BlockStepper::is_converged; the authors' code does not
};

class Bim : public BlockStepper, private BimEstimates {
 public:
  Bim(Model& model, Tolerances tolerances, StepLimits limits, BimOptions options = {});

 protected:
  int order_of(int level) const override { return kBim[level]->order; }
  int block_of(int level) const override { return kBim[level]->block; }
  double gamma_of(int level) const override { return kBim[level]->gamma; }

  void reset() override;
  bool splits_last_block() const override { return has_mass_; }
  bool wants_jacobian() override;
  bool wants_factors() override;
  void begin_block() override;
  bool predict() override;
  bool iterate() override;
  double error() override;
  bool is_acceptable(double error) const override { return error < 1; }
  void after_newton_failure() override;
  void after_error_failure() override;
  void after_acceptance() override;
  Status verdict() const override;

 private:
  // The matrices of one level, transposed: blocks are kept with one column per node.
  struct Matrices {
    Matrix blend_y;   // I - gamma B^-1
    Matrix blend_f;   // [b | B] - gamma [B^-1 b | I]
    Matrix second_y;  // gamma B^-1
    Vector second_f;  // gamma B^-1 b
    Vector psi;
  };

  const BimLevel& level() const { return *kBim[level_]; }
  BimProblem describe_problem() const;
  void note_new_order();
  BimProbe probe_jacobian();
  double newton_tolerance() const override;
  void note_small_solution();
  void correct();  // one blended iteration: Z_ = corrections
  void first_residual();
  void second_residual();
  // Y_j - y_0 of some rows.
  template <class Few, class Differences>
  void load_differences(Few few, Index row, Differences& dY) const {
    const Index n = Y_.rows();
    const auto y0 = few.load(Y_.data() + row);
    for (int j = 0; j < block(); ++j) dY[j] = few.load(Y_.data() + (j + 1) * n + row) - y0;
  }
  void multiply_by_index(VectorRef v, double a1, double a2, double a3) const;
  void note_movement();
  void note_marks();
  OrderDecision next_order();
  void shift_differences();

  double below() override;
  double above() override;
  double without_reduction() override;
  bool is_driven_by_state() override;

  const BimOptions options_;
  const BimProblem problem_;
  std::array<Matrices, kBimLevels> matrices_;
  BimState state_;

  int level_before_ = -1;           // of the attempt before
  int n_newton_ = 0, n_error_ = 0;  // consecutive failures
  int min_iterations_ = 1;
  bool extrapolates_by_movement_ = false;  // as the last accepted block suggests
  bool extrapolates_after_failure_ = false;
  bool is_at_rest_ = false;
  double error_ = 0, error_stiff_ = 0;
  bool error_is_stiff_ = false;

  bool has_small_data_ = false;  // smallest component of y and how it moves
  double small_value_ = 0, small_slope_ = 0, largest_slope_ = 0;

  double jacobian_size_ = 0, jacobian_size_before_ = 0;
  Vector direction_vector_, probe_, probe_at_jacobian_;

  Matrix Z_, work_;
  Vector tau_, tau_before_, tau_before2_;  // k-th differences h^k y^(k+1), of the last blocks
  Vector z2_, z3_, z_;
};

}  // namespace dts
