// Van der Pol's oscillator with strong damping: slow motion along two branches, jumps in between.
// B. van der Pol (1926), On relaxation-oscillations, Phil. Mag. 2; Hairer & Wanner (1996), Solving
// ODEs II, IV.10.
#include "problems/ivp/ivp.hpp"

namespace dts {
namespace {

struct VanDerPol {
  explicit VanDerPol(const Parameters& p) : mu(p[0]) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
  }

  double mu;
};

Problem make() {
  Problem p;
  p.name = "vdpol";
  p.full_name = "Problem VANDERPOL";
  p.description = "van der Pol's relaxation oscillator";
  p.n = 2;
  p.t_end = 2000;
  p.names = {"y1", "y2"};
  p.parameters = {{"mu", 1000}};
  p.equations = rhs_equations<VanDerPol>;
  p.initial = [](const Parameters&) { return State{2, 0}; };
  p.reference.y = {1.706167732170469, -0.8928097010248125e-3};
  p.reference.source = "RADAU extended precision, tol 1.1e-18";
  p.reference.confirmed_to = 3.6e-14;
  p.reference.confirmed_by = "gamd and bimd at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& vdpol() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
