// F-5: the Airy function Ai(-t) and the zeros of it and of its derivative.
#include "problems/roots/roots.hpp"

namespace dts {
namespace {

struct Airy {
  static constexpr int kRoots = 2;
  static constexpr bool kRootsUseDerivative = true;
  explicit Airy(const Parameters&) {}

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = -t * y[0];
  }
  void roots(double /*t*/, const double* y, const double* yp, double* g) const {
    g[0] = y[0];
    g[1] = yp[0];
  }
};

Problem make() {
  Problem p =
      root_problem("F-5", "Airy function", "zeros of Ai(-t) and of its derivative", 2, -1, 12);
  p.equations = rhs_equations<Airy>;
  p.initial = [](const Parameters&) {
    return State{0.13529241631288141552, 0.15914744129679321279};
  };
  p.roots.list = {root_at(1.018792971647471089, 2, {0.53565665601569986114, 0}),
                  root_at(2.3381074104597670385, 1, {0, -0.70121082272069136249}),
                  root_at(3.2481975821798365379, 2, {-0.4190154780325639543, 0}),
                  root_at(4.0879494441309706166, 1, {0, 0.80311136965486396363}),
                  root_at(4.8200992111787356394, 2, {0.3804064686281532824, 0}),
                  root_at(5.5205598280955510591, 1, {0, -0.86520402589415193084}),
                  root_at(6.1633073556394865476, 2, {-0.35790794371229224676, 0}),
                  root_at(6.7867080900717589988, 1, {0, 0.91085073704960180307}),
                  root_at(7.3721772550477701771, 2, {0.34230124441162382579, 0}),
                  root_at(7.9441335871208531231, 1, {0, -0.94733570944156776559}),
                  root_at(8.4884867340197221329, 2, {-0.33047622914796686631, 0}),
                  root_at(9.0226508533409803802, 1, {0, 0.97792280856949861095}),
                  root_at(9.5354490524335474707, 2, {0.32102228819471640186, 0}),
                  root_at(10.040174341558085931, 1, {0, -1.0043701226603119685}),
                  root_at(10.527660396957407282, 2, {-0.31318539097868179099, 0}),
                  root_at(11.008524303733262893, 1, {0, 1.0277386888207861767}),
                  root_at(11.475056633480245295, 2, {0.30651729388277720027, 0}),
                  root_at(11.936015563236262517, 1, {0, -1.048720648588189548})};
  p.roots.goals = {RootGoal{}, RootGoal{1e3, 1}};
  return complete(p, "values of the Airy function",
                  {-0.066555175054373129474, -1.0231104533679707299});
}

}  // namespace

const Cases& airy() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
