// radar5: the 3-stage Radau IIA method for stiff delay differential(-algebraic) equations
//   M y' = f(t, y, y(alpha_1), ..., y(alpha_m)),  alpha_k = alpha_k(t, y) <= t,
// with steps longer than the delays, and breaking points found and computed where they matter.
// Guglielmi, Hairer (2001), Computing 67, 1-12; (2008), Adv. Comput. Math. 29, 229-247.
#pragma once

#include "core/delay_model.hpp"
#include "delay/breaking_points.hpp"
#include "delay/full_newton.hpp"
#include "delay/history.hpp"
#include "delay/lag_jacobian.hpp"
#include "delay/lag_lookup.hpp"
#include "integrators/radau.hpp"

#include <array>
#include <optional>
#include <vector>

namespace dts {

// What the error test looks at: the solution at the ends of the steps, or also in between, where
// delayed arguments will fall.
enum class ErrorControl {
  discrete,  // sigma, at the grid points
  mixed,     // (sigma + eta^(4/3)) / 2, eta the error of the continuous solution
  mixed_h,   // (sigma + h eta) / 2, eta damped and filtered
  dense      // h eta
};

struct RadarOptions {
  RadauOptions radau;
  ErrorControl control = ErrorControl::mixed;
  double error_weight = 0;  // of the filtered estimate in mixed_h and dense
  bool full_newton = true;
  bool find_points = true;     // search for breaking points
  double search_factor = 5;    // growth of the error that gives rise to a search
  bool stop_at_end = true;     // where the solution ends or forks; else go on to the right
  std::vector<double> grid;    // prescribed points
  std::vector<double> delays;  // constant ones, known in advance
  Index max_history = 0;       // steps kept; 0: all
};

// How the solution of a delay equation ended before t_end.
struct Termination {
  double t;
  Status status;
  int lag;
  double parent;
};

class Radar : public ImplicitStepper {
 public:
  Radar(DelayModel& model, const Tolerances& tolerances, StepLimits limits,
        RadarOptions options = {});

  // The first start begins the history.  Later ones, at the end of the history or inside its last
  // step, continue it: there the solution may have a kink or, if y differs from it, a jump.
  Status start(double t, ConstVectorRef y, const Vector* yp, double t_end) override;
  Attempt attempt(double t_limit) override;
  const DensePolynomial& dense() const override { return dense_; }
  int order() const override { return 5; }

  const BreakingPoints& points() const { return points_; }
  const std::optional<Termination>& termination() const { return termination_; }
  Count n_full_newton() const { return n_full_newton_; }
  const History& history() const { return history_; }

 private:
  using Verdict = NewtonMonitor::Verdict;
  using Kind = BreakingPoint::Kind;

  // A breaking point that the present attempt tries to end in.
  struct Trial {
    int lag, point;
    int sweeps = 0;
  };

  // radar.cpp: the way of one attempt
  Status begin_history(double t, ConstVectorRef y, const Vector* yp);
  Status continue_history(double t, ConstVectorRef y);
  void choose_step(double t_limit);
  void find_target(double t_limit);
  void set_ending();
  bool has_jumps() const;
  Evaluation prepare_rhs();
  Evaluation prepare_jacobian();
  Evaluation prepare_lag_jacobian();
  Attempt after_newton();
  Attempt accept(double error);
  void commit(double t_new, double error, bool restarts);
  void settle_order_of_start();
  void count_rejection(double error);
  Attempt reject(double error);
  Attempt retry(double factor, Status reason);
  Attempt shrink(Verdict verdict);
  Attempt retry_after_singular();
  Attempt newton_failed(Verdict verdict);
  double safety() const;
  double end_time() const { return ends_at_target_ ? target_ : t_ + h_; }
  Attempt fail_evaluation(Evaluation outcome);

  // radar_newton.cpp: the stage equations
  void predict_stages();
  Evaluation evaluate_stages();
  Evaluation evaluate_stage(int i);
  bool prepare_factors();
  Verdict iterate();
  Verdict iterate_fully();
  bool is_advanced() const;
  double stages_norm(const Matrix& v) const;

