// Index 2 and 3: what the differential variables must satisfy is checked or reached by the nearest
// values that do, level by level; the last derivative determines the algebraic variables.
#include "consistent/attempt.hpp"
#include "consistent/constraints.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dts {

namespace {

// Differential variables may violate a constraint by this much of their size.
constexpr double kAllowedViolation = 1e-6;
constexpr double kSmallestChange = 1e-9;
constexpr double kDifferenceNoise = 1e-8;
constexpr double kSmallestRcond = 1e-14;

class HigherIndex {
 public:
  HigherIndex(Attempt& attempt, const Splitting& splitting)
      : a_(attempt),
        splitting_(splitting),
        chain_(attempt.model, splitting, closed_forms(attempt), attempt.weights) {
    const auto& counts = a_.model.index_counts();
    index_ = counts[2] > 0 ? 3 : 2;
  }

  void run() {
    a_.result.index = index_;
    if (chain_.analyse(a_.t, a_.y, index_ - 1) != Evaluation::ok) return a_.not_finite(0);
    note_levels(&ConstraintLevel::before);
    if (!a_.result.is_ok()) return;
    if (a_.options.mode == ConsistencyMode::check) return measure();
    for (int level = 0; level + 1 < index_; ++level)
      if (!satisfy(level)) return;
    if (!determine_algebraic()) return;
    note_levels(&ConstraintLevel::after);
    if (a_.yp != nullptr) find_derivative();
  }

 private:
  static HiddenConstraints* closed_forms(Attempt& a) {
    return a.options.hidden != nullptr ? a.options.hidden
                                       : dynamic_cast<HiddenConstraints*>(&a.model);
  }

  void note_levels(Vector ConstraintLevel::*values) {
    a_.result.levels.resize(index_);
    for (int level = 0; level < index_; ++level) {
      ConstraintLevel& noted = a_.result.levels[level];
      noted.equations = chain_.equations_at(level);
      if (chain_.evaluate(level, a_.t, a_.y, noted.*values) != Evaluation::ok)
        return a_.not_finite(level);
    }
  }

  void measure() {
    for (int level = 0; level < index_; ++level) {
      ConstraintLevel& noted = a_.result.levels[level];
      noted.after = noted.before;
      if (noted.before.any() && chain_.sensitivity(level, a_.t, a_.y, a_.tolerances(),
                                                   noted.sensitivity) != Evaluation::ok)
        return a_.not_finite(level);
    }
  }

  // Those that may be moved to satisfy a level: of index 3 positions for the constraint, velocities
  // for its derivative.
  std::vector<Index> free_variables(int level) const {
    const auto& counts = a_.model.index_counts();
    const Index first = index_ == 3 && level == 1 ? counts[0] : 0;
    const Index last = index_ == 3 && level == 0 ? counts[0] : counts[0] + counts[1];
    std::vector<Index> variables;
    for (Index i : splitting_.differential()) {
      const bool in_block = index_ == 2 || (i >= first && i < last);
      const bool is_fixed = !a_.options.fixed.empty() && a_.options.fixed[i];
      if (in_block && !is_fixed) variables.push_back(i);
    }
    return variables;
  }

  bool satisfy(int level) {
    const std::vector<Index> equations = chain_.equations_at(level + 1);
    if (equations.empty()) return true;
    if (a_.options.mode == ConsistencyMode::project) return project(level, equations);
    Vector c;
    Matrix g;
    if (chain_.required(level, a_.t, a_.y, c) != Evaluation::ok ||
        chain_.required_gradient(level, a_.t, a_.y, splitting_.differential(), g) !=
            Evaluation::ok) {
      a_.not_finite(level);
      return false;
    }
    Vector w(splitting_.differential().size());
    for (Index j = 0; j < w.size(); ++j) w[j] = a_.weights[splitting_.differential()[j]];
    const Vector violation =
        c.cwiseAbs().cwiseQuotient((g.cwiseAbs() * w).cwiseMax(std::numeric_limits<double>::min()));
    if (violation.size() == 0 || violation.maxCoeff() <= kAllowedViolation) return true;
    a_.fail(ConsistencyStatus::violated, level, equations, c,
            "the differential variables violate a constraint; they can be moved by `project'");
    return false;
  }

