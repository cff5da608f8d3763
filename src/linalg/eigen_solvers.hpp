// Eigen's factorisations, as a system header like core/eigen.hpp.
#pragma once
#pragma GCC system_header

#include <Eigen/LU>
#include <Eigen/OrderingMethods>
