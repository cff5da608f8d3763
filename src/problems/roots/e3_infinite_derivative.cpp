// E-3: the solution reaches its root with an infinite derivative.
#include "problems/roots/roots.hpp"

#include <algorithm>
#include <cmath>

namespace dts {
namespace {

constexpr double kEta = 1e-3;  // the derivative is extended by its value there

struct InfiniteDerivative {
  static constexpr int kRoots = 1;
  explicit InfiniteDerivative(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    using std::max;
    const S bounded = max(S(kEta), y[0]);
    f[0] = -1 / (bounded * bounded);
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0]; }
  EventEffect at_root(double, double*, const std::vector<int>&) { return EventEffect::stop; }
};

State exact(double t) {
  const double bend = (1 - kEta * kEta * kEta) / 3;
  return {t <= bend ? std::cbrt(1 - 3 * t) : kEta - (t - bend) / (kEta * kEta)};
}

Problem make() {
  Problem p = root_problem("E-3", "infinite derivative", "a vertical tangent at the root", 1, 0, 1);
  p.equations = rhs_equations<InfiniteDerivative>;
  p.initial = [](const Parameters&) { return State{1}; };
  p.exact = exact;
  p.roots.list = {root_at(0.333333334, 1, {0})};  // 1/3 + 2 eta^3 / 3
  p.roots.terminal = {0};
  return complete(p, "closed form");
}

}  // namespace

const Cases& infinite_derivative() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
