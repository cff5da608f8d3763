// E-2: a logarithm in f, and two roots close together; the demonstration problem of LSODAR.
// A.C. Hindmarsh (1983), ODEPACK, a systematized collection of ODE solvers.
#include "problems/branch.hpp"
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kLevel = 2.2491, kCutOff = 1e-6;

struct Logarithm {
  static constexpr int kRoots = 2;
  explicit Logarithm(const Parameters& p) : is_extended(p[0] != 0) {}

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    f[0] = branch<S>(
        is_extended && y[0] <= 0, [] { return 0.0; },
        [&] { return ((2 * log(y[0]) + 8) / t - 5) * y[0]; });
  }
  void roots(double /*t*/, const double* y, double* g) const {
    g[0] = y[0] > 0 ? std::log(y[0]) - kLevel : -1000;
    g[1] = y[0] - kCutOff;
  }
  EventEffect at_root(double, double*, const std::vector<int>& fired) {
    return fired[1] ? EventEffect::stop : EventEffect::none;
  }

  bool is_extended;
};

Problem make(const std::string& name, bool is_extended, const std::string& description) {
  Problem p = root_problem(name, "logarithm", description, 1, 1, 12);
  p.parameters = {{"extended", is_extended ? 1.0 : 0.0}};
  p.equations = rhs_equations<Logarithm>;
  p.initial = [](const Parameters&) { return State{1}; };
  p.exact = [](double t) { return State{std::exp((5 - t) * t - 4)}; };
  p.roots.list = {root_at(2.47, 1), root_at(2.53, 1), root_at(6.5081804547655129376, 2, {kCutOff})};
  p.roots.terminal = {1};
  p.roots.goals = {RootGoal{1e4, 1}, RootGoal{1e4, 1}};
  return complete(p, "closed form");
}

}  // namespace

const Cases& logarithm() {
  static const Cases cases = {
      make("E-2", true, "two close roots, and the logarithm of the solution in f"),
      make("E-2 NaN", false, "the same with f undefined for y <= 0")};
  return cases;
}

}  // namespace dts
