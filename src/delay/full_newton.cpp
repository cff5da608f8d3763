#include "delay/full_newton.hpp"

#include "integrators/radau_tableau.hpp"
#include "linalg/entries.hpp"

namespace dts {

FullNewton::FullNewton(Index n, const StructuredMatrix* mass)
    : n_(n), mass_(mass), mixed_(n, 3), residual_(n, 3) {
  // A^-1 = T diag(gamma, [alpha, -beta; beta, alpha]) T^-1
  using Tableau = RadauTableau;
  Eigen::Matrix3d t, t_inverse, block;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      t(i, j) = Tableau::T[i][j];
      t_inverse(i, j) = Tableau::T_inverse[i][j];
    }
  block << Tableau::gamma, 0, 0, 0, Tableau::alpha, -Tableau::beta, 0, Tableau::beta,
      Tableau::alpha;
  a_inverse_ = t * block * t_inverse;
}

bool FullNewton::factor(double h, const StructuredMatrix& dfdy, const LagJacobian& lags,
                        bool on_quadratic) {
  if (!solver_) {
    matrix_.reset(Structure::dense(3 * n_));
    solver_ = make_iteration_matrix<double>(matrix_.structure(), nullptr);
  }
  Matrix& m = matrix_.values();
  m.setZero();
  for (int i = 0; i < 3; ++i)
    for_each_entry(dfdy, [&](Index r, Index c, double v) { m(i * n_ + r, i * n_ + c) = v; });
  for (int k = 0; k < lags.n_lags(); ++k) {
    const Eigen::Matrix3d l = lags.L(k, on_quadratic);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (l(i, j) != 0) m.block(i * n_, j * n_, n_, n_) += l(i, j) * lags.dfdz(k);
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double factor = a_inverse_(i, j) / h;
      if (!mass_)
        m.block(i * n_, j * n_, n_, n_).diagonal().array() -= factor;
      else
        for_each_entry(
            *mass_, [&](Index r, Index c, double v) { m(i * n_ + r, j * n_ + c) -= factor * v; });
    }
  return solver_->factor(matrix_);
}

const Matrix& FullNewton::increment(double h, const Matrix& z, const Matrix& f) {
  mixed_.noalias() = z * a_inverse_.transpose() / h;
  residual_ = -f;
  if (!mass_)
    residual_ += mixed_;
  else
    for (int i = 0; i < 3; ++i) mass_->multiply_add(1.0, mixed_.col(i), residual_.col(i));
  Eigen::Map<Matrix> column(residual_.data(), 3 * n_, 1);
  solver_->solve(column);
  return residual_;
}

}  // namespace dts
