// Questions about a constant mass matrix.
#pragma once

#include "linalg/iteration_matrix.hpp"

namespace dts {

// Factors M for systems M x = b; nullptr if M is singular to working precision.
std::unique_ptr<RealIterationMatrix> factor_mass(const StructuredMatrix& mass);

bool is_diagonal(const StructuredMatrix& mass);

}  // namespace dts
