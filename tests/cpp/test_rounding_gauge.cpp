// How far rounding moves the solution of a step, and what that is good for: the unit of time does
// not decide on the digits of variables of index 2.
#include "check.hpp"
#include "implicit_methods.hpp"

#include "integrators/rounding_gauge.hpp"
#include "linalg/eigen_solvers.hpp"

namespace {

using namespace dts;

// A tridiagonal P = c M - J of badly scaled variables, with a constraint as its last row.
struct System {
  static constexpr Index n = 4;
  static constexpr double c = 1e6;
  StructuredMatrix mass{Structure::banded(n, 0, 0)}, jacobian;
  Vector y = values({1e-9, 3e-7, 2, 40});

  explicit System(const Structure& structure) : jacobian(structure) {
    for (Index i = 0; i + 1 < n; ++i) mass.set(i, i, 1);
    for (Index i = 0; i < n; ++i)
      for (Index j = std::max<Index>(0, i - 1); j <= std::min(n - 1, i + 1); ++j)
        jacobian.set(i, j, i == n - 1 && j == i ? 0 : 1 + 0.3 * i - 0.7 * j);
  }
  // u |P^-1| (|c M| + |J|) |y|
  Vector bound() const {
    Matrix p(n, n), terms(n, n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        p(i, j) = c * mass(i, j) - jacobian(i, j);
        terms(i, j) = c * mass(i, j) + std::abs(jacobian(i, j));
      }
    return kUnitRoundoff * (p.inverse().cwiseAbs() * (terms * y.cwiseAbs()));
  }
  Vector gauged() const {
    const auto factors = make_iteration_matrix<double>(jacobian.structure(), &mass);
    check::that(factors->factor(c, &mass, jacobian), "the matrix is regular");
    RoundingGauge gauge(n);
    check::that(!gauge.is_known(), "nothing is known before");
    check::that(gauge.measure(*factors, c, mass, jacobian, y) > 0, "solutions are counted");
    check::that(gauge.is_known(), "and something after");
    Vector result(n);
    for (Index i = 0; i < n; ++i) result[i] = gauge[i];
    gauge.forget();
    check::that(!gauge.is_known(), "forgotten");
    return result;
  }
};

Structure tridiagonal_pattern() {
  SparsityPattern pattern(System::n);
  for (int j = 0; j < System::n; ++j)
    for (int i = std::max(0, j - 1); i <= std::min<int>(System::n - 1, j + 1); ++i)
      pattern[j].push_back(i);
  return Structure::sparse(System::n, pattern);
}

// Between the largest of the sums, at least the root of the sum of squares, and the sum of all
// moduli lies sqrt(n) at most.
void test_estimate() {
  const System system(Structure::dense(System::n));
  const Vector bound = system.bound();
  const Vector gauged = system.gauged();
  for (Index i = 0; i < System::n; ++i) {
    check::that(gauged[i] <= (1 + 1e-9) * bound[i], "not above Skeel's bound");
    check::that(gauged[i] >= (1 - 1e-9) * bound[i] / std::sqrt(System::n), "nor far below it");
  }
  for (const Structure& structure : {Structure::banded(System::n, 1, 1), tridiagonal_pattern()}) {
    const Vector other = System(structure).gauged();
    check::that((other - gauged).cwiseAbs().maxCoeff() <= 1e-9 * gauged.maxCoeff(),
                "the same in every storage");
  }
}

void test_memory() {
  const System system(Structure::dense(System::n));
  const auto factors = make_iteration_matrix<double>(system.jacobian.structure(), &system.mass);
  factors->factor(System::c, &system.mass, system.jacobian);
  RoundingGauge gauge(System::n);
  const auto measured = [&](const Vector& y) {
    gauge.measure(*factors, System::c, system.mass, system.jacobian, y);
    return gauge[System::n - 1];
  };
  const double at_y = measured(system.y);
  check::that(at_y > 0 && measured(Vector::Zero(System::n)) == at_y, "y may pass zero");
  gauge.forget();
  check::that(measured(Vector::Zero(System::n)) == 0, "a new start forgets the sizes of y");
}

void test_not_finite() {
  System system(Structure::dense(System::n));
  const auto factors = make_iteration_matrix<double>(system.jacobian.structure(), &system.mass);
  factors->factor(System::c, &system.mass, system.jacobian);
  system.y[1] = kInfinity;
  RoundingGauge gauge(System::n);
  gauge.measure(*factors, System::c, system.mass, system.jacobian, system.y);
  check::that(!gauge.is_known(), "what is not finite is not known");
}

// Hairer, Lubich, Roche (1989), index 2: y = (e^s, e^-2s), z = e^2s with s = t / unit, and y in
// units of `size`.
Exact index2_in_units(double unit, double size) {
  auto rhs = [=](double, ConstVectorRef x, VectorRef f) {
    const double y1 = x[0] / size, y2 = x[1] / size, z = x[2];
    f[0] = size / unit * y1 * y2 * y2 * z * z;
    f[1] = size / unit * (y1 * y1 * y2 * y2 - 3 * y2 * y2 * z);
    f[2] = size * (y1 * y1 * y2 - 1);
  };
  Exact e{"index 2", std::make_unique<LambdaModel>(3, rhs), [=](double t) {
            const double s = t / unit;
            return values({size * std::exp(s), size * std::exp(-2 * s), std::exp(2 * s)});
          }};
  e.model->set_mass(leading_ones(3, 2));
  e.model->set_index_counts({2, 1, 0});
  return e;
}

constexpr double kTolerance = 1e-9;

void test_units(const std::string& name, const MakeStepper& make) {
  for (const double unit : {1.0, 1e-6, 1e-12})
    for (const double size : {1.0, 1e-6}) {
      Exact e = index2_in_units(unit, size);
      std::unique_ptr<Stepper> stepper = make(*e.model, kTolerance);
      const Run run = integrate(*stepper, 0, e.solution(0), unit);
      const double error = std::abs(stepper->y()[2] / e.solution(unit)[2] - 1);
      std::printf("%-6s unit of time %.0e, of y %.0e: error of z %.1e, %ld attempts\n",
                  name.c_str(), unit, size, error, run.attempts);
      const std::string what = name + " in units of " + std::to_string(std::log10(unit));
      check::that(run.status == Status::ok, what + " reaches the end");
      // Small values of y are held to a thousandth by the absolute tolerance, no more.
      check::that(error < (size < 1 ? 1e-5 : 10 * kTolerance),
                  what + ": error " + std::to_string(error));
    }
}

}  // namespace

int main() {
  test_estimate();
  test_memory();
  test_not_finite();
  for (const NamedMethod& method : implicit_methods()) test_units(method.name, method.make);
  return check::summary("rounding gauge");
}
