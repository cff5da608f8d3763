// Jacobians by differences against exact ones; colouring; detection of patterns.
#include "check.hpp"

#include "core/lambda_model.hpp"
#include "linalg/jacobian.hpp"

#include <string>

namespace {

using namespace dts;

void robertson(double, ConstVectorRef y, VectorRef f) {
  const double a = 0.04 * y[0], b = 1e4 * y[1] * y[2], c = 3e7 * y[1] * y[1];
  f << -a + b, a - b - c, c;
}
Matrix robertson_jacobian(const Vector& y) {
  Matrix j(3, 3);
  j << -0.04, 1e4 * y[2], 1e4 * y[1],  //
      0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1], 0, 6e7 * y[1], 0;
  return j;
}

// Along the orbit the second component falls from 3e-5 to 1e-13 while the rows hold terms of size
// 1e-1: the increments must follow.  The first Jacobian does not know, all later ones do.
void test_robertson() {
  LambdaModel model(3, robertson);
  JacobianEvaluator evaluator(model);
  Vector y(3), f(3);
  for (double t = 1; t <= 1e10; t *= 100) {
    y[0] = 1 / (1 + 1e-5 * t);
    y[2] = 1 - y[0];
    // On the slow manifold: 0.04 y1 = 1e4 y2 y3 + 3e7 y2^2.
    const double b = 1e4 * y[2], c = 0.04 * y[0];
    y[1] = 2 * c / (b + std::sqrt(b * b + 4 * 3e7 * c));
    model.rhs(t, y, f);
    for (int repeat = 0; repeat < 2; ++repeat)
      check::that(evaluator.jacobian(t, y, f, f, 0.1 * t) == Evaluation::ok, "evaluated");
    const Matrix exact = robertson_jacobian(y);
    const Matrix error = evaluator.matrix().values() - exact;
    for (Index j = 0; j < 3; ++j)
      check::that(error.col(j).norm() <= 1e-4 * exact.col(j).norm(),
                  "Robertson column " + std::to_string(j) + " at t = " + std::to_string(t) +
                      ": relative error " +
                      std::to_string(error.col(j).norm() / exact.col(j).norm()));
  }
  check::that(model.counts().jacobian == 12, "one count per Jacobian");
  check::that(model.counts().rhs_jacobian == 36, "three differences per Jacobian");
  check::that(model.counts().rhs == 36 + 6, "differences are part of rhs");
}

// States over 22 orders of magnitude, each with its own equation.
void test_scales() {
  const Vector scale =
      Vector::NullaryExpr(12, [](Index i) { return std::pow(10.0, 2.0 * i - 12); });
  LambdaModel model(12, [&](double, ConstVectorRef y, VectorRef f) {
    for (Index i = 0; i < 12; ++i) {
      const double x = y[i] / scale[i];
      f[i] = scale[i] * (x * x + std::sin(x));
    }
  });
  model.set_jacobian_structure(Structure::banded(12, 0, 0));
  JacobianEvaluator evaluator(model);
  const Vector y = 1.3 * scale;
  Vector f(12);
  model.rhs(0, y, f);
  for (int repeat = 0; repeat < 2; ++repeat) evaluator.jacobian(0, y, f, f, 1e-3);
  for (Index i = 0; i < 12; ++i)
    check::close(evaluator.matrix()(i, i), 2.6 + std::cos(1.3), 1e-5,
                 "scale 1e" + std::to_string(2 * i - 12));
  check::that(model.counts().rhs_jacobian == 2, "a diagonal Jacobian costs one evaluation");
}

Structure tridiagonal_pattern(Index n) {
  SparsityPattern pattern(n);
  for (int j = 0; j < n; ++j)
    for (int i = std::max(0, j - 1); i <= std::min<int>(n - 1, j + 1); ++i) pattern[j].push_back(i);
  return Structure::sparse(n, pattern);
}

void chain(double, ConstVectorRef y, VectorRef f) {
  const Index n = y.size();
  for (Index i = 0; i < n; ++i)
    f[i] = -y[i] * y[i] + (i > 0 ? 3 * y[i - 1] : 0.0) + (i + 1 < n ? y[i] * y[i + 1] : 0.0);
}

void test_storages() {
  constexpr Index n = 25;
  const Vector y = Vector::LinSpaced(n, 0.5, 2);
  Vector f(n);
  Matrix exact = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    exact(i, i) = -2 * y[i] + (i + 1 < n ? y[i + 1] : 0.0);
    if (i > 0) exact(i, i - 1) = 3;
    if (i + 1 < n) exact(i, i + 1) = y[i];
  }
  for (const Structure& s :
       {Structure::dense(n), Structure::banded(n, 1, 1), tridiagonal_pattern(n)}) {
    LambdaModel model(n, chain);
    model.set_jacobian_structure(s);
    JacobianEvaluator evaluator(model);
    model.rhs(0, y, f);
    evaluator.jacobian(0, y, f, f, 0.01);
    double worst = 0;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j)
        worst = std::max(worst, std::abs(evaluator.matrix()(i, j) - exact(i, j)));
    check::that(worst < 1e-6, "chain, error " + std::to_string(worst));
    check::that(model.counts().rhs_jacobian == (s.storage == Storage::dense ? n : 3),
                "three groups for three diagonals");
  }
}

