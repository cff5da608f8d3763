// G(t, y, y') = 0: with derivatives that enter linearly and a constant matrix it is M y' = f; else
// the algebraic variables and the derivatives of the others are found together, for index 0 and 1.
#include "consistent/attempt.hpp"
#include "linalg/entries.hpp"
#include "linalg/jacobian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dts {

namespace {

// Two matrices dG/dy' are the same if they differ by less than difference quotients can tell.
constexpr double kSameMatrix = 1e-6;
constexpr double kSmallMove = 1e-3;

// G(t, y, y') = M y' - f(t, y) seen as M y' = f.
class ResidualAsRhs : public Model {
 public:
  ResidualAsRhs(Model& residual, const Matrix& mass)
      : Model(residual.size()), model_(residual), rest_(Vector::Zero(residual.size())) {
    StructuredMatrix m(Structure::dense(size()));
    m.values() = mass;
    set_mass(std::move(m));
    set_index_counts(residual.index_counts());
    set_jacobian_structure(residual.jacobian_structure());
  }

 protected:
  bool knows_jacobian() const override { return model_.has_jacobian(); }
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override {
    const Evaluation outcome = model_.residual(t, y, rest_, f);
    f = -f;
    return outcome;
  }
  Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) override {
    const Evaluation outcome = model_.residual_jacobian(t, y, rest_, 0, dfdy);
    if (dfdy.structure().storage == Storage::sparse)
      dfdy.sparse() = -dfdy.sparse();
    else
      dfdy.values() = -dfdy.values();
    return outcome;
  }

 private:
  Model& model_;
  Vector rest_;
};

class Implicit {
 public:
  explicit Implicit(Attempt& attempt) : a_(attempt), n_(attempt.y.size()) {}

  void run() {
    if (a_.options.mode == ConsistencyMode::check && !a_.model.has_higher_index())
      return note_residual();
    if (derivative_matrix(a_.y, *a_.yp, m_) != Evaluation::ok) return a_.not_finite(0);
    bool linear = false;
    if (is_linear(linear) != Evaluation::ok) return a_.not_finite(0);
    if (linear) return as_right_hand_side();
    if (a_.model.has_higher_index())
      return a_.fail(ConsistencyStatus::unsupported, -1, {}, {},
                     "implicit equations of index 2 and 3 can be treated only if the derivatives "
                     "enter linearly with constant coefficients");
    find_unknowns();
    solve();
  }

 private:
  // dG/dy' column by column; zero to the bit where y'_j does not enter.
  Evaluation derivative_matrix(const Vector& y, const Vector& yp, Matrix& m) {
    m.resize(n_, n_);
    return columns([&](const Vector& x, Vector& r) { return a_.model.residual(a_.t, y, x, r); }, yp,
                   m);
  }

  template <class Function>
  Evaluation columns(Function g, const Vector& x, Matrix& slopes) {
    Vector moved = x, up(n_), down(n_);
    for (Index j = 0; j < n_; ++j) {
      const double delta = kSmallMove * std::max(std::abs(x[j]), a_.weights[j]);
      moved[j] = x[j] + delta;
      Evaluation outcome = g(moved, up);
      moved[j] = x[j] - delta;
      if (outcome == Evaluation::ok) outcome = g(moved, down);
      moved[j] = x[j];
      if (outcome != Evaluation::ok) return outcome;
      slopes.col(j) = (up - down) / (2 * delta);
    }
    return Evaluation::ok;
  }

  bool same(const Matrix& a, const Matrix& b) const {
    const double size = a.cwiseAbs().maxCoeff();
    return (a - b).cwiseAbs().maxCoeff() <= kSameMatrix * size;
  }

  // Is dG/dy' the same at another derivative and at a neighbouring state?
  Evaluation is_linear(bool& linear) {
    Vector y = a_.y, yp = *a_.yp;
    for (Index i = 0; i < n_; ++i) {
      const double sign = i % 2 == 0 ? 1 : -1;
      y[i] += sign * kSmallMove * (1 + 0.1 * static_cast<double>(i % 7)) * a_.weights[i];
      yp[i] += 0.1 * sign * a_.weights[i];
    }
    Matrix other;
    linear = false;
    if (derivative_matrix(a_.y, yp, other) != Evaluation::ok) return Evaluation::ok;
    if (!same(m_, other)) return Evaluation::ok;
    if (derivative_matrix(y, *a_.yp, other) != Evaluation::ok) return Evaluation::ok;
    linear = same(m_, other);
    return Evaluation::ok;
  }

