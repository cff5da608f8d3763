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
  // `rounding`: that of y as a fraction of the tolerance; no iteration gets below it.
  NewtonMonitor(int max_iterations, double kappa, int min_iterations = 1,
                double largest_unmeasured = kInfinity, double rounding = 0)
      : max_iterations_(max_iterations),
        min_iterations_(min_iterations),
        kappa_(kappa),
        largest_unmeasured_(largest_unmeasured),
        least_share_(std::min(1.0, rounding / kappa)) {}

  // Forgets what earlier iterations taught about the rate.
  void reset() {
    eta_ = 1;
    n_unmeasured_ = 0;
  }

  // A new iteration; `theta` is reported as its rate if it ends before one can be measured.
  // `growth`: of the rate since the last iteration, as far as it can be foreseen.  A longer step
  // moves farther from where the matrix belongs, and what is remembered must grow with it.
  void begin(double theta, double growth = 1) {
    k_ = 0;
    is_polishing_ = false;
    theta_ = theta;
    eta_ = std::pow(std::max(eta_, kUnitRoundoff), 0.8) * std::max(1.0, growth);
  }

  // `d`: the norm of the next increment; `movement`: of what the iteration is to find, the change
  // of y over the step.  Were the tolerance alone to decide, a step that moves by less than it
  // would be all iteration error, and what is small beside the tolerance would lose its sign
  // (Robertson's equations explode then).  So the movement is found to a few digits, however small
  // it is.
  Verdict judge(double d, double movement = kInfinity) {
    ++k_;
    if (!std::isfinite(d)) return Verdict::diverged;
    const double wanted = kappa_ * std::clamp(kShareOfMovement * movement, least_share_, 1.0);
    if (is_polishing_) return polish(d, wanted);
    if (1 < k_ && k_ < max_iterations_) {
      const double r = d / d_old_;
      theta_ = k_ == 2 ? r : std::sqrt(r * r_old_);
      r_old_ = r;
      if (theta_ >= kWorstRate) return Verdict::diverged;
      eta_ = theta_ / (1 - theta_);
      const int left = max_iterations_ - 1 - k_;
      excess_ = eta_ * d * power(theta_, left) / kappa_;
      if (excess_ >= 1) return Verdict::slow;
    }
    d_old_ = std::max(d, kUnitRoundoff);
    const bool may_stop = k_ >= min_iterations_ && (k_ > 1 || d <= largest_unmeasured_);
    const bool is_last = k_ >= max_iterations_;
    if (!may_stop || eta_ * d > kappa_) return is_last ? Verdict::diverged : Verdict::go_on;
    n_unmeasured_ = k_ > 1 ? 0 : n_unmeasured_ + 1;
    is_polishing_ = true;
    // With a matrix that is far too large every increment is small: the rate must be seen at times.
    const bool is_trusted = n_unmeasured_ <= kMaxUnmeasured;
    if (!is_trusted) n_unmeasured_ = 0;
    return is_last || (is_trusted && eta_ * d <= wanted) ? Verdict::converged : Verdict::go_on;
  }

  double kappa() const { return kappa_; }
  int iterations() const { return k_; }
  int max_iterations() const { return max_iterations_; }
  double theta() const { return theta_; }  // the rate of convergence last seen

  // By how much to multiply h after `slow`, for a local error of order `order` in h.
  double slow_factor(int order) const {
    const double q = std::min(20.0, std::max(1e-4, excess_));
    return 0.8 * std::pow(q, -1.0 / (order + max_iterations_ - 1 - k_));
  }

 private:
  static double power(double x, int n) {  // std::pow costs more than the few products
    double result = 1;
    for (; n > 0; --n) result *= x;
    return result;
  }

  // The tolerance is met, the movement not yet found well enough.  The rates seen here belong to
  // steps that hardly move; they are no guide for longer ones and are not remembered.
  Verdict polish(double d, double wanted) {
    const double r = d / d_old_;
    d_old_ = std::max(d, kUnitRoundoff);
    if (r >= kWorstRate) return d <= least_share_ * kappa_ ? Verdict::converged : Verdict::diverged;
    if (d <= wanted || r / (1 - r) * d <= wanted) return Verdict::converged;
    return k_ < max_iterations_ ? Verdict::go_on : Verdict::converged;
  }

  static constexpr double kWorstRate = 0.99;
  static constexpr int kMaxUnmeasured = 3;  // iterations in a row that end with their first step
  static constexpr double kShareOfMovement = 0.01;

  int max_iterations_, min_iterations_;
  double kappa_, largest_unmeasured_, least_share_;
  int k_ = 0;
  int n_unmeasured_ = 0;
  bool is_polishing_ = false;
  double theta_ = 0, eta_ = 1, d_old_ = 1, r_old_ = 1, excess_ = 0;
};

}  // namespace dts
