// Car axis: a simple model of a car going over a bumpy road, with its springs very stiff.
// S. Schneider (1994), Integration de systemes d'equations differentielles raides et
// differentielles-algebriques par des methodes de collocations et methodes generales lineaires,
// these, Universite de Geneve.
#include "problems/ivp/ivp.hpp"

#include <cmath>

namespace dts {
namespace {

struct CarAxis {
  explicit CarAxis(const Parameters& p) {
    unpack(p, {&eps, &M, &L, &L0, &r, &w, &g});
    k = M * eps * eps / 2;
  }

  // Positions (xl, yl), (xr, yr) of the wheels' axle ends, their velocities, two multipliers.
  template <class S>
  void rhs(double t, const S* y, S* f) const {
    const S &xl = y[0], &yl = y[1], &xr = y[2], &yr = y[3], &lambda1 = y[8], &lambda2 = y[9];
    const double yb = r * std::sin(w * t), xb = std::sqrt(L * L - yb * yb);
    const S Ll = sqrt(xl * xl + yl * yl);
    const S Lr = sqrt((xr - xb) * (xr - xb) + (yr - yb) * (yr - yb));
    const S left = (L0 - Ll) / Ll, right = (L0 - Lr) / Lr;
    const S dx = xl - xr, dy = yl - yr;
    for (int i = 0; i < 4; ++i) f[i] = y[4 + i];
    f[4] = left * xl + lambda1 * xb + 2 * lambda2 * dx;
    f[5] = left * yl + lambda1 * yb + 2 * lambda2 * dy - k * g;
    f[6] = right * (xr - xb) - 2 * lambda2 * dx;
    f[7] = right * (yr - yb) - 2 * lambda2 * dy - k * g;
    f[8] = xb * xl + yb * yl;
    f[9] = dx * dx + dy * dy - L * L;
  }

  double eps, M, L, L0, r, w, g;
  double k;
};

Problem make() {
  Problem p;
  p.name = "caraxis";
  p.full_name = "Car Axis problem";
  p.description = "car axis on a bumpy road, multibody system of index 3";
  p.kind = ProblemClass::dae;
  p.index = 3;
  p.index_counts = {4, 4, 2};
  p.n = 10;
  p.t_end = 3;
  p.names = {"xl", "yl", "xr", "yr", "xla", "yla", "xra", "yra", "lam1", "lam2"};
  p.parameters = {{"eps", 1e-2}, {"M", 10}, {"L", 1}, {"L0", 0.5}, {"r", 0.1}, {"w", 10}, {"g", 1}};
  p.equations = rhs_equations<CarAxis>;
  p.mass = [](const Parameters& q) {
    const double k = CarAxis(q).k;
    return diagonal_mass({1, 1, 1, 1, k, k, k, k, 0, 0});
  };
  p.initial = [](const Parameters& q) {
    const CarAxis car(q);
    const double v = -car.L0 / car.L;
    return State{0, car.L0, car.L, car.L0, v, 0, v, 0, 0, 0};
  };
  p.reference.y = {0.493455784275402809122e-1,  0.496989460230171153861,
                   0.104174252488542151681e1,   0.373911027265361256927,
                   -0.770583684040972357970e-1, 0.744686658723778553466e-2,
                   0.175568157537232222276e-1,  0.770341043779251976443,
                   -0.473688659084893324729e-2, -0.110468033125734368808e-2};
  p.reference.source = "GAMD quadruple precision, tol 1e-24";
  p.reference.confirmed_to = 1.8e-11;
  p.reference.confirmed_by =
      "Radau collocation of order 15 in extended precision, and bimd at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& caraxis() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
