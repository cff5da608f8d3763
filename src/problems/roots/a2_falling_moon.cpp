// the moon, stopped in its orbit, falls to the earth (feet, seconds).
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kGravity = 32;
constexpr double kEarthRadius = 4000.0 * 5280;
constexpr double kDistance = 237000.0 * 5280;
constexpr double kPull = kGravity * kEarthRadius * kEarthRadius;

struct FallingMoon {
  static constexpr int kRoots = 1;
  explicit FallingMoon(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = -kPull / (y[0] * y[0]);
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0] - kEarthRadius; }
  EventEffect at_root(double, double*, const std::vector<int>&) { return EventEffect::stop; }
};

// With y1 = H cos^2 a the time is sqrt(H / (2 g R^2)) H (a + sin a cos a).
double time_of(double angle) {
  return std::sqrt(kDistance / (2 * kPull)) * kDistance *
         (angle + std::sin(angle) * std::cos(angle));
}

State exact(double t) {
  if (t == 0) return {kDistance, 0};
  const double angle = zero_between([t](double a) { return time_of(a) - t; }, 0, kPi / 2);
  const double c = std::cos(angle);
  const double y = kDistance * c * c;
  return {y, -std::sqrt(2 * kPull * (1 / y - 1 / kDistance))};
}

Problem make() {
  Problem p = root_problem("A-2", "moon falling to earth", "huge times and badly scaled variables",
                           2, 0, 411500);
  p.equations = rhs_equations<FallingMoon>;
  p.initial = [](const Parameters&) { return State{kDistance, 0}; };
  p.exact = exact;
  const double t = time_of(std::acos(std::sqrt(kEarthRadius / kDistance)));
  const double speed = std::sqrt(2 * kPull * (1 / kEarthRadius - 1 / kDistance));
  p.roots.list = {root_at(t, 1, {kEarthRadius, -speed})};
  p.roots.terminal = {0};
  return complete(p, "closed form");
}

}  // namespace

const Cases& falling_moon() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
