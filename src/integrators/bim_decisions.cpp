#include "integrators/bim_decisions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace dts {

namespace {

constexpr double kSlowRate = 0.05;  // together with
constexpr int kManyIterations = 4;
constexpr double kSteadyLow = 0.8, kSteadyHigh = 1.25;  // ratios of h that count as "unchanged"
constexpr double kStagnantLow = 0.95, kStagnantHigh = 1.05;
constexpr int kBlocksBeforeRise = 3;

bool between(double x, double low, double high) { return low < x && x < high; }

double root(double x, int k) { return std::pow(x, 1.0 / (k + 1)); }

// h such that an error `estimate` at h would become `safety`.
double rescaled(const BimBlock& block, double estimate, double safety, int k, double at_zero) {
  return estimate > 0 ? block.h * root(safety / estimate, k) : at_zero;
}

// Iterations to be expected if the rate is multiplied by `ratio`.
double expected_iterations(const BimState& state, const BimProblem& problem, double ratio) {
  const double nu = state.iterations * std::log(state.rate) / std::log(state.rate * ratio);
  return std::isnan(nu) ? problem.index : std::max<double>(problem.index, nu);
}

// Cost per unit of time one level up, relative to the present level.
double cost_ratio(const BimState& state, const BimProblem& problem, double h, double h_up,
                  double iterations, double iterations_up) {
  const int k = kBim[state.level]->block, k_up = kBim[state.level + 1]->block;
  const int estimate_solves = state.level == 0 ? 2 : 3;
  const double work =
      problem.solve_cost * (2 * k * iterations + estimate_solves) + problem.factor_cost;
  const double work_up = problem.solve_cost * (2 * k_up * iterations_up + 3) + problem.factor_cost;
  return (h / h_up) * (static_cast<double>(k) / k_up) * (work_up / work);
}

// Everything that the rules below look at.
struct Situation {
  const BimState& state;
  const BimProblem& problem;
  const BimBlock& block;
  BimEstimates& estimates;
  const BimLevel& level;
  double h_ratio;     // R = h_next / h
  double rate_ratio;  // how the rate of convergence has changed; NaN if unknown

  OrderDecision keep(double h) const { return {state.level, h}; }
  OrderDecision up(double h) const { return {state.level + 1, h}; }
  OrderDecision down(double h) const { return {state.level - 1, h}; }
  bool is_lowest() const { return state.level == problem.min_level; }
  bool reaches_limit(int k, double h) const { return k * h >= block.remaining; }

