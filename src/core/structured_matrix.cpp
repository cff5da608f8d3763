#include "core/structured_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

StructuredMatrix::StructuredMatrix() = default;
StructuredMatrix::StructuredMatrix(Structure structure) { reset(std::move(structure)); }
StructuredMatrix::StructuredMatrix(const StructuredMatrix&) = default;
StructuredMatrix::StructuredMatrix(StructuredMatrix&&) = default;
StructuredMatrix& StructuredMatrix::operator=(const StructuredMatrix&) = default;
StructuredMatrix& StructuredMatrix::operator=(StructuredMatrix&&) = default;
StructuredMatrix::~StructuredMatrix() = default;

void StructuredMatrix::reset(Structure structure) {
  structure_ = std::move(structure);
  const Index n = structure_.n;
  values_.resize(0, 0);
  sparse_.resize(0, 0);
  switch (structure_.storage) {
    case Storage::dense: values_.setZero(n, n); break;
    case Storage::banded: values_.setZero(structure_.lower + structure_.upper + 1, n); break;
    case Storage::sparse: {
      std::vector<Eigen::Triplet<double>> entries;
      for (Index j = 0; j < n; ++j)
        for (int i : (*structure_.pattern)[j]) entries.emplace_back(i, static_cast<int>(j), 0.0);
      sparse_.resize(n, n);
      sparse_.setFromTriplets(entries.begin(), entries.end());
      sparse_.makeCompressed();
      break;
    }
  }
}

void StructuredMatrix::set_zero() {
  values_.setZero();
  if (structure_.storage == Storage::sparse)
    std::fill_n(sparse_.valuePtr(), sparse_.nonZeros(), 0.0);
}

bool StructuredMatrix::is_finite() const {
  if (structure_.storage == Storage::sparse)
    return Eigen::Map<const Vector>(sparse_.valuePtr(), sparse_.nonZeros()).allFinite();
  return values_.allFinite();
}

bool StructuredMatrix::holds(Index i, Index j) const {
  switch (structure_.storage) {
    case Storage::dense: return true;
    case Storage::banded: return i - j <= structure_.lower && j - i <= structure_.upper;
    case Storage::sparse: {
      const auto& column = (*structure_.pattern)[j];
      return std::binary_search(column.begin(), column.end(), static_cast<int>(i));
    }
  }
  return false;
}

double StructuredMatrix::operator()(Index i, Index j) const {
  switch (structure_.storage) {
    case Storage::dense: return values_(i, j);
    case Storage::banded: return holds(i, j) ? values_(i - j + structure_.upper, j) : 0.0;
    case Storage::sparse: return sparse_.coeff(i, j);
  }
  return 0.0;
}

void StructuredMatrix::set(Index i, Index j, double value) {
  switch (structure_.storage) {
    case Storage::dense: values_(i, j) = value; break;
    case Storage::banded: values_(i - j + structure_.upper, j) = value; break;
    case Storage::sparse: sparse_.coeffRef(i, j) = value; break;
  }
}

void StructuredMatrix::multiply_add(double factor, ConstVectorRef x, VectorRef result) const {
  switch (structure_.storage) {
    case Storage::dense: result.noalias() += factor * (values_ * x); break;
    case Storage::banded:
      for (Index j = 0; j < structure_.n; ++j) {
        const Index first = std::max<Index>(0, j - structure_.upper);
        const Index last = std::min<Index>(structure_.n - 1, j + structure_.lower);
        result.segment(first, last - first + 1) +=
            (factor * x[j]) *
            values_.col(j).segment(first - j + structure_.upper, last - first + 1);
      }
      break;
    case Storage::sparse: result += factor * (sparse_ * x); break;
  }
}

}  // namespace dts
