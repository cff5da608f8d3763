// Transistor amplifier: two transistors, a sinusoidal input, capacitors with a singular matrix.
// E. Hairer, C. Lubich & M. Roche (1989), The numerical solution of differential-algebraic systems
// by Runge-Kutta methods, Springer LNM 1409.
#include "problems/ivp/ivp.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kLargestExponent = 700;  // beyond it exp overflows

struct TransistorAmplifier {
  explicit TransistorAmplifier(const Parameters& p) {
    unpack(p, {&ub, &uf, &alpha, &beta, &r0, &r1, &r2, &r3, &r4, &r5, &r6, &r7, &r8, &r9, &c1, &c2,
               &c3, &c4, &c5});
  }

  template <class S>
  Evaluation rhs(double t, const S* y, S* f) const {
    const double ue = 0.1 * std::sin(200 * kPi * t);
    const S exponent1 = (y[1] - y[2]) / uf, exponent2 = (y[4] - y[5]) / uf;
    const S g1 = beta * (exp(exponent1) - 1), g2 = beta * (exp(exponent2) - 1);
    f[0] = (y[0] - ue) / r0;
    f[1] = y[1] / r1 + (y[1] - ub) / r2 + (1 - alpha) * g1;
    f[2] = y[2] / r3 - g1;
    f[3] = (y[3] - ub) / r4 + alpha * g1;
    f[4] = y[4] / r5 + (y[4] - ub) / r6 + (1 - alpha) * g2;
    f[5] = y[5] / r7 - g2;
    f[6] = (y[6] - ub) / r8 + alpha * g2;
    f[7] = y[7] / r9;
    const bool legal = exponent1 <= kLargestExponent && exponent2 <= kLargestExponent;
    return legal ? Evaluation::ok : Evaluation::rejected;
  }

  std::vector<MassEntry> mass() const {
    return {{0, 0, -c1}, {0, 1, c1}, {1, 0, c1}, {1, 1, -c1}, {2, 2, -c2},
            {3, 3, -c3}, {3, 4, c3}, {4, 3, c3}, {4, 4, -c3}, {5, 5, -c4},
            {6, 6, -c5}, {6, 7, c5}, {7, 6, c5}, {7, 7, -c5}};
  }

  State initial() const {
    const double b1 = ub / (r2 / r1 + 1), b2 = ub / (r6 / r5 + 1);
    return {0, b1, b1, ub, b2, b2, ub, 0};
  }

  // M is singular: the differences of y' across a capacitor follow from f, the rest was computed
  // once from the differentiated constraints at the default state.
  State derivative(const State& y) const {
    return {51.338775,   51.338775,         -y[1] / (c2 * r3), -24.9757667,
            -24.9757667, -y[4] / (c4 * r7), -10.00564453,      -10.00564453};
  }

  double ub, uf, alpha, beta, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, c1, c2, c3, c4, c5;
};

Problem make() {
  Problem p;
  p.name = "transistor";
  p.full_name = "Transistor Amplifier";
  p.description = "two-transistor amplifier, singular capacitance matrix, index 1";
  p.kind = ProblemClass::dae;
  p.index = 1;
  p.n = 8;
  p.t_end = 0.2;
  p.parameters = {{"ub", 6}, {"uf", 0.026}, {"alpha", 0.99}, {"beta", 1e-6}, {"r0", 1000}};
  for (int i = 1; i <= 9; ++i) p.parameters.push_back({"r" + std::to_string(i), 9000});
  for (int i = 1; i <= 5; ++i) p.parameters.push_back({"c" + std::to_string(i), i * 1e-6});
  p.equations = rhs_equations<TransistorAmplifier>;
  p.mass = [](const Parameters& q) { return TransistorAmplifier(q).mass(); };
  p.storage = Storage::banded;
  p.initial = [](const Parameters& q) { return TransistorAmplifier(q).initial(); };
  p.derivative_rule = [](const Parameters& q, double, const State& y) {
    return TransistorAmplifier(q).derivative(y);
  };
  p.reference.y = {-0.5562145012262709e-2, 0.3006522471903042e1, 0.2849958788608128e1,
                   0.2926422536206241e1,   0.2704617865010554e1, 0.2761837778393145e1,
                   0.4770927631616772e1,   0.1236995868091548e1};
  p.reference.source = "PSIDE extended precision, tol 1e-14";
  p.reference.confirmed_to = 1.5e-12;
  p.reference.confirmed_by = "bimd at 1e-10 and mebdfi at 1e-11";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& transistor() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
