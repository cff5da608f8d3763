// Dual numbers against derivatives by hand, function by function; traces against known patterns.
#include "check.hpp"

#include "linalg/dual.hpp"
#include "linalg/trace.hpp"

#include <string>

namespace {

using namespace dts;

void expect(const Dual& x, double value, double derivative, const std::string& what) {
  check::close(x.value(), value, 1e-14 * (1 + std::abs(value)), what + ", value");
  check::close(x.derivative(0), derivative, 1e-13 * (1 + std::abs(derivative)), what + ", slope");
}

void test_functions() {
  const double a = 0.37;
  const Dual x = Dual::variable(a, 0);
  expect(sqrt(x), std::sqrt(a), 0.5 / std::sqrt(a), "sqrt");
  expect(exp(x), std::exp(a), std::exp(a), "exp");
  expect(expm1(x), std::expm1(a), std::exp(a), "expm1");
  expect(log(x), std::log(a), 1 / a, "log");
  expect(log1p(x), std::log1p(a), 1 / (1 + a), "log1p");
  expect(log10(x), std::log10(a), 1 / (a * std::log(10.0)), "log10");
  expect(sin(x), std::sin(a), std::cos(a), "sin");
  expect(cos(x), std::cos(a), -std::sin(a), "cos");
  expect(tan(x), std::tan(a), 1 / std::pow(std::cos(a), 2), "tan");
  expect(asin(x), std::asin(a), 1 / std::sqrt(1 - a * a), "asin");
  expect(acos(x), std::acos(a), -1 / std::sqrt(1 - a * a), "acos");
  expect(atan(x), std::atan(a), 1 / (1 + a * a), "atan");
  expect(atan2(x, Dual(2.0)), std::atan2(a, 2), 2 / (4 + a * a), "atan2 in y");
  expect(atan2(-1.5, x), std::atan2(-1.5, a), 1.5 / (a * a + 2.25), "atan2 in x");
  expect(sinh(x), std::sinh(a), std::cosh(a), "sinh");
  expect(cosh(x), std::cosh(a), std::sinh(a), "cosh");
  expect(tanh(x), std::tanh(a), 1 / std::pow(std::cosh(a), 2), "tanh");
  expect(pow(x, 2.5), std::pow(a, 2.5), 2.5 * std::pow(a, 1.5), "x^p");
  expect(pow(x, 3), a * a * a, 3 * a * a, "x^3");
  expect(pow(x, -2), 1 / (a * a), -2 / (a * a * a), "x^-2");
  expect(pow(3.0, x), std::pow(3, a), std::pow(3, a) * std::log(3.0), "3^x");
  expect(pow(x, x), std::pow(a, a), std::pow(a, a) * (1 + std::log(a)), "x^x");
  expect(abs(-x), a, 1, "abs of a negative");
  expect(fabs(x), a, 1, "fabs");
  expect(max(x, 0.1), a, 1, "max");
  expect(max(x, 1.0), 1, 0, "max of a constant");
  expect(min(1.0, x), a, 1, "min");
}

void test_arithmetic() {
  const double a = 1.7;
  const Dual x = Dual::variable(a, 0);
  expect(2 * x + 3 - x / 2, 1.5 * a + 3, 1.5, "linear");
  expect(1 / x, 1 / a, -1 / (a * a), "reciprocal");
  expect(1 - x, 1 - a, -1, "1 - x");
  expect((x + 1) * (x - 2), (a + 1) * (a - 2), 2 * a - 1, "product");
  expect((x + 1) / (x - 3), (a + 1) / (a - 3), -4 / std::pow(a - 3, 2), "quotient");
  Dual s = x;
  s += x;
  s *= x;
  s -= 1;
  s /= x;
  expect(s, 2 * a - 1 / a, 2 + 1 / (a * a), "compound assignment");
  const Dual y = Dual::variable(0.5, 7);
  const Dual p = x * y + exp(y);
  check::close(p.derivative(0), 0.5, 1e-15, "two directions, first");
  check::close(p.derivative(7), a + std::exp(0.5), 1e-14, "two directions, last");
  check::that(x > 1.0 && 1.0 < x && x <= 1.7 && x >= y && x == 1.7 && x != y && !(x < y),
              "comparisons look at the value");
  check::close(value_of(choose(x > 1.0, x, 0)), a, 0, "choose with an integer constant");
  check::close(choose(false, 1.0, 2.0), 2.0, 0, "choose of doubles");
}

void test_kinks() {
  const Dual zero = Dual::variable(0.0, 0);
  expect(abs(zero), 0, 0, "abs at 0");
  expect(max(zero, 0.0), 0, 1, "max at a tie: the first");
  expect(max(0.0, zero), 0, 0, "max at a tie: the first, a constant");
  expect(pow(zero, 0), 1, 0, "0^0");
  expect(pow(zero, 1.0), 0, 1, "0^1");
  expect(pow(zero, 2), 0, 0, "0^2");
  expect(pow(zero, Dual(2.0)), 0, 0, "0^2, dual exponent");
  expect(pow(0.0, Dual::variable(2.0, 0)), 0, 0, "constant 0 to a variable");
  expect(pow(-zero - 2, 3), -8, -12, "negative base");
  expect(sqrt(Dual(0.0)), 0, 0, "sqrt of constant 0");
  check::that(std::isinf(sqrt(zero).derivative(0)), "sqrt has no slope at 0");
  check::that(sqrt(zero).derivative(1) == 0, "but only in its own direction");
}

template <class Scalar>
void equations(const Scalar* y, Scalar* f) {
  f[0] = 0.0 * y[0] + choose(y[1] > 0, y[2] * y[2], sqrt(-y[1]));
  f[1] = max(y[3], 1.0) + pow(2.0, y[0]);
  f[2] = Scalar(3);
  f[3] = atan2(y[1], y[3]) - y[1] + exp(y[3]) * log(y[1]);
}

void test_trace() {
  std::vector<Trace> y, f(4);
  for (int j = 0; j < 4; ++j) y.push_back(Trace::variable(1.0, j));
  equations(y.data(), f.data());
  const SparsityPattern expected{{0, 1}, {0, 3}, {0}, {1, 3}};
  check::that(pattern_of(f, 4) == expected, "pattern with both branches");
  const double x[4] = {1, 1, 1, 1};
  double g[4];
  equations(x, g);
  for (int i = 0; i < 4; ++i) check::close(f[i].value(), g[i], 1e-15, "a trace carries the value");
  Trace sum = 1.0;
  for (int j : {3, 0, 2, 0}) sum *= Trace::variable(2.0, j);
  check::that(sum.sources() == std::vector<int>{0, 2, 3}, "sorted union");
}

}  // namespace

int main() {
  test_functions();
  test_arithmetic();
  test_kinks();
  test_trace();
  return check::summary("dual");
}
