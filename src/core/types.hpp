// The words every room shares: vectors, matrices, and the numbers that go with them.
#pragma once

#include "core/eigen.hpp"
#include "core/numbers.hpp"

#include <type_traits>

namespace dts {

static_assert(std::is_same_v<Index, Eigen::Index>, "one type counts rows and columns everywhere");

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using VectorRef = Eigen::Ref<Eigen::VectorXd>;
using ConstVectorRef = const Eigen::Ref<const Eigen::VectorXd>&;

}  // namespace dts
