// F-6: a root inside a layer of width sqrt(eps), at time zero.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct BoundaryLayer {
  static constexpr int kRoots = 1;
  explicit BoundaryLayer(const Parameters& p) : eps(p[0]) {}

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    const double width = eps + t * t;
    f[0] = y[1];
    f[1] = -3 * eps * y[0] / (width * width);
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0]; }

  double eps;
};

State exact(double eps, double t) {
  const double width = eps + t * t;
  return {t / std::sqrt(width), eps / (width * std::sqrt(width))};
}

Problem make(const std::string& name, double eps) {
  Problem p =
      root_problem(name, "boundary layer", "a root in a thin layer around t = 0", 2, -0.1, 0.1);
  p.parameters = {{"eps", eps}};
  p.equations = rhs_equations<BoundaryLayer>;
  p.initial = [](const Parameters& parameters) { return exact(parameters[0], -0.1); };
  p.exact = [eps](double t) { return exact(eps, t); };
  p.roots.list = {root_at(0, 1)};
  return complete(p, "closed form");
}

}  // namespace

const Cases& boundary_layer() {
  static const Cases cases = {make("F-6 eps=1e-4", 1e-4), make("F-6 eps=1e-6", 1e-6)};
  return cases;
}

}  // namespace dts
