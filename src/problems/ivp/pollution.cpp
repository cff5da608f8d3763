// Air pollution: 25 reactions of 20 species by mass action.
// J.G. Verwer (1994), Gauss-Seidel iteration for stiff ODEs from chemical kinetics, SIAM J. Sci.
// Comput. 15.
#include "problems/ivp/ivp.hpp"

namespace dts {
namespace {

enum Species {
  NO2,
  NO,
  O3P,
  O3,
  HO2,
  OH,
  HCHO,
  CO,
  ALD,
  MEO2,
  C2O3,
  CO2,
  PAN,
  CH3O,
  HNO3,
  O1D,
  SO2,
  SO4,
  NO3,
  N2O5,
  kSpecies,
  none
};

struct Reaction {
  double k;
  Species a, b;         // reactants
  Species products[4];  // a species named twice gains twice
};

constexpr Reaction kReactions[] = {
    {0.35, NO2, none, {NO, O3P, none, none}},      {26.6, NO, O3, {NO2, none, none, none}},
    {1.23e4, HO2, NO, {NO2, OH, none, none}},      {8.6e-4, HCHO, none, {HO2, HO2, CO, none}},
    {8.2e-4, HCHO, none, {CO, none, none, none}},  {1.5e4, HCHO, OH, {HO2, CO, none, none}},
    {1.3e-4, ALD, none, {MEO2, HO2, CO, none}},    {2.4e4, ALD, OH, {C2O3, none, none, none}},
    {1.65e4, C2O3, NO, {NO2, MEO2, CO2, none}},    {9.0e3, C2O3, NO2, {PAN, none, none, none}},
    {0.022, PAN, none, {C2O3, NO2, none, none}},   {1.2e4, MEO2, NO, {CH3O, NO2, none, none}},
    {1.88, CH3O, none, {HCHO, HO2, none, none}},   {1.63e4, NO2, OH, {HNO3, none, none, none}},
    {4.8e6, O3P, none, {O3, none, none, none}},    {3.5e-4, O3, none, {O1D, none, none, none}},
    {0.0175, O3, none, {O3P, none, none, none}},   {1.0e8, O1D, none, {OH, OH, none, none}},
    {4.44e11, O1D, none, {O3P, none, none, none}}, {1240, SO2, OH, {SO4, HO2, none, none}},
    {2.1, NO3, none, {NO, none, none, none}},      {5.78, NO3, none, {NO2, O3P, none, none}},
    {0.0474, NO2, O3, {NO3, none, none, none}},    {1.78e3, NO3, NO2, {N2O5, none, none, none}},
    {3.12, N2O5, none, {NO3, NO2, none, none}},
};

struct Pollution {
  explicit Pollution(const Parameters& p) : k(p) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    for (int i = 0; i < kSpecies; ++i) f[i] = 0.0;
    const double* kj = k.data();
    for (const Reaction& reaction : kReactions) {
      S rate = *kj++ * y[reaction.a];
      if (reaction.b != none) rate *= y[reaction.b];
      f[reaction.a] -= rate;
      if (reaction.b != none) f[reaction.b] -= rate;
      for (Species product : reaction.products)
        if (product != none) f[product] += rate;
    }
  }

  Parameters k;
};

Problem make() {
  Problem p;
  p.name = "pollution";
  p.full_name = "Pollution problem";
  p.description = "chemistry of air pollution, 25 reactions by mass action";
  p.n = kSpecies;
  p.t_end = 60;
  p.names = {"NO2",  "NO",  "O3P", "O3",   "HO2",  "OH",  "HCHO", "CO",  "ALD", "MEO2",
             "C2O3", "CO2", "PAN", "CH3O", "HNO3", "O1D", "SO2",  "SO4", "NO3", "N2O5"};
  int j = 0;
  for (const Reaction& reaction : kReactions)
    p.parameters.push_back({"k" + std::to_string(++j), reaction.k});
  p.equations = rhs_equations<Pollution>;
  p.initial = [](const Parameters&) {
    State y(kSpecies, 0.0);
    y[NO] = 0.2;
    y[O3] = 0.04;
    y[HCHO] = 0.1;
    y[CO] = 0.3;
    y[ALD] = 0.01;
    y[SO2] = 0.007;
    return y;
  };
  p.reference.y = {
      0.5646255480022769e-1, 0.1342484130422339,    0.4139734331099427e-8, 0.5523140207484359e-2,
      0.2018977262302196e-6, 0.1464541863493966e-6, 0.7784249118997964e-1, 0.3245075353396018,
      0.7494013383880406e-2, 0.1622293157301561e-7, 0.1135863833257075e-7, 0.2230505975721359e-2,
      0.2087162882798630e-3, 0.1396921016840158e-4, 0.8964884856898295e-2, 0.4352846369330103e-17,
      0.6899219696263405e-2, 0.1007803037365946e-3, 0.1772146513969984e-5, 0.5682943292316392e-4};
  p.reference.source = "RADAU5 extended precision, tol 1.1e-18";
  p.reference.confirmed_to = 2.7e-15;
  p.reference.confirmed_by = "gamd and bimd at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& pollution() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
