// Unipolar hydrodynamic model of a semiconductor, isotropic case.  U.M. Ascher & L.R. Petzold
// (1998), Computer Methods for Ordinary Differential Equations and Differential-Algebraic
// Equations, SIAM.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct Hydrodynamic {
  explicit Hydrodynamic(const Parameters& p) { unpack(p, {&J, &al}); }

  // phi auxiliary variable, E electric field; rho electron density.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &phi = w[0], &E = w[1], &rho = w[2];
    f[0] = rho * E - al * J;
    f[1] = rho - 1;
    f[2] = J * J + rho * rho - phi * rho;
  }

  double J, al;
};

Problem make() {
  Problem p = semi_explicit_problem("HYDRODYN", {"phi", "E"}, {"rho"});
  p.full_name = "Hydrodynamic semiconductor model";
  p.description = "hydrodynamic model of a semiconductor, two branches";
  p.provenance = "as published, interval ours";
  p.t_end = 2;
  p.parameters = {{"J", 0.5}, {"al", 0.1}};
  p.equations = rhs_equations<Hydrodynamic>;
  p.initial = starting_at({3.08, -1.14, 2.9965713164826497});
  p.scale = {10, 10, 10};
  p.reference =
      dae_reference({2.7137342145986145, 0.9638091556528483, 2.618250612372522},
                    "collocation of order 13, step halving agrees to 14.6 digits", 6.3e-15, "bimd");
  return p;
}

}  // namespace

const Problem& dae::hydrodyn() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
