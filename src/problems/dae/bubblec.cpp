// Batch distillation of benzene and toluene: still, three plates, reflux drum; the bubble point of
// each stage gives its temperature.  Reconstructed after C.D. Holland & A.I. Liapis (1983),
// Computer Methods for Solving Dynamic Separation Problems.
#include "problems/dae/dae.hpp"

namespace dts {
namespace {

// Vapour pressures in mmHg at T degrees Celsius (Antoine).
template <class S>
S benzene(const S& T) {
  return pow(10.0, 6.90565 - 1211.033 / (220.790 + T));
}
template <class S>
S toluene(const S& T) {
  return pow(10.0, 6.95464 - 1344.800 / (219.482 + T));
}

struct BatchColumn {
  explicit BatchColumn(const Parameters& p) { unpack(p, {&P, &V, &R, &U, &UD}); }

  // M0 liquid in the still, x[j] benzene in still, plates and drum, distillate S and benzene SB in
  // it; T[j] temperatures.  The bubble points are taken in logarithms, for which Newton's method
  // converges from any reasonable temperature.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &M0 = w[0], *x = w + 1, *T = w + 8;
    const double D = V / (1 + R), L = V - D;
    S vapour[4];  // benzene in the vapour that leaves each stage
    for (int j = 0; j < 4; ++j) vapour[j] = x[j] * benzene(T[j]) / P;
    f[0] = -D;
    f[1] = (L * (x[1] - x[0]) - V * (vapour[0] - x[0])) / M0;
    for (int j = 1; j < 4; ++j)
      f[1 + j] = (L * (x[j + 1] - x[j]) + V * (vapour[j - 1] - vapour[j])) / U;
    f[5] = V * (vapour[3] - x[4]) / UD;
    f[6] = D;
    f[7] = D * x[4];
    for (int j = 0; j < 5; ++j)
      f[8 + j] = log((x[j] * benzene(T[j]) + (1 - x[j]) * toluene(T[j])) / P);
  }

  double total(double, const double* w) const { return w[0] + w[6] - kTotal; }

  static constexpr double kTotal = 100;
  double P, V, R, U, UD;
};

Problem make() {
  Problem p = semi_explicit_problem("BUBBLEC", {"M0", "x0", "x1", "x2", "x3", "x4", "S", "SB"},
                                    {"T0", "T1", "T2", "T3", "T4"});
  p.full_name = "Batch distillation column";
  p.description = "bubble point calculation in a batch distillation column";
  p.provenance = "reconstructed";
  p.t_end = 6;
  p.parameters = {{"P", 760}, {"V", 40}, {"R", 3}, {"U", 1}, {"UD", 2}};
  p.equations = rhs_equations<BatchColumn>;
  p.initial =
      starting_at({BatchColumn::kTotal, 0.5, 0.5, 0.5, 0.5, 0.5, 0, 0, 92.11171982536395,
                   92.11171982536395, 92.11171982536395, 92.11171982536395, 92.11171982536395});
  p.monitors = {monitor("M0 + S - 100", Monitor::kInvariant, &BatchColumn::total)};
  p.scale = {100, 1, 1, 1, 1, 1, 100, 100, 1000, 1000, 1000, 1000, 100};
  p.reference = dae_reference(
      {39.99999999999997, 0.06505470315149747, 0.0816543938826334, 0.12262555401220566,
       0.21964745643037603, 0.41918431877107304, 60, 48.635515832072734, 107.64894962985372,
       106.9230765274107, 105.18606068371109, 101.3575241885895, 94.53961359507778},
      "collocation of order 13, step halving agrees to 15.2 digits", 6.3e-14, "bimd");
  return p;
}

}  // namespace

const Problem& dae::bubblec() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
