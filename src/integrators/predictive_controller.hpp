// Step sizes from error estimates, with Gustafsson's prediction: the error of the next step follows
// the trend of the last two.  K. Gustafsson, ACM TOMS 20 (1994); Hairer, Wanner II, IV.8 (8.25).
#pragma once

#include <algorithm>
#include <cmath>

namespace dts {

class PredictiveController {
 public:
  struct Settings {
    double safety = 0.9;
    double smallest_ratio = 0.2;  // of the new step to the old one
    double largest_ratio = 8;
    int order = 4;  // the error estimate behaves like h^order
    bool predictive = true;
  };

  explicit PredictiveController(const Settings& settings) : s_(settings) {}

  // Forgets the error of the last accepted step.
  void reset() {
    has_previous_ = false;
    error_accepted_ = 1;
  }

  // h_new / h after an error `error`; `safety` may be below that of the settings.
  double ratio(double error, double safety) const { return clip(safety / root(error)); }

  // The same for an accepted step, with the prediction; remembers the step.
  double ratio_after_accepted(double h, double error, double safety) {
    double result = ratio(error, safety);
    if (s_.predictive) {
      if (has_previous_)
        result = std::min(
            result, clip(h / h_accepted_ * s_.safety / root(error * error / error_accepted_)));
      h_accepted_ = h;
      has_previous_ = true;
    }
    error_accepted_ = std::max(kErrorFloor, error);
    return result;
  }

  double error_accepted() const { return error_accepted_; }

 private:
  static constexpr double kErrorFloor = 0.01;

  double root(double error) const {
    return s_.order == 4 ? std::sqrt(std::sqrt(error)) : std::pow(error, 1.0 / s_.order);
  }
  double clip(double ratio) const {
    return std::min(s_.largest_ratio, std::max(s_.smallest_ratio, ratio));
  }

  Settings s_;
  bool has_previous_ = false;
  double h_accepted_ = 0, error_accepted_ = 1;
};

}  // namespace dts
