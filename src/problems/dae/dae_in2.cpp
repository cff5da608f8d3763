// Linear equations of index 2 with time-varying coefficients.  U.M. Ascher & L.R. Petzold (1991),
// Projected implicit Runge-Kutta methods for differential-algebraic equations, SIAM J. Numer. Anal.
// 28, 1097-1120.
#include "problems/dae/dae.hpp"

#include <cmath>

namespace dts {
namespace {

struct LinearIndex2 {
  explicit LinearIndex2(const Parameters& p) { unpack(p, {&al}); }

  template <class S>
  void rhs(double t, const S* w, S* f) const {
    const S &x1 = w[0], &x2 = w[1], &z = w[2];
    f[0] = (al - 1 / (2 - t)) * x1 + (2 - t) * al * z + (3 - t) / (2 - t) * exp(t);
    f[1] = (1 - al) / (t - 2) * x1 - x2 + (al - 1) * z + 2 * exp(t);
    f[2] = (t + 2) * x1 + (t * t - 4) * x2 - (t * t + t - 2) * exp(t);
  }

  double constraint(double t, const double* w) const {
    return (t + 2) * w[0] + (t * t - 4) * w[1] - (t * t + t - 2) * std::exp(t);
  }
  double hidden(double t, const double* w) const {
    return (4 - t * t) * w[2] + (t * t + 2 * t - 4) / (t - 2) * w[0] + (4 + 2 * t - t * t) * w[1] +
           (t - 4) * (t * t - 2) / (t - 2) * std::exp(t);
  }

  double al;
};

Problem make() {
  Problem p = semi_explicit_problem("DAE_IN2", {"x1", "x2"}, {"z"});
  p.full_name = "Linear index-2 system";
  p.description = "linear time-varying equations of index 2";
  p.provenance = "as published, identification ours";
  p.index = 2;
  p.index_counts = {2, 1, 0};
  p.t_end = 1;
  p.parameters = {{"al", 10}};
  p.equations = rhs_equations<LinearIndex2>;
  p.initial = starting_at({1, 1, -0.5});
  p.monitors = {monitor("g0", 0, &LinearIndex2::constraint),
                monitor("g1", 1, &LinearIndex2::hidden)};
  p.scale = {10, 10, 10};
  p.reference = dae_reference({2.718281828459045, 2.718281828459045, -2.718281828459045},
                              "closed form", 1.6e-15, "collocation");
  return p;
}

}  // namespace

const Problem& dae::dae_in2() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
