// Van der Pol's equation in the singular limit: 0 = (1 - y^2) z - y, with an impasse point at y
// = 1. E. Hairer & G. Wanner (1996), Solving Ordinary Differential Equations II, ch. VI.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct ReducedVanDerPol {
  explicit ReducedVanDerPol(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &y = w[0], &z = w[1];
    f[0] = z;
    f[1] = (1 - y * y) * z - y;
  }
};

Problem make() {
  Problem p = semi_explicit_problem("VDPOL", {"y"}, {"z"});
  p.full_name = "Van der Pol equation, reduced";
  p.description = "van der Pol's equation in the singular limit, impasse point";
  p.provenance = "as published, interval ours";
  p.t_end = 0.8;

  p.equations = rhs_equations<ReducedVanDerPol>;
  p.initial = starting_at({2, -0.6666666666666666});
  p.scale = {10, 10};
  p.reference =
      dae_reference({1.083892946519084, -6.19991217182034}, "closed form", 7.9e-15, "collocation");
  return p;
}

}  // namespace

const Problem& dae::vdpol() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
