#include "linalg/sparsity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>

namespace dts {

namespace {

// Greedy colouring, columns with many entries first (Curtis, Powell, Reid 1974; Coleman, More
// 1983).
std::vector<int> colour_pattern(const SparsityPattern& pattern, std::size_t n_rows, int& n_groups) {
  const std::size_t n = pattern.size();
  std::vector<std::vector<int>> columns_of_row(n_rows);
  for (std::size_t j = 0; j < n; ++j)
    for (int i : pattern[j]) columns_of_row[i].push_back(static_cast<int>(j));
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return pattern[a].size() > pattern[b].size(); });
  std::vector<int> group(n, -1);
  std::vector<int> taken_for(n + 1, -1);  // the last column for which a colour was found taken
  n_groups = 0;
  for (int j : order) {
    for (int i : pattern[j])
      for (int k : columns_of_row[i])
        if (group[k] >= 0) taken_for[group[k]] = j;
    int colour = 0;
    while (taken_for[colour] == j) ++colour;
    group[j] = colour;
    n_groups = std::max(n_groups, colour + 1);
  }
  return group;
}

// A fixed sequence in (-1, 1): the same on every machine (Knuth's MMIX generator).
class Scatter {
 public:
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / 4503599627370496.0 - 1.0;
  }

 private:
  std::uint64_t state_ = 20250101;
};

// Asks the model at scattered states and compares bit by bit: what does not depend on a variable
// does not change at all.
class PatternProbe {
 public:
  PatternProbe(Model& model, double t, ConstVectorRef y, const Vector* yp)
      : model_(model), t_(t), y0_(y), y_(y), f_(y.size()), changed_(y.size()) {
    yp0_ = yp ? *yp : Vector::Zero(y.size());
    yp_ = yp0_;
    scale_ = scale_of(y0_);
    scale_p_ = scale_of(yp0_);
  }

  // Moves to a state at relative distance up to 0.1, nearer if the model refuses it.
  Evaluation scatter() {
    Evaluation outcome = Evaluation::ok;
    for (double size = kScatter; size > 1e-6; size *= 0.1) {
      for (Index j = 0; j < y_.size(); ++j) {
        y_[j] = y0_[j] + size * scale_[j] * scatter_.next();
        yp_[j] = yp0_[j] + size * scale_p_[j] * scatter_.next();
      }
      outcome = evaluate(f_);
      if (outcome == Evaluation::ok || outcome == Evaluation::stop) return outcome;
    }
    return outcome;
  }

  // After it depends() tells the rows that depend on some of these variables.  They move by
  // different amounts, so that what they do to a row does not cancel.
  Evaluation move(const std::vector<Index>& variables) {
    const Vector y = y_, yp = yp_;
    Evaluation outcome = Evaluation::ok;
    for (double size : {kMove, -kMove, 0.01 * kMove, -0.01 * kMove}) {
      for (const Index j : variables) {
        const double amount = size * (1 + 0.5 * scatter_.next());
        y_[j] = y[j] + amount * scale_[j];
        yp_[j] = yp[j] + amount * scale_p_[j];
      }
      outcome = evaluate(changed_);
      if (outcome == Evaluation::ok || outcome == Evaluation::stop) break;
    }
    y_ = y;
    yp_ = yp;
    return outcome;
  }

  bool depends(Index i) const { return changed_[i] != f_[i]; }

 private:
  static constexpr double kScatter = 0.1;
  static constexpr double kMove = 0.01;

  // |v_j|, or the mean size of the others where v_j is zero.
  static Vector scale_of(const Vector& v) {
    const Index nonzero = (v.array() != 0).count();
    const double mean = nonzero > 0 ? v.lpNorm<1>() / static_cast<double>(nonzero) : 1.0;
    return (v.array() != 0).select(v.array().abs(), std::min(1.0, mean));
  }
  Evaluation evaluate(Vector& result) {
    ++model_.counts().rhs_jacobian;
    return model_.is_implicit() ? model_.residual(t_, y_, yp_, result) : model_.rhs(t_, y_, result);
  }

