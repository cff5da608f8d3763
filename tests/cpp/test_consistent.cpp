// Consistent initial values: index 1 with any singular mass matrix, hidden constraints of index 2
// and 3 in closed form and by differences, implicit equations, and what cannot be made consistent.
#include "check.hpp"
#include "dae_starts.hpp"
#include "problem_helpers.hpp"

#include "consistent/consistent.hpp"
#include "core/lambda_model.hpp"

#include <cmath>
#include <cstdio>
#include <functional>

using namespace dts;

namespace {

Vector scale_of(const Problem& problem) { return to_vector(problem.scale); }

double distance(const Vector& a, const Vector& b, const Vector& scale) {
  double worst = 0;
  for (Index i = 0; i < a.size(); ++i)
    worst = std::max(worst, std::abs(a[i] - b[i]) / (b[i] != 0 ? std::abs(b[i]) : scale[i]));
  return worst;
}

Index n_differential(const Problem& problem) {
  return static_cast<Index>(problem.mass(problem.default_parameters()).size());
}

// The equations of a problem behind a model that knows neither Jacobian nor hidden constraints.
class Bare : public Model {
 public:
  explicit Bare(BuiltinModel& inner) : Model(inner.size()), inner_(inner) {
    if (inner.mass()) set_mass(*inner.mass());
    set_index_counts(inner.index_counts());
  }

 protected:
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override {
    return inner_.rhs(t, y, f);
  }

 private:
  BuiltinModel& inner_;
};

// The same as G(t, y, y') = 0.
class BareResidual : public Model {
 public:
  explicit BareResidual(BuiltinModel& inner) : Model(inner.size()), inner_(inner) {
    set_index_counts(inner.index_counts());
  }
  bool is_implicit() const override { return true; }

 protected:
  Evaluation do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) override {
    return inner_.residual(t, y, yp, r);
  }

 private:
  BuiltinModel& inner_;
};

// From `start` in all three forms; `digits`: of the closed form and of differences.
void recover(const Problem& problem, double t, const Vector& start, const Vector& expected,
             const ConsistencyOptions& options, const std::string& what, double exact,
             double by_differences) {
  BuiltinModel model(problem, problem.default_parameters());
  Bare bare(model);
  BareResidual residual(model);
  const Vector scale = scale_of(problem);
  double error[3];
  Model* forms[] = {&model, &bare, &residual};
  for (int k = 0; k < 3; ++k) {
    Vector y = start, yp = Vector::Zero(start.size());
    const ConsistencyResult result = make_consistent(*forms[k], t, y, &yp, options);
    check::that(result.is_ok(), problem.name + " " + what + ": " + result.message);
    error[k] = distance(y, expected, scale);
    check::that(error[k] <= (k == 0 ? exact : by_differences),
                problem.name + " " + what + ": form " + std::to_string(k) + " is off by " +
                    std::to_string(error[k] * 1e12) + "e-12");
    Vector r(y.size());
    if (problem.name == "SHOCK" && expected[7] == 0) continue;  // outside the domain of F
    for (Index i = 0; i < y.size(); ++i)
      if (std::isnan(yp[i])) yp[i] = 0;
    model.residual(t, y, yp, r);
    const double size = std::max(1.0, yp.cwiseAbs().maxCoeff());
    check::that(r.head(n_differential(problem)).cwiseAbs().maxCoeff() <= 1e-9 * size,
                problem.name + " " + what + ": derivative");
  }
  std::printf("%-10s %-18s %8.1e %8.1e %8.1e\n", problem.name.c_str(), what.c_str(), error[0],
              error[1], error[2]);
}

void from_perturbed_starts() {
  std::printf("%-10s %-18s %8s %8s %8s\n", "problem", "start", "builtin", "bare", "residual");
  for (const Guess& guess : rough_guesses()) {
    const Problem& problem = *find_problem(guess.problem);
    const Vector y0 = to_vector(problem.initial_state(problem.default_parameters()));
    const Index md = n_differential(problem);
    ConsistencyOptions options;
    options.weights = scale_of(problem);
    Vector start = y0;
    for (Index i = md; i < problem.n; ++i)
      start[i] += 1e-2 * (i % 2 == 0 ? 1 : -1) * (y0[i] != 0 ? y0[i] : problem.scale[i]);
    recover(problem, problem.t0, start, y0, options, "perturbed by 1e-2", 1e-12, 1e-9);
    start.tail(problem.n - md) = to_vector(guess.algebraic);
    recover(problem, problem.t0, start, y0, options, "rough guess", 1e-12, 1e-9);
  }
}

