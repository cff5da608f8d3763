// Reaction zone behind a detonation shock, followed along a particle path; the balances of mass,
// momentum and energy are algebraic.  W. Fickett & W.C. Davis (1979), Detonation, Univ. of
// California Press.  Reconstructed; the reaction scheme is ours.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct ReactionZone {
  explicit ReactionZone(const Parameters& p) {
    unpack(p, {&D, &rho0, &ga, &qB, &qC, &qD, &qE, &k1, &k2, &k3, &k4, &e1, &e2, &e3, &e4});
  }

  // x distance behind the shock, mass fractions; u speed, p pressure, v specific volume.
  template <class Scalar>
  void rhs(double /*t*/, const Scalar* w, Scalar* f) const {
    const Scalar &A = w[1], &B = w[2], &C = w[3], &Dp = w[4], &S = w[5], &u = w[6], &p = w[7],
                 &v = w[8];
    const Scalar th = p * v;
    const Scalar r1 = k1 * A * exp(-e1 / th);
    const Scalar r2 = k2 * B * exp(-e2 / th);
    const Scalar r3 = k3 * B * exp(-e3 / th);
    const Scalar r4 = k4 * C * exp(-e4 / th);
    f[0] = u;
    f[1] = -r1;
    f[2] = r1 - r2 - r3;
    f[3] = r2 - r4;
    f[4] = r4;
    f[5] = r3;
    f[6] = u - rho0 * D * v;
    f[7] = p + rho0 * D * u - rho0 * D * D;
    f[8] = ga / (ga - 1) * p * v + u * u / 2 - D * D / 2 - (qB * B + qC * C + qD * Dp + qE * S);
  }

  double mass_fractions(double, const double* w) const {
    return w[1] + w[2] + w[3] + w[4] + w[5] - 1;
  }

  double D, rho0, ga, qB, qC, qD, qE, k1, k2, k3, k4, e1, e2, e3, e4;
};

Problem make() {
  Problem p = semi_explicit_problem("SHOCK", {"x", "A", "B", "C", "Dp", "S"}, {"u", "p", "v"});
  p.full_name = "Detonation";
  p.description = "reaction zone of a detonation, several branches";
  p.provenance = "reconstructed";
  p.t_end = 0.6;
  p.parameters = {{"D", 8.8},  {"rho0", 1.8}, {"ga", 3},   {"qB", -0.3}, {"qC", 3.6},
                  {"qD", 4.5}, {"qE", 3},     {"k1", 400}, {"k2", 250},  {"k3", 40},
                  {"k4", 8},   {"e1", 60},    {"e2", 40},  {"e3", 35},   {"e4", 20}};
  p.equations = rhs_equations<ReactionZone>;
  p.initial = starting_at({0, 1, 0, 0, 0, 0, 4.4, 69.696, 0.2777777777777778});
  p.monitors = {
      monitor("A + B + C + Dp + S - 1", Monitor::kInvariant, &ReactionZone::mass_fractions)};
  p.scale = {10, 1, 1, 1, 1, 1, 10, 100, 1};
  p.reference =
      dae_reference({3.243542928795122, 0.00013224082450126337, 9.82340608558057e-5,
                     0.21559507827858165, 0.611953018137365, 0.1722214286986961, 5.7092506970526795,
                     48.95746895868556, 0.36043249350080053},
                    "collocation of order 13, step halving agrees to 14.8 digits", 7.9e-14, "bimd");
  return p;
}

}  // namespace

const Problem& dae::shock() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
