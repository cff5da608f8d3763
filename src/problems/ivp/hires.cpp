// High irradiance response: how light controls the growth of a plant through phytochrome.
// E. Schafer (1975), A new approach to explain the "high irradiance responses" of
// photomorphogenesis on the basis of phytochrome, J. Math. Biol. 2.
#include "problems/ivp/ivp.hpp"

namespace dts {
namespace {

struct Hires {
  explicit Hires(const Parameters& p) {
    unpack(p, {&k1, &k2, &k3, &k4, &k5, &k6, &k7, &k8, &k9, &oks});
  }

  // Pr, Pfr, PrX, PfrX, PrX', PfrX', PfrX'E, E
  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    const S bound = k7 * y[5] * y[7];
    f[0] = -k1 * y[0] + k2 * y[1] + k6 * y[2] + oks;
    f[1] = k1 * y[0] - (k2 + k3) * y[1];
    f[2] = -(k6 + k1) * y[2] + k2 * y[3] + k5 * y[4];
    f[3] = k3 * y[1] + k1 * y[2] - (k4 + k2) * y[3];
    f[4] = -(k5 + k1) * y[4] + k2 * (y[5] + y[6]);
    f[5] = -bound + k8 * y[3] + k1 * y[4] - k2 * y[5] + k8 * y[6];
    f[6] = bound - (k2 + k8 + k9) * y[6];
    f[7] = -f[6];
  }

  double k1, k2, k3, k4, k5, k6, k7, k8, k9, oks;
};

Problem make() {
  Problem p;
  p.name = "hires";
  p.full_name = "Problem HIRES";
  p.description = "light morphogenesis of plants, small and stiff";
  p.n = 8;
  p.t_end = 321.8122;
  p.names = {"Pr", "Pfr", "PrX", "PfrX", "PrX2", "PfrX2", "PfrX2E", "E"};
  p.parameters = {{"k1", 1.71}, {"k2", 0.43}, {"k3", 8.32}, {"k4", 0.69}, {"k5", 0.035},
                  {"k6", 8.32}, {"k7", 280},  {"k8", 0.69}, {"k9", 0.69}, {"Oks", 0.0007}};
  p.equations = rhs_equations<Hires>;
  p.initial = [](const Parameters&) { return State{1, 0, 0, 0, 0, 0, 0, 0.0057}; };
  p.reference.y = {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4,
                   0.1175651343283149e-2, 0.2386356198831331e-2, 0.6238968252742796e-2,
                   0.2849998395185769e-2, 0.2850001604814231e-2};
  p.reference.source = "RADAU5 extended precision, tol 1.1e-18";
  p.reference.confirmed_to = 1.9e-14;
  p.reference.confirmed_by = "gamd and bimd at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& hires() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
