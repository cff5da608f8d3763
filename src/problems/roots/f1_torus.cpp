// F-1: motion on a torus, DETEST problem B4.
// T.E. Hull, W.H. Enright, B.M. Fellen, A.E. Sedgwick (1972), Comparing numerical methods for
// ordinary differential equations, SIAM J. Numer. Anal. 9.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct Torus {
  static constexpr int kRoots = 4;
  static constexpr bool kRootsUseDerivative = true;
  explicit Torus(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    using std::sqrt;
    const S r = sqrt(y[0] * y[0] + y[1] * y[1]);
    f[0] = -y[1] - y[0] * y[2] / r;
    f[1] = y[0] - y[1] * y[2] / r;
    f[2] = y[0] / r;
  }
  void roots(double /*t*/, const double* y, const double* yp, double* g) const {
    g[0] = y[0];
    g[1] = y[1] - y[0];
    g[2] = y[2] - 0.5;
    g[3] = yp[2] - 0.5;
  }
};

Problem make() {
  Problem p = root_problem("F-1", "torus", "a path around a torus", 3, 0, 2 * kPi);
  p.equations = rhs_equations<Torus>;
  p.initial = [](const Parameters&) { return State{3, 0, 0}; };
  p.exact = [](double t) {
    const double c = std::cos(t), s = std::sin(t);
    return State{(2 + c) * c, (2 + c) * s, s};
  };
  p.roots.list = {root_at(kPi / 2, 1),     root_at(3 * kPi / 2, 1), root_at(kPi / 4, 2),
                  root_at(5 * kPi / 4, 2), root_at(kPi / 6, 3),     root_at(5 * kPi / 6, 3),
                  root_at(kPi / 3, 4),     root_at(5 * kPi / 3, 4)};
  p.roots.goals = {RootGoal{}, RootGoal{}, RootGoal{}, RootGoal{1e3, 1}};
  return complete(p, "closed form", {3, 0, 0});
}

}  // namespace

const Cases& torus() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
