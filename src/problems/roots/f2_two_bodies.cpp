// F-2: two bodies, an orbit of eccentricity 0.6.  State: x, x', y, y'.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct TwoBodies {
  static constexpr int kRoots = 4;
  static constexpr bool kRootsUseDerivative = true;
  explicit TwoBodies(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    using std::sqrt;
    const S r2 = y[0] * y[0] + y[2] * y[2];
    const S r3 = r2 * sqrt(r2);
    f[0] = y[1];
    f[1] = -y[0] / r3;
    f[2] = y[3];
    f[3] = -y[2] / r3;
  }
  void roots(double /*t*/, const double* y, const double* yp, double* g) const {
    g[0] = y[1];
    g[1] = yp[2] + 0.8 * y[1];
    g[2] = y[2] - 0.4;
    g[3] = yp[2] - 0.4;
  }
};

State exact(double t) {  // by Kepler's equation
  const double u = zero_between([t](double x) { return x - 0.6 * std::sin(x) - t; }, t - 1, t + 1);
  const double c = std::cos(u), s = std::sin(u), d = 1 - 0.6 * c;
  return {c - 0.6, -s / d, 0.8 * s, 0.8 * c / d};
}

Problem make() {
  Problem p = root_problem("F-2", "two bodies", "a Kepler orbit of eccentricity 0.6", 4, 0, 6.4);
  p.equations = rhs_equations<TwoBodies>;
  p.initial = [](const Parameters&) { return State{0.4, 0, 0, 2}; };
  p.exact = exact;
  const double a = std::acos(5.0 / 13) - 7.2 / 13;
  p.roots.list = {root_at(0, 1, {0.4, 0, 0, 2}),
                  root_at(kPi, 1),
                  root_at(2 * kPi, 1),
                  root_at(kPi / 4 - 0.3 * std::sqrt(2), 2),
                  root_at(5 * kPi / 4 + 0.3 * std::sqrt(2), 2),
                  root_at(kPi / 6 - 0.3, 3),
                  root_at(5 * kPi / 6 - 0.3, 3),
                  root_at(a, 4),
                  root_at(2 * kPi - a, 4)};
  p.roots.goals.assign(4, RootGoal{1e3, 1});
  return complete(p, "closed form");
}

}  // namespace

const Cases& two_bodies() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
