// Jacobians for implicit methods: asked of the model where it has one, otherwise by differences,
// several columns at a time when the structure allows it (Curtis, Powell, Reid 1974).
#pragma once

#include "core/model.hpp"
#include "core/tolerances.hpp"

#include <vector>

namespace dts {

// Columns that no row shares, so that one evaluation serves them all: group number per column.
std::vector<int> colour_columns(const Structure& structure, int& n_groups);

class JacobianEvaluator {
 public:
  JacobianEvaluator(Model& model, const Tolerances& tolerances);

  // df/dy at (t, y).  `f` = f(t, y); `h` and `yp` (a value of y', not necessarily exact) give the
  // size and the direction of the increments.  t_limit is not passed, t is never varied.
  Evaluation jacobian(double t, ConstVectorRef y, ConstVectorRef f, ConstVectorRef yp, double h);

  // dG/dy + c dG/dy' at (t, y, y').  `r` = G(t, y, y').
  Evaluation residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp, ConstVectorRef r,
                               double c, double h);

  const StructuredMatrix& matrix() const { return matrix_; }

 private:
  void choose_increments(ConstVectorRef y, ConstVectorRef yp, double h);
  void store_group(int group, ConstVectorRef changed, ConstVectorRef base);

  Model& model_;
  const Tolerances& tolerances_;
  StructuredMatrix matrix_;
  std::vector<int> group_;
  int n_groups_ = 0;
  bool has_previous_ = false;  // matrix_ holds an earlier Jacobian: its rows tell the noise level
  Vector increments_, y_, yp_, changed_;
};

}  // namespace dts
