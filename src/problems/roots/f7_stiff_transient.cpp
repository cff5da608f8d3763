// F-7: Lambert's stiff system with five event functions, one of them zero just after the start.
// J.D. Lambert (1973), Computational Methods in Ordinary Differential Equations.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct StiffTransient {
  static constexpr int kRoots = 5;
  static constexpr bool kRootsUseDerivative = true;
  explicit StiffTransient(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = -21 * y[0] + 19 * y[1] - 20 * y[2];
    f[1] = 19 * y[0] - 21 * y[1] + 20 * y[2];
    f[2] = 40 * y[0] - 40 * y[1] - 40 * y[2];
  }
  void roots(double /*t*/, const double* y, const double* yp, double* g) const {
    g[0] = y[0] - y[1];
    g[1] = y[0] - 778.0 / 343 * y[1];
    g[2] = y[0] - 779.0 / 343 * y[2];
    g[3] = y[0] - 1;
    g[4] = yp[0] + 1.0132;
  }
};

State exact(double t) {
  const double slow = std::exp(-2 * t), fast = std::exp(-40 * t);
  const double c = std::cos(40 * t), s = std::sin(40 * t);
  return {(slow + fast * (c + s)) / 2, (slow - fast * (c + s)) / 2, -fast * (c - s)};
}

Problem make() {
  Problem p =
      root_problem("F-7", "stiff transient", "five event functions, a root at 8e-6", 3, 0, 0.2);
  p.equations = rhs_equations<StiffTransient>;
  p.initial = [](const Parameters&) { return State{1, 0, -1}; };
  p.exact = exact;
  p.roots.list = {root_at(0, 4),
                  root_at(8.2630595643433272898e-6, 5),
                  root_at(0.031140478664825031715, 2),
                  root_at(3 * kPi / 160, 1),
                  root_at(0.076473242398993293623, 5),
                  root_at(7 * kPi / 160, 1)};
  p.roots.goals.assign(5, RootGoal{});
  p.roots.goals[4].factor = 1e3;
  return complete(p, "closed form");
}

}  // namespace

const Cases& stiff_transient() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
