// Is every number finite?
#pragma once

#include "core/numbers.hpp"

namespace dts {

// Asked after every evaluation, so it must not cost as much as one: 0 x is 0 unless x is not
// finite. The numbers are read one by one, as they were just written: a pair cannot be read before
// both have arrived in the cache.
inline bool all_finite(const double* values, Index count) {
  double even = 0, odd = 0;
  Index k = 0;
  for (; k + 1 < count; k += 2) {
    even += 0.0 * values[k];
    odd += 0.0 * values[k + 1];
  }
  if (k < count) even += 0.0 * values[k];
  return even + odd == 0;
}

}  // namespace dts
