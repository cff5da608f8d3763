// Phosphorescence of a dye whose triplet state is quenched by oxygen until that is used up; the
// lamp is switched on and off smoothly.  Reconstructed: the list of Schittkowski (2002) names only
// the background.
#include "problems/dae/dae.hpp"

#include <cmath>

namespace dts {
namespace {

struct Phosphorescence {
  explicit Phosphorescence(const Parameters& p) {
    unpack(p, {&I0, &kf, &kisc, &kp, &kq, &eta, &C0, &ton, &toff, &tw});
  }

  // Tr triplet, Ox oxygen, Pd bleached dye; S0 ground state, S1 excited singlet.
  template <class S>
  void rhs(double t, const S* w, S* f) const {
    const S &Tr = w[0], &Ox = w[1], &Pd = w[2], &S0 = w[3], &S1 = w[4];
    const double I = I0 / ((1 + std::exp(-(t - ton) / tw)) * (1 + std::exp((t - toff) / tw)));
    f[0] = kisc * S1 - kp * Tr - kq * Tr * Ox;
    f[1] = -kq * Tr * Ox;
    f[2] = eta * kq * Tr * Ox;
    f[3] = I * S0 - (kf + kisc) * S1;
    f[4] = C0 - S0 - S1 - Tr - Pd;
  }

  double I0, kf, kisc, kp, kq, eta, C0, ton, toff, tw;
};

Problem make() {
  Problem p = semi_explicit_problem("PHOSPH_A", {"Tr", "Ox", "Pd"}, {"S0", "S1"});
  p.full_name = "Phosphorescence";
  p.description = "phosphorescence quenched by oxygen, lamp switched smoothly";
  p.provenance = "reconstructed";
  p.t_end = 21;
  p.parameters = {{"I0", 4},     {"kf", 1000}, {"kisc", 500}, {"kp", 2},    {"kq", 0.05},
                  {"eta", 0.02}, {"C0", 20},   {"ton", 0.5},  {"toff", 20}, {"tw", 0.1}};
  p.equations = rhs_equations<Phosphorescence>;
  p.initial = starting_at({0, 150, 0, 19.99964305432133, 0.00035694567867061786});
  p.scale = {10, 1000, 10, 100, 0.1};
  p.reference = dae_reference({0.9378385722058611, 1.2562630269349517, 2.9748747394613018,
                               16.087284740790327, 1.9475425078428682e-6},
                              "collocation of order 13, step halving agrees to 14.7 digits",
                              2.5e-14, "reduced ODE");
  return p;
}

}  // namespace

const Problem& dae::phosph_a() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
