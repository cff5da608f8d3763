// LU factorisation of a sparse matrix, real or complex, for matrices that come again and again with
// other values on the same pattern.  The first time columns are factored one by one with a search
// for pivots: J. R. Gilbert, T. Peierls (1988), SIAM J. Sci. Stat. Comput. 9, 862-874.  Afterwards
// pivots and pattern are kept as long as the pivots remain good enough, as in T. A. Davis,
// E. Palamadai Natarajan (2010), ACM Trans. Math. Softw. 37(3), 36, and only numbers are computed.
#pragma once

#include "core/types.hpp"
#include "linalg/eigen_solvers.hpp"
#include "linalg/subtract_multiple.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace dts {

template <class Scalar>
class SparseLU {
 public:
  using Sparse = Eigen::SparseMatrix<Scalar>;
  using Columns = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  // Takes note of a pattern; `a` must be compressed.
  void analyse(const Sparse& a);
  // Factors a matrix with that pattern; false if it is singular.
  bool factor(const Sparse& a);
  // Overwrites every column by the solution.
  void solve(Scalar* b);

 private:
  // A pivot on the diagonal is taken if it is not much smaller than the largest; pivots are kept
  // while they are not very much smaller.
  static constexpr double kPreferDiagonal = 0.1;
  static constexpr double kKeepPivots = 1e-3;

  // Columns of a triangular factor without its diagonal.
  struct Factor {
    std::vector<int> begin, row;
    std::vector<Scalar> value;
    void clear(Index n) {
      begin.assign(1, 0);
      begin.reserve(static_cast<std::size_t>(n) + 1);
      row.clear();
      value.clear();
    }
    void push(int i, const Scalar& v) {
      row.push_back(i);
      value.push_back(v);
    }
    void close_column() { begin.push_back(static_cast<int>(row.size())); }
  };

  bool choose_order(const Sparse& a);
  bool find_pivots(const Sparse& a);
  bool keep_pivots(const Sparse& a);
  void find_reach(const Sparse& a, int column);
  void visit(int row);
  void compute_column(const Sparse& a, int column);
  int choose_pivot(int column) const;
  void store_column(int pivot, int k);
  void number_rows_by_pivots();
  void sort_upper();
  // work_i -= u l_i over the entries of column j of L.
  void subtract_column(const Factor& l, int j, const Scalar& u, Scalar* x) const {
    for (int p = l.begin[j]; p < l.begin[j + 1]; ++p) x[l.row[p]] -= product(u, l.value[p]);
  }

  int n_ = 0;
  std::vector<int> order_;                    // column k of the factors is column order_[k] of A
  std::vector<std::vector<int>> candidates_;  // orders not yet compared
  bool has_pivots_ = false;
  Factor lower_, upper_;
  std::vector<Scalar> inverse_pivots_;
  std::vector<int> position_;  // of row i of A in the factors; -1: not yet a pivot
  std::vector<Scalar> work_;
  // The search for the pattern of a column: rows reached, those below last; marks by column.
  std::vector<int> reach_, mark_, stack_, next_;
  int column_mark_ = 0;
  std::vector<std::pair<int, Scalar>> sorting_;
};

// Minimum degree on A + A' suits matrices whose pivots stay on the diagonal, the column ordering
// suits all; which leaves fewer entries shows when both have been tried.
template <class Scalar>
void SparseLU<Scalar>::analyse(const Sparse& a) {
  n_ = static_cast<int>(a.cols());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> symmetric, by_columns;
  Eigen::AMDOrdering<int>()(a, symmetric);
  Eigen::COLAMDOrdering<int>()(a, by_columns);
  candidates_.assign(2, std::vector<int>(n_));
  for (int k = 0; k < n_; ++k) {
    candidates_[0][k] = symmetric.indices()[k];
    candidates_[1][by_columns.indices()[k]] = k;
  }
  has_pivots_ = false;
  inverse_pivots_.assign(n_, Scalar(0));
  work_.assign(n_, Scalar(0));
  mark_.assign(n_, 0);
  column_mark_ = 0;
}

