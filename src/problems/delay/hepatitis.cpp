// Acute hepatitis B infection: virus, liver cells and immune response.
// G.A. Bocharov, G.I. Marchuk, A.A. Romanyukha (1996), Numerical solution by LMMs of stiff delay
// differential systems modelling an immune response, Numer. Math. 73.
#include "problems/delay/delay.hpp"

namespace dts {
namespace {

struct Hepatitis {
  explicit Hepatitis(const Parameters& p) {
    unpack(p, {&a1,  &a2,  &a3,  &a4,  &a5,  &a6,  &a7,  &a8,  &a9,  &a10, &a11, &a12, &a13,
               &a14, &a15, &a16, &a17, &a18, &a19, &a20, &a21, &a22, &a23, &a24, &a25, &a26,
               &a27, &a28, &a29, &a30, &a31, &a32, &a33, &a34, &a35, &a36, &a37, &a38, &a39});
  }

  template <class S>
  void arguments(double t, const S*, S* alpha) const {
    const double tau[] = {0.6, 0.6, 2, 2, 3};
    for (int k = 0; k < 5; ++k) alpha[k] = t - tau[k];
  }
  // Z(k, j): variable j at delay k, both counted from 1 as in the paper
  template <class S>
  void rhs(double /*t*/, const S* y, const S* z, S* f) const {
    const auto Z = [z](int k, int j) { return z[10 * (k - 1) + j - 1]; };
    const S y1 = y[0], y2 = y[1], y3 = y[2], y4 = y[3], y5 = y[4], y6 = y[5], y7 = y[6], y8 = y[7];
    const S xi = 1 - y3 / a7, v = a7 - y2 - y3;
    f[0] = a1 * y2 + a2 * a3 * y2 * y7 - a4 * y1 * y[9] - a5 * y1 - a6 * y1 * v;
    f[1] = a8 * y1 * v - a3 * y2 * y7 - a9 * y2;
    f[2] = a3 * y2 * y7 + a9 * y2 - a10 * y3;
    f[3] = a11 * a12 * y1 - a13 * y4;
    f[4] = a14 * (xi * a15 * Z(1, 4) * Z(1, 5) - y4 * y5) - a16 * y4 * y5 * y7 + a17 * (a18 - y5);
    f[5] = a19 * (xi * a20 * Z(2, 4) * Z(2, 6) - y4 * y6) - a21 * y4 * y6 * y8 + a22 * (a23 - y6);
    f[6] = a24 * (xi * a25 * Z(3, 4) * Z(3, 5) * Z(3, 7) - y4 * y5 * y7) - a26 * y2 * y7 +
           a27 * (a28 - y7);
    f[7] = a29 * (xi * a30 * Z(4, 4) * Z(4, 6) * Z(4, 8) - y4 * y6 * y8) + a31 * (a32 - y8);
    f[8] = a33 * xi * a34 * Z(5, 4) * Z(5, 6) * Z(5, 8) + a35 * (a36 - y[8]);
    f[9] = a37 * y[8] - a38 * y[9] * y1 - a39 * y[9];
  }

  double a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20,
      a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39;
};

// Healthy, but for a small dose of viruses; the antibodies are in equilibrium.
State initial(const Parameters& p) {
  const Hepatitis a(p);
  return {2.9e-16, 0, 0, 0, a.a18, a.a23, a.a28, a.a32, a.a36, a.a37 * a.a36 / a.a39};
}

Problem make() {
  Problem p;
  p.name = "hepatitis";
  p.collection = "delay";
  p.kind = ProblemClass::dde;
  p.full_name = "Problem HEPATITIS";
  p.description = "acute hepatitis B infection, stiff, badly scaled, five delays";
  p.n = 10;
  p.t_end = 130;
  p.parameters = {
      {"a1", 83.0},     {"a2", 5.0},      {"a3", 6.6e14},   {"a4", 3.0e11},  {"a5", 0.4},
      {"a6", 2.5e7},    {"a7", 0.5e-12},  {"a8", 2.3e9},    {"a9", 0.052},   {"a10", 0.15},
      {"a11", 9.4e9},   {"a12", 1.0e-15}, {"a13", 1.2},     {"a14", 2.7e16}, {"a15", 2.0},
      {"a16", 5.3e27},  {"a17", 1.0},     {"a18", 1.0e-18}, {"a19", 2.7e16}, {"a20", 2.0},
      {"a21", 8.0e28},  {"a22", 1.0},     {"a23", 1.0e-19}, {"a24", 5.3e33}, {"a25", 16.0},
      {"a26", 1.6e14},  {"a27", 0.4},     {"a28", 1.0e-18}, {"a29", 8.0e32}, {"a30", 16.0},
      {"a31", 0.1},     {"a32", 1.0e-18}, {"a33", 1.7e30},  {"a34", 3.0},    {"a35", 0.4},
      {"a36", 4.3e-22}, {"a37", 0.85e7},  {"a38", 8.6e11},  {"a39", 0.043}};
  p.initial = initial;
  p.delay.n_lags = 5;
  p.delay.equations = delay_equations<Hepatitis>;
  p.delay.history = [](const Parameters& q, double) { return initial(q); };
  p.delay.lagged = {3, 4, 5, 6, 7};
  p.delay.grid = [](const Parameters&) { return std::vector<double>{0.6, 2, 3}; };
  p.delay.atol_ratio = State(10, 1e-20);
  p.reference.y = {0,
                   0,
                   8.395600218406e-15,
                   4.8553037279556e-27,
                   9.99996681078904751e-19,
                   1.00002258429593208e-19,
                   2.8089397834159e-11,
                   2.2412963678927e-12,
                   1.4170102186021e-17,
                   5.944521340327e-08};
  p.reference.source = "two independent codes, 12 digits; the first two are below 1e-45";
  p.reference.confirmed_to = 1e-12;
  return p;
}

}  // namespace

const Problem& hepatitis() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
