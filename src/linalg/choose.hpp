// A branch that every scalar type understands: write choose(x > 0, a, b) instead of x > 0 ? a : b.
#pragma once

#include <type_traits>

namespace dts {

// Numbers take the branch; a scalar that follows dependencies overloads this to follow both.
template <class Scalar>
Scalar select_branch(bool condition, const Scalar& a, const Scalar& b) {
  return condition ? a : b;
}

// Both a and b are evaluated; what the branch not taken holds (even NaN) does not matter.
template <class A, class B>
std::common_type_t<A, B> choose(bool condition, const A& a, const B& b) {
  using Scalar = std::common_type_t<A, B>;
  return select_branch(condition, Scalar(a), Scalar(b));
}

}  // namespace dts
