#include "consistent/row_refinement.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dts {

namespace {

constexpr Index kLargest = 500;      // variables: the matrices are full
constexpr int kMaxFailures = 10;     // in a row, before it is given up
constexpr int kMaxMismatches = 3;    // in a row, before slopes are given up: one may be bad luck
constexpr int kMaxAdjustments = 16;  // of the reach
constexpr int kRowsToKeep = 10;      // it, after a longer one was worse
constexpr double kLonger = 2, kShorter = 0.65;
constexpr int kMaxIterations = 5;
constexpr double kGoal = 0.03;          // tolerances; errors below need not be reduced
constexpr double kConverged = 0.01;     // tolerances
constexpr double kSlow = 0.2;           // a rate of convergence that is not to be trusted
constexpr double kWorthwhile = 0.5;     // errors of what is found, relative to what it changes
constexpr double kRelativeMove = 1e-5;  // of y, to see how the slopes depend on it
constexpr double kAccounted = 10;       // estimated errors that the truncation may amount to
// What the last node changes is the error without it; with it the error is a part of that.
constexpr double kErrorOfFull = 0.2;

// Weights of the derivatives of order 0, 1 and 2 at 0 from values at `count` nodes: B. Fornberg
// (1988), Generation of finite difference formulas on arbitrarily spaced grids, Math. Comp. 51.
template <std::size_t size>
std::array<std::array<double, size>, 3> derivative_weights(const std::array<double, size>& nodes,
                                                           int count) {
  std::array<std::array<double, size>, 3> w{};
  w[0][0] = 1;
  double before = 1;
  for (int i = 1; i < count; ++i) {
    double product = 1;
    for (int j = 0; j < i; ++j) {
      const double distance = nodes[i] - nodes[j];
      product *= distance;
      if (j == i - 1)
        for (int m = 2; m >= 0; --m)
          w[m][i] = before / product * ((m > 0 ? m * w[m - 1][j] : 0) - nodes[j] * w[m][j]);
      for (int m = 2; m >= 0; --m)
        w[m][j] = (nodes[i] * w[m][j] - (m > 0 ? m * w[m - 1][j] : 0)) / distance;
    }
    before = product;
  }
  return w;
}

// Chebyshev's extrema, which of all nodes lose least to rounding.
template <std::size_t size>
std::array<double, size> make_nodes() {
  std::array<double, size> nodes{};
  for (std::size_t j = 0; j < size; ++j) {
    const double sine = std::sin(std::acos(-1.0) * static_cast<double>(j) / (2.0 * (size - 1)));
    nodes[j] = sine * sine;
  }
  return nodes;
}

// Clenshaw and Curtis: the integral over [0, 1] from the values at every `stride`-th node.
template <std::size_t size>
std::array<double, size> make_integral(int stride) {
  std::array<double, size> weights{};
  const int n = static_cast<int>(size - 1) / stride;
  for (int j = 0; j <= n; ++j) {
    double sum = 1;
    for (int k = 1; 2 * k <= n; ++k)
      sum -= (2 * k == n ? 1.0 : 2.0) / (4 * k * k - 1) * std::cos(2 * k * j * std::acos(-1.0) / n);
    weights[j * stride] = sum * (j == 0 || j == n ? 0.5 : 1.0) / n;
  }
  return weights;
}

template <class Formula, std::size_t size>
std::array<Formula, 2> make_formulas(const std::array<double, size>& nodes) {
  const auto full = derivative_weights(nodes, static_cast<int>(size));
  const auto shorter = derivative_weights(nodes, static_cast<int>(size) - 1);
  std::array<Formula, 2> formulas;
  for (std::size_t order = 1; order <= 2; ++order) {
    Formula& formula = formulas[order - 1];
    formula.full = full[order];
    formula.shorter = shorter[order];
    for (double w : formula.full) formula.noise += w * w;
    formula.noise = std::sqrt(formula.noise);
  }
  return formulas;
}

}  // namespace

bool RowRefinement::is_possible(const Model& model) {
  if (model.is_implicit() || model.mass() == nullptr || model.index_counts()[2] == 0) return false;
  if (model.size() > kLargest) return false;
  const Splitting splitting(*model.mass());
  return splitting.is_plain() && splitting.n_constraints() > 0 &&
         splitting.algebraic().size() == splitting.equations().size();
}

RowRefinement::RowRefinement(Model& model, Tolerances tolerances)
    : model_(model),
      tolerances_(std::move(tolerances)),
      splitting_(*model.mass()),
      sizes_(Vector::Ones(model.size())),
      chain_(model, splitting_, nullptr, sizes_),
      nodes_(make_nodes<kDegree + 1>()),
      formulas_(make_formulas<Formula>(nodes_)),
      integral_(make_integral<kDegree + 1>(1)),
      coarse_integral_(make_integral<kDegree + 1>(2)),
      y_(model.size()),
      weights_(model.size()),
      f_(model.size()),
      values_(splitting_.n_constraints(), kDegree + 1),
      flows_(model.size(), kDegree + 1),
      determining_(splitting_.n_constraints()),
      restricting_(splitting_.n_constraints()) {}

