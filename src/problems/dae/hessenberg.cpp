// DAE_I1, DAE_I2, DAE_I3: an academic example with known solution in formulations of index 1, 2, 3.
// E. Hairer, C. Lubich & M. Roche (1989), The Numerical Solution of Differential-Algebraic Systems
// by Runge-Kutta Methods, Springer LNM 1409; L. Jay (1993), BIT 33, 137-150.  That the list of
// Schittkowski (2002) means this example is our identification.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

// y1 = z1 = exp(2t), y2 = z2 = exp(-t), u = exp(t)
template <int index>
struct Hessenberg {
  explicit Hessenberg(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &y1 = w[0], &y2 = w[1], &z1 = w[2], &z2 = w[3], &u = w[4];
    f[0] = 2 * y1 * y2 * z1 * z2;
    f[1] = -y1 * y2 * z2 * z2;
    f[2] = (y1 * y2 + z1 * z2) * u;
    f[3] = -y1 * y2 * y2 * z2 * z2 * u;
    f[4] = constraint<3 - index>(w);
  }

  // g0, g1 = g0' / (2 y1 y2^2 z2), g2 = g1'
  template <int level, class S>
  static S constraint(const S* w) {
    const S &y1 = w[0], &y2 = w[1], &z1 = w[2], &z2 = w[3], &u = w[4];
    if constexpr (level == 0) return y1 * y2 * y2 - 1;
    if constexpr (level == 1) return y2 * z1 - y1 * z2;
    if constexpr (level == 2)
      return u * (y2 * (y1 * y2 + z1 * z2) + y1 * y1 * y2 * y2 * z2 * z2) -
             3 * y1 * y2 * z1 * z2 * z2;
  }

  double g0(double, const double* w) const { return constraint<0>(w); }
  double g1(double, const double* w) const { return constraint<1>(w); }
  double g2(double, const double* w) const { return constraint<2>(w); }
};

template <int index>
Problem make() {
  const std::string number = std::to_string(index);
  Problem p = semi_explicit_problem("DAE_I" + number, {"y1", "y2", "z1", "z2"}, {"u"});
  p.full_name = "Academic example of index " + number;
  p.description = "academic example with known solution, index-" + number + " formulation";
  p.provenance = "as published, identification ours";
  p.index = index;
  if (index == 3) p.index_counts = {2, 2, 1};
  if (index == 2) p.index_counts = {4, 1, 0};
  p.t_end = 1;
  p.equations = rhs_equations<Hessenberg<index>>;
  p.initial = starting_at({1, 1, 1, 1, 1});
  const auto level = [](int k) { return k < 3 - index ? Monitor::kInvariant : k - (3 - index); };
  p.monitors = {monitor("g0", level(0), &Hessenberg<index>::g0),
                monitor("g1", level(1), &Hessenberg<index>::g1),
                monitor("g2", level(2), &Hessenberg<index>::g2)};
  p.scale = {10, 1, 10, 1, 10};
  p.reference = dae_reference({7.38905609893065, 0.36787944117144233, 7.38905609893065,
                               0.36787944117144233, 2.718281828459045},
                              "closed form", 3.2e-16, "collocation of order 13");
  return p;
}

}  // namespace

const Problem& dae::dae_i1() {
  static const Problem problem = make<1>();
  return problem;
}

const Problem& dae::dae_i2() {
  static const Problem problem = make<2>();
  return problem;
}

const Problem& dae::dae_i3() {
  static const Problem problem = make<3>();
  return problem;
}

}  // namespace dts
