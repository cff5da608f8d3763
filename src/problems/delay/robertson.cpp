// Robertson's reaction with a delay that is soon much smaller than the steps.
// N. Guglielmi, E. Hairer (2001), Implementing Radau IIA methods for stiff delay differential
// equations, Computing 67.
#include "problems/delay/delay.hpp"

namespace dts {
namespace {

struct DelayedRobertson {
  explicit DelayedRobertson(const Parameters& p) { unpack(p, {&tau, &a, &b, &c}); }

  template <class S>
  void arguments(double t, const S*, S* alpha) const {
    alpha[0] = t - tau;
  }
  template <class S>
  void rhs(double /*t*/, const S* y, const S* z, S* f) const {
    const S forward = a * y[0] - b * z[1] * y[2], fast = c * y[1] * y[1];
    f[0] = -forward;
    f[1] = forward - fast;
    f[2] = fast;
  }

  double tau, a, b, c;
};

Problem make() {
  Problem p;
  p.name = "robertson";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem ROBERTSON";
  p.description = "chemical kinetics, very stiff, steps far larger than the delay";
  p.n = 3;
  p.t_end = 1e10;
  p.parameters = {{"tau", 0.01}, {"a", 0.04}, {"b", 1e4}, {"c", 3e7}};
  p.initial = [](const Parameters&) { return State{1, 0, 0}; };
  p.delay.n_lags = 1;
  p.delay.equations = delay_equations<DelayedRobertson>;
  p.delay.history = [](const Parameters&, double) { return State{1, 0, 0}; };
  p.delay.lagged = {1};
  p.delay.grid = [](const Parameters& q) { return std::vector<double>{q[0]}; };
  p.delay.atol_ratio = State(3, 1e-5);
  p.reference.y = {2.08332847195308e-07, 8.3333156030811e-13, 0.999999791666319473};
  p.reference.source = "slow manifold, two independent codes, 14 digits";
  p.reference.confirmed_to = 1e-14;
  return p;
}

}  // namespace

const Problem& robertson() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
