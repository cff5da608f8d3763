// BATCH and BATCH_E: isothermal batch reactor with slow reactions and instantaneous acid-base
// equilibria, the test problem of Dow Chemical.  L.T. Biegler, J.J. Damiano & G.E. Blau (1986),
// Nonlinear parameter estimation: a case study comparison, AIChE J. 32, 29-45; constants and start
// of M. Caracotsios & W.E. Stewart (1985), Comput. Chem. Eng. 9, 359-365.  [A-] is eliminated by
// electroneutrality.  BATCH_E, the same network in a second experiment at another temperature, is
// reconstructed.
#include "problems/dae/dae.hpp"

#include <cmath>

namespace dts {
namespace {

struct Batch {
  explicit Batch(const Parameters& p) { unpack(p, {&k1, &km1, &k2, &k3, &km3, &K1, &K2, &K3, &Q}); }

  // Totals HA, HABM, MBMH of acids with their ions; BM, AB, M; H, ABM, MBM ions.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &HA = w[0], &BM = w[1], &HABM = w[2], &AB = w[3], &MBMH = w[4], &M = w[5], &H = w[6],
            &ABM = w[7], &MBM = w[8];
    const S A = H + Q - M - ABM - MBM;
    const S r1 = k1 * BM * M - km1 * MBM, r2 = k2 * BM * A, r3 = k3 * AB * M - km3 * ABM;
    f[0] = -r2;
    f[1] = -r1 - r2;
    f[2] = r2 + r3;
    f[3] = -r3;
    f[4] = r1;
    f[5] = -r1 - r3;
    f[6] = A * (K2 + H) - K2 * HA;
    f[7] = ABM * (K3 + H) - K3 * HABM;
    f[8] = MBM * (K1 + H) - K1 * MBMH;
  }

  double k1, km1, k2, k3, km3, K1, K2, K3, Q;
};

// All rates multiplied by one Arrhenius factor.
struct BatchAtTemperature {
  explicit BatchAtTemperature(const Parameters& p)
      : batch(Parameters(p.begin(), p.begin() + kShared)),
        theta(std::exp(-p[11] / p[12] * (1 / p[10] - 1 / p[9]))) {}

  template <class S>
  void rhs(double t, const S* w, S* f) const {
    batch.rhs(t, w, f);
    for (int i = 0; i < 6; ++i) f[i] = theta * f[i];
  }

  static constexpr int kShared = 9;  // parameters of BATCH; then Tref, T, E, R
  Batch batch;
  double theta;
};

Problem network(const std::string& name) {
  Problem p =
      semi_explicit_problem(name, {"HA", "BM", "HABM", "AB", "MBMH", "M"}, {"H", "ABM", "MBM"});
  p.parameters = {{"k1", 21.893},   {"km1", 2.14e9},  {"k2", 32.318},
                  {"k3", 21.893},   {"km3", 1.07e9},  {"K1", 7.65e-18},
                  {"K2", 4.03e-11}, {"K3", 5.32e-18}, {"Q", 0.0131}};
  p.scale = {10, 10, 1, 1, 1, 0.1, 1e-5, 1e-9, 1e-9};
  return p;
}

Problem make_batch() {
  Problem p = network("BATCH");
  p.full_name = "Isothermal batch reactor";
  p.description = "batch reactor with slow and fast reactions, very small algebraic variables";
  p.provenance = "as published (ma reduced by elimination)";
  p.t_end = 1;
  p.equations = rhs_equations<Batch>;
  p.initial = starting_at({1.5776, 8.32, 0, 0, 0, 0.0131, 7.97351607932799e-6, 0, 0});
  p.reference =
      dae_reference({0.3090914048638499, 6.518111563293059, 0.7368188969519713, 0.5316896981841776,
                     0.5333798415707984, 0.011409856613379102, 7.329688688009165e-9,
                     5.347944088474062e-10, 5.566888250565269e-10},
                    "collocation of order 13, step halving agrees to 14.8 digits", 1.3e-13, "bimd");
  return p;
}

Problem make_batch_e() {
  Problem p = network("BATCH_E");
  p.full_name = "Isothermal batch reactor, second experiment";
  p.description = "batch reactor BATCH at another temperature and composition";
  p.provenance = "reconstructed";
  p.t_end = 10;
  p.parameters.back().value = 0.0104;
  for (const Parameter& more :
       {Parameter{"Tref", 373.15}, {"T", 340.15}, {"E", 83680}, {"R", 8.314}})
    p.parameters.push_back(more);
  p.equations = rhs_equations<BatchAtTemperature>;
  p.initial = starting_at({1.6497, 8.2262, 0, 0, 0, 0.0104, 8.153685142712389e-6, 0, 0});
  p.reference = dae_reference({0.5897578495930721, 6.862249890633301, 0.7589081852024363,
                               0.30103396520449227, 0.3040079589597753, 0.0074260062447169045,
                               7.951372526856181e-9, 5.077603305516341e-10, 2.9248546410694815e-10},
                              "collocation of order 13, step halving agrees to 15.1 digits",
                              7.9e-14, "reduced ODE");
  return p;
}

}  // namespace

const Problem& dae::batch() {
  static const Problem problem = make_batch();
  return problem;
}

const Problem& dae::batch_e() {
  static const Problem problem = make_batch_e();
  return problem;
}

}  // namespace dts
