// Ring modulator: a low-frequency signal mixed with a high-frequency one by four diodes.
// W. Kampowsky, P. Rentrop & W. Schmidt (1992), Classification and numerical simulation of electric
// circuits, Surv. Math. Ind. 2.
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/ivp.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kPi = 3.14159265358979323846;
// Diode exponents beyond this are far outside any sensible state.
constexpr double kLargestExponent = 304;

struct RingModulator {
  explicit RingModulator(const Parameters& p) {
    unpack(p, {&c, &cs, &cp, &r, &rp, &lh, &ls1, &ls2, &ls3, &rg1, &rg2, &rg3, &ri, &rc, &gamma,
               &delta});
  }

  template <class S>
  Evaluation rhs(double t, const S* y, S* f) const {
    const double u_in1 = 0.5 * std::sin(2e3 * kPi * t), u_in2 = 2 * std::sin(2e4 * kPi * t);
    const S exponent1 = delta * (y[2] - y[4] - y[6] - u_in2);
    const S exponent2 = delta * (-y[3] + y[5] - y[6] - u_in2);
    const S exponent3 = delta * (y[3] + y[4] + y[6] + u_in2);
    const S exponent4 = delta * (-y[2] - y[5] + y[6] + u_in2);
    const S q1 = diode(exponent1), q2 = diode(exponent2);
    const S q3 = diode(exponent3), q4 = diode(exponent4);
    f[0] = (y[7] - 0.5 * y[9] + 0.5 * y[10] + y[13] - y[0] / r) / c;
    f[1] = (y[8] - 0.5 * y[11] + 0.5 * y[12] + y[14] - y[1] / r) / c;
    f[2] = (y[9] - q1 + q4) / cs;
    f[3] = (-y[10] + q2 - q3) / cs;
    f[4] = (y[11] + q1 - q3) / cs;
    f[5] = (-y[12] - q2 + q4) / cs;
    f[6] = (-y[6] / rp + q1 + q2 - q3 - q4) / cp;
    f[7] = -y[0] / lh;
    f[8] = -y[1] / lh;
    f[9] = (0.5 * y[0] - y[2] - rg2 * y[9]) / ls2;
    f[10] = (-0.5 * y[0] + y[3] - rg3 * y[10]) / ls3;
    f[11] = (0.5 * y[1] - y[4] - rg2 * y[11]) / ls2;
    f[12] = (-0.5 * y[1] + y[5] - rg3 * y[12]) / ls3;
    f[13] = (-y[0] + u_in1 - (ri + rg1) * y[13]) / ls1;
    f[14] = (-y[1] - (rc + rg1) * y[14]) / ls1;
    const bool legal = exponent1 <= kLargestExponent && exponent2 <= kLargestExponent &&
                       exponent3 <= kLargestExponent && exponent4 <= kLargestExponent;
    return legal ? Evaluation::ok : Evaluation::rejected;
  }

  template <class S>
  S diode(const S& exponent) const {
    return gamma * (exp(exponent) - 1);
  }

  double c, cs, cp, r, rp, lh, ls1, ls2, ls3, rg1, rg2, rg3, ri, rc, gamma, delta;
};

Problem make() {
  Problem p;
  p.name = "ring";
  p.full_name = "Ring Modulator";
  p.description = "electric circuit mixing two signals, stiff and oscillatory";
  p.n = 15;
  p.t_end = 1e-3;
  p.parameters = {
      {"c", 1.6e-8},        {"cs", 2e-12}, {"cp", 1e-8},  {"r", 25e3},   {"rp", 50},
      {"lh", 4.45},         {"ls1", 2e-3}, {"ls2", 5e-4}, {"ls3", 5e-4}, {"rg1", 36.3},
      {"rg2", 17.3},        {"rg3", 17.3}, {"ri", 50},    {"rc", 600},   {"gamma", 40.67286402e-9},
      {"delta", 17.7493332}};
  p.equations = rhs_equations<RingModulator>;
  p.initial = [](const Parameters&) { return State(15, 0.0); };
  p.reference.y = {-0.2339057358486745e-1, -0.7367485485540825e-2, 0.2582956709291169,
                   -0.4064465721283450,    -0.4039455665149794,    0.2607966765422943,
                   0.1106761861269975,     0.2939904342435596e-6,  -0.2840029933642329e-7,
                   0.7267198267264553e-3,  0.7929487196960840e-3,  -0.7255283495698965e-3,
                   -0.7941401968526521e-3, 0.7088495416976114e-4,  0.2390059075236570e-4};
  p.reference.source = "RADAU, tol 1e-12";
  p.reference.confirmed_to = 2.4e-12;
  p.reference.confirmed_by = "gamd and bimd at 1e-13";
  p.reference.measure = "max |e|/(1+|y|)";
  p.reference.best = computed::ring();
  return p;
}

}  // namespace

const Problem& ring() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
