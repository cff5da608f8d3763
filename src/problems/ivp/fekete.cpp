// Elliptic Fekete points: twenty particles on the unit sphere repel each other until they rest.
// M. Shub & S. Smale (1993), Complexity of Bezout's theorem III, J. Complexity 9; P.M. Pardalos
// (1995), An open global optimization problem on the unit sphere, J. Global Optim. 6.  Stabilized
// formulation of index 2: test set for IVP solvers, release 2.4.
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/fekete_data.hpp"
#include "problems/ivp/ivp.hpp"

#include <array>
#include <cmath>
#include <iterator>

namespace dts {
namespace {

constexpr int kParticles = 20;
constexpr double kDamping = 0.5;
constexpr double kPi = 3.14159265358979323846;

// Forces on the particles at p: sum over j != i of (p_i - p_j) / |p_i - p_j|^2.
template <class S>
void repulsion(const S* p, S* force) {
  for (int i = 0; i < 3 * kParticles; ++i) force[i] = 0.0;
  for (int i = 0; i < kParticles; ++i)
    for (int j = i + 1; j < kParticles; ++j) {
      const S *pi = p + 3 * i, *pj = p + 3 * j;
      const S dx = pi[0] - pj[0], dy = pi[1] - pj[1], dz = pi[2] - pj[2];
      const S inverse = 1 / (dx * dx + dy * dy + dz * dz);
      const std::array<S, 3> f{dx * inverse, dy * inverse, dz * inverse};
      for (int k = 0; k < 3; ++k) {
        force[3 * i + k] += f[k];
        force[3 * j + k] -= f[k];
      }
    }
}

// State: all positions p, all velocities q, multipliers lambda and mu.
struct Fekete {
  explicit Fekete(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    constexpr int n = kParticles;
    const S *p = y, *q = y + 3 * n, *lambda = y + 6 * n, *mu = y + 7 * n;
    S *dp = f, *dq = f + 3 * n;
    repulsion(p, dq);
    for (int i = 0; i < n; ++i) {
      S length = -1.0, speed = 0.0;
      for (int k = 3 * i; k < 3 * i + 3; ++k) {
        dp[k] = q[k] + 2 * mu[i] * p[k];
        dq[k] += -kDamping * q[k] + 2 * lambda[i] * p[k];
        length += p[k] * p[k];
        speed += p[k] * q[k];
      }
      f[6 * n + i] = length;
      f[7 * n + i] = 2 * speed;
    }
  }
};

State initial_points(const Parameters&) {
  State y(8 * kParticles, 0.0);
  for (int i = 1; i <= kParticles; ++i) {
    double omega, beta;
    if (i <= 3) {
      omega = 2 * kPi * i / 3 + kPi / 13;
      beta = 3 * kPi / 8;
    } else if (i <= 10) {
      omega = 2 * kPi * (i - 3) / 7 + kPi / 29;
      beta = kPi / 8;
    } else if (i <= 16) {
      omega = 2 * kPi * (i - 10) / 6 + kPi / 7;
      beta = -2 * kPi / 15;
    } else {
      omega = 2 * kPi * (i - 17) / 4 + kPi / 17;
      beta = -3 * kPi / 10;
    }
    double* p = y.data() + 3 * (i - 1);
    p[0] = std::cos(omega) * std::cos(beta);
    p[1] = std::sin(omega) * std::cos(beta);
    p[2] = std::sin(beta);
  }
  // lambda keeps the acceleration tangential: p . q' = 0
  std::array<double, 3 * kParticles> force;
  repulsion(y.data(), force.data());
  for (int i = 0; i < kParticles; ++i)
    for (int k = 3 * i; k < 3 * i + 3; ++k) y[6 * kParticles + i] -= 0.5 * y[k] * force[k];
  return y;
}

Problem make() {
  Problem p;
  p.name = "fekete";
  p.full_name = "Fekete problem";
  p.description = "particles on a sphere repelling each other, index 2";
  p.kind = ProblemClass::dae;
  p.index = 2;
  p.index_counts = {120, 40, 0};
  p.n = 8 * kParticles;
  p.t_end = 1000;
  for (const char* kind : {"p", "q"})
    for (int i = 1; i <= kParticles; ++i)
      for (const char* axis : {"x", "y", "z"})
        p.names.push_back(std::string(kind) + axis + std::to_string(i));
  p.names = joined({p.names, numbered("lambda", kParticles), numbered("mu", kParticles)});
  p.equations = rhs_equations<Fekete>;
  p.mass = semi_explicit_mass(6 * kParticles);
  p.storage = Storage::sparse;  // pays with complex matrices, costs nothing with real ones
  p.initial = initial_points;
  p.reference.y.assign(std::begin(kFeketeReference), std::end(kFeketeReference));
  p.reference.source = "RADAU5, tol 1e-12";
  p.reference.confirmed_to = 5.4e-14;
  p.reference.confirmed_by = "gamd and bimd at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  p.reference.best = computed::fekete();
  return p;
}

}  // namespace

const Problem& fekete() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
