// The points where the solution of a delay equation is not smooth, with what is known of each:
// which point it inherits from through which delay, and how smooth the solution still is there.
// Guglielmi, Hairer (2008), Computing breaking points in implicit delay differential equations.
#pragma once

#include "core/types.hpp"

#include <limits>
#include <vector>

namespace dts {

struct BreakingPoint {
  enum class Kind { start, prescribed, computed, event };

  double t = 0;
  double parent = std::numeric_limits<double>::quiet_NaN();
  int lag = -1;   // the delay through which the parent is seen; -1: none
  int order = 0;  // highest derivative that is still continuous; -1: the solution itself jumps
  Kind kind = Kind::computed;
  Index step = 0;  // number of the step that begins here

  static BreakingPoint without_parent(double t, int order, Kind kind, Index step) {
    return {t, std::numeric_limits<double>::quiet_NaN(), -1, order, kind, step};
  }
};

// From this order on a point is too smooth to be noticed by a method of order 5.
constexpr int kSmoothOrder = 5;

class BreakingPoints {
 public:
  void clear() { points_.clear(); }
  void add(const BreakingPoint& point) { points_.push_back(point); }  // in the order of time

  int count() const { return static_cast<int>(points_.size()); }
  const BreakingPoint& operator[](int i) const { return points_[i]; }
  BreakingPoint& operator[](int i) { return points_[i]; }
  BreakingPoint& last() { return points_.back(); }
  const std::vector<BreakingPoint>& all() const { return points_; }

  // The number of points at or before t.
  int count_until(double t) const;

 private:
  std::vector<BreakingPoint> points_;
};

struct FixedPoint {
  double t;
  int order;
};

// The points that constant delays make known in advance: every root r gives r + sum_k n_k tau_k.
// Each delay passed makes the solution smoother by one, if `smooths` (M regular).  Sorted, without
// the roots at or before t_begin, and without points that follow each other by rounding only.
std::vector<FixedPoint> constant_delay_points(std::vector<FixedPoint> roots,
                                              const std::vector<double>& delays, bool smooths,
                                              double t_begin, double t_end);

}  // namespace dts
