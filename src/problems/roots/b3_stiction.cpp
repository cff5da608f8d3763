// B-3: a mass with static and dry friction under a force that jumps three times.  Cases: i, without
// events; ii, with events, but the derivative follows its conditions; iii, branch and force are
// held between events, with continuous event functions and with the step functions of the source.
#include "problems/branch.hpp"
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kCoulomb = 0.75, kViscous = 0.45, kStatic = 0.83;  // F1, F2, Fs; the mass is 1

enum class Motion { forward, backward, stuck };  // branches 1, 2, 3

// The applied force of a phase: 0 until 0.1, 5t until 0.5, -t until 1, then 0.
double force(int phase, double t) { return phase == 1 ? 5 * t : phase == 2 ? -t : 0; }
int phase_at(double t) { return t < 0.1 ? 0 : t <= 0.5 ? 1 : t <= 1 ? 2 : 3; }

Motion motion_at(double velocity, double applied) {
  if (velocity > 0 || (velocity == 0 && applied > kStatic)) return Motion::forward;
  if (velocity < 0 || (velocity == 0 && applied < -kStatic)) return Motion::backward;
  return Motion::stuck;
}

template <class S>
void newton(Motion motion, double applied, const S* y, S* f) {
  f[0] = y[1];
  f[1] = branch<S>(
      motion == Motion::stuck, [] { return 0.0; },
      [&] {
        return applied - (motion == Motion::forward ? kCoulomb : -kCoulomb) - kViscous * y[1];
      });
}

// g of the source: -1 on its branch and +1 elsewhere, three times; then the jumps of the force.
void step_functions(Motion motion, double t, double* g) {
  g[0] = motion == Motion::forward ? -1 : 1;
  g[1] = motion == Motion::backward ? -1 : 1;
  g[2] = motion == Motion::stuck ? -1 : 1;
  g[3] = t - 0.1;
  g[4] = t - 0.5;
  g[5] = t - 1;
}

struct Ignored {
  explicit Ignored(const Parameters&) {}
  template <class S>
  void rhs(double t, const S* y, S* f) const {
    const double applied = force(phase_at(t), t);
    newton(motion_at(value_of(y[1]), applied), applied, y, f);
  }
  static double value_of(double x) { return x; }
  template <class S>
  static double value_of(const S& x) {
    return x.value();
  }
};

struct Located : Ignored {
  static constexpr int kRoots = 6;
  using Ignored::Ignored;
  void roots(double t, const double* y, double* g) const {
    step_functions(motion_at(y[1], force(phase_at(t), t)), t, g);
  }
  EventEffect at_root(double, double* y, const std::vector<int>& fired) {
    if (fired[0] || fired[1] || fired[2]) y[1] = 0;
    return EventEffect::changed;
  }
};

// Branch and phase of the force are a mode.
struct Held {
  static constexpr int kRoots = 6;
  explicit Held(const Parameters&) {}

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    newton(motion, force(phase, t), y, f);
  }
  // t - 0.1, t - 0.5, t - 1; the two ends of sticking; the end of a motion.
  void roots(double t, const double* y, double* g) const {
    const bool is_stuck = motion == Motion::stuck;
    const double applied = force(phase, t);
    g[0] = t - 0.1;
    g[1] = t - 0.5;
    g[2] = t - 1;
    g[3] = is_stuck ? applied - kStatic : -1;
    g[4] = is_stuck ? -kStatic - applied : -1;
    g[5] = is_stuck ? 1 : y[1];
  }
  EventEffect at_root(double t, double* y, const std::vector<int>& fired) {
    if (fired[0] || fired[1] || fired[2]) ++phase;
    if (fired[3]) motion = Motion::forward;
    if (fired[4]) motion = Motion::backward;
    if (fired[5]) {
      y[1] = 0;
      motion = motion_at(0, force(phase, t));
    }
    return EventEffect::changed;
  }

  Motion motion = Motion::stuck;
  int phase = 0;
};

struct HeldSteps : Held {
  using Held::Held;
  void roots(double t, const double* y, double* g) const {
    step_functions(motion_at(y[1], force(phase, t)), t, g);
  }
  EventEffect at_root(double t, double* y, const std::vector<int>& fired) {
    if (fired[3] || fired[4] || fired[5]) ++phase;
    if (fired[0] || fired[1] || fired[2]) {
      y[1] = 0;
      motion = next_motion(t, fired);
    }
    return EventEffect::changed;
  }

