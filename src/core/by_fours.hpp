// Loops over the components of several vectors at once.
//
// Expressions of Eigen make one loop per statement and look for the alignment of each.  That pays
// for long vectors; where vectors have a handful of components it costs more than the arithmetic.
#pragma once

#include "core/types.hpp"

namespace dts {

// Some neighbouring components, held in registers.
template <int size>
struct Few {
  using Values = Eigen::Array<double, size, 1>;
  static Values load(const double* from) { return Eigen::Map<const Values>(from); }
  static void store(double* to, const Values& values) {
    Eigen::Map<Values> target(to);
    target = values;
  }
};

// Calls work(few, k) for the components from k on, four at a time; of the rest first two, then one.
template <class Work>
inline void by_fours(Index n, Work&& work) {
  Index k = 0;
  for (; k + 4 <= n; k += 4) work(Few<4>(), k);
  if (n & 2) {
    work(Few<2>(), k);
    k += 2;
  }
  if (n & 1) work(Few<1>(), k);
}

// sum_j c_j v_j, j < count, of some components of vectors v_0, v_1, ... that lie `stride` apart.
template <class Few>
inline typename Few::Values combination(Few few, const double* v, Index stride, const double* c,
                                        int count) {
  typename Few::Values sum = c[0] * few.load(v);
  for (int j = 1; j < count; ++j) sum += c[j] * few.load(v += stride);
  return sum;
}

}  // namespace dts