  double h_up(double estimate) const {
    return rescaled(block, estimate, problem.safety_up, kBim[state.level + 1]->block,
                    problem.max_factor * block.h);
  }
};

// The iteration has become slow: one order down.
std::optional<OrderDecision> leave_slow_convergence(const Situation& s) {
  if (!(s.state.rate > std::pow(0.5, s.level.block / 3.0))) return std::nullopt;
  const double h_next = s.block.h_next;
  if (s.is_lowest() || s.state.iterations <= s.problem.index + 2) return s.keep(h_next);
  double h = rescaled(s.block, s.estimates.below(), s.problem.safety_down,
                      kBim[s.state.level - 1]->block, h_next);
  if (s.block.is_stiff && s.problem.index == 1 && h < h_next) return s.keep(h_next);
  if (!s.block.is_stiff) h = std::min(h, h_next);
  return s.down(h);
}

// The step is to be reduced although the next lower order, two differences less, would have made a
// far smaller error.  Rounding noise doubles with each difference: that is what it looks like, and
// no smaller step cures it.
std::optional<OrderDecision> leave_noise(const Situation& s) {
  constexpr double kGrowthOfNoise = 4;
  if (s.is_lowest() || s.h_ratio >= 1) return std::nullopt;
  const double below = s.estimates.below();
  if (!(kGrowthOfNoise * below <= s.block.error)) return std::nullopt;
  return s.down(std::min(s.block.h, rescaled(s.block, below, s.problem.safety_down,
                                             kBim[s.state.level - 1]->block, s.block.h)));
}

bool may_rise(const Situation& s) {
  return s.state.failures == 0 && s.state.level < s.problem.max_level &&
         s.state.accepted_here >= kBlocksBeforeRise &&
         between(s.h_ratio, kSteadyLow, kSteadyHigh) &&
         !s.reaches_limit(s.level.block, s.block.h_next);
}

// f does not depend on y (or so it seems): only the error counts.
std::optional<OrderDecision> rise_for_quadrature(const Situation& s) {
  constexpr double kNothing = 10 * kUnitRoundoff;
  if (s.problem.has_mass || s.block.error_stiff >= kNothing || s.block.is_stiff ||
      s.state.iterations >= 3 || s.state.rate >= kNothing)
    return std::nullopt;
  const double h = s.h_up(s.estimates.above());
  if (s.reaches_limit(kBim[s.state.level + 1]->block, h)) return s.keep(s.block.h_next);
  const double it = s.state.iterations;
  const bool pays = cost_ratio(s.state, s.problem, s.block.h_next, h, it, it) < 1;
  return pays ? s.up(h) : s.keep(s.block.h_next);
}

// Convergence is too slow to promise anything at the higher order, unless it is steady and f
// changes mainly with t.
bool is_blocked(const Situation& s) {
  const double limit =
      std::pow(0.01 * std::abs(std::log10(std::min(s.problem.rtol, 0.1))), s.level.block / 3.0);
  if (!(s.state.rate >= limit && s.state.iterations > s.problem.index)) return false;
  const bool is_steady = std::abs(s.h_ratio - 1) < 0.1 && std::abs(s.rate_ratio - 1) < 0.1;
  return s.problem.has_mass || !is_steady || s.estimates.is_driven_by_state();
}

std::optional<OrderDecision> rise_nonstiff(const Situation& s) {
  if (s.block.is_stiff || is_blocked(s)) return std::nullopt;
  const BimLevel& above = *kBim[s.state.level + 1];
  const double h = s.h_up(s.block.error_stiff);
  if (s.reaches_limit(above.block, h)) return s.keep(s.block.h_next);
  const double nu = expected_iterations(s.state, s.problem, s.h_ratio);
  const double nu_up =
      expected_iterations(s.state, s.problem, above.rho / s.level.rho * h / s.block.h);
  if (cost_ratio(s.state, s.problem, s.block.h_next, h, nu, nu_up) < 1) return s.up(h);
  return std::nullopt;
}

bool suspects_order_reduction(const Situation& s) {
  if (s.block.is_stiff) return true;
  bool is_stagnant = between(s.h_ratio, kStagnantLow, kStagnantHigh);
  const int few = s.problem.index + 1;
  if (s.problem.index == 1 || s.state.iterations > few || s.state.iterations_before > few)
    is_stagnant = is_stagnant && between(s.rate_ratio, kStagnantLow, kStagnantHigh);
  return is_stagnant && s.level.control.reduction * s.block.error_stiff >= s.block.error;
}

bool steps_were_steady(const Situation& s) {
  return between(s.block.h / s.state.h_before, kSteadyLow, kSteadyHigh) &&
         (s.state.level == 0 ||
          between(s.state.h_before / s.state.h_before2, kSteadyLow, kSteadyHigh));
}

// Stiffness has reduced the order: a higher one helps although its estimate for q -> 0 says no.
OrderDecision rise_after_reduction(const Situation& s) {
  OrderDecision stay = s.keep(s.block.h_next);
  if (!suspects_order_reduction(s) || !steps_were_steady(s)) return stay;
  if (s.block.is_stiff &&
      (!s.block.factored || (!s.state.jacobian_is_fresh && !s.state.is_linear))) {
    stay.renew_jacobian = !s.state.is_linear;  // be sure first
    stay.renew_factors = true;
    return stay;
  }
  const int k = s.level.block;
  if (!s.block.is_stiff) {
    if (s.problem.has_mass)
      stay.h = rescaled(s.block, s.estimates.without_reduction(), s.problem.safety, k, stay.h);
    else
      stay.h *= root(s.level.w[0] / (s.level.gamma * s.level.w[1]), k);
  }
  const BimLevel& above = *kBim[s.state.level + 1];
  const double h = s.h_up(s.estimates.above());
  if (s.reaches_limit(above.block, h)) return stay;
  const double nu = expected_iterations(s.state, s.problem, s.block.h / stay.h);
  const double nu_up =
      expected_iterations(s.state, s.problem, s.block.h / h * above.rho_inf / s.level.rho_inf);
  return cost_ratio(s.state, s.problem, stay.h, h, nu, nu_up) < 1 ? s.up(h) : stay;
}

}  // namespace

