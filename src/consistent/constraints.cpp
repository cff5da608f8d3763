#include "consistent/constraints.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dts {

namespace {

// An entry of a row counts if it moves the row by this share of what the largest one does.
constexpr double kDependence = 1e-10;
// Share of the size of a variable by which it is moved for central differences.
const double kFineIncrement = std::cbrt(kEpsilon);
constexpr double kCoarseIncrement = 1e-3;
// A variable near zero is taken to be of this share of its weight.
constexpr double kSmallestShare = 1e-2;
// Steps of the differences along the flow, as a share of the size of the variables.  Applied once
// their errors are of order eps / s and s^4, equal for s = eps^(1/5) = 7e-4; applied twice of order
// eps / s^2 and s^4, equal for s = eps^(1/6) = 2.5e-3.
constexpr double kSingleStep = 7e-4;
constexpr double kNestedStep = 2e-3;
// Time may have a scale of its own, which nobody tells.
constexpr double kTimeStep = 2e-4;

Matrix block(const Matrix& a, const std::vector<Index>& rows, const std::vector<Index>& columns) {
  Matrix part(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j) part(i, j) = a(rows[i], columns[j]);
  return part;
}

Vector part(const Vector& a, const std::vector<Index>& entries) {
  Vector some(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) some[i] = a[entries[i]];
  return some;
}

// Of something with these slopes, by variables of these sizes.
double largest_move(const RowRef& slopes, const Vector& sizes) {
  return largest(slopes.cwiseProduct(sizes.transpose()));
}

// [8 (phi_1 - phi_-1) - (phi_2 - phi_-2)] / (12 eps)
template <class Function>
Evaluation central_difference(Function phi, double eps, Vector& derivative) {
  Vector value;
  Vector sum;
  constexpr double kPlaces[] = {-2, -1, 1, 2}, kFactors[] = {1, -8, 8, -1};
  for (int k = 0; k < 4; ++k) {
    const Evaluation outcome = phi(kPlaces[k] * eps, value);
    if (outcome != Evaluation::ok) return outcome;
    if (k == 0)
      sum = kFactors[0] * value;
    else
      sum += kFactors[k] * value;
  }
  derivative = sum / (12 * eps);
  return Evaluation::ok;
}

}  // namespace

Evaluation difference_columns(const std::function<Evaluation(const Vector&, Vector&)>& function,
                              const Vector& increments, const std::vector<Index>& variables,
                              const Vector& y, Matrix& slopes) {
  Vector moved = y, up, down;
  for (std::size_t j = 0; j < variables.size(); ++j) {
    const Index i = variables[j];
    const double delta = increments[i];
    moved[i] = y[i] + delta;
    Evaluation outcome = function(moved, up);
    moved[i] = y[i] - delta;
    if (outcome == Evaluation::ok) outcome = function(moved, down);
    moved[i] = y[i];
    if (outcome != Evaluation::ok) return outcome;
    slopes.col(j) = (up - down) / (2 * delta);
  }
  return Evaluation::ok;
}

double largest(const RowRef& row) { return row.size() > 0 ? row.cwiseAbs().maxCoeff() : 0; }

Vector fine_increments(const Vector& y, const Vector& weights) {
  return kFineIncrement * y.cwiseAbs().cwiseMax(kSmallestShare * weights);
}

Vector coarse_increments(const Vector& y, const Vector& weights) {
  return kCoarseIncrement * y.cwiseAbs().cwiseMax(weights);
}

Evaluation PointJacobian::evaluate(double t, const Vector& y, const Vector& f) {
  evaluator_.forget();
  const Evaluation outcome = evaluator_.jacobian(t, y, f, rest_, 0);
  return outcome == Evaluation::not_finite ? Evaluation::ok : outcome;
}

ConstraintChain::ConstraintChain(Model& model, const Splitting& splitting,
                                 HiddenConstraints* hidden, const Vector& weights)
    : model_(model),
      splitting_(splitting),
      hidden_(hidden),
      weights_(weights),
      final_level_(splitting.n_constraints(), 0),
      jacobian_(model) {
  const Matrix m = block(to_full(*model.mass()), splitting.rows(), splitting.differential());
  mass_is_identity_ = m.isIdentity(0);
  mass_.factor(m);
}

std::vector<Index> ConstraintChain::equations_at(int level) const {
  std::vector<Index> equations;
  for (std::size_t k = 0; k < final_level_.size(); ++k)
    if (final_level_[k] >= level) equations.push_back(splitting_.equations()[k]);
  return equations;
}

