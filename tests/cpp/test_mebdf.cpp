// Modified extended BDF at work: cost and accuracy on stiff problems, forms of the equations,
// limits, direction, failures.
#include "check.hpp"
#include "core/lambda_model.hpp"
#include "integrators/mebdf.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace {

using namespace dts;

Vector vector(std::initializer_list<double> values) {
  Vector v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

Tolerances tolerances(Index n, double rtol, double atol) {
  return {Vector::Constant(n, rtol), Vector::Constant(n, atol)};
}

// M y' - f as a residual, for a model that has only f.
class ResidualForm : public Model {
 public:
  explicit ResidualForm(Model& inner) : Model(inner.size()), inner_(inner) {
    set_index_counts(inner.index_counts());
  }
  bool is_implicit() const override { return true; }

 protected:
  Evaluation do_rhs(double, ConstVectorRef, VectorRef) override { return Evaluation::stop; }
  Evaluation do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) override {
    return inner_.residual(t, y, yp, r);
  }

 private:
  Model& inner_;
};

struct Problem {
  std::string name;
  LambdaModel::Rhs rhs;
  Vector y0, yp0, reference;
  double t_end;
  Vector mass;  // diagonal; empty: identity
  std::array<Index, 3> index_counts;
  LambdaModel::Jacobian jacobian = nullptr;

  std::unique_ptr<LambdaModel> model(bool with_jacobian = false) const {
    auto m = std::make_unique<LambdaModel>(y0.size(), rhs, with_jacobian ? jacobian : nullptr);
    m->set_index_counts(index_counts);
    if (mass.size() > 0) {
      StructuredMatrix matrix(Structure::banded(y0.size(), 0, 0));
      for (Index i = 0; i < y0.size(); ++i) matrix.set(i, i, mass[i]);
      m->set_mass(std::move(matrix));
    }
    return m;
  }
};

struct Run {
  Status status = Status::ok;
  long long n_steps = 0, n_rejected = 0, n_rhs = 0, n_factorisations = 0, n_solves = 0;
  Vector y;

  // Correct digits in the mixed sense for atol = rtol.
  double mescd(const Vector& reference) const {
    return -std::log10(((y - reference).array().abs() / (1 + reference.array().abs())).maxCoeff());
  }
};

Run integrate(Model& model, const Tolerances& tol, double t0, const Vector& y0, const Vector* yp0,
              double t_end, StepLimits limits = {}, int max_order = 7) {
  Mebdf stepper(model, tol, limits, max_order);
  Run run;
  run.status = stepper.start(t0, y0, yp0, t_end);
  while (run.status == Status::ok && stepper.t() != t_end) {
    switch (stepper.attempt(t_end)) {
      case Attempt::accepted: ++run.n_steps; break;
      case Attempt::rejected: ++run.n_rejected; break;
      case Attempt::failed: run.status = stepper.failure().status; break;
    }
  }
  run.y = stepper.y();
  run.n_rhs = model.counts().rhs;
  run.n_factorisations = stepper.counts().factorisations;
  run.n_solves = stepper.counts().solves;
  return run;
}

Run solve(const Problem& p, double rtol, double atol, bool with_jacobian = false) {
  const auto model = p.model(with_jacobian);
  return integrate(*model, tolerances(p.y0.size(), rtol, atol), 0, p.y0, &p.yp0, p.t_end);
}

