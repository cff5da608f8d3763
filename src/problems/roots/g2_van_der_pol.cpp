// G-2: zeros of van der Pol's oscillator, with mild and with strong damping.
#include "problems/roots/roots.hpp"

namespace dts {
namespace {

struct VanDerPolRoots {
  static constexpr int kRoots = 1;
  explicit VanDerPolRoots(const Parameters& p) : eta(p[0]) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = eta * (1 - y[0] * y[0]) * y[1] - y[0];
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0]; }

  double eta;
};

Problem make(const std::string& name, double eta, double t_end) {
  Problem p = root_problem(name, "van der Pol", "zeros of a relaxation oscillation", 2, 0, t_end);
  p.parameters = {{"eta", eta}};
  p.equations = rhs_equations<VanDerPolRoots>;
  p.initial = [](const Parameters&) { return State{2, 0}; };
  return p;
}

constexpr char kSource[] = "Taylor series of order 40, local tolerance 1e-30";

Problem mild() {
  Problem p = make("G-2 eta=3", 3, 20);
  p.roots.list = {root_at(3.6076126774227189653, 1, {0, -3.1687159872335570025}),
                  root_at(8.037160423339367801, 1, {0, 3.1687159966576226051}),
                  root_at(12.466708173199326272, 1, {0, -3.1687159966576228542}),
                  root_at(16.896255923059284848, 1, {0, 3.1687159966576228542})};
  return complete(p, kSource, {1.3727924154245721159, -0.42301524939242805746});
}

Problem stiff() {
  Problem p = make("G-2 eta=100", 100, 330);
  p.is_stiff = true;
  p.roots.list = {root_at(81.172377900537880855, 1, {0, -67.139249372113898596}),
                  root_at(162.59091344672288692, 1, {0, 67.139249372113898596}),
                  root_at(244.00944899290789299, 1, {0, -67.139249372113898596}),
                  root_at(325.42798453909289905, 1, {0, 67.139249372113898596})};
  p.roots.goals = {RootGoal{1e3, 1}};
  return complete(p, kSource, {1.9708284575252162859, -0.006833133579891888061});
}

}  // namespace

const Cases& van_der_pol_roots() {
  static const Cases cases = {mild(), stiff()};
  return cases;
}

}  // namespace dts
