// A neutral equation with a delay that depends on the state and vanishes, solution sin t.
// W.H. Enright, H. Hayashi (1998), Convergence analysis of the solution of retarded and neutral
// delay differential equations by continuous numerical methods, SIAM J. Numer. Anal. 35; after
// Castleton, Grimm (1973).
#include "problems/delay/delay.hpp"

#include <cmath>

namespace dts {
namespace {

struct Hayashi {
  explicit Hayashi(const Parameters& p) { unpack(p, {&c}); }

  template <class S>
  void arguments(double t, const S* y, S* alpha) const {
    alpha[0] = t * y[0] * y[0];
  }
  // v, v'
  template <class S>
  void rhs(double t, const S* y, const S* z, S* f) const {
    const double s = std::sin(t), s2 = t * s * s;
    f[0] = y[1];
    f[1] = -y[1] + std::cos(t) * (1 + z[0]) + c * y[0] * z[1] + (1 - c) * s * std::cos(s2) -
           std::sin(t + s2);
  }

  double c;
};

Problem make() {
  Problem p;
  p.name = "hayashi";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem HAYASHI";
  p.description = "neutral, state-dependent vanishing delay, solution known";
  p.n = 2;
  p.t_end = 3.14159265358979323846;
  p.names = {"v", "dv"};
  p.parameters = {{"c", 0.9}};
  p.mass = semi_explicit_mass(1);
  p.index = 1;
  p.initial = [](const Parameters&) { return State{0, 1}; };
  p.delay.n_lags = 1;
  p.delay.equations = delay_equations<Hayashi>;
  p.delay.history = [](const Parameters&, double t) { return State{std::sin(t), std::cos(t)}; };
  p.reference.y = {0, -1};
  p.reference.source = "exact solution sin t";
  p.reference.confirmed_to = 1e-16;
  return p;
}

}  // namespace

const Problem& hayashi() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
