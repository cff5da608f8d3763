// A singularly perturbed equation whose solution has a layer after every delay.
// N. Guglielmi, E. Hairer (2001), Implementing Radau IIA methods for stiff delay differential
// equations, Computing 67.
#include "problems/delay/delay.hpp"

#include <cmath>

namespace dts {
namespace {

struct Sdisc {
  explicit Sdisc(const Parameters& p) { unpack(p, {&a, &b, &epsilon}); }

  template <class S>
  void arguments(double t, const S*, S* alpha) const {
    alpha[0] = t - 1;
  }
  template <class S>
  void rhs(double t, const S* y, const S* z, S* f) const {
    const double limit = (a - b) / a * 1.57079632679489661923;
    f[0] = epsilon / (1 + t * t) - y[0] + b / a * z[0] + limit;
  }

  double a, b, epsilon;
};

Problem make() {
  Problem p;
  p.name = "sdisc";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem SDISC";
  p.description = "singularly perturbed, a layer at every integer";
  p.n = 1;
  p.t_end = 100.5;
  p.parameters = {{"a", 5}, {"b", -4}, {"epsilon", 1e-6}};
  p.mass = [](const Parameters& q) { return diagonal_mass({q[2]}); };
  p.initial = [](const Parameters&) { return State{0}; };
  p.delay.n_lags = 1;
  p.delay.equations = delay_equations<Sdisc>;
  p.delay.history = [](const Parameters&, double t) { return State{std::atan(t)}; };
  p.delay.error_control = "mixed.h";
  p.reference.y = {1.570796327180960};
  p.reference.source = "two independent codes, 15 digits";
  p.reference.confirmed_to = 1e-15;
  return p;
}

}  // namespace

const Problem& sdisc() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
