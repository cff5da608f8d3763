// One-transistor amplifier, with the voltages of the capacitors as differential variables.
// E. Hairer, C. Lubich & M. Roche (1989), Springer LNM 1409; E. Hairer & G. Wanner (1996), Solving
// Ordinary Differential Equations II, p. 377.
#include "problems/dae/dae.hpp"

#include <cmath>

namespace dts {
namespace {

struct OneTransistor {
  explicit OneTransistor(const Parameters& p) {
    unpack(p, {&Ub, &UF, &al, &be, &R0, &R1, &R2, &R3, &R4, &R5, &C1, &C2, &C3, &Ua, &om});
  }

  // Voltages w of the capacitors; U2 at the base, U5 at the output.
  template <class S>
  void rhs(double t, const S* w, S* f) const {
    const S &w1 = w[0], &w2 = w[1], &w3 = w[2], &U2 = w[3], &U5 = w[4];
    const double Ue = Ua * std::sin(om * t);
    const S U1 = w1 + U2;
    const S U4 = w3 + U5;
    const S current = be * (exp((U2 - w2) / UF) - 1);
    f[0] = (Ue - U1) / (R0 * C1);
    f[1] = (current - w2 / R3) / C2;
    f[2] = U5 / (R5 * C3);
    f[3] = (Ue - U1) / R0 + Ub / R2 - U2 * (1 / R1 + 1 / R2) - (1 - al) * current;
    f[4] = (Ub - U4) / R4 - U5 / R5 - al * current;
  }

  double Ub, UF, al, be, R0, R1, R2, R3, R4, R5, C1, C2, C3, Ua, om;
};

Problem make() {
  Problem p = semi_explicit_problem("TRANSIST", {"w1", "w2", "w3"}, {"U2", "U5"});
  p.full_name = "One-transistor amplifier";
  p.description = "amplifier with one transistor, stiff and oscillating";
  p.provenance = "as published, semi-explicit form ours";
  p.t_end = 0.2;
  p.parameters = {
      {"Ub", 6},    {"UF", 0.026}, {"al", 0.99}, {"be", 1e-6}, {"R0", 1000},
      {"R1", 9000}, {"R2", 9000},  {"R3", 9000}, {"R4", 9000}, {"R5", 9000},
      {"C1", 1e-6}, {"C2", 2e-6},  {"C3", 3e-6}, {"Ua", 0.4},  {"om", 628.3185307179587}};
  p.equations = rhs_equations<OneTransistor>;
  p.initial = starting_at({-3, 3, 6, 3, 0});
  p.scale = {10, 10, 10, 10, 10};
  p.reference = dae_reference({-3.090975992871973, 2.8983494488499906, 3.234495446810863,
                               3.0687088997314094, -1.7350566441187267},
                              "collocation of order 13, step halving agrees to 12.5 digits",
                              1.6e-13, "reduced ODE");
  return p;
}

}  // namespace

const Problem& dae::transist() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
