// F-4: Robertson's reaction with two levels to find; the usage example of LSODAR.
// A.C. Hindmarsh (1983), ODEPACK, a systematized collection of ODE solvers.
#include "problems/roots/roots.hpp"

namespace dts {
namespace {

struct RobertsonRoots {
  static constexpr int kRoots = 2;
  explicit RobertsonRoots(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    f[2] = 3e7 * y[1] * y[1];
    f[1] = -f[0] - f[2];
  }
  void roots(double /*t*/, const double* y, double* g) const {
    g[0] = y[0] - 1e-4;
    g[1] = y[2] - 0.01;
  }
};

Problem make() {
  Problem p =
      root_problem("F-4", "Robertson", "a stiff reaction with roots at 0.26 and 2e7", 3, 0, 4e7);
  p.is_stiff = true;
  p.equations = rhs_equations<RobertsonRoots>;
  p.initial = [](const Parameters&) { return State{1, 0, 0}; };
  p.atol = [](double tol) { return State{tol / 100, tol * 1e-6, tol / 100}; };
  p.roots.list = {
      root_at(0.26401907818763256315, 2, {0.98996529435334748226, 3.4705646652517738005e-5, 0.01}),
      root_at(20795496.883026623256, 1,
              {1.0000000000000000000e-4, 4.0003952401949198804e-10, 0.99989999959996047598})};
  p.roots.goals.assign(2, RootGoal{1e3, 1});
  p = complete(p, "Radau IIA collocation with 9 stages, 34 digits; the end: radau5 at 1e-13",
               {5.2030718441150e-05, 2.0813357318903e-10, 0.99994796907342});
  p.reference.confirmed_to = 1e-11;
  p.reference.confirmed_by = "gamd at 1e-13";
  return p;
}

}  // namespace

const Cases& robertson_roots() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
