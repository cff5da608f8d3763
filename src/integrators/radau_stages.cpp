#include "integrators/radau_stages.hpp"

#include "integrators/radau_tableau.hpp"

#include <cmath>

namespace dts {

namespace {

using Tableau = RadauTableau;

// result = (B x I) v for a 3 x 3 matrix B.
void transform(const double (&b)[3][3], const Matrix& v, Matrix& result) {
  for (int i = 0; i < 3; ++i)
    result.col(i) = b[i][0] * v.col(0) + b[i][1] * v.col(1) + b[i][2] * v.col(2);
}

template <class Stages>
double stage_norm(const Stages& v, ConstVectorRef weights) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += (v.col(i).array() / weights.array()).square().sum();
  return std::sqrt(sum / static_cast<double>(v.size()));
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
  for (int i = 0; i < 3; ++i) {
    const double s = Tableau::c[i] * h / h_old;
    z_.col(i) = s * (C.col(1) + (s - c2 + 1) * (C.col(2) + (s - c1 + 1) * C.col(3)));
  }
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
  dw_.col(0) -= gamma * mw.col(0);
  dw_.col(1) -= alpha * mw.col(1) - beta * mw.col(2);
  dw_.col(2) -= alpha * mw.col(2) + beta * mw.col(1);
  real_.solve(dw_.col(0));
  pair_.real() = dw_.col(1);
  pair_.imag() = dw_.col(2);
  complex_->solve(pair_);
  dw_.col(1) = pair_.real();
  dw_.col(2) = pair_.imag();
  return stage_norm(dw_, weights);
}

double RadauStages::movement(ConstVectorRef weights) const { return stage_norm(w_ + dw_, weights); }

void RadauStages::apply_increment() {
  w_ += dw_;
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
  C.col(0) = y_new;
  C.col(1) = (z_.col(1) - z_.col(2)) / (c2 - 1);
  C.col(3) = (z_.col(0) - z_.col(1)) / (c1 - c2);  // the second slope, for the moment
  C.col(2) = (C.col(3) - C.col(1)) / (c1 - 1);
  C.col(3) = C.col(2) - (C.col(3) - z_.col(0) / c1) / c2;
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
  C.leftCols(4) = u.coefficients().leftCols(4);
  C.col(1) += d1 * d;
  C.col(2) += d2 * d;
  C.col(3) += d3 * d;
  C.col(4) = d4 * d;
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
