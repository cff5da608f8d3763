#include "integrators/bim.hpp"

#include "core/by_fours.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dts {

namespace {

constexpr int kMaxNewtonFailures = 10;  // consecutive
constexpr double kDivergence = 0.99;
constexpr int kFurtherIterations = 3;  // where rounding hides what is left
constexpr double kSafetyRejected = 0.1;
constexpr Index kSmallestProbed = 6;         // from this size on a probe is cheaper than a Jacobian
constexpr double kFewIterationsRate = 1e-3;  // stands for a rate that one iteration cannot show

int level_of(int order) {
  const int even = std::clamp(order - order % 2, 4, 12);
  return (even - 4) / 2;
}

// sum_j c_j v_j
template <class Values, std::size_t size>
Values combination(const std::array<Values, size>& v, const double* c, int count) {
  Values sum = c[0] * v[0];
  for (int j = 1; j < count; ++j) sum += c[j] * v[j];
  return sum;
}

// A fixed direction with entries between 0.5 and 1 in modulus, without any regularity that the
// equations might share: iterates of the logistic map.
Vector make_direction(Index n) {
  Vector v(n);
  double x = 0.3141592654;
  for (Index i = 0; i < n; ++i) {
    x = 4 * x * (1 - x);
    v[i] = x < 0.5 ? x + 0.5 : x;
  }
  return v / v.maxCoeff();
}

}  // namespace

Bim::Bim(Model& model, Tolerances tolerances, StepLimits limits, BimOptions options)
    : BlockStepper(model, std::move(tolerances), options.calibration, limits,
                   {level_of(options.min_order), level_of(options.max_order),
                    kBim[level_of(options.max_order)]->block},
                   options.follows_small_values),
      options_(options),
      problem_(describe_problem()),
      direction_vector_(make_direction(model.size())),
      probe_(Vector::Zero(model.size())),
      probe_at_jacobian_(Vector::Zero(model.size())) {
  index_weights_.set_drift_noise(IndexWeights::kDriftNoiseOfBlocks);
  const Index n = model.size(), k_max = block_of(levels_.max);
  for (Matrix* m : {&Z_, &work_}) m->setZero(n, k_max);
  for (Vector* v : {&tau_, &tau_before_, &tau_before2_, &z2_, &z3_, &z_}) v->setZero(n);
  for (int l = levels_.min; l <= levels_.max; ++l) {
    const BimLevel& level = *kBim[l];
    const int k = level.block;
    Matrices& m = matrices_[l];
    m.blend_y.setIdentity(k, k);
    m.blend_f.setZero(k + 1, k);
    m.second_y.setZero(k, k);
    m.second_f.setZero(k);
    m.psi = Eigen::Map<const Vector>(level.psi.data(), k + 1);
    for (int i = 0; i < k; ++i) {
      m.second_f[i] = level.gamma * level.inverse[i][0];
      for (int j = 0; j < k; ++j) m.second_y(j, i) = level.gamma * level.inverse[i][j + 1];
      for (int j = 0; j <= k; ++j) m.blend_f(j, i) = level.weights[i][j];
      m.blend_f(0, i) -= m.second_f[i];
      m.blend_f(i + 1, i) -= level.gamma;
    }
    m.blend_y -= m.second_y;
  }
}

BimProblem Bim::describe_problem() const {
  BimProblem p;
  p.n = model_.size();
  p.has_mass = has_mass_;
  p.index = n_index1_ == p.n ? 1 : n_index1_ + n_index2_ == p.n ? 2 : 3;
  p.rtol = rtol_min_;
  p.min_level = levels_.min;
  p.max_level = levels_.max;
  p.safety = options_.safety;
  p.safety_up = options_.safety_up;
  p.safety_down = options_.safety_down;
  p.max_factor = options_.max_factor;
  const double n = static_cast<double>(p.n);
  const Structure& structure = model_.jacobian_structure();
  p.solve_cost = 2 * n * n;
  p.factor_cost = 2 * n * n * n / 3;
  if (structure.storage == Storage::banded) {
    const double lower = static_cast<double>(structure.lower);
    const double upper = static_cast<double>(structure.upper);
    p.solve_cost = 2 * n * (lower + upper);
    p.factor_cost = 2 * n * lower * upper;
  } else if (structure.storage == Storage::sparse) {
    // As if the nonzeros of a column, without fill-in, were a band.
    double nonzeros = 0;
    for (const auto& column : *structure.pattern) nonzeros += static_cast<double>(column.size());
    p.solve_cost = 2 * nonzeros;
    p.factor_cost = nonzeros * nonzeros / (2 * n);
  }
  return p;
}

