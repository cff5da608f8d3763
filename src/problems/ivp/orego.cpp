// The Oregonator: the Belousov-Zhabotinskii reaction, a limit cycle with sharp peaks.
// R.J. Field & R.M. Noyes (1974), Oscillations in chemical systems IV, J. Chem. Phys. 60.
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/ivp.hpp"

namespace dts {
namespace {

struct Oregonator {
  explicit Oregonator(const Parameters& p) { unpack(p, {&k1, &k2, &k3, &k4}); }

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = k1 * (y[1] + y[0] - y[0] * y[1] - k2 * y[0] * y[0]);
    f[1] = (y[2] - (1 + y[0]) * y[1]) / k3;
    f[2] = k4 * (y[0] - y[2]);
  }

  double k1, k2, k3, k4;
};

Problem make() {
  Problem p;
  p.name = "orego";
  p.full_name = "Problem OREGONATOR";
  p.description = "Belousov-Zhabotinskii reaction, limit cycle with sharp peaks";
  p.n = 3;
  p.t_end = 360;
  p.parameters = {{"k1", 77.27}, {"k2", 8.375e-6}, {"k3", 77.27}, {"k4", 0.161}};
  p.equations = rhs_equations<Oregonator>;
  p.initial = [](const Parameters&) { return State{1, 2, 3}; };
  p.reference.y = {0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3};
  p.reference.source = "RADAU extended precision";
  p.reference.confirmed_to = 1.1e-13;
  p.reference.confirmed_by = "gamd and bimd at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  p.reference.best = computed::orego();
  return p;
}

}  // namespace

const Problem& orego() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
