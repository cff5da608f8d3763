// Batch reactor: the network of BATCH with the ions written in terms of [H+], so that
// electroneutrality is the only algebraic equation; it is multiplied by K2 + H, which makes
// Newton's method converge monotonically from above.  M. Caracotsios & W.E. Stewart (1985), Comput.
// Chem. Eng. 9, 359-365.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct BatchReactor {
  explicit BatchReactor(const Parameters& p) {
    unpack(p, {&k1, &km1, &k2, &k3, &km3, &K1, &K2, &K3, &Q});
  }

  // Totals HA, HABM, MBMH with their ions A, ABM, MBM; BM, AB, M; H hydrogen ions.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &HA = w[0], &BM = w[1], &HABM = w[2], &AB = w[3], &MBMH = w[4], &M = w[5], &H = w[6];
    const S A = K2 * HA / (K2 + H);
    const S ABM = K3 * HABM / (K3 + H);
    const S MBM = K1 * MBMH / (K1 + H);
    f[0] = -k2 * BM * A;
    f[1] = -k1 * BM * M + km1 * MBM - k2 * BM * A;
    f[2] = k2 * BM * A + k3 * AB * M - km3 * ABM;
    f[3] = -k3 * AB * M + km3 * ABM;
    f[4] = k1 * BM * M - km1 * MBM;
    f[5] = -k1 * BM * M - k3 * AB * M + km1 * MBM + km3 * ABM;
    f[6] = (K2 + H) * (H + Q - M - ABM - MBM) - K2 * HA;
  }

  double k1, km1, k2, k3, km3, K1, K2, K3, Q;
};

Problem make() {
  Problem p = semi_explicit_problem("BATCHREA", {"HA", "BM", "HABM", "AB", "MBMH", "M"}, {"H"});
  p.full_name = "Batch reactor";
  p.description = "acid-base equilibria as one equation, strongly stiff";
  p.provenance = "as published (ma reduced by elimination)";
  p.t_end = 10;
  p.parameters = {{"k1", 21.893},   {"km1", 2140000000}, {"k2", 32.318},
                  {"k3", 21.893},   {"km3", 1070000000}, {"K1", 7.65e-18},
                  {"K2", 4.03e-11}, {"K3", 5.32e-18},    {"Q", 0.0131}};
  p.equations = rhs_equations<BatchReactor>;
  p.initial = starting_at({1.5776, 8.32, 0, 0, 0, 0.0131, 7.97351607932799e-6});
  p.scale = {10, 10, 1, 10, 10, 0.1, 1e-5};
  p.reference = dae_reference(
      {0.00032064722102914954, 5.706909422401754, 0.5414693606641674, 1.0358099921148034,
       1.0358112248192766, 0.013098767295526427, 1.0363738546285755e-8},
      "collocation of order 13, step halving agrees to 14.2 digits", 7.9e-13, "bimd");
  return p;
}

}  // namespace

const Problem& dae::batchrea() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
