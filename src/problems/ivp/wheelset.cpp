// Railway wheelset on a straight track: rolling contact of wheels and rails, creep forces.
// B. Simeon, C. Fuhrer & P. Rentrop (1991), Introduction to differential-algebraic equations in
// vehicle system dynamics, Surv. Math. Ind. 1; creep forces: A. Jaschinski (1990), On the
// application of similarity laws to a scaled railway bogie model, TU Delft.
#include "problems/branch.hpp"
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/ivp.hpp"

#include <array>
#include <cmath>

namespace dts {
namespace {

constexpr double kPi = 3.1415926;  // as truncated in the published model
constexpr double kScale = 1e4;     // of the multipliers
constexpr double kSmallestDeterminant = 1e-8;

// Position, velocity and multiplier space: x, y, z, theta, phi.
enum { X, Y, Z, Theta, Phi, kCoordinates };

template <class S>
S sign_of(const S& x) {
  return choose(x < 0, S(-1.0), S(1.0));
}

// State: p = (x, y, z, theta, phi), v = p', beta, contact variables psi and xi of the right and of
// the left side, multipliers of the left and of the right side.
struct Wheelset {
  explicit Wheelset(const Parameters& p) {
    double ha_unused;  // acts on curved track only
    unpack(p, {&MR, &G,     &V,  &RN0, &LI1, &LI2, &MA,     &ha_unused, &MU, &XL,  &CX, &CZ, &E,
               &GG, &SIGMA, &GM, &C11, &C22, &C23, &DELTA0, &AR,        &RS, &EPS, &B1, &B2});
    slope = std::tan(DELTA0);
    rail_centre = AR + RS * std::sin(DELTA0);
  }

  // Sines and cosines of the position, and the angular velocity of the set.
  template <class S>
  struct Attitude {
    explicit Attitude(const S* y, double nominal)
        : sin_theta(sin(y[Theta])),
          cos_theta(cos(y[Theta])),
          sin_phi(sin(y[Phi])),
          cos_phi(cos(y[Phi])),
          omega(nominal + y[10]) {}
    S sin_theta, cos_theta, sin_phi, cos_phi, omega;
  };

  // The contact of one wheel with its rail.
  template <class S>
  struct Contact {
    double side;  // +1 left, -1 right
    S xi, sin_psi, cos_psi;
    S R, dR;  // radius of the wheel and its slope
    S rail_slope, rail_curvature;
    std::array<S, kCoordinates> Q;  // row of the constraint matrix
    S delta;                        // contact angle
    std::array<S, 2> conditions;    // that fix psi and xi
  };

  template <class S>
  Contact<S> contact(double side, const S* y, const S& psi, const S& xi, const Attitude<S>& at,
                     bool& legal) const {
    Contact<S> c;
    c.side = side;
    c.xi = xi;
    c.sin_psi = sin(psi);
    c.cos_psi = cos(psi);
    const S st = at.sin_theta, ct = at.cos_theta, sp = at.sin_phi, cp = at.cos_phi;
    const S distance = abs(xi);
    c.R = RN0 + slope * (AR - distance);
    c.dR = -sign_of(xi) * slope;
    if (!(distance > B1 && distance < B2)) legal = false;

    const S abscissa = y[X] + xi * ct * cp + c.R * (ct * sp * c.cos_psi - st * c.sin_psi);
    const S across = rail_centre - abs(abscissa);
    if (!(across < RS - EPS && across > -(RS - EPS))) legal = false;
    const S height = sqrt(RS * RS - across * across);
    const S bend = sign_of(abscissa) * across / height;
    c.rail_slope = bend;
    c.rail_curvature = -RS * RS / (height * height * height);

    c.Q = {bend, S(-1.0), S(0.0),
           bend * (c.R * (-ct * c.sin_psi - c.cos_psi * sp * st) - xi * cp * st),
           -c.R * c.cos_psi * sp - xi * cp + bend * (c.R * cp * c.cos_psi * ct - xi * ct * sp)};
    const S normal = c.dR * sp + c.cos_psi * cp;
    c.delta = atan(((c.dR * cp - sp * c.cos_psi) * ct + c.sin_psi * st) / (-side * normal));
    c.conditions = {bend * normal + c.dR * ct * cp - ct * sp * c.cos_psi + st * c.sin_psi,
                    c.dR * st * cp - st * sp * c.cos_psi - ct * c.sin_psi};
    return c;
  }

