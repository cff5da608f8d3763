// The stage equations of a Radar step: starting values, simplified and full Newton iteration.
#include "delay/radar.hpp"
#include "integrators/radau_tableau.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

using Tableau = RadauTableau;

constexpr double kLeftLimit = 10 * kUnitRoundoff;  // how far left of a jump f is evaluated
constexpr double kNegligible = 0.01;               // of what the Newton iteration may leave
// An argument is advanced if it exceeds t by more than this share of the step: where a delay
// vanishes, numerical errors make it exceed t a little.
constexpr double kAdvancedShare = 0.1;

}  // namespace

void Radar::predict_stages() {
  if (is_first_ || !options_.radau.extrapolate)
    stages_.set_zero();
  else
    stages_.extrapolate(dense_, h_, h_last_);
}

// F_i = f(t_i, y_n + z_i, Z_i).  Arguments inside the step are read from the polynomial of the
// stages as they are now, once one was seen there.
Evaluation Radar::evaluate_stages() {
  if (lookup_.is_inside()) {
    stage_ = y_ + stages_.z().col(2);
    stages_.store(stage_, t_, end_time(), h_, present_, !is_first_);
    lookup_.set_present(&present_);
  }
  if (lookup_.ending() != LagLookup::Ending::open) {
    stage_ = y_ + stages_.z().col(1);
    const Evaluation outcome = delays_.arguments(t_ + Tableau::c[1] * h_, stage_, before_);
    if (outcome != Evaluation::ok) return outcome;
    lookup_.set_before(before_);
  }
  for (int i = 0; i < Tableau::kStages; ++i) {
    const Evaluation outcome = evaluate_stage(i);
    if (outcome != Evaluation::ok) return outcome;
    stage_arguments_[i] = delays_.last_arguments();
  }
  return Evaluation::ok;
}

Evaluation Radar::evaluate_stage(int i) {
  const bool is_last = i + 1 == Tableau::kStages;
  double t = is_last ? end_time() : t_ + Tableau::c[i] * h_;
  stage_ = y_ + stages_.z().col(i);
  if (is_last && ends_at_target_ && !trial_) {
    // f may jump in time at a prescribed point: the step belongs to its left.
    t -= kLeftLimit * std::max(std::abs(t), h_);
    stage_ = (1 - kLeftLimit) * stage_ + kLeftLimit * (y_ + stages_.z().col(1));
  }
  return model_.rhs(t, stage_, stages_.f().col(i));
}

bool Radar::prepare_factors() {
  if (factored_h_ == h_ && !lag_jacobian_.shares_changed()) return true;
  factored_h_ = 0;
  lag_jacobian_.combine(jacobian_.matrix(), combined_);
  ++counts_.factorisations;
  if (!matrix_->factor(Tableau::gamma / h_, model_.mass(), combined_)) return false;
  if (!stages_.factor_complex(h_, combined_)) return false;
  factored_h_ = h_;
  return true;
}

// The stages have been evaluated once, for the delayed arguments.
NewtonMonitor::Verdict Radar::iterate() {
  newton_.begin(std::abs(options_.radau.jacobian_rate));
  Verdict verdict = Verdict::go_on;
  double d = kInfinity;
  for (;;) {
    ++counts_.newton_iterations;
    ++counts_.solves;  // the real and the complex system together
    const double d_old = d;
    d = stages_.find_increment(h_, newton_weights()).increment;
    verdict = newton_.judge(d);
    // Where f jumps in y the increments do not shrink; but if they are too small to matter, that
    // does not matter either.
    if (std::max(d, d_old) <= kNegligible * kappa_) verdict = Verdict::converged;
    if (verdict == Verdict::diverged || verdict == Verdict::slow) break;
    stages_.apply_increment();
    if (verdict == Verdict::converged) break;
    stage_outcome_ = evaluate_stages();
    if (stage_outcome_ != Evaluation::ok) {
      verdict = Verdict::diverged;
      break;
    }
  }
  iterations_ = newton_.iterations();
  theta_ = newton_.theta();
  return verdict;
}

NewtonMonitor::Verdict Radar::iterate_fully() {
  ++n_full_newton_;
  ++counts_.factorisations;
  if (!full_newton_.factor(h_, jacobian_.matrix(), lag_jacobian_, is_first_))
    return Verdict::diverged;
  predict_stages();
  lookup_.forget_present();
  full_monitor_.begin(std::abs(options_.radau.jacobian_rate));
  Verdict verdict = Verdict::go_on;
  while (verdict == Verdict::go_on) {
    stage_outcome_ = evaluate_stages();
    if (stage_outcome_ != Evaluation::ok) return Verdict::diverged;
    ++counts_.newton_iterations;
    ++counts_.solves;
    const Matrix& dz = full_newton_.increment(h_, stages_.z(), stages_.f());
    verdict = full_monitor_.judge(stages_norm(dz));
    if (verdict == Verdict::diverged || verdict == Verdict::slow) return verdict;
    stages_.apply_increment(dz);
  }
  iterations_ = full_monitor_.iterations();
  theta_ = full_monitor_.theta();
  return verdict;
}

double Radar::stages_norm(const Matrix& v) const {
  double sum = 0;
  for (Index i = 0; i < v.cols(); ++i)
    sum += (v.col(i).array() / newton_weights().array()).square().sum();
  return std::sqrt(sum / static_cast<double>(v.size()));
}

bool Radar::is_advanced() const {
  if (!lookup_.is_inside()) return false;
  for (int i = 0; i < Tableau::kStages; ++i) {
    const double t = t_ + Tableau::c[i] * h_;
    const double limit = t + kAdvancedShare * h_ + 100 * kUnitRoundoff * std::abs(t);
    if ((stage_arguments_[i].array() > limit).any()) return true;  // NaN: not in use
  }
  return false;
}

}  // namespace dts
