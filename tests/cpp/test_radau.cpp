// radau5: coefficients, stability, orders, DAEs of index 1 to 3, protocol of the stepper.
#include "check.hpp"
#include "run_to_end.hpp"

#include "core/lambda_model.hpp"
#include "integrators/radau.hpp"
#include "integrators/radau_tableau.hpp"

#include <Eigen/LU>

#include <array>
#include <complex>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace dts;
using check::run_to_end;
using check::uniform_tolerances;
using Tableau = RadauTableau;
using Small = Eigen::Matrix3d;

Small matrix(const double (&a)[3][3]) {
  Small m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = a[i][j];
  return m;
}

void test_coefficients() {
  const Small A = matrix(Tableau::A), T = matrix(Tableau::T), Ti = matrix(Tableau::T_inverse);
  const Eigen::Vector3d c(Tableau::c[0], Tableau::c[1], Tableau::c[2]);
  for (int k = 1; k <= 3; ++k) {
    const Eigen::Vector3d left = A * c.array().pow(k - 1).matrix();
    check::that((left - c.array().pow(k).matrix() / k).norm() < 1e-15,
                "collocation condition " + std::to_string(k));
  }
  for (int k = 1; k <= 5; ++k)  // order 5 of the quadrature: the last row of A
    check::close(A.row(2).dot(c.array().pow(k - 1).matrix()), 1.0 / k, 1e-15, "B(5)");
  check::that((T * Ti - Small::Identity()).norm() < 1e-14, "T T^-1 = I");
  Small block;
  block << Tableau::gamma, 0, 0, 0, Tableau::alpha, -Tableau::beta, 0, Tableau::beta,
      Tableau::alpha;
  check::that((Ti * A.inverse() * T - block).norm() < 1e-13, "block form of A^-1");
  const double r81 = std::cbrt(81.0), r9 = std::cbrt(9.0);
  check::close(Tableau::gamma, 30 / (6 + r81 - r9), 1e-14, "gamma");
  const double a = (12 - r81 + r9) / 60, b = std::sqrt(3.0) * (r81 + r9) / 60;
  check::close(Tableau::alpha, a / (a * a + b * b), 1e-14, "alpha");
  check::close(Tableau::beta, b / (a * a + b * b), 1e-14, "beta");
  for (int k = 1; k <= 4; ++k) {
    double sum = k == 1;
    for (int i = 0; i < 3; ++i) sum += Tableau::e[i] * std::pow(Tableau::c[i], k);
    check::close(sum, k < 4 ? 0.0 : -0.1, 1e-14, "error weights, power " + std::to_string(k));
  }
}

// R(z) = 1 + z b^T (I - z A)^-1 1 with b the last row of A.
void test_stability() {
  using Complex = std::complex<double>;
  const Eigen::Matrix3cd A = matrix(Tableau::A).cast<Complex>();
  const auto R = [&](Complex z) {
    const Eigen::Matrix3cd m = Eigen::Matrix3cd::Identity() - z * A;
    const Eigen::Vector3cd stages = m.lu().solve(Eigen::Vector3cd::Ones());
    return 1.0 + z * (A.row(2) * stages)(0);
  };
  double largest = 0;
  for (double y = 1e-3; y < 1e6; y *= 1.05) largest = std::max(largest, std::abs(R({0, y})));
  check::that(largest <= 1 + 1e-12, "|R| <= 1 on the imaginary axis");
  check::that(std::abs(R(-1e9)) < 1e-8 && std::abs(R({0, 1e9})) < 1e-8, "R vanishes at infinity");
}

// A nonlinear rotation with the exact solution (cos t, sin t).
void rotation(double, ConstVectorRef y, VectorRef f) {
  const double pull = 1 - y.squaredNorm();
  f << -y[1] + pull * y[0], y[0] + pull * y[1];
}
Vector circle(double t) {
  Vector y(2);
  y << std::cos(t), std::sin(t);
  return y;
}

struct FixedStepErrors {
  double at_end, inside;
};

