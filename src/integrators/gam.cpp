#include "integrators/gam.hpp"

#include "core/by_fours.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dts {

namespace {

constexpr double kLargestError = 0.8;
// Sweeps where rounding hides what is left: at least so many, until the corrections are but a part
// of Newton's tolerance or do not fall any more; and how many have the mean taken of them.
constexpr int kFurtherSweeps = 4, kMaxFurtherSweeps = 12, kSweepsInMean = 8;
constexpr double kNothing = 0.01, kStagnation = 0.9;
// Where rounding is carried on, blocks of order 9 leave ten times as much of it along the
// constraints as those of order 7, and their defects do not show it.
constexpr int kHighestOrderNearRounding = 7;

// Safety factors, inside the root: of the present, the next higher and the next lower order, and
// after a failed error test.  From the authors' code.
constexpr double kSafetySame = 18, kSafetyUp = 40, kSafetyDown = 20, kSafetyRejected = 15;

// h may be multiplied by at least 1/10 and at most 1/0.12.
double divisor(double safety, double error, int order) {
  return std::clamp(std::pow(safety * error, 1.0 / order), 0.12, 10.0);
}

// A solution with a component near zero at rest may start to move at any time.
constexpr double kSmallValue = 0.1, kSmallSlope = 1e-5, kSmallTolerance = 1e-2;

// h is left as it is, and the factors with it, if it would change by less than this.
constexpr double kKeepLow = 0.9, kKeepHigh = 1.1;

int level_of(int order) { return std::clamp((order - 1) / 2, 1, kGamLevels) - 1; }

}  // namespace

Gam::Gam(Model& model, Tolerances tolerances, StepLimits limits, GamOptions options)
    : BlockStepper(model, std::move(tolerances), options.calibration, limits,
                   {level_of(options.min_order), level_of(options.max_order),
                    kGam[level_of(options.max_order)]->block},
                   options.follows_small_values),
      options_(options),
      rejected_(model.size(), block_of(levels_.max)),
      F_old_(model.size(), block_of(levels_.max) + 1),
      change_(model.size(), block_of(levels_.max)),
      defects_(model.size(), block_of(levels_.max)),
      mean_Y_(index_weights_.index() == 3 ? model.size() : 0, block_of(levels_.max)),
      mean_F_(mean_Y_.rows(), mean_Y_.cols()),
      r_(Vector::Zero(model.size())),
      d_(Vector::Zero(model.size())) {
  rejected_.nodes() = dense_.nodes();
  index_weights_.set_drift_noise(IndexWeights::kDriftNoiseOfDampedBlocks);
}

void Gam::reset() {
  predictor_ = Predictor::constant;
  jacobian_wanted_ = true;
  n_newton_ = n_error_ = n_newton_here_ = 0;
  theta_ = error_ = 0;
  is_settled_ = is_settling_ = settles_ = false;
  level_factored_ = -1;
}

bool Gam::wants_factors() {
  const bool wanted = evaluated_now_ || level_ != level_factored_ || h_ != h_factored_;
  level_factored_ = level_;
  return wanted;
}

void Gam::begin_block() {
  h_factored_ = h_;  // also after a singular matrix has shortened it
}

bool Gam::predict() {
  const DensePolynomial& source = predictor_ == Predictor::accepted ? dense_ : rejected_;
  const double reach = block() * h_, length = std::abs(source.end() - source.begin());
  // A rejected block began where this one does: it is interpolated, however long this one is.
  const bool is_far =
      predictor_ == Predictor::accepted && reach > options_.max_extrapolation * length;
  if (predictor_ == Predictor::constant || is_far) {
    predict_constant();
  } else {
    // The highest differences are mostly noise so far from the nodes, the more so if the order,
    // and with it the smoothness that was relied upon, has just been lowered.
    extrapolate(source, source.degree() - (block() < source.degree() ? 4 : 2));
  }
  return evaluate_nodes();
}

