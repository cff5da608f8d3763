// A branch whose sides are costly: numbers evaluate the side they take, a Trace follows both.
#pragma once

#include "linalg/choose.hpp"
#include "linalg/trace.hpp"

#include <type_traits>

namespace dts {

// `if_true` and `if_false` are functions of no argument that return an S (or a constant).
template <class S, class True, class False>
S branch(bool condition, True if_true, False if_false) {
  if constexpr (std::is_same_v<S, Trace>)
    return choose(condition, S(if_true()), S(if_false()));
  else
    return condition ? S(if_true()) : S(if_false());
}

}  // namespace dts
