// What a mass matrix tells of M y' = f: which combinations of the equations are constraints, and
// which of the variables are algebraic.
#pragma once

#include "core/structured_matrix.hpp"

#include <vector>

namespace dts {

// M y' = f has the constraints W^T f = 0, W^T M = 0, and y may move along V, M V = 0, without any
// change of M y.  Where rows or columns of M vanish, these are single equations and variables.
class Splitting {
 public:
  explicit Splitting(const StructuredMatrix& mass);

  Index n_constraints() const { return n_constraints_; }
  bool is_plain() const { return is_plain_; }  // single equations and single variables
  const std::vector<Index>& equations() const { return equations_; }  // if plain: constraints,
  const std::vector<Index>& algebraic() const { return algebraic_; }  // algebraic variables,
  const std::vector<Index>& differential() const { return differential_; }  // all other variables
  // Rows of M that are independent and span all others.
  const std::vector<Index>& rows() const { return rows_; }

  Vector constraints(ConstVectorRef f) const;               // W^T f
  Matrix constraint_rows(const StructuredMatrix& j) const;  // W^T J, n_constraints x n
  Matrix along(const Matrix& wj) const;                     // (W^T J) V
  // sum_j |(W^T J)_kj| w_j
  Vector sensitivity(const StructuredMatrix& j, const Vector& w) const;
  // Coordinates of the algebraic part: the variables themselves if plain, else z of y0 + V z.
  Vector coordinates(const Vector& y0) const;
  void place(const Vector& z, const Vector& y0, Vector& y) const;
  Vector weights(const Vector& w) const;  // of z, from those of y

 private:
  void find_combinations(const Matrix& m);

  Index n_ = 0, n_constraints_ = 0;
  bool is_plain_ = true;
  std::vector<Index> equations_, algebraic_, differential_, rows_;
  Matrix w_, v_;  // only if not plain
};

// A structured matrix as a full one.
Matrix to_full(const StructuredMatrix& a);

}  // namespace dts
