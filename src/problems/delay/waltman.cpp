// A threshold model of the production of antibodies: two delays that are states of the model.
// P. Waltman (1978), A threshold model of antigen-stimulated antibody production.
#include "problems/delay/delay.hpp"

namespace dts {
namespace {

struct Waltman {
  explicit Waltman(const Parameters& p) {
    unpack(p, {&t_first, &t_second, &a, &b, &gamma, &r, &s, &delta});
  }

  template <class S>
  void arguments(double /*t*/, const S* y, S* alpha) const {
    alpha[0] = y[4];
    alpha[1] = y[5];
  }
  // The thresholds are passed at t_first and t_second; before, nothing comes out of the past.
  template <class S>
  void rhs(double t, const S* y, const S* z, S* f) const {
    const S *z1 = z, *z2 = z + 6;
    const S bound = r * y[0] * y[1], used = s * y[0] * y[3];
    f[0] = -bound - used;
    f[1] = -bound;
    f[2] = bound;
    f[3] = -used - gamma * y[3];
    f[4] = 0;
    f[5] = 0;
    if (t >= t_first) {
      f[1] += a * r * z1[0] * z1[1];
      f[4] = (y[0] * y[1] + y[2]) / (z1[0] * z1[1] + z1[2]);
    }
    if (t >= t_second) {
      f[3] += b * r * z2[0] * z2[1];
      f[5] = (delta + y[1] + y[2]) / (delta + z2[1] + z2[2]);
    }
  }

  double t_first, t_second, a, b, gamma, r, s, delta;
};

Problem make() {
  Problem p;
  p.name = "waltman";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem WALTMAN";
  p.description = "antibody production, two state-dependent delays that become very small";
  p.n = 6;
  p.t_end = 300;
  p.parameters = {{"t0", 35}, {"t1", 197}, {"a", 1.8},       {"b", 20},   {"gamma", 0.002},
                  {"r", 5e4}, {"s", 1e5},  {"delta", 1e-14}, {"y1", 5e-6}};
  p.initial = [](const Parameters& q) { return State{q[8], 1e-15, 0, 0, 0, 0}; };
  p.delay.n_lags = 2;
  p.delay.equations = delay_equations<Waltman>;
  p.delay.history = [](const Parameters& q, double) { return State{q[8], 1e-15, 0, 0, 0, 0}; };
  p.delay.lagged = {0, 1, 2};
  p.delay.grid = [](const Parameters& q) { return std::vector<double>{q[0], q[1]}; };
  // f_1(y(0)) = 5e-21 doubles when the first argument moves by 2e-5: the arguments must be known
  // far better than the times they stand for.
  p.delay.atol_ratio = {1e-12, 1e-12, 1e-12, 1e-12, 1e-4, 1e-4};
  p.delay.search_factor = 1;
  p.reference.y = {6.1551834e-16,   3.377110566e-07,  4.221390374e-07,
                   2.142546681e-06, 299.999999926563, 299.643039255};
  p.reference.source = "two independent codes, 6 to 13 digits";
  p.reference.confirmed_to = 1e-7;
  return p;
}

}  // namespace

const Problem& waltman() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
