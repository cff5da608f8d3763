// The search for pairs of roots that no sample separates.
#include "driver/root_scan.hpp"

#include <cmath>

namespace dts {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

// Two roots between two samples leave no change of sign, but as a rule a local minimum of |g| at
// sample j, or between an end of the interval and the sample next to it.
RootScan::Found RootScan::look_for_dip(Index i, int sign, int j) {
  const int last = static_cast<int>(sample_g_.cols()) - 1;
  const auto g = [&](int k) { return sign * sample_g_(i, k); };
  const auto t = [&](int k) { return sample_t_[at(k)]; };
  // The minimum of the parabola through samples k, k + 1, k + 2, if it has one.
  const auto vertex = [&](int k) {
    const double d1 = (g(k + 1) - g(k)) / (t(k + 1) - t(k));
    const double d2 = (g(k + 2) - g(k + 1)) / (t(k + 2) - t(k + 1));
    const double bend = (d2 - d1) / (t(k + 2) - t(k));
    return bend > 0 ? (t(k) + t(k + 1)) / 2 - d1 / (2 * bend) : kInfinity;
  };
  const auto lies_between = [&](double x, int k, int l) {
    return direction_ * (x - t(k)) > 0 && direction_ * (t(l) - x) > 0;
  };
  const bool left_is_safe = j > 1 || (g(0) > 0 && !waits_beyond(at(i), t(0)));
  if (j < last && left_is_safe && g(j + 1) > 0) {
    const bool is_lowest =
        g(j) <= g(j - 1) && g(j) <= g(j + 1) && (g(j) < g(j - 1) || g(j) < g(j + 1));
    if (is_lowest) return lowest(i, sign, t(j - 1), t(j), t(j + 1));
    if (j == 1 && g(0) < g(1)) {
      const double x = vertex(0);
      if (lies_between(x, 0, 1)) return lowest(i, sign, t(0), x, t(1));
    }
  }
  if (j == last && last >= 2 && left_is_safe && g(j) < g(j - 1) && g(j - 2) > 0) {
    const double x = vertex(j - 2);
    if (lies_between(x, j - 1, j)) return lowest(i, sign, t(j - 1), x, t(j));
  }
  return std::nullopt;
}

// Looks for the minimum of sign * g between left and right, by parabolas through the lowest point
// and its neighbours; ends as soon as the sign differs, or when a minimum above zero is certain.
RootScan::Found RootScan::lowest(Index i, int sign, double left, double x, double right) {
  constexpr int kMaxEvaluations = 20;
  const auto g = [&](double t) { return sign * value_on_step(i, t); };
  double gl = g(left), gx = g(x), gr = g(right);
  const double g_left = gl;
  const double first_left = left;
  double predicted = kInfinity;
  for (int k = 0; k < kMaxEvaluations && gx > 0; ++k) {
    const double dl = (gx - gl) / (x - left), dr = (gr - gx) / (right - x);
    const double bend = (dr - dl) / (right - left);
    double z = bend > 0 ? (left + x) / 2 - dl / (2 * bend) : x;
    const double before = predicted;
    predicted = bend > 0 ? gx - bend * (z - x) * (z - x) : gx;
    if (predicted > 10 * std::abs(predicted - before)) break;
    // A point too near x or outside teaches nothing: bisect the longer side instead.
    const double span = std::abs(right - left);
    const bool outside = direction_ * (z - left) <= 0 || direction_ * (right - z) <= 0;
    if (outside || std::abs(z - x) < 1e-3 * span)
      z = std::abs(x - left) > std::abs(right - x) ? x - 0.4 * (x - left) : x + 0.4 * (right - x);
    if (std::abs(z - x) <= time_resolution(x)) break;
    const double gz = g(z);
    if (gz <= gx) {
      (direction_ * (z - x) < 0 ? right : left) = x;
      (direction_ * (z - x) < 0 ? gr : gl) = gx;
      x = z;
      gx = gz;
    } else {
      (direction_ * (z - x) < 0 ? left : right) = z;
      (direction_ * (z - x) < 0 ? gl : gr) = gz;
    }
  }
  if (gx < 0) return locate(i, sign, {first_left, sign * g_left, x, sign * gx}, g_left > 0);
  if (gx == 0) return Candidate{x, 0, g_left, std::abs(x - first_left)};
  if (!options_.touch.empty() && gx <= options_.touch[at(i)])
    return Candidate{x, 0, g_left, std::abs(x - first_left)};
  return std::nullopt;
}

}  // namespace dts
