// Blended implicit methods: coefficients, stability, decisions, order, dense output, counts.
#include "bim_coefficients.hpp"
#include "block_helpers.hpp"
#include "block_stepper_tests.hpp"

#include "integrators/bim.hpp"
#include "integrators/bim_decisions.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <complex>

using namespace dts;

namespace {

// The tolerances as given: they are those of the recorded runs.
std::unique_ptr<Stepper> make_bim(Model& model, double tol, BimOptions options = {},
                                  double h = 1e-6) {
  options.calibration = kUncalibrated;
  return std::make_unique<Bim>(model, equal_tolerances(model.size(), tol), first_step_of(h),
                               options);
}

BimOptions only_order(int p) {
  BimOptions options;
  options.min_order = options.max_order = p;
  return options;
}

const BimLevel& level_of(int order) { return *kBim[(order - 4) / 2]; }

struct BlockMatrices {
  Matrix B, inverse;
  Vector b, inverse_b, v;
};

BlockMatrices block_matrices(const BimLevel& m) {
  const int k = m.block;
  BlockMatrices r{Matrix(k, k), Matrix(k, k), Vector(k), Vector(k), Vector::Zero(k)};
  for (int i = 0; i < k; ++i) {
    r.b[i] = m.weights[i][0];
    r.inverse_b[i] = m.inverse[i][0];
    for (int j = 0; j < k; ++j) {
      r.B(i, j) = m.weights[i][j + 1];
      r.inverse(i, j) = m.inverse[i][j + 1];
    }
  }
  for (const FractionEntry& e : kBimVEntries)
    if (e.order == m.order) r.v[e.row - 1] = e.value();
  return r;
}

template <std::size_t N, class Get>
void compare_entries(const FractionEntry (&entries)[N], const std::string& what, Get get) {
  int wrong = 0;
  for (const FractionEntry& e : entries)
    if (std::abs(get(level_of(e.order), e) - e.value()) > 4e-15 * std::abs(e.value())) ++wrong;
  check::that(wrong == 0, what + " agree with the exact fractions: " + std::to_string(wrong) +
                              " of " + std::to_string(N) + " differ");
}

void test_tables() {
  compare_entries(kBimWeightEntries, "weights",
                  [](const BimLevel& m, const auto& e) { return m.weights[e.row - 1][e.node]; });
  compare_entries(kBimSecondYEntries, "gamma B^-1 [-e | I]", [](const BimLevel& m, const auto& e) {
    if (e.node > 0) return m.gamma * m.inverse[e.row - 1][e.node];
    // The column of y_0: minus the sum of the row, in whole numbers.
    std::int64_t sum = 0;
    for (int j = 1; j <= m.block; ++j) sum += m.inverse[e.row - 1].numerators[j];
    return -m.gamma * static_cast<double>(sum) /
           static_cast<double>(m.inverse[e.row - 1].denominator);
  });
  compare_entries(kBimSecondFEntries, "gamma B^-1 b", [](const BimLevel& m, const auto& e) {
    return m.gamma * m.inverse[e.row - 1][0];
  });
}

// Every row: order k at least, that is sum_j w_j j^(q-1) = i^q / q for q <= k, in whole numbers.
// The last one, Newton-Cotes, has one order more if k is even.  psi: the k-th difference.
void test_order_conditions() {
  const auto power = [](long long base, int exponent) {
    __extension__ __int128 result = 1;
    for (int i = 0; i < exponent; ++i) result *= base;
    return result;
  };
  for (const BimLevel* m : kBim) {
    const int k = m->block;
    bool exact = true;
    for (int i = 1; i <= k; ++i) {
      const int q_max = i < k ? k : k + 1 + (k % 2 == 0);
      for (int q = 1; q <= q_max; ++q) {
        __extension__ __int128 sum = 0;
        for (int j = 0; j <= k; ++j) sum += m->weights[i - 1].numerators[j] * power(j, q - 1);
        exact = exact && q * sum == m->weights[i - 1].denominator * power(i, q);
      }
    }
    check::that(exact, "order conditions of order " + std::to_string(m->order));
    double binomial = 1;
    bool alternates = true;
    for (int j = k; j >= 0; --j) {
      alternates = alternates && m->psi[j] == ((k - j) % 2 ? -binomial : binomial);
      binomial = binomial * j / (k - j + 1);
    }
    check::that(alternates, "difference of order " + std::to_string(k));
  }
}

// exp(x) as P/Q with deg P = j, deg Q = k: the coefficients of P and, with x -> -x, of Q.
std::complex<double> pade(int j, int k, std::complex<double> x) {
  std::complex<double> p = 0, q = 0, cp = 1, cq = 1;
  for (int i = 0; i <= std::max(j, k); ++i) {
    if (i <= j) p += cp;
    if (i <= k) q += cq;
    cp *= x * static_cast<double>(j - i) / static_cast<double>((j + k - i) * (i + 1));
    cq *= -x * static_cast<double>(k - i) / static_cast<double>((j + k - i) * (i + 1));
  }
  return p / q;
}

std::complex<double> stability(const BlockMatrices& r, std::complex<double> q) {
  const Index k = r.B.rows();
  const Eigen::MatrixXcd lhs =
      Eigen::MatrixXcd::Identity(k, k) - q * r.B.cast<std::complex<double>>();
  const Eigen::VectorXcd rhs = Eigen::VectorXcd::Ones(k) + q * r.b.cast<std::complex<double>>();
  return lhs.partialPivLu().solve(rhs)[k - 1];
}

void test_stability_and_iteration() {
  const double amplification[] = {0.340, 0.529, 0.630, 0.688, 0.728};
  for (int l = 0; l < kBimLevels; ++l) {
    const BimLevel& m = *kBim[l];
    const BlockMatrices r = block_matrices(m);
    const int k = m.block;
    const std::string name = " of order " + std::to_string(m.order);
    check::that((r.B * r.inverse - Matrix::Identity(k, k)).cwiseAbs().maxCoeff() < 1e-11,
                "inverse of B" + name);
    const int numerator = k == 3 ? 2 : k - 2;
    double difference = 0, largest = 0;
    for (double size : {0.05, 0.3, 1.0, 3.0})
      for (double angle : {1.6, 2.2, 3.1}) {
        const std::complex<double> q = std::polar(size, angle);
        const std::complex<double> expected = pade(numerator, k, static_cast<double>(k) * q);
        difference = std::max(difference, std::abs(stability(r, q) - expected));
      }
    for (double q = 0.01; q < 1e4; q *= 1.02)
      largest = std::max(largest, std::abs(stability(r, {0, q})));
    check::that(difference < 1e-9, "stability function is a Pade approximant" + name);
    check::that(largest < 1 + 1e-10, "|R| on the imaginary axis" + name);
    check::that(std::abs(stability(r, -1e7)) < 1e-5, "L-stability" + name);

    const Eigen::VectorXcd mu = r.B.eigenvalues();
    Index least = 0;
    const double gamma = mu.cwiseAbs().minCoeff(&least);
    const double rho = ((mu.array() - m.gamma).abs().square() / mu.array().abs()).maxCoeff();
    check::close(m.gamma, gamma, 6e-5, "gamma" + name);
    check::close(m.rho, rho, 1e-4, "rate of the iteration, q -> 0," + name);
    check::close(m.rho_inf, rho / (m.gamma * m.gamma), 2e-4, "the same, q -> infinity," + name);
    check::close(m.rho / (2 * m.gamma), amplification[l], 6e-4, "largest amplification" + name);
    const std::complex<double> ratio = m.gamma / mu[least];
    const std::complex<double> zeta = 2.0 * ratio - ratio * ratio;
    check::close(m.control.stale_c1, -zeta.real(), 3e-4, "c1 of stale factors" + name);
    check::close(m.control.stale_c2, std::norm(zeta), 6e-4, "c2 of stale factors" + name);

    const Vector bv = r.inverse * r.v, bbv = r.inverse * bv;
    check::close(m.w[0], r.v.cwiseAbs().maxCoeff(), 1e-12, "w1" + name);
    check::close(m.w[1], bv.cwiseAbs().maxCoeff(), 1e-9, "w2" + name);
    check::close(m.w[2], bbv.cwiseAbs().maxCoeff(), 1e-8, "w3" + name);
  }
}

BimState accepted_state() {
  BimState s;
  s.level = 1;
  s.order_changed = false;
  s.accepted = true;
  s.iterations = 2;
  s.rate = 0.01;
  s.rate_before = 0.01;
  s.h_before = s.h_before2 = 1;
  s.accepted_here = 5;
  s.extrapolates = true;
  s.jacobian_wanted = s.renew_jacobian = s.renew_factors = false;
  s.jacobian = s.factors = {1, 0.01, false};
  return s;
}

BimProblem ode_of_size(Index n) {
  BimProblem p;
  p.n = n;
  p.solve_cost = 2.0 * n * n;
  p.factor_cost = 2.0 / 3 * n * n * n;
  return p;
}

void test_jacobian_decisions() {
  const BimProblem ode = ode_of_size(20);
  BimProblem dae = ode;
  dae.has_mass = true;
  const BimProbe none, same{true, 0, 100}, changed{true, 50, 100};
  BimState s = accepted_state();
  check::that(!need_jacobian(s, ode, changed).is_needed, "fast convergence keeps J");
  check::that(need_jacobian(s, dae, none).is_needed, "with mass matrix J is always renewed");
  s.iterations = 5;
  s.rate = 0.2;
  check::that(need_jacobian(s, ode, changed).is_needed, "slow convergence and a changed J");
  check::that(need_jacobian(s, ode, none).is_needed, "slow convergence, nothing known of J");
  const JacobianDecision linear = need_jacobian(s, ode, same);
  check::that(!linear.is_needed && linear.is_linear, "an unchanged J is recognised");
  s = accepted_state();
  s.order_changed = true;
  check::that(need_jacobian(s, ode, changed).is_needed, "a new order wants a new J");
  s = accepted_state();
  s.extrapolates = false;
  check::that(need_jacobian(s, ode, changed).is_needed, "a constant predictor wants a new J");
  s = accepted_state();
  s.accepted = false;
  check::that(!need_jacobian(s, ode, changed).is_needed, "after a failure as decided there");
  s.jacobian_wanted = true;
  check::that(need_jacobian(s, ode, same).is_needed, "after a failure as decided there");
}

void test_factor_decisions() {
  const BimProblem ode = ode_of_size(100);
  BimState s = accepted_state();
  check::that(!need_factorisation(s, ode, 1.0, false), "same h, same J: same factors");
  check::that(need_factorisation(s, ode, 1.0, true), "new J");
  check::that(need_factorisation(s, ode, 1.2, false), "h changed much");
  check::that(need_factorisation(s, ode, 0.85, false), "h changed much, downwards");
  check::that(!need_factorisation(s, ode, 1.05, false), "h grew a little");
  check::that(need_factorisation(s, ode_of_size(7), 1.0, false), "small systems always");
  s.accepted = false;
  check::that(need_factorisation(s, ode, 1.0, false), "after a failure");
  s = accepted_state();
  s.is_stiff = true;
  check::that(!need_factorisation(s, ode, 1.03, false), "stiff: a change of 3 per cent");
  check::that(need_factorisation(s, ode, 1.05, false), "stiff: a change of 5 per cent");
  s = accepted_state();
  s.rate = 0.1;
  s.iterations = 5;
  check::that(need_factorisation(s, ode, 1.0, false), "slow convergence");
}

class FixedEstimates : public BimEstimates {
 public:
  double below_ = 1, above_ = 1, without_ = 1;
  bool state_ = true;
  int asked = 0;
  double below() override { return ++asked, below_; }
  double above() override { return ++asked, above_; }
  double without_reduction() override { return ++asked, without_; }
  bool is_driven_by_state() override { return ++asked, state_; }
};

void test_order_decisions() {
  const BimProblem ode = ode_of_size(20);
  BimState s = accepted_state();
  BimBlock block;
  block.h = block.h_next = 1;
  block.error = 0.05;
  block.error_stiff = 1e-5;
  block.factored = true;
  block.remaining = 1000;
  FixedEstimates e;

  OrderDecision d = choose_order(s, ode, block, e);
  check::that(d.level == 2 && d.h > 1 && e.asked == 0, "smooth solution: order up");
  block.remaining = 3;
  check::that(choose_order(s, ode, block, e).level == 1, "not just before the end");
  block.remaining = 1000;
  s.failures = 1;
  check::that(choose_order(s, ode, block, e).level == 1, "not after a recent failure");
  s = accepted_state();
  s.accepted_here = 2;
  check::that(choose_order(s, ode, block, e).level == 1, "not before three blocks");
  s = accepted_state();
  block.h_next = 1.3;
  d = choose_order(s, ode, block, e);
  check::that(d.level == 1 && d.h == 1.3, "not while h grows");
  block.h_next = 1;
  s.level = kBimLevels - 1;
  check::that(choose_order(s, ode, block, e).level == kBimLevels - 1, "not above the highest");

  s = accepted_state();
  s.rate = 0.6;
  s.iterations = 8;
  e.below_ = 0.05;
  d = choose_order(s, ode, block, e);
  check::that(d.level == 0 && d.h <= 1 && e.asked == 1, "slow convergence: order down");
  s.level = 0;
  check::that(choose_order(s, ode, block, e).level == 0, "not below the lowest");

  s = accepted_state();
  block.h_next = 0.9;
  e.below_ = 0.01;
  d = choose_order(s, ode, block, e);
  check::that(d.level == 0 && d.h <= 1, "differences that grow with their order: order down");
  e.below_ = 0.04;
  check::that(choose_order(s, ode, block, e).level > 0, "not if they hardly do");
  block.h_next = 1;
  e.below_ = 0.01;
  check::that(choose_order(s, ode, block, e).level != 0, "and not while the step need not fall");

  s = accepted_state();
  s.error_failed = true;
  d = choose_order(s, ode, block, e);
  check::that(d.error_runs == 1, "a first block with a failed error test is remembered");
  s.error_runs = 1;
  d = choose_order(s, ode, block, e);
  check::that(d.level == 0 && d.h == 0.5 && d.renew_jacobian, "a second one lowers the order");

  s = accepted_state();
  block.is_stiff = true;
  block.error_stiff = block.error;
  block.factored = false;
  d = choose_order(s, ode, block, e);
  check::that(d.level == 1 && d.renew_factors && d.renew_jacobian,
              "order reduction suspected: fresh matrices first");
  block.factored = true;
  s.jacobian_is_fresh = true;
  e.above_ = 1e-6;
  check::that(choose_order(s, ode, block, e).level == 2, "order reduction: order up");
  e.above_ = 1e6;
  check::that(choose_order(s, ode, block, e).level == 1, "unless it does not pay");
}

void test_observed_orders() {
  // In systems of index 3 order 4 shows the order k = 3 of the single rows of its block.
  const OrderCase cases[] = {{circle_stiff, 4, 16, 32, 3.8},  {circle_stiff, 6, 8, 16, 5.8},
                             {circle_stiff, 8, 4, 8, 7.8},    {circle_stiff, 10, 4, 6, 9.5},
                             {circle_index1, 4, 16, 32, 3.8}, {circle_index1, 6, 8, 16, 5.8},
                             {circle_index1, 8, 4, 8, 7.8},   {circle_index1, 10, 4, 6, 9.5},
                             {circle_index2, 4, 32, 64, 3.7}, {circle_index2, 6, 8, 16, 5.8},
                             {circle_index3, 4, 24, 48, 2.8}, {circle_index3, 6, 24, 48, 5.7}};
  const OrderCase high[] = {
      {at(driven_stiff, 8), 12, 6, 12, 11.5},    {at(driven_index1, 20), 12, 24, 48, 11.5},
      {at(driven_index2, 8), 8, 12, 32, 7.8},    {at(driven_index2, 8), 10, 12, 32, 9.8},
      {at(driven_index2, 30), 12, 64, 80, 11.5}, {at(driven_index3, 20), 8, 64, 128, 7.2},
      {at(driven_index3, 20), 10, 64, 96, 9.2}};
  const auto make = [](int order, double tol, double newton_tolerance,
                       double first = 1) -> MakeStepper {
    return [=](Model& m, double h) {
      BimOptions options = only_order(order);
      options.newton_tolerance.fill(newton_tolerance);
      options.small_tolerance = options.rest_tolerance = newton_tolerance;
      options.max_newton.fill(300);
      options.follows_small_values = false;  // the solution itself is below the tolerance
      StepLimits limits = fixed_step(h);
      limits.h_initial = first * h;
      return std::make_unique<Bim>(m, equal_tolerances(m.size(), tol), limits, options);
    };
  };
  for (const OrderCase& c : cases)
    check_order(c, level_of(c.order).block, make(c.order, 1e-2, 1e-12));
  for (const OrderCase& c : high) check_order(c, level_of(c.order).block, make(c.order, 1, 1e-11));

  // Order 12 in a system of index 3: there is not much room between the blocks for which Newton's
  // iteration converges and those whose errors are below rounding times 1 / h^2 (4e-10 here), and
  // the first block, which nothing predicts, must be shorter.  With half of Newton's tolerance the
  // iteration meets rounding in a third of all runs with a frequency around 30.
  const OrderCase highest{at(driven_index3, 30), 12, 96, 128, 10.5, 1};
  check_order(highest, level_of(12).block, make(12, 1, 2e-11, 0.25));
}

void test_reference_runs() {
  // The authors' code with its order 10 repaired: nothing but rounding may differ.
  const ReferenceRun same[] = {{"hires", 1e-4, 37, 3, 578, 31, 37, 4.62},
                               {"hires", 1e-6, 41, 1, 1125, 38, 41, 6.70},
                               {"hires", 1e-8, 57, 1, 1699, 50, 56, 10.23},
                               {"hires", 1e-10, 83, 0, 2803, 78, 82, 11.49},
                               {"vdpol", 1e-4, 133, 21, 2801, 104, 133, 4.05},
                               {"vdpol", 1e-6, 164, 10, 4047, 146, 164, 7.25},
                               {"pollution", 1e-4, 16, 0, 212, 16, 16, 6.09},
                               {"pollution", 1e-6, 24, 0, 411, 22, 24, 7.60},
                               {"pollution", 1e-8, 29, 0, 695, 23, 28, 9.49},
                               {"pollution", 1e-10, 37, 0, 1225, 28, 37, 11.62},
                               {"beam", 1e-6, 351, 0, 7741, 308, 330, 4.85}};
  BimOptions plain;
  plain.follows_small_values = false;
  for (const ReferenceRun& r : same)
    block_tests::compare_exactly(r, [&](Model& m, double tol) { return make_bim(m, tol, plain); });
  const MakeStepper make = [](Model& m, double tol) { return make_bim(m, tol); };

  const ReferenceRun similar[] = {{"beam", 1e-4, 62, 0, 1267, 59, 61, 3.52},
                                  {"vdpol", 1e-8, 241, 12, 7677, 220, 241, 9.54},
                                  {"vdpol", 1e-10, 245, 2, 10111, 233, 245, 11.15},
                                  {"orego", 1e-4, 236, 11, 4399, 216, 236, 3.85},
                                  {"orego", 1e-6, 262, 12, 7450, 247, 262, 7.49},
                                  {"orego", 1e-8, 355, 11, 11873, 337, 355, 8.31},
                                  {"orego", 1e-10, 380, 7, 16936, 369, 380, 11.34},
                                  {"rober", 1e-4, 66, 0, 814, 66, 66, 5.93},
                                  {"rober", 1e-6, 64, 0, 1830, 62, 64, 6.58},
                                  {"rober", 1e-8, 177, 36, 5372, 137, 177, 7.88},
                                  {"transistor", 1e-4, 481, 62, 8483, 419, 481, 5.84},
                                  {"transistor", 1e-6, 579, 51, 15824, 528, 579, 7.75},
                                  {"transistor", 1e-8, 639, 47, 24069, 592, 639, 9.87}};
  block_tests::compare_broadly(similar, make);

  const ReferenceRun higher_index[] = {{"caraxis", 1e-4, 73, 0, 1717, 73, 73, 2.19},
                                       {"caraxis", 1e-6, 107, 0, 3383, 107, 107, 4.45},
                                       {"caraxis", 1e-8, 143, 0, 5755, 143, 143, 6.38},
                                       {"fekete", 1e-4, 66, 0, 1103, 66, 66, 6.69},
                                       {"caraxis", 1e-10, 240, 0, 9657, 240, 240, 7.80},
                                       {"andrews", 1e-6, 89, 1, 1685, 88, 89, 1.14},
                                       {"andrews", 1e-8, 149, 1, 3596, 148, 149, 3.08}};
  block_tests::compare_digits(higher_index, make);
}

}  // namespace

int main() {
  test_tables();
  test_order_conditions();
  test_stability_and_iteration();
  test_jacobian_decisions();
  test_factor_decisions();
  test_order_decisions();
  test_observed_orders();
  const auto make = [](Model& m, double tol) { return make_bim(m, tol, {}, 0); };
  block_tests::test_dense_output(make, {{1e-4, 2e-5}, {1e-6, 2e-7}, {1e-8, 2e-9}, {1e-10, 2e-11}});
  block_tests::test_behaviour(make);
  block_tests::test_vector_tolerances([](Model& m, Tolerances tolerances) {
    return std::make_unique<Bim>(m, std::move(tolerances), StepLimits{});
  });
  block_tests::test_higher_index(make);
  block_tests::test_inconsistent_start(make);
  test_reference_runs();
  return check::summary("bim");
}