FixedStepErrors fixed_steps(int n_steps) {
  LambdaModel model(2, rotation);
  StepLimits limits;
  limits.h_initial = limits.h_max = 3.0 / n_steps;
  RadauOptions options;
  options.kappa = 1e-10;  // Newton to rounding level, under tolerances that never reject
  options.max_newton = 25;
  Radau5 stepper(model, uniform_tolerances(2, 0.5, 0.5), limits, options);
  double inside = 0;
  Vector y(2);
  const auto run = run_to_end(stepper, 0, circle(0), 3, [&](Stepper& s) {
    s.prepare_dense();
    for (double x = 0; x <= 1; x += 0.125) {
      const double t = s.t_old() + x * (s.t() - s.t_old());
      s.dense().value(t, y);
      inside = std::max(inside, (y - circle(t)).norm());
    }
  });
  check::that(run.accepted == n_steps && run.attempts == n_steps, "fixed steps");
  return {(stepper.y() - circle(3)).norm(), inside};
}

void test_order() {
  FixedStepErrors coarse = fixed_steps(12);
  for (int n = 24; n <= 96; n *= 2) {
    const FixedStepErrors fine = fixed_steps(n);
    check::close(std::log2(coarse.at_end / fine.at_end), 5, 0.25, "order at the end");
    check::close(std::log2(coarse.inside / fine.inside), 5, 0.25, "order in between");
    coarse = fine;
  }
}

void test_tolerance() {
  double last = 1;
  for (double tol = 1e-3; tol > 1e-12; tol *= 0.1) {
    LambdaModel model(2, rotation);
    Radau5 stepper(model, uniform_tolerances(2, tol, tol), {});
    const auto run = run_to_end(stepper, 0, circle(0), 10);
    const double error = (stepper.y() - circle(10)).norm();
    check::that(run.reached && error < 10 * tol, "error of the order of the tolerance");
    check::that(error < last, "smaller tolerance, smaller error");
    last = std::max(error, 1e-12);  // below, the roundings of thousands of steps add up
  }
}

struct Dae {
  const char* name;
  Index n;
  std::array<Index, 3> counts;
  Index n_differential;
  LambdaModel::Rhs rhs;
  std::function<Vector(double)> exact;
  std::array<double, 3> order;  // of the variables of index 1, 2, 3
  int coarse_steps;             // few, but enough for Newton to converge
};

// Orders: Hairer, Lubich, Roche, The numerical solution of DAEs by RK methods (1989), table 2.3.

// y' = z - cos^2 t - sin t, 0 = z - y^2.
const Dae kIndex1{"index 1",
                  2,
                  {2, 0, 0},
                  1,
                  [](double t, ConstVectorRef y, VectorRef f) {
                    f << y[1] - std::pow(std::cos(t), 2) - std::sin(t), y[1] - y[0] * y[0];
                  },
                  [](double t) {
                    Vector y(2);
                    y << std::cos(t), std::pow(std::cos(t), 2);
                    return y;
                  },
                  {5, 0, 0},
                  16};
// Hairer, Lubich, Roche (1989): a Hessenberg system with exact solution e^t, e^-2t, e^2t.
const Dae kIndex2{"index 2",
                  3,
                  {2, 1, 0},
                  2,
                  [](double, ConstVectorRef y, VectorRef f) {
                    const double q = y[1] * y[1];
                    f << y[0] * q * y[2] * y[2], y[0] * y[0] * q - 3 * q * y[2],
                        y[0] * y[0] * y[1] - 1;
                  },
                  [](double t) {
                    Vector y(3);
                    y << std::exp(t), std::exp(-2 * t), std::exp(2 * t);
                    return y;
                  },
                  {5, 3, 0},
                  32};
// A driven point on the circle, angle p = t + t^2/4, constraint on the positions.
const Dae kIndex3{"index 3",
                  5,
                  {2, 2, 1},
                  4,
                  [](double, ConstVectorRef y, VectorRef f) {
                    f << y[2], y[3], -y[4] * y[0] - 0.5 * y[1], -y[4] * y[1] + 0.5 * y[0],
                        y[0] * y[0] + y[1] * y[1] - 1;
                  },
                  [](double t) {
                    const double p = t + t * t / 4, v = 1 + t / 2;
                    Vector y(5);
                    y << std::cos(p), std::sin(p), -v * std::sin(p), v * std::cos(p), v * v;
                    return y;
                  },
                  {5, 3, 2},
                  16};

