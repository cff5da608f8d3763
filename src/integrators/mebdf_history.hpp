// The past of a multistep method as backward differences D_j = nabla^j y_n at constant spacing h.
#pragma once

#include "core/dense_polynomial.hpp"
#include "core/types.hpp"
#include "integrators/mebdf_tableau.hpp"

#include <array>

namespace dts {

// R(r): the differences at spacing r h are D_m(new) = sum_{j=m}^{k} R_mj D_j.
using RescaleMatrix = std::array<std::array<double, kMebdfMaxOrder + 1>, kMebdfMaxOrder + 1>;
RescaleMatrix rescale_matrix(double r, int k);

class DifferenceHistory {
 public:
  DifferenceHistory(Index n, int max_order) : differences_(n, max_order + 2) {}

  // Order 1 from y_n and y'_n.
  void start(ConstVectorRef y, ConstVectorRef yp, double h);

  int order() const { return order_; }  // D_0 .. D_order are in use
  void raise();                         // takes D_{order+1}, known after a step, into use
  void lower() { --order_; }
  void forget_past() { order_ = 1; }

  auto difference(int j) const { return differences_.col(j); }

  // What the polynomial through the past moves by from t_n to t_n + h: sum_{j=1}^{order} D_j.
  void predict(VectorRef step) const;
  // sum_{0<i<order} c_i D_i
  void combine(const std::array<double, kMebdfMaxOrder>& c, VectorRef sum) const;

  // Becomes the past of y_n + `step` at t_n + h, given that of y_n: D'_0 = D_0 + step, D'_1 = step,
  // D'_j = D'_{j-1} - D_{j-1} up to D'_{order+1}.  The rounding of D'_0 stays out of the others.
  void advance(const DifferenceHistory& past, ConstVectorRef step);

  // From spacing h to r h, exact for polynomials of degree `order`; D_{order+1} is lost.
  void rescale(double r);

  // y over the step [t_old, t_n] from D_0 .. D_{order+1}:
  // sum_j D_j x (x + 1) ... (x + j - 1) / j!,  x = (t - t_n) / h.
  void to_dense(double t_old, double t, double h, DensePolynomial& dense) const;

  void swap(DifferenceHistory& other) {
    differences_.swap(other.differences_);
    std::swap(order_, other.order_);
  }

 private:
  Matrix differences_;  // column j holds D_j
  int order_ = 1;
};

}  // namespace dts
