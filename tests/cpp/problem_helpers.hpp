// What the tests of the problems share: evaluating them, in whatever form they have.
#pragma once

#include "check.hpp"

#include "problems/builtin_model.hpp"
#include "problems/catalogue.hpp"

namespace dts {

inline Vector to_vector(const State& y) { return Eigen::Map<const Vector>(y.data(), y.size()); }

// f(t, y), or G(t, y, y').
inline Vector evaluate(BuiltinModel& model, double t, const Vector& y, const Vector& yp) {
  Vector f(model.size());
  const Evaluation outcome = model.is_implicit() ? model.residual(t, y, yp, f) : model.rhs(t, y, f);
  check::that(outcome == Evaluation::ok, model.problem().name + " can be evaluated");
  return f;
}

// df/dy, or dG/dy + c dG/dy', as a full matrix.
inline Matrix jacobian(BuiltinModel& model, double t, const Vector& y, const Vector& yp, double c) {
  StructuredMatrix j(model.jacobian_structure());
  const Evaluation outcome =
      model.is_implicit() ? model.residual_jacobian(t, y, yp, c, j) : model.jacobian(t, y, j);
  check::that(outcome == Evaluation::ok, model.problem().name + " has a Jacobian here");
  Matrix full(model.size(), model.size());
  for (Index k = 0; k < model.size(); ++k)
    for (Index i = 0; i < model.size(); ++i) full(i, k) = j(i, k);
  return full;
}

}  // namespace dts
