// D-3: a ball bounces on a ramp of 45 degrees through (0, 1) and (1, 0), until it comes to rest or
// leaves.  State: x, x', y, y'.
#include "problems/roots/bounces.hpp"
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct BallOnRamp {
  static constexpr int kRoots = 3;
  explicit BallOnRamp(const Parameters& p) : k(p[0]) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = 0.0;
    f[2] = y[3];
    f[3] = -kBallGravity;
  }
  void roots(double /*t*/, const double* y, double* g) const {
    g[0] = y[0] + y[2] - 1;
    g[1] = y[0] - 1;
    g[2] = y[2];
  }
  EventEffect at_root(double, double* y, const std::vector<int>& fired) {
    if (fired[1] || fired[2]) return EventEffect::stop;
    const double along_x = -k * y[3], along_y = -k * y[1];
    y[1] = along_x;
    y[2] = 1 - y[0];
    y[3] = along_y;
    return EventEffect::changed;
  }

  double k;
};

const State kStart = {0.25, 0, 1, 0};

State fly(const State& y, double s) {
  return {y[0] + y[1] * s, y[1], y[2] + (y[3] - kBallGravity * s / 2) * s, y[3] - kBallGravity * s};
}

// Bounce n + 1 follows 2 t_1 k^n after bounce n: seen at right angles to the ramp it is D-1.
struct Path {
  std::vector<double> times;
  std::vector<State> before, after;

  Path(double k, double t_end, std::size_t most) {
    const double first = std::sqrt(2 * (kStart[0] + kStart[2] - 1) / kBallGravity);
    State y = kStart;
    double t = 0, flight = first;
    while (t + flight <= t_end && times.size() < most) {
      t += flight;
      State hit = fly(y, flight);
      hit[2] = 1 - hit[0];
      y = {hit[0], -k * hit[3], hit[2], -k * hit[1]};
      times.push_back(t);
      before.push_back(hit);
      after.push_back(y);
      flight = 2 * first * std::pow(k, static_cast<double>(times.size()));
    }
  }
  State at(double t) const {
    std::size_t n = 0;
    while (n < times.size() && times[n] < t) ++n;
    if (n < times.size() && times[n] == t) return before[n];
    return n == 0 ? fly(kStart, t) : fly(after[n - 1], t - times[n - 1]);
  }
};

Problem make(const std::string& name, double k, double t_end, double t_last,
             const std::string& description) {
  Problem p = root_problem(name, "ball on a ramp", description, 4, 0, t_end);
  p.parameters = {{"k", k}};
  p.equations = rhs_equations<BallOnRamp>;
  p.initial = [](const Parameters&) { return kStart; };
  const Path path(k, t_last, 30);
  p.exact = [path](double t) { return path.at(t); };
  for (double t : path.times) p.roots.list.push_back(root_at(t, 1));
  p.roots.terminal = {1, 2};
  p.roots.explicit_goal = kToRounding;
  return p;
}

Problem rests() {
  return complete(make("D-3 k=0.5", 0.5, 0.37, 0.37, "bounces down a ramp"), "closed form");
}

Problem leaves() {
  Problem p = make("D-3 k=0.7", 0.7, 0.5, 0.3, "bounces down a ramp and leaves it");
  const double last = p.roots.list.back().t;
  const State y = Path(0.7, 0.3, 30).after.back();
  p.roots.list.push_back(root_at(last + (1 - y[0]) / y[1], 2));
  return complete(p, "closed form");
}

}  // namespace

const Cases& ball_on_ramp() {
  static const Cases cases = {rests(), leaves()};
  return cases;
}

}  // namespace dts