  void as_right_hand_side() {
    const Matrix rounded = m_.unaryExpr([](double v) {
      const double whole = std::round(v);  // differences of y'_i give 1 to rounding
      return std::abs(v - whole) <= 1e-9 * std::abs(whole) ? whole : v;
    });
    ResidualAsRhs model(a_.model, rounded);
    Vector yp(n_);
    Attempt inner{model, a_.t, a_.y, &yp, a_.options, a_.weights};
    if (!a_.options.algebraic.empty()) {
      for (Index j = 0; j < n_; ++j)
        if (a_.options.algebraic[j] && m_.col(j).cwiseAbs().maxCoeff() > 0)
          return a_.fail(ConsistencyStatus::wrong_sizes, -1, {}, {},
                         "the derivative of a variable that is said to be algebraic enters");
    }
    solve_with_mass(inner);
    a_.result = std::move(inner.result);
    if (a_.options.mode == ConsistencyMode::check) return note_residual();
    for (Index i = 0; i < n_; ++i)
      if (!std::isnan(yp[i])) (*a_.yp)[i] = yp[i];
  }

  // In check mode the derivatives count too: all equations are shown at level 0.
  void note_residual() {
    Vector r(n_);
    if (a_.model.residual(a_.t, a_.y, *a_.yp, r) != Evaluation::ok) return a_.not_finite(0);
    if (a_.result.levels.empty()) a_.result.levels.resize(1);
    a_.result.index = std::max(a_.result.index, 1);
    ConstraintLevel& level = a_.result.levels[0];
    level.equations = all();
    level.before = level.after = r;
    if (r.any()) level.sensitivity = sensitivity(r);
  }

  // What a move of all variables by their tolerances, and of the derivatives in proportion, does.
  Vector sensitivity(const Vector& r) {
    const Vector ratio =
        a_.yp->cwiseAbs().cwiseQuotient(a_.y.cwiseAbs().cwiseMax(1.0)).cwiseMax(1.0);
    const Vector yp_tolerances = a_.tolerances().cwiseProduct(ratio);
    JacobianEvaluator jacobian(a_.model);
    if (jacobian.residual_jacobian(a_.t, a_.y, *a_.yp, r, 0, 0) != Evaluation::ok) return {};
    const StructuredMatrix dgdy = jacobian.matrix();
    jacobian.forget();
    if (jacobian.residual_jacobian(a_.t, a_.y, *a_.yp, r, 1, 0) != Evaluation::ok) return {};
    Vector sums = Vector::Zero(n_);
    for_each_entry(jacobian.matrix(), [&](Index i, Index j, double v) {
      sums[i] +=
          std::abs(dgdy(i, j)) * a_.tolerances()[j] + std::abs(v - dgdy(i, j)) * yp_tolerances[j];
    });
    return sums;
  }

  std::vector<Index> all() const {
    std::vector<Index> equations(n_);
    for (Index i = 0; i < n_; ++i) equations[i] = i;
    return equations;
  }

  void find_unknowns() {
    is_algebraic_ = a_.options.algebraic;
    if (!is_algebraic_.empty()) return;
    is_algebraic_.resize(n_);
    for (Index j = 0; j < n_; ++j) is_algebraic_[j] = m_.col(j).cwiseAbs().maxCoeff() == 0;
  }

  void solve() {
    const bool has_algebraic = std::count(is_algebraic_.begin(), is_algebraic_.end(), true) > 0;
    a_.result.index = has_algebraic ? 1 : 0;
    Vector y = a_.y, yp = *a_.yp, x(n_);
    for (Index j = 0; j < n_; ++j) x[j] = is_algebraic_[j] ? y[j] : yp[j];
    const auto residual = [&](const Vector& u, Vector& r) {
      for (Index j = 0; j < n_; ++j) (is_algebraic_[j] ? y : yp)[j] = u[j];
      r.resize(n_);
      return a_.model.residual(a_.t, y, yp, r);
    };
    NonlinearSystem system;
    system.residual = residual;
    system.jacobian = [&](const Vector& u, const Vector&, Matrix& j) {
      return columns(residual, u, j);
    };
    ConstraintLevel level;
    level.equations = all();
    if (residual(x, level.before) != Evaluation::ok) return a_.not_finite(0);
    const NewtonResult newton =
        damped_newton(system, a_.weights, a_.options.tolerance, a_.options.max_iterations, x);
    level.after = level.before;
    residual(x, level.after);
    if (!a_.accept(newton, 0, level.equations, level.after)) return;
    a_.y = y;
    *a_.yp = yp;
    a_.result.levels = {level};
  }

  Attempt& a_;
  Index n_;
  Matrix m_;  // dG/dy'
  std::vector<bool> is_algebraic_;
};

}  // namespace

void solve_implicit(Attempt& attempt) {
  Vector none = Vector::Zero(attempt.y.size());
  Vector* wanted = attempt.yp;
  if (wanted == nullptr) attempt.yp = &none;
  Implicit(attempt).run();
  attempt.yp = wanted;
}

}  // namespace dts
