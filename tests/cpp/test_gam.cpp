// Generalized Adams methods: coefficients, stability, order, dense output, failures, counts.
#include "block_helpers.hpp"
#include "block_stepper_tests.hpp"
#include "gam_coefficients.hpp"

#include "integrators/gam.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <complex>

using namespace dts;

namespace {

using ComplexMatrix = Eigen::MatrixXcd;

// The tolerances as given: they are those of the recorded runs.
std::unique_ptr<Stepper> make_gam(Model& model, double tol, GamOptions options = {},
                                  double h = 1e-6) {
  options.calibration = kUncalibrated;
  return std::make_unique<Gam>(model, equal_tolerances(model.size(), tol), first_step_of(h),
                               options);
}

GamOptions only_order(int p) {
  GamOptions options;
  options.min_order = options.max_order = p;
  return options;
}

// sum_j w_j j^(q-1) = (r^q - (r-1)^q) / q in whole numbers.
void test_quadrature_conditions() {
  for (const AdamsFormulas* f : {&kAdams3, &kAdams5, &kAdams7, &kAdams9, &kAdams10}) {
    for (int r = 1; r < f->nodes; ++r) {
      bool exact = true;
      for (int q = 1; q <= f->nodes; ++q) {
        const auto power = [](long long base, int exponent) {
          __extension__ __int128 result = 1;
          for (int i = 0; i < exponent; ++i) result *= base;
          return result;
        };
        __extension__ __int128 sum = 0;
        for (int j = 0; j < f->nodes; ++j) sum += f->numerator(r, j) * power(j, q - 1);
        exact = exact && q * sum == f->denominator * (power(r, q) - power(r - 1, q));
      }
      check::that(exact, "order conditions of the formula on " + std::to_string(f->nodes) +
                             " nodes, interval " + std::to_string(r));
    }
  }
}

template <std::size_t N, class Get>
void compare_entries(const FractionEntry (&entries)[N], const std::string& what, Get get) {
  int wrong = 0;
  for (const FractionEntry& e : entries)
    if (std::abs(get(*kGam[(e.order - 3) / 2], e) - e.value()) > 1e-15 * std::abs(e.value()))
      ++wrong;
  check::that(wrong == 0, what + " agree with the exact fractions: " + std::to_string(wrong) +
                              " of " + std::to_string(N) + " differ");
}

void test_tables() {
  compare_entries(kGamBlockEntries, "block coefficients",
                  [](const GamLevel& m, const auto& e) { return m.beta[e.row - 1][e.node]; });
  compare_entries(kGamSameEntries, "defects",
                  [](const GamLevel& m, const auto& e) { return m.defect[e.row - 1][e.node]; });
  compare_entries(kGamDownEntries, "defects downwards", [](const GamLevel& m, const auto& e) {
    return m.defect_down[e.row - 1][e.node];
  });
  compare_entries(kGamErrorEntries, "error constants",
                  [](const GamLevel& m, const auto& e) { return m.error[e.row - 1]; });
}

// c_i = ((i^(p+1) - (i-1)^(p+1)) / (p+1) - sum beta_ij j^p) / p!
void test_error_constants() {
  for (const GamLevel* m : kGam)
    for (int i = 1; i <= m->block; ++i) {
      const int p = m->order;
      // Taken about the first node of the window, where the powers are small.
      const int first = gam_window(m->formulas, m->block, i);
      long double c = (std::pow(static_cast<long double>(i - first), p + 1) -
                       std::pow(static_cast<long double>(i - 1 - first), p + 1)) /
                      (p + 1);
      for (int j = 0; j < m->formulas.nodes; ++j)
        c -= static_cast<long double>(m->formulas.numerator(i - first, j)) /
             m->formulas.denominator * std::pow(static_cast<long double>(j), p);
      for (int q = 2; q <= p; ++q) c /= q;
      check::close(m->error[i - 1], static_cast<double>(c), 1e-12,
                   "error constant of order " + std::to_string(p) + ", row " + std::to_string(i));
    }
}

struct BlockMatrices {
  Matrix A, B, L;
  Vector beta0;
};

BlockMatrices block_matrices(const GamLevel& m) {
  const int s = m.block;
  BlockMatrices b{Matrix::Identity(s, s), Matrix(s, s), m.gamma * Matrix::Identity(s, s),
                  Vector(s)};
  for (int i = 0; i < s; ++i) {
    if (i > 0) b.A(i, i - 1) = -1;
    b.beta0[i] = m.beta[i][0];
    for (int j = 0; j < s; ++j) b.B(i, j) = m.beta[i][j + 1];
    for (int j = 0; j < i; ++j) b.L(i, j) = m.lower[i][j];
  }
  return b;
}

double spectral_radius(const Matrix& a) { return a.eigenvalues().cwiseAbs().maxCoeff(); }

double amplification(const BlockMatrices& b, std::complex<double> q) {
  Eigen::VectorXcd rhs = q * b.beta0.cast<std::complex<double>>();
  rhs[0] += 1.0;
  const ComplexMatrix lhs = b.A.cast<std::complex<double>>() - q * b.B.cast<std::complex<double>>();
  return std::abs(lhs.partialPivLu().solve(rhs)[b.A.rows() - 1]);
}

void test_stability_and_splitting() {
  const double at_infinity[] = {0.342, 0.533, 0.640, 0.849};
  const double rho_inf[] = {0.0019, 0.0212, 0.0629, 0.0753};
  const double rho_0[] = {0.182, 0.259, 0.306, 0.301};
  const double on_axis[] = {1, 1, 1, 1.04};
  for (int l = 0; l < kGamLevels; ++l) {
    const GamLevel& m = *kGam[l];
    const BlockMatrices b = block_matrices(m);
    const std::string name = " of order " + std::to_string(m.order);
    check::close(std::pow(b.B.determinant(), 1.0 / m.block), m.gamma, 1e-13, "gamma" + name);
    const auto eigenvalues = (b.A.inverse() * b.B).eval().eigenvalues();
    check::that(eigenvalues.real().minCoeff() > 0, "eigenvalues in the right half plane" + name);
    check::close(spectral_radius(Matrix::Identity(m.block, m.block) - b.L.inverse() * b.B),
                 rho_inf[l], 1e-4, "stiff rate of the splitting" + name);
    check::close(spectral_radius(b.A.inverse() * (b.B - b.L)), rho_0[l], 1e-3,
                 "nonstiff rate of the splitting" + name);
    double largest = 0;
    for (double q = 0.01; q < 1e4; q *= 1.01) largest = std::max(largest, amplification(b, {0, q}));
    check::that(largest <= on_axis[l] + 0.005,
                "|R| on the imaginary axis" + name + ": " + std::to_string(largest));
    if (l == 3) check::that(largest > 1.03, "order 9 is only almost A-stable");
    check::close(amplification(b, -1e9), at_infinity[l], 1e-3, "|R| at infinity" + name);
  }
}

void test_observed_orders() {
  const OrderCase cases[] = {{circle_stiff, 3, 16, 32, 2.8},  {circle_stiff, 5, 8, 16, 4.8},
                             {circle_stiff, 7, 4, 8, 6.8},    {circle_index1, 3, 16, 32, 2.8},
                             {circle_index1, 5, 8, 16, 4.8},  {circle_index1, 7, 4, 8, 6.8},
                             {circle_index1, 9, 3, 6, 8.8},   {circle_index2, 3, 16, 32, 2.8},
                             {circle_index2, 5, 8, 16, 4.8},  {circle_index2, 7, 6, 12, 6.8},
                             {circle_index3, 3, 16, 32, 2.7}, {circle_index3, 5, 8, 16, 4.7}};
  // Positions of index 3 lose one order at order 7.
  const OrderCase high[] = {{at(driven_stiff, 8), 9, 12, 24, 8.8},
                            {at(driven_index2, 30), 9, 48, 80, 8.8},
                            {at(driven_index3, 20), 7, 48, 96, 5.9},
                            {at(driven_index3, 30), 9, 64, 96, 8.8}};
  const auto check = [](const OrderCase& c, double tol, double newton_tolerance) {
    check_order(c, kGam[(c.order - 3) / 2]->block, [&](Model& m, double h) {
      GamOptions options = only_order(c.order);
      options.newton_tolerance.fill(newton_tolerance);
      options.max_newton.fill(300);
      options.follows_small_values = false;  // the solution itself is below the tolerance
      return std::make_unique<Gam>(m, equal_tolerances(m.size(), tol), fixed_step(h), options);
    });
  };
  for (const OrderCase& c : cases) check(c, 1e-2, 1e-12);
  for (const OrderCase& c : high) check(c, 100, 1e-11);
}

// The authors' code, without and with the paths that were changed on purpose.
void test_reference_runs() {
  // Without a failed attempt, and with these options, nothing but rounding may differ.
  const ReferenceRun same[] = {{"pollution", 1e-6, 18, 0, 461, 18, 18, 7.18},
                               {"pollution", 1e-8, 26, 0, 793, 26, 26, 9.69},
                               {"pollution", 1e-10, 31, 0, 1379, 31, 31, 12.28}};
  GamOptions plain;
  plain.reuse_after_two_sweeps = false;
  plain.max_extrapolation = kInfinity;
  plain.follows_small_values = false;
  for (const ReferenceRun& r : same)
    block_tests::compare_exactly(r, [&](Model& m, double tol) { return make_gam(m, tol, plain); });

  const ReferenceRun similar[] = {{"hires", 1e-4, 37, 7, 1088, 30, 37, 5.03},
                                  {"hires", 1e-6, 31, 3, 1547, 28, 31, 7.48},
                                  {"hires", 1e-8, 42, 5, 2708, 36, 42, 8.11},
                                  {"vdpol", 1e-4, 129, 39, 5133, 91, 129, 4.86},
                                  {"vdpol", 1e-6, 150, 38, 8122, 110, 150, 5.99},
                                  {"vdpol", 1e-8, 172, 29, 12879, 143, 172, 7.67},
                                  {"orego", 1e-4, 219, 57, 8510, 163, 219, 3.61},
                                  {"orego", 1e-6, 230, 50, 14063, 181, 230, 6.19},
                                  {"orego", 1e-8, 252, 30, 17245, 221, 252, 8.47},
                                  {"rober", 1e-4, 55, 6, 1442, 48, 54, 5.99},
                                  {"rober", 1e-6, 171, 38, 4798, 133, 171, 7.13},
                                  {"rober", 1e-8, 365, 100, 9858, 265, 365, 9.17},
                                  {"pollution", 1e-4, 16, 1, 312, 15, 16, 5.48},
                                  {"pollution", 1e-8, 26, 0, 793, 26, 26, 9.69},
                                  {"transistor", 1e-4, 401, 106, 17724, 295, 401, 5.86},
                                  {"transistor", 1e-6, 378, 70, 30669, 308, 378, 7.41},
                                  {"transistor", 1e-8, 423, 57, 44788, 366, 423, 9.52},
                                  {"beam", 1e-4, 59, 3, 1936, 56, 59, 3.61},
                                  {"beam", 1e-6, 211, 1, 8828, 210, 211, 4.99}};
  const MakeStepper make = [](Model& m, double tol) { return make_gam(m, tol); };
  block_tests::compare_broadly(similar, make);

  const ReferenceRun higher_index[] = {{"caraxis", 1e-4, 73, 11, 2728, 62, 73, 1.93},
                                       {"caraxis", 1e-6, 73, 2, 5709, 71, 73, 3.46},
                                       {"caraxis", 1e-8, 94, 0, 10137, 94, 94, 4.11},
                                       {"andrews", 1e-6, 93, 16, 3476, 78, 93, 0.28},
                                       {"fekete", 1e-6, 59, 0, 2861, 59, 59, 7.51}};
  block_tests::compare_digits(higher_index, make);
}

}  // namespace

int main() {
  test_quadrature_conditions();
  test_tables();
  test_error_constants();
  test_stability_and_splitting();
  test_observed_orders();
  const auto make = [](Model& m, double tol) { return make_gam(m, tol, {}, 0); };
  block_tests::test_dense_output(make, {{1e-4, 9e-5}, {1e-6, 6e-7}, {1e-8, 5e-9}, {1e-10, 1e-10}});
  block_tests::test_behaviour(make);
  block_tests::test_vector_tolerances([](Model& m, Tolerances tolerances) {
    return std::make_unique<Gam>(m, std::move(tolerances), StepLimits{});
  });
  block_tests::test_higher_index(make);
  block_tests::test_inconsistent_start(make);
  test_reference_runs();
  return check::summary("gam");
}
