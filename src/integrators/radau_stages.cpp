#include "integrators/radau_stages.hpp"

#include "core/by_fours.hpp"
#include "integrators/radau_tableau.hpp"

#include <array>
#include <cmath>

namespace dts {

namespace {

using Tableau = RadauTableau;

// (B x I) v for a 3 x 3 matrix B: three vectors from three.
template <class Values>
std::array<Values, 3> transformed(const double (&b)[3][3], const Values& x, const Values& y,
                                  const Values& z) {
  return {b[0][0] * x + b[0][1] * y + b[0][2] * z, b[1][0] * x + b[1][1] * y + b[1][2] * z,
          b[2][0] * x + b[2][1] * y + b[2][2] * z};
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

void RadauStages::transform_stages() {
  const Index n = z_.rows();
  by_fours(n, [&](auto few, Index k) {
    const double* z = z_.data() + k;
    const auto w =
        transformed(Tableau::T_inverse, few.load(z), few.load(z + n), few.load(z + 2 * n));
    for (int i = 0; i < 3; ++i) few.store(w_.data() + i * n + k, w[i]);
  });
}

void RadauStages::set_linear(double h, ConstVectorRef slope) {
  for (int i = 0; i < 3; ++i) z_.col(i) = Tableau::c[i] * h * slope;
  transform_stages();
}

void RadauStages::continue_polynomial(const DensePolynomial& last, double h, double h_old) {
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
}

// (gamma/h M - J) dw_1 = G_1 - gamma/h M w_1, and with lambda = alpha + i beta
// (lambda/h M - J) (dw_2 + i dw_3) = (G_2 + i G_3) - lambda/h M (w_2 + i w_3), G = (T^-1 x I) F.
RadauStages::Norms RadauStages::find_increment(double h, ConstVectorRef weights) {
  if (mass_) {
    mw_.setZero();
    add_mass_times(1.0, w_, mw_);
  }
  form_right_sides(h);
  real_.solve(dw_.data());
  complex_->solve(pair_.data());
  return unpack_increment(weights);
}

void RadauStages::form_right_sides(double h) {
  const double gamma = Tableau::gamma / h, alpha = Tableau::alpha / h, beta = Tableau::beta / h;
  const Index n = dw_.rows();
  const double* mw = mass_ ? mw_.data() : w_.data();
  by_fours(n, [&](auto few, Index k) {
    using Values = typename decltype(few)::Values;
    const double *f = f_.data() + k, *w = mw + k;
    const auto g =
        transformed(Tableau::T_inverse, few.load(f), few.load(f + n), few.load(f + 2 * n));
    const Values w1 = few.load(w + n), w2 = few.load(w + 2 * n);
    few.store(dw_.data() + k, g[0] - gamma * few.load(w));
    const Values re = g[1] - (alpha * w1 - beta * w2), im = g[2] - (alpha * w2 + beta * w1);
    for (int i = 0; i < re.size(); ++i) pair_(k + i) = {re[i], im[i]};
  });
}

RadauStages::Norms RadauStages::unpack_increment(ConstVectorRef weights) {
  const Index n = dw_.rows();
  double increment = 0, movement = 0;
  by_fours(n, [&](auto few, Index k) {
    using Values = typename decltype(few)::Values;
    std::array<Values, 3> d{few.load(dw_.data() + k), Values(), Values()};
    for (int i = 0; i < d[0].size(); ++i) {
      d[1][i] = pair_(k + i).real();
      d[2][i] = pair_(k + i).imag();
    }
    const Values scale = 1.0 / few.load(weights.data() + k);
    for (int j = 0; j < 3; ++j) {
      few.store(dw_.data() + j * n + k, d[j]);
      increment += (d[j] * scale).square().sum();
      movement += ((few.load(w_.data() + j * n + k) + d[j]) * scale).square().sum();
    }
  });
  const double count = static_cast<double>(3 * n);
  return {std::sqrt(increment / count), std::sqrt(movement / count)};
}

void RadauStages::apply_increment() {
  const Index n = w_.rows();
  by_fours(n, [&](auto few, Index k) {
    using Values = typename decltype(few)::Values;
    std::array<Values, 3> w;
    for (int i = 0; i < 3; ++i) {
      double* target = w_.data() + i * n + k;
      w[i] = few.load(target) + few.load(dw_.data() + i * n + k);
      few.store(target, w[i]);
    }
    const auto z = transformed(Tableau::T, w[0], w[1], w[2]);
    for (int i = 0; i < 3; ++i) few.store(z_.data() + i * n + k, z[i]);
  });
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
