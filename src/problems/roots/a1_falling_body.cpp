// a body falls against a drag proportional to its speed, until it has fallen the height H.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kHeight = 10;

struct FallingBody {
  static constexpr int kRoots = 1;
  explicit FallingBody(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = 32 - 8 * y[1];  // (w - k y2) / m with m = 1/4, w = 8, k = 2
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0] - kHeight; }
  EventEffect at_root(double, double*, const std::vector<int>&) { return EventEffect::stop; }
};

Problem make() {
  Problem p = root_problem("A-1", "falling body", "a body falling against linear drag", 2, 0, 5);
  p.equations = rhs_equations<FallingBody>;
  p.initial = [](const Parameters&) { return State{0, 0}; };
  p.exact = [](double t) {
    const double gone = -std::expm1(-8 * t);
    return State{4 * t - gone / 2, 4 * gone};
  };
  p.roots.list = {root_at(2.6249999999052180, 1)};
  p.roots.terminal = {0};
  return complete(p, "closed form");
}

}  // namespace

const Cases& falling_body() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