std::unique_ptr<LambdaModel> make_model(const Dae& dae) {
  auto model = std::make_unique<LambdaModel>(dae.n, dae.rhs);
  StructuredMatrix mass(Structure::banded(dae.n, 0, 0));
  for (Index i = 0; i < dae.n_differential; ++i) mass.set(i, i, 1.0);
  model->set_mass(mass);
  model->set_index_counts(dae.counts);
  return model;
}

// The largest errors at t = 1 among the variables of index 1, 2 and 3.
Eigen::Vector3d dae_errors(const Dae& dae, double tol, StepLimits limits, RadauOptions options) {
  const auto model = make_model(dae);
  Radau5 stepper(*model, uniform_tolerances(dae.n, tol, tol), limits, options);
  const auto run = run_to_end(stepper, 0, dae.exact(0), 1);
  check::that(run.reached, std::string(dae.name) + " reaches the end");
  const Vector error = (stepper.y() - dae.exact(1)).cwiseAbs();
  Eigen::Vector3d result = Eigen::Vector3d::Zero();
  for (Index i = 0, first = 0; i < 3; first += dae.counts[i++])
    if (dae.counts[i] > 0) result[i] = error.segment(first, dae.counts[i]).maxCoeff();
  return result;
}

void test_dae(const Dae& dae) {
  RadauOptions exact_newton;
  exact_newton.kappa = 1e-13;
  exact_newton.max_newton = 25;
  StepLimits fixed;
  fixed.h_initial = fixed.h_max = 1.0 / dae.coarse_steps;
  const Eigen::Vector3d coarse = dae_errors(dae, 0.5, fixed, exact_newton);
  fixed.h_initial = fixed.h_max = 0.5 / dae.coarse_steps;
  const Eigen::Vector3d fine = dae_errors(dae, 0.5, fixed, exact_newton);
  for (int i = 0; i < 3; ++i)
    if (dae.counts[i] > 0)
      check::that(
          std::log2(coarse[i] / fine[i]) > dae.order[i] - 0.3,
          std::string(dae.name) + ": order " + std::to_string(std::log2(coarse[i] / fine[i])));
  Eigen::Vector3d last = Eigen::Vector3d::Constant(kInfinity);
  for (double tol : {1e-4, 1e-6, 1e-8}) {
    const Eigen::Vector3d error = dae_errors(dae, tol, {}, {});
    check::that(error[0] < 10 * tol, std::string(dae.name) + ": error of the order of tol");
    for (int i = 0; i < 3; ++i)
      if (dae.counts[i] > 0) check::that(error[i] < last[i], std::string(dae.name) + " converges");
    last = error;
  }
}

// u_t = 0.01 u_xx + u (1 - u^2), linear finite elements: M and J tridiagonal.
class ReactionDiffusion {
 public:
  static constexpr Index n = 60;
  static constexpr double dx = 1.0 / (n + 1);

  static void rhs(double, ConstVectorRef u, VectorRef f) {
    for (Index i = 0; i < n; ++i) {
      const double left = i > 0 ? u[i - 1] : 0.0, right = i + 1 < n ? u[i + 1] : 0.0;
      f[i] = 0.01 * (left - 2 * u[i] + right) / (dx * dx) + u[i] * (1 - u[i] * u[i]);
    }
  }
  static SparsityPattern pattern() {
    SparsityPattern p(n);
    for (int j = 0; j < n; ++j)
      for (int i = std::max(0, j - 1); i <= std::min<int>(n - 1, j + 1); ++i) p[j].push_back(i);
    return p;
  }
  static StructuredMatrix mass(const Structure& s) {
    StructuredMatrix m(s);
    for (Index j = 0; j < n; ++j)
      for (Index i = std::max<Index>(0, j - 1); i <= std::min(n - 1, j + 1); ++i)
        m.set(i, j, i == j ? 4.0 / 6 : 1.0 / 6);
    return m;
  }
};