bool Gam::has_small_component() const {
  Index j = 0;
  const double smallest = y_.cwiseAbs().minCoeff(&j);
  return smallest < kSmallValue && std::abs(f_[j]) < kSmallSlope;
}

double Gam::newton_tolerance() const {
  const GamControl& control = level().control;
  const double rounding = kEpsilon / rtol_min_;
  double kappa = has_mass_ ? control.newton_tolerance_mass : control.newton_tolerance;
  if (options_.newton_tolerance[level_] > 0) kappa = options_.newton_tolerance[level_];
  kappa = std::max(kappa, rounding);
  return has_small_component() ? std::min(kappa, std::max(kSmallTolerance, rounding)) : kappa;
}

// The Newton matrix of the block with B replaced by the lower triangular L of constant diagonal:
// one factorisation, and one solve per node in each sweep.
bool Gam::iterate() {
  const double kappa = newton_tolerance();
  const double tau = has_mass_ ? level().control.divergence_mass : level().control.divergence;
  double largest = kappa + 1, rate = 1;
  for (int sweeps = 0; sweeps <= options_.max_newton[level_];) {
    const double previous = largest, rate_old = rate;
    ++counts_.newton_iterations;
    const Sweep outcome = sweep(sweeps, previous, largest);
    if (outcome != Sweep::done)
      return outcome == Sweep::diverged && is_rounding(largest, newton_weights());
    rate = largest / previous;
    ++sweeps;
    if (largest == 0)
      theta_ = 0;
    else if (sweeps <= 2)
      theta_ = options_.reuse_after_two_sweeps ? 0 : tau / 2;
    else
      theta_ = sweeps == 3 ? rate : std::sqrt(rate * rate_old);
    if (is_converged(largest, kappa)) return sweep_on(largest, kNothing * kappa);
    if (sweeps > 2 && theta_ >= tau) break;
  }
  return largest <= kappa || is_rounding(largest, newton_weights());
}

// Near rounding the sweeps go on until they have nothing more to find, and then, if nothing else is
// wrong with the block, take the mean of some: what rounding leaves is another one after each.
bool Gam::sweep_on(double largest, double goal) {
  const int least = further_iterations(node(block()), kFurtherSweeps);
  double rate = 0;
  for (int done = 0; done < kMaxFurtherSweeps; ++done) {
    const bool goes_on = may_see_rounding() && largest > goal && rate <= kStagnation;
    if (done >= least && (least == 0 || !goes_on)) break;
    const double before = largest;
    if (!sweep_again(largest)) return false;
    rate = largest / before;
  }
  const bool is_noise = may_see_rounding() && rate > kStagnation;
  return !is_noise || !index_weights_.has_begun_refined() || take_mean_of_sweeps();
}

bool Gam::sweep_again(double& largest) {
  ++counts_.newton_iterations;
  return sweep(0, largest, largest) == Sweep::done;
}

bool Gam::take_mean_of_sweeps() {
  const int s = block();
  double largest = 0;
  mean_Y_.leftCols(s) = Y_.middleCols(1, s);
  mean_F_.leftCols(s) = F_.middleCols(1, s);
  for (int k = 2; k <= kSweepsInMean; ++k) {
    if (!sweep_again(largest)) return false;
    mean_Y_.leftCols(s) += (Y_.middleCols(1, s) - mean_Y_.leftCols(s)) / k;
    mean_F_.leftCols(s) += (F_.middleCols(1, s) - mean_F_.leftCols(s)) / k;
  }
  Y_.middleCols(1, s) = mean_Y_.leftCols(s);
  F_.middleCols(1, s) = mean_F_.leftCols(s);
  // Of the mean it is to rounding only, too little for the Jacobian by differences at the next
  // block.
  return evaluate(node(s), Y_.col(s), F_.col(s));
}

