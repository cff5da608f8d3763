// Plant cells in suspension: Monod growth with dissolved oxygen in quasi-steady state, product
// formation after Luedeking and Piret.  Reconstructed: the list of Schittkowski (2002) names only
// the background.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

struct PlantCells {
  explicit PlantCells(const Parameters& p) {
    unpack(p, {&mumax, &Ks, &Ko, &Yxs, &ms, &kLa, &Osat, &Yxo, &mo, &al, &be});
  }

  // X biomass, S sugar, Pr product; mu growth rate, O dissolved oxygen.
  template <class Scalar>
  void rhs(double /*t*/, const Scalar* w, Scalar* f) const {
    const Scalar &X = w[0], &S = w[1], &mu = w[3], &O = w[4];
    f[0] = mu * X;
    f[1] = -(mu / Yxs + ms * S / (Ks + S)) * X;
    f[2] = (al * mu + be) * X;
    f[3] = mu - mumax * S / (Ks + S) * O / (Ko + O);
    f[4] = kLa * (Osat - O) - (mu / Yxo + mo) * X;
  }

  double mumax, Ks, Ko, Yxs, ms, kLa, Osat, Yxo, mo, al, be;
};

Problem make() {
  Problem p = semi_explicit_problem("CELLS", {"X", "S", "Pr"}, {"mu", "O"});
  p.full_name = "Plant cell culture";
  p.description = "plant cells in suspension, growth limited by oxygen";
  p.provenance = "reconstructed";
  p.t_end = 12;
  p.parameters = {{"mumax", 0.4}, {"Ks", 1.5},  {"Ko", 0.5}, {"Yxs", 0.5},
                  {"ms", 0.02},   {"kLa", 240}, {"Osat", 8}, {"Yxo", 0.001},
                  {"mo", 20},     {"al", 0.05}, {"be", 0.01}};
  p.equations = rhs_equations<PlantCells>;
  p.initial = starting_at({0.5, 30, 0, 0.3562668628432768, 7.21611070240984});
  p.scale = {100, 100, 10, 1, 10};
  p.reference =
      dae_reference({13.279894522660673, 3.368283940578369, 1.2517244605732913, 0.1178752826791045,
                     0.3709616197477846},
                    "collocation of order 13, step halving agrees to 14.5 digits", 1.6e-14, "bimd");
  return p;
}

}  // namespace

const Problem& dae::cells() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