void special_cases() {
  for (const InitialCase& one : initial_cases()) {
    const Problem& problem = *find_problem(one.problem);
    ConsistencyOptions options;
    options.weights = scale_of(problem);
    if (one.projected) {
      options.mode = ConsistencyMode::project;
      options.weights = Vector::Ones(problem.n);
    }
    recover(problem, one.t, to_vector(one.start), to_vector(one.expected), options,
            one.projected ? "projected" : "other branch", 1e-11, 1e-9);
  }
}

// Other components than the algebraic ones must not move by a bit in mode `fixed`.
void differential_variables_are_kept() {
  const Problem& problem = *find_problem("CONDENS");
  BuiltinModel model(problem, problem.default_parameters());
  Vector y = to_vector(problem.initial_state(problem.default_parameters()));
  y[0] = 190000.125;
  check::that(make_consistent(model, 0, y, nullptr).is_ok() && y[0] == 190000.125,
              "the differential variable is kept");
}

// One-transistor amplifier with its five voltages and a tridiagonal matrix of rank 3.
void full_singular_mass() {
  const double C1 = 1e-6, C2 = 2e-6, C3 = 3e-6;
  LambdaModel model(5, [](double t, ConstVectorRef U, VectorRef r) {
    const double Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000;
    const double Ue = 0.4 * std::sin(628.3185307179587 * t);
    const double f = beta * (std::exp((U[1] - U[2]) / UF) - 1);
    r << (U[0] - Ue) / R0, -Ub / R + 2 * U[1] / R + (1 - alpha) * f, U[2] / R - f,
        -(Ub - U[3]) / R + alpha * f, U[4] / R;
  });
  StructuredMatrix mass(Structure::dense(5));
  mass.values() << -C1, C1, 0, 0, 0, C1, -C1, 0, 0, 0, 0, 0, -C2, 0, 0, 0, 0, 0, -C3, C3, 0, 0, 0,
      C3, -C3;
  model.set_mass(mass);
  Vector y(5), expected(5), yp(5), f(5);
  expected << 0, 3, 3, 6, 0;
  y << 0.1, 3.1, 3, 5.9, -0.1;  // U1 - U2, U3 and U4 - U5 as they should be
  const ConsistencyResult result = make_consistent(model, 0, y, &yp);
  check::that(result.is_ok() && result.index == 1, "full singular mass matrix: " + result.message);
  check::that((y - expected).cwiseAbs().maxCoeff() < 1e-12, "full singular mass matrix: state");
  model.rhs(0, y, f);
  check::that((mass.values() * yp - f).cwiseAbs().maxCoeff() < 1e-12 * 1e-3 + 1e-15,
              "full singular mass matrix: M y' = f");
  // The constraints, rows 1 + 2 and 4 + 5, stay satisfied along y'.
  const double eps = 1e-7;
  Vector later(5);
  model.rhs(eps, Vector(y + eps * yp), later);
  check::that(std::abs(later[0] + later[1]) < 1e-11 && std::abs(later[3] + later[4]) < 1e-11,
              "full singular mass matrix: y' is tangent to the constraints");
}

// (y1')^3 + y1' = y2, 0 = y1 + y2 - 3: y' enters nonlinearly.
class Nonlinear : public Model {
 public:
  Nonlinear() : Model(2) {}
  bool is_implicit() const override { return true; }

 protected:
  Evaluation do_residual(double, ConstVectorRef y, ConstVectorRef yp, VectorRef r) override {
    r << yp[0] * yp[0] * yp[0] + yp[0] - y[1], y[0] + y[1] - 3;
    return Evaluation::ok;
  }
};

