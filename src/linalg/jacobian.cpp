#include "linalg/jacobian.hpp"

#include "linalg/entries.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

const double kSqrtEpsilon = std::sqrt(kEpsilon);
// How far the increment stays above the rounding noise of the rows it acts on.
constexpr double kNoiseFactor = 1e7 * kUnitRoundoff;
// Tried in turn where the model cannot be evaluated: the other side of the border, then closer.
constexpr double kTrials[] = {1, -1, 0.1, -0.1, 0.01, -0.01, 1e-3, -1e-3};

// Visits the entries of M/h - J (of I/h - J without mass), those of M outside J's structure too.
template <class Visit>
void for_each_combined(const StructuredMatrix& jacobian, const StructuredMatrix* mass, double h,
                       Visit&& visit) {
  const double c = h != 0 ? 1 / h : 0;
  for_each_entry(jacobian, [&](Index i, Index j, double v) {
    const double m = mass ? (mass->holds(i, j) ? (*mass)(i, j) : 0.0) : double(i == j);
    visit(i, j, c * m - v);
  });
  if (mass) {
    for_each_entry(*mass, [&](Index i, Index j, double m) {
      if (m != 0 && !jacobian.holds(i, j)) visit(i, j, c * m);
    });
  } else {
    for (Index j = 0; j < jacobian.size(); ++j)
      if (!jacobian.holds(j, j)) visit(j, j, c);
  }
}

}  // namespace

JacobianEvaluator::JacobianEvaluator(Model& model)
    : model_(model), matrix_(model.jacobian_structure()) {
  if (!model.has_jacobian()) prepare_differences();
}

void JacobianEvaluator::prepare_differences() {
  const Index n = model_.size();
  for (Vector* v : {&increments_, &row_sum_, &row_max_, &noise_floor_, &y_, &yp_, &changed_})
    v->setZero(n);
  int n_groups = 0;
  const std::vector<int> group = colour_columns(matrix_.structure(), n_groups);
  group_begin_.assign(static_cast<std::size_t>(n_groups) + 1, 0);
  columns_.reserve(group.size());
  for (int g = 0; g < n_groups; ++g) {
    for (std::size_t j = 0; j < group.size(); ++j)
      if (group[j] == g) columns_.push_back(static_cast<int>(j));
    group_begin_[g + 1] = static_cast<int>(columns_.size());
  }
}

Evaluation JacobianEvaluator::jacobian(double t, ConstVectorRef y, ConstVectorRef f,
                                       ConstVectorRef yp, double h) {
  if (model_.has_jacobian()) {
    matrix_.set_zero();
    return model_.jacobian(t, y, matrix_);
  }
  return by_differences({t, y, yp, f, 0, false}, h);
}

Evaluation JacobianEvaluator::residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp,
                                                ConstVectorRef r, double c, double h) {
  if (model_.has_jacobian() && model_.is_implicit()) {
    matrix_.set_zero();
    return model_.residual_jacobian(t, y, yp, c, matrix_);
  }
  return by_differences({t, y, yp, r, c, true}, h);
}

Evaluation JacobianEvaluator::by_differences(const Point& at, double h) {
  if (group_begin_.empty()) prepare_differences();
  ++model_.counts().jacobian;
  choose_increments(at, h);
  has_previous_ = false;
  matrix_.set_zero();
  y_ = at.y;
  yp_ = at.yp;
  for (std::size_t g = 0; g + 1 < group_begin_.size(); ++g) {
    const Evaluation outcome =
        difference(at, columns_.data() + group_begin_[g], columns_.data() + group_begin_[g + 1]);
    if (outcome != Evaluation::ok) return outcome;
  }
  has_previous_ = matrix_.is_finite();
  return has_previous_ ? Evaluation::ok : Evaluation::not_finite;
}

