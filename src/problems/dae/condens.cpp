// Condensation of methanol in a closed rigid vessel that is cooled through its wall: one energy
// balance, and temperature, pressure and amounts from equilibrium.  Reconstructed with handbook
// values.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct Condensation {
  explicit Condensation(const Parameters& p) {
    unpack(p, {&V, &n, &R, &Tr, &cL, &cV, &du, &vL, &kA, &Tc});
  }

  // E internal energy; T, p, nL liquid, nV vapour, Q heat flow to the wall.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &E = w[0], &T = w[1], &p = w[2], &nL = w[3], &nV = w[4], &Q = w[5];
    const S psat = 133.322368421 * pow(10.0, 8.08097 - 1582.271 / (239.726 + T - 273.15));
    f[0] = -Q;
    f[1] = E - nL * cL * (T - Tr) - nV * (du + cV * (T - Tr));
    f[2] = p - psat;
    f[3] = n - nL - nV;
    f[4] = p * (V - nL * vL) - nV * R * T;
    f[5] = Q - kA * (T - Tc);
  }

  double V, n, R, Tr, cL, cV, du, vL, kA, Tc;
};

Problem make() {
  Problem p = semi_explicit_problem("CONDENS", {"E"}, {"T", "p", "nL", "nV", "Q"});
  p.full_name = "Condensation of methanol";
  p.description = "condensation of methanol at constant volume";
  p.provenance = "reconstructed";
  p.t_end = 600;
  p.parameters = {{"V", 0.1},   {"n", 6},      {"R", 8.314462618}, {"Tr", 298.15}, {"cL", 81.1},
                  {"cV", 35.7}, {"du", 34951}, {"vL", 4.07e-5},    {"kA", 20},     {"Tc", 290}};
  p.equations = rhs_equations<Condensation>;
  p.initial = starting_at({204000, 349.6903758387189, 159552.50311120192, 0.5135050790286739,
                           5.486494920971326, 1193.807516774378});
  p.scale = {1000000, 1000, 1000000, 10, 10, 10000};
  p.reference =
      dae_reference({12121.069766881696, 290.0754261538649, 10985.371280799167, 5.545547717834363,
                     0.454452282165637, 1.50852307729791},
                    "collocation of order 13, step halving agrees to 12.5 digits", 3.2e-14, "bimd");
  return p;
}

}  // namespace

const Problem& dae::condens() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