// Gauss-Seidel over the nodes; `largest` becomes the largest correction in the weighted norm.
Gam::Sweep Gam::sweep(int number, double previous, double& largest) {
  const double tau = has_mass_ ? level().control.divergence_mass : level().control.divergence;
  const int s = block();
  // The splitting is not normal: the correction of algebraic variables may grow from the first
  // sweep to the second, however small h is, and the iteration converge all the same.
  const int first_judged = has_mass_ ? 2 : 1;
  F_old_.leftCols(s + 1) = F_.leftCols(s + 1);
  largest = 0;
  for (int i = 1; i <= s; ++i) {
    row_residual(i);
    solve_scaled(r_);
    const double correction = rms_norm(r_, newton_weights());
    if (!std::isfinite(correction)) return Sweep::not_finite;
    largest = std::max(largest, correction);
    if (number >= first_judged && largest > tau * previous) return Sweep::diverged;
    Y_.col(i) -= r_;
    if (!evaluate(node(i), Y_.col(i), F_.col(i))) return Sweep::not_finite;
    if (i < s) change_.col(i - 1) = F_.col(i) - F_old_.col(i);
  }
  return Sweep::done;
}

// r = M (Y_i - Y_{i-1}) - h (sum beta_ij F_old_j + sum_{l<i} L_il (F_l - F_old_l))
void Gam::row_residual(int i) {
  const GamLevel& m = level();
  const int first = gam_window(m.formulas, m.block, i);
  const int lower = std::min(i - 1, m.lower_band);
  const double h = signed_h();
  const Index n = Y_.rows();
  by_fours(n, [&](auto few, Index row) {
    auto f = combination(few, F_old_.data() + first * n + row, n, &m.beta[i - 1][first],
                         m.formulas.nodes);
    if (lower > 0)
      f += combination(few, change_.data() + (i - 1 - lower) * n + row, n,
                       &m.lower[i - 1][i - 1 - lower], lower);
    const double* y = Y_.data() + i * n + row;
    const auto step = (few.load(y) - few.load(y - n)).eval();
    few.store(d_.data() + row, step);
    few.store(r_.data() + row, has_mass_ ? (-h * f).eval() : (step - h * f).eval());
  });
  if (has_mass_) add_mass_times(1.0, d_, r_);
}

void Gam::set_defects(const GamMatrix& d) {
  const int s = block();
  const Index n = F_.rows();
  by_fours(n, [&](auto few, Index row) {
    for (int i = 1; i <= s; ++i)
      few.store(defects_.data() + (i - 1) * n + row,
                signed_h() * combination(few, F_.data() + row, n, d[i - 1].data(), s + 1));
  });
}

// Solves (A - h gamma J) d = defect, A bidiagonal: the error that a defect of the block's
// equations causes in its solution.
Gam::Estimate Gam::deferred_correction() {
  Estimate largest;
  for (int i = 1; i <= block(); ++i) {
    r_ = defects_.col(i - 1);
    if (i > 1) add_mass_times(1.0, d_, r_);
    solve_scaled(r_);
    d_ = r_;
    const double size = norm(d_);
    if (!std::isfinite(size)) return {size, size};
    largest.all = std::max(largest.all, size);
    largest.plain = std::max(largest.plain, rms_norm(d_.head(n_index1_), weights_.head(n_index1_)));
  }
  return largest;
}

double Gam::error() {
  set_defects(level().defect);
  const double error_before = error_;
  estimate_ = deferred_correction();
  estimate_.all = with_drift(estimate_.all, d_);
  error_ = estimate_.all;
  worst_ = worst_component(d_, weights_);
  settles_ = error_ > kLargestError && overcomes_inconsistency(error_before);
  return error_;
}

bool Gam::is_acceptable(double error) const { return error <= kLargestError || settles_; }

// Algebraic variables that start off their manifold show an error that does not fall with h.  Each
// block damps it by |R(infinity)| < 1, so blocks are let pass as long as it falls from one to the
// next.
bool Gam::overcomes_inconsistency(double error_before) const {
  if (!has_mass_ || is_settled_) return false;
  return is_settling_ ? error_ < error_before : is_stagnant(error_);
}

void Gam::after_settling_block() {
  if (!is_settling_) tell_of_inconsistent_start();
  is_settling_ = true;
  predictor_ = Predictor::constant;
  jacobian_wanted_ = true;
}