bool RowRefinement::refine(double t, double begin, double end, double span, Vector& y) {
  if (n_failures_ == kMaxFailures) return false;
  y_ = y;
  tolerances_.weights(y, weights_);
  if (reach_ == 0) reach_ = span;
  const Outcome outcome = converge({t, begin, end});
  if (by_slopes_) n_mismatches_ = 0;
  if (outcome == Outcome::better) y = y_;
  n_failures_ = outcome == Outcome::failed ? n_failures_ + 1 : 0;
  return outcome == Outcome::better || outcome == Outcome::good_before;
}

// In the directions in which multipliers act, as in correct(); a single step of Newton's method, as
// there is little to be done.
void RowRefinement::meet_constraints(double t, Vector& y) {
  y_ = y;
  if (!analyse(t) || model_.rhs(t, y_, f_) != Evaluation::ok) return;
  const Vector violated = violated_by_positions(f_);
  const Vector moves = chain_.second_flow_slope() * slope_.solve(violated);
  tolerances_.weights(y, weights_);
  for (Index i = 0; i < moves.size(); ++i) {
    const Index variable = splitting_.differential()[i];
    if (variable >= model_.index_counts()[0]) continue;
    if (!(std::abs(moves[i]) <= weights_[variable])) return;
    y_[variable] -= moves[i];
  }
  if (model_.rhs(t, y_, f_) != Evaluation::ok) return;
  if (violated_by_positions(f_).norm() < violated.norm()) y = y_;
}

Vector RowRefinement::violated_by_positions(const Vector& f) const {
  Vector violated = splitting_.constraints(f);
  for (Index k = 0; k < violated.size(); ++k)
    if (chain_.final_level()[k] < 2) violated[k] = 0;
  return violated;
}

// Newton's method with the slope at the row.  When corrections do not fall any more, they are
// noise.  Most rows need a single correction: how far the next one would be smaller is known from a
// row before.
RowRefinement::Outcome RowRefinement::converge(const Place& at) {
  if (!analyse(at.t) || !choose_reach(at)) return Outcome::failed;
  const double first = correct();
  double left = fall_.of_next(first);
  double before = first;
  for (int i = 1; i < kMaxIterations && left > std::max(kConverged, error()); ++i) {
    if (!find_residuals(at)) return Outcome::failed;
    left = correct();
    fall_ = {before, left / before};
    if (!(fall_.rate <= kSlow)) {
      fall_ = {};
      break;
    }
    before = left;
  }
  if (first <= kConverged) return Outcome::good_before;
  if (error() > kWorthwhile * first) return Outcome::no_better;
  if (left <= kSlow * first) return Outcome::better;
  return left <= first ? Outcome::no_better : Outcome::failed;
}

// At each row anew: a slope from elsewhere would move the velocities in slightly wrong directions.
bool RowRefinement::analyse(double t) {
  sizes_ = y_.cwiseAbs().cwiseMax(1.0);
  if (chain_.analyse(t, y_, 2) != Evaluation::ok) return false;
  chain_.find_slopes();
  if (!chain_.determining_slope().allFinite()) return false;
  terms_ = chain_.terms(y_);
  slope_.factor(chain_.determining_slope());
  by_slopes_ = model_.has_jacobian() && n_mismatches_ < kMaxMismatches;
  return !by_slopes_ || find_slope_terms(t);
}

// The slope G(x) x' is known up to the rounding of x' and of x, whose share is seen by moving x.
bool RowRefinement::find_slope_terms(double t) {
  if (chain_.flow(t, y_, yp_) != Evaluation::ok) return false;
  slope_terms_ = chain_.terms(yp_);
  if (model_.jacobian_times(t, y_, yp_, f_) != Evaluation::ok) return false;
  const Vector here = splitting_.constraints(f_);
  for (const Index period : {1, 2}) {  // signs + - + - and + + - -
    moved_ = y_;
    for (Index i = 0; i < y_.size(); ++i)
      moved_[i] += ((i / period) % 2 == 0 ? kRelativeMove : -kRelativeMove) * y_[i];
    if (model_.jacobian_times(t, moved_, yp_, f_) != Evaluation::ok) return false;
    const Vector change = (splitting_.constraints(f_) - here) / kRelativeMove;
    slope_terms_ = slope_terms_.cwiseMax(change.cwiseAbs());
  }
  return true;
}

