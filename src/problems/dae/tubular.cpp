// Stationary tubular reactor with cooled wall: plug flow, exothermic reaction, wall temperature
// from convection and radiation; the independent variable is the axial position.  Reconstructed.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct TubularReactor {
  explicit TubularReactor(const Parameters& p) { unpack(p, {&Da, &ga, &B, &b1, &b2, &b3, &Tc}); }

  // c concentration, T temperature; Tw of the wall, r rate.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &c = w[0], &T = w[1], &Tw = w[2], &r = w[3];
    f[0] = -Da * r;
    f[1] = B * Da * r - b1 * (T - Tw);
    f[2] = b1 * (T - Tw) - b2 * (Tw - Tc) - b3 * (pow(Tw, 4) - pow(Tc, 4));
    f[3] = r - c * exp(ga * (1 - 1 / T));
  }

  double Da, ga, B, b1, b2, b3, Tc;
};

Problem make() {
  Problem p = semi_explicit_problem("TUBULAR", {"c", "T"}, {"Tw", "r"});
  p.full_name = "Tubular reactor";
  p.description = "tubular reactor with cooling wall, hot spot";
  p.provenance = "reconstructed";
  p.t_end = 1;
  p.parameters = {{"Da", 0.8}, {"ga", 20}, {"B", 0.35}, {"b1", 6}, {"b2", 6}, {"b3", 4}, {"Tc", 1}};
  p.equations = rhs_equations<TubularReactor>;
  p.initial = starting_at({1, 1, 1, 1});
  p.scale = {1, 10, 10, 10};
  p.reference = dae_reference(
      {0.026423700768668765, 1.0170054206584278, 1.0036326801244981, 0.036917393175892654},
      "collocation of order 13, step halving agrees to 13.5 digits", 7.9e-14, "reduced ODE");
  return p;
}

}  // namespace

const Problem& dae::tubular() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
