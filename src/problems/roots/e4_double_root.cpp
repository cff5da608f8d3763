// E-4: a root at which the event function only touches zero.
#include "problems/roots/roots.hpp"

#include <algorithm>
#include <cmath>

namespace dts {
namespace {

struct DoubleRoot {
  static constexpr int kRoots = 1;
  explicit DoubleRoot(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    using std::max;
    using std::sqrt;
    f[0] = sqrt(max(S(0.0), 1 - y[0]));  // at the kink the slope of the constant
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = 1 - y[0]; }
  EventEffect at_root(double, double*, const std::vector<int>&) { return EventEffect::stop; }
};

Problem make() {
  Problem p = root_problem("E-4", "double root", "the event function touches zero", 1, 0, 5);
  p.equations = rhs_equations<DoubleRoot>;
  p.initial = [](const Parameters&) { return State{0}; };
  p.exact = [](double t) { return State{t < 2 ? t - t * t / 4 : 1}; };
  p.roots.list = {root_at(2, 1, {1})};
  p.roots.terminal = {0};
  p.roots.goals = {RootGoal{5, 0.5}};  // 10 sqrt(tol) at t = 2
  return complete(p, "closed form");
}

}  // namespace

const Cases& double_root() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