// Rounding asks for a long curve, smoothness for a short one.  The reach of the row before is a
// good guess: a longer one that did not serve is not tried again soon.
bool RowRefinement::choose_reach(const Place& at) {
  if (n_rows_to_keep_ > 0) --n_rows_to_keep_;
  bool has_grown = false;
  double error_before = 0;
  for (int i = 0; i < kMaxAdjustments; ++i) {
    if (!turn_to_the_roomier_side(at)) return false;
    const bool is_found = find_residuals(at);
    const bool is_worse = has_grown && (!is_found || error() > error_before);
    const bool is_long = !is_found || (truncation_ > kGoal && truncation_ > rounding_);
    const bool is_short = !is_long && rounding_ > kGoal && truncation_ < 0.3 * rounding_ &&
                          std::abs(signed_reach_) >= reach_ && n_rows_to_keep_ == 0;
    if (is_worse || is_long) n_rows_to_keep_ = kRowsToKeep;
    if (!is_worse && !is_long && !is_short) return true;
    has_grown = is_short && !is_worse;
    error_before = error();
    reach_ *= has_grown ? kLonger : kShorter;
  }
  return turn_to_the_roomier_side(at) && find_residuals(at);
}

// Behind the row, where the solution was, unless the piece has begun too recently.
bool RowRefinement::turn_to_the_roomier_side(const Place& at) {
  const double behind = at.begin - at.t, ahead = at.end - at.t;
  const bool looks_back = std::abs(behind) >= std::min(reach_, std::abs(ahead));
  const double room = looks_back ? behind : ahead;
  signed_reach_ = std::copysign(std::min(reach_, std::abs(room)), room);
  return signed_reach_ != 0;
}

bool RowRefinement::find_residuals(const Place& at) {
  if (!sample(at)) return false;
  for (Index k = 0; k < determining_.value.size(); ++k) {
    const int level = chain_.final_level()[k];
    differentiate(level, k, determining_);
    if (level == 2)
      differentiate(1, k, restricting_);
    else
      restricting_.value[k] = restricting_.truncation[k] = restricting_.rounding[k] = 0;
  }
  estimate_errors();
  return std::isfinite(truncation_ + rounding_);
}

// The constraints, or their slopes, along the curve.
bool RowRefinement::sample(const Place& at) {
  if (!evaluate(at, 0, y_)) return false;
  values_.col(0) = splitting_.constraints(f_);
  chain_.flow_from(f_, yp_);
  if (!find_second_derivative(at)) return false;
  if (by_slopes_) {
    if (!sample_slopes(at)) return false;
    if (by_slopes_) return true;
  }
  return sample_constraints(at);
}

bool RowRefinement::sample_constraints(const Place& at) {
  for (int j = 1; j <= kDegree; ++j) {
    const double s = nodes_[j] * signed_reach_;
    move_along_curve(s);
    if (!evaluate(at, s, moved_)) return false;
    values_.col(j) = splitting_.constraints(f_);
  }
  return true;
}

// If they turn out not to be the slopes of the constraints, by_slopes_ is false afterwards and the
// constraints at the row are in their place.
bool RowRefinement::sample_slopes(const Place& at) {
  const Vector here = values_.col(0);
  move_along_curve(signed_reach_);
  if (!evaluate(at, signed_reach_, moved_)) return false;
  const Vector change = splitting_.constraints(f_) - here;
  for (int j = 0; j <= kDegree; ++j) {
    const double s = nodes_[j] * signed_reach_;
    move_along_curve(s);
    slope_there_ = yp_ + s * ypp_;
    if (model_.jacobian_times(time_on_curve(at, s), moved_, slope_there_, f_) != Evaluation::ok)
      return false;
    values_.col(j) = splitting_.constraints(f_);
  }
  by_slopes_ = slopes_account_for_change(change);
  if (!by_slopes_) ++n_mismatches_;
  for (Index k = 0; k < here.size(); ++k)
    if (!follows_slope(k)) values_(k, 0) = here[k];
  return true;
}

// If what is missing is no more than differences would be wrong by, slopes are the better choice.
// (|G| |y| does not see the rounding of terms without a slope, 1 = cos 0 say.)
bool RowRefinement::slopes_account_for_change(const Vector& change) const {
  for (Index k = 0; k < change.size(); ++k) {
    if (!follows_slope(k)) continue;
    double full = 0, coarse = 0;
    for (int j = 0; j <= kDegree; ++j) {
      full += integral_[j] * values_(k, j);
      coarse += coarse_integral_[j] * values_(k, j);
    }
    const double rounding = kUnitRoundoff * (terms_[k] + std::abs(signed_reach_) * slope_terms_[k]);
    const double error_by_differences = formulas_[0].noise * rounding;
    const double truncation = std::abs(signed_reach_ * (full - coarse));
    if (std::abs(signed_reach_ * full - change[k]) > error_by_differences + kAccounted * truncation)
      return false;
  }
  return true;
}