template <class Scalar>
bool SparseLU<Scalar>::factor(const Sparse& a) {
  if (has_pivots_ && keep_pivots(a)) return true;
  has_pivots_ = candidates_.empty() ? find_pivots(a) : choose_order(a);
  return has_pivots_;
}

template <class Scalar>
bool SparseLU<Scalar>::choose_order(const Sparse& a) {
  order_ = candidates_[0];
  const bool first_succeeds = find_pivots(a);
  const std::size_t first = lower_.row.size() + upper_.row.size();
  order_ = candidates_[1];
  const bool second_succeeds = find_pivots(a);
  if (!first_succeeds && !second_succeeds) return false;
  const std::size_t second = lower_.row.size() + upper_.row.size();
  if (first_succeeds && (!second_succeeds || first <= second)) {
    order_ = candidates_[0];
    find_pivots(a);
  }
  candidates_.clear();
  return true;
}

template <class Scalar>
bool SparseLU<Scalar>::find_pivots(const Sparse& a) {
  lower_.clear(n_);
  upper_.clear(n_);
  position_.assign(n_, -1);
  for (int k = 0; k < n_; ++k) {
    find_reach(a, order_[k]);
    compute_column(a, order_[k]);
    const int pivot = choose_pivot(order_[k]);
    const bool is_usable = pivot >= 0 && invert_pivot(work_[pivot], inverse_pivots_[k]);
    if (is_usable) store_column(pivot, k);
    for (const int i : reach_) work_[i] = Scalar(0);
    if (!is_usable) return false;
  }
  number_rows_by_pivots();
  sort_upper();
  return true;
}

// The rows in which column `column` of L^-1 A may have entries, in an order in which they can be
// eliminated when read backwards.
template <class Scalar>
void SparseLU<Scalar>::find_reach(const Sparse& a, int column) {
  reach_.clear();
  ++column_mark_;
  if (column_mark_ == std::numeric_limits<int>::max()) {
    std::fill(mark_.begin(), mark_.end(), 0);
    column_mark_ = 1;
  }
  for (int p = a.outerIndexPtr()[column]; p < a.outerIndexPtr()[column + 1]; ++p)
    if (mark_[a.innerIndexPtr()[p]] != column_mark_) visit(a.innerIndexPtr()[p]);
}

// Depth first, without recursion: a row that is a pivot leads to the rows of its column of L.
template <class Scalar>
void SparseLU<Scalar>::visit(int row) {
  const auto first_child = [&](int i) { return position_[i] < 0 ? 0 : lower_.begin[position_[i]]; };
  const auto end_of = [&](int i) { return position_[i] < 0 ? 0 : lower_.begin[position_[i] + 1]; };
  stack_.assign(1, row);
  next_.assign(1, first_child(row));
  mark_[row] = column_mark_;
  while (!stack_.empty()) {
    const int i = stack_.back();
    int& p = next_.back();
    const int end = end_of(i);
    while (p < end && mark_[lower_.row[p]] == column_mark_) ++p;
    if (p == end) {
      reach_.push_back(i);
      stack_.pop_back();
      next_.pop_back();
      continue;
    }
    const int child = lower_.row[p++];
    mark_[child] = column_mark_;
    stack_.push_back(child);
    next_.push_back(first_child(child));
  }
}

template <class Scalar>
void SparseLU<Scalar>::compute_column(const Sparse& a, int column) {
  for (int p = a.outerIndexPtr()[column]; p < a.outerIndexPtr()[column + 1]; ++p)
    work_[a.innerIndexPtr()[p]] = a.valuePtr()[p];
  for (auto i = reach_.rbegin(); i != reach_.rend(); ++i)
    if (position_[*i] >= 0) subtract_column(lower_, position_[*i], work_[*i], work_.data());
}

