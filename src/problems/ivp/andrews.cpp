// Andrews' squeezing mechanism: seven rigid bodies in the plane, driven by a motor.
// W. Schiehlen (1990), Multibody Systems Handbook, Springer; E. Hairer & G. Wanner (1996), Solving
// ODEs II, VII.7.
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/ivp.hpp"

#include <array>
#include <cmath>

namespace dts {
namespace {

constexpr int kAngles = 7;
constexpr int kConstraints = 6;

// Angles q = (beta, Theta, gamma, Phi, delta, Omega, epsilon), q', w = q'', multipliers lambda.
struct Andrews {
  explicit Andrews(const Parameters& p) {
    unpack(p, {&m1, &m2, &m3, &m4, &m5, &m6, &m7, &xa, &ya, &xb, &yb, &xc, &yc, &c0,
               &i1, &i2, &i3, &i4, &i5, &i6, &i7, &d,  &da, &e,  &ea, &rr, &ra, &l0,
               &ss, &sa, &sb, &sc, &sd, &ta, &tb, &u,  &ua, &ub, &zf, &zt, &fa, &mom});
    a = e - ea;
    b = zf - fa;
  }

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    const S *q = y, *dq = y + kAngles, *w = y + 2 * kAngles, *lambda = y + 3 * kAngles;
    S *balance = f + 2 * kAngles, *constraint = f + 3 * kAngles;
    for (int i = 0; i < 2 * kAngles; ++i) f[i] = y[i + kAngles];
    inertia(q, w, balance);
    subtract_forces(q, dq, balance);
    constrain(q, lambda, balance, constraint);
  }

  // M(q) w
  template <class S>
  void inertia(const S* q, const S* w, S* r) const {
    const S cos_theta = cos(q[1]), sin_phi = sin(q[3]), sin_omega = sin(q[5]);
    const S m11 = m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * cos_theta + da * da) + i1 + i2;
    const S m21 = m2 * (da * da - da * rr * cos_theta) + i2;
    const double m22 = m2 * da * da + i2;
    const double m33 = m3 * (sa * sa + sb * sb) + i3;
    const double m44 = m4 * a * a + i4;
    const S m54 = m4 * (a * a + zt * a * sin_phi) + i4;
    const S m55 =
        m4 * (zt * zt + 2 * zt * a * sin_phi + a * a) + m5 * (ta * ta + tb * tb) + i4 + i5;
    const double m66 = m6 * b * b + i6;
    const S m76 = m6 * (b * b - u * b * sin_omega) + i6;
    const S m77 = m6 * (b * b - 2 * u * b * sin_omega + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;
    r[0] = m11 * w[0] + m21 * w[1];
    r[1] = m21 * w[0] + m22 * w[1];
    r[2] = m33 * w[2];
    r[3] = m44 * w[3] + m54 * w[4];
    r[4] = m54 * w[3] + m55 * w[4];
    r[5] = m66 * w[5] + m76 * w[6];
    r[6] = m76 * w[5] + m77 * w[6];
  }

  template <class S>
  void subtract_forces(const S* q, const S* dq, S* r) const {
    const S &dbeta = dq[0], &dtheta = dq[1], &dphi = dq[3], &ddelta = dq[4], &domega = dq[5],
            &depsilon = dq[6];
    const S sin_theta = sin(q[1]), cos_phi = cos(q[3]), cos_omega = cos(q[5]);
    const S sin_gamma = sin(q[2]), cos_gamma = cos(q[2]);
    // the spring between (xc, yc) and the point D
    const S dx = sd * cos_gamma + sc * sin_gamma + xb - xc;
    const S dy = sd * sin_gamma - sc * cos_gamma + yb - yc;
    const S length = sqrt(dx * dx + dy * dy);
    const S force = -c0 * (length - l0) / length;
    r[0] -= mom - m2 * da * rr * dtheta * (dtheta + 2 * dbeta) * sin_theta;
    r[1] -= m2 * da * rr * dbeta * dbeta * sin_theta;
    r[2] -=
        force * (dx * (sc * cos_gamma - sd * sin_gamma) + dy * (sd * cos_gamma + sc * sin_gamma));
    r[3] -= m4 * zt * a * ddelta * ddelta * cos_phi;
    r[4] -= -m4 * zt * a * dphi * (dphi + 2 * ddelta) * cos_phi;
    r[5] -= -m6 * u * b * depsilon * depsilon * cos_omega;
    r[6] -= m6 * u * b * domega * (domega + 2 * depsilon) * cos_omega;
  }

