// Batch reactor with two exothermic reactions, cooling jacket and temperature controller.
// Reconstructed: the list of Schittkowski (2002) names only the background.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct ExothermicBatch {
  explicit ExothermicBatch(const Parameters& p) {
    unpack(p, {&k1r, &E1, &k2r, &E2, &Tr, &R, &H1, &H2, &rc, &UA, &VJ, &rJ, &Fmax, &Ts, &wd, &TC});
  }

  // Concentrations A, B, C, temperatures T and TJ of the jacket; rate constants, rates, heat
  // release q, coolant flow FC.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &A = w[0], &B = w[1], &C = w[2], &T = w[3], &TJ = w[4], &k1 = w[5], &k2 = w[6],
            &r1 = w[7], &r2 = w[8], &q = w[9], &FC = w[10];
    f[0] = -r1;
    f[1] = -r1 - r2;
    f[2] = r1 - r2;
    f[3] = (q - UA * (T - TJ)) / rc;
    f[4] = (FC * rJ * (TC - TJ) + UA * (T - TJ)) / (VJ * rJ);
    f[5] = k1 - k1r * exp(-E1 / R * (1 / T - 1 / Tr));
    f[6] = k2 - k2r * exp(-E2 / R * (1 / T - 1 / Tr));
    f[7] = r1 - k1 * A * B;
    f[8] = r2 - k2 * C * B;
    f[9] = q - H1 * r1 - H2 * r2;
    f[10] = FC - Fmax / (1 + exp(-(T - Ts) / wd));
  }

  double k1r, E1, k2r, E2, Tr, R, H1, H2, rc, UA, VJ, rJ, Fmax, Ts, wd, TC;
};

Problem make() {
  Problem p = semi_explicit_problem("EXOBATCH", {"A", "B", "C", "T", "TJ"},
                                    {"k1", "k2", "r1", "r2", "q", "FC"});
  p.full_name = "Exothermic batch reactor";
  p.description = "exothermic reactions with a cooling jacket, thermal runaway";
  p.provenance = "reconstructed";
  p.t_end = 60;
  p.parameters = {{"k1r", 0.012}, {"E1", 75000}, {"k2r", 0.0008}, {"E2", 95000},
                  {"Tr", 320},    {"R", 8.314},  {"H1", 90},      {"H2", 60},
                  {"rc", 2.2},    {"UA", 1},     {"VJ", 0.25},    {"rJ", 4.18},
                  {"Fmax", 1},    {"Ts", 345},   {"wd", 4},       {"TC", 290}};
  p.equations = rhs_equations<ExothermicBatch>;
  p.initial =
      starting_at({3, 4.5, 0, 320, 320, 0.012, 0.0008, 0.162, 0, 14.58, 0.0019267346633274755});
  p.scale = {10, 10, 10, 1000, 1000, 1, 0.1, 1, 0.001, 100, 1};
  p.reference = dae_reference(
      {0.08207517940527644, 0.015602246301246958, 1.351451887490697, 319.27360654524324,
       319.13851644587976, 0.011254515481675291, 0.0007375775550029404, 1.44120504307863e-5,
       1.555232814490346e-5, 0.0022302242274649746, 0.0016072880763701699},
      "collocation of order 13, step halving agrees to 13.2 digits", 3.2e-12, "bimd");
  return p;
}

}  // namespace

const Problem& dae::exobatch() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
