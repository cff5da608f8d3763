#include "core/model.hpp"

#include "core/finite.hpp"

#include <cmath>
#include <stdexcept>

namespace dts {

Model::Model(Index n) : n_(n), index_counts_{n, 0, 0} {}
Model::~Model() = default;

Evaluation Model::check_finite(Evaluation outcome, ConstVectorRef v) {
  if (outcome != Evaluation::ok || all_finite(v.data(), v.size())) return outcome;
  bad_component_ = 0;
  while (std::isfinite(v[bad_component_])) ++bad_component_;
  return Evaluation::not_finite;
}

Evaluation Model::rhs(double t, ConstVectorRef y, VectorRef f) {
  ++counts_.rhs;
  const Evaluation outcome = do_rhs(t, y, f);
  for (const Index i : held_) f[i] = 0;
  return check_finite(outcome, f);
}

Evaluation Model::residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) {
  ++counts_.rhs;
  const Evaluation outcome = do_residual(t, y, yp, r);
  for (const Index i : held_) r[i] = yp[i];
  return check_finite(outcome, r);
}

void Model::hold_rows(double c, StructuredMatrix& jacobian) const {
  for (const Index i : held_)
    for (Index j = 0; j < n_; ++j)
      if (jacobian.holds(i, j)) jacobian.set(i, j, i == j ? c : 0);
}

Evaluation Model::do_rhs(double, ConstVectorRef, VectorRef) {
  throw std::logic_error("this model has no explicit right-hand side");
}

Evaluation Model::do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) {
  const Evaluation outcome = do_rhs(t, y, r);
  r = -r;
  if (has_mass_)
    mass_.multiply_add(1.0, yp, r);
  else
    r += yp;
  return outcome;
}

Evaluation Model::jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) {
  ++counts_.jacobian;
  const Evaluation outcome = do_jacobian(t, y, dfdy);
  hold_rows(0, dfdy);
  return outcome == Evaluation::ok && !dfdy.is_finite() ? Evaluation::not_finite : outcome;
}

Evaluation Model::jacobian_times(double t, ConstVectorRef y, ConstVectorRef v, VectorRef product) {
  ++counts_.rhs;
  const Evaluation outcome = do_jacobian_times(t, y, v, product);
  for (const Index i : held_) product[i] = 0;
  return check_finite(outcome, product);
}

Evaluation Model::residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp, double c,
                                    StructuredMatrix& p) {
  ++counts_.jacobian;
  const Evaluation outcome = do_residual_jacobian(t, y, yp, c, p);
  hold_rows(c, p);
  return outcome == Evaluation::ok && !p.is_finite() ? Evaluation::not_finite : outcome;
}

Evaluation Model::do_jacobian(double, ConstVectorRef, StructuredMatrix&) {
  throw std::logic_error("this model has no Jacobian");
}

Evaluation Model::do_jacobian_times(double t, ConstVectorRef y, ConstVectorRef v,
                                    VectorRef product) {
  ++counts_.jacobian;
  StructuredMatrix dfdy(jacobian_structure_);
  const Evaluation outcome = do_jacobian(t, y, dfdy);
  if (outcome != Evaluation::ok) return outcome;
  product.setZero();
  dfdy.multiply_add(1, v, product);
  return Evaluation::ok;
}

Evaluation Model::do_residual_jacobian(double, ConstVectorRef, ConstVectorRef, double,
                                       StructuredMatrix&) {
  throw std::logic_error("this model has no Jacobian of its residual");
}

}  // namespace dts