// Second differences of the scaled defects of this order are those of the next.
Gam::Estimate Gam::error_up() {
  const GamLevel& m = level();
  const int s = m.block;
  for (int i = 1; i <= s; ++i) defects_.col(i - 1) /= m.error[i - 1];
  F_old_.leftCols(s) = defects_.leftCols(s);
  for (int i = 1; i <= s; ++i) {
    const int c = std::min(std::max(i, 2), s - 1) - 1;
    defects_.col(i - 1) =
        m.error_up[i - 1] * (2 * F_old_.col(c) - F_old_.col(c - 1) - F_old_.col(c + 1));
  }
  return deferred_correction();
}

Gam::Estimate Gam::error_down() {
  set_defects(level().defect_down);
  return deferred_correction();
}

void Gam::after_newton_failure() {
  worst_ = worst_component(r_, weights_);
  ++n_newton_;
  ++n_newton_here_;
  h_ /= 2;
  if (n_newton_here_ > 1) predictor_ = Predictor::constant;
  jacobian_wanted_ = n_newton_ == 1 && !jacobian_is_new_;
}

void Gam::after_error_failure() {
  ++n_error_;
  fit_polynomial(rejected_);
  predictor_ = Predictor::rejected;
  jacobian_wanted_ = n_error_ == 1 && theta_ > options_.fresh_jacobian_rate && !jacobian_is_new_;
  h_ /= divisor(kSafetyRejected, error_, level().order);
}

Gam::Candidate Gam::candidate(int level, double safety, double error) const {
  const double r = divisor(safety, error, kGam[level]->order);
  return {level, r, kGam[level]->block / (kGam[level]->control.cost * r)};
}

// The defects of another order are no guide for the variables of higher index: those of the
// constraints are noise, and the multiplier of the block before sits at one end of this one.  So
// the error in them is taken to change with the order as that of the others does.
double Gam::error_of_other_order(const Estimate& other) const {
  return index_weights_.has_higher_index() ? estimate_.all * other.plain / estimate_.plain
                                           : other.all;
}

int Gam::highest_level() {
  if (!carries_rounding()) return levels_.max;
  return std::clamp(level_of(kHighestOrderNearRounding), levels_.min, levels_.max);
}

Gam::Candidate Gam::best_candidate() {
  const int highest = highest_level();
  if (level_ > highest)
    return candidate(level_ - 1, kSafetyDown, error_of_other_order(error_down()));
  Candidate best = candidate(level_, kSafetySame, error_);
  if (level_ < highest) {
    const Candidate up = candidate(level_ + 1, kSafetyUp, error_of_other_order(error_up()));
    if (up.merit > best.merit) best = up;
  }
  if (level_ > levels_.min) {
    const Candidate down = candidate(level_ - 1, kSafetyDown, error_of_other_order(error_down()));
    if (down.merit > best.merit) best = down;
  }
  return best;
}

void Gam::after_acceptance() {
  if (settles_) return after_settling_block();
  is_settled_ = true;
  const Candidate next = best_candidate();
  const double h_old = h_;
  h_ = h_old / next.divisor;
  jacobian_wanted_ = theta_ > options_.fresh_jacobian_rate;
  // What a block leaves in the variables of higher index is damped slowly.  Where it is rounding it
  // would make each block shorter than the last, and the next one noisier: only failures may.
  if (index_weights_.watches_drift() && next.level == level_) h_ = std::max(h_, h_old);
  if (next.level > level_ || n_newton_ > 0 || n_error_ > 0) h_ = std::min(h_, h_old);
  if (!jacobian_wanted_ && h_ >= kKeepLow * h_old && h_ <= kKeepHigh * h_old) h_ = h_old;
  h_ = std::min(h_, limits_.h_max);
  n_newton_here_ = 0;
  n_newton_ = std::max(n_newton_ - 1, 0);
  n_error_ = std::max(n_error_ - 1, 0);
  predictor_ = Predictor::accepted;
  change_level(next.level);
}

}  // namespace dts
