// Eigen's dense and sparse matrices. As a system header: what the compiler has to remark on Eigen's
// inside is not about our code.
#pragma once
#pragma GCC system_header

#include <Eigen/Core>
#include <Eigen/SparseCore>
