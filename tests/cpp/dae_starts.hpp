// Starts that are not consistent, and what they should become: guesses for the algebraic variables
// of all problems of the collection "dae", and special cases.
#pragma once

#include <string>
#include <vector>

namespace dts {

struct Guess {
  std::string problem;
  std::vector<double> algebraic;
};

inline const std::vector<Guess>& rough_guesses() {
  static const std::vector<Guess> guesses = {
      {"AEROSOL", {1.99, 2.8}},
      {"BATCH", {1e-05, 1e-09, 1e-09}},
      {"BATCH_E", {1e-05, 1e-09, 1e-09}},
      {"BATCHREA", {0.001}},
      {"BUBBLEC", {92.0, 92.0, 92.0, 92.0, 92.0}},
      {"CELLS", {0.36, 7.0}},
      {"CONDENS", {349.0, 150000.0, 0.5, 5.5, 1200.0}},
      {"DAE_I1", {0.5}},
      {"DAE_I2", {0.5}},
      {"DAE_I3", {0.5}},
      {"DAE_IN2", {0.0}},
      {"DAE_SYS", {0.6, 0.9}},
      {"EVAPOR", {340.0, 66000.0, 219.3, 0.7, 0.02, 0.03, 5700.0, 34450.0, 750.0, 0.16}},
      {"EXOBATCH", {0.012, 0.0008, 0.16, 0.0, 14.0, 0.002}},
      {"HYDRODYN", {3.0}},
      {"MEM_WIRE", {3.0}},
      {"P_IDENT", {0.5}},
      {"PENDULUM1", {1.0}},
      {"PENDULUM2", {1.0}},
      {"PENDULUM3", {1.0}},
      {"PHOSPH_A", {20.0, 0.0}},
      {"RESPIR", {0.3}},
      {"SHOCK", {4.4, 69.7, 0.2778}},
      {"TRANSIST", {2.9, 0.1}},
      {"TUBULAR", {1.05, 1.2}},
      {"URETHAN", {0.1, 0.05, 0.01, 1.6e-05, 333.16, 0.2, 4000.0, 0.0, 0.0, 0.1}},
      {"VDPOL", {0.0}},
  };
  return guesses;
}

// `projected`: the differential variables are moved, too, all with weight 1.
struct InitialCase {
  std::string problem;
  bool projected;
  double t;
  std::vector<double> start, expected;
};

inline const std::vector<InitialCase>& initial_cases() {
  static const std::vector<InitialCase> cases = {
      {"PENDULUM1",
       true,
       0.0,
       {1.1, 0.2, 0.3, 0.4, 0.0},
       {0.9838699100999074, 0.17888543819998318, -0.0608, 0.3344, -0.8196730743709175}},
      {"PENDULUM2",
       true,
       0.0,
       {0.6, -0.8, 0.5, 0.3, 0.0},
       {0.5787318495801244, -0.8151006577080346, 0.4740344704958526, 0.3365705122189542,
        4.169899970694895}},
      {"DAE_I3",
       true,
       0.0,
       {1.05, 0.9, 1.1, 0.95, 0.5},
       {1.0781675168725222, 0.9630678351308181, 1.083818430895765, 0.9681154863071968,
        1.0474219430429632}},
      {"DAE_IN2", true, 0.0, {1.2, 0.9, 0.0}, {1.12, 1.06, -0.62}},
      {"DAE_IN2",
       true,
       0.5,
       {1.7, 1.6, 0.0},
       {1.6617351891230572, 1.6573972163154143, -1.1164994050306576}},
      {"TRANSIST", false, 0.0, {-3.0, 3.0, 6.0, 3.1, 0.1}, {-3.0, 3.0, 6.0, 3.0, 0.0}},
      {"HYDRODYN", false, 0.0, {3.08, -1.14, 0.1}, {3.08, -1.14, 0.08342868351735006}},
      {"SHOCK",
       false,
       0.0,
       {0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 8.7, 1.0, 0.55},
       {0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 8.8, 0.0, 0.5555555555555556}},
      {"BATCHREA",
       false,
       0.0,
       {1.5776, 8.32, 0.0, 0.0, 0.0, 0.0131, 1.0},
       {1.5776, 8.32, 0.0, 0.0, 0.0, 0.0131, 7.97351607932799e-06}},
      {"BATCHREA",
       false,
       0.0,
       {1.5776, 8.32, 0.0, 0.0, 0.0, 0.0131, -0.001},
       {1.5776, 8.32, 0.0, 0.0, 0.0, 0.0131, -7.97355637932799e-06}},
      {"CONDENS",
       false,
       0.0,
       {204000.0, 300.0, 20000.0, 3.0, 3.0, 100.0},
       {204000.0, 349.6903758387189, 159552.50311120192, 0.5135050790286739, 5.486494920971326,
        1193.807516774378}},
  };
  return cases;
}

}  // namespace dts
