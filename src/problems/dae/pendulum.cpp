// The plane pendulum in Cartesian coordinates, with its constraint differentiated 0, 1, 2 and 3
// times: index 3, 2, 1, 0.  E. Hairer, C. Lubich & M. Roche (1989), Springer LNM 1409; U.M. Ascher
// & L.R. Petzold (1998), Computer Methods for Ordinary Differential Equations and Differential-
// Algebraic Equations, SIAM.  The numbers and the start, horizontal and at rest, are ours.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

// Position (p, q) with q upwards, velocity (u, v), multiplier lam: the forces are minus the
// gradient of m g q + lam (p^2 + q^2 - l^2).
template <int index>
struct Pendulum {
  explicit Pendulum(const Parameters& p) { unpack(p, {&m, &l, &g}); }

  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &p = w[0], &q = w[1], &u = w[2], &v = w[3], &lam = w[4];
    f[0] = u;
    f[1] = v;
    f[2] = -2 * p * lam / m;
    f[3] = -g - 2 * q * lam / m;
    if constexpr (index == 3) f[4] = p * p + q * q - l * l;
    if constexpr (index == 2) f[4] = p * u + q * v;
    if constexpr (index == 1) f[4] = m * (u * u + v * v) - m * g * q - 2 * lam * (p * p + q * q);
    if constexpr (index == 0) f[4] = -3 * m * g * v / (2 * l * l);
  }

  // The chain of constraints: g1 = g0'/2, g2 = m g1', and lam' of index 0 from g2' with
  // g0 = g1 = 0; and the energy, measured from the start.
  double g0(double, const double* w) const { return w[0] * w[0] + w[1] * w[1] - l * l; }
  double g1(double, const double* w) const { return w[0] * w[2] + w[1] * w[3]; }
  double g2(double, const double* w) const {
    return m * (w[2] * w[2] + w[3] * w[3]) - m * g * w[1] - 2 * w[4] * (w[0] * w[0] + w[1] * w[1]);
  }
  double energy(double, const double* w) const {
    return m / 2 * (w[2] * w[2] + w[3] * w[3]) + m * g * w[1];
  }

  double m, l, g;
};

template <int index>
Problem make() {
  const std::string number = std::to_string(4 - index);
  Problem p = semi_explicit_problem("PENDULUM" + number, {"p", "q", "u", "v"}, {"lam"});
  p.full_name = "Pendulum of index " + std::to_string(index);
  p.description = "plane pendulum in Cartesian coordinates, index " + std::to_string(index);
  p.provenance = "as published, numbers ours";
  p.index = index;
  if (index == 3) p.index_counts = {2, 2, 1};
  if (index == 2) p.index_counts = {4, 1, 0};
  if (index == 0) {
    p.kind = ProblemClass::ode;
    p.mass = nullptr;
  }
  p.t_end = 10;
  p.parameters = {{"m", 1}, {"l", 1}, {"g", 9.81}};
  p.equations = rhs_equations<Pendulum<index>>;
  p.initial = [](const Parameters& q) { return State{Pendulum<index>(q).l, 0, 0, 0, 0}; };
  // Level 0 is the constraint of this form, those before it in the chain are only invariants.
  const auto level = [](int k) { return k < 3 - index ? Monitor::kInvariant : k - (3 - index); };
  p.monitors = {monitor("g0", level(0), &Pendulum<index>::g0),
                monitor("g1", level(1), &Pendulum<index>::g1),
                monitor("g2", level(2), &Pendulum<index>::g2),
                monitor("energy", Monitor::kInvariant, &Pendulum<index>::energy)};
  p.scale = {1, 1, 10, 10, 100};
  p.reference = dae_reference({0.2750874625761169, -0.961419205099125, -4.175598100951729,
                               -1.194749054560475, 14.147283603033625},
                              "closed form", 2.5e-13, "collocation of order 13");
  return p;
}

}  // namespace

const Problem& dae::pendulum1() {
  static const Problem problem = make<3>();
  return problem;
}

const Problem& dae::pendulum2() {
  static const Problem problem = make<2>();
  return problem;
}

const Problem& dae::pendulum3() {
  static const Problem problem = make<1>();
  return problem;
}

const Problem& dae::pendulum4() {
  static const Problem problem = make<0>();
  return problem;
}

}  // namespace dts
