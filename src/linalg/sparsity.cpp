#include "linalg/sparsity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace dts {

namespace {

// Greedy colouring, columns with many entries first (Curtis, Powell, Reid 1974; Coleman, More
// 1983).
std::vector<int> colour_pattern(const SparsityPattern& pattern, int& n_groups) {
  const std::size_t n = pattern.size();
  std::vector<std::vector<int>> columns_of_row(n);
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

  // changed() - base() shows the rows that depend on variable j.
  Evaluation move(Index j) {
    const double y = y_[j], yp = yp_[j];
    Evaluation outcome = Evaluation::ok;
    for (double size : {kMove, -kMove, 0.01 * kMove, -0.01 * kMove}) {
      y_[j] = y + size * scale_[j];
      yp_[j] = yp + size * scale_p_[j];
      outcome = evaluate(changed_);
      if (outcome == Evaluation::ok || outcome == Evaluation::stop) break;
    }
    y_[j] = y;
    yp_[j] = yp;
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

}  // namespace

std::vector<int> colour_columns(const Structure& structure, int& n_groups) {
  if (structure.storage == Storage::sparse) return colour_pattern(*structure.pattern, n_groups);
  Index width = structure.n;
  if (structure.storage == Storage::banded)
    width = std::min(width, structure.lower + structure.upper + 1);
  std::vector<int> group(static_cast<std::size_t>(structure.n));
  for (Index j = 0; j < structure.n; ++j) group[j] = static_cast<int>(j % width);
  n_groups = static_cast<int>(width);
  return group;
}

Evaluation detect_pattern(Model& model, double t, ConstVectorRef y, const Vector* yp,
                          SparsityPattern& pattern) {
  constexpr int kStates = 3;
  const Index n = y.size();
  PatternProbe probe(model, t, y, yp);
  Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> seen(n, n);
  seen.setConstant(false);
  for (int state = 0; state < kStates; ++state) {
    if (const Evaluation e = probe.scatter(); e != Evaluation::ok) return e;
    for (Index j = 0; j < n; ++j) {
      if (const Evaluation e = probe.move(j); e != Evaluation::ok) return e;
      for (Index i = 0; i < n; ++i)
        if (probe.depends(i)) seen(i, j) = true;
    }
  }
  pattern.assign(static_cast<std::size_t>(n), {});
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      if (seen(i, j)) pattern[j].push_back(static_cast<int>(i));
  return Evaluation::ok;
}

}  // namespace dts
