#include "delay/breaking_points.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

constexpr std::size_t kMaxFixedPoints = 10000;
constexpr double kSamePoint = 100 * kUnitRoundoff;

bool is_same(double a, double b) {
  return std::abs(a - b) <= kSamePoint * std::max(std::abs(a), std::abs(b));
}

}  // namespace

int BreakingPoints::count_until(double t) const {
  const auto later = std::upper_bound(points_.begin(), points_.end(), t,
                                      [](double x, const BreakingPoint& p) { return x < p.t; });
  return static_cast<int>(later - points_.begin());
}

std::vector<FixedPoint> constant_delay_points(std::vector<FixedPoint> roots,
                                              const std::vector<double>& delays, bool smooths,
                                              double t_begin, double t_end) {
  std::vector<FixedPoint> points;
  // Taken in the order of time, every point is complete before its successors are formed.
  std::vector<FixedPoint> waiting = std::move(roots);
  const auto is_later = [](const FixedPoint& a, const FixedPoint& b) { return a.t > b.t; };
  std::make_heap(waiting.begin(), waiting.end(), is_later);
  while (!waiting.empty() && points.size() < kMaxFixedPoints) {
    std::pop_heap(waiting.begin(), waiting.end(), is_later);
    FixedPoint point = waiting.back();
    waiting.pop_back();
    while (!waiting.empty() && is_same(waiting.front().t, point.t)) {
      point.order = std::min(point.order, waiting.front().order);
      std::pop_heap(waiting.begin(), waiting.end(), is_later);
      waiting.pop_back();
    }
    if (point.t > t_begin && !is_same(point.t, t_begin)) points.push_back(point);
    const int order = smooths ? point.order + 1 : point.order;
    if (order >= kSmoothOrder) continue;
    for (double delay : delays)
      if (delay > 0 && point.t + delay < t_end) {
        waiting.push_back({point.t + delay, order});
        std::push_heap(waiting.begin(), waiting.end(), is_later);
      }
  }
  return points;
}

}  // namespace dts