// Level by level: with x' = F(x, z) and a constraint g the slopes with respect to z are g_z,
// g_x F_z and g_x F_x F_z.  What counts is how far the variables move it by their sizes.
Evaluation ConstraintChain::analyse(double t, const Vector& y, int highest) {
  Vector f(y.size());
  Evaluation outcome = model_.rhs(t, y, f);
  if (outcome == Evaluation::ok) outcome = jacobian_.evaluate(t, y, f);
  if (outcome != Evaluation::ok) return outcome;
  jacobian_here_ = to_full(jacobian_.matrix());
  const Matrix& j = jacobian_here_;
  direct_slope_ = block(j, splitting_.equations(), splitting_.algebraic());
  constraint_slope_ = block(j, splitting_.equations(), splitting_.differential());
  flow_slope_ = divided_by_mass(block(j, splitting_.rows(), splitting_.algebraic()));
  first_slope_ = product(constraint_slope_, flow_slope_);
  const Matrix first_terms = product(constraint_slope_.cwiseAbs(), flow_slope_.cwiseAbs());
  const Vector z = part(weights_, splitting_.algebraic());
  const Vector x = part(weights_, splitting_.differential());
  for (Index k = 0; k < direct_slope_.rows(); ++k) {
    const double direct = largest_move(direct_slope_.row(k), z);
    const double others = largest_move(constraint_slope_.row(k), x);
    const double first = largest_move(first_slope_.row(k), z);
    if (highest == 0 || direct > kDependence * others)
      final_level_[k] = 0;
    else if (highest == 1 || first > kDependence * largest_move(first_terms.row(k), z))
      final_level_[k] = 1;
    else
      final_level_[k] = 2;
  }
  return Evaluation::ok;
}

void ConstraintChain::find_slopes() {
  const Matrix fx =
      divided_by_mass(block(jacobian_here_, splitting_.rows(), splitting_.differential()));
  second_flow_slope_ = product(fx, flow_slope_);
  const Matrix second_slope = product(constraint_slope_, second_flow_slope_);
  determining_slope_ = direct_slope_;
  for (Index k = 0; k < determining_slope_.rows(); ++k)
    if (final_level_[k] > 0)
      determining_slope_.row(k) = (final_level_[k] == 1 ? first_slope_ : second_slope).row(k);
}

Matrix ConstraintChain::divided_by_mass(const Matrix& columns) const {
  if (mass_is_identity_) return columns;
  return mass_.solve(columns);
}

Vector ConstraintChain::terms(const Vector& y) const {
  return splitting_.sensitivity(jacobian_.matrix(), y.cwiseAbs());
}

Evaluation ConstraintChain::flow(double t, const Vector& y, Vector& yp) {
  Vector f(y.size());
  const Evaluation outcome = model_.rhs(t, y, f);
  if (outcome == Evaluation::ok) flow_from(f, yp);
  return outcome;
}

void ConstraintChain::flow_from(const Vector& f, Vector& yp) const {
  const std::vector<Index>& variables = splitting_.differential();
  Vector slopes = part(f, splitting_.rows());
  if (!mass_is_identity_) slopes = mass_.solve(slopes);
  yp.setZero(f.size());
  for (std::size_t i = 0; i < variables.size(); ++i) yp[variables[i]] = slopes[i];
}

// Of values that exist for the constraints with final_level >= from_level, those of `level`.
Vector ConstraintChain::chosen(const Vector& all, int from_level, int level) const {
  Vector some(equations_at(level).size());
  Index place = 0, filled = 0;
  for (int final_level : final_level_) {
    if (final_level < from_level) continue;
    if (final_level >= level) some[filled++] = all[place];
    ++place;
  }
  return some;
}

Evaluation ConstraintChain::evaluate(int level, double t, const Vector& y, Vector& values) {
  return evaluate(level, t, y, level > 1 ? kNestedStep : kSingleStep, values);
}

Evaluation ConstraintChain::evaluate(int level, double t, const Vector& y, double share,
                                     Vector& values) {
  if (level > 0) return differentiate(level, t, y, share, values);
  Vector f(y.size());
  const Evaluation outcome = model_.rhs(t, y, f);
  if (outcome == Evaluation::ok) values = splitting_.constraints(f);
  return outcome;
}

bool ConstraintChain::has_closed_form(int level) const {
  return hidden_ != nullptr &&
         hidden_->n_hidden(level) == static_cast<Index>(equations_at(level).size());
}