class Oscillator : public Model {
 public:
  Oscillator() : Model(2) {}
  bool is_implicit() const override { return true; }

 protected:
  Evaluation do_rhs(double, ConstVectorRef, VectorRef) override { return Evaluation::stop; }
  Evaluation do_residual(double, ConstVectorRef y, ConstVectorRef yp, VectorRef r) override {
    r << yp[0] - y[1], 2 * yp[1] + yp[0] * yp[0] + std::sin(y[0]);
    return Evaluation::ok;
  }
};

void test_residual() {
  Oscillator model;
  JacobianEvaluator evaluator(model);
  Vector y(2), yp(2), r(2);
  y << 0.3, -0.2;
  yp << 0.7, 0.1;
  model.residual(0, y, yp, r);
  const double c = 12;
  evaluator.residual_jacobian(0, y, yp, r, c, 0.1);
  Matrix exact(2, 2);
  exact << c, -1, c * 2 * yp[0] + std::cos(y[0]), 2 * c;
  check::that((evaluator.matrix().values() - exact).norm() < 1e-5, "dG/dy + c dG/dy'");
}

// y' + y/4 = slope: where y and y' are nearly zero the size of the row is that of the input, which
// only G itself shows.  An increment in proportion to y would be lost beside it.
class DrivenNode : public Model {
 public:
  DrivenNode() : Model(1) {}
  bool is_implicit() const override { return true; }

 protected:
  Evaluation do_rhs(double, ConstVectorRef, VectorRef) override { return Evaluation::stop; }
  Evaluation do_residual(double, ConstVectorRef y, ConstVectorRef yp, VectorRef r) override {
    r[0] = (yp[0] - 1) + y[0] / 4;
    return Evaluation::ok;
  }
};

void test_input() {
  DrivenNode model;
  JacobianEvaluator evaluator(model);
  const Vector y = Vector::Constant(1, 1e-17), yp = Vector::Zero(1);
  Vector r(1);
  model.residual(0, y, yp, r);
  const double c = 1000;
  for (const char* call : {"first", "second", "third"}) {
    evaluator.residual_jacobian(0, y, yp, r, c, 1 / c);
    check::close(evaluator.matrix()(0, 0), c + 0.25, 1e-4 * c, std::string("input, ") + call);
  }
}

// f exists for y >= 0 only (and y1 <= 1), with the state on both borders in one group.
void test_borders() {
  LambdaModel model(2, [](double, ConstVectorRef y, VectorRef f) {
    f << 3 * y[0] + std::sqrt(std::pow(y[0], 3)), 2 * y[1] + std::pow(1 - y[1], 1.5);
  });
  model.set_jacobian_structure(Structure::banded(2, 0, 0));
  JacobianEvaluator evaluator(model);
  Vector y(2), f(2), yp(2);
  y << 0, 1;
  yp << -1, -1;  // the first would leave the domain with the sign of h y', the second stays
  model.rhs(0, y, f);
  check::that(evaluator.jacobian(0, y, f, yp, 0.1) == Evaluation::ok, "border: another direction");
  check::close(evaluator.matrix()(0, 0), 3, 1e-3, "border, first");
  check::close(evaluator.matrix()(1, 1), 2, 1e-3, "border, second");
  LambdaModel hopeless(
      1, [](double, ConstVectorRef y, VectorRef f) { f[0] = y[0] == 1.0 ? 0.0 : std::nan(""); });
  JacobianEvaluator lost(hopeless);
  y = Vector::Ones(1);
  f = Vector::Zero(1);
  check::that(lost.jacobian(0, y, f, f, 0.1) == Evaluation::not_finite, "an isolated point");
}

void check_colouring(const Structure& s, const SparsityPattern& pattern, int expected) {
  int n_groups = 0;
  const std::vector<int> group = colour_columns(s, n_groups);
  bool disjoint = true;
  for (std::size_t a = 0; a < pattern.size(); ++a)
    for (std::size_t b = a + 1; b < pattern.size(); ++b)
      if (group[a] == group[b])
        for (int i : pattern[a])
          for (int k : pattern[b]) disjoint = disjoint && i != k;
  check::that(disjoint, "no row is shared within a group");
  check::that(n_groups == expected, "groups: " + std::to_string(n_groups));
}

