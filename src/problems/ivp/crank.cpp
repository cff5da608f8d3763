// Flexible slider crank: a rigid crank, an elastic connecting rod, a sliding block.
// B. Simeon (1996), Modelling a flexible slider crank mechanism by a mixed system of DAEs and PDEs,
// Math. Modelling of Systems 2.
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/ivp.hpp"

#include <array>
#include <cmath>

namespace dts {
namespace {

constexpr int kModes = 4;      // two lateral, two longitudinal deformations of the rod
constexpr int kPositions = 7;  // phi1, phi2, x3, q1, ..., q4
constexpr double kPi =
    3.1415927;  // as truncated in the published model; the reference belongs to it

using Row = std::array<double, kModes>;
using Square = std::array<Row, kModes>;

template <class S>
using Modes = std::array<S, kModes>;

// Leaves out what is zero, so that it does not appear in the pattern of the Jacobian.
template <class S>
S dot(const Row& a, const S* q) {
  S sum = 0.0;
  for (int i = 0; i < kModes; ++i)
    if (a[i] != 0) sum += a[i] * q[i];
  return sum;
}
template <class S>
Modes<S> times(const Square& a, const S* q) {
  return {dot(a[0], q), dot(a[1], q), dot(a[2], q), dot(a[3], q)};
}

// Mass, stiffness, coupling and damping of the rod, discretised.
struct Rod {
  Square mass{}, stiffness{}, coupling{}, damping{};
  Row c1{}, c2{}, c12{}, c21{};
};

// Positions, velocities, accelerations w, three multipliers.
struct SliderCrank {
  explicit SliderCrank(const Parameters& p) {
    double nue_unused, ini_unused, stiff, damp;
    unpack(p, {&M1, &M2, &M3, &L1, &L2, &J1, &J2, &EE, &nue_unused, &BB, &HH, &rho, &grav, &omega,
               &ini_unused, &stiff, &damp});
    is_stiff = stiff != 0;
    discretise(damp != 0);
  }

  void discretise(bool damped) {
    const double area = BB * HH, fm = rho * area * L2, fk = EE * area / L2, fb = area * L2;
    const double pi2 = kPi * kPi, pi3 = pi2 * kPi, pi4 = pi2 * pi2, slender = HH * HH / (L2 * L2);
    rod.mass[0][0] = rod.mass[1][1] = fm / 2;
    rod.mass[2][2] = 8 * fm;
    rod.mass[2][3] = rod.mass[3][2] = fm;
    rod.mass[3][3] = 2 * fm;
    rod.stiffness[0][0] = fk * pi4 / 24 * slender;
    rod.stiffness[1][1] = fk * pi4 * 2 / 3 * slender;
    rod.stiffness[2][2] = fk * 16 / 3;
    rod.stiffness[2][3] = rod.stiffness[3][2] = -fk * 8 / 3;
    rod.stiffness[3][3] = fk * 7 / 3;
    rod.coupling[0][2] = -fb * 16 / pi3;
    rod.coupling[0][3] = fb * (8 / pi3 - 1 / kPi);
    rod.coupling[1][3] = fb * 0.5 / kPi;
    for (int i = 0; i < kModes; ++i)
      for (int j = 0; j < i; ++j) rod.coupling[i][j] = -rod.coupling[j][i];
    rod.c1 = {0, 0, fb * 2 / 3, fb / 6};
    rod.c2 = {fb * 2 / kPi, 0, 0, 0};
    rod.c12 = {0, 0, L2 * fb / 3, L2 * fb / 6};
    rod.c21 = {L2 * fb / kPi, -L2 * fb * 0.5 / kPi, 0, 0};
    if (damped) {
      rod.damping[0][0] = 5;
      rod.damping[1][1] = 25;
      rod.damping[2] = {0, 0, 0.5 * 2.308375455264791e2, -0.5 * 2.62688487992052e2};
      rod.damping[3] = {0, 0, -0.5 * 2.626884879920526e2, 0.5 * 4.217421837156818e2};
    }
    kappa1 = 0.5 * EE * area * pi2 / (L2 * L2);
    kappa2 = 80 / (9 * pi2);
  }

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    const S *v = y + kPositions, *w = y + 2 * kPositions, *lambda = y + 3 * kPositions;
    S *balance = f + 2 * kPositions, *constraint = f + 3 * kPositions;
    for (int i = 0; i < 2 * kPositions; ++i) f[i] = y[i + kPositions];
    forces(y, v, balance);
    subtract_inertia(y, w, balance);
    constrain(y, v, lambda, balance, constraint);
  }