void RowRefinement::move_along_curve(double s) { moved_ = y_ + s * yp_ + s * s / 2 * ypp_; }

double RowRefinement::time_on_curve(const Place& at, double s) const {
  return std::clamp(at.t + s, std::min(at.begin, at.end), std::max(at.begin, at.end));
}

bool RowRefinement::evaluate(const Place& at, double s, const Vector& y) {
  return model_.rhs(time_on_curve(at, s), y, f_) == Evaluation::ok;
}

// y'' is the derivative of y' along the tangent.  What counts of it is that of the positions, and
// where their derivatives are the velocities, y' is a straight line there.
bool RowRefinement::find_second_derivative(const Place& at) {
  const auto find_slope = [&](int j) {
    const double s = nodes_[j] * signed_reach_;
    moved_ = y_ + s * yp_;
    if (!evaluate(at, s, moved_)) return false;
    chain_.flow_from(f_, slope_there_);
    flows_.col(j) = slope_there_;
    return true;
  };
  constexpr int kMiddle = kDegree / 2;  // node 1/2
  flows_.col(0) = yp_;
  if (!find_slope(kMiddle) || !find_slope(kDegree)) return false;
  if (is_straight(flows_.col(0), flows_.col(kMiddle), flows_.col(kDegree))) {
    ypp_ = (flows_.col(kDegree) - flows_.col(0)) / signed_reach_;
    return true;
  }
  for (int j = 1; j < kDegree; ++j)
    if (j != kMiddle && !find_slope(j)) return false;
  ypp_ = flows_ * Eigen::Map<const Vector>(formulas_[0].full.data(), kDegree + 1) / signed_reach_;
  return true;
}

bool RowRefinement::is_straight(ConstVectorRef first, ConstVectorRef middle,
                                ConstVectorRef last) const {
  constexpr double kRoundings = 8;
  const Matrix& g = chain_.constraint_slope();
  for (Index j = 0; j < g.cols(); ++j) {
    const Index i = splitting_.differential()[j];
    const double size = std::max({std::abs(first[i]), std::abs(middle[i]), std::abs(last[i])});
    const double bend = std::abs(first[i] + last[i] - 2 * middle[i]);
    if (bend > kRoundings * kEpsilon * size && g.col(j).any()) return false;
  }
  return true;
}

// The constraint k, so many times.
void RowRefinement::differentiate(int times, Index k, Residual& residual) const {
  const int order = follows_slope(k) ? times - 1 : times;
  const double rounding = kUnitRoundoff * (follows_slope(k) ? slope_terms_ : terms_)[k];
  if (order == 0) {
    residual.value[k] = values_(k, 0);
    residual.truncation[k] = 0;
    residual.rounding[k] = rounding;
    return;
  }
  const Formula& formula = formulas_[order - 1];
  const double scale = std::pow(signed_reach_, -order);
  double full = 0, shorter = 0;
  for (int j = 0; j <= kDegree; ++j) {
    full += formula.full[j] * values_(k, j);
    shorter += formula.shorter[j] * values_(k, j);
  }
  residual.value[k] = scale * full;
  residual.truncation[k] = kErrorOfFull * scale * (full - shorter);
  residual.rounding[k] = std::abs(scale) * formula.noise * rounding;
}

void RowRefinement::estimate_errors() {
  truncation_ =
      size_of(slope_.solve(determining_.truncation), slope_.solve(restricting_.truncation));
  rounding_ = size_of(slope_.solve(determining_.rounding), slope_.solve(restricting_.rounding));
}

// Velocities are moved in the directions in which multipliers act: there rounding has moved them.
double RowRefinement::correct() {
  const Vector multipliers = slope_.solve(determining_.value);
  const Vector velocities = slope_.solve(restricting_.value);
  const double size = size_of(multipliers, velocities);
  if (!std::isfinite(size)) return size;
  for (Index i = 0; i < multipliers.size(); ++i) y_[splitting_.algebraic()[i]] -= multipliers[i];
  const Vector moves = chain_.flow_slope() * velocities;
  for (Index i = 0; i < moves.size(); ++i) y_[splitting_.differential()[i]] -= moves[i];
  return size;
}

double RowRefinement::size_of(const Vector& multipliers, const Vector& velocities) const {
  const Vector moves = chain_.flow_slope() * velocities;
  double size = 0;
  const auto include = [&](double change, Index i) {
    const double relative = std::abs(change) / weights_[i];
    if (!(relative <= size) && !std::isnan(size)) size = relative;  // keeps NaN
  };
  for (Index i = 0; i < multipliers.size(); ++i) include(multipliers[i], splitting_.algebraic()[i]);
  for (Index i = 0; i < moves.size(); ++i) include(moves[i], splitting_.differential()[i]);
  return size;
}

}  // namespace dts
