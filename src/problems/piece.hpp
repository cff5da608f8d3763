// Data that jump in time: inside the piece between two restarts they take the values of its
// interior, the right limit at its start and the left limit at its end.
#pragma once

#include "core/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

class Piece {
 public:
  void enter(double from, double to) {
    const double first = std::min(from, to), last = std::max(from, to);
    // A margin that survives the rounding of a change of unit and of a modulus.
    const double margin = 16 * kEpsilon * std::max(std::abs(first), std::abs(last));
    first_ = first + margin;
    last_ = last - margin;
    if (first_ > last_) first_ = last_ = first + (last - first) / 2;
  }

  // The time at which jumping data are to be read.
  double inside(double t) const { return std::min(std::max(t, first_), last_); }

 private:
  double first_ = -kInfinity;
  double last_ = kInfinity;
};

}  // namespace dts
