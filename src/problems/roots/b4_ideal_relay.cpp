// B-4: an oscillator with an ideal relay, y'' + y + sgn y = 0.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct IdealRelay {
  static constexpr int kRoots = 1;
  explicit IdealRelay(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = -y[0] - sign;
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0]; }
  EventEffect at_root(double, double*, const std::vector<int>&) {
    sign = -sign;
    return EventEffect::changed;
  }

  double sign = 1;
};

State exact(double t) {
  const double k = std::floor(t / (kPi / 2));
  const double tau = t - k * (kPi / 2), sign = std::fmod(k, 2) == 0 ? 1 : -1;
  const double c = std::cos(tau), s = std::sin(tau);
  return {sign * (s + c - 1), sign * (c - s)};
}

Problem make() {
  Problem p =
      root_problem("B-4", "ideal relay", "the second derivative jumps at every root", 2, 0, 10);
  p.equations = rhs_equations<IdealRelay>;
  p.initial = [](const Parameters&) { return State{0, 1}; };
  p.exact = exact;
  for (int k = 0; k <= 6; ++k)
    p.roots.list.push_back(root_at(k * (kPi / 2), 1, {0, k % 2 == 0 ? 1.0 : -1.0}));
  return complete(p, "closed form", {0.38309263996582226566, 0.29505041818708263885});
}

}  // namespace

const Cases& ideal_relay() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
