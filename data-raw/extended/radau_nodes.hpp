// Collocation at the Radau points in extended precision: nodes, differentiation and extrapolation.
#pragma once

#include <cmath>
#include <vector>

namespace extended {

using Real = long double;
using Reals = std::vector<Real>;

// P_s - P_{s-1} of Legendre at 2c - 1: its roots are the right Radau points.
inline Real radau_polynomial(int s, Real c) {
  const Real x = 2 * c - 1;
  Real before = 1, last = x;
  for (int k = 1; k < s; ++k) {
    const Real next = ((2 * k + 1) * x * last - k * before) / (k + 1);
    before = last;
    last = next;
  }
  return last - before;
}

inline Real bisect(int s, Real a, Real b) {
  const bool sign = radau_polynomial(s, a) > 0;
  for (int k = 0; k < 80; ++k) {
    const Real middle = (a + b) / 2;
    ((radau_polynomial(s, middle) > 0) == sign ? a : b) = middle;
  }
  return (a + b) / 2;
}

// Values at x of the Lagrange polynomials of the given nodes.
inline Reals lagrange(const Reals& nodes, Real x) {
  Reals values(nodes.size(), 1);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::size_t j = 0; j < nodes.size(); ++j)
      if (j != i) values[i] *= (x - nodes[j]) / (nodes[i] - nodes[j]);
  return values;
}

// The method of s stages, order 2s - 1.
struct RadauNodes {
  explicit RadauNodes(int stages) : s(stages) {
    const int grid = 4000;
    for (int k = 1; k < grid - 1; ++k) {
      const Real a = Real(k) / grid, b = Real(k + 1) / grid;
      if ((radau_polynomial(s, a) > 0) != (radau_polynomial(s, b) > 0))
        c.push_back(bisect(s, a, b));
    }
    c.push_back(1);
    differentiate();
    start_from_stages = lagrange(c, 0);
  }

  // Y'(c_i) = sum_j D_ij (Y_j - y_0) / h for the polynomial through y_0 and the stages.
  void differentiate() {
    Reals nodes{0};
    nodes.insert(nodes.end(), c.begin(), c.end());
    D.assign(s, Reals(s));
    for (int j = 1; j <= s; ++j) {
      Real scale = 1;  // of the Lagrange polynomial of node j
      for (int k = 0; k <= s; ++k)
        if (k != j) scale *= nodes[j] - nodes[k];
      for (int i = 1; i <= s; ++i) {
        Real slope = 0;
        for (int m = 0; m <= s; ++m) {
          if (m == j) continue;
          Real product = 1;
          for (int k = 0; k <= s; ++k)
            if (k != j && k != m) product *= nodes[i] - nodes[k];
          slope += product;
        }
        D[i - 1][j - 1] = slope / scale;
      }
    }
  }

  int s;
  Reals c;
  std::vector<Reals> D;
  Reals start_from_stages;  // y_0 from the polynomial through all stages
};

}  // namespace extended