// Moves the columns [first, last) together.  y_ and yp_ equal the point on entry and on return.
Evaluation JacobianEvaluator::difference(const Point& at, const int* first, const int* last) {
  Evaluation outcome = Evaluation::ok;
  for (double factor : kTrials) {
    for (const int* j = first; j != last; ++j) {
      y_[*j] = at.y[*j] + factor * increments_[*j];
      if (at.is_residual) yp_[*j] = at.yp[*j] + at.c * (y_[*j] - at.y[*j]);
    }
    outcome = evaluate(at);
    if (outcome == Evaluation::ok)
      for (const int* j = first; j != last; ++j) store(at, *j, y_[*j] - at.y[*j]);
    for (const int* j = first; j != last; ++j) {
      y_[*j] = at.y[*j];
      yp_[*j] = at.yp[*j];
    }
    if (outcome == Evaluation::ok || outcome == Evaluation::stop) return outcome;
  }
  if (last - first == 1) return outcome;
  // Perhaps the columns need different directions: one at a time.
  for (const int* j = first; j != last; ++j) {
    outcome = difference(at, j, j + 1);
    if (outcome != Evaluation::ok) return outcome;
  }
  return outcome;
}

Evaluation JacobianEvaluator::evaluate(const Point& at) {
  ++model_.counts().rhs_jacobian;
  return at.is_residual ? model_.residual(at.t, y_, yp_, changed_) : model_.rhs(at.t, y_, changed_);
}

void JacobianEvaluator::store(const Point& at, int column, double increment) {
  const Structure& s = matrix_.structure();
  switch (s.storage) {
    case Storage::dense: matrix_.values().col(column) = (changed_ - at.base) / increment; break;
    case Storage::banded: {
      const Index first = std::max<Index>(0, column - s.upper);
      const Index count = std::min<Index>(s.n - 1, column + s.lower) - first + 1;
      matrix_.values().col(column).segment(first - column + s.upper, count) =
          (changed_.segment(first, count) - at.base.segment(first, count)) / increment;
      break;
    }
    case Storage::sparse:
      for (StructuredMatrix::Sparse::InnerIterator it(matrix_.sparse(), column); it; ++it)
        it.valueRef() = (changed_[it.row()] - at.base[it.row()]) / increment;
      break;
  }
}

// Usual increments sqrt(eps) max(|y_j|, |h y'_j|), but not below the rounding noise of the rows the
// variable enters, as told by the previous matrix; that floor never exceeds sqrt(eps) max(1,
// |y_j|).
void JacobianEvaluator::choose_increments(const Point& at, double h) {
  if (has_previous_) measure_row_noise(at, h);
  for (Index j = 0; j < at.y.size(); ++j) {
    const double size = std::abs(at.y[j]);
    const double move = h * at.yp[j];
    double floor = kSqrtEpsilon * std::max(1.0, size);
    if (has_previous_) floor = std::min(floor, noise_floor_[j]);
    double r = std::max(kSqrtEpsilon * std::max(size, std::abs(move)), floor);
    if (r == 0) r = kSqrtEpsilon;
    increments_[j] = move < 0 ? -r : r;
  }
}

// N_i = (|G_i| + sum_l |P_il| |y_l|) / max_l |P_il|, the size of the variables that matter in row
// i, and of what else is added up there: inputs that depend on t alone show in G_i only.
// floor_j = 1e7 u max N_i over the rows of column j.
void JacobianEvaluator::measure_row_noise(const Point& at, double h) {
  const auto for_each = [&](auto&& visit) {
    if (at.is_residual)
      for_each_entry(matrix_, visit);
    else
      for_each_combined(matrix_, model_.mass(), h, visit);
  };
  row_sum_ = at.base.cwiseAbs();
  row_max_.setZero();
  noise_floor_.setZero();
  for_each([&](Index i, Index j, double p) {
    row_sum_[i] += std::abs(p) * std::abs(at.y[j]);
    row_max_[i] = std::max(row_max_[i], std::abs(p));
  });
  for_each([&](Index i, Index j, double p) {
    if (p != 0)
      noise_floor_[j] = std::max(noise_floor_[j], kNoiseFactor * row_sum_[i] / row_max_[i]);
  });
}

}  // namespace dts