 private:
  // From rest into the branch whose condition became true; a motion ends in what the force wants.
  Motion next_motion(double t, const std::vector<int>& fired) const {
    if (motion != Motion::stuck) return motion_at(0, force(phase, t));
    return fired[0] ? Motion::forward : Motion::backward;
  }
};

// One arc between two switches: the force is sigma t, dry friction acts against the direction s.
struct Arc {
  double start, sigma, s;
  State y;  // at the start

  State at(double t) const {
    if (s == 0) return y;
    const double r = kViscous;
    const auto drift = [&](double x) { return sigma * x / r - sigma / (r * r) - s * kCoulomb / r; };
    const double c = y[1] - drift(start), x = t - start;
    return {y[0] - c * std::expm1(-r * x) / r + sigma * (t * t - start * start) / (2 * r) -
                (sigma / (r * r) + s * kCoulomb / r) * x,
            c * std::exp(-r * x) + drift(t)};
  }
};

constexpr double kStop1 = 0.70465149813852276671, kStop2 = 1.0359493533482113639;
const State kAtJump2 = {0.034164105336433690524, 0.29023615259860483926},
            kAtStop1 = {0.064121132181501439737, 0},
            kAtJump3 = {0.062190645206736147305, -0.027181280861355618406},
            kAtStop2 = {0.061703387761853712899, 0};

State exact(double t) {
  if (t <= 0.166) return {0, 0};
  if (t <= 0.5) return Arc{0.166, 5, 1, {0, 0}}.at(t);
  if (t <= kStop1) return Arc{0.5, -1, 1, kAtJump2}.at(t);
  if (t <= 0.83) return kAtStop1;
  if (t <= 1) return Arc{0.83, -1, -1, kAtStop1}.at(t);
  if (t <= kStop2) return Arc{1, 0, -1, kAtJump3}.at(t);
  return kAtStop2;
}

// The switches with the functions that fire, numbered from 1.
std::vector<ReferenceRoot> switches(const std::vector<std::vector<int>>& functions) {
  std::vector<ReferenceRoot> list = {root_at(0.1, 1, {0, 0}),     root_at(0.166, 1, {0, 0}),
                                     root_at(0.5, 1, kAtJump2),   root_at(kStop1, 1, kAtStop1),
                                     root_at(0.83, 1, kAtStop1),  root_at(1, 1, kAtJump3),
                                     root_at(kStop2, 1, kAtStop2)};
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i].functions = functions[i];
    for (int& f : list[i].functions) --f;
  }
  return list;
}

template <class System>
Problem make(const std::string& name, const std::string& description) {
  Problem p = root_problem(name, "stiction", description, 2, 0, 1.5);
  p.equations = rhs_equations<System>;
  p.initial = [](const Parameters&) { return State{0, 0}; };
  p.exact = exact;
  return p;
}

const std::vector<std::vector<int>> kSteps = {{4}, {1, 3}, {5}, {1, 2}, {2, 3}, {6}, {1, 2}};

Problem ignored() {
  Problem p = make<Ignored>("B-3 i", "friction, discontinuities ignored");
  p.roots.is_goal = false;
  return complete(p, "closed form");
}

Problem located() {
  Problem p = make<Located>("B-3 ii", "friction, discontinuities located, branches not held");
  p.roots.is_goal = false;
  p.roots.list = switches(kSteps);
  return complete(p, "closed form");
}

Problem held() {
  Problem p = make<Held>("B-3 iii", "friction, discontinuities located, branches held");
  p.roots.list = switches({{1}, {4}, {2}, {6}, {5}, {3}, {6}});
  p.roots.goals = {kToRounding, kToRounding, kToRounding, kToRounding, kToRounding, RootGoal{}};
  return complete(p, "closed form");
}

Problem held_steps() {
  Problem p = make<HeldSteps>("B-3 iii step", "the same with event functions that jump");
  p.roots.list = switches(kSteps);
  p.roots.goals = {RootGoal{}, RootGoal{}, RootGoal{}, kToRounding, kToRounding, kToRounding};
  return complete(p, "closed form");
}

}  // namespace

const Cases& stiction() {
  static const Cases cases = {ignored(), located(), held(), held_steps()};
  return cases;
}

}  // namespace dts