  // radar_error.cpp
  double estimate_error();
  double discrete_error();
  double first_step_error(double sigma);
  double continuous_error(double sigma);
  void combine_stages(const std::array<double, 3>& c, Vector& v) const;
  void filter(const Vector& v, Vector& filtered);
  double norm(ConstVectorRef v) const;

  // radar_points.cpp: breaking points
  bool may_search() const;
  bool search(bool smooth_ones_too);
  double crossing(int lag, double zeta, double d0, double d1, double span);
  enum class Correction { found, moved, lost };
  Correction correct_trial();
  void withdraw_trial();
  double argument_on(const DensePolynomial& u, int lag, double t);
  bool lands_on_point();
  std::optional<double> crossing_of_held_side() const;
  static int delays_in_use(const Vector& arguments);
  bool end_at_switch();
  double find_switch();

  // radar_restart.cpp: what happens at a restart point
  Status restart(Kind kind, int order, bool has_jumped);
  std::vector<Hit> find_hits(Kind kind, const Vector& alpha) const;
  Status resolve_hits(std::vector<Hit> hits, double h);
  bool probe(double eps, double& alpha, int lag, Vector& y_end);
  bool probe_explicitly(double eps, Vector& y_end);
  bool probe_implicitly(double eps, Vector& y_end);
  void place_algebraic(ConstVectorRef y_end);
  bool is_algebraic(Index component) const;
  bool is_singular() const { return has_mass_ && !mass_solver_; }
  void begin_first_step();

  const RadarOptions options_;
  DelayModel& delays_;
  const double kappa_;  // where Newton's iteration stops, in units of the tolerances
  NewtonMonitor newton_, full_monitor_;
  PredictiveController controller_;
  RadauStages stages_;
  DensePolynomial dense_, present_;  // of the last step, and of the one being tried
  History history_;
  BreakingPoints points_;
  LagLookup lookup_;
  LagJacobian lag_jacobian_;
  FullNewton full_newton_;
  StructuredMatrix combined_;  // J_y + sum_k share_k J_zk
  std::vector<FixedPoint> fixed_;
  std::size_t next_fixed_ = 0;

  double h_ = 0, factored_h_ = 0;  // factored_h_ = 0: no factors of the present J
  double target_ = 0;
  bool target_is_limit_ = false;  // the driver's, not one of our own
  bool ends_at_target_ = false;
  bool chooses_step_ = true;  // a new step, not the repetition of a lost one
  bool keep_step_ = false;
  bool is_first_ = true;       // no step accepted since the last restart point
  bool has_accepted_ = false;  // any step at all
  bool was_rejected_ = false;
  bool needs_jacobian_ = true, jacobian_is_fresh_ = false, rhs_is_current_ = false;
  bool algebraic_is_placed_ = false;  // right of a restart point, by a probe
  bool is_smooth_start_ = false;      // the first step after a restart point shows no layer
  bool was_full_ = false;             // the present stages come from the full Newton iteration
  int n_singular_ = 0, n_refused_ = 0, n_advanced_ = 0;
  int iterations_ = 0;  // of the last Newton iteration, and its rate
  double theta_ = 0;
  Count n_full_newton_ = 0;

  std::optional<Trial> trial_;
  bool has_withdrawn_ = false;    // a trial from this t
  bool newton_searched_ = false;  // a Newton failure from this t has led to a search
  std::optional<Termination> termination_;

  Evaluation stage_outcome_ = Evaluation::ok;
  Status trouble_ = Status::step_too_small;
  Index worst_ = -1;
  LagJacobian::Stages stage_arguments_;
  Vector arguments_, arguments_at_t_, before_;  // alpha: anywhere, at t, at the second stage
  bool start_has_jump_ = false;                 // g(t0) differs from y(t0)
  Vector f_, f_new_, yp_, y_new_, stage_, error_, scale_, work_, probe_y_;
};

}  // namespace dts
