// B-2: relaxation towards a target that changes its sign at every multiple of 1/4.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct TimeSwitching {
  static constexpr int kRoots = 1;
  explicit TimeSwitching(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = 2 * (target - y[0]);
  }
  void roots(double t, const double* /*y*/, double* g) const { g[0] = std::sin(4 * kPi * t); }
  EventEffect at_root(double, double*, const std::vector<int>&) {
    target = -target;
    return EventEffect::changed;
  }

  double target = 1;
};

State exact(double t) {
  double y = 0, target = 1, start = 0;
  for (; start + 0.25 < t; start += 0.25, target = -target)
    y = target + (y - target) * std::exp(-0.5);
  return {target + (y - target) * std::exp(-2 * (t - start))};
}

Problem make() {
  Problem p =
      root_problem("B-2", "time switching", "a right-hand side that jumps 39 times", 1, 0, 10);
  p.equations = rhs_equations<TimeSwitching>;
  p.initial = [](const Parameters&) { return State{0}; };
  p.exact = exact;
  for (int i = 0; i <= 40; ++i) p.roots.list.push_back(root_at(i / 4.0, 1));
  p.roots.goals = {kToRounding};
  return complete(p, "closed form");
}

}  // namespace

const Cases& time_switching() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
