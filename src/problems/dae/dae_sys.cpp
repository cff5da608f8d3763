// Diffusion and reaction in spherical particles in a stirred tank: the boundary value problem in
// the particle by one-point orthogonal collocation.  J. Villadsen & W.E. Stewart (1967), Chem. Eng.
// Sci. 22, 1483-1501.  Reconstructed.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct ParticleDiffusion {
  explicit ParticleDiffusion(const Parameters& p) { unpack(p, {&phi, &kap, &Bi, &eps}); }

  // C in the bulk; c1 at the collocation point, cs at the surface of the particle.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &C = w[0], &c1 = w[1], &cs = w[2];
    f[0] = -3 * eps * Bi * (C - cs);
    f[1] = 10.5 * (cs - c1) - phi * phi * c1 / (1 + kap * c1);
    f[2] = 3.5 * (cs - c1) - Bi * (C - cs);
  }

  double phi, kap, Bi, eps;
};

Problem make() {
  Problem p = semi_explicit_problem("DAE_SYS", {"C"}, {"c1", "cs"});
  p.full_name = "Particle diffusion and reaction";
  p.description = "diffusion in catalyst particles, a boundary value problem by collocation";
  p.provenance = "reconstructed";
  p.t_end = 5;
  p.parameters = {{"phi", 3}, {"kap", 2}, {"Bi", 20}, {"eps", 0.05}};
  p.equations = rhs_equations<ParticleDiffusion>;
  p.initial = starting_at({1, 0.7053233217020252, 0.9561119840832804});
  p.scale = {1, 1, 1};
  p.reference =
      dae_reference({0.4637669563584713, 0.282121943829974, 0.436713443854227},
                    "collocation of order 13, step halving agrees to 15.1 digits", 7.9e-16, "bimd");
  return p;
}

}  // namespace

const Problem& dae::dae_sys() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