void test_storages(bool with_mass) {
  constexpr Index n = ReactionDiffusion::n;
  const std::vector<Structure> structures{Structure::dense(n), Structure::banded(n, 1, 1),
                                          Structure::sparse(n, ReactionDiffusion::pattern())};
  Vector y0(n), reference;
  for (Index i = 0; i < n; ++i) y0[i] = std::sin(5 * (i + 1) * ReactionDiffusion::dx);
  long steps = 0;
  for (const Structure& jacobian : structures)
    for (const Structure& mass : structures) {
      LambdaModel model(n, ReactionDiffusion::rhs);
      model.set_jacobian_structure(jacobian);
      if (with_mass) model.set_mass(ReactionDiffusion::mass(mass));
      Radau5 stepper(model, uniform_tolerances(n, 1e-7, 1e-7), {});
      const auto run = run_to_end(stepper, 0, y0, 4);
      check::that(run.reached, "reaction-diffusion reaches the end");
      if (reference.size() == 0) {
        reference = stepper.y();
        steps = run.attempts;
      }
      check::that((stepper.y() - reference).cwiseAbs().maxCoeff() < 1e-9,
                  "the same solution in every storage");
      check::that(run.attempts == steps, "the same steps in every storage");
      if (!with_mass) break;
    }
}

void test_exact_jacobian() {
  const auto brusselator = [](double, ConstVectorRef y, VectorRef f) {
    const double q = y[0] * y[0] * y[1];
    f << 1 + q - 4 * y[0], 3 * y[0] - q;
  };
  LambdaModel by_differences(2, brusselator);
  LambdaModel exact(2, brusselator, [](double, ConstVectorRef y, StructuredMatrix& j) {
    const double a = 2 * y[0] * y[1], b = y[0] * y[0];
    j.values() << a - 4, b, 3 - a, -b;
  });
  Vector y0(2);
  y0 << 1.5, 3;
  Radau5 first(by_differences, uniform_tolerances(2, 1e-7, 1e-7), {});
  Radau5 second(exact, uniform_tolerances(2, 1e-7, 1e-7), {});
  const auto a = run_to_end(first, 0, y0, 20), b = run_to_end(second, 0, y0, 20);
  check::that(std::abs(a.attempts - b.attempts) <= 2, "differences step as the exact Jacobian");
  check::that((first.y() - second.y()).norm() < 1e-5, "and to the same solution");
  check::that(exact.counts().rhs_jacobian == 0, "no differences with an exact Jacobian");
}

void test_backwards() {
  LambdaModel model(2, rotation);
  Radau5 stepper(model, uniform_tolerances(2, 1e-9, 1e-9), {});
  Vector y(2);
  const auto run = run_to_end(stepper, 3, circle(3), 1, [&](Stepper& s) {
    const double t = 0.3 * s.t_old() + 0.7 * s.t();
    s.prepare_dense();
    s.dense().value(t, y);
    check::that((y - circle(t)).norm() < 1e-6, "dense output backwards");
    check::that(s.h_last() < 0, "h carries the sign");
  });
  check::that(run.reached && (stepper.y() - circle(1)).norm() < 1e-7, "backwards");
}

void test_protocol() {
  double furthest = 0;
  LambdaModel model(2, [&](double t, ConstVectorRef y, VectorRef f) {
    furthest = std::max(furthest, t);
    rotation(t, y, f);
  });
  const Tolerances tolerances = uniform_tolerances(2, 1e-6, 1e-6);
  Radau5 stepper(model, tolerances, {});
  stepper.start(0, circle(0), nullptr, 10);
  for (double limit : {0.7, 0.71, 2.0, 10.0}) {
    while (stepper.t() < limit) {
      const Vector before = stepper.y();
      const Attempt attempt = stepper.attempt(limit);
      check::that(attempt != Attempt::failed && furthest <= limit, "not beyond the limit");
      if (attempt == Attempt::rejected) check::that(stepper.y() == before, "rejected: no change");
    }
    check::that(stepper.t() == limit, "the limit is met exactly");
  }
  check::that((stepper.y() - circle(10)).norm() < 1e-4, "limits do not spoil the solution");
  // A restart equals a fresh start, bit by bit.
  run_to_end(stepper, 1, circle(1), 5);
  LambdaModel other(2, rotation);
  Radau5 fresh(other, tolerances, {});
  run_to_end(fresh, 1, circle(1), 5);
  check::that(fresh.y() == stepper.y(), "restart equals fresh start");
}

