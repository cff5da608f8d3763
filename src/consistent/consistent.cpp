#include "consistent/consistent.hpp"

#include "consistent/attempt.hpp"
#include "consistent/constraints.hpp"
#include "linalg/mass.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace dts {

namespace {

Vector default_weights(const Vector& y) { return y.cwiseAbs().cwiseMax(1.0); }

// y' of M y' = f with a regular M, or without one.
void solve_without_constraints(Attempt& a) {
  if (a.yp == nullptr) return;
  Vector f(a.y.size());
  if (a.model.rhs(a.t, a.y, f) != Evaluation::ok) return a.not_finite(-1);
  if (a.model.mass() != nullptr) {
    const auto lu = factor_mass(*a.model.mass());
    if (lu == nullptr)
      return a.fail(ConsistencyStatus::singular, -1, {}, {}, "the mass matrix is singular");
    Matrix x = f;
    lu->solve(x);
    f = x.col(0);
  }
  *a.yp = f;
}

std::vector<Index> every(Index n) {
  std::vector<Index> indices(n);
  std::iota(indices.begin(), indices.end(), Index{0});
  return indices;
}

// M y' = f in independent rows, and the constraints differentiated: W^T (f_t + J y') = 0.
// NaN where that is not possible: the state may be consistent and outside the domain of F.
void find_derivative(Attempt& a, const Splitting& splitting, PointJacobian& jacobian) {
  const Index n = a.y.size(), n_rows = static_cast<Index>(splitting.rows().size());
  Vector f(n), later(n), earlier(n);
  a.yp->setConstant(n, std::numeric_limits<double>::quiet_NaN());
  const double eps = std::cbrt(kEpsilon) * std::max(1.0, std::abs(a.t));
  const bool evaluated = a.model.rhs(a.t, a.y, f) == Evaluation::ok &&
                         jacobian.evaluate(a.t, a.y, f) == Evaluation::ok &&
                         a.model.rhs(a.t + eps, a.y, later) == Evaluation::ok &&
                         a.model.rhs(a.t - eps, a.y, earlier) == Evaluation::ok;
  if (!evaluated) return;
  const Matrix mass = to_full(*a.model.mass());
  Matrix matrix(n, n);
  Vector right(n), solution;
  for (Index k = 0; k < n_rows; ++k) {
    matrix.row(k) = mass.row(splitting.rows()[k]);
    right[k] = f[splitting.rows()[k]];
  }
  matrix.bottomRows(n - n_rows) = splitting.constraint_rows(jacobian.matrix());
  later -= earlier;
  right.tail(n - n_rows) = -splitting.constraints(later) / (2 * eps);
  ScaledLu lu;
  if (!matrix.allFinite() || !lu.factor(matrix, a.weights)) return;
  lu.solve(right, solution);
  *a.yp = a.weights.cwiseProduct(solution);
}

ConsistencyResult finished(Attempt& a, const Vector& y, const Vector* yp) {
  if (!a.result.is_ok()) {
    a.y = y;
    if (a.yp != nullptr) *a.yp = *yp;
  }
  return std::move(a.result);
}

}  // namespace

void Attempt::fail(ConsistencyStatus status, int level, const std::vector<Index>& equations,
                   const Vector& values, const std::string& what) {
  result.status = status;
  result.level = level;
  result.message = what;
  if (values.size() == 0) return;
  Index worst = 0;
  values.cwiseAbs().maxCoeff(&worst);
  result.residual = values[worst];
  if (worst < static_cast<Index>(equations.size())) result.equation = equations[worst];
}

void Attempt::not_finite(int level) {
  fail(ConsistencyStatus::not_finite, level, {}, {}, "the equations cannot be evaluated here");
  result.equation = model.bad_component();
}

bool Attempt::accept(const NewtonResult& newton, int level, const std::vector<Index>& equations,
                     const Vector& values) {
  result.iterations += newton.iterations;
  result.rcond = newton.rcond;
  switch (newton.ending) {
    case NewtonResult::Ending::converged: return true;
    case NewtonResult::Ending::not_finite: not_finite(level); return false;
    case NewtonResult::Ending::singular:
      fail(ConsistencyStatus::singular, level, equations, values,
           "the constraints do not determine the algebraic variables: the index is higher than "
           "declared, or this is a turning point of the constraints");
      return false;
    case NewtonResult::Ending::stalled:
      fail(ConsistencyStatus::not_converged, level, equations, values,
           "no consistent values were found from these");
      return false;
  }
  return false;
}

