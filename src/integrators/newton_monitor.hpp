// Watches a simplified Newton iteration by the norms of its increments: done, hopeless, too slow?
// Hairer, Wanner, Solving ODEs II (1996), IV.8 (8.10)-(8.11).
#pragma once

#include "core/types.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

class NewtonMonitor {
 public:
  enum class Verdict {
    go_on,      // apply the increment and iterate again
    converged,  // apply the increment, it was the last
    diverged,
    slow  // would not be done within the iterations allowed; see slow_factor()
  };

  // `kappa`: the iteration error wanted, as a fraction of the tolerance.  A first increment larger
  // than `largest_unmeasured` is never the last: its rate is only a memory of earlier iterations.
  NewtonMonitor(int max_iterations, double kappa, int min_iterations = 1,
                double largest_unmeasured = kInfinity)
      : max_iterations_(max_iterations),
        min_iterations_(min_iterations),
        kappa_(kappa),
        largest_unmeasured_(largest_unmeasured) {}

  // Forgets what earlier iterations taught about the rate.
  void reset() { eta_ = 1; }

  // A new iteration; `theta` is reported as its rate if it ends before one can be measured.
  void begin(double theta) {
    k_ = 0;
    theta_ = theta;
    eta_ = std::pow(std::max(eta_, kUnitRoundoff), 0.8);
  }

  // `d`: the norm of the next increment.
  Verdict judge(double d) {
    ++k_;
    if (!std::isfinite(d)) return Verdict::diverged;
    if (1 < k_ && k_ < max_iterations_) {
      const double r = d / d_old_;
      theta_ = k_ == 2 ? r : std::sqrt(r * r_old_);
      r_old_ = r;
      if (theta_ >= kWorstRate) return Verdict::diverged;
      eta_ = theta_ / (1 - theta_);
      const int left = max_iterations_ - 1 - k_;
      excess_ = eta_ * d * std::pow(theta_, left) / kappa_;
      if (excess_ >= 1) return Verdict::slow;
    }
    d_old_ = std::max(d, kUnitRoundoff);
    const bool may_stop = k_ >= min_iterations_ && (k_ > 1 || d <= largest_unmeasured_);
    if (may_stop && eta_ * d <= kappa_) return Verdict::converged;
    return k_ < max_iterations_ ? Verdict::go_on : Verdict::diverged;
  }

  int iterations() const { return k_; }
  int max_iterations() const { return max_iterations_; }
  double theta() const { return theta_; }  // the rate of convergence last seen

  // By how much to multiply h after `slow`, for a local error of order `order` in h.
  double slow_factor(int order) const {
    const double q = std::min(20.0, std::max(1e-4, excess_));
    return 0.8 * std::pow(q, -1.0 / (order + max_iterations_ - 1 - k_));
  }

 private:
  static constexpr double kWorstRate = 0.99;

  int max_iterations_, min_iterations_;
  double kappa_, largest_unmeasured_;
  int k_ = 0;
  double theta_ = 0, eta_ = 1, d_old_ = 1, r_old_ = 1, excess_ = 0;
};

}  // namespace dts
