// The data of an explicit Runge-Kutta pair with dense output.
#pragma once

#include <array>

namespace dts {

constexpr int kMaxStages = 16;
using StageWeights = std::array<double, kMaxStages>;

// Bounds and exponents of the step-size controller; Hairer, Norsett, Wanner (1993), II.4.
struct StepControl {
  double safety;
  double min_factor, max_factor;  // of h_new / h
  double beta;                    // weight of the previous error (PI control), 0: none
  double exponent;                // of the present error
};

// How the error of a step is measured.
enum class ErrorEstimate {
  embedded,  // h * sum e_j k_j
  dop853     // fifth- and third-order estimates combined; Hairer, Norsett, Wanner (1993), II.10
};

// Stages are numbered from 0.  Stages 0 .. stages-1 build the new value y1; stage `stages` is
// f(t + h, y1), first stage of the next step; then come `extra_stages` for dense output alone.
struct ExplicitTableau {
  const char* name;
  int order;
  int stages;
  int extra_stages;
  StageWeights c;
  std::array<StageWeights, kMaxStages> a;
  StageWeights b;
  ErrorEstimate error_estimate;
  StageWeights error;        // b - b_hat
  StageWeights error_low;    // dop853: b - b of order 3.  cashkarp: the stiffness estimate
  int dense_terms;           // rows of `dense`: the terms beyond the cubic Hermite ones
  std::array<StageWeights, 4> dense;
  StepControl control;
  int stiffness_stage;       // last stage with c = 1 before y1
  double stiffness_limit;    // border of the stability domain on the negative real axis, rounded
  bool derivative_in_attempt;  // f(t + h, y1) is wanted before the step is judged
};

}  // namespace dts
