// The sparse kind of iteration matrix, in a translation unit of its own.
#pragma once

#include "linalg/iteration_matrix.hpp"

namespace dts {

template <class Scalar>
std::unique_ptr<IterationMatrix<Scalar>> make_sparse_iteration_matrix(Index n);

extern template std::unique_ptr<RealIterationMatrix> make_sparse_iteration_matrix<double>(Index);
extern template std::unique_ptr<ComplexIterationMatrix>
    make_sparse_iteration_matrix<std::complex<double>>(Index);

}  // namespace dts