void Bim::reset() {
  state_ = BimState{};
  level_before_ = -1;
  n_newton_ = n_error_ = 0;
  min_iterations_ = problem_.index;
  extrapolates_by_movement_ = extrapolates_after_failure_ = is_at_rest_ = false;
  has_small_data_ = false;
  error_ = error_stiff_ = 0;
  jacobian_size_ = jacobian_size_before_ = 0;
  probe_at_jacobian_.setZero();
}

void Bim::note_new_order() {
  state_.level = level_;
  state_.order_changed = level_ != level_before_;
  level_before_ = level_;
  if (!state_.order_changed) return;
  state_.rate_before = 0;
  state_.accepted_here = 0;
  state_.error_runs = 0;
  state_.error_failed = false;
  min_iterations_ = problem_.index;
}

// (f(t, y + delta v) - f(t, y)) / delta: has J changed since it was evaluated?
BimProbe Bim::probe_jacobian() {
  BimProbe probe;
  if (has_mass_ || problem_.n < kSmallestProbed || !(state_.accepted || state_.jacobian_wanted))
    return probe;
  const double delta = 1e-3 * (1 + y_.lpNorm<Eigen::Infinity>());
  z_ = y_ + delta * direction_vector_;
  if (!evaluate(t_, z_, probe_)) {
    if (cause_ != Evaluation::stop) cause_ = Evaluation::ok;  // no step was spoiled
    return probe;
  }
  probe_ = (probe_ - f_) / delta;
  jacobian_size_before_ = jacobian_size_;
  jacobian_size_ = probe_.lpNorm<Eigen::Infinity>();
  probe.is_available = true;
  probe.change = (probe_ - probe_at_jacobian_).lpNorm<Eigen::Infinity>();
  probe.size_before = jacobian_size_before_;
  return probe;
}

bool Bim::wants_jacobian() {
  note_new_order();
  const BimProbe probe = probe_jacobian();
  const JacobianDecision decision = need_jacobian(state_, problem_, probe);
  state_.is_linear = decision.is_linear;
  state_.jacobian_is_fresh = decision.is_needed || !state_.accepted;
  if (decision.is_needed && probe.is_available) {
    probe_at_jacobian_ = probe_;
    jacobian_size_before_ = jacobian_size_;
  }
  return decision.is_needed;
}

bool Bim::wants_factors() {
  if (evaluated_now_ && !has_mass_ && problem_.n < kSmallestProbed) {
    double largest = 0;
    for (Index i = 0; i < problem_.n; ++i) {
      double row = 0;
      for (Index j = 0; j < problem_.n; ++j) row += std::abs(jacobian_.matrix()(i, j));
      largest = std::max(largest, row);
    }
    jacobian_size_ = largest / static_cast<double>(problem_.n);
  }
  const bool wanted = need_factorisation(state_, problem_, h_, evaluated_now_);
  state_.renew_jacobian = state_.renew_factors = false;
  return wanted;
}

void Bim::begin_block() {
  if (state_.accepted) note_small_solution();
}

void Bim::note_small_solution() {
  Index j = 0;
  small_value_ = y_.head(n_index1_).cwiseAbs().minCoeff(&j);
  z_ = slope_.array().abs() * tolerances_.atol.array() / weights_.array();
  small_slope_ = z_[j];
  largest_slope_ = z_.head(n_index1_).maxCoeff();
  has_small_data_ = true;
}

double Bim::newton_tolerance() const {
  double eta = options_.newton_tolerance[level_];
  if (has_small_data_ && small_value_ < 1e-2 && small_slope_ < 0.1) {
    eta = std::min(eta, 0.1);
    if (small_slope_ < 1e-5 && largest_slope_ < 1e-2) eta = std::min(eta, options_.small_tolerance);
  }
  if (is_at_rest_) eta = std::min(eta, options_.rest_tolerance);
  return std::max(eta, kUnitRoundoff / rtol_min_);
}

