// Velocities and multipliers of index 3 rows from the hidden constraints.
#include "check.hpp"
#include "problem_helpers.hpp"

#include "consistent/row_refinement.hpp"
#include "core/lambda_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace dts;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// A pendulum whose rod, of length L(t), is driven such that the solution is known: position
// L (sin a, -cos a), force in the rod 3 + cos t.
double length(double t) { return 1 + 0.1 * std::sin(3 * t); }
double angle(double t) { return 0.5 * std::sin(2 * t); }

Vector exact(double t) {
  const double l = length(t), dl = 0.3 * std::cos(3 * t), a = angle(t), da = std::cos(2 * t);
  Vector y(5);
  y << l * std::sin(a), -l * std::cos(a), dl * std::sin(a) + l * da * std::cos(a),
      -dl * std::cos(a) + l * da * std::sin(a), 3 + std::cos(t);
  return y;
}

// x'' of the solution.
Eigen::Vector2d acceleration(double t) {
  const double l = length(t), dl = 0.3 * std::cos(3 * t), ddl = -0.9 * std::sin(3 * t);
  const double a = angle(t), da = std::cos(2 * t), dda = -2 * std::sin(2 * t);
  const double along = ddl - l * da * da, across = 2 * dl * da + l * dda;
  return {along * std::sin(a) + across * std::cos(a), -along * std::cos(a) + across * std::sin(a)};
}

StructuredMatrix diagonal(const Vector& values) {
  StructuredMatrix mass(Structure::banded(values.size(), 0, 0));
  for (Index i = 0; i < values.size(); ++i) mass.set(i, i, values[i]);
  return mass;
}

struct Times {
  double first = kInfinity, last = -kInfinity;
};

// `times`: between which f was evaluated.  From `defined_up_to` on f is not a number.
LambdaModel pendulum(Times& times, double defined_up_to = kInfinity,
                     LambdaModel::Jacobian jacobian = nullptr) {
  const auto rhs = [&times, defined_up_to](double t, ConstVectorRef y, VectorRef f) {
    times.first = std::min(times.first, t);
    times.last = std::max(times.last, t);
    const Vector solution = exact(t);
    const Eigen::Vector2d force = acceleration(t) + solution[4] * solution.head(2);
    f << y[2], y[3], force[0] - y[4] * y[0], force[1] - y[4] * y[1],
        y[0] * y[0] + y[1] * y[1] - length(t) * length(t);
    if (t > defined_up_to) f.setConstant(kNaN);
  };
  return LambdaModel(5, rhs, std::move(jacobian));
}

void describe(Model& model) {
  Vector mass(5);
  mass << 1, 1, 1, 1, 0;
  model.set_mass(diagonal(mass));
  model.set_index_counts({2, 2, 1});
}

// Its Jacobian, the slope of the constraint multiplied by `factor`.
LambdaModel::Jacobian pendulum_jacobian(double factor) {
  return [factor](double, ConstVectorRef y, StructuredMatrix& j) {
    for (Index i = 0; i < 2; ++i) {
      j.set(i, 2 + i, 1);
      j.set(2 + i, i, -y[4]);
      j.set(2 + i, 4, -y[i]);
      j.set(4, i, factor * 2 * y[i]);
    }
  };
}

Tolerances equal(Index n, double tol) {
  return {Vector::Constant(n, tol), Vector::Constant(n, tol)};
}

// What rounding does to a row: velocities are moved along the rod, the multiplier is moved.
Vector spoilt(double t) {
  Vector y = exact(t);
  y[2] += 1e-7 * y[0];
  y[3] += 1e-7 * y[1];
  y[4] += 1e-4;
  return y;
}

void recovers(double t, double begin, double end, double span, const std::string& what) {
  Times times;
  LambdaModel model = pendulum(times);
  describe(model);
  RowRefinement refinement(model, equal(5, 1e-11));
  Vector y = spoilt(t);
  refinement.refine(t, begin, end, span, y);
  const Vector error = (y - exact(t)).cwiseAbs();
  check::that(y[0] == exact(t)[0] && y[1] == exact(t)[1], what + ": positions are left alone");
  check::that(error.segment(2, 2).maxCoeff() < 1e-12, what + ": velocities");
  check::that(error[4] < 1e-10, what + ": multiplier");
  const double low = std::min(begin, end), high = std::max(begin, end);
  check::that(times.first >= low && times.last <= high, what + ": nothing outside the piece");
}

void test_pendulum() {
  recovers(1.3, 0, 1.3, 0.01, "at the end");
  recovers(0.4, 0.4, 2, 0.01, "at the start of a piece");
  recovers(0.4, 0.39, 2, 0.01, "soon after it");
  recovers(0.7, 0, 2, 1e-6, "after a very short step");
  recovers(0.7, 0, 2, 1.5, "after a long one");
  recovers(0.7, 2, 0.7, 0.01, "backwards");
}