// ---------------------------------------------------------------- problems
Problem hires() {
  Problem p;
  p.name = "hires";
  p.rhs = [](double, ConstVectorRef y, VectorRef f) {
    const double bound = 280 * y[5] * y[7];
    f[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    f[1] = 1.71 * y[0] - 8.75 * y[1];
    f[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    f[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    f[4] = -1.745 * y[4] + 0.43 * (y[5] + y[6]);
    f[5] = -bound + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    f[6] = bound - 1.81 * y[6];
    f[7] = -f[6];
  };
  p.y0 = vector({1, 0, 0, 0, 0, 0, 0, 0.0057});
  p.t_end = 321.8122;
  p.index_counts = {8, 0, 0};
  p.reference = vector({0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4,
                        0.1175651343283149e-2, 0.2386356198831331e-2, 0.6238968252742796e-2,
                        0.2849998395185769e-2, 0.2850001604814231e-2});
  return p;
}

Problem vdpol() {
  Problem p;
  p.name = "vdpol";
  p.rhs = [](double, ConstVectorRef y, VectorRef f) {
    f[0] = y[1];
    f[1] = 1000 * (1 - y[0] * y[0]) * y[1] - y[0];
  };
  p.y0 = vector({2, 0});
  p.t_end = 2000;
  p.index_counts = {2, 0, 0};
  p.reference = vector({1.706167732170469, -0.8928097010248125e-3});
  return p;
}

Problem orego() {
  Problem p;
  p.name = "orego";
  p.rhs = [](double, ConstVectorRef y, VectorRef f) {
    f[0] = 77.27 * (y[1] + y[0] - y[0] * y[1] - 8.375e-6 * y[0] * y[0]);
    f[1] = (y[2] - (1 + y[0]) * y[1]) / 77.27;
    f[2] = 0.161 * (y[0] - y[2]);
  };
  p.y0 = vector({1, 2, 3});
  p.t_end = 360;
  p.index_counts = {3, 0, 0};
  p.reference = vector({1.000814870318523, 1228.178521549917, 132.0554942846706});
  return p;
}

Problem robertson() {
  Problem p;
  p.name = "rober";
  p.rhs = [](double, ConstVectorRef y, VectorRef f) {
    f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    f[2] = 3e7 * y[1] * y[1];
    f[1] = 0.04 * y[0] - 1e4 * y[1] * y[2] - f[2];
  };
  p.jacobian = [](double, ConstVectorRef y, StructuredMatrix& j) {
    j.values() << -0.04, 1e4 * y[2], 1e4 * y[1], 0.04, -6e7 * y[1] - 1e4 * y[2], -1e4 * y[1], 0,
        6e7 * y[1], 0;
  };
  p.y0 = vector({1, 0, 0});
  p.t_end = 1e11;
  p.index_counts = {3, 0, 0};
  p.reference = vector({0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050});
  return p;
}

// Schneider (1994), index 3.
Problem caraxis() {
  Problem p;
  p.name = "caraxis";
  p.rhs = [](double t, ConstVectorRef y, VectorRef f) {
    const double k = 5e-4, yb = 0.1 * std::sin(10 * t), xb = std::sqrt(1 - yb * yb);
    const double left = 0.5 / std::hypot(y[0], y[1]) - 1;
    const double right = 0.5 / std::hypot(y[2] - xb, y[3] - yb) - 1;
    const double dx = y[0] - y[2], dy = y[1] - y[3];
    f.head(4) = y.segment(4, 4);
    f[4] = left * y[0] + y[8] * xb + 2 * y[9] * dx;
    f[5] = left * y[1] + y[8] * yb + 2 * y[9] * dy - k;
    f[6] = right * (y[2] - xb) - 2 * y[9] * dx;
    f[7] = right * (y[3] - yb) - 2 * y[9] * dy - k;
    f[8] = xb * y[0] + yb * y[1];
    f[9] = dx * dx + dy * dy - 1;
  };
  const double k = 5e-4;
  p.mass = vector({1, 1, 1, 1, k, k, k, k, 0, 0});
  p.y0 = vector({0, 0.5, 1, 0.5, -0.5, 0, -0.5, 0, 0, 0});
  p.yp0 = vector({-0.5, 0, -0.5, 0, 0, -1, 0, -1, 0, 0});
  p.t_end = 3;
  p.index_counts = {4, 4, 2};
  p.reference =
      vector({0.04934557842754028, 0.49698946023017115, 1.0417425248854215, 0.37391102726536124,
              -0.07705836840409723, 0.007446866587237785, 0.017556815753723223, 0.7703410437792519,
              -0.004736886590848933, -0.0011046803312573436});
  return p;
}

// ---------------------------------------------------------------- cost and accuracy
// What a run needs, ours or (rtol = atol = 1e-4, 1e-6, 1e-8, 1e-10) that of the original code.
struct Mean {
  double n_steps = 0, n_rhs = 0, n_factorisations = 0, mescd = 0;
};

// The mean of some runs with slightly different tolerances: single ones scatter by 5 % in cost and
// some tenths of a digit.
Mean mean_of_runs(const Problem& p, double tol) {
  constexpr int kRuns = 5;
  Mean mean;
  for (int i = 0; i < kRuns; ++i) {
    const double near = tol * (1 + 1e-3 * i);
    const Run run = solve(p, near, near);
    check::that(run.status == Status::ok, p.name + " reaches the end");
    mean.n_steps += static_cast<double>(run.n_steps) / kRuns;
    mean.n_rhs += static_cast<double>(run.n_rhs) / kRuns;
    mean.n_factorisations += static_cast<double>(run.n_factorisations) / kRuns;
    mean.mescd += run.mescd(p.reference) / kRuns;
  }
  return mean;
}

// What the original needs for so many digits, from its rows by log-linear interpolation.
double cost_at(double mescd, const std::vector<Mean>& rows, double Mean::*cost) {
  std::size_t i = 0;
  while (i + 2 < rows.size() && mescd > rows[i + 1].mescd) ++i;
  const double share = (mescd - rows[i].mescd) / (rows[i + 1].mescd - rows[i].mescd);
  return rows[i].*cost * std::pow(rows[i + 1].*cost / (rows[i].*cost), share);
}

struct Counter {
  const char* name;
  double Mean::*cost;
  double log_ratio = 0;  // ours to the original's, summed over the runs
};

// At each tolerance no fewer digits, and not much more work for them.
void test_against_original(const Problem& p, const std::vector<Mean>& rows,
                           std::array<Counter, 3>& counters) {
  double tol = 1e-4;
  for (const Mean& o : rows) {
    const Mean m = mean_of_runs(p, tol);
    std::printf("%-8s %.0e  steps %.0f (%.0f)  f %.0f (%.0f)  LU %.0f (%.0f)  mescd %.2f (%.2f)",
                p.name.c_str(), tol, m.n_steps, o.n_steps, m.n_rhs, o.n_rhs, m.n_factorisations,
                o.n_factorisations, m.mescd, o.mescd);
    std::printf("  at equal mescd");
    const std::string where = p.name + ", row " + std::to_string(&o - rows.data());
    check::that(m.mescd >= o.mescd, "accuracy, " + where);
    for (Counter& counter : counters) {
      const double ratio = m.*counter.cost / cost_at(m.mescd, rows, counter.cost);
      std::printf(" %.2f", ratio);
      check::that(ratio <= 1.4, counter.name + (", " + where));
      counter.log_ratio += std::log(ratio);
    }
    std::printf("\n");
    tol /= 100;
  }
}

// At equal digits less work in the geometric mean.
void test_cost_and_accuracy() {
  std::array<Counter, 3> counters{{{"steps", &Mean::n_steps},
                                   {"evaluations", &Mean::n_rhs},
                                   {"factorisations", &Mean::n_factorisations}}};
  test_against_original(
      hires(),
      {{91, 492, 20, 3.49}, {166, 818, 25, 5.57}, {275, 1249, 32, 7.51}, {438, 1914, 44, 9.44}},
      counters);
  test_against_original(vdpol(),
                        {{454, 2187, 79, 3.33},
                         {836, 3288, 93, 5.17},
                         {1363, 4994, 113, 7.12},
                         {2031, 7573, 171, 8.98}},
                        counters);
  test_against_original(orego(),
                        {{699, 3206, 116, 3.30},
                         {1151, 4815, 127, 5.22},
                         {1877, 7310, 160, 7.41},
                         {3314, 12380, 280, 9.47}},
                        counters);
  for (const Counter& counter : counters)
    check::that(counter.log_ratio < 0, std::string(counter.name) + " at equal digits");
}

// Index 3: more digits than the original, whose errors in velocities and multipliers are judged
// times h and h^2, in no more steps at equal digits.  Over all tolerances: rounding moves a single
// run by about 5 %.
void test_digits_of_index_3() {
  const Problem p = caraxis();
  const std::vector<Mean> original = {
      {266, 1171, 16, 1.44}, {484, 2053, 22, 3.33}, {802, 3376, 45, 5.05}, {1361, 5315, 62, 6.68}};
  double tol = 1e-4, log_ratio = 0;
  for (const Mean& o : original) {
    const Mean m = mean_of_runs(p, tol);
    check::that(m.mescd > o.mescd + 1.5, "digits of the car axis");
    log_ratio += std::log(m.n_steps / cost_at(m.mescd, original, &Mean::n_steps));
    tol /= 100;
  }
  check::that(log_ratio < 0, "steps of the car axis");
}

// Variables between 1 and 1e-13: difference quotients need increments that suit each of them.
void test_robertson() {
  const Problem p = robertson();
  const double pairs[][2] = {{1e-4, 1e-8},  {1e-6, 1e-10}, {1e-6, 1e-12}, {1e-8, 1e-12},
                             {1e-8, 1e-14}, {1e-6, 1e-6},  {1e-8, 1e-8}};
  for (const auto& pair : pairs) {
    const Run numerical = solve(p, pair[0], pair[1], false);
    const Run analytic = solve(p, pair[0], pair[1], true);
    const double ratio = static_cast<double>(numerical.n_steps) / analytic.n_steps;
    check::close(ratio, 1, 0.1, "Robertson: steps with numerical and analytic Jacobian");
    const double worst = ((numerical.y - p.reference).array().abs() /
                          (pair[1] / pair[0] + p.reference.array().abs()))
                             .maxCoeff();
    check::that(worst < 10 * pair[0], "Robertson with numerical Jacobian: accuracy");
  }
}

// ---------------------------------------------------------------- forms and directions
void test_residual_form() {
  // Rounding moves a single run of index 3 by some tenths of a digit, so means are compared.
  const Problem p = caraxis();
  const auto inner = p.model();
  double digits = 0, steps = 0;
  const std::array<double, 5> tols{1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
  for (const double tol : tols) {
    ResidualForm model(*inner);
    const Run implicit = integrate(model, tolerances(10, tol, tol), 0, p.y0, &p.yp0, p.t_end);
    const Run mass = solve(p, tol, tol);
    check::that(implicit.status == Status::ok, "residual form reaches the end");
    digits += (implicit.mescd(p.reference) - mass.mescd(p.reference)) / tols.size();
    steps += std::log(static_cast<double>(implicit.n_steps) / mass.n_steps) / tols.size();
  }
  check::close(digits, 0, 0.3, "residual form as accurate as mass form");
  check::close(std::exp(steps), 1, 0.15, "residual form takes about as many steps");
  // An ODE in residual form, y' not given.
  const Problem o = hires();
  const auto plain = o.model();
  ResidualForm residual(*plain);
  const Run r = integrate(residual, tolerances(8, 1e-6, 1e-6), 0, o.y0, nullptr, o.t_end);
  check::that(r.status == Status::ok && r.mescd(o.reference) > 5, "hires in residual form");
}

void test_full_mass() {
  // M y' = M A y with a full, unsymmetric M: the same solution as y' = A y.
  Matrix m(2, 2), a(2, 2);
  m << 2, 1, -1, 3;
  a << -1, 50, 0, -100;
  LambdaModel model(2, [=](double, ConstVectorRef y, VectorRef f) { f = m * (a * y); });
  StructuredMatrix mass(Structure::dense(2));
  mass.values() = m;
  model.set_mass(mass);
  const Vector y0 = vector({1, 1});
  const Run run = integrate(model, tolerances(2, 1e-9, 1e-9), 0, y0, nullptr, 1);
  const double c = -50.0 / 99;  // y1 = (1 - c) e^-t + c e^-100t
  check::that(run.status == Status::ok, "full mass matrix");
  check::close(run.y[0], (1 - c) * std::exp(-1.0) + c * std::exp(-100.0), 1e-7,
               "solution with a full mass matrix");
}

void test_backwards() {
  // Reflected in time everything must be the same to the last bit.
  const auto f = [](double t, ConstVectorRef y, VectorRef dy) {
    dy[0] = -50 * (y[0] - std::cos(t)) - y[1];
    dy[1] = y[0] * y[1] - std::sin(t);
  };
  LambdaModel forward(2, f);
  LambdaModel backward(2, [=](double t, ConstVectorRef y, VectorRef dy) {
    f(-t, y, dy);
    dy = -dy;
  });
  const Vector y0 = vector({0, 0.5});
  const Run a = integrate(forward, tolerances(2, 1e-7, 1e-7), 0, y0, nullptr, 5);
  const Run b = integrate(backward, tolerances(2, 1e-7, 1e-7), 0, y0, nullptr, -5);
  check::that(a.status == Status::ok && b.status == Status::ok, "both directions");
  check::that(a.n_steps == b.n_steps && a.n_rhs == b.n_rhs && a.y == b.y, "mirror images");
  // Index weights act on |h|.
  const Problem p = caraxis();
  const auto car = p.model();
  LambdaModel mirrored(10, [&](double t, ConstVectorRef y, VectorRef r) {
    car->rhs(-t, y, r);
    r.head(8) = -r.head(8);
  });
  mirrored.set_index_counts(p.index_counts);
  mirrored.set_mass(*car->mass());
  const Vector yp = -p.yp0;
  const Run c = integrate(mirrored, tolerances(10, 1e-6, 1e-6), 0, p.y0, &yp, -3);
  check::that(c.status == Status::ok && c.mescd(p.reference) > 2.8, "index 3 backwards");
}

// ---------------------------------------------------------------- limits
void test_limit_is_never_passed() {
  const double limits[] = {0.3, 0.31, 1.0, 2.5, 2.5 + 1e-9, 3.1, 4.7, 5.9, 7.0};
  double latest = 0, limit = 0;
  bool passed = false;
  LambdaModel model(1, [&](double t, ConstVectorRef y, VectorRef f) {
    latest = std::max(latest, t);
    passed = passed || t > limit;
    f[0] = -2 * (y[0] - std::cos(t));
  });
  Mebdf stepper(model, tolerances(1, 1e-6, 1e-6));
  limit = limits[0];
  check::that(stepper.start(0, vector({0}), nullptr, 7.0) == Status::ok, "starts");
  for (double next : limits) {
    limit = next;
    while (stepper.t() < limit && stepper.attempt(limit) != Attempt::failed) continue;
    check::that(stepper.t() == limit, "the limit is reached exactly");
  }
  check::that(!passed, "no evaluation beyond the limit");
  check::that(latest == 7.0, "but at it");
  const double exact = 0.8 * std::cos(7.0) + 0.4 * std::sin(7.0) - 0.8 * std::exp(-14.0);
  check::close(stepper.y()[0], exact, 2e-5, "solution after several limits");
}

void test_dense_output() {
  LambdaModel model(2, [](double, ConstVectorRef y, VectorRef f) {
    f[0] = y[1];
    f[1] = -y[0];
  });
  Mebdf stepper(model, tolerances(2, 1e-8, 1e-8));
  stepper.start(0, vector({0, 1}), nullptr, 10);
  double worst = 0, worst_slope = 0, jump = 0;
  Vector u(2), before = stepper.y();
  while (stepper.t() < 10) {
    const Attempt a = stepper.attempt(10);
    if (a == Attempt::failed) break;
    if (a == Attempt::rejected) continue;
    stepper.prepare_dense();
    const DensePolynomial& dense = stepper.dense();
    check::that(dense.begin() == stepper.t_old() && dense.end() == stepper.t(), "span of a step");
    for (double x : {0.0, 0.3, 0.6, 1.0}) {
      const double t = stepper.t_old() + x * (stepper.t() - stepper.t_old());
      dense.value(t, u);
      worst = std::max(worst, std::abs(u[0] - std::sin(t)));
      dense.derivative(t, u);
      worst_slope = std::max(worst_slope, std::abs(u[0] - std::cos(t)));
    }
    dense.value(stepper.t_old(), u);
    jump = std::max(jump, (u - before).cwiseAbs().maxCoeff());
    before = stepper.y();
  }
  check::that(worst < 1e-6, "dense output follows the solution");
  check::that(worst_slope < 1e-5, "and its derivative");
  check::that(jump < 1e-13, "dense output is continuous");
}

void test_restart() {
  LambdaModel model(1, [](double, ConstVectorRef y, VectorRef f) { f[0] = -y[0]; });
  Mebdf stepper(model, tolerances(1, 1e-8, 1e-8));
  stepper.start(0, vector({1}), nullptr, 2);
  while (stepper.t() < 1) stepper.attempt(1);
  check::that(stepper.start(1, vector({5}), nullptr, 2) == Status::ok, "restart after a jump");
  while (stepper.t() < 2)
    if (stepper.attempt(2) == Attempt::failed) break;
  check::close(stepper.y()[0], 5 * std::exp(-1.0), 1e-6, "solution after a jump");
}

void test_interleaved() {
  const Problem p = vdpol();
  const Run alone = solve(p, 1e-6, 1e-6);
  const auto m1 = p.model(), m2 = p.model();
  Mebdf s1(*m1, tolerances(2, 1e-6, 1e-6)), s2(*m2, tolerances(2, 1e-6, 1e-6));
  s1.start(0, p.y0, nullptr, p.t_end);
  s2.start(0, p.y0, nullptr, p.t_end);
  for (int i = 0; i < 3; ++i) s2.attempt(p.t_end);
  while (s1.t() != p.t_end || s2.t() != p.t_end) {
    if (s1.t() != p.t_end) s1.attempt(p.t_end);
    if (s2.t() != p.t_end) s2.attempt(p.t_end);
  }
  check::that(s1.y() == alone.y && s2.y() == alone.y, "interleaved integrations");
  check::that(m1->counts().rhs == alone.n_rhs && m2->counts().rhs == alone.n_rhs,
              "interleaved integrations: same work");
}

void test_orders_and_steps() {
  const Problem p = hires();
  for (int max_order = 1; max_order <= 8; ++max_order) {
    const auto model = p.model();
    Mebdf stepper(*model, tolerances(8, 1e-6, 1e-6), {}, max_order);
    stepper.start(0, p.y0, nullptr, p.t_end);
    int largest = 0;
    while (stepper.t() != p.t_end && stepper.attempt(p.t_end) != Attempt::failed)
      largest = std::max(largest, stepper.order());
    check::that(stepper.t() == p.t_end, "hires with limited order");
    check::that(largest <= max_order, "order within its limit");
  }
  StepLimits limits;
  limits.h_initial = 1e-3;
  limits.h_max = 2.0;
  const auto model = p.model();
  Mebdf stepper(*model, tolerances(8, 1e-4, 1e-4), limits);
  stepper.start(0, p.y0, nullptr, p.t_end);
  check::close(stepper.h_next(), 1e-3, 0, "the user's first step");
  double longest = 0;
  while (stepper.t() != p.t_end && stepper.attempt(p.t_end) != Attempt::failed)
    longest = std::max(longest, stepper.h_last());
  check::that(longest <= 2.0 * (1 + 1e-14) && longest > 1.9, "the user's largest step");
}

// ---------------------------------------------------------------- failures
void test_not_finite() {
  // Undefined above 1: the solution stays below, predictions and iterates need not.
  LambdaModel border(
      1, [](double, ConstVectorRef y, VectorRef f) { f[0] = 20 * std::sqrt(1 - y[0]) - 1; });
  const Run ok = integrate(border, tolerances(1, 1e-5, 1e-5), 0, vector({0}), nullptr, 1);
  check::that(ok.status == Status::ok, "recovers from undefined values");
  check::that(std::isfinite(ok.y[0]) && std::abs(ok.y[0] - 0.9975) < 1e-4,
              "and finds the solution");
  LambdaModel wall(
      1, [](double t, ConstVectorRef, VectorRef f) { f[0] = t > 0.5 ? std::nan("") : 1.0; });
  const Run stuck = integrate(wall, tolerances(1, 1e-6, 1e-6), 0, vector({0}), nullptr, 1);
  check::that(stuck.status == Status::not_finite, "gives up where the model ends");
  check::close(stuck.y[0], 0.5, 1e-6, "just before its end");
  LambdaModel never(1, [](double, ConstVectorRef, VectorRef f) { f[0] = std::nan(""); });
  const Run no = integrate(never, tolerances(1, 1e-6, 1e-6), 0, vector({0}), nullptr, 1);
  check::that(no.status == Status::not_finite, "no start without values");
}

void test_failures() {
  // 0 = f(t) does not determine y.
  LambdaModel singular(1, [](double t, ConstVectorRef, VectorRef f) { f[0] = 1 + t; });
  singular.set_mass(StructuredMatrix(Structure::banded(1, 0, 0)));
  const Run s = integrate(singular, tolerances(1, 1e-6, 1e-6), 0, vector({0}), nullptr, 1);
  check::that(s.status == Status::singular_matrix, "singular matrix");
  // y' = y^2 leaves every bound at t = 1.
  LambdaModel blow_up(1, [](double, ConstVectorRef y, VectorRef f) { f[0] = y[0] * y[0]; });
  const Run b = integrate(blow_up, tolerances(1, 1e-6, 1e-6), 0, vector({1}), nullptr, 2);
  check::that(b.status != Status::ok, "a pole is not passed");
  // 0 = y^2 + t has no real solution beyond 0.
  LambdaModel fold(1, [](double t, ConstVectorRef y, VectorRef f) { f[0] = y[0] * y[0] + t; });
  fold.set_mass(StructuredMatrix(Structure::banded(1, 0, 0)));
  const Run n = integrate(fold, tolerances(1, 1e-6, 1e-6), -1, vector({1}), nullptr, 1);
  check::that(n.status == Status::newton_failure || n.status == Status::step_too_small ||
                  n.status == Status::singular_matrix,
              "a fold is not passed");
  LambdaModel model(1, [](double, ConstVectorRef y, VectorRef f) { f[0] = -y[0]; });
  check::that(integrate(model, tolerances(1, 1e-6, 0), 0, vector({0}), nullptr, 1).status ==
                  Status::illegal_input,
              "zero tolerance of a zero value");
}

}  // namespace

int main() {
  test_cost_and_accuracy();
  test_digits_of_index_3();
  test_robertson();
  test_residual_form();
  test_full_mass();
  test_backwards();
  test_limit_is_never_passed();
  test_dense_output();
  test_restart();
  test_interleaved();
  test_orders_and_steps();
  test_not_finite();
  test_failures();
  return check::summary("mebdf");
}
