// Urethane reaction in a semibatch reactor with two feed vessels.  I. Bauer, H.G. Bock, S. Koerkel
// & J.P. Schloeder (2000), Numerical methods for optimum experimental design in DAE systems, J.
// Comput. Appl. Math. 120, 1-25: kinetics and constants; feeds and temperature are ours.
#include "problems/dae/dae.hpp"

#include <cmath>

namespace dts {
namespace {

struct Urethane {
  explicit Urethane(const Parameters& p) {
    unpack(p, {&MA,  &MB, &MC,  &MD,  &ME,  &ML, &rA, &rB, &rC, &rD, &rE,  &rL,
               &k1r, &E1, &k2r, &E2,  &k4r, &E4, &Kr, &dH, &R,  &Tr, &nA0, &nB0,
               &nL0, &fA, &fB,  &fL1, &fL2, &t1, &t2, &Ta, &Te, &tT});
  }

  // Amounts of urethane C, allophanate D, isocyanurate E; of isocyanate A, butanol B, solvent L;
  // volume, temperature, equilibrium constant, four rates.
  template <class S>
  void rhs(double t, const S* w, S* f) const {
    const S &nC = w[0], &nD = w[1], &nE = w[2], &nA = w[3], &nB = w[4], &nL = w[5], &V = w[6],
            &T = w[7], &Kc = w[8], &r1 = w[9], &r2 = w[10], &r3 = w[11], &r4 = w[12];
    const double u1 = 1 - std::exp(-t / t1);
    const double u2 = 1 - std::exp(-t / t2);
    const S s = 1 / R * (1 / T - 1 / Tr);
    f[0] = V * (r1 - r2 + r3);
    f[1] = V * (r2 - r3);
    f[2] = V * r4;
    f[3] = nA + nC + 2 * nD + 3 * nE - nA0 - fA * u1;
    f[4] = nB + nC + nD - nB0 - fB * u2;
    f[5] = nL - nL0 - fL1 * u1 - fL2 * u2;
    f[6] =
        V - nA * MA / rA - nB * MB / rB - nC * MC / rC - nD * MD / rD - nE * ME / rE - nL * ML / rL;
    f[7] = T - Ta - (Te - Ta) * (1 - exp(-t / tT));
    f[8] = Kc - Kr * exp(-dH * s);
    f[9] = r1 - k1r * exp(-E1 * s) * nA * nB / (V * V);
    f[10] = r2 - k2r * exp(-E2 * s) * nA * nC / (V * V);
    f[11] = r3 - k2r * exp(-E2 * s) / Kc * nD / V;
    f[12] = r4 - k4r * exp(-E4 * s) * nA * nA / (V * V);
  }

  double MA, MB, MC, MD, ME, ML, rA, rB, rC, rD, rE, rL, k1r, E1, k2r, E2, k4r, E4, Kr, dH, R, Tr,
      nA0, nB0, nL0, fA, fB, fL1, fL2, t1, t2, Ta, Te, tT;
};

Problem make() {
  Problem p = semi_explicit_problem("URETHAN", {"nC", "nD", "nE"},
                                    {"nA", "nB", "nL", "V", "T", "Kc", "r1", "r2", "r3", "r4"});
  p.full_name = "Urethane reaction";
  p.description = "semibatch reactor, ten algebraic variables of very different size";
  p.provenance = "kinetics as published, operation ours";
  p.t_end = 40;
  p.parameters = {
      {"MA", 0.11911}, {"MB", 0.07412}, {"MC", 0.19323}, {"MD", 0.31234}, {"ME", 0.35733},
      {"ML", 0.07806}, {"rA", 1095},    {"rB", 809},     {"rC", 1415},    {"rD", 1528},
      {"rE", 1451},    {"rL", 1101},    {"k1r", 0.0005}, {"E1", 35240},   {"k2r", 8e-8},
      {"E2", 85000},   {"k4r", 1e-8},   {"E4", 35000},   {"Kr", 0.17},    {"dH", -17031},
      {"R", 8.314},    {"Tr", 363.16},  {"nA0", 0.1},    {"nB0", 0.05},   {"nL0", 0.01},
      {"fA", 0.55},    {"fB", 0.6},     {"fL1", 0.1},    {"fL2", 0.1},    {"t1", 10},
      {"t2", 20},      {"Ta", 333.16},  {"Te", 443.16},  {"tT", 15}};
  p.equations = rhs_equations<Urethane>;
  p.initial = starting_at({0, 0, 0, 0.1, 0.05, 0.01, 1.6167581549664984e-5, 333.16,
                           0.282512989110864, 3343.591086961025, 0, 0, 0.13470437040016206});
  p.scale = {1, 0.1, 0.001, 1, 0.1, 1, 0.0001, 1000, 1, 10000, 100, 0.1, 1};
  p.reference = dae_reference(
      {0.5147244543546206, 0.049852156969082635, 0.00023355044828128686, 0.024796978973566496,
       0.004222218734329191, 0.1946349077874653, 9.742135771026446e-5, 435.51682036549187,
       0.06659661278816612, 38.34827741005011, 11.562054479664388, 0.06606134727191836,
       0.004445273874486825},
      "collocation of order 13, step halving agrees to 13.8 digits", 5e-14, "bimd");
  return p;
}

}  // namespace

const Problem& dae::urethan() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