  // Size of the contact area under the normal force N.
  template <class S>
  S contact_size(const Contact<S>& c, const S& N) const {
    const S bend2 = 1 + c.rail_slope * c.rail_slope;
    const S a = 1 / (2 * c.R * sqrt(1 + c.dR * c.dR));
    const S b = 0.5 * -c.rail_curvature / (bend2 * sqrt(bend2));  // the wheel profile is straight
    return pow(3 * abs(N) * (1 - SIGMA) * E / (2 * kPi * (a + b) * GM * std::sqrt(GG)), 1.0 / 3);
  }

  // Force of the rail on the wheel by creep, saturating at the limit of friction MU N.
  template <class S>
  std::array<S, 3> creep_force(const Contact<S>& c, const S* y, const Attitude<S>& at,
                               const S& N) const {
    const S &dx = y[5], &dy = y[6], &dz = y[7], &dtheta = y[8], &dphi = y[9];
    const S sd = sin(c.delta), cd = cos(c.delta), yaw = y[Theta] / cd;
    const S st = sin(yaw), ct = cos(yaw), sp = at.sin_phi, cp = at.cos_phi;
    const S spin = at.omega * c.R, lever = c.xi * sp - c.R * cp * c.cos_psi;
    const S w1 = -spin * (st * c.cos_psi + ct * sp * c.sin_psi) + dx -
                 dtheta * (c.R * (st * sp * c.cos_psi + ct * c.sin_psi) + c.xi * st * cp) -
                 dphi * ct * lever;
    const S w2 = spin * cp * c.sin_psi + dy + dphi * (c.xi * cp + c.R * sp * c.cos_psi);
    const S w3 = -spin * (ct * c.cos_psi - st * sp * c.sin_psi) + V + dz -
                 dtheta * (c.xi * ct * cp + c.R * (ct * sp * c.cos_psi - st * c.sin_psi)) +
                 dphi * st * lever;
    const S r1 = w1 - 2 * dx, r2 = w2 - 2 * dy, r3 = w3 - 2 * dz - 2 * V;
    const S rolling = 0.5 * sqrt(r1 * r1 + r2 * r2 + r3 * r3);
    const S nu_x = (st * w1 + ct * w3) / rolling;
    const S nu_y = (ct * cd * w1 + c.side * sd * w2 - st * cd * w3) / rolling;
    const S spin_creep = (-c.side * sd * at.omega + cd * dtheta) / rolling;

    const S limit = MU * N, size = contact_size(c, N), g2 = GM * size * size;
    const S tx = -limit * tanh(g2 * C11 * nu_x / limit);
    const S ty = -limit * tanh(g2 * C22 * nu_y / limit + g2 * size * C23 * spin_creep / limit);
    const S t2 = tx * tx + ty * ty;
    const S factor = choose(t2 > limit * limit, S(abs(limit) / sqrt(t2)), S(1.0));
    const S fx = factor * tx, fy = factor * ty;
    return {st * fx + ct * cd * fy, c.side * sd * fy, ct * fx - st * cd * fy};
  }

  template <class S>
  void add_force(const Contact<S>& c, const std::array<S, 3>& T, const Attitude<S>& at,
                 S* f) const {
    const S st = at.sin_theta, ct = at.cos_theta, sp = at.sin_phi, cp = at.cos_phi;
    const S rs = c.R * c.sin_psi, rc = c.R * c.cos_psi;
    for (int k = 0; k < 3; ++k) f[5 + k] += T[k];
    f[8] += -(c.xi * st + rs * ct * cp) * T[0] - rs * sp * T[1] + (rs * st * cp - c.xi * ct) * T[2];
    f[9] += -(c.xi * ct * sp - rc * ct * cp) * T[0] + (c.xi * cp + rc * sp) * T[1] +
            (c.xi * st * sp - rc * st * cp) * T[2];
    f[10] += -(rc * st + rs * ct * sp) * T[0] + rs * cp * T[1] - (rc * ct - rs * st * sp) * T[2];
  }

