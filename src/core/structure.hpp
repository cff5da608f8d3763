// Where the nonzeros of a square matrix are: everywhere, in a band, or in a given pattern.
#pragma once

#include "core/numbers.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace dts {

enum class Storage { dense, banded, sparse };

// Row indices of the structural nonzeros, column by column, each column sorted.
using SparsityPattern = std::vector<std::vector<int>>;

struct Structure {
  Storage storage = Storage::dense;
  Index n = 0;
  Index lower = 0;                                 // banded: number of bands below the diagonal
  Index upper = 0;                                 // banded: number of bands above the diagonal
  std::shared_ptr<const SparsityPattern> pattern;  // sparse only

  static Structure dense(Index n) { return {Storage::dense, n, n, n, nullptr}; }
  static Structure banded(Index n, Index lower, Index upper) {
    return {Storage::banded, n, lower, upper, nullptr};
  }
  static Structure sparse(Index n, SparsityPattern pattern) {
    return {Storage::sparse, n, n, n, std::make_shared<const SparsityPattern>(std::move(pattern))};
  }
};

}  // namespace dts