Status outcome_of(Model& model, const Vector& y0, double t_end, double& t_stop) {
  Radau5 stepper(model, uniform_tolerances(model.size(), 1e-6, 1e-6), {});
  const auto run = run_to_end(stepper, 0, y0, t_end);
  t_stop = stepper.t();
  return run.reached ? Status::success : run.status;
}

void test_failures() {
  double t = 0;
  LambdaModel wall(
      1, [](double t, ConstVectorRef, VectorRef f) { f[0] = t > 1 ? std::nan("") : 1.0; });
  check::that(outcome_of(wall, Vector::Zero(1), 2, t) == Status::not_finite, "NaN for ever");
  check::close(t, 1, 1e-6, "and up to where");
  LambdaModel blow_up(1, [](double, ConstVectorRef y, VectorRef f) { f[0] = y[0] * y[0]; });
  const Status s = outcome_of(blow_up, Vector::Ones(1), 2, t);
  check::that(is_failure(s), "a pole stops the integration");
  check::close(t, 1, 1e-3, "at the pole");
  LambdaModel algebraic(1, [](double t, ConstVectorRef, VectorRef f) { f[0] = 1 + t; });
  algebraic.set_mass(StructuredMatrix(Structure::banded(1, 0, 0)));
  check::that(outcome_of(algebraic, Vector::Ones(1), 2, t) == Status::singular_matrix,
              "0 = 1 + t is singular");
  LambdaModel fine(1, [](double, ConstVectorRef y, VectorRef f) { f = -y; });
  Radau5 strict(fine, uniform_tolerances(1, 1e-16, 1e-16), {});
  check::that(strict.start(0, Vector(Vector::Ones(1)), nullptr, 1) == Status::tolerance_too_small,
              "tolerance below the arithmetic");
  Radau5 illegal(fine, uniform_tolerances(1, 1e-6, 0), {});
  check::that(illegal.start(0, Vector(Vector::Ones(1)), nullptr, 1) == Status::illegal_input,
              "atol = 0");
  // A border that the solution only touches is passed with smaller steps.
  LambdaModel border(
      1, [](double, ConstVectorRef y, VectorRef f) { f[0] = -50 * std::sqrt(y[0]) * y[0]; });
  check::that(outcome_of(border, Vector::Ones(1), 10, t) == Status::success,
              "sqrt near its border");
}

// Robertson's equations to 1e11.  All but y3 falls far below the tolerance, where the error test no
// longer sees it; but a negative y1 or y2, however small, would grow without bound.  It takes a
// Newton iteration that finds small movements, too.
void test_small_movements() {
  LambdaModel robertson(3, [](double, ConstVectorRef y, VectorRef f) {
    const double r1 = 0.04 * y[0], r2 = 1e4 * y[1] * y[2], r3 = 3e7 * y[1] * y[1];
    f << -r1 + r2, r1 - r2 - r3, r3;
  });
  Vector y0(3);
  y0 << 1, 0, 0;
  for (int i = 0; i <= 16; ++i) {
    const double tol = std::pow(10, -2 - 0.25 * i);
    Radau5 stepper(robertson, uniform_tolerances(3, tol, tol), {});
    const check::Run run = run_to_end(stepper, 0, y0, 1e11);
    const std::string at = " at 10^" + std::to_string(std::log10(tol));
    check::that(run.reached, "Robertson" + at + " reaches the end");
    check::that(run.attempts < 400, "Robertson" + at + ": attempts");
    check::that(stepper.y()[0] > 0 && stepper.y()[1] > 0, "Robertson" + at + " stays positive");
    check::close(stepper.y()[2], 1, 1e-6, "Robertson" + at);
  }
}

}  // namespace

int main() {
  test_coefficients();
  test_stability();
  test_order();
  test_tolerance();
  for (const Dae* dae : {&kIndex1, &kIndex2, &kIndex3}) test_dae(*dae);
  test_storages(false);
  test_storages(true);
  test_exact_jacobian();
  test_backwards();
  test_protocol();
  test_failures();
  test_small_movements();
  return check::summary("radau");
}
