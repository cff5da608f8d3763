// Seven stars in the plane, attracting each other: smooth but with near collisions.
// Hairer, Norsett & Wanner (1993), Solving ODEs I, II.10.
#include "problems/ivp/ivp.hpp"

namespace dts {
namespace {

struct Pleiades {
  static constexpr int kStars = 7;

  explicit Pleiades(const Parameters&) {}

  // State: all x, all y, all velocities u = x', all velocities v = y'.  Star i has mass i.
  template <class S>
  void rhs(double /*t*/, const S* state, S* f) const {
    const S *x = state, *y = x + kStars, *u = y + kStars, *v = u + kStars;
    S *dx = f, *dy = dx + kStars, *du = dy + kStars, *dv = du + kStars;
    for (int i = 0; i < kStars; ++i) {
      dx[i] = u[i];
      dy[i] = v[i];
      du[i] = 0.0;
      dv[i] = 0.0;
    }
    for (int i = 0; i < kStars; ++i)
      for (int j = i + 1; j < kStars; ++j) {
        const S along_x = x[j] - x[i], along_y = y[j] - y[i];
        const S r2 = along_x * along_x + along_y * along_y;
        const S inverse = 1 / (r2 * sqrt(r2));
        const S ax = along_x * inverse, ay = along_y * inverse;
        const double mass_i = i + 1, mass_j = j + 1;
        du[i] += mass_j * ax;
        dv[i] += mass_j * ay;
        du[j] -= mass_i * ax;
        dv[j] -= mass_i * ay;
      }
  }
};

Problem make() {
  Problem p;
  p.name = "pleiades";
  p.full_name = "Pleiades problem";
  p.description = "seven stars in the plane, non-stiff, with near collisions";
  p.n = 4 * Pleiades::kStars;
  p.t_end = 3;
  p.names = joined({numbered("x", 7), numbered("y", 7), numbered("u", 7), numbered("v", 7)});
  p.equations = rhs_equations<Pleiades>;
  p.initial = [](const Parameters&) {
    return State{3, 3,  -1, -3,    2, -2,   2,     //
                 3, -3, 2,  0,     0, -4,   4,     //
                 0, 0,  0,  0,     0, 1.75, -1.5,  //
                 0, 0,  0,  -1.25, 1, 0,    0};
  };
  p.reference.y = {
      0.3706139143970502,    0.3237284092057233e1,  -0.3222559032418324e1, 0.6597091455775310,
      0.3425581707156584,    0.1562172101400631e1,  -0.7003092922212495,   -0.3943437585517392e1,
      -0.3271380973972550e1, 0.5225081843456543e1,  -0.2590612434977470e1, 0.1198213693392275e1,
      -0.2429682344935824,   0.1091449240428980e1,  0.3417003806314313e1,  0.1354584501625501e1,
      -0.2590065597810775e1, 0.2025053734714242e1,  -0.1155815100160448e1, -0.8072988170223021,
      0.5952396354208710,    -0.3741244961234010e1, 0.3773459685750630,    0.9386858869551073,
      0.3667922227200571,    -0.3474046353808490,   0.2344915448180937e1,  -0.1947020434263292e1};
  p.reference.source = "PSIDE extended precision, tol 1e-16";
  p.reference.confirmed_to = 4.9e-12;
  p.reference.confirmed_by = "bimd and dopri853 at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& pleiades() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
