// D-4: a shoebox of 25 balls, each with its own height and restitution.
#include "problems/roots/bounces.hpp"
#include "problems/roots/roots.hpp"

namespace dts {
namespace {

constexpr int kBalls = 25;
double height(int i) { return 4 + 0.02 * i; }
double restitution(int i) { return 0.5 + 0.01 * i; }

struct Shoebox {
  static constexpr int kRoots = kBalls;
  explicit Shoebox(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    for (int i = 0; i < kBalls; ++i) {
      f[2 * i] = y[2 * i + 1];
      f[2 * i + 1] = -kBallGravity;
    }
  }
  void roots(double /*t*/, const double* y, double* g) const {
    for (int i = 0; i < kBalls; ++i) g[i] = y[2 * i];
  }
  EventEffect at_root(double, double* y, const std::vector<int>& fired) {
    for (int i = 0; i < kBalls; ++i) {
      if (!fired[i]) continue;
      y[2 * i] = 0;
      y[2 * i + 1] *= -restitution(i);
    }
    return EventEffect::changed;
  }
};

State initial() {
  State y;
  for (int i = 0; i < kBalls; ++i) y.insert(y.end(), {height(i), 0.0});
  return y;
}

Problem make() {
  Problem p = root_problem("D-4", "shoebox", "25 bouncing balls", 2 * kBalls, 0, 1.45);
  p.storage = Storage::banded;
  p.equations = rhs_equations<Shoebox>;
  p.initial = [](const Parameters&) { return initial(); };
  std::vector<Bounces> balls;
  for (int i = 0; i < kBalls; ++i)
    balls.emplace_back(
        height(i), [i](double v) { return restitution(i) * v; }, p.t_end);
  p.exact = [balls](double t) {
    State y;
    for (const Bounces& ball : balls) {
      const State one = ball.at(t);
      y.insert(y.end(), one.begin(), one.end());
    }
    return y;
  };
  for (int i = 0; i < kBalls; ++i)
    for (const Impact& impact : balls[i].impacts())
      p.roots.list.push_back(root_at(impact.t, i + 1));
  p.roots.explicit_goal = kToRounding;
  return complete(p, "closed form");
}

}  // namespace

const Cases& shoebox() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
