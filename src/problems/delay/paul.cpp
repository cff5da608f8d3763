// A delay that is the solution itself, with a jump at the start.
// C.A.H. Paul (1994), A test set of functional differential equations, problem 1.3.10.
#include "problems/delay/delay.hpp"

namespace dts {
namespace {

struct Paul {
  explicit Paul(const Parameters&) {}

  template <class S>
  void arguments(double /*t*/, const S* y, S* alpha) const {
    alpha[0] = y[0];
  }
  template <class S>
  void rhs(double /*t*/, const S* /*y*/, const S* z, S* f) const {
    f[0] = z[0];
  }
};

Problem make() {
  Problem p;
  p.name = "paul";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem PAUL";
  p.description = "y'(t) = y(y(t)) with a jump at the start, two breaking points";
  p.n = 1;
  p.t0 = 2;
  p.t_end = 5.5;
  p.initial = [](const Parameters&) { return State{1}; };
  p.delay.n_lags = 1;
  p.delay.equations = delay_equations<Paul>;
  p.delay.history = [](const Parameters&, double) { return State{0.5}; };
  p.delay.error_control = "mixed.h";
  p.delay.max_newton = 10;
  p.reference.y = {4.24141229505651794};
  p.reference.source = "exact solution";
  p.reference.confirmed_to = 1e-16;
  return p;
}

}  // namespace

const Problem& paul() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
