// Enzyme kinetics with an inhibitor molecule.
// M. Okamoto, K. Hayashi (1984), Frequency conversion mechanism in enzymatic feedback systems,
// J. Theor. Biol. 108; Hairer, Norsett, Wanner, Solving ODEs I (1993), II.17.
#include "problems/delay/delay.hpp"

namespace dts {
namespace {

struct Enzyme {
  explicit Enzyme(const Parameters& p) { unpack(p, {&tau, &input, &inhibition, &decay}); }

  template <class S>
  void arguments(double t, const S*, S* alpha) const {
    alpha[0] = t - tau;
  }
  template <class S>
  void rhs(double /*t*/, const S* y, const S* z, S* f) const {
    const S u = 1 / (1 + inhibition * z[3] * z[3] * z[3]);
    f[0] = input - y[0] * u;
    f[1] = y[0] * u - y[1];
    f[2] = y[1] - y[2];
    f[3] = y[2] - decay * y[3];
  }

  double tau, input, inhibition, decay;
};

Problem make() {
  Problem p;
  p.name = "enzyme";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem ENZYME";
  p.description = "enzyme kinetics with delayed inhibition, oscillating";
  p.n = 4;
  p.t_end = 160;
  p.parameters = {{"tau", 4}, {"input", 10.5}, {"inhibition", 0.0005}, {"decay", 0.5}};
  p.initial = [](const Parameters&) { return State{60, 10, 10, 20}; };
  p.delay.n_lags = 1;
  p.delay.equations = delay_equations<Enzyme>;
  p.delay.history = [](const Parameters&, double) { return State{60, 10, 10, 20}; };
  p.delay.lagged = {3};
  p.delay.grid = [](const Parameters& q) { return multiples(q[0], 11); };
  p.reference.y = {33.9257947111388, 22.7065371313080, 18.8305767317338, 22.2659907877040};
  p.reference.source = "two independent codes, 14 digits";
  p.reference.confirmed_to = 1e-14;
  return p;
}

}  // namespace

const Problem& enzyme() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
