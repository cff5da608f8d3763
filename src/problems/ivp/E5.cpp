// Chemical pyrolysis, problem E5 of the stiff test set: concentrations down to 1e-23.
// W.H. Enright, T.E. Hull & B. Lindberg (1975), Comparing numerical methods for stiff systems of
// O.D.E.s, BIT 15.
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/ivp.hpp"

namespace dts {
namespace {

struct Pyrolysis {
  explicit Pyrolysis(const Parameters& p) {
    unpack(p, {&a, &b, &c, &m});
    mc = m * c;
  }

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    const S first = a * y[0], second = b * y[0] * y[2], back = c * y[3];
    f[0] = -first - second;
    f[1] = first - mc * y[1] * y[2];
    f[3] = second - back;
    // As a difference, not as the sum of its four terms: only so does rounding keep the invariant
    // y2 = y3 + y4, whose sides are 1e-22 at the end.
    f[2] = f[1] - f[3];
  }

  double a, b, c, m, mc;
};

Problem make() {
  Problem p;
  p.name = "E5";
  p.full_name = "Problem E5 stiff-detest";
  p.description = "chemical pyrolysis, concentrations from 1e-3 down to 1e-23";
  p.n = 4;
  p.t_end = 1e13;
  p.parameters = {{"A", 7.89e-10}, {"B", 1.1e7}, {"C", 1.13e3}, {"M", 1e6}};
  p.equations = rhs_equations<Pyrolysis>;
  p.initial = [](const Parameters&) { return State{1.76e-3, 0, 0, 0}; };
  p.reference.y = {0.1152903278711829e-290, 0.8867655517642120e-22, 0.8854814626268838e-22, 0.0};
  p.reference.source = "RADAU extended precision";
  p.reference.confirmed_to = 9.3e-16;
  p.reference.confirmed_by = "gamd and bimd at 1e-13, y3 eliminated";
  p.reference.measure = "relative, y2 and y3";
  p.reference.best = computed::E5();
  // y2 = y3 + y4 and, for large t, y2 = 1/(M C t): integrated without cancellation.
  return p;
}

}  // namespace

const Problem& E5() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
