// E-1: backwards to a point beyond which the derivative is not defined.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct UndefinedBeyondEnd {
  static constexpr int kRoots = 1;
  explicit UndefinedBeyondEnd(const Parameters&) {}

  template <class S>
  void rhs(double t, const S* /*y*/, S* f) const {
    f[0] = std::sqrt(t - 5) / 2;  // NaN for t < 5
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0] - 6; }
};

State exact(double t) { return {6 + (std::pow(t - 5, 1.5) - std::pow(7, 1.5)) / 3}; }

Problem make() {
  Problem p = root_problem("E-1", "undefined beyond the end",
                           "backwards to a point beyond which f is not defined", 1, 20, 5);
  p.equations = rhs_equations<UndefinedBeyondEnd>;
  p.initial = [](const Parameters&) { return exact(20); };
  p.exact = exact;
  p.roots.list = {root_at(12, 1)};
  return complete(p, "closed form");
}

}  // namespace

const Cases& undefined_beyond_end() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
