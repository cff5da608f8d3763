#include "linalg/iteration_matrix.hpp"

#include "linalg/banded_lu.hpp"
#include "linalg/entries.hpp"
#include "linalg/sparse_iteration_matrix.hpp"

#include "linalg/eigen_solvers.hpp"

#include <algorithm>
#include <stdexcept>

namespace dts {

namespace {

template <class Scalar>
class DenseIterationMatrix final : public IterationMatrix<Scalar> {
 public:
  using typename IterationMatrix<Scalar>::Columns;

  explicit DenseIterationMatrix(Index n) : sum_(n, n), lu_(n) {}

  bool factor(Scalar c, const StructuredMatrix* mass, const StructuredMatrix& jacobian) override {
    set(Scalar(-1), jacobian);
    if (mass)
      add_mass(c, *mass);
    else
      sum_.diagonal().array() += c;
    return factor_sum();
  }
  bool factor(const StructuredMatrix& p) override {
    set(Scalar(1), p);
    return factor_sum();
  }
  void solve(Eigen::Ref<Columns> columns) override {
    work_.resize(columns.rows(), columns.cols());
    work_.noalias() = lu_.permutationP() * columns;
    lu_.matrixLU().template triangularView<Eigen::UnitLower>().solveInPlace(work_);
    lu_.matrixLU().template triangularView<Eigen::Upper>().solveInPlace(work_);
    columns = work_;
  }

 private:
  void set(Scalar sign, const StructuredMatrix& a) {
    if (a.structure().storage == Storage::dense) {
      sum_ = sign * a.values().template cast<Scalar>();
      return;
    }
    sum_.setZero();
    for_each_entry(a, [&](Index i, Index j, double v) { sum_(i, j) = sign * v; });
  }
  void add_mass(Scalar c, const StructuredMatrix& mass) {
    if (mass.structure().storage == Storage::dense)
      sum_ += c * mass.values().template cast<Scalar>();
    else
      for_each_entry(mass, [&](Index i, Index j, double m) { sum_(i, j) += c * m; });
  }
  bool factor_sum() {
    if (!sum_.allFinite()) return false;
    lu_.compute(sum_);
    const auto pivots = lu_.matrixLU().diagonal().array();
    return pivots.isFinite().all() && (pivots != Scalar(0)).all();
  }

  Columns sum_, work_;
  Eigen::PartialPivLU<Columns> lu_;
};

template <class Scalar>
class BandedIterationMatrix final : public IterationMatrix<Scalar> {
 public:
  using typename IterationMatrix<Scalar>::Columns;

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
  void solve(Eigen::Ref<Columns> columns) override { lu_.solve(columns); }

 private:
  void add(Scalar factor, const StructuredMatrix& a) {
    for_each_entry(a, [&](Index i, Index j, double v) {
      if (v == 0) return;
      if (!lu_.holds(i, j)) throw std::logic_error("iteration matrix: entry outside the band");
      lu_.at(i, j) += factor * v;
    });
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
  // Beyond half the matrix the band with its fill-in is larger than the full matrix.
  const bool narrow = 2 * lower + upper + 1 < n;
  if (jacobian.storage == Storage::banded && narrow)
    return std::make_unique<BandedIterationMatrix<Scalar>>(n, lower, upper);
  return std::make_unique<DenseIterationMatrix<Scalar>>(n);
}

template std::unique_ptr<RealIterationMatrix> make_iteration_matrix<double>(
    const Structure&, const StructuredMatrix*);
template std::unique_ptr<ComplexIterationMatrix> make_iteration_matrix<std::complex<double>>(
    const Structure&, const StructuredMatrix*);

}  // namespace dts