bool Bim::predict() {
  if (state_.extrapolates && n_newton_ <= 1)
    extrapolate(dense_, dense_.degree());
  else
    predict_constant();
  return true;
}

bool Bim::iterate() {
  const double eta = newton_tolerance();
  const int max_newton = options_.max_newton[level_], index = problem_.index;
  int& it = state_.iterations;
  double& rate = state_.rate;
  double previous = 1, e = 0;
  it = 0;
  rate = 0;
  do {
    ++counts_.newton_iterations;
    bool is_finite = evaluate_nodes();
    if (is_finite) {
      correct();
      e = largest_correction(Z_.leftCols(block()));
      is_finite = std::isfinite(e);
    }
    if (!is_finite) {
      extrapolates_by_movement_ = extrapolates_after_failure_ = false;
      return false;
    }
    ++it;
    const double quotient = previous == 0 ? 0 : e / previous;
    rate = it <= 2 ? quotient : std::sqrt(rate * quotient);
    previous = e;
  } while (
      (!is_converged(e, eta) && it <= max_newton && (it <= index + 1 || rate <= kDivergence)) ||
      (has_mass_ && it < min_iterations_));
  if (!(e <= eta || is_rounding(e, newton_weights())) || !evaluate_nodes()) return false;
  for (int k = further_iterations(node(block()), kFurtherIterations); k > 0; --k) {
    ++counts_.newton_iterations;
    correct();
    if (!evaluate_nodes()) return false;
  }
  return true;
}

// The block in two equivalent forms, blended such that M - h gamma J is all that is factored.
// Written in the differences dY_j = Y_j - y_0, which are known better than the values.
void Bim::correct() {
  first_residual();
  solve_scaled(Z_.leftCols(block()));
  second_residual();
  solve_scaled(Z_.leftCols(block()));
  by_fours(Z_.rows() * block(), [&](auto few, Index k) {
    double* y = Y_.col(1).data() + k;
    few.store(y, few.load(y) - few.load(Z_.data() + k));
  });
}

// Z = M (dY blend_y) - h F blend_f
void Bim::first_residual() {
  const int k = block();
  const Matrices& m = matrices_[level_];
  const double h = signed_h();
  const Index n = Y_.rows();
  by_fours(n, [&](auto few, Index row) {
    using Values = typename decltype(few)::Values;
    std::array<Values, kBimMaxBlock> dY;
    load_differences(few, row, dY);
    for (int i = 0; i < k; ++i) {
      const Values y = combination(dY, m.blend_y.col(i).data(), k);
      const Values f = combination(few, F_.data() + row, n, m.blend_f.col(i).data(), k + 1);
      if (has_mass_) few.store(work_.data() + i * n + row, y);
      few.store(Z_.data() + i * n + row, has_mass_ ? Values(-h * f) : Values(y - h * f));
    }
  });
  if (has_mass_) add_mass_times(1.0, work_.leftCols(k), Z_.leftCols(k));
}

// Z <- M (Z + dY second_y) - h (gamma F + f_0 second_f)
void Bim::second_residual() {
  const int k = block();
  const Matrices& m = matrices_[level_];
  const double h = signed_h(), gamma = level().gamma;
  const Index n = Y_.rows();
  by_fours(n, [&](auto few, Index row) {
    using Values = typename decltype(few)::Values;
    std::array<Values, kBimMaxBlock> dY;
    load_differences(few, row, dY);
    const Values f0 = few.load(F_.data() + row);
    for (int i = 0; i < k; ++i) {
      double* z = Z_.data() + i * n + row;
      const Values y = few.load(z) + combination(dY, m.second_y.col(i).data(), k);
      const Values f = gamma * few.load(F_.data() + (i + 1) * n + row) + m.second_f[i] * f0;
      if (has_mass_) few.store(work_.data() + i * n + row, y);
      few.store(z, has_mass_ ? Values(-h * f) : Values(y - h * f));
    }
  });
  if (has_mass_) add_mass_times(1.0, work_.leftCols(k), Z_.leftCols(k));
}

