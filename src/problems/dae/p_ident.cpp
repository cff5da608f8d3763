// Cyclic first-order reactions a -> b -> c -> a in a closed system, the third balance replaced by
// conservation of mass.  Reconstructed; linear, with closed form.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct CyclicReactions {
  explicit CyclicReactions(const Parameters& p) { unpack(p, {&k1, &k2, &k3}); }

  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &a = w[0], &b = w[1], &c = w[2];
    f[0] = -k1 * a + k3 * c;
    f[1] = k1 * a - k2 * b;
    f[2] = a + b + c - 1;
  }

  double k1, k2, k3;
};

Problem make() {
  Problem p = semi_explicit_problem("P_IDENT", {"a", "b"}, {"c"});
  p.full_name = "Parameter identification";
  p.description = "cyclic first-order reactions with conservation of mass";
  p.provenance = "reconstructed";
  p.t_end = 5;
  p.parameters = {{"k1", 1}, {"k2", 0.5}, {"k3", 2}};
  p.equations = rhs_equations<CyclicReactions>;
  p.initial = starting_at({1, 0, 0});
  p.scale = {1, 1, 1};
  p.reference = dae_reference({0.28559277466153254, 0.5715178820610265, 0.142889343277441},
                              "closed form", 7.9e-16, "collocation");
  return p;
}

}  // namespace

const Problem& dae::p_ident() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
