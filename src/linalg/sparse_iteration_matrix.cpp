#include "linalg/sparse_iteration_matrix.hpp"

#include "linalg/entries.hpp"
#include "linalg/sparse_lu.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace dts {

namespace {

// Where the entries of a summand go in the value array of the sum.
struct Placement {
  std::vector<int> outer, inner;  // the pattern it was made for
  std::vector<int> position;

  bool fits(const StructuredMatrix::Sparse& a) const {
    return static_cast<Index>(inner.size()) == a.nonZeros() && !outer.empty() &&
           std::equal(outer.begin(), outer.end(), a.outerIndexPtr()) &&
           std::equal(inner.begin(), inner.end(), a.innerIndexPtr());
  }
  void note_pattern(const StructuredMatrix::Sparse& a) {
    outer.assign(a.outerIndexPtr(), a.outerIndexPtr() + a.outerSize() + 1);
    inner.assign(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros());
    position.resize(inner.size());
  }
};

// The pattern of the sum is that of J, M and the diagonal together.  It is found at the first call
// and kept, with the column ordering, until J comes with another pattern.
template <class Scalar>
class SparseIterationMatrix final : public IterationMatrix<Scalar> {
 public:
  using typename IterationMatrix<Scalar>::Columns;
  using Sparse = Eigen::SparseMatrix<Scalar>;

  explicit SparseIterationMatrix(Index n) : n_(n), sum_(n, n) {}

  bool factor(Scalar c, const StructuredMatrix* mass, const StructuredMatrix& jacobian) override {
    return factor_sum(c, mass, true, Scalar(-1), jacobian);
  }
  bool factor(const StructuredMatrix& p) override {
    return factor_sum(Scalar(0), nullptr, false, Scalar(1), p);
  }
  using IterationMatrix<Scalar>::solve;
  void solve(Scalar* x) override { lu_.solve(x); }

 private:
  bool factor_sum(Scalar c, const StructuredMatrix* mass, bool has_mass_term, Scalar sign,
                  const StructuredMatrix& a) {
    const StructuredMatrix::Sparse& sparse = a.sparse();
    if (!sparse.isCompressed())
      throw std::logic_error("iteration matrix: a sparse Jacobian must be compressed");
    if (!placement_.fits(sparse) || mass != mass_) analyse(mass, sparse);
    Scalar* values = sum_.valuePtr();
    std::fill_n(values, sum_.nonZeros(), Scalar(0));
    const double* source = sparse.valuePtr();
    for (std::size_t k = 0; k < placement_.position.size(); ++k)
      values[placement_.position[k]] += sign * source[k];
    if (has_mass_term) add_mass(c, mass);
    if (!Eigen::Map<const Eigen::Array<Scalar, Eigen::Dynamic, 1>>(values, sum_.nonZeros())
             .isFinite()
             .all())
      return false;
    return lu_.factor(sum_);
  }

  void add_mass(Scalar c, const StructuredMatrix* mass) {
    Scalar* values = sum_.valuePtr();
    if (!mass) {
      for (int p : diagonal_) values[p] += c;
      return;
    }
    std::size_t k = 0;
    for_each_entry(*mass, [&](Index, Index, double m) {
      if (m != 0) values[mass_position_[k++]] += c * m;
    });
  }

  void analyse(const StructuredMatrix* mass, const StructuredMatrix::Sparse& a) {
    std::vector<Eigen::Triplet<Scalar>> entries;
    const auto add = [&](Index i, Index j) {
      entries.emplace_back(static_cast<int>(i), static_cast<int>(j), Scalar(1));
    };
    for (Index j = 0; j < n_; ++j) {
      add(j, j);
      for (StructuredMatrix::Sparse::InnerIterator it(a, j); it; ++it) add(it.row(), j);
    }
    if (mass)
      for_each_entry(*mass, [&](Index i, Index j, double m) {
        if (m != 0) add(i, j);
      });
    sum_.setFromTriplets(entries.begin(), entries.end());
    sum_.makeCompressed();
    place(mass, a);
    lu_.analyse(sum_);
  }

  void place(const StructuredMatrix* mass, const StructuredMatrix::Sparse& a) {
    placement_.note_pattern(a);
    std::size_t k = 0;
    for (Index j = 0; j < n_; ++j)
      for (StructuredMatrix::Sparse::InnerIterator it(a, j); it; ++it)
        placement_.position[k++] = position(it.row(), j);
    diagonal_.resize(static_cast<std::size_t>(n_));
    for (Index j = 0; j < n_; ++j) diagonal_[static_cast<std::size_t>(j)] = position(j, j);
    mass_ = mass;
    mass_position_.clear();
    if (mass)
      for_each_entry(*mass, [&](Index i, Index j, double m) {
        if (m != 0) mass_position_.push_back(position(i, j));
      });
  }

  int position(Index i, Index j) const {
    const int* first = sum_.innerIndexPtr() + sum_.outerIndexPtr()[j];
    const int* last = sum_.innerIndexPtr() + sum_.outerIndexPtr()[j + 1];
    return static_cast<int>(std::lower_bound(first, last, static_cast<int>(i)) -
                            sum_.innerIndexPtr());
  }

  Index n_;
  Sparse sum_;
  Placement placement_;
  const StructuredMatrix* mass_ = nullptr;  // the one whose entries were placed; it is constant
  std::vector<int> mass_position_, diagonal_;
  SparseLU<Scalar> lu_;
};

}  // namespace

template <class Scalar>
std::unique_ptr<IterationMatrix<Scalar>> make_sparse_iteration_matrix(Index n) {
  return std::make_unique<SparseIterationMatrix<Scalar>>(n);
}

template std::unique_ptr<RealIterationMatrix> make_sparse_iteration_matrix<double>(Index);
template std::unique_ptr<ComplexIterationMatrix> make_sparse_iteration_matrix<std::complex<double>>(
    Index);

}  // namespace dts
