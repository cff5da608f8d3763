// a paratrooper falls against a quadratic drag, which is four times larger when the parachute
// opens after five seconds, until 1000 feet have passed.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kWeight = 200, kGravity = 32, kMass = kWeight / kGravity;
constexpr double kFreeDrag = 1.0 / 150, kOpenDrag = 4.0 / 150;
constexpr double kOpening = 5, kHeight = 1000;

struct Paratrooper {
  static constexpr int kRoots = 2;
  explicit Paratrooper(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = (kWeight - drag * y[1] * y[1]) / kMass;
  }
  void roots(double t, const double* y, double* g) const {
    g[0] = t - kOpening;
    g[1] = y[0] - kHeight;
  }
  EventEffect at_root(double, double*, const std::vector<int>& fired) {
    if (fired[1]) return EventEffect::stop;
    drag = kOpenDrag;
    return EventEffect::changed;
  }

  double drag = kFreeDrag;
};

// The two flights: towards the limit speed from below, then from above.
struct Flight {
  double v1 = std::sqrt(kWeight / kFreeDrag), v2 = std::sqrt(kWeight / kOpenDrag);
  State opening = free_fall(kOpening);
  double c = std::atanh(v2 / opening[1]);

  State free_fall(double t) const {
    const double x = kGravity * t / v1;
    return {kMass / kFreeDrag * std::log(std::cosh(x)), v1 * std::tanh(x)};
  }
  State at(double t) const {
    if (t <= kOpening) return free_fall(t);
    const double x = kGravity * (t - kOpening) / v2 + c;
    return {opening[0] + kMass / kOpenDrag * std::log(std::sinh(x) / std::sinh(c)),
            v2 / std::tanh(x)};
  }
  double time_of(double height) const {  // after the opening
    const double ratio = std::exp(kOpenDrag / kMass * (height - opening[0]));
    return kOpening + v2 / kGravity * (std::asinh(std::sinh(c) * ratio) - c);
  }
};

Problem make() {
  Problem p =
      root_problem("A-3", "paratrooper", "an event in time that changes the drag", 2, 0, 20);
  p.equations = rhs_equations<Paratrooper>;
  p.initial = [](const Parameters&) { return State{0, 0}; };
  p.exact = [](double t) { return Flight().at(t); };
  p.roots.list = {root_at(kOpening, 1), root_at(Flight().time_of(kHeight), 2)};
  p.roots.terminal = {1};
  p.roots.goals = {kToRounding, RootGoal{}};
  return complete(p, "closed form");
}

}  // namespace

const Cases& paratrooper() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
