// B-1: a follower whose speed is limited; the limit is reached with a kink in the derivative.
#include "problems/branch.hpp"
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kGain = 5.0 / 3, kLimit = 0.25;

struct Limiter {
  static constexpr int kRoots = 1;
  explicit Limiter(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    const S wanted = kGain * (y[0] - y[1]);
    f[0] = y[0];
    f[1] = branch<S>(
        is_limited, [&] { return wanted > 0 ? kLimit : -kLimit; }, [&] { return wanted; });
  }
  void roots(double /*t*/, const double* y, double* g) const {
    g[0] = std::abs(kGain * (y[0] - y[1])) - kLimit;
  }
  EventEffect at_root(double, double*, const std::vector<int>&) {
    is_limited = !is_limited;
    return EventEffect::changed;
  }

  bool is_limited = false;
};

constexpr double kSwitch = 0.15690703423921625076;  // exp(t) - exp(-5t/3) = 0.4

State exact(double t) {
  const auto following = [](double s) {
    return (kGain * std::exp(s) + std::exp(-kGain * s)) / (1 + kGain);
  };
  return {std::exp(t), t <= kSwitch ? following(t) : following(kSwitch) + kLimit * (t - kSwitch)};
}

Problem make() {
  Problem p =
      root_problem("B-1", "limiter", "a limited speed: a kink in the derivative", 2, 0, 0.5);
  p.equations = rhs_equations<Limiter>;
  p.initial = [](const Parameters&) { return State{1, 1}; };
  p.exact = exact;
  p.roots.list = {root_at(kSwitch, 1)};
  return complete(p, "closed form");
}

}  // namespace

const Cases& limiter() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
