// D-1: a ball loses a part of its speed at every bounce; the bounces accumulate at a finite time.
#include "problems/roots/bounces.hpp"
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kHeight = 4;

struct BouncingBall {
  static constexpr int kRoots = 1;
  explicit BouncingBall(const Parameters& p) : k(p[0]) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = -kBallGravity;
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0]; }
  EventEffect at_root(double, double* y, const std::vector<int>&) {
    y[0] = 0;
    y[1] = -k * y[1];
    return EventEffect::changed;
  }

  double k;
};

Problem make(const std::string& name, double k, double t_end) {
  Problem p = root_problem(name, "bouncing ball", "a bouncing ball", 2, 0, t_end);
  p.parameters = {{"k", k}};
  p.equations = rhs_equations<BouncingBall>;
  p.initial = [](const Parameters&) { return State{kHeight, 0}; };
  const double limit = std::sqrt(2 * kHeight / kBallGravity) * (1 + k) / (1 - k);
  const bool accumulates = limit < t_end;
  const Bounces ball(
      kHeight, [k](double v) { return k * v; }, t_end, accumulates ? 30 : 1000);
  p.exact = [ball, limit](double t) { return t < limit ? ball.at(t) : State{0, 0}; };
  for (const Impact& impact : ball.impacts()) p.roots.list.push_back(root_at(impact.t, 1));
  p.roots.explicit_goal = kToRounding;
  if (accumulates) {
    p.description += " until the bounces accumulate";
    p.roots.accumulation = limit;
    p.roots.explicit_goal = RootGoal{1e-12, 0};
    // The last speeds listed are 1e-8: nothing above them may count as zero.
    p.atol = [](double tol) { return State{1e-8 * tol, 1e-8 * tol}; };
  }
  return complete(p, "closed form");
}

}  // namespace

const Cases& bouncing_ball() {
  static const Cases cases = {make("D-1 k=0.5", 0.5, 1.49), make("D-1 k=0.9", 0.9, 9),
                              make("D-1 k=0.5 Zeno", 0.5, 2), make("D-1 k=0.9 Zeno", 0.9, 12)};
  return cases;
}

}  // namespace dts