void solve_index_1(Attempt& a, const Splitting& splitting) {
  const Vector start = a.y, weights = splitting.weights(a.weights);
  Vector f(a.y.size()), moved = a.y;
  PointJacobian jacobian(a.model);
  NonlinearSystem system;
  system.residual = [&](const Vector& z, Vector& g) {
    splitting.place(z, start, moved);
    const Evaluation outcome = a.model.rhs(a.t, moved, f);
    // The constraints may be finite where other equations are not.
    if (outcome == Evaluation::rejected || outcome == Evaluation::stop) return outcome;
    g = splitting.constraints(f);
    return g.allFinite() ? Evaluation::ok : Evaluation::not_finite;
  };
  system.jacobian = [&](const Vector& z, const Vector& g, Matrix& j) {
    if (!a.model.has_jacobian())
      return difference_columns(system.residual, fine_increments(z, weights), every(z.size()), z,
                                j);
    Vector same = g;
    Evaluation outcome = system.residual(z, same);  // sets f and the state
    if (outcome == Evaluation::ok) outcome = jacobian.evaluate(a.t, moved, f);
    if (outcome == Evaluation::ok)
      j = splitting.along(splitting.constraint_rows(jacobian.matrix()));
    return outcome;
  };
  ConstraintLevel level;
  level.equations = splitting.equations();
  a.result.index = 1;
  Vector z = splitting.coordinates(start);
  if (system.residual(z, level.before) != Evaluation::ok) return a.not_finite(0);
  level.after = level.before;
  if (a.options.mode == ConsistencyMode::check) {
    if (level.before.any() && jacobian.evaluate(a.t, a.y, f) == Evaluation::ok)
      level.sensitivity = splitting.sensitivity(jacobian.matrix(), a.tolerances());
  } else {
    const NewtonResult newton =
        damped_newton(system, weights, a.options.tolerance, a.options.max_iterations, z);
    system.residual(z, level.after);
    if (!a.accept(newton, 0, level.equations, level.after)) return;
    splitting.place(z, start, a.y);
  }
  a.result.levels = {level};
  if (a.yp != nullptr) find_derivative(a, splitting, jacobian);
}

void solve_with_mass(Attempt& a) {
  const StructuredMatrix* mass = a.model.mass();
  if (mass == nullptr) return solve_without_constraints(a);
  // A regular matrix is told by its factors at a fraction of the cost of its null space.
  if (!is_diagonal(*mass) && factor_mass(*mass) != nullptr) return solve_without_constraints(a);
  const Splitting splitting(*mass);
  if (splitting.n_constraints() == 0) return solve_without_constraints(a);
  if (!a.options.fixed.empty())
    for (Index i : splitting.algebraic())
      if (a.options.fixed[i])
        return a.fail(ConsistencyStatus::overdetermined, -1, {}, {},
                      "an algebraic variable cannot be fixed, the constraints determine it");
  if (!a.model.has_higher_index()) return solve_index_1(a, splitting);
  if (!splitting.is_plain())
    return a.fail(ConsistencyStatus::unsupported, -1, {}, {},
                  "equations of index 2 and 3 must have a mass matrix whose rows and columns of "
                  "zeros are the constraints and the algebraic variables");
  solve_higher_index(a, splitting);
}

ConsistencyResult make_consistent(Model& model, double t, Vector& y, Vector* yp,
                                  const ConsistencyOptions& options) {
  const Vector y_given = y;
  const Vector yp_given = yp != nullptr ? *yp : Vector();
  Attempt attempt{
      model, t, y, yp, options, options.weights.size() > 0 ? options.weights : default_weights(y)};
  if (model.is_implicit())
    solve_implicit(attempt);
  else
    solve_with_mass(attempt);
  return finished(attempt, y_given, &yp_given);
}

}  // namespace dts
