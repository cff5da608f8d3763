// Elastic beam, clamped at one end, with a force on the other: eigenvalues along the imaginary
// axis. E. Hairer & G. Wanner (1996), Solving ODEs II, IV.10.
#include "problems/ivp/beam_data.hpp"
#include "problems/ivp/ivp.hpp"

#include <array>
#include <cmath>
#include <iterator>

namespace dts {
namespace {

constexpr int kElements = 40;
constexpr double kPi = 3.14159265358979323846;

// The force at the free end grows and fades within half a period: F_x = -load, F_y = load.
double load(double t) { return t > kPi ? 0.0 : 1.5 * std::sin(t) * std::sin(t); }

// Angles z of the elements and their velocities w:  z' = w,  w' = C v + D u  with  C u = g.
struct Beam {
  explicit Beam(const Parameters&) {}

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    constexpr int n = kElements;
    const S *z = y, *w = y + n;
    std::array<S, n> cosine, sine, v, u;  // of z_l - z_{l+1}
    for (int l = 0; l + 1 < n; ++l) {
      cosine[l] = cos(z[l] - z[l + 1]);
      sine[l] = sin(z[l] - z[l + 1]);
    }
    bending(t, z, v);
    for (int l = 0; l < n; ++l) {  // g = D v + w^2, and C v
      u[l] = w[l] * w[l];
      f[l] = w[l];
      f[n + l] = diagonal(l) * v[l];
      if (l > 0) {
        u[l] += sine[l - 1] * v[l - 1];
        f[n + l] -= cosine[l - 1] * v[l - 1];
      }
      if (l + 1 < n) {
        u[l] -= sine[l] * v[l + 1];
        f[n + l] -= cosine[l] * v[l + 1];
      }
    }
    solve(cosine, u);
    for (int l = 0; l < n; ++l) {  // + D u
      if (l > 0) f[n + l] += sine[l - 1] * u[l - 1];
      if (l + 1 < n) f[n + l] -= sine[l] * u[l + 1];
    }
  }

  static double diagonal(int l) { return l == 0 ? 1 : l == kElements - 1 ? 3 : 2; }

  // v_l = n^4 (z_{l-1} - 2 z_l + z_{l+1}) + n^2 (F_y cos z_l - F_x sin z_l), z_0 = -z_1 (clamped),
  // z_{n+1} = z_n (free)
  template <class S>
  static void bending(double t, const S* z, std::array<S, kElements>& v) {
    constexpr int n = kElements;
    constexpr double n2 = n * n, n4 = n2 * n2;
    const double force = n2 * load(t);
    for (int l = 0; l < n; ++l) {
      const S before = l > 0 ? z[l - 1] : S(-z[0]), after = l + 1 < n ? z[l + 1] : z[n - 1];
      v[l] = n4 * (before - 2 * z[l] + after) + force * (cos(z[l]) + sin(z[l]));
    }
  }

  // C u = g for tridiagonal C with off-diagonal -cosine; g in u on entry.
  template <class S>
  static void solve(const std::array<S, kElements>& cosine, std::array<S, kElements>& u) {
    constexpr int n = kElements;
    std::array<S, n> pivot;
    pivot[0] = diagonal(0);
    for (int l = 1; l < n; ++l) {
      const S factor = cosine[l - 1] / pivot[l - 1];
      pivot[l] = diagonal(l) - factor * cosine[l - 1];
      u[l] += factor * u[l - 1];
    }
    u[n - 1] /= pivot[n - 1];
    for (int l = n - 2; l >= 0; --l) u[l] = (u[l] + cosine[l] * u[l + 1]) / pivot[l];
  }
};

Problem make() {
  Problem p;
  p.name = "beam";
  p.full_name = "Beam";
  p.description = "elastic beam, oscillatory with eigenvalues near the imaginary axis";
  p.n = 2 * kElements;
  p.t_end = 5;
  p.equations = rhs_equations<Beam>;
  p.initial = [](const Parameters&) { return State(2 * kElements, 0.0); };
  p.reference.y.assign(std::begin(kBeamReference), std::end(kBeamReference));
  p.reference.source = "RADAU extended precision, tol 1.1e-18";
  p.reference.confirmed_to = 8.5e-11;
  p.reference.confirmed_by = "gamd at 1e-12 and bimd at 1e-13, each beside the published values";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& beam() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
