// Jacobians for implicit methods: asked of the model where it has one, otherwise by differences,
// several columns at a time when the structure allows it (Curtis, Powell, Reid 1974).
#pragma once

#include "core/model.hpp"
#include "linalg/sparsity.hpp"

#include <vector>

namespace dts {

class JacobianEvaluator {
 public:
  explicit JacobianEvaluator(Model& model);

  // df/dy at (t, y).  `f` = f(t, y); `h` and `yp` (a value of y', not necessarily exact) give the
  // size and the direction of the increments.  t_limit is not passed, t is never varied.
  Evaluation jacobian(double t, ConstVectorRef y, ConstVectorRef f, ConstVectorRef yp, double h);

  // dG/dy + c dG/dy' at (t, y, y').  `r` = G(t, y, y').
  Evaluation residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp, ConstVectorRef r,
                               double c, double h);

  const StructuredMatrix& matrix() const { return matrix_; }

  // The next Jacobian owes nothing to the last one, as at a start.
  void forget() { has_previous_ = false; }

 private:
  // The place of the differences: G and y' only take part if the model is implicit.
  struct Point {
    double t;
    ConstVectorRef y;
    ConstVectorRef yp;
    ConstVectorRef base;  // f or G there
    double c;
    bool is_residual;
  };

  // A model that has a Jacobian is as a rule not asked for differences.
  void prepare_differences();
  Evaluation by_differences(const Point& at, double h);
  Evaluation difference(const Point& at, const int* first, const int* last);
  Evaluation evaluate(const Point& at);
  void store(const Point& at, int column, double increment);
  void choose_increments(const Point& at, double h);
  void measure_row_noise(const Point& at, double h);

  Model& model_;
  StructuredMatrix matrix_;
  std::vector<int> columns_;      // sorted by group
  std::vector<int> group_begin_;  // group g: columns_[group_begin_[g]] .. [group_begin_[g + 1])
  bool has_previous_ = false;  // matrix_ holds an earlier Jacobian: its rows tell the noise level
  Vector increments_, row_sum_, row_max_, noise_floor_, y_, yp_, changed_;
};

}  // namespace dts
