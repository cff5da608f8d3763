// The matrix of a simplified Newton iteration, c*M - J or a given P = dG/dy + c dG/dy', behind one
// interface: dense, banded or sparse storage, real or complex c.  Steppers never see the storage.
#pragma once

#include "core/structured_matrix.hpp"

#include <complex>
#include <memory>

namespace dts {

template <class Scalar>
class IterationMatrix {
 public:
  using Columns = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  virtual ~IterationMatrix() = default;

  // Forms and factors c*M - J (`mass` == nullptr: M = I).  False if singular or not finite.
  virtual bool factor(Scalar c, const StructuredMatrix* mass, const StructuredMatrix& jacobian) = 0;
  // Factors P as it stands.
  virtual bool factor(const StructuredMatrix& p) = 0;
  // Overwrites x, or every column of `columns`, by the solution.
  virtual void solve(Scalar* x) = 0;
  void solve(Eigen::Ref<Columns> columns) {
    for (Index j = 0; j < columns.cols(); ++j) solve(columns.data() + j * columns.outerStride());
  }
};

using RealIterationMatrix = IterationMatrix<double>;
using ComplexIterationMatrix = IterationMatrix<std::complex<double>>;

// Chooses the storage that holds both J and M: sparse if J is sparse, banded if J is banded
// (widened to the nonzeros of M, as long as that is worth while), dense otherwise.  M may have any
// storage; its pattern of nonzeros must not change afterwards.
template <class Scalar>
std::unique_ptr<IterationMatrix<Scalar>> make_iteration_matrix(const Structure& jacobian,
                                                               const StructuredMatrix* mass);

extern template std::unique_ptr<RealIterationMatrix> make_iteration_matrix<double>(
    const Structure&, const StructuredMatrix*);
extern template std::unique_ptr<ComplexIterationMatrix> make_iteration_matrix<std::complex<double>>(
    const Structure&, const StructuredMatrix*);

}  // namespace dts
