// Stiffness detection for explicit methods: which tests are made, and how hits are counted.
#pragma once

namespace dts {

struct StiffnessTests {
  bool eigenvalue = true;     // h * lambda against the stability limit; Hairer & Wanner, IV.2
  bool error = false;         // low- against high-order error; Shampine (1977)
  bool conditioning = false;  // a perturbed trajectory; Mazzia & Nagy (2010)
  bool stop = true;           // end the integration on detection, or note it and go on
};

// Fifteen hits make a detection, unless six successive quiet steps lie between two of them.
class HitCounter {
 public:
  // True exactly when this hit completes a detection.
  bool record(bool hit) {
    if (hit) {
      quiet_ = 0;
      return ++hits_ == kHitsToDetect;
    }
    if (++quiet_ == kQuietToForget) hits_ = 0;
    return false;
  }
  int hits() const { return hits_; }

 private:
  static constexpr int kHitsToDetect = 15;
  static constexpr int kQuietToForget = 6;
  int hits_ = 0;
  int quiet_ = 0;
};

}  // namespace dts
