// Chemical Akzo Nobel problem: two species mixed in a vessel while carbon dioxide is added.
// W.J.H. Stortelder (1998), Parameter estimation in nonlinear dynamical systems, CWI Amsterdam.
#include "problems/ivp/ivp.hpp"

namespace dts {
namespace {

struct ChemicalAkzo {
  explicit ChemicalAkzo(const Parameters& p) {
    unpack(p, {&k1, &k2, &k3, &k4, &K, &klA, &Ks, &pCO2, &H});
  }

  // FLB, CO2, FLBT, ZHU, ZLA, FLB.ZHU
  template <class S>
  Evaluation rhs(double /*t*/, const S* y, S* f) const {
    const S root = sqrt(y[1]);
    const S r1 = k1 * y[0] * y[0] * y[0] * y[0] * root;
    const S r2 = k2 * y[2] * y[3];
    const S r3 = k2 / K * y[0] * y[4];
    const S r4 = k3 * y[0] * y[3] * y[3];
    const S r5 = k4 * y[5] * y[5] * root;
    const S inflow = klA * (pCO2 / H - y[1]);
    f[0] = -2 * r1 + r2 - r3 - r4;
    f[1] = -0.5 * r1 - r4 - 0.5 * r5 + inflow;
    f[2] = r1 - r2 + r3;
    f[3] = -r2 + r3 - 2 * r4;
    f[4] = r2 - r3 + r5;
    f[5] = Ks * y[0] * y[3] - y[5];
    return y[1] < 0 ? Evaluation::rejected : Evaluation::ok;
  }

  double k1, k2, k3, k4, K, klA, Ks, pCO2, H;
};

Problem make() {
  Problem p;
  p.name = "chemakzo";
  p.full_name = "Chemical Akzo Nobel problem";
  p.description = "chemical process with an equilibrium, index 1";
  p.kind = ProblemClass::dae;
  p.index = 1;
  p.n = 6;
  p.t_end = 180;
  p.names = {"FLB", "CO2", "FLBT", "ZHU", "ZLA", "FLB.ZHU"};
  p.parameters = {{"k1", 18.7}, {"k2", 0.58},   {"k3", 0.09},  {"k4", 0.42}, {"K", 34.4},
                  {"klA", 3.3}, {"Ks", 115.83}, {"pCO2", 0.9}, {"H", 737}};
  p.equations = rhs_equations<ChemicalAkzo>;
  p.mass = semi_explicit_mass(5);
  p.initial = [](const Parameters& parameters) {
    const double flb = 0.444, zhu = 0.007, Ks = parameters[6];
    return State{flb, 0.00123, 0, zhu, 0, Ks * flb * zhu};
  };
  p.reference.y = {0.1150794920661702,    0.1203831471567715e-2, 0.1611562887407974,
                   0.3656156421249283e-3, 0.1708010885264404e-1, 0.4873531310307455e-2};
  p.reference.source = "PSIDE extended precision, tol 1e-19";
  p.reference.confirmed_to = 1.2e-16;
  p.reference.confirmed_by = "gamd and bimd at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& chemakzo() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
