#include "integrators/mebdf_history.hpp"

#include "core/by_fours.hpp"

#include <cassert>
#include <utility>

namespace dts {

// nabla_rh = 1 - (1 - nabla_h)^r = sum_{s>=1} c_s nabla_h^s with c_1 = r, c_{s+1} = c_s
// (s-r)/(s+1); row m of R holds the coefficients of its m-th power.  For r < 1 every c_s is
// positive, so that unlike the explicit alternating sum nothing cancels.
RescaleMatrix rescale_matrix(double r, int k) {
  RescaleMatrix power{};
  power[0][0] = 1;
  power[1][1] = r;
  for (int s = 1; s < k; ++s) power[1][s + 1] = power[1][s] * (s - r) / (s + 1);
  for (int m = 2; m <= k; ++m)
    for (int j = m; j <= k; ++j)
      for (int s = 1; s <= j - m + 1; ++s) power[m][j] += power[1][s] * power[m - 1][j - s];
  return power;
}

void DifferenceHistory::start(ConstVectorRef y, ConstVectorRef yp, double h) {
  order_ = 1;
  differences_.setZero();
  differences_.col(0) = y;
  differences_.col(1) = h * yp;
}

void DifferenceHistory::raise() {
  assert(order_ + 2 < differences_.cols());
  ++order_;
}

void DifferenceHistory::predict(VectorRef step) const {
  const Index n = differences_.rows();
  by_fours(n, [&](auto few, Index k) {
    const double* d = differences_.data() + k + order_ * n;
    auto sum = few.load(d);
    for (int j = order_ - 1; j >= 1; --j) sum += few.load(d -= n);
    few.store(step.data() + k, sum);
  });
}

void DifferenceHistory::combine(const std::array<double, kMebdfMaxOrder>& c, VectorRef sum) const {
  if (order_ == 1) {
    sum.setZero();
    return;
  }
  const Index n = differences_.rows();
  by_fours(n, [&](auto few, Index k) {
    few.store(sum.data() + k,
              combination(few, differences_.data() + n + k, n, c.data() + 1, order_ - 1));
  });
}

void DifferenceHistory::advance(const DifferenceHistory& past, ConstVectorRef step) {
  order_ = past.order_;
  const Index n = differences_.rows();
  by_fours(n, [&](auto few, Index k) {
    const double* before = past.differences_.data() + k;
    double* d = differences_.data() + k;
    auto difference = few.load(step.data() + k);
    few.store(d, few.load(before) + difference);
    few.store(d += n, difference);
    for (int j = 2; j <= order_ + 1; ++j) {
      difference -= few.load(before += n);
      few.store(d += n, difference);
    }
  });
}

void DifferenceHistory::rescale(double r) {
  const RescaleMatrix factors = rescale_matrix(r, order_);
  // R is upper triangular: overwriting from the first row on never spoils what later rows need.
  for (int m = 1; m <= order_; ++m) {
    differences_.col(m) *= factors[m][m];
    for (int j = m + 1; j <= order_; ++j)
      differences_.col(m) += factors[m][j] * differences_.col(j);
  }
}

void DifferenceHistory::to_dense(double t_old, double t, double h, DensePolynomial& dense) const {
  const int degree = order_ + 1;
  dense.set_span(t_old, t, t, h);
  dense.set_degree(degree);
  double factorial = 1;
  for (int j = 0; j <= degree; ++j) {
    if (j > 1) factorial *= j;
    const double* from = differences_.data() + j * differences_.rows();
    double* to = dense.coefficients().data() + j * differences_.rows();
    by_fours(differences_.rows(),
             [&](auto few, Index k) { few.store(to + k, few.load(from + k) / factorial); });
    if (j < degree) dense.nodes()[j] = -j;
  }
}

}  // namespace dts