// The rod's length depends on time, which the Jacobian does not know of, or the Jacobian is wrong:
// both are noticed.
void test_inexact_slopes() {
  for (const double factor : {1.0, 1.001, 0.99}) {
    Times times;
    LambdaModel model = pendulum(times, kInfinity, pendulum_jacobian(factor));
    describe(model);
    RowRefinement refinement(model, equal(5, 1e-11));
    Vector y = spoilt(1.3);
    refinement.refine(1.3, 0, 1.3, 0.01, y);
    const Vector error = (y - exact(1.3)).cwiseAbs();
    const std::string what = "Jacobian times " + std::to_string(factor);
    check::that(error.segment(2, 2).maxCoeff() < 1e-12, what + ": velocities");
    check::that(error[4] < 1e-10, what + ": multiplier");
  }
}

void test_what_is_left_alone() {
  Times times;
  LambdaModel model = pendulum(times);
  describe(model);
  RowRefinement refinement(model, equal(5, 1e-11));
  // An error along the path is none of the constraint.
  Vector y = exact(1.3);
  const Vector tangent = Vector(Eigen::Vector2d(-y[1], y[0]).normalized());
  y.segment(2, 2) += 1e-6 * tangent;
  const double before = y.segment(2, 2).dot(tangent);
  refinement.refine(1.3, 0, 1.3, 0.01, y);
  check::close(y.segment(2, 2).dot(tangent), before, 1e-12, "velocities along the path");

  LambdaModel undefined = pendulum(times, 0);
  describe(undefined);
  RowRefinement hopeless(undefined, equal(5, 1e-11));
  for (int i = 0; i < 20; ++i) {
    y = spoilt(1.3);
    hopeless.refine(1.3, 0, 1.3, 0.01, y);
    check::that(y == spoilt(1.3), "a row near which f cannot be evaluated");
  }
  const Count spent = undefined.counts().rhs;
  hopeless.refine(1.3, 0, 1.3, 0.01, y);
  check::that(undefined.counts().rhs == spent, "is not tried again and again");

  y = spoilt(1.3);
  refinement.refine(1.3, 1.3, 1.3, 0.01, y);
  check::that(y == spoilt(1.3), "a piece without length");
}

// The same motion with velocities w = q' / (1 + q^2): y' of the positions is not a straight line
// along the tangent.
void test_bent_kinematics() {
  const auto bend = [](Vector y) {
    for (Index i = 0; i < 2; ++i) y[2 + i] /= 1 + y[i] * y[i];
    return y;
  };
  LambdaModel model(5, [&](double t, ConstVectorRef y, VectorRef f) {
    const Vector solution = exact(t);
    const Eigen::Vector2d second = acceleration(t);
    for (Index i = 0; i < 2; ++i) {
      const double q = solution[i], dq = solution[2 + i], c = 1 + q * q;
      f[i] = y[2 + i] * (1 + y[i] * y[i]);
      f[2 + i] = second[i] / c - 2 * q * dq * dq / (c * c) + solution[4] * q - y[4] * y[i];
    }
    f[4] = y[0] * y[0] + y[1] * y[1] - length(t) * length(t);
  });
  describe(model);
  RowRefinement refinement(model, equal(5, 1e-11));
  const Vector expected = bend(exact(1.3));
  Vector y = expected;
  y[4] += 1e-4;
  refinement.refine(1.3, 0, 1.3, 0.01, y);
  check::that((y - expected).head(4).cwiseAbs().maxCoeff() < 1e-12, "bent kinematics: velocities");
  check::close(y[4], expected[4], 3e-10, "bent kinematics: multiplier");
}

// Rows that follow each other share the reach of the curve.
void test_cost() {
  Times times;
  LambdaModel model = pendulum(times);
  describe(model);
  RowRefinement refinement(model, equal(5, 1e-11));
  Vector y = spoilt(0.5);
  refinement.refine(0.5, 0, 2, 0.01, y);
  const Count first = model.counts().rhs;
  for (int i = 1; i <= 10; ++i) {
    const double t = 0.5 + 0.1 * i;
    y = spoilt(t);
    refinement.refine(t, 0, 2, 0.01, y);
    check::that((y - exact(t)).segment(2, 2).cwiseAbs().maxCoeff() < 1e-12,
                "velocities of row " + std::to_string(i));
    check::close(y[4], exact(t)[4], 3e-10, "multiplier of row " + std::to_string(i));
  }
  const double per_row = static_cast<double>(model.counts().rhs - first) / 10;
  std::printf("evaluations: %lld for the first row, %.1f for each of the next\n",
              static_cast<long long>(first), per_row);
  check::that(per_row <= 50, "evaluations per row");
}

