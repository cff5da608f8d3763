// Walks over the stored entries of a structured matrix, whatever its storage.
#pragma once

#include "core/structured_matrix.hpp"

#include <algorithm>

namespace dts {

// Calls visit(i, j, a_ij) column by column, zeros inside the structure included.
template <class Visit>
void for_each_entry(const StructuredMatrix& a, Visit&& visit) {
  const Structure& s = a.structure();
  switch (s.storage) {
    case Storage::dense:
      for (Index j = 0; j < s.n; ++j)
        for (Index i = 0; i < s.n; ++i) visit(i, j, a.values()(i, j));
      break;
    case Storage::banded:
      for (Index j = 0; j < s.n; ++j) {
        const Index last = std::min(s.n - 1, j + s.lower);
        for (Index i = std::max<Index>(0, j - s.upper); i <= last; ++i)
          visit(i, j, a.values()(i - j + s.upper, j));
      }
      break;
    case Storage::sparse:
      for (Index j = 0; j < s.n; ++j)
        for (StructuredMatrix::Sparse::InnerIterator it(a.sparse(), j); it; ++it)
          visit(static_cast<Index>(it.row()), j, it.value());
      break;
  }
}

}  // namespace dts
