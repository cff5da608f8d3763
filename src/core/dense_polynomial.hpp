// The solution over one step as a polynomial in Newton's form.
//
//   u(t) = c_0 + (x - x_0) (c_1 + (x - x_1) (c_2 + ...)),     x = (t - origin) / h
//
// Every method of the package fits: Runge-Kutta pairs use the nodes 0, 1, 0, 1, ..., block methods
// their equidistant nodes, multistep methods backward differences, Radau its collocation points.
// So output, root finding and delay histories need to know only this class.
#pragma once

#include "core/types.hpp"

#include <vector>

namespace dts {

class DensePolynomial {
 public:
  DensePolynomial() = default;
  DensePolynomial(Index n, int max_degree)
      : coefficients_(n, max_degree + 1), nodes_(static_cast<std::size_t>(max_degree)) {}

  // The step [begin, end] on which it is trusted, and the change of variable x = (t - origin) / h.
  void set_span(double begin, double end, double origin, double h) {
    begin_ = begin;
    end_ = end;
    origin_ = origin;
    h_ = h;
  }
  void set_degree(int degree) { degree_ = degree; }
  int degree() const { return degree_; }

  Matrix& coefficients() { return coefficients_; }  // column j holds c_j
  const Matrix& coefficients() const { return coefficients_; }
  std::vector<double>& nodes() { return nodes_; }  // x_0 .. x_{degree - 1}

  double begin() const { return begin_; }
  double end() const { return end_; }
  Index size() const { return coefficients_.rows(); }

  void value(double t, VectorRef y) const { value(t, degree_, y); }
  // With the terms beyond `degree` dropped: steadier where the polynomial is extrapolated.
  void value(double t, int degree, VectorRef y) const {
    const double x = (t - origin_) / h_;
    y = coefficients_.col(degree);
    for (int j = degree - 1; j >= 0; --j) y = coefficients_.col(j) + (x - nodes_[j]) * y;
  }
  double value(double t, Index component) const {
    const double x = (t - origin_) / h_;
    double y = coefficients_(component, degree_);
    for (int j = degree_ - 1; j >= 0; --j) y = coefficients_(component, j) + (x - nodes_[j]) * y;
    return y;
  }
  // du/dt, by the same Horner scheme differentiated.
  void derivative(double t, VectorRef dy) const;

 private:
  Matrix coefficients_;
  std::vector<double> nodes_;
  int degree_ = 0;
  double begin_ = 0, end_ = 0, origin_ = 0, h_ = 1;
};

}  // namespace dts