  // The nearest x with c(x) = 0, in the norm of the weights: x <- x0 - W^2 G^T (G W^2 G^T)^-1
  // (c(x) + G (x0 - x)).
  bool project(int level, const std::vector<Index>& equations) {
    const std::vector<Index> variables = free_variables(level);
    const Index m = static_cast<Index>(equations.size()), n = static_cast<Index>(variables.size());
    Vector x0(n), x(n), w(n), c, next;
    for (Index j = 0; j < n; ++j) {
      x0[j] = x[j] = a_.y[variables[j]];
      w[j] = a_.weights[variables[j]];
    }
    Matrix g;
    double last = kInfinity;
    for (int i = 0; i < a_.options.max_iterations; ++i) {
      if (chain_.required(level, a_.t, a_.y, c) != Evaluation::ok ||
          chain_.required_gradient(level, a_.t, a_.y, variables, g) != Evaluation::ok) {
        a_.not_finite(level);
        return false;
      }
      if (m > n || !solve_normal(g * w.asDiagonal(), c + g * (x0 - x), next)) {
        a_.fail(ConsistencyStatus::overdetermined, level, equations, c,
                "the free variables cannot meet a constraint");
        return false;
      }
      next = x0 - w.cwiseProduct(next);
      const double change = (next - x).cwiseQuotient(w).lpNorm<Eigen::Infinity>();
      x = next;
      for (Index j = 0; j < n; ++j) a_.y[variables[j]] = x[j];
      ++a_.result.iterations;
      // Slopes by differences leave a small change along the constraint that never dies out.
      if (change <= kSmallestChange && (change == 0 || change >= last / 2)) return true;
      last = change;
    }
    if (last <= kSmallestChange) return true;
    a_.fail(ConsistencyStatus::not_converged, level, equations, c,
            "no values that satisfy the constraint were found near these");
    return false;
  }

  // B^T (B B^T)^-1 c with B = G W, its rows scaled; false if they are dependent.
  bool solve_normal(Matrix b, Vector c, Vector& result) {
    for (Index k = 0; k < b.rows(); ++k) {
      const double size = largest(b.row(k));
      if (!(size > 0) || !std::isfinite(size)) return false;
      b.row(k) /= size;
      c[k] /= size;
    }
    const SmallLU lu(product_with_transpose(b));
    a_.result.rcond = lu.rcond();
    if (!(a_.result.rcond >= kSmallestRcond)) return false;
    result = b.transpose() * lu.solve(c);
    return true;
  }

  // Differences of differences have noise that Newton's method cannot go below.
  double tolerance() const {
    return chain_.has_closed_form(index_ - 1) ? a_.options.tolerance
                                              : std::max(a_.options.tolerance, kDifferenceNoise);
  }

  bool determine_algebraic() {
    const std::vector<Index>& variables = splitting_.algebraic();
    const Index m = static_cast<Index>(variables.size());
    Vector moved = a_.y, z(m), w(m), values;
    for (Index k = 0; k < m; ++k) {
      z[k] = a_.y[variables[k]];
      w[k] = a_.weights[variables[k]];
    }
    const auto at = [&](const Vector& y, Vector& r) { return chain_.determining(a_.t, y, r); };
    const auto place = [&](const Vector& x) {
      for (Index k = 0; k < m; ++k) moved[variables[k]] = x[k];
    };
    NonlinearSystem system;
    system.residual = [&](const Vector& x, Vector& r) {
      place(x);
      return at(moved, r);
    };
    system.jacobian = [&](const Vector& x, const Vector&, Matrix& j) {
      place(x);
      return difference_columns(at, coarse_increments(moved, a_.weights), variables, moved, j);
    };
    const NewtonResult newton = damped_newton(system, w, tolerance(), a_.options.max_iterations, z);
    values = Vector::Zero(m);
    system.residual(z, values);
    if (!a_.accept(newton, index_ - 1, splitting_.equations(), values)) return false;
    a_.y = moved;
    return true;
  }

  void find_derivative() {
    if (chain_.flow(a_.t, a_.y, *a_.yp) != Evaluation::ok) return a_.not_finite(0);
    for (Index i : splitting_.algebraic()) (*a_.yp)[i] = std::numeric_limits<double>::quiet_NaN();
  }

  Attempt& a_;
  const Splitting& splitting_;
  ConstraintChain chain_;
  int index_ = 2;
};

}  // namespace

void solve_higher_index(Attempt& attempt, const Splitting& splitting) {
  HigherIndex(attempt, splitting).run();
}

}  // namespace dts