// Accelerations as variables, and constraints on different levels.
void test_squeezer() {
  const Problem& problem = *find_problem("andrews");
  BuiltinModel model(problem, problem.default_parameters());
  check::that(RowRefinement::is_possible(model), "the squeezing mechanism can be refined");
  const Vector reference = to_vector(problem.reference.most_accurate());
  Vector y = reference;
  for (Index i = 14; i < 27; ++i) y[i] *= 1 + (i % 2 ? 1e-5 : -1e-5);
  const Vector before = y;
  const auto refined = [&](Model& its_model) {
    RowRefinement refinement(its_model, equal(its_model.size(), 1e-10));
    y = before;
    refinement.refine(0.03, 0, 0.03, 1e-5, y);
    check::that(y.head(7) == reference.head(7), "angles are left alone");
    return Vector((y - reference).cwiseAbs().cwiseQuotient((1 + reference.array().abs()).matrix()));
  };
  // The angles themselves are known to 13 digits.
  Vector error = refined(model);
  check::that(error.segment(7, 7).maxCoeff() < 1e-12, "velocities by the Jacobian");
  check::that(error.tail(13).maxCoeff() < 1e-11, "accelerations and multipliers by the Jacobian");
  model.use_differences_only(true);
  error = refined(model);
  check::that(error.segment(7, 7).maxCoeff() < 1e-8, "velocities by differences");
  check::that(error.tail(13).maxCoeff() < 1e-7, "accelerations and multipliers by differences");
}

// At the start most angles are zero, and constraints are sums of terms that do not show in their
// slopes.  Differences would leave 8 digits.
void test_start_of_squeezer() {
  const Problem& problem = *find_problem("andrews");
  BuiltinModel model(problem, problem.default_parameters());
  const Vector start = to_vector(problem.initial_state(problem.default_parameters()));
  RowRefinement refinement(model, equal(model.size(), 1e-11));
  for (const double span : {1e-6, 1e-5, 1e-3}) {
    Vector y = start;
    for (Index i = 14; i < 27; ++i) y[i] += i % 2 ? 0.1 : -0.1;
    refinement.refine(0, 0, 0.03, span, y);
    const Vector error = (y - start).cwiseAbs().cwiseQuotient((1 + start.array().abs()).matrix());
    check::that(error.segment(7, 7).maxCoeff() < 1e-12, "velocities at the start");
    check::that(error.tail(13).maxCoeff() < 1e-11, "accelerations and multipliers at the start: " +
                                                       std::to_string(error.tail(13).maxCoeff()));
  }
}

// Positions go back to where they were off along the constraint's normal, by less than a tolerance.
void test_meet_constraints() {
  Times times;
  LambdaModel model = pendulum(times);
  describe(model);
  RowRefinement refinement(model, equal(5, 1e-6));
  Vector y = exact(1.3), off = y;
  off.head(2) *= 1 + 1e-7;
  y = off;
  refinement.meet_constraints(1.3, y);
  check::that((y - exact(1.3)).head(2).norm() < 1e-13, "positions meet a constraint");
  check::that(y.tail(3) == off.tail(3), "and nothing else is moved");
  off.head(2) *= 1 + 1e-5;
  y = off;
  refinement.meet_constraints(1.3, y);
  check::that(y == off, "farther than a tolerance they are not moved");

  LambdaModel undefined = pendulum(times, 0);
  describe(undefined);
  RowRefinement hopeless(undefined, equal(5, 1e-6));
  y = off;
  hopeless.meet_constraints(1.3, y);
  check::that(y == off, "nor where f cannot be evaluated");

  const Problem& problem = *find_problem("andrews");
  BuiltinModel squeezer(problem, problem.default_parameters());
  const Vector reference = to_vector(problem.reference.most_accurate());
  const auto violation = [&](const Vector& state) {
    Vector f(state.size());
    squeezer.rhs(0.03, state, f);
    return f.tail(6).norm();
  };
  RowRefinement its_refinement(squeezer, equal(squeezer.size(), 1e-6));
  y = reference;
  y.head(7) *= 1 + 1e-8;
  const double before = violation(y);
  its_refinement.meet_constraints(0.03, y);
  check::that(violation(y) < 1e-6 * before, "angles of the squeezing mechanism");
  check::that(y.tail(20) == reference.tail(20), "its angles alone");
}

void test_is_possible() {
  Times times;
  LambdaModel model = pendulum(times);
  check::that(!RowRefinement::is_possible(model), "not without mass matrix");
  describe(model);
  check::that(RowRefinement::is_possible(model), "possible for a pendulum");
  model.set_index_counts({2, 3, 0});
  check::that(!RowRefinement::is_possible(model), "not for index 2");
  describe(model);
  StructuredMatrix combined(Structure::dense(5));
  for (Index i = 0; i < 4; ++i) combined.set(i, i, 1);
  combined.set(4, 0, 1);  // the constraint is a difference of equations
  model.set_mass(combined);
  check::that(!RowRefinement::is_possible(model), "not where constraints are combinations");
}

}  // namespace

int main() {
  test_pendulum();
  test_inexact_slopes();
  test_what_is_left_alone();
  test_bent_kinematics();
  test_cost();
  test_squeezer();
  test_start_of_squeezer();
  test_meet_constraints();
  test_is_possible();
  return check::summary("row refinement");
}
