// Evaporation of benzene in a heated rigid vessel with feed, vapour outlet and a wall of its own
// heat capacity.  Reconstructed with handbook values.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct Evaporation {
  explicit Evaporation(const Parameters& p) {
    unpack(p, {&V, &R, &Tr, &cL, &cV, &du, &v0, &bt, &kA, &kS, &CW, &TS, &FI, &TF, &KV, &pe});
  }

  // n amount, E energy, TW wall; T, p, amounts, volumes and energies of both phases, Q heat flow,
  // W vapour outflow.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &n = w[0], &E = w[1], &TW = w[2], &T = w[3], &p = w[4], &nL = w[5], &nV = w[6],
            &VL = w[7], &VV = w[8], &uL = w[9], &uV = w[10], &Q = w[11], &W = w[12];
    const S psat = 133.322368421 * pow(10.0, 6.90565 - 1211.033 / (220.790 + T - 273.15));
    f[0] = FI - W;
    f[1] = FI * cL * (TF - Tr) + Q - W * (uV + R * T);
    f[2] = (kS * (TS - TW) - Q) / CW;
    f[3] = n - nL - nV;
    f[4] = E - nL * uL - nV * uV;
    f[5] = V - VL - VV;
    f[6] = VL - nL * v0 * (1 + bt * (T - Tr));
    f[7] = p * VV - nV * R * T;
    f[8] = p - psat;
    f[9] = uL - cL * (T - Tr);
    f[10] = uV - du - cV * (T - Tr);
    f[11] = Q - kA * (TW - T);
    f[12] = W - KV * (p - pe);
  }

  double V, R, Tr, cL, cV, du, v0, bt, kA, kS, CW, TS, FI, TF, KV, pe;
};

Problem make() {
  Problem p = semi_explicit_problem("EVAPOR", {"n", "E", "TW"},
                                    {"T", "p", "nL", "nV", "VL", "VV", "uL", "uV", "Q", "W"});
  p.full_name = "Evaporation of benzol";
  p.description = "evaporation of benzene at constant volume";
  p.provenance = "reconstructed";
  p.t_end = 1200;
  p.parameters = {{"V", 0.05},  {"R", 8.314462618}, {"Tr", 298.15},  {"cL", 136},
                  {"cV", 74.1}, {"du", 31351},      {"v0", 8.94e-5}, {"bt", 0.0012},
                  {"kA", 150},  {"kS", 300},        {"CW", 20000},   {"TS", 400},
                  {"FI", 0.1},  {"TF", 300},        {"KV", 1e-5},    {"pe", 50000}};
  p.equations = rhs_equations<Evaporation>;
  p.initial =
      starting_at({220, 1270000, 345, 339.93652177936036, 65975.87828150093, 219.31348268891182,
                   0.6865173110881673, 0.02058977656515754, 0.02941022343484246, 5682.966961993012,
                   34447.381263850606, 759.5217330959423, 0.15975878281500927});
  p.scale = {1000, 10000000, 1000, 1000, 100000, 1000, 1, 0.1, 0.1, 10000, 100000, 10000, 1};
  p.reference =
      dae_reference({141.4734600740627, 838809.8448356157, 380.1478682962013, 340.4436048943285,
                     67111.60942462258, 140.6011409463415, 0.8723191277211993, 0.013207685642759509,
                     0.036792314357240494, 5751.9302656286745, 34484.95612266974, 5955.639510280922,
                     0.17111609424622584},
                    "collocation of order 13, step halving agrees to 14.2 digits", 1e-14, "gamd");
  return p;
}

}  // namespace

const Problem& dae::evapor() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