JacobianDecision need_jacobian(const BimState& state, const BimProblem& problem,
                               const BimProbe& probe) {
  if (!state.accepted) return {state.jacobian_wanted, state.is_linear};
  if (state.renew_jacobian || problem.has_mass) return {true, false};
  if (probe.is_available && probe.change <= 100 * kUnitRoundoff * probe.size_before)
    return {false, true};
  if (state.order_changed || !state.extrapolates) return {true, false};
  const BimLevel& level = *kBim[state.level];
  const BimControl& control = level.control;
  if (!(state.rate >= control.jacobian_rate && state.iterations >= 3)) return {false, false};
  if (!probe.is_available) return {true, false};
  const bool is_fast = state.rate < kSlowRate || state.iterations < kManyIterations;
  const bool changed_little =
      state.is_stiff ? probe.change <= control.jacobian_change_inf * probe.size_before
                     : !state.jacobian.is_stiff && state.jacobian.rate < 1 &&
                           state.jacobian.h * probe.change <=
                               control.jacobian_change * state.jacobian.rate / level.rho;
  return {!(is_fast && changed_little), false};
}

bool need_factorisation(const BimState& state, const BimProblem& problem, double h,
                        bool jacobian_is_new) {
  const BimLevel& level = *kBim[state.level];
  const BimControl& control = level.control;
  const double x = h / state.factors.h;
  if (state.order_changed || !state.accepted || jacobian_is_new || state.renew_factors ||
      problem.n < 2 * level.block || problem.has_mass)
    return true;
  if (state.rate > kSlowRate && state.iterations >= kManyIterations) return true;
  if (state.is_stiff) return std::abs(x - 1) > control.jacobian_change_inf;
  if (x > control.h_ratio_high || x < control.h_ratio_low) return true;
  if (state.factors.is_stiff || state.factors.rate >= 1) return true;
  if (x >= 1 || state.iterations == 1) return false;
  // With factors of another h the rate is gamma |x - zeta| |q|: the smallest x that still saves
  // more solves than a factorisation costs.  Brugnano & Magherini (2004).
  const double nu =
      state.iterations * std::log(state.rate) / std::log(state.rate * h / state.h_before);
  const double alpha = 1 + static_cast<double>(problem.n) / (6 * level.block * nu);
  const double c = level.rho / (level.gamma * state.factors.rate) *
                   std::pow(control.h_ratio_low * state.factors.rate, 1 / alpha);
  const double discriminant = control.stale_c1 * control.stale_c1 - control.stale_c2 + c * c;
  const double x_min = discriminant >= 0 ? -(control.stale_c1 + std::sqrt(discriminant)) : 1;
  return x < x_min;
}

OrderDecision choose_order(const BimState& state, const BimProblem& problem, const BimBlock& block,
                           BimEstimates& estimates) {
  const Situation s{state,
                    problem,
                    block,
                    estimates,
                    *kBim[state.level],
                    block.h_next / block.h,
                    state.rate > 0 ? state.rate_before / state.rate : std::nan("")};
  int error_runs = 0;
  if (state.error_failed && !s.is_lowest()) {
    error_runs = std::min(state.error_runs + 1, 2);
    if (error_runs > 1) {  // failures again and again: the solution is not smooth enough
      OrderDecision lower = s.down(std::min(block.h, block.h_next) / 2);
      lower.renew_jacobian = true;
      return lower;
    }
  }
  std::optional<OrderDecision> decision = leave_slow_convergence(s);
  if (!decision) decision = leave_noise(s);
  if (!decision && !may_rise(s)) decision = s.keep(block.h_next);
  if (!decision) decision = rise_for_quadrature(s);
  if (!decision) decision = rise_nonstiff(s);
  if (!decision) decision = rise_after_reduction(s);
  decision->error_runs = error_runs;
  return *decision;
}

}  // namespace dts
