// The three stages of a step, their Newton iterations, and the care of the iteration matrix.
#include "integrators/mebdf.hpp"

#include "core/by_fours.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
// An iteration may stop after its first increment on the strength of the contraction last seen.
// But where it was seen with another matrix, an increment above the tolerance is too much to trust.
constexpr double kLargestUnmeasured = 1;

// Where f has a kink, iterates may jump from one side of it to the other and back.  Their
// increments alternate, each about rho times the last one, and sum up to 1 / (1 - rho) times the
// next.
constexpr double kAlternating = -0.5;  // the largest rho
constexpr int kMaxSummed = 3;          // series summed up in one iteration
}  // namespace

void Mebdf::weigh(ConstVectorRef y) {
  weigh_errors(y, h_next_);
  if (!index_weights_.has_higher_index()) return;
  const double bound = rules_.newton_factor * mebdf_stage_bound(history_.order());
  // Up to index 2 that saves four of ten evaluations of the wheelset and costs no digits; the
  // multipliers of index 3 would pay for it.
  weigh_increments(y, h_next_, std::sqrt(bound),
                   index_weights_.index() == 3 ? Remainder::bounded : Remainder::watched);
}

// -G(t, y, y') with y = y_n + x, y' = (x - psi) / (h beta) into defect_; f_ keeps f where there is
// one.
Mebdf::Outcome Mebdf::evaluate(double t, ConstVectorRef x, ConstVectorRef psi) {
  const double scale = 1 / h_beta();
  Evaluation evaluation;
  stage_ = y_ + x;
  if (model_.is_implicit()) {
    slope_ = scale * (x - psi);
    evaluation = model_.residual(t, stage_, slope_, defect_);
    defect_ = -defect_;
  } else {
    evaluation = model_.rhs(t, stage_, f_);
    if (has_mass_) {
      defect_ = f_;
      slope_ = x - psi;
      add_mass_times(-scale, slope_, defect_);
    } else {
      by_fours(x.size(), [&](auto few, Index k) {
        few.store(defect_.data() + k, few.load(f_.data() + k) - scale * (few.load(x.data() + k) -
                                                                         few.load(psi.data() + k)));
      });
    }
  }
  switch (evaluation) {
    case Evaluation::ok: return Outcome::ok;
    case Evaluation::stop: return Outcome::stop;
    default: return Outcome::not_finite;
  }
}

// x += delta_; the mean square of delta_ and its product with the increment before.
Mebdf::Increment Mebdf::apply_increment(VectorRef x) {
  Increment result;
  const double* weights = newton_weights().data();
  scaled_.swap(last_scaled_);
  by_fours(x.size(), [&](auto few, Index k) {
    const auto delta = few.load(delta_.data() + k);
    few.store(x.data() + k, few.load(x.data() + k) + delta);
    const auto scaled = (delta / few.load(weights + k)).eval();
    few.store(scaled_.data() + k, scaled);
    result.square += scaled.square().sum();
    result.along_last += (scaled * few.load(last_scaled_.data() + k)).sum();
  });
  result.square /= static_cast<double>(x.size());
  result.along_last /= static_cast<double>(x.size());
  return result;
}

// Finds x with G(t, y_n + x, (x - psi) / (h beta)) = 0, always with the present h beta, whatever
// that of the factored matrix.
Mebdf::Outcome Mebdf::solve_stage(double t, ConstVectorRef psi, const StageRule& rule,
                                  VectorRef x) {
  double& c = rule.contraction->value;
  double previous = 0;
  int n_summed = 0;
  for (int m = 1; m <= max_iterations_; ++m) {
    if (m > 1 || !rule.knows_first_defect) {
      const Outcome outcome = evaluate(t, x, psi);
      if (outcome != Outcome::ok) return outcome;
    }
    delta_.swap(defect_);
    solve(delta_.data());
    ++counts_.newton_iterations;
    const Increment increment = apply_increment(x);
    const double d = increment.square;
    if (!std::isfinite(d)) return Outcome::no_convergence;
    if (previous > 0 && n_summed < kMaxSummed) {
      const double rho = increment.along_last / previous;
      if (rho < kAlternating) {
        x += rho / (1 - rho) * delta_;
        ++n_summed;
        m = 1;
        previous = 0;
        continue;
      }
    }
    if (rule.updates_contraction && previous > 0) {
      c = std::max(0.9 * c, d / previous);
      rule.contraction->is_measured = true;
    }
    const bool may_stop = m > 1 || rule.contraction->is_measured || d <= kLargestUnmeasured;
    if (may_stop && d * std::min(1.0, 2 * c) < rule.bound) return iterate_further(t, psi, x);
    if (rule.updates_contraction && previous > 0 && d > previous) return Outcome::no_convergence;
    previous = d;
  }
  return Outcome::no_convergence;
}