void test_colours() {
  constexpr int n = 30;
  SparsityPattern band(n), arrow(n);
  for (int j = 0; j < n; ++j) {
    for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 2); ++i) band[j].push_back(i);
    arrow[j] = j == 0 ? std::vector<int>{} : std::vector<int>{j};
    if (j == 0)
      for (int i = 0; i < n; ++i) arrow[0].push_back(i);
  }
  check_colouring(Structure::banded(n, 2, 1), band, 4);
  check_colouring(Structure::sparse(n, band), band, 4);
  check_colouring(Structure::sparse(n, arrow), arrow, 2);
  int n_groups = 0;
  colour_columns(Structure::dense(n), n_groups);
  check::that(n_groups == n, "dense: one column each");
}

void test_detection() {
  constexpr Index n = 9;
  LambdaModel model(n, chain);
  SparsityPattern pattern;
  // At zero all products vanish: only scattered states show them.
  check::that(detect_pattern(model, 0, Vector(Vector::Zero(n)), nullptr, pattern) == Evaluation::ok,
              "detection ran");
  check::that(pattern == *tridiagonal_pattern(n).pattern, "detected pattern of the chain");
  Oscillator oscillator;
  const Vector zero = Vector::Zero(2);
  detect_pattern(oscillator, 0, zero, &zero, pattern);
  check::that(pattern == SparsityPattern{{0, 1}, {0, 1}}, "detected pattern of a residual");
}

// Linear models of all kinds of patterns: bands, arrows, scattered entries, empty rows and columns.
void test_detected_patterns() {
  constexpr int n = 200;
  SparsityPattern band(n), arrow(n), scattered(n), full(n), differences(n);
  unsigned state = 7;
  const auto next = [&state] { return state = 1664525 * state + 1013904223; };
  for (int j = 0; j < n; ++j) {
    for (int i = std::max(0, j - 3); i <= std::min(n - 1, j + 1); ++i) band[j].push_back(i);
    for (int i = 0; i < n; ++i) {
      if (i == j || i == n - 1 || j == n - 1) arrow[j].push_back(i);
      if ((next() >> 8) % 100 == 0 && j % 7 != 0) scattered[j].push_back(i);
      full[j].push_back(i);
      if (i == j || i == (j + n - 1) % n) differences[j].push_back(i);
    }
    std::sort(differences[j].begin(), differences[j].end());
  }
  struct Case {
    const SparsityPattern& pattern;
    long long at_most;  // evaluations
  };
  for (const Case& one : {Case{band, 200}, Case{arrow, 7 * n}, Case{scattered, 400},
                          Case{full, 7 * n}, Case{differences, 120}}) {
    const SparsityPattern& pattern = one.pattern;
    const bool cancels = &pattern == &differences;
    LambdaModel model(n, [&](double, ConstVectorRef y, VectorRef f) {
      f.setZero();
      for (int j = 0; j < n; ++j)
        for (const int i : pattern[j]) f[i] += (cancels && i != j ? -1 : 1) * y[j];
    });
    SparsityPattern found;
    detect_pattern(model, 0, Vector(Vector::Ones(n)), nullptr, found);
    check::that(found == pattern, "detected pattern");
    check::that(model.counts().rhs <= one.at_most,
                "evaluations for a pattern: " + std::to_string(model.counts().rhs));
  }
}

// What every model with a Jacobian offers; held components do not move.
void test_product() {
  LambdaModel model(
      2, [](double, ConstVectorRef y, VectorRef f) { f << y[0] * y[1], y[1] * y[1]; },
      [](double, ConstVectorRef y, StructuredMatrix& j) {
        j.set(0, 0, y[1]);
        j.set(0, 1, y[0]);
        j.set(1, 1, 2 * y[1]);
      });
  Vector product(2);
  check::that(model.jacobian_times(0, Eigen::Vector2d(2, 3), Eigen::Vector2d(1, -1), product) ==
                  Evaluation::ok,
              "product with the Jacobian");
  check::that(product == Eigen::Vector2d(1, -6), "value of the product");
  model.hold({1});
  model.jacobian_times(0, Eigen::Vector2d(2, 3), Eigen::Vector2d(1, -1), product);
  check::that(product == Eigen::Vector2d(1, 0), "product with a held component");
  model.jacobian_times(0, Eigen::Vector2d(2, kInfinity), Eigen::Vector2d(1, -1), product);
  check::that(model.bad_component() == 0, "a product that is not finite");
}

}  // namespace

int main() {
  test_product();
  test_robertson();
  test_scales();
  test_storages();
  test_residual();
  test_input();
  test_borders();
  test_colours();
  test_detection();
  test_detected_patterns();
  return check::summary("jacobian");
}
