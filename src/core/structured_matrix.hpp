// A square matrix kept as its structure asks: full, by bands, or compressed by columns.
#pragma once

#include "core/structure.hpp"
#include "core/types.hpp"

namespace dts {

class StructuredMatrix {
 public:
  using Sparse = Eigen::SparseMatrix<double>;

  // Out of line: sparse matrices are long to copy, and models have them as members.
  StructuredMatrix();
  explicit StructuredMatrix(Structure structure);
  StructuredMatrix(const StructuredMatrix&);
  StructuredMatrix(StructuredMatrix&&);
  StructuredMatrix& operator=(const StructuredMatrix&);
  StructuredMatrix& operator=(StructuredMatrix&&);
  ~StructuredMatrix();

  void reset(Structure structure);  // takes the new structure, all entries zero
  void set_zero();

  const Structure& structure() const { return structure_; }
  Index size() const { return structure_.n; }
  bool is_finite() const;

  // dense: n x n.  banded: (lower + upper + 1) x n with a(i, j) in row i - j + upper.
  Matrix& values() { return values_; }
  const Matrix& values() const { return values_; }
  Sparse& sparse() { return sparse_; }
  const Sparse& sparse() const { return sparse_; }

  bool holds(Index i, Index j) const;  // is (i, j) inside the structure?
  double operator()(Index i, Index j) const;
  void set(Index i, Index j, double value);  // (i, j) must be inside the structure

  // result += factor * A * x
  void multiply_add(double factor, ConstVectorRef x, VectorRef result) const;

 private:
  Structure structure_;
  Matrix values_;
  Sparse sparse_;
};

}  // namespace dts