// With increments that are mostly rounding it cannot be seen what is left beside it.
Mebdf::Outcome Mebdf::iterate_further(double t, ConstVectorRef psi, VectorRef x) {
  for (int k = further_iterations(t, 1, 0); k > 0; --k) {
    const Outcome outcome = evaluate(t, x, psi);
    if (outcome != Outcome::ok) return outcome;
    ++counts_.newton_iterations;
    delta_.swap(defect_);
    solve(delta_.data());
    x += delta_;
  }
  return Outcome::ok;
}

void Mebdf::keep_signs_after(VectorRef x) const {
  for (Index i = 0; i < x.size(); ++i)
    if (loses_sign(i, y_[i] + x[i], weights_[i])) x[i] = 0;
}

void Mebdf::predict() {
  if (has_look_ahead_)
    prediction_ = look_ahead_;
  else
    history_.predict(prediction_);
  weigh(y_);
  keep_signs_after(prediction_);
  history_.combine(formula().a, psi1_);
}

// BDF_k at t + h.  When an old matrix does not serve, it is made anew here, with the same step.
Mebdf::Outcome Mebdf::first_stage() {
  jacobian_is_new_ = false;
  Outcome outcome = evaluate(t1_, prediction_, psi1_);
  if (outcome != Outcome::ok) return outcome;
  first_defect_ = defect_;
  first_f_ = f_;
  if (matrix_is_due()) {
    outcome = renew_matrix(jacobian_age_ > max_jacobian_age_);
    if (outcome != Outcome::ok) return outcome;
  }
  const int k = history_.order();
  const StageRule rule{rules_.newton_factor * mebdf_stage_bound(k), &contraction1_, true, true};
  for (;;) {
    x1_ = prediction_;
    defect_ = first_defect_;
    outcome = solve_stage(t1_, psi1_, rule, x1_);
    if (outcome == Outcome::ok || outcome == Outcome::stop || jacobian_is_new_) return outcome;
    // The remedies in the order of their price: fresh factors, fresh Jacobian, smaller step.
    const bool is_stale = h_beta() != h_beta_factored_;
    ++counts_.newton_failures;
    outcome = renew_matrix(!is_stale);
    if (outcome != Outcome::ok) return outcome;
  }
}

// BDF_k at t + 2h, from the first stage on.
Mebdf::Outcome Mebdf::second_stage() {
  const int k = history_.order();
  next_.predict(x2_);
  x2_ += x1_;
  keep_signs_after(x2_);
  next_.combine(formula().a, psi2_);
  psi2_ += x1_;
  const StageRule rule{rules_.newton_factor * mebdf_stage_bound(k), &contraction2_, true, false};
  return solve_stage(t2_, psi2_, rule, x2_);
}

// The corrector at t + h.  h f at the stages is (x - psi) / beta: f itself is never needed.
Mebdf::Outcome Mebdf::third_stage() {
  const int k = history_.order();
  const MebdfFormula& m = formula();
  history_.combine(m.ahat, psi3_);
  psi3_ += (m.bhat1 / m.beta - 1) * (x1_ - psi1_) + (m.bhat2 / m.beta) * (x2_ - psi2_);
  x_new_ = x1_;
  const StageRule rule{rules_.newton_factor * mebdf_corrector_bound(k), &contraction1_, false,
                       false};
  const Outcome outcome = solve_stage(t1_, psi3_, rule, x_new_);
  return outcome == Outcome::no_convergence ? Outcome::corrector : outcome;
}

// An old Jacobian has constraints that have turned since, along which it lets rounding in.
bool Mebdf::matrix_is_due() const {
  constexpr int kOldNearRounding = 4;
  if (may_see_rounding() && matrix_age_ >= kOldNearRounding) return true;
  return h_beta_factored_ == 0 || std::abs(h_beta() / h_beta_factored_ - 1) > ratio_limit_;
}

// dG/dy + dG/dy' / (h beta) at the prediction.
Mebdf::Outcome Mebdf::renew_matrix(bool with_jacobian) {
  const double c = 1 / h_beta();
  h_beta_factored_ = 0;
  if (with_jacobian || !has_jacobian_ || model_.is_implicit()) {
    has_jacobian_ = false;
    slope_ = (prediction_ - psi1_) / h_beta();
    stage_ = y_ + prediction_;
    Evaluation evaluation;
    if (model_.is_implicit()) {
      delta_ = -first_defect_;
      evaluation = jacobian_.residual_jacobian(t1_, stage_, slope_, delta_, c, h_next_);
    } else {
      evaluation = jacobian_.jacobian(t1_, stage_, first_f_, slope_, h_next_);
    }
    if (evaluation == Evaluation::stop) return Outcome::stop;
    if (evaluation != Evaluation::ok) return Outcome::not_finite;
    has_jacobian_ = jacobian_is_new_ = true;
    jacobian_age_ = 0;
  }
  const bool is_regular = model_.is_implicit() ? factor_combined(c) : factor(c);
  if (!is_regular) return Outcome::singular;
  h_beta_factored_ = h_beta();
  if (index_weights_.has_higher_index()) weigh(y_);
  matrix_age_ = 0;
  contraction1_.is_measured = contraction2_.is_measured = false;
  return Outcome::ok;
}

}  // namespace dts
