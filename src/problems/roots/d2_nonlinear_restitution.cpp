// D-2: a bouncing ball whose speed v becomes k v^alpha; for alpha < 1 it bounces for ever.
#include "problems/roots/bounces.hpp"
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kHeight = 4;

struct NonlinearRestitution {
  static constexpr int kRoots = 1;
  explicit NonlinearRestitution(const Parameters& p) { unpack(p, {&k, &alpha}); }

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = -kBallGravity;
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0]; }
  EventEffect at_root(double, double* y, const std::vector<int>&) {
    y[0] = 0;
    y[1] = k * std::pow(std::abs(y[1]), alpha);
    return EventEffect::changed;
  }

  double k, alpha;
};

Problem make(const std::string& name, double k, double alpha, double t_end) {
  Problem p =
      root_problem(name, "nonlinear restitution", "a ball that never stops bouncing", 2, 0, t_end);
  p.parameters = {{"k", k}, {"alpha", alpha}};
  p.equations = rhs_equations<NonlinearRestitution>;
  p.initial = [](const Parameters&) { return State{kHeight, 0}; };
  const Bounces ball(
      kHeight, [=](double v) { return k * std::pow(v, alpha); }, t_end);
  p.exact = [ball](double t) { return ball.at(t); };
  for (const Impact& impact : ball.impacts()) p.roots.list.push_back(root_at(impact.t, 1));
  p.roots.explicit_goal = kToRounding;
  return complete(p, "closed form");
}

}  // namespace

const Cases& nonlinear_restitution() {
  static const Cases cases = {make("D-2 k=0.5 alpha=0.9", 0.5, 0.9, 1.17),
                              make("D-2 k=0.9 alpha=0.5", 0.9, 0.5, 2)};
  return cases;
}

}  // namespace dts
