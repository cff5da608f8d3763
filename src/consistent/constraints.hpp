// The constraints of M y' = f in semi-explicit form and their total derivatives along the flow.
#pragma once

#include "consistent/splitting.hpp"
#include "core/hidden_constraints.hpp"
#include "core/model.hpp"
#include "linalg/jacobian.hpp"
#include "linalg/small_dense.hpp"

#include <functional>
#include <vector>

namespace dts {

// df/dy at a point, asked of the model or by differences.  Entries that are not finite are left to
// the caller, who may not need them.
class PointJacobian {
 public:
  explicit PointJacobian(Model& model) : evaluator_(model), rest_(Vector::Zero(model.size())) {}
  Evaluation evaluate(double t, const Vector& y, const Vector& f);
  const StructuredMatrix& matrix() const { return evaluator_.matrix(); }

 private:
  JacobianEvaluator evaluator_;
  Vector rest_;
};

// The largest entry of a row that may be empty: where every variable is differential, or none is.
using RowRef = Eigen::Ref<const Eigen::RowVectorXd, 0, Eigen::InnerStride<>>;
double largest(const RowRef& row);

// Central differences with respect to some of the variables, column by column.
Evaluation difference_columns(const std::function<Evaluation(const Vector&, Vector&)>& function,
                              const Vector& increments, const std::vector<Index>& variables,
                              const Vector& y, Matrix& slopes);
// Increments for functions that are exact to rounding, and for those made of differences.
Vector fine_increments(const Vector& y, const Vector& weights);
Vector coarse_increments(const Vector& y, const Vector& weights);

class ConstraintChain {
 public:
  // `hidden`: closed forms, or nullptr.  `weights`: sizes of the variables.
  ConstraintChain(Model& model, const Splitting& splitting, HiddenConstraints* hidden,
                  const Vector& weights);

  // Finds out at (t, y) which constraints contain algebraic variables, and for the others how often
  // they must be differentiated, at most `highest` times, until they do.
  Evaluation analyse(double t, const Vector& y, int highest);

  // Of all constraints, in the order of Splitting::equations: 0, 1 or 2.
  const std::vector<int>& final_level() const { return final_level_; }
  // Where analyse() was last called, with respect to the algebraic variables: the derivatives of
  // determining(), and those of y' and y'' of the differential variables; and the derivatives of
  // the constraints with respect to the differential variables.
  void find_slopes();
  const Matrix& determining_slope() const { return determining_slope_; }
  const Matrix& flow_slope() const { return flow_slope_; }
  const Matrix& second_flow_slope() const { return second_flow_slope_; }
  const Matrix& constraint_slope() const { return constraint_slope_; }
  // The sizes of the terms that the constraints are made of there, for a state y.
  Vector terms(const Vector& y) const;
  bool has_closed_form(int level) const;
  // Those with final_level >= level, as numbers of equations.
  std::vector<Index> equations_at(int level) const;

  // y' of the differential variables, 0 for the others; also from f = f(t, y).
  Evaluation flow(double t, const Vector& y, Vector& yp);
  void flow_from(const Vector& f, Vector& yp) const;
  // All constraints; at level 1 and 2 the derivatives of those with final_level >= level.
  Evaluation evaluate(int level, double t, const Vector& y, Vector& values);
  // What the differential variables must satisfy at a level: the constraints that will be
  // differentiated again; and their derivatives with respect to some variables.
  Evaluation required(int level, double t, const Vector& y, Vector& values);
  Evaluation required_gradient(int level, double t, const Vector& y,
                               const std::vector<Index>& variables, Matrix& g);
  // sum_j |d/dy_j evaluate(level)| tolerances_j
  Evaluation sensitivity(int level, double t, const Vector& y, const Vector& tolerances,
                         Vector& values);
  // What determines the algebraic variables: every constraint at its final level.
  Evaluation determining(double t, const Vector& y, Vector& values);

 private:
  // `share`: step of the differences, as a share of the time in which the variables move.
  Evaluation evaluate(int level, double t, const Vector& y, double share, Vector& values);
  Evaluation differentiate(int level, double t, const Vector& y, double share, Vector& values);
  Evaluation along_flow(int level, double t, const Vector& y, double share, Vector& values);
  Evaluation first_by_jacobian(double t, const Vector& y, Vector& values);
  double step(const Vector& yp) const;
  Vector chosen(const Vector& all, int from_level, int level) const;
  Matrix divided_by_mass(const Matrix& columns) const;

  Model& model_;
  const Splitting& splitting_;
  HiddenConstraints* hidden_;
  const Vector& weights_;
  std::vector<int> final_level_;
  Matrix jacobian_here_, direct_slope_, first_slope_;  // where analyse() was last called
  Matrix determining_slope_, flow_slope_, second_flow_slope_, constraint_slope_;
  bool mass_is_identity_ = false;
  SmallLU mass_;  // rows and columns of the differential variables
  PointJacobian jacobian_;
};

}  // namespace dts
