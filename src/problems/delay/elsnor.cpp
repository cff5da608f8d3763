// An equation whose solution ends at t = 125/121.
// L.E. El'sgol'ts, S.B. Norkin (1973), Introduction to the theory and application of differential
// equations with deviating arguments.
#include "problems/delay/delay.hpp"

namespace dts {
namespace {

struct Elsnor {
  explicit Elsnor(const Parameters&) {}

  template <class S>
  void arguments(double t, const S* y, S* alpha) const {
    alpha[0] = t - 2 - y[0] * y[0];
  }
  template <class S>
  void rhs(double /*t*/, const S* /*y*/, const S* z, S* f) const {
    f[0] = 5 - z[0];
  }
};

Problem make() {
  Problem p;
  p.name = "elsnor";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem ELSNOR";
  p.description = "state-dependent delay, the solution ends before the interval does";
  p.n = 1;
  p.t_end = 2;
  p.initial = [](const Parameters&) { return State{-0.5}; };
  p.delay.n_lags = 1;
  p.delay.equations = delay_equations<Elsnor>;
  p.delay.history = [](const Parameters&, double t) { return State{t <= -1 ? 4.5 : -0.5}; };
  p.delay.grid = [](const Parameters&) { return std::vector<double>{-1, 1}; };
  p.delay.error_control = "mixed.h";
  p.delay.max_newton = 15;
  p.delay.t_stop = 125.0 / 121;
  p.reference.y = {2.0 / 11};
  p.reference.source = "exact solution, at its end t = 125/121";
  p.reference.confirmed_to = 1e-16;
  return p;
}

}  // namespace

const Problem& elsnor() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