  // r = F(p, p')
  template <class S>
  void forces(const S* y, const S* v, S* r) const {
    const S &phi1 = y[0], &phi2 = y[1], &v1 = v[0], &v2 = v[1], *q = y + 3, *dq = v + 3;
    const S s = sin(phi1 - phi2), c = cos(phi1 - phi2);
    const S cos2 = cos(phi2), sin2 = sin(phi2);
    const S c1q = dot(rod.c1, q), c2q = dot(rod.c2, q);
    const Modes<S> mq = times(rod.mass, q), kq = times(rod.stiffness, q),
                   bdq = times(rod.coupling, dq), ddq = times(rod.damping, dq);
    const double half = 0.5 * L1 * L2 * M2;
    const S dq_mq = dq[0] * mq[0] + dq[1] * mq[1] + dq[2] * mq[2] + dq[3] * mq[3];
    r[0] = -0.5 * L1 * grav * (M1 + 2 * M2) * cos(phi1) - half * v2 * v2 * s +
           rho * L1 * v2 * v2 * (c * c2q - s * c1q) -
           2 * rho * L1 * v2 * (c * dot(rod.c1, dq) + s * dot(rod.c2, dq));
    // The term dq^T B dq of the model vanishes, since B is skew.
    r[1] = -0.5 * L2 * grav * M2 * cos2 + half * v1 * v1 * s +
           rho * L1 * v1 * v1 * (s * c1q - c * c2q) - 2 * rho * v2 * dot(rod.c12, dq) -
           2 * v2 * dq_mq - rho * grav * (cos2 * c1q - sin2 * c2q);
    r[2] = 0.0;
    for (int i = 0; i < kModes; ++i)
      r[3 + i] = v2 * v2 * mq[i] +
                 rho * (v2 * v2 * rod.c12[i] + L1 * v1 * v1 * (c * rod.c1[i] + s * rod.c2[i]) +
                        2 * v2 * bdq[i]) -
                 rho * grav * (sin2 * rod.c1[i] + cos2 * rod.c2[i]) - kq[i] - ddq[i];
    if (is_stiff) subtract_nonlinear_stiffness(q, r);
  }

  template <class S>
  void subtract_nonlinear_stiffness(const S* q, S* r) const {
    const S stretch = kappa2 * (-4 * q[2] + 2 * q[3]);
    r[3] -= kappa1 * (q[0] * q[3] - q[1] * stretch);
    r[4] -= kappa1 * (4 * q[1] * q[3] - q[0] * stretch);
    r[5] -= 4 * kappa1 * kappa2 * q[0] * q[1];
    r[6] -= kappa1 * (0.5 * q[0] * q[0] + 2 * q[1] * q[1] - 2 * kappa2 * q[0] * q[1]);
  }

  // r -= M(p) w
  template <class S>
  void subtract_inertia(const S* y, const S* w, S* r) const {
    const S *q = y + 3, *wq = w + 3;
    const S s = sin(y[0] - y[1]), c = cos(y[0] - y[1]);
    const Modes<S> mq = times(rod.mass, q), bq = times(rod.coupling, q), mw = times(rod.mass, wq);
    const S qmq = q[0] * mq[0] + q[1] * mq[1] + q[2] * mq[2] + q[3] * mq[3];
    const S m12 = 0.5 * L1 * L2 * M2 * c + rho * L1 * (s * dot(rod.c2, q) + c * dot(rod.c1, q));
    const S m22 = J2 + qmq + 2 * rho * dot(rod.c12, q);
    r[0] -= (J1 + M2 * L1 * L1) * w[0] + m12 * w[1];
    r[1] -= m12 * w[0] + m22 * w[1];
    r[2] -= M3 * w[2];
    for (int i = 0; i < kModes; ++i) {
      const S m1i = rho * L1 * (c * rod.c2[i] - s * rod.c1[i]);
      const S m2i = rho * (rod.c21[i] - bq[i]);  // q^T B = -(B q)^T
      r[0] -= m1i * wq[i];
      r[1] -= m2i * wq[i];
      r[3 + i] -= m1i * w[0] + m2i * w[1] + mw[i];
    }
  }