// A row of A; -1 if there is none with an entry other than zero.
template <class Scalar>
int SparseLU<Scalar>::choose_pivot(int column) const {
  int pivot = -1;
  double largest = 0;
  for (const int i : reach_)
    if (position_[i] < 0 && pivot_size(work_[i]) > largest) {
      largest = pivot_size(work_[i]);
      pivot = i;
    }
  const bool has_diagonal = mark_[column] == column_mark_ && position_[column] < 0;
  if (has_diagonal && pivot >= 0 && pivot_size(work_[column]) >= kPreferDiagonal * largest)
    pivot = column;
  return pivot;
}

template <class Scalar>
void SparseLU<Scalar>::store_column(int pivot, int k) {
  for (const int i : reach_) {
    if (i == pivot) continue;
    if (position_[i] >= 0)
      upper_.push(position_[i], work_[i]);
    else
      lower_.push(i, product(work_[i], inverse_pivots_[k]));
  }
  upper_.close_column();
  lower_.close_column();
  position_[pivot] = k;
}

template <class Scalar>
void SparseLU<Scalar>::number_rows_by_pivots() {
  for (int& i : lower_.row) i = position_[i];
}

// With the rows of U in ascending order, a column can be computed anew by reading it forwards.
template <class Scalar>
void SparseLU<Scalar>::sort_upper() {
  for (int k = 0; k < n_; ++k) {
    const int begin = upper_.begin[k], end = upper_.begin[k + 1];
    sorting_.clear();
    for (int p = begin; p < end; ++p) sorting_.emplace_back(upper_.row[p], upper_.value[p]);
    std::sort(sorting_.begin(), sorting_.end(),
              [](const auto& x, const auto& y) { return x.first < y.first; });
    for (int p = begin; p < end; ++p) {
      upper_.row[p] = sorting_[p - begin].first;
      upper_.value[p] = sorting_[p - begin].second;
    }
  }
}

template <class Scalar>
bool SparseLU<Scalar>::keep_pivots(const Sparse& a) {
  Scalar* x = work_.data();
  for (int k = 0; k < n_; ++k) {
    for (int p = a.outerIndexPtr()[order_[k]]; p < a.outerIndexPtr()[order_[k] + 1]; ++p)
      x[position_[a.innerIndexPtr()[p]]] = a.valuePtr()[p];
    for (int p = upper_.begin[k]; p < upper_.begin[k + 1]; ++p) {
      const int j = upper_.row[p];
      const Scalar u = x[j];
      x[j] = Scalar(0);
      upper_.value[p] = u;
      if (u != Scalar(0)) subtract_column(lower_, j, u, x);
    }
    const Scalar pivot = x[k];
    x[k] = Scalar(0);
    const bool is_usable = invert_pivot(pivot, inverse_pivots_[k]);
    double largest = 0;
    for (int p = lower_.begin[k]; p < lower_.begin[k + 1]; ++p) {
      const Scalar entry = x[lower_.row[p]];
      x[lower_.row[p]] = Scalar(0);
      largest = std::max(largest, pivot_size(entry));
      lower_.value[p] = product(entry, inverse_pivots_[k]);
    }
    if (!is_usable || !(pivot_size(pivot) >= kKeepPivots * largest)) return false;
  }
  return true;
}

template <class Scalar>
void SparseLU<Scalar>::solve(Scalar* b) {
  Scalar* x = work_.data();
  for (int i = 0; i < n_; ++i) x[position_[i]] = b[i];
  for (int k = 0; k < n_; ++k)
    if (x[k] != Scalar(0)) subtract_column(lower_, k, x[k], x);
  for (int k = n_ - 1; k >= 0; --k) {
    const Scalar value = product(x[k], inverse_pivots_[k]);
    x[k] = Scalar(0);
    b[order_[k]] = value;
    if (value != Scalar(0)) subtract_column(upper_, k, value, x);
  }
}

}  // namespace dts
