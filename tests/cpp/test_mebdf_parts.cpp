// Modified extended BDF, the parts: coefficients, stability, history of differences, controller.
#include "check.hpp"
#include "integrators/mebdf_control.hpp"
#include "integrators/mebdf_history.hpp"
#include "integrators/mebdf_tableau.hpp"
#include "mebdf_reference.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <complex>
#include <vector>

namespace {

using namespace dts;

// ---------------------------------------------------------------- exact arithmetic
// Fractions over 128-bit integers, reduced after every operation.
struct Rational {
  __int128 p = 0, q = 1;
  Rational(long long numerator = 0, long long denominator = 1) : p(numerator), q(denominator) {
    reduce();
  }
  Rational(const Fraction& f) : Rational(f.numerator, f.denominator) {}
  void reduce() {
    __int128 a = p < 0 ? -p : p, b = q < 0 ? -q : q;
    while (b != 0) {
      const __int128 rest = a % b;
      a = b;
      b = rest;
    }
    if (q < 0) a = -a;
    if (a != 0) {
      p /= a;
      q /= a;
    }
  }
  friend Rational operator+(const Rational& x, const Rational& y) {
    return make(x.p * y.q + y.p * x.q, x.q * y.q);
  }
  friend Rational operator*(const Rational& x, const Rational& y) {
    return make(x.p * y.p, x.q * y.q);
  }
  friend Rational operator/(const Rational& x, const Rational& y) {
    return make(x.p * y.q, x.q * y.p);
  }
  friend bool operator==(const Rational& x, const Rational& y) { return x.p == y.p && x.q == y.q; }
  static Rational make(__int128 p, __int128 q) {
    Rational r;
    r.p = p;
    r.q = q;
    r.reduce();
    return r;
  }
};

// p_j(x) = x (x + 1) ... (x + j - 1) / j!: its i-th backward difference at 0 is 1 for i = j, else
// 0.
Rational basis(int j, int x) {
  Rational p(1);
  for (int i = 0; i < j; ++i) p = p * Rational(x + i, i + 1);
  return p;
}

Rational basis_derivative(int j, int x) {
  Rational sum(0);
  for (int left_out = 0; left_out < j; ++left_out) {
    Rational p(1);
    for (int i = 0; i < j; ++i) p = p * Rational(i == left_out ? 1 : x + i, i + 1);
    sum = sum + p;
  }
  return sum;
}

Rational harmonic(int m) {
  Rational sum(0);
  for (int j = 1; j <= m; ++j) sum = sum + Rational(1, j);
  return sum;
}

void test_order_conditions() {
  for (int k = 1; k <= kMebdfMaxOrder; ++k) {
    const MebdfFractions& c = kMebdfFractions[k - 1];
    const std::string where = "k = " + std::to_string(k);
    bool bdf = true, corrector = true;
    for (int j = 0; j <= k + 1; ++j) {
      const Rational a = j < k ? Rational(c.a[j]) : Rational(0);
      const Rational ahat = j < k ? Rational(c.ahat[j]) : Rational(0);
      const Rational d1 = basis_derivative(j, 1), d2 = basis_derivative(j, 2);
      if (j <= k) bdf = bdf && basis(j, 1) == a + Rational(c.beta) * d1;
      corrector =
          corrector && basis(j, 1) == ahat + Rational(c.bhat1) * d1 + Rational(c.bhat2) * d2;
    }
    check::that(bdf, "BDF exact for degree k, " + where);
    check::that(corrector, "corrector exact for degree k + 1, " + where);
    check::that(Rational(c.beta) == Rational(1) / harmonic(k), "beta = 1 / H_k, " + where);
    check::that(Rational(c.error_scale) == Rational(k + 1) * harmonic(k), "T_k, " + where);
    // One degree more must not be met: the orders are exactly k and k + 1.
    check::that(!(basis(k + 1, 1) == Rational(c.beta) * basis_derivative(k + 1, 1)),
                "BDF has order k only, " + where);
    const Rational more = Rational(c.bhat1) * basis_derivative(k + 2, 1) +
                          Rational(c.bhat2) * basis_derivative(k + 2, 2);
    check::that(!(basis(k + 2, 1) == more), "corrector has order k + 1 only, " + where);
  }
}

double coefficient(const MebdfReference& r) {
  const MebdfFormula& f = kMebdfFormulas[r.k];
  if (r.symbol == "beta") return f.beta;
  if (r.symbol == "bhat1") return f.bhat1;
  if (r.symbol == "bhat2") return f.bhat2;
  if (r.symbol == "T") return f.error_scale;
  return r.symbol == "a" ? f.a[r.index] : f.ahat[r.index];
}

void test_decimals() {
  for (const MebdfReference& r : kMebdfReference)
    check::that(std::abs(coefficient(r) - r.value) <= 1e-15 * std::abs(r.value),
                r.symbol + std::to_string(r.index) + " of k = " + std::to_string(r.k));
}

// ---------------------------------------------------------------- stability
using Complex = std::complex<double>;
using Row = Eigen::RowVectorXcd;

// sum_i c_i nabla^i y_n as a combination of y_n, y_{n-1}, ..., y_{n-k+1}.
Row in_values(const std::array<double, kMebdfMaxOrder>& c, int k) {
  Row row = Row::Zero(k);
  for (int i = 0; i < k; ++i) {
    double binomial = 1;
    for (int s = 0; s <= i; ++s) {
      row[s] += c[i] * (s % 2 ? -binomial : binomial);
      binomial = binomial * (i - s) / (s + 1);
    }
  }
  return row;
}

// The largest |root| of one step applied to y' = lambda y, q = h lambda.
double spectral_radius(int k, Complex q) {
  const MebdfFormula& m = kMebdfFormulas[k];
  const Row a = in_values(m.a, k), ahat = in_values(m.ahat, k);
  const Complex pivot = 1.0 - m.beta * q;
  const Row r1 = a / pivot;
  Row r2 = a[0] * r1;
  for (int s = 1; s < k; ++s) r2[s - 1] += a[s];
  r2 /= pivot;
  const Row r3 = (ahat + q * (m.bhat1 - m.beta) * r1 + q * m.bhat2 * r2) / pivot;
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(k, k);
  companion.row(0) = r3;
  for (int s = 1; s < k; ++s) companion(s, s - 1) = 1;
  return companion.eigenvalues().cwiseAbs().maxCoeff();
}

double largest_on_ray(int k, double alpha_degrees) {
  double largest = 0;
  const double angle = M_PI * (1 - alpha_degrees / 180);
  for (double logarithm = -3; logarithm <= 3; logarithm += 0.005)
    largest = std::max(largest, spectral_radius(k, std::polar(std::pow(10.0, logarithm), angle)));
  return largest;
}

void test_stability() {
  const double alpha[] = {90, 90, 90, 88.36, 83.07, 74.48, 61.98, 42.87};
  for (int k = 1; k <= kMebdfMaxOrder; ++k) {
    const std::string where = "k = " + std::to_string(k);
    const double angle = alpha[k - 1];
    check::that(largest_on_ray(k, angle - 0.1) <= 1 + 1e-12, "stable inside the angle, " + where);
    check::that(largest_on_ray(k, angle + 0.1) > 1 + 1e-12, "unstable outside of it, " + where);
    // The radius decays like |q|^(-1/k): all roots are 0 at infinity.
    check::that(spectral_radius(k, -1e60) < 1e-6, "stiff decay, " + where);
  }
}

// ---------------------------------------------------------------- differences
double polynomial(int degree, double t) {
  double value = 0, power = 1;
  for (int j = 0; j <= degree; ++j, power *= t) value += power / (j + 1);
  return value;
}

// Differences of `degree` polynomials at 0, -h, -2h, ..., up to order `top`.
Matrix exact_differences(int degree, double h, int top) {
  Matrix table(1, top + 1);
  std::vector<double> values;
  for (int j = 0; j <= top; ++j) values.push_back(polynomial(degree, 0.3 - j * h));
  for (int j = 0; j <= top; ++j) {
    table(0, j) = values[0];
    for (int i = 0; i + 1 < static_cast<int>(values.size()) - j; ++i)
      values[i] = values[i] - values[i + 1];
  }
  return table;
}

// A history of one component with the exact past of a polynomial of degree k at spacing h.
DifferenceHistory polynomial_history(int k, double h) {
  DifferenceHistory history(1, kMebdfMaxOrder), next(1, kMebdfMaxOrder);
  const Vector y = Vector::Constant(1, polynomial(k, 0.3 - k * h));
  const Vector slope =
      Vector::Constant(1, polynomial(k, 0.3 - k * h) - polynomial(k, 0.3 - (k + 1) * h));
  history.start(y, slope, 1.0);
  for (int j = k - 1; j >= 0; --j) {
    const double step = polynomial(k, 0.3 - j * h) - polynomial(k, 0.3 - (j + 1) * h);
    next.advance(history, Vector(Vector::Constant(1, step)));
    if (next.order() < k) next.raise();
    history.swap(next);
  }
  return history;
}

void test_rescaling() {
  for (int k = 1; k <= kMebdfMaxOrder; ++k) {
    for (double r : {0.1, 0.5, 0.9, 1.1, 2.0, 10.0}) {
      const double h = 0.05;
      DifferenceHistory history = polynomial_history(k, h);
      history.rescale(r);
      const Matrix expected = exact_differences(k, r * h, k);
      double worst = 0;
      for (int j = 0; j <= k; ++j)
        worst = std::max(worst, std::abs(history.difference(j)[0] - expected(0, j)));
      const double scale = std::max(1.0, expected.cwiseAbs().maxCoeff());
      // Rounding in D_k, of size 2^k u, is amplified by R <= max(1, r^k).
      const double rounding = 4 * std::pow(2.0, k) * std::max(1.0, std::pow(r, k)) * kEpsilon;
      check::that(worst <= rounding * scale, "rescaling exact for degree k = " + std::to_string(k) +
                                                 ", r = " + std::to_string(r));
    }
  }
}

void test_rescale_matrix() {
  // Against the alternating sum over p_j(-i r), in the range where that loses few digits.
  for (double r : {0.7, 1.3, 2.0}) {
    const RescaleMatrix power = rescale_matrix(r, kMebdfMaxOrder);
    double worst = 0;
    for (int m = 0; m <= kMebdfMaxOrder; ++m)
      for (int j = m; j <= kMebdfMaxOrder; ++j) {
        double sum = 0, binomial = 1;
        for (int i = 0; i <= m; ++i) {
          double p = 1;
          for (int s = 0; s < j; ++s) p *= (-i * r + s) / (s + 1);
          sum += (i % 2 ? -binomial : binomial) * p;
          binomial = binomial * (m - i) / (i + 1);
        }
        worst = std::max(worst, std::abs(sum - power[m][j]) / (1 + std::abs(power[m][j])));
      }
    check::that(worst < 1e-11, "rescaling matrix by its definition, r = " + std::to_string(r));
  }
  const RescaleMatrix half = rescale_matrix(0.5, 3);
  check::close(half[1][2], 0.125, 1e-16, "R_12 = r (1 - r) / 2");
  check::close(half[1][3], 0.0625, 1e-16, "R_13 = r (r - 1) (r - 2) / 6");
  check::close(half[2][3], 0.125, 1e-16, "R_23 = r^2 (1 - r)");
  check::close(half[3][3], 0.125, 1e-16, "R_33 = r^3");
}

void test_history() {
  const int k = 4;
  const double h = 0.05;
  DifferenceHistory history = polynomial_history(k, h);
  Vector step(1);
  history.predict(step);
  check::close(step[0], polynomial(k, 0.3 + h) - polynomial(k, 0.3), 1e-13,
               "prediction exact for degree k");
  DifferenceHistory next(1, kMebdfMaxOrder);
  const double ahead = polynomial(k + 1, 0.3 + h) - polynomial(k + 1, 0.3);
  next.advance(history, Vector(Vector::Constant(1, ahead)));
  DensePolynomial dense(1, kMebdfMaxOrder + 1);
  next.to_dense(0.3, 0.3 + h, h, dense);
  check::that(dense.degree() == k + 1, "dense output uses D_0 .. D_{k+1}");
  check::close(dense.value(0.3, Index(0)), polynomial(k, 0.3), 1e-14, "dense output at t_n");
  check::close(dense.value(0.3 - 2 * h, Index(0)), polynomial(k, 0.3 - 2 * h), 1e-13,
               "dense output at an older point");
  // The rounding of a large y stays out of the differences.
  history.start(Vector(Vector::Constant(1, 1e10)), Vector(Vector::Constant(1, 1.0)), 0.1);
  for (int j = 0; j < 5; ++j) {
    next.advance(history, Vector(Vector::Constant(1, 0.1)));
    if (next.order() < k) next.raise();
    history.swap(next);
  }
  check::that(history.difference(1)[0] == 0.1 && history.difference(2)[0] == 0,
              "differences of a straight line far from zero");
  history.lower();
  check::that(history.order() == k - 1, "lowering the order");
  history.raise();
  check::that(history.order() == k, "raising the order");
}

// ---------------------------------------------------------------- controller
// Norms of the differences of tolerance-sized exp(i theta n), over those of a smooth solution.
DifferenceNorms oscillation(int k, double theta, double size) {
  const double factor = 2 * std::sin(theta / 2), same = size * kMebdfFormulas[k].error_scale;
  return {same / (factor * factor), same / factor, same, same * factor};
}

void test_swinging() {
  for (int k = 4; k <= kMebdfMaxOrder; ++k) {
    check::that(differences_swing(k, oscillation(k, 1.2, 0.3)), "a fast oscillation is seen");
    check::that(!differences_swing(k, oscillation(k, 0.4, 0.3)), "a slow one is followed");
    check::that(!differences_swing(k, oscillation(k, 1.2, 0.01)), "a tiny one does no harm");
  }
  for (int k = 1; k <= kMebdfStableOrder; ++k)
    check::that(!differences_swing(k, oscillation(k, 1.2, 0.3)), "low orders damp it");
}

void test_choice_of_order() {
  // Norms for which exactly one order is best.
  const auto norms = [](double below, double lower, double same, double higher) {
    return DifferenceNorms{below, lower, same, higher};
  };
  OrderChoice c = choose_order(3, 7, norms(1e2, 1e2, 1e-3, 1e2), false);
  check::that(c.k == 3, "order kept");
  check::close(c.ratio, 1 / (1.5 * std::pow(1e-3 / (22.0 / 3), 0.25) + 1.6e-6), 1e-12,
               "ratio at the same order");
  c = choose_order(3, 7, norms(1e2, 1e2, 1, 1e-6), false);
  check::that(c.k == 4, "order raised");
  check::close(c.ratio, 1 / (1.7 * std::pow(1e-6 / (125.0 / 12), 0.2) + 1.8e-6), 1e-12,
               "ratio at the higher order");
  c = choose_order(3, 3, norms(1e2, 1e2, 1, 1e-6), false);
  check::that(c.k == 3, "order not raised beyond its limit");
  c = choose_order(3, 7, norms(1e-9, 1e-9, 1, 1e-2), false);
  check::that(c.k == 2, "order lowered");
  check::close(
      c.ratio,
      1 / (std::max(1.6 * std::pow(1e-9 / 4.5, 1.0 / 3), 1.6 * std::sqrt(1e-9 / 2)) + 1.7e-6),
      1e-9 * c.ratio, "ratio at the lower order: the worse of two estimates");
  c = choose_order(4, 7, norms(1e-3, 2e-3, 1e-2, 2e-2), false);
  check::that(c.k == 3, "growing differences force a lower order");
  const double usual = choose_order(3, 7, norms(1e2, 1e2, 1, 1e2), false).ratio;
  const double careful = choose_order(3, 7, norms(1e2, 1e2, 1, 1e2), true).ratio;
  check::close(careful / usual, 1.5 / 1.8, 1e-5, "more care after a failed embedded test");
  const OrderChoice first = reduce_order(3, 1, norms(1e3, 1e3, 20, 0));
  const OrderChoice second = reduce_order(3, 2, norms(1e3, 1e3, 20, 0));
  check::that(first.k == 3 && first.ratio < 1, "a failed error test reduces the step");
  check::close(second.ratio, first.ratio / 2, 1e-15, "a second failure halves it again");
  check::that(reduce_order(3, 1, norms(1e-3, 1e-3, 20, 0)).k == 2, "and may lower the order");
}

void test_bounds() {
  const double expected[] = {0.71, 0.56, 0.50, 0.46, 0.43, 0.41, 0.40};
  for (int k = 1; k <= 7; ++k)
    check::close(std::sqrt(mebdf_stage_bound(k)), expected[k - 1], 0.006,
                 "Newton bound of k = " + std::to_string(k));
  check::close(std::sqrt(mebdf_corrector_bound(1)), 0.71, 0.006, "corrector bound, k = 1");
  check::close(std::sqrt(mebdf_corrector_bound(7)), 1.05, 0.006, "corrector bound, k = 7");
}

void test_limits() {
  LimitedStep s = fit_to_limit(1.0, 3.0);
  check::that(s.h == 1.0 && !s.is_last, "far from the limit");
  s = fit_to_limit(1.0, 1.5);
  check::that(s.h == 0.75 && !s.is_last, "two equal steps to the limit");
  s = fit_to_limit(1.0, 2.0);
  check::that(s.h == 1.0 && !s.is_last, "looking ahead exactly to the limit");
  s = fit_to_limit(1.0, 0.4);
  check::that(s.h == 0.4 && s.is_last, "the last step");
  s = fit_to_limit(-1.0, -1.5);
  check::that(s.h == -0.75 && !s.is_last, "backwards, two equal steps");
  s = fit_to_limit(0.5 * (1 - 1e-13), 1.0);
  check::that(s.h == 0.5 && !s.is_last, "rounding in the last but one");
  s = fit_to_limit(0.5 * (1 - 1e-13), 0.5);
  check::that(s.h == 0.5 && s.is_last, "rounding in the last step");
}

void test_former_step() {
  FormerStep former;
  former.start(1.0);
  check::close(former.apply(0.9, 1.0), 0.9, 0, "no former step");
  check::close(former.apply(0.9, 2.0), 0.5, 0, "back to the step before the increase");
  check::close(former.apply(0.3, 2.0), 0.3, 0, "a stronger reduction stands");
  check::close(former.apply(3.0, 2.0), 3.0, 0, "an increase stands");
}

void test_failure_circle() {
  FailureCircle circle;
  check::that(!circle.closes_at_failure(), "first failure");
  for (int i = 0; i < 3; ++i) {
    circle.step_accepted();
    check::that(!circle.closes_at_failure(), "close failures below the limit");
  }
  circle.step_accepted();
  check::that(circle.closes_at_failure(), "the fourth close failure");
  for (int i = 0; i < 20; ++i) {
    circle.step_accepted();
    circle.step_accepted();
    check::that(!circle.closes_at_failure(), "failures two steps apart");
  }
}

}  // namespace

int main() {
  test_order_conditions();
  test_decimals();
  test_stability();
  test_rescaling();
  test_rescale_matrix();
  test_history();
  test_swinging();
  test_choice_of_order();
  test_bounds();
  test_limits();
  test_former_step();
  test_failure_circle();
  return check::summary("mebdf, parts");
}
