// The words every room shares: vectors, matrices, and the limits of the arithmetic.
#pragma once

#include "core/eigen.hpp"

#include <limits>

namespace dts {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using VectorRef = Eigen::Ref<Eigen::VectorXd>;
using ConstVectorRef = const Eigen::Ref<const Eigen::VectorXd>&;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();  // 2^-52
constexpr double kUnitRoundoff = kEpsilon / 2;                       // 2^-53
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace dts