  Model& model_;
  double t_;
  Vector y0_, yp0_, scale_, scale_p_, y_, yp_, f_, changed_;
  Scatter scatter_;
};

// Neighbouring variables, and the rows that may depend on some of them.
struct Block {
  Index begin, end;
  std::vector<int> rows;
};

// The rows of each block that do depend on it: blocks without a common row move together.
Evaluation narrow(PatternProbe& probe, Index n, std::vector<Block>& blocks) {
  SparsityPattern rows(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) rows[b].swap(blocks[b].rows);
  int n_groups = 0;
  const std::vector<int> group = colour_pattern(rows, static_cast<std::size_t>(n), n_groups);
  for (int g = 0; g < n_groups; ++g) {
    std::vector<Index> variables;
    for (std::size_t b = 0; b < blocks.size(); ++b)
      if (group[b] == g)
        for (Index j = blocks[b].begin; j < blocks[b].end; ++j) variables.push_back(j);
    if (const Evaluation e = probe.move(variables); e != Evaluation::ok) return e;
    for (std::size_t b = 0; b < blocks.size(); ++b)
      if (group[b] == g)
        for (const int i : rows[b])
          if (probe.depends(i)) blocks[b].rows.push_back(i);
  }
  return Evaluation::ok;
}

bool are_single(const std::vector<Block>& blocks) {
  return std::all_of(blocks.begin(), blocks.end(),
                     [](const Block& block) { return block.end - block.begin == 1; });
}

// Blocks on which nothing depends are dropped.
std::vector<Block> halves(const std::vector<Block>& blocks) {
  std::vector<Block> result;
  for (const Block& block : blocks) {
    if (block.rows.empty()) continue;
    const Index middle = (block.begin + block.end + 1) / 2;
    result.push_back({block.begin, middle, block.rows});
    if (middle < block.end) result.push_back({middle, block.end, block.rows});
  }
  return result;
}

void merge_into(std::vector<int>& sorted, const std::vector<int>& more) {
  std::vector<int> both;
  std::set_union(sorted.begin(), sorted.end(), more.begin(), more.end(), std::back_inserter(both));
  sorted.swap(both);
}

}  // namespace

std::vector<int> colour_columns(const Structure& structure, int& n_groups) {
  if (structure.storage == Storage::sparse)
    return colour_pattern(*structure.pattern, structure.pattern->size(), n_groups);
  Index width = structure.n;
  if (structure.storage == Storage::banded)
    width = std::min(width, structure.lower + structure.upper + 1);
  std::vector<int> group(static_cast<std::size_t>(structure.n));
  for (Index j = 0; j < structure.n; ++j) group[j] = static_cast<int>(j % width);
  n_groups = static_cast<int>(width);
  return group;
}

// By bisection: first all variables move together, then halves, quarters and so on.  Where a row
// has few entries most blocks of one size have no row in common, so that each size takes few
// evaluations, some multiple of log(n) in all, not n.
Evaluation detect_pattern(Model& model, double t, ConstVectorRef y, const Vector* yp,
                          SparsityPattern& pattern) {
  constexpr int kStates = 3;
  const Index n = y.size();
  PatternProbe probe(model, t, y, yp);
  pattern.assign(static_cast<std::size_t>(n), {});
  std::vector<int> all_rows(static_cast<std::size_t>(n));
  std::iota(all_rows.begin(), all_rows.end(), 0);
  for (int state = 0; state < kStates; ++state) {
    if (const Evaluation e = probe.scatter(); e != Evaluation::ok) return e;
    std::vector<Block> blocks{{0, n, all_rows}};
    for (;;) {
      if (const Evaluation e = narrow(probe, n, blocks); e != Evaluation::ok) return e;
      if (are_single(blocks)) break;
      blocks = halves(blocks);
    }
    for (const Block& block : blocks) merge_into(pattern[block.begin], block.rows);
  }
  return Evaluation::ok;
}

}  // namespace dts
