// The linear algebra of one Radau IIA step: stages z_i = Y_i - y_n, their transformed variables
// w = (T^-1 x I) z, one real and one complex system per Newton iteration, and the polynomial
// through the stages.  Knows nothing of how f is evaluated or of step sizes.
#pragma once

#include "core/dense_polynomial.hpp"
#include "core/structured_matrix.hpp"
#include "linalg/iteration_matrix.hpp"

#include <memory>

namespace dts {

class RadauStages {
 public:
  // `real` is the matrix gamma/h M - J, owned and factored by the stepper.
  RadauStages(const Structure& jacobian, const StructuredMatrix* mass, RealIterationMatrix& real);

  // (alpha + i beta)/h M - J
  bool factor_complex(double h, const StructuredMatrix& jacobian);

  void set_zero();
  void set_linear(double h, ConstVectorRef slope);  // z_i = c_i h slope
  // Continues the polynomial of the last step, `h_old` long, over the next `h`; z_i = 0 where
  // `is_refused(component, z_i)`.
  template <class Refuse>
  void extrapolate(const DensePolynomial& last, double h, double h_old, Refuse&& is_refused) {
    continue_polynomial(last, h, h_old);
    for (Index i = 0; i < z_.rows(); ++i)
      for (int j = 0; j < 3; ++j)
        if (is_refused(i, z_(i, j))) z_(i, j) = 0;
    transform_stages();
  }
  void extrapolate(const DensePolynomial& last, double h, double h_old) {
    continue_polynomial(last, h, h_old);
    transform_stages();
  }

  // z and the values F_i = f(t_i, y_n + z_i), to be filled in by the stepper.
  const Matrix& z() const { return z_; }
  Matrix& f() { return f_; }

  // One iteration: finds the increment of w, `apply` adds it.  Returns the norms of the increment
  // and of w as it will be then.
  struct Norms {
    double increment, movement;
  };
  Norms find_increment(double h, ConstVectorRef weights);
  void apply_increment();
  // The same for an increment of z found by other means.
  void apply_increment(const Matrix& dz);

  // r += 1/h M sum_i e_i z_i, the part of the error estimate that comes from the stages.
  void add_error_combination(double h, VectorRef r);

  // The collocation polynomial on [t_old, t_new]; its derivative at t_new.  Without the start it is
  // the quadratic through the stages, for solutions that jump at t_old.
  void store(ConstVectorRef y_new, double t_old, double t_new, double h, DensePolynomial& u,
             bool through_start = true) const;
  static void end_derivative(const DensePolynomial& u, double h, VectorRef yp);
  // u + q d, where q is the polynomial of degree 4 with q = 0 at both ends, q' = 1 at the start and
  // q' = 0 at the collocation points: with d = h (f(t_n, y_n) - u'(t_n)) the sum has the slope f
  // at t_n, too, and one more order inside the step.
  static void add_start_slope(const DensePolynomial& u, ConstVectorRef d, DensePolynomial& sum);

 private:
  void continue_polynomial(const DensePolynomial& last, double h, double h_old);  // z
  void transform_stages();                                                        // w from z
  void form_right_sides(double h);
  Norms unpack_increment(ConstVectorRef weights);
  void add_mass_times(double factor, const Eigen::Ref<const Matrix>& v, Eigen::Ref<Matrix> r) const;

  const StructuredMatrix* mass_;
  RealIterationMatrix& real_;
  std::unique_ptr<ComplexIterationMatrix> complex_;
  Matrix z_, w_, f_, dw_, mw_;  // mw_ = M w, used only with a mass matrix
  Eigen::MatrixXcd pair_;       // Delta w_2 + i Delta w_3
  Vector combination_;
};

}  // namespace dts
