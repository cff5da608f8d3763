// Numbers without vectors: what counts rows and columns, and the limits of the arithmetic.
#pragma once

#include <cstddef>
#include <limits>

namespace dts {

using Index = std::ptrdiff_t;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();  // 2^-52
constexpr double kUnitRoundoff = kEpsilon / 2;                       // 2^-53
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace dts