void nonlinear_derivatives() {
  Nonlinear model;
  Vector y(2), yp(2);
  y << 1, 5;
  yp << 0, 0;
  const ConsistencyResult result = make_consistent(model, 0, y, &yp);
  check::that(result.is_ok() && result.index == 1, "nonlinear derivatives: " + result.message);
  check::close(y[0], 1, 0, "y1 is kept");
  check::close(y[1], 2, 1e-14, "y2 from the constraint");
  check::close(yp[0], 1, 1e-14, "y1' from the cubic");
}

void expect_failure(const Problem& problem, const Vector& start, const ConsistencyOptions& options,
                    ConsistencyStatus status, int level, Index equation, const std::string& what) {
  BuiltinModel model(problem, problem.default_parameters());
  Vector y = start;
  const ConsistencyResult result = make_consistent(model, problem.t0, y, nullptr, options);
  check::that(result.status == status, what + ": status");
  check::that(result.level == level && result.equation == equation,
              what + ": level " + std::to_string(result.level) + ", equation " +
                  std::to_string(result.equation));
  check::that(!result.message.empty() && y == start, what + ": the state is left as it was");
}

void failures() {
  const Problem& pendulum1 = *find_problem("PENDULUM1");
  const Problem& vdp = *find_problem("VDPOL");
  ConsistencyOptions fixed, project;
  project.mode = ConsistencyMode::project;
  Vector y(5);
  y << 1.1, 0, 0, 0, 0;
  expect_failure(pendulum1, y, fixed, ConsistencyStatus::violated, 0, 4, "wrong position");
  y << 1, 0, 0.1, 0, 0;
  expect_failure(pendulum1, y, fixed, ConsistencyStatus::violated, 1, 4, "wrong velocity");
  y << 1.1, 0, 0, 0, 0;
  project.fixed = {true, true, false, false, false};
  expect_failure(pendulum1, y, project, ConsistencyStatus::overdetermined, 0, 4, "all fixed");
  Vector z(2);
  z << 1, 0;  // (1 - y^2) z - y has no root for y = 1
  expect_failure(vdp, z, fixed, ConsistencyStatus::singular, 0, 1, "impasse point");
  const Problem& hydrodyn = *find_problem("HYDRODYN");
  Vector w(3);
  w << 0.5, 0, 0.9;  // phi < 2 J: no real rho
  expect_failure(hydrodyn, w, fixed, ConsistencyStatus::not_converged, 0, 2, "no root");
  // The index-3 pendulum said to be of index 1
  LambdaModel model(5, [](double, ConstVectorRef v, VectorRef f) {
    f << v[2], v[3], -v[0] * v[4], -v[1] * v[4] - 9.81, v[0] * v[0] + v[1] * v[1] - 1;
  });
  StructuredMatrix mass(Structure::banded(5, 0, 0));
  mass.values() << 1, 1, 1, 1, 0;
  model.set_mass(mass);
  y << 1, 0, 0, 0, 1;
  check::that(make_consistent(model, 0, y, nullptr).status == ConsistencyStatus::singular,
              "index higher than declared");
}

// The problems of the test set of higher index: published starts are consistent as they are.
void problems_of_the_test_set() {
  for (const char* name : {"caraxis", "andrews", "fekete", "transistor", "chemakzo"}) {
    const Problem& problem = *find_problem(name);
    BuiltinModel model(problem, problem.default_parameters());
    const Vector y0 = to_vector(problem.initial_state(problem.default_parameters()));
    Vector y = y0, yp(problem.n);
    const ConsistencyResult result = make_consistent(model, problem.t0, y, &yp);
    const double moved = (y - y0).cwiseQuotient(y0.cwiseAbs().cwiseMax(1)).cwiseAbs().maxCoeff();
    std::printf("%-10s index %d, moved by %.1e %s\n", name, result.index, moved,
                result.message.c_str());
    check::that(result.is_ok() && moved < 1e-8, std::string(name) + " stays where it is");
  }
}

}  // namespace

int main() {
  from_perturbed_starts();
  special_cases();
  differential_variables_are_kept();
  full_singular_mass();
  nonlinear_derivatives();
  failures();
  problems_of_the_test_set();
  return check::summary("consistent");
}
