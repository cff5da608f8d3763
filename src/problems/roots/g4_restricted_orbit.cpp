// G-4: a periodic orbit of the restricted problem of three bodies.  State: x, y, x', y'.
// F.T. Krogh (1973), On testing a subroutine for the numerical integration of ordinary differential
// equations, J. ACM 20; L.F. Shampine, M.K. Gordon (1975), Computer Solution of Ordinary
// Differential Equations.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct RestrictedOrbit {
  static constexpr int kRoots = 1;
  explicit RestrictedOrbit(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    using std::sqrt;
    const double u = 1 / 82.45, v = 1 - u;
    const S to_earth = y[0] + u, to_moon = y[0] - v;
    const S r1 = sqrt(to_earth * to_earth + y[1] * y[1]);
    const S r2 = sqrt(to_moon * to_moon + y[1] * y[1]);
    const S earth = v / (r1 * r1 * r1), moon = u / (r2 * r2 * r2);
    f[0] = y[2];
    f[1] = y[3];
    f[2] = 2 * y[3] + y[0] - earth * to_earth - moon * to_moon;
    f[3] = -2 * y[2] + y[1] - (earth + moon) * y[1];
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[1]; }
};

Problem make() {
  Problem p =
      root_problem("G-4", "restricted orbit", "a periodic orbit around earth and moon", 4, 0, 6.5);
  p.equations = rhs_equations<RestrictedOrbit>;
  p.initial = [](const Parameters&) { return State{1.2, 0, 0, -1.04935750983031990726}; };
  p.roots.list = {
      root_at(0, 1, {1.2, 0, 0, -1.0493575098303199073}),
      root_at(1.4480842548677893024, 1,
              {0.060813219749608731686, 0, -3.6094130801319149774, 3.4648803328361497503}),
      root_at(1.4729517725221636699, 1,
              {-0.076183667162402514444, 0, -3.6155106684216628897, -3.9645845606279120102}),
      root_at(3.0960846656598198535, 1, {-1.2624543338071107159, 0, 0, 1.0495594052898954973}),
      root_at(4.7192175587974760372, 1,
              {-0.076183667162402514435, 0, 3.6155106684216628896, -3.9645845606279120108}),
      root_at(4.7440850764518504047, 1,
              {0.0608132197496087317, 0, 3.6094130801319149773, 3.4648803328361497497}),
      root_at(6.1921693313196397069, 1, {1.2, 0, 0, -1.0493575098303199073})};
  p.roots.goals = {RootGoal{1e3, 1}};
  return complete(p, "Taylor series of order 30, local tolerance 1e-30",
                  {1.1182962520036331271, -0.30395756849524527859, -0.50468959386121438724,
                   -0.87536394192454224674});
}

}  // namespace

const Cases& restricted_orbit() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
