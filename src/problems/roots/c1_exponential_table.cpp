// C-1: the times at which exp(t) passes the integers; the event function is redefined at each.
#include "problems/roots/roots.hpp"

#include <algorithm>
#include <cmath>

namespace dts {
namespace {

constexpr int kLast = 10;

struct ExponentialTable {
  static constexpr int kRoots = 1;
  explicit ExponentialTable(const Parameters& p) : k(static_cast<int>(p[0])) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[0];
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0] - k; }
  EventEffect at_root(double, double*, const std::vector<int>&) {
    k = std::min(k + 1, kLast);
    return EventEffect::changed;
  }

  int k;
};

Problem make(const std::string& name, int first) {
  Problem p = root_problem(name, "table of logarithms",
                           "the event function is redefined at its roots", 1, 0, 3);
  p.parameters = {{"first", static_cast<double>(first)}};
  p.equations = rhs_equations<ExponentialTable>;
  p.initial = [](const Parameters&) { return State{1}; };
  p.exact = [](double t) { return State{std::exp(t)}; };
  for (int k = first; k <= kLast; ++k)
    p.roots.list.push_back(root_at(std::log(static_cast<double>(k)), 1, {static_cast<double>(k)}));
  p.roots.use_start = first == 1;
  return complete(p, "closed form");
}

}  // namespace

const Cases& exponential_table() {
  static const Cases cases = {make("C-1", 2), make("C-1 start", 1)};
  return cases;
}

}  // namespace dts
