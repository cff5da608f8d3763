// Human lung as one compartment: elastic recoil, airway resistance after Rohrer, periodic muscular
// pressure.  Reconstructed: the list of Schittkowski (2002) names only the background.
#include "problems/dae/dae.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kPi = 3.14159265358979323846;

struct Respiration {
  explicit Respiration(const Parameters& p) { unpack(p, {&C, &R1, &R2, &d, &Pm, &Tb}); }

  // V volume above rest; Q flow.
  template <class S>
  void rhs(double t, const S* w, S* f) const {
    const S &V = w[0], &Q = w[1];
    const double Pr = 0.5 * Pm * (1 - std::cos(2 * kPi * t / Tb));
    f[0] = Q;
    f[1] = V / C + R1 * Q + R2 * Q * sqrt(Q * Q + d * d) - Pr;
  }

  double C, R1, R2, d, Pm, Tb;
};

Problem make() {
  Problem p = semi_explicit_problem("RESPIR", {"V"}, {"Q"});
  p.full_name = "Human respiratory system";
  p.description = "breathing: flow from an implicit law of resistance";
  p.provenance = "reconstructed";
  p.t_end = 12;
  p.parameters = {{"C", 0.1}, {"R1", 1.5}, {"R2", 0.8}, {"d", 0.05}, {"Pm", 6}, {"Tb", 4}};
  p.equations = rhs_equations<Respiration>;
  p.initial = starting_at({0, 0});
  p.scale = {1, 1};
  p.reference = dae_reference({0.020260756358939286, -0.12596669230098653},
                              "collocation of order 13, step halving agrees to 14.8 digits",
                              1.3e-15, "reduced ODE");
  return p;
}

}  // namespace

const Problem& dae::respir() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
