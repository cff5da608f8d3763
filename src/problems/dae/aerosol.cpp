// Pressurised can: a substrate dissolved in propellant is sprayed out, the propellant evaporates
// into the growing head space (Raoult's law, ideal gas).  Reconstructed: the list of Schittkowski
// (2002) names only the background.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct Aerosol {
  explicit Aerosol(const Parameters& p) { unpack(p, {&V, &vP, &vS, &ps, &pa, &RT, &K}); }

  // In the can: nP propellant, nS substrate; nL propellant in the liquid; p pressure.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &nP = w[0], &nS = w[1], &nL = w[2], &p = w[3];
    const S VL = nL * vP + nS * vS;
    const S q = K * sqrt(p - pa);
    f[0] = -q * nL / VL;
    f[1] = -q * nS / VL;
    f[2] = p * (nL + nS) - ps * nL;
    f[3] = p * (V - VL) - (nP - nL) * RT;
  }

  double V, vP, vS, ps, pa, RT, K;
};

Problem make() {
  Problem p = semi_explicit_problem("AEROSOL", {"nP", "nS"}, {"nL", "p"});
  p.full_name = "Aerosol can";
  p.description = "spray can with liquid and vapour in equilibrium";
  p.provenance = "reconstructed";
  p.t_end = 80;
  p.parameters = {{"V", 0.3},      {"vP", 0.1004}, {"vS", 0.15}, {"ps", 3.2},
                  {"pa", 1.01325}, {"RT", 24.374}, {"K", 0.002}};
  p.equations = rhs_equations<Aerosol>;
  p.initial = starting_at({2, 0.3, 1.9937432120161778, 2.781470151074074});
  p.scale = {10, 1, 10, 10};
  p.reference = dae_reference(
      {0.2747615832070514, 0.03781840292758941, 0.24408971530008364, 2.77071513183402},
      "collocation of order 13, step halving agrees to 13.6 digits", 1e-13, "bimd");
  return p;
}

}  // namespace

const Problem& dae::aerosol() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
