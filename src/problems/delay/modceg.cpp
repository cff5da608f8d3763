// A neutral equation with a state-dependent delay whose solution ends.
// After R.N. Castleton, L.J. Grimm (1973), A first order method for differential equations of
// neutral type, Math. Comput. 27; Guglielmi, Hairer (2008).
#include "problems/delay/delay.hpp"

#include <cmath>

namespace dts {
namespace {

struct Modceg {
  explicit Modceg(const Parameters& p) { unpack(p, {&c}); }

  template <class S>
  void arguments(double t, const S* y, S* alpha) const {
    alpha[0] = t * y[0] * y[0];
  }
  template <class S>
  void rhs(double t, const S* y, const S* z, S* f) const {
    f[0] = std::cos(t) * (1 + z[0]) + c * y[0] * z[1];
    f[1] = f[0] - y[1];
  }

  double c;
};

Problem make() {
  Problem p;
  p.name = "modceg";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem MODCEG";
  p.description = "neutral, state-dependent delay, the solution ends";
  p.n = 2;
  p.t0 = 0.25;
  p.t_end = 10;
  p.names = {"y", "dy"};
  p.parameters = {{"c", 0.6}};
  p.mass = semi_explicit_mass(1);
  p.index = 1;
  p.initial = [](const Parameters&) { return State{-0.125, -0.5}; };
  p.delay.n_lags = 1;
  p.delay.equations = delay_equations<Modceg>;
  p.delay.history = [](const Parameters&, double t) { return State{-t / 2, -0.5}; };
  p.delay.neutral = {{1, 0}};
  p.delay.rtol_ratio = {1, 1e-3};
  p.delay.t_stop = 4.09218182023;
  p.reference.y = {-0.893428418037, 0.13436904372};
  p.reference.source = "two independent codes, 11 digits, at the end of the solution t = 4.09218";
  p.reference.confirmed_to = 1e-11;
  return p;
}

}  // namespace

const Problem& modceg() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