  template <class S>
  Evaluation residual(double /*t*/, const S* y, const S* yp, S* r) const {
    bool legal = true;
    const Attitude<S> at(y, V / RN0);
    const Contact<S> left = contact(1.0, y, y[13], y[14], at, legal);
    const Contact<S> right = contact(-1.0, y, y[11], y[12], at, legal);
    const S e1 = kScale * y[15], e2 = kScale * y[16];
    std::array<S, kCoordinates> guide;
    for (int k = 0; k < kCoordinates; ++k) guide[k] = left.Q[k] * e1 + right.Q[k] * e2;

    // normal forces from the constraint forces
    const S sl = sin(left.delta), cl = cos(left.delta);
    const S sr = sin(right.delta), cr = cos(right.delta);
    const S det = -sl * cr - sr * cl;
    if (!(abs(det) >= kSmallestDeterminant)) legal = false;
    const S normal_left = (cr * guide[0] - sr * guide[1]) / det;
    const S normal_right = (-cl * guide[0] - sl * guide[1]) / det;

    smooth_forces(y, at, guide, r);
    add_force(left, creep_force(left, y, at, normal_left), at, r);
    add_force(right, creep_force(right, y, at, normal_right), at, r);
    r[11] = 0.0;
    r[12] = 0.0;
    for (int k : {X, Y, Theta, Phi}) {  // Q_z = 0
      r[11] += left.Q[k] * y[5 + k];
      r[12] += right.Q[k] * y[5 + k];
    }
    for (int k = 0; k < 2; ++k) {
      r[13 + k] = left.conditions[k];
      r[15 + k] = right.conditions[k];
    }
    subtract_from_inertia(at, yp, r);
    return legal ? Evaluation::ok : Evaluation::rejected;
  }

  // Everything in f but the creep forces and the constraints.
  template <class S>
  void smooth_forces(const S* y, const Attitude<S>& at, const std::array<S, kCoordinates>& guide,
                     S* f) const {
    const S &dtheta = y[8], &dphi = y[9], &sp = at.sin_phi, &cp = at.cos_phi;
    const S spring = -2 * XL * XL * CZ * y[Theta];
    for (int k = 0; k < kCoordinates; ++k) f[k] = y[5 + k];
    f[5] = guide[0] - 2 * CX * y[X];
    f[6] = guide[1] - (MR + MA) * G;
    f[7] = guide[2] - 2 * CZ * y[Z];
    f[8] = LI2 * dtheta * dphi * sp - LI1 * at.omega * dphi - (LI1 - LI2) * dtheta * dphi * sp +
           cp * spring + guide[3];
    f[9] = LI1 * at.omega * dtheta * cp + (LI1 - LI2) * dtheta * dtheta * sp * cp + guide[4];
    f[10] = -LI1 * dtheta * dphi * cp + sp * spring;
  }

  // r = (leading matrix) y' - r
  template <class S>
  void subtract_from_inertia(const Attitude<S>& at, const S* yp, S* r) const {
    for (int k = 0; k < 5; ++k) r[k] = yp[k] - r[k];
    for (int k = 5; k < 8; ++k) r[k] = MR * yp[k] - r[k];
    r[8] = LI2 * at.cos_phi * yp[8] - r[8];
    r[9] = LI2 * yp[9] - r[9];
    r[10] = LI1 * at.sin_phi * yp[8] + LI1 * yp[10] - r[10];
    for (int k = 11; k < 17; ++k) r[k] = -r[k];
  }

