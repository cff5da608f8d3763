// C-2: a table of the integrals t(Y) = int_0^Y dx / f(x) at Y = 0.1, 0.2, ..., 1, as the times at
// which the solution of y' = f(y) passes Y.  It does not get beyond the first zero of f.
#include "problems/roots/roots.hpp"

#include <algorithm>
#include <cmath>

namespace dts {
namespace {

constexpr int kEntries = 10;

enum class Integrand { beyond = 1, between = 2, last = 3 };  // where f vanishes

struct IntegralTable {
  static constexpr int kRoots = 1;
  explicit IntegralTable(const Parameters& p) : integrand(static_cast<Integrand>(p[0])) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    switch (integrand) {
      case Integrand::beyond: f[0] = 1.2 - y[0]; break;
      case Integrand::between: f[0] = (0.55 - y[0]) * (1 + y[0]); break;
      case Integrand::last: f[0] = 1 - y[0] * y[0]; break;
    }
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0] - i / 10.0; }
  EventEffect at_root(double, double*, const std::vector<int>&) {
    i = std::min(i + 1, kEntries);
    return EventEffect::changed;
  }

  Integrand integrand;
  int i = 1;
};

double integral(Integrand integrand, double y) {
  switch (integrand) {
    case Integrand::beyond: return std::log(1.2 / (1.2 - y));
    case Integrand::between: return 20 / 31.0 * std::log(0.55 * (1 + y) / (0.55 - y));
    case Integrand::last: return std::atanh(y);
  }
  return 0;
}

State exact(Integrand integrand, double t) {
  switch (integrand) {
    case Integrand::beyond: return {-1.2 * std::expm1(-t)};
    case Integrand::between: {
      const double e = std::exp(1.55 * t);
      return {0.55 * (e - 1) / (e + 0.55)};
    }
    case Integrand::last: return {std::tanh(t)};
  }
  return {};
}

Problem make(const std::string& name, Integrand integrand, int entries, const std::string& where) {
  Problem p = root_problem(name, "table of integrals", "the solution ends " + where, 1, 0, 3);
  p.parameters = {{"integrand", static_cast<double>(integrand)}};
  p.equations = rhs_equations<IntegralTable>;
  p.initial = [](const Parameters&) { return State{0}; };
  p.exact = [integrand](double t) { return exact(integrand, t); };
  for (int i = 1; i <= entries; ++i)
    p.roots.list.push_back(root_at(integral(integrand, i / 10.0), 1, {i / 10.0}));
  return complete(p, "closed form");
}

}  // namespace

const Cases& integral_table() {
  static const Cases cases = {make("C-2 i", Integrand::beyond, 10, "beyond the table"),
                              make("C-2 ii", Integrand::between, 5, "between two entries"),
                              make("C-2 iii", Integrand::last, 9, "at the last entry")};
  return cases;
}

}  // namespace dts
