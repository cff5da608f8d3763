#include "integrators/radau_stages.hpp"

#include "core/by_fours.hpp"
#include "integrators/radau_tableau.hpp"

#include <cmath>

namespace dts {

namespace {

using Tableau = RadauTableau;

// result = (B x I) v for a 3 x 3 matrix B.
void transform(const double (&b)[3][3], const Matrix& v, Matrix& result) {
  const Index n = v.rows();
  by_fours(n, [&](auto few, Index k) {
    const double* from = v.data() + k;
    const auto x = few.load(from), y = few.load(from + n), z = few.load(from + 2 * n);
    double* to = result.data() + k;
    for (int i = 0; i < 3; ++i) few.store(to + i * n, b[i][0] * x + b[i][1] * y + b[i][2] * z);
  });
}

// The mean square norm over the three stages of v, given as a function of the place in memory.
template <class Values>
double stage_norm(Index n, ConstVectorRef weights, Values&& v) {
  double sum = 0;
  by_fours(n, [&](auto few, Index k) {
    const auto w = few.load(weights.data() + k);
    for (Index i = 0; i < 3; ++i) sum += (v(few, i * n + k) / w).square().sum();
  });
  return std::sqrt(sum / static_cast<double>(3 * n));
}

}  // namespace

RadauStages::RadauStages(const Structure& jacobian, const StructuredMatrix* mass,
                         RealIterationMatrix& real)
    : mass_(mass),
      real_(real),
      complex_(make_iteration_matrix<std::complex<double>>(jacobian, mass)),
      z_(jacobian.n, 3),
      w_(jacobian.n, 3),
      f_(jacobian.n, 3),
      dw_(jacobian.n, 3),
      mw_(jacobian.n, 3),
      pair_(jacobian.n, 1),
      combination_(jacobian.n) {}

bool RadauStages::factor_complex(double h, const StructuredMatrix& jacobian) {
  return complex_->factor({Tableau::alpha / h, Tableau::beta / h}, mass_, jacobian);
}

void RadauStages::set_zero() {
  z_.setZero();
  w_.setZero();
}

void RadauStages::transform_stages() { transform(Tableau::T_inverse, z_, w_); }

void RadauStages::set_linear(double h, ConstVectorRef slope) {
  for (int i = 0; i < 3; ++i) z_.col(i) = Tableau::c[i] * h * slope;
  transform_stages();
}

void RadauStages::extrapolate(const DensePolynomial& last, double h, double h_old) {
  constexpr double c1 = Tableau::c[0], c2 = Tableau::c[1];
  const Matrix& C = last.coefficients();
  const Index n = z_.rows();
  by_fours(n, [&](auto few, Index k) {
    const double* from = C.data() + n + k;
    const auto d1 = few.load(from), d2 = few.load(from + n), d3 = few.load(from + 2 * n);
    for (int i = 0; i < 3; ++i) {
      const double s = Tableau::c[i] * h / h_old;
      few.store(z_.data() + i * n + k, s * (d1 + (s - c2 + 1) * (d2 + (s - c1 + 1) * d3)));
    }
  });
  transform_stages();
}

// (gamma/h M - J) dw_1 = G_1 - gamma/h M w_1, and with lambda = alpha + i beta
// (lambda/h M - J) (dw_2 + i dw_3) = (G_2 + i G_3) - lambda/h M (w_2 + i w_3), G = (T^-1 x I) F.
double RadauStages::find_increment(double h, ConstVectorRef weights) {
  transform(Tableau::T_inverse, f_, dw_);
  if (mass_) {
    mw_.setZero();
    add_mass_times(1.0, w_, mw_);
  }
  const Matrix& mw = mass_ ? mw_ : w_;
  const double gamma = Tableau::gamma / h, alpha = Tableau::alpha / h, beta = Tableau::beta / h;
  const Index n = dw_.rows();
  const double *m0 = mw.data(), *m1 = m0 + n, *m2 = m1 + n;
  double *d0 = dw_.data(), *d1 = d0 + n, *d2 = d1 + n;
  std::complex<double>* pair = pair_.data();
  for (Index k = 0; k < n; ++k) {
    d0[k] -= gamma * m0[k];
    pair[k] = {d1[k] - (alpha * m1[k] - beta * m2[k]), d2[k] - (alpha * m2[k] + beta * m1[k])};
  }
  real_.solve(dw_.col(0));
  complex_->solve(pair_);
  for (Index k = 0; k < n; ++k) {
    d1[k] = pair[k].real();
    d2[k] = pair[k].imag();
  }
  return stage_norm(n, weights, [&](auto few, Index k) { return few.load(dw_.data() + k); });
}

double RadauStages::movement(ConstVectorRef weights) const {
  return stage_norm(dw_.rows(), weights, [&](auto few, Index k) {
    return (few.load(w_.data() + k) + few.load(dw_.data() + k)).eval();
  });
}

void RadauStages::apply_increment() {
  by_fours(w_.size(), [&](auto few, Index k) {
    few.store(w_.data() + k, few.load(w_.data() + k) + few.load(dw_.data() + k));
  });
  transform(Tableau::T, w_, z_);
}

void RadauStages::apply_increment(const Matrix& dz) {
  z_ += dz;
  transform_stages();
}

void RadauStages::add_error_combination(double h, VectorRef r) {
  const auto& e = Tableau::e;
  combination_ = e[0] * z_.col(0) + e[1] * z_.col(1) + e[2] * z_.col(2);
  add_mass_times(1 / h, combination_, r);
}

// Newton's form in s = (t - t_new) / h with the nodes 0, c2 - 1, c1 - 1 (and -1).
void RadauStages::store(ConstVectorRef y_new, double t_old, double t_new, double h,
                        DensePolynomial& u, bool through_start) const {
  constexpr double c1 = Tableau::c[0], c2 = Tableau::c[1];
  Matrix& C = u.coefficients();
  const Index n = z_.rows();
  by_fours(n, [&](auto few, Index k) {
    const double* z = z_.data() + k;
    const auto z1 = few.load(z), z2 = few.load(z + n), z3 = few.load(z + 2 * n);
    double* to = C.data() + k;
    few.store(to, few.load(y_new.data() + k));
    using Values = typename decltype(few)::Values;
    const Values first = (z2 - z3) / (c2 - 1), slope = (z1 - z2) / (c1 - c2);
    const Values second = (slope - first) / (c1 - 1);
    few.store(to + n, first);
    few.store(to + 2 * n, second);
    few.store(to + 3 * n, second - (slope - z1 / c1) / c2);
  });
  if (!through_start) C.col(3).setZero();
  u.nodes()[0] = 0;
  u.nodes()[1] = c2 - 1;
  u.nodes()[2] = c1 - 1;
  u.set_degree(3);
  u.set_span(t_old, t_new, t_new, h);
}

void RadauStages::add_start_slope(const DensePolynomial& u, ConstVectorRef d,
                                  DensePolynomial& sum) {
  constexpr double c1 = Tableau::c[0], c2 = Tableau::c[1];
  // q' = -(x - c1) (x - c2) (x - 1) / (c1 c2), from the start; q(1) = 0 by the exactness of Radau's
  // quadrature.
  const auto q = [](double x) {
    constexpr double a = 1 + c1 + c2, b = c1 + c2 + c1 * c2, p = c1 * c2;
    return -x * (-p + x * (b / 2 + x * (-a / 3 + x / 4))) / p;
  };
  const double d1 = q(c2) / (c2 - 1), slope = (q(c1) - q(c2)) / (c1 - c2);
  const double d2 = (slope - d1) / (c1 - 1), d3 = d2 - (slope - q(c1) / c1) / c2;
  const double d4 = -1 / (4 * c1 * c2);
  Matrix& C = sum.coefficients();
  const Index n = d.size();
  by_fours(n, [&](auto few, Index k) {
    const double* from = u.coefficients().data() + k;
    double* to = C.data() + k;
    const auto slope = few.load(d.data() + k);
    few.store(to, few.load(from));
    few.store(to + n, few.load(from + n) + d1 * slope);
    few.store(to + 2 * n, few.load(from + 2 * n) + d2 * slope);
    few.store(to + 3 * n, few.load(from + 3 * n) + d3 * slope);
    few.store(to + 4 * n, d4 * slope);
  });
  sum.nodes() = {0, c2 - 1, c1 - 1, -1};
  sum.set_degree(4);
}

void RadauStages::end_derivative(const DensePolynomial& u, double h, VectorRef yp) {
  constexpr double c1 = Tableau::c[0], c2 = Tableau::c[1];
  const Matrix& C = u.coefficients();
  yp = (C.col(1) + (1 - c2) * (C.col(2) + (1 - c1) * C.col(3))) / h;
}

void RadauStages::add_mass_times(double factor, const Eigen::Ref<const Matrix>& v,
                                 Eigen::Ref<Matrix> r) const {
  if (!mass_) {
    r += factor * v;
    return;
  }
  for (Index j = 0; j < v.cols(); ++j) mass_->multiply_add(factor, v.col(j), r.col(j));
}

}  // namespace dts
