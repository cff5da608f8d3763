// Robertson's autocatalytic reaction, followed over eleven powers of ten in time.
// H.H. Robertson (1966), The solution of a set of reaction rate equations, in Numerical Analysis,
// an Introduction.
#include "problems/ivp/ivp.hpp"

namespace dts {
namespace {

struct Robertson {
  explicit Robertson(const Parameters& p) { unpack(p, {&k1, &k2, &k3}); }

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    const S slow = k1 * y[0], fast = k2 * y[1] * y[1], catalysed = k3 * y[1] * y[2];
    f[0] = -slow + catalysed;
    f[1] = slow - fast - catalysed;
    f[2] = fast;
  }

  double k1, k2, k3;
};

Problem make() {
  Problem p;
  p.name = "rober";
  p.full_name = "Problem ROBERTSON";
  p.description = "autocatalytic reaction with rates nine powers of ten apart";
  p.n = 3;
  p.t_end = 1e11;
  p.parameters = {{"k1", 0.04}, {"k2", 3e7}, {"k3", 1e4}};
  p.equations = rhs_equations<Robertson>;
  p.initial = [](const Parameters&) { return State{1, 0, 0}; };
  p.reference.y = {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050};
  p.reference.source = "RADAU extended precision";
  p.reference.confirmed_to = 2.3e-15;
  p.reference.confirmed_by = "bimd at 1e-12 and radau5 at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& rober() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