  // g(q), and r += G(q)^T lambda with G = dg/dq
  template <class S>
  void constrain(const S* q, const S* lambda, S* r, S* g) const {
    const S &beta = q[0], &gamma = q[2], &delta = q[4], &epsilon = q[6];
    const S bt = beta + q[1], pd = q[3] + delta, oe = q[5] + epsilon;
    const S X = rr * cos(beta) - d * cos(bt), Y = rr * sin(beta) - d * sin(bt);
    g[0] = X - ss * sin(gamma) - xb;
    g[1] = Y + ss * cos(gamma) - yb;
    g[2] = X - e * sin(pd) - zt * cos(delta) - xa;
    g[3] = Y + e * cos(pd) - zt * sin(delta) - ya;
    g[4] = X - zf * cos(oe) - u * sin(epsilon) - xa;
    g[5] = Y - zf * sin(oe) + u * cos(epsilon) - ya;
    const S odd = lambda[0] + lambda[2] + lambda[4], even = lambda[1] + lambda[3] + lambda[5];
    r[0] += (-rr * sin(beta) + d * sin(bt)) * odd + (rr * cos(beta) - d * cos(bt)) * even;
    r[1] += d * sin(bt) * odd - d * cos(bt) * even;
    r[2] += -ss * cos(gamma) * lambda[0] - ss * sin(gamma) * lambda[1];
    r[3] += -e * cos(pd) * lambda[2] - e * sin(pd) * lambda[3];
    r[4] +=
        (-e * cos(pd) + zt * sin(delta)) * lambda[2] + (-e * sin(pd) - zt * cos(delta)) * lambda[3];
    r[5] += zf * sin(oe) * lambda[4] - zf * cos(oe) * lambda[5];
    r[6] += (zf * sin(oe) - u * cos(epsilon)) * lambda[4] +
            (-zf * cos(oe) - u * sin(epsilon)) * lambda[5];
  }

  double m1, m2, m3, m4, m5, m6, m7, xa, ya, xb, yb, xc, yc, c0, i1, i2, i3, i4, i5, i6, i7, d, da,
      e, ea, rr, ra, l0, ss, sa, sb, sc, sd, ta, tb, u, ua, ub, zf, zt, fa, mom;
  double a, b;
};

// Consistent for the default parameters.
State initial_position(const Parameters&) {
  State y(3 * kAngles + kConstraints, 0.0);
  y[0] = -0.0617138900142764496358948458001;
  y[2] = 0.455279819163070380255912382449;
  y[3] = 0.222668390165885884674473185609;
  y[4] = 0.487364979543842550225598953530;
  y[5] = -0.222668390165885884674473185609;
  y[6] = 1.23054744454982119249735015568;
  y[14] = 14222.4439199541138705911625887;
  y[15] = -10666.8329399655854029433719415;
  y[21] = 98.5668703962410896057654982170;
  y[22] = -6.12268834425566265503114393122;
  return y;
}

Problem make() {
  Problem p;
  p.name = "andrews";
  p.full_name = "Andrews' squeezing mechanism";
  p.description = "seven-body mechanism, multibody system of index 3";
  p.kind = ProblemClass::dae;
  p.index = 3;
  p.index_counts = {7, 7, 13};
  p.n = 3 * kAngles + kConstraints;
  p.t_end = 0.03;
  p.names =
      joined({numbered("q", 7), numbered("dq", 7), numbered("dq2", 7), numbered("lambda", 6)});
  p.parameters = {
      {"m1", .04325},   {"m2", .00365},   {"m3", .02373},   {"m4", .00706},   {"m5", .07050},
      {"m6", .00706},   {"m7", .05498},   {"xa", -.06934},  {"ya", -.00227},  {"xb", -.03635},
      {"yb", .03273},   {"xc", .014},     {"yc", .072},     {"c0", 4530},     {"i1", 2.194e-6},
      {"i2", 4.410e-7}, {"i3", 5.255e-6}, {"i4", 5.667e-7}, {"i5", 1.169e-5}, {"i6", 5.667e-7},
      {"i7", 1.912e-5}, {"d", 28e-3},     {"da", 115e-4},   {"e", 2e-2},      {"ea", 1421e-5},
      {"rr", 7e-3},     {"ra", 92e-5},    {"l0", 7785e-5},  {"ss", 35e-3},    {"sa", 1874e-5},
      {"sb", 1043e-5},  {"sc", 18e-3},    {"sd", 2e-2},     {"ta", 2308e-5},  {"tb", 916e-5},
      {"u", 4e-2},      {"ua", 1228e-5},  {"ub", 449e-5},   {"zf", 2e-2},     {"zt", 4e-2},
      {"fa", 1421e-5},  {"mom", 33e-3}};
  p.equations = rhs_equations<Andrews>;
  p.mass = semi_explicit_mass(2 * kAngles);
  p.initial = initial_position;
  p.reference.y = {
      0.1581077119629904e2,  -0.1575637105984298e2, 0.4082224013073101e-1, -0.5347301163226948,
      0.5244099658805304,    0.5347301163226948,    0.1048080741042263e1,  0.1139920302151208e4,
      -0.1424379294994111e4, 0.1103291221937134e2,  0.1929337464421385e2,  0.5735699284790808,
      -0.1929337464421385e2, 0.3231791658026955,    -0.2463176316945196e5, 0.5185037701610329e5,
      0.3241025686413781e6,  0.5667493645176213e6,  0.1674362929479361e5,  -0.5667493645176222e6,
      0.9826520791458422e4,  0.1991753333731910e3,  -0.2975531228015052e2, 0.2306654119098399e2,
      0.3145271365475927e2,  0.2264249232082739e2,  0.1161740700019673e2};
  p.reference.source = "PSIDE extended precision, tol 1e-14";
  p.reference.confirmed_to = 5.0e-11;
  p.reference.confirmed_by =
      "Radau collocation of order 15 in extended precision, and gamd at 1e-13 after reduction to "
      "index 1";
  p.reference.measure = "max |e|/(1+|y|)";
  p.reference.best = computed::andrews();
  return p;
}

}  // namespace

const Problem& andrews() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
