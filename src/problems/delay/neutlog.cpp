// A predator-prey model of Gause type with a neutral delay.
// Y. Kuang (1991), On neutral delay logistic Gause-type predator-prey systems, Dynam. Stabil.
// Syst. 6.
#include "problems/delay/delay.hpp"

namespace dts {
namespace {

struct Neutlog {
  explicit Neutlog(const Parameters& p) { unpack(p, {&rho, &a, &tau}); }

  template <class S>
  void arguments(double t, const S*, S* alpha) const {
    alpha[0] = t - tau;
  }
  // prey, predator, derivative of the prey
  template <class S>
  void rhs(double /*t*/, const S* y, const S* z, S* f) const {
    const S square = y[0] * y[0], q = square / (1 + square);
    f[0] = y[0] * (1 - z[0] - rho * z[2]) - y[1] * q;
    f[1] = y[1] * (q - a);
    f[2] = f[0] - y[2];
  }

  double rho, a, tau;
};

Problem make() {
  Problem p;
  p.name = "neutlog";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem NEUTLOG";
  p.description = "neutral predator-prey model, a jump of the derivative after every delay";
  p.n = 3;
  p.t_end = 30;
  p.names = {"prey", "predator", "dprey"};
  p.parameters = {{"rho", 2.9}, {"a", 0.1}, {"tau", 0.42}};
  p.mass = semi_explicit_mass(2);
  p.index = 1;
  p.initial = [](const Parameters&) { return State{0.33, 2.22, -0.1}; };
  p.delay.n_lags = 1;
  p.delay.equations = delay_equations<Neutlog>;
  p.delay.history = [](const Parameters&, double t) {
    return State{0.33 - t / 10, 2.22 + t / 10, -0.1};
  };
  p.delay.neutral = {{2, 0}};
  p.delay.atol_ratio = {1, 1, 1e-3};
  p.delay.search_factor = 2;
  p.reference.y = {0.331861618453280, 2.22227666351916, 0.0026696315751581};
  p.reference.source = "two independent codes, 14 digits";
  p.reference.confirmed_to = 1e-14;
  return p;
}

}  // namespace

const Problem& neutlog() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
