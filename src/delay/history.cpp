#include "delay/history.hpp"

#include <limits>
#include <utility>

namespace dts {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

History::History(Index n, std::vector<Index> components, Index max_steps)
    : components_(std::move(components)),
      max_steps_(max_steps),
      y0_(Vector::Zero(n)),
      work_(static_cast<Index>(components_.size())) {}

void History::begin(double t0, ConstVectorRef y0) {
  t0_ = last_end_ = t0;
  y0_ = y0;
  steps_.clear();
  forgotten_ = 0;
  has_begun_ = true;
}

void History::append(const DensePolynomial& step) {
  if (components_.empty()) {
    steps_.push_back(step);
  } else {
    DensePolynomial part = step;
    const Matrix& all = step.coefficients();
    Matrix& kept = part.coefficients();
    kept.resize(static_cast<Index>(components_.size()), all.cols());
    for (std::size_t i = 0; i < components_.size(); ++i) kept.row(i) = all.row(components_[i]);
    steps_.push_back(std::move(part));
  }
  last_end_ = step.end();
  if (max_steps_ > 0 && static_cast<Index>(steps_.size()) > max_steps_) {
    steps_.pop_front();
    ++forgotten_;
  }
}

void History::remove_last() {
  steps_.pop_back();
  last_end_ = steps_.empty() ? t0_ : steps_.back().end();
}

double History::length(Index step) const {
  const double end = step + 1 == count() ? last_end_ : at(step).end();
  return end - at(step).begin();
}

bool History::find(double x, Index& hint) const {
  if (steps_.empty() || !(x > steps_.front().begin())) return false;
  const auto holds = [&](Index step) {
    return is_kept(step) && at(step).begin() < x && (step + 1 == count() || x <= at(step).end());
  };
  if (holds(hint)) return true;
  if (holds(hint + 1)) {
    ++hint;
    return true;
  }
  Index first = forgotten_, last = count() - 1;  // the answer lies in [first, last]
  while (first < last) {
    const Index middle = first + (last - first) / 2;
    if (x <= at(middle).end())
      last = middle;
    else
      first = middle + 1;
  }
  hint = first;
  return true;
}

void History::value(Index step, double x, VectorRef y) const {
  const DensePolynomial& u = at(step);
  if (components_.empty()) {
    u.value(x, y);
    return;
  }
  y.fill(kNaN);
  for (std::size_t i = 0; i < components_.size(); ++i)
    y[components_[i]] = u.value(x, static_cast<Index>(i));
}

void History::derivative(Index step, double x, VectorRef dy) const {
  const DensePolynomial& u = at(step);
  if (components_.empty()) {
    u.derivative(x, dy);
    return;
  }
  u.derivative(x, work_);
  dy.fill(kNaN);
  for (std::size_t i = 0; i < components_.size(); ++i) dy[components_[i]] = work_[i];
}

}  // namespace dts
