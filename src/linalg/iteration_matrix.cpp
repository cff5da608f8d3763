#include "linalg/iteration_matrix.hpp"

#include "linalg/banded_lu.hpp"
#include "linalg/dense_lu.hpp"
#include "linalg/entries.hpp"
#include "linalg/sparse_iteration_matrix.hpp"

#include <algorithm>
#include <stdexcept>

namespace dts {

namespace {

template <class Scalar>
class DenseIterationMatrix final : public IterationMatrix<Scalar> {
 public:
  using typename IterationMatrix<Scalar>::Columns;
  using IterationMatrix<Scalar>::solve;

  explicit DenseIterationMatrix(Index n) : lu_(n) {}

  bool factor(Scalar c, const StructuredMatrix* mass, const StructuredMatrix& jacobian) override {
    set(-1, jacobian);
    if (mass)
      add_mass(c, *mass);
    else
      for (Index j = 0; j < lu_.matrix().rows(); ++j) lu_.matrix()(j, j) += c;
    return lu_.factor();
  }
  bool factor(const StructuredMatrix& p) override {
    set(1, p);
    return lu_.factor();
  }
  void solve(Scalar* x) override { lu_.solve(x); }

 private:
  void set(double sign, const StructuredMatrix& a) {
    Columns& sum = lu_.matrix();
    if (a.structure().storage == Storage::dense) {
      const double* from = a.values().data();
      Scalar* to = sum.data();
      for (Index k = 0; k < sum.size(); ++k) to[k] = sign * from[k];
      return;
    }
    sum.setZero();
    for_each_entry(a, [&](Index i, Index j, double v) { sum(i, j) = sign * v; });
  }
  void add_mass(Scalar c, const StructuredMatrix& mass) {
    Columns& sum = lu_.matrix();
    if (mass.structure().storage == Storage::dense)
      sum += c * mass.values().template cast<Scalar>();
    else
      for_each_entry(mass, [&](Index i, Index j, double m) { sum(i, j) += c * m; });
  }

  DenseLU<Scalar> lu_;
};

template <class Scalar>
class BandedIterationMatrix final : public IterationMatrix<Scalar> {
 public:
  using IterationMatrix<Scalar>::solve;

  BandedIterationMatrix(Index n, Index lower, Index upper) : n_(n), lu_(n, lower, upper) {}

  bool factor(Scalar c, const StructuredMatrix* mass, const StructuredMatrix& jacobian) override {
    lu_.set_zero();
    add(Scalar(-1), jacobian);
    if (mass)
      add(c, *mass);
    else
      for (Index j = 0; j < n_; ++j) lu_.at(j, j) += c;
    return lu_.factor();
  }
  bool factor(const StructuredMatrix& p) override {
    lu_.set_zero();
    add(Scalar(1), p);
    return lu_.factor();
  }
  void solve(Scalar* x) override { lu_.solve(x); }

 private:
  void add(Scalar factor, const StructuredMatrix& a) {
    const Structure& s = a.structure();
    if (s.storage == Storage::banded && lu_.holds(s.lower, 0) && lu_.holds(0, s.upper)) {
      add_band(factor, a);
      return;
    }
    for_each_entry(a, [&](Index i, Index j, double v) {
      if (v == 0) return;
      if (!lu_.holds(i, j)) throw std::logic_error("iteration matrix: entry outside the band");
      lu_.at(i, j) += factor * v;
    });
  }

  // A band that lies within ours, column by column.
  void add_band(Scalar factor, const StructuredMatrix& a) {
    const Structure& s = a.structure();
    for (Index j = 0; j < n_; ++j) {
      const Index first = std::max<Index>(0, j - s.upper), last = std::min(n_ - 1, j + s.lower);
      Scalar* sum = &lu_.at(first, j);
      const double* summand = &a.values()(first - j + s.upper, j);
      for (Index i = 0; i <= last - first; ++i) sum[i] += factor * summand[i];
    }
  }

  Index n_;
  BandedLU<Scalar> lu_;
};

}  // namespace

template <class Scalar>
std::unique_ptr<IterationMatrix<Scalar>> make_iteration_matrix(const Structure& jacobian,
                                                               const StructuredMatrix* mass) {
  const Index n = jacobian.n;
  if (jacobian.storage == Storage::sparse) return make_sparse_iteration_matrix<Scalar>(n);
  Index lower = std::min(jacobian.lower, n - 1), upper = std::min(jacobian.upper, n - 1);
  if (mass)
    for_each_entry(*mass, [&](Index i, Index j, double m) {
      if (m == 0) return;
      lower = std::max(lower, i - j);
      upper = std::max(upper, j - i);
    });
  // Beyond half the matrix the band with its fill-in is larger than the full matrix; and a small
  // full matrix is solved with faster than any band.
  constexpr Index kSmall = 16;
  const bool narrow = 2 * lower + upper + 1 < n && n > kSmall;
  if (jacobian.storage == Storage::banded && narrow)
    return std::make_unique<BandedIterationMatrix<Scalar>>(n, lower, upper);
  return std::make_unique<DenseIterationMatrix<Scalar>>(n);
}

template std::unique_ptr<RealIterationMatrix> make_iteration_matrix<double>(
    const Structure&, const StructuredMatrix*);
template std::unique_ptr<ComplexIterationMatrix> make_iteration_matrix<std::complex<double>>(
    const Structure&, const StructuredMatrix*);

}  // namespace dts
