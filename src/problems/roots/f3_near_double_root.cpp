// F-3: a polynomial, integrated exactly in one large step that contains all three roots.
#include "problems/roots/roots.hpp"

namespace dts {
namespace {

struct NearDoubleRoot {
  static constexpr int kRoots = 2;
  static constexpr bool kRootsUseDerivative = true;
  explicit NearDoubleRoot(const Parameters&) {}

  template <class S>
  void rhs(double t, const S* /*y*/, S* f) const {
    f[0] = 2 * t - 5;
  }
  void roots(double /*t*/, const double* y, const double* yp, double* g) const {
    g[0] = yp[0];
    g[1] = y[0] + 6.2491;
  }
};

Problem make() {
  Problem p = root_problem("F-3", "near double root", "three roots in one large step", 1, 0, 5);
  p.equations = rhs_equations<NearDoubleRoot>;
  p.initial = [](const Parameters&) { return State{0}; };
  p.exact = [](double t) { return State{t * (t - 5)}; };
  p.roots.list = {root_at(2.47, 2), root_at(2.5, 1), root_at(2.53, 2)};
  p.roots.goals.assign(2, RootGoal{1e3, 1});
  return complete(p, "closed form");
}

}  // namespace

const Cases& near_double_root() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
