// The Oregonator with a delay in place of the slow variable.
// I.R. Epstein, Y. Luo (1991), Differential delay equations in chemical kinetics, J. Chem.
// Phys. 95.
#include "problems/delay/delay.hpp"

namespace dts {
namespace {

struct DelayedOregonator {
  explicit DelayedOregonator(const Parameters& p) {
    unpack(p, {&tau, &k1, &k2, &k3, &k4, &fr, &A, &B});
  }

  template <class S>
  void arguments(double t, const S*, S* alpha) const {
    alpha[0] = t - tau;
  }
  template <class S>
  void rhs(double /*t*/, const S* y, const S* z, S* f) const {
    const S inhibited = k2 * y[0] * z[1];
    f[0] = k1 * A * y[1] - inhibited + k3 * B * y[0] - 2 * k4 * y[0] * y[0];
    f[1] = -k1 * A * y[1] - inhibited + fr * k3 * B * y[0];
  }

  double tau, k1, k2, k3, k4, fr, A, B;
};

Problem make() {
  Problem p;
  p.name = "oregonator";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem OREGONATOR";
  p.description = "oscillating chemical reaction with one delay, very stiff";
  p.n = 2;
  p.t_end = 100.5;
  p.parameters = {{"tau", 0.15}, {"k1", 1.34}, {"k2", 1.6e9}, {"k3", 8000},
                  {"k4", 4e7},   {"fr", 1},    {"A", 0.06},   {"B", 0.06}};
  p.initial = [](const Parameters&) { return State{1e-10, 1e-5}; };
  p.delay.n_lags = 1;
  p.delay.equations = delay_equations<DelayedOregonator>;
  p.delay.history = [](const Parameters&, double) { return State{1e-10, 1e-5}; };
  p.delay.lagged = {1};
  p.delay.grid = [](const Parameters& q) { return std::vector<double>{q[0]}; };
  p.delay.atol_ratio = State(2, 1e-9);
  p.reference.y = {2.749853016018e-10, 3.559048986814e-07};
  p.reference.source = "two independent codes, 12 digits";
  p.reference.confirmed_to = 1e-12;
  return p;
}

}  // namespace

const Problem& oregonator() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
