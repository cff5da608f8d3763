// A ball that falls from a height and bounces: times and speeds of its impacts in closed form.
#pragma once

#include "problems/equations.hpp"

#include <cmath>
#include <functional>
#include <vector>

namespace dts {

constexpr double kBallGravity = 32.2;

struct Impact {
  double t, speed_in, speed_out;
};

class Bounces {
 public:
  // `rebound` gives the speed after an impact; impacts up to `t_end`, at most `most` of them.
  Bounces(double height, const std::function<double(double)>& rebound, double t_end,
          std::size_t most = 1000)
      : height_(height) {
    double t = std::sqrt(2 * height / kBallGravity), speed = std::sqrt(2 * kBallGravity * height);
    while (t <= t_end && impacts_.size() < most) {
      const double next = rebound(speed);
      impacts_.push_back({t, speed, next});
      t += 2 * next / kBallGravity;
      speed = next;
    }
  }

  const std::vector<Impact>& impacts() const { return impacts_; }

  // Height and velocity; at an impact those before it.
  State at(double t) const {
    const Impact* last = nullptr;
    for (const Impact& impact : impacts_) {
      if (t == impact.t) return {0, -impact.speed_in};
      if (impact.t < t) last = &impact;
    }
    if (!last) return {height_ - kBallGravity * t * t / 2, -kBallGravity * t};
    const double s = t - last->t;
    return {(last->speed_out - kBallGravity * s / 2) * s, last->speed_out - kBallGravity * s};
  }

 private:
  double height_;
  std::vector<Impact> impacts_;
};

}  // namespace dts