Evaluation ConstraintChain::differentiate(int level, double t, const Vector& y, double share,
                                          Vector& values) {
  if (has_closed_form(level)) {
    values.resize(hidden_->n_hidden(level));
    return hidden_->hidden(level, t, y, values);
  }
  if (level == 1 && model_.has_jacobian()) return first_by_jacobian(t, y, values);
  return along_flow(level, t, y, share, values);
}

// The time in which no variable moves by more than its size, at most 1.
double ConstraintChain::step(const Vector& yp) const {
  return 1 / std::max(1.0, yp.cwiseQuotient(weights_).lpNorm<Eigen::Infinity>());
}

// d/ds of the level before at (t + s, y + s y').
Evaluation ConstraintChain::along_flow(int level, double t, const Vector& y, double share,
                                       Vector& values) {
  Vector yp;
  const Evaluation outcome = flow(t, y, yp);
  if (outcome != Evaluation::ok) return outcome;
  const auto before = [&](double s, Vector& value) {
    const Evaluation found = evaluate(level - 1, t + s, y + s * yp, share, value);
    if (found == Evaluation::ok) value = chosen(value, level - 1, level);
    return found;
  };
  return central_difference(before, share * step(yp), values);
}

// G_y y' with the exact Jacobian; G_t by differences, 0 to the bit if the constraint is autonomous.
Evaluation ConstraintChain::first_by_jacobian(double t, const Vector& y, Vector& values) {
  Vector yp, f(y.size());
  Evaluation outcome = flow(t, y, yp);
  if (outcome == Evaluation::ok) outcome = model_.rhs(t, y, f);
  if (outcome == Evaluation::ok) outcome = jacobian_.evaluate(t, y, f);
  if (outcome != Evaluation::ok) return outcome;
  const Matrix rows = splitting_.constraint_rows(jacobian_.matrix());
  const auto in_time = [&](double s, Vector& value) { return evaluate(0, t + s, y, value); };
  Vector partial;
  outcome = central_difference(in_time, kTimeStep, partial);
  if (outcome == Evaluation::ok) values = chosen(rows * yp + partial, 0, 1);
  return outcome;
}

Evaluation ConstraintChain::required(int level, double t, const Vector& y, Vector& values) {
  const Evaluation outcome = evaluate(level, t, y, values);
  if (outcome == Evaluation::ok) values = chosen(values, level, level + 1);
  return outcome;
}

Evaluation ConstraintChain::required_gradient(int level, double t, const Vector& y,
                                              const std::vector<Index>& variables, Matrix& g) {
  g.resize(equations_at(level + 1).size(), variables.size());
  if (level == 0 && model_.has_jacobian()) {
    Vector f(y.size());
    Evaluation outcome = model_.rhs(t, y, f);
    if (outcome == Evaluation::ok) outcome = jacobian_.evaluate(t, y, f);
    if (outcome != Evaluation::ok) return outcome;
    const Matrix rows = splitting_.constraint_rows(jacobian_.matrix());
    for (std::size_t j = 0; j < variables.size(); ++j)
      g.col(j) = chosen(rows.col(variables[j]), 0, 1);
    return Evaluation::ok;
  }
  return difference_columns(
      [&](const Vector& x, Vector& value) { return required(level, t, x, value); },
      coarse_increments(y, weights_), variables, y, g);
}

Evaluation ConstraintChain::sensitivity(int level, double t, const Vector& y,
                                        const Vector& tolerances, Vector& values) {
  std::vector<Index> all(y.size());
  std::iota(all.begin(), all.end(), Index{0});
  Matrix slopes(equations_at(level).size(), y.size());
  const Evaluation outcome = difference_columns(
      [&](const Vector& x, Vector& value) { return evaluate(level, t, x, value); },
      coarse_increments(y, weights_), all, y, slopes);
  if (outcome == Evaluation::ok) values = slopes.cwiseAbs() * tolerances;
  return outcome;
}

Evaluation ConstraintChain::determining(double t, const Vector& y, Vector& values) {
  std::vector<Vector> at(3);
  const int highest =
      final_level_.empty() ? 0 : *std::max_element(final_level_.begin(), final_level_.end());
  for (int level = 0; level <= highest; ++level) {
    const Evaluation outcome = evaluate(level, t, y, at[level]);
    if (outcome != Evaluation::ok) return outcome;
  }
  values.resize(final_level_.size());
  std::vector<Index> next(3, 0);
  for (std::size_t k = 0; k < final_level_.size(); ++k)
    for (int level = 0; level <= final_level_[k]; ++level) {
      if (level == final_level_[k]) values[k] = at[level][next[level]];
      ++next[level];
    }
  return Evaluation::ok;
}

}  // namespace dts
