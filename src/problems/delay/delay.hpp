// The delay problems of the collection of N. Guglielmi and E. Hairer (users' guide of RADAR5,
// version 2.1, 2005), one function each.
#pragma once

#include "problems/problem.hpp"

namespace dts {

const Problem& elsnor();
const Problem& enzyme();
const Problem& hayashi();
const Problem& hepatitis();
const Problem& modceg();
const Problem& neutlog();
const Problem& oregonator();
const Problem& paul();
const Problem& robertson();
const Problem& sdisc();
const Problem& waltman();

// tau, 2 tau, ..., count tau
inline std::vector<double> multiples(double tau, int count) {
  std::vector<double> result;
  for (int k = 1; k <= count; ++k) result.push_back(k * tau);
  return result;
}

}  // namespace dts