void Bim::after_newton_failure() {
  worst_ = worst_component(Z_.col(block() - 1), weights_);
  ++n_newton_;
  n_error_ = 0;
  state_.failures = std::max(state_.failures + 1, 2);
  h_ /= 2;
  change_level(std::max(level_ - 1, levels_.min));
  state_.accepted = false;
  state_.jacobian_wanted = !state_.jacobian_is_fresh;
  state_.jacobian_is_fresh = true;
  if (n_newton_ == 1)
    extrapolates_after_failure_ = extrapolates_by_movement_ &&
                                  state_.iterations > options_.max_newton[state_.level] &&
                                  state_.rate < kDivergence;
  state_.extrapolates = extrapolates_after_failure_;
  is_at_rest_ = false;
  min_iterations_ = 1;
}

// Values that are not finite may need a much smaller step; the step size ends that search.
Status Bim::verdict() const {
  return n_newton_ > kMaxNewtonFailures && cause_ == Evaluation::ok ? Status::newton_failure
                                                                    : Status::ok;
}

void Bim::after_error_failure() {
  n_newton_ = 0;
  min_iterations_ = problem_.index;
  ++n_error_;
  state_.failures = std::max(state_.failures + 1, 2);
  state_.accepted = false;
  state_.jacobian_wanted = !state_.jacobian_is_fresh;
  state_.jacobian_is_fresh = true;
  double h = h_ * std::pow(kSafetyRejected / error_, 1.0 / (block() + 1));
  const bool lowers = state_.error_failed && level_ > levels_.min;
  if (lowers) h /= 2;
  h_ = std::max(h, options_.min_factor * h_);
  state_.error_failed = true;
  if (lowers) change_level(level_ - 1);
}

// Does the solution move enough for an extrapolation to be worth while?
void Bim::note_movement() {
  const int k = block();
  bool some = false, some_index1 = false;
  for (Index i = 0; i < problem_.n; ++i) {
    const double size = std::abs(Y_(i, 0));
    const double tolerance = size <= 0.1 ? tolerances_.atol[i] : tolerances_.rtol[i];
    const bool moves =
        std::abs(Y_(i, k) - Y_(i, 0)) / (1 + size) >= std::min(1e-2, 100 * tolerance);
    some = some || moves;
    some_index1 = some_index1 || (moves && i < n_index1_);
  }
  state_.extrapolates = extrapolates_by_movement_ = some;
  is_at_rest_ = !some_index1;
}

void Bim::note_marks() {
  if (state_.iterations < 2) state_.rate = kFewIterationsRate;
  state_.is_stiff = error_is_stiff_;
  const BimMark mark{h_, state_.iterations <= 1 ? 1 : state_.rate, error_is_stiff_};
  if (state_.jacobian_is_fresh) state_.jacobian = mark;
  if (factored_now_) state_.factors = mark;
}

OrderDecision Bim::next_order() {
  BimBlock block;
  block.h = h_;
  block.h_next = error_ > 0 ? h_ * std::pow(options_.safety / error_, 1.0 / (level().block + 1))
                            : options_.max_factor * h_;
  block.error = error_;
  block.error_stiff = error_stiff_;
  block.is_stiff = error_is_stiff_;
  block.factored = factored_now_;
  block.remaining = remaining(t_);
  return choose_order(state_, problem_, block, *this);
}

void Bim::after_acceptance() {
  n_newton_ = n_error_ = 0;
  min_iterations_ = problem_.index;
  state_.accepted = true;
  ++state_.accepted_here;
  state_.failures = std::max(state_.failures - 1, 0);
  note_movement();
  note_marks();
  const OrderDecision next = next_order();
  state_.error_failed = false;
  state_.error_runs = next.error_runs;
  state_.renew_jacobian = next.renew_jacobian;
  state_.renew_factors = next.renew_factors;
  if (level_ < levels_.max) shift_differences();
  state_.iterations_before = state_.iterations;
  state_.rate_before = state_.rate;
  state_.h_before2 = state_.h_before;
  state_.h_before = h_;
  const double h = state_.failures > 0 ? std::min(h_, next.h) : next.h;
  h_ = std::min({std::max(h, options_.min_factor * h_), options_.max_factor * h_, limits_.h_max});
  change_level(next.level);
}

void Bim::shift_differences() {
  tau_before2_.swap(tau_before_);
  tau_before_.swap(tau_);
}

}  // namespace dts