  // r -= G^T lambda and the constraints on velocities, -(G v - (0, 0, omega))
  template <class S>
  void constrain(const S* y, const S* v, const S* lambda, S* r, S* g) const {
    const S cos1 = cos(y[0]), sin1 = sin(y[0]), cos2 = cos(y[1]), sin2 = sin(y[1]);
    const S length = L2 + y[6];
    r[0] -= L1 * cos1 * lambda[0] + L1 * sin1 * lambda[1] + lambda[2];
    r[1] -= length * (cos2 * lambda[0] + sin2 * lambda[1]);
    r[2] -= lambda[1];
    r[6] -= sin2 * lambda[0] - cos2 * lambda[1];
    g[0] = -(L1 * cos1 * v[0] + length * cos2 * v[1] + sin2 * v[6]);
    g[1] = -(L1 * sin1 * v[0] + length * sin2 * v[1] + v[2] - cos2 * v[6]);
    g[2] = -(v[0] - omega);
  }

  double M1, M2, M3, L1, L2, J1, J2, EE, BB, HH, rho, grav, omega;
  bool is_stiff;
  double kappa1, kappa2;
  Rod rod;
};

// Consistent for the default parameters.  ini = 1: on the smooth motion; 2: as if the rod were
// rigid, so that it oscillates.
State initial_state(const Parameters& p) {
  const double ini = p[p.size() - 3];
  if (ini == 2) {
    State y(24, 0.0);
    y[2] = 0.45;
    y[7] = 150;
    y[8] = -75;
    y[16] = -3.789473684210526e3;
    y[19] = 1.924342105263158e2;
    y[20] = 1.273026315789474e3;
    y[22] = 2.863023157894737e2;
    return y;
  }
  return {0,
          0,
          0.450016933,
          0,
          0,
          0.103339863e-4,
          0.169327969e-4,  //
          150,
          -74.9957670,
          -0.268938672e-5,
          0.444896105,
          0.463434311e-2,
          -0.178591076e-5,
          -0.268938672e-5,  //
          0,
          -1.344541576008661e-3,
          -5.062194923138079e3,
          -6.833142732779555e-5,
          1.449382650173157e-8,
          -4.268463211410861,
          2.098334687947376e-1,  //
          -6.397251492537153e-08,
          3.824589508329281e2,
          -4.376060460948886e-09};
}

Problem make() {
  Problem p;
  p.name = "crank";
  p.full_name = "Slider Crank";
  p.description = "slider crank with an elastic rod, stiff and oscillatory, index 2";
  p.kind = ProblemClass::dae;
  p.index = 2;
  p.index_counts = {14, 10, 0};
  p.n = 24;
  p.t_end = 0.1;
  p.names = {"phi1",  "phi2", "x3",  "q1",  "q2",  "q3",  "q4",    "vphi1",
             "vphi2", "vx3",  "vq1", "vq2", "vq3", "vq4", "aphi1", "aphi2",
             "ax3",   "aq1",  "aq2", "aq3", "aq4", "la1", "la2",   "la3"};
  p.parameters = {{"M1", 0.36},  {"M2", 0.151104}, {"M3", 0.075552},     {"L1", 0.15},
                  {"L2", 0.30},  {"J1", 0.002727}, {"J2", 0.0045339259}, {"EE", 0.20e12},
                  {"NUE", 0.30}, {"BB", 0.0080},   {"HH", 0.0080},       {"RHO", 7870},
                  {"GRAV", 0},   {"OMEGA", 150}};
  p.options = {{"ini", 1}, {"stiff", 0}, {"damp", 0}};
  p.equations = rhs_equations<SliderCrank>;
  p.mass = semi_explicit_mass(14);
  p.initial = initial_state;
  p.mescd_components = {0, 1, 2, 3, 4, 5, 6};
  p.reference.y = {0.1500000000000104e2,   -0.3311734988256260,    0.1697373328427860,
                   0.1893192899613509e-3,  0.2375751249879174e-4,  -0.5323896770569702e-5,
                   -0.8363313279112129e-5, 0.1500000000000000e3,   0.6025346755138369e2,
                   -0.8753116326670527e1,  -0.3005541400289738e-1, -0.5500431812571696e-2,
                   0.4974111734266989e-3,  0.1105560003626645e-2,  0.0,
                   0.6488737541276957e4,   0.2167938629509884e4,   0.3391137060286523e2,
                   0.1715134772216488,     -0.1422449408912512e1,  0.1003946428124810e1,
                   -0.6232935833287916e2,  -0.1637920993367306e3,  0.2529857947066878e2};
  p.reference.source = "MEBDFI, tol 1e-14";
  p.reference.confirmed_to = 4.1e-15;
  p.reference.confirmed_by =
      "Radau collocation of order 15 in extended precision, and bimd at 1e-13 after reduction to "
      "index 1";
  p.reference.measure = "max |e|/(1+|y|), components 1-7";
  p.reference.best = computed::crank();
  return p;
}

}  // namespace

const Problem& crank() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