  // y' of the position, velocity and beta from the equations; 0 for the algebraic variables.
  State derivative(const State& y) const {
    const State zero(y.size(), 0.0);
    State r(y.size()), yp(y.size(), 0.0);
    residual(0.0, y.data(), zero.data(), r.data());
    const double phi = y[Phi];
    for (int k = 0; k < 5; ++k) yp[k] = -r[k];
    for (int k = 5; k < 8; ++k) yp[k] = -r[k] / MR;
    yp[8] = -r[8] / (LI2 * std::cos(phi));
    yp[9] = -r[9] / LI2;
    yp[10] = -r[10] / LI1 - std::sin(phi) * yp[8];
    return yp;
  }

  double MR, G, V, RN0, LI1, LI2, MA, MU, XL, CX, CZ, E, GG, SIGMA, GM, C11, C22, C23, DELTA0, AR,
      RS, EPS, B1, B2;
  double slope, rail_centre;
};

Problem make() {
  Problem p;
  p.name = "wheelset";
  p.full_name = "Wheelset";
  p.description = "railway wheelset with creep forces, implicit, index 2";
  p.kind = ProblemClass::ide;
  p.index = 2;
  p.index_counts = {15, 2, 0};
  p.n = 17;
  p.t_end = 10;
  p.names = {"x",  "y",    "z",  "theta", "phi", "v1", "v2",   "v3",  "v4",
             "v5", "beta", "q1", "q2",    "q3",  "q4", "lam1", "lam2"};
  p.parameters = {{"MR", 16.08},
                  {"G", 9.81},
                  {"V", 30},
                  {"RN0", 0.1},
                  {"LI1", 0.0605},
                  {"LI2", 0.366},
                  {"MA", 0},
                  {"HA", 0.2},
                  {"MU", 0.12},
                  {"XL", 0.19},
                  {"CX", 6400},
                  {"CZ", 6400},
                  {"E", 1.3537956},
                  {"GG", 0.7115218},
                  {"SIGMA", 0.28},
                  {"GM", 7.92e10},
                  {"C11", 4.72772197},
                  {"C22", 4.27526987},
                  {"C23", 1.97203505},
                  {"DELTA0", 0.0262},
                  {"AR", 0.1506},
                  {"RS", 0.06},
                  {"EPS", 0.00001},
                  {"B1", 0},
                  {"B2", 4}};
  p.equations = residual_equations<Wheelset>;
  p.initial = [](const Parameters&) {
    return State{0.14941e-2,
                 0.40089e-6,
                 0.11241e-5,
                 -0.28573e-3,
                 0.26459e-3,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 -7.4122380357667139e-6,
                 -0.1521364296121248,
                 7.5634406395172940e-6,
                 0.1490635714733819,
                 -8.3593e-3,
                 -7.4144e-3};
  };
  p.derivative_rule = [](const Parameters& q, double, const State& y) {
    return Wheelset(q).derivative(y);
  };
  p.printed_derivative = {0,
                          0,
                          0,
                          0,
                          0,
                          -1.975258894011285,
                          -1.0898297102811276e-3,
                          7.8855083626142589e-2,
                          -5.533362821731549,
                          -0.3487021489546511,
                          -2.132968724380927,
                          0,
                          0,
                          0,
                          0,
                          0,
                          0};
  p.reference.y = {0.86355386965811e-2,  0.13038281022727e-4, -0.93635784016818e-4,
                   -0.13642299804033e-1, 0.15292895005422e-2, -0.76985374142666e-1,
                   -0.25151106429207e-3, 0.20541188079539e-2, -0.23904837703692,
                   -0.13633468454173e-1, -0.24421377661131,   -0.33666751972196e-3,
                   -0.15949425684022,    0.37839614386969e-3, 0.14173214964613,
                   -0.10124044903201e-1, -0.56285630573753e-2};
  p.reference.source = "DASSL, tol 1e-9";
  p.reference.confirmed_to = 8.7e-11;
  p.reference.confirmed_by =
      "Radau collocation of order 17 in extended precision, and mebdfi at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  p.reference.best = computed::wheelset();
  return p;
}

}  // namespace

const Problem& wheelset() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
