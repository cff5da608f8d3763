// The program around the collocation: settings from the command line, a line of results, values.
#pragma once

#include "collocation.hpp"

#include <chrono>
#include <cstring>
#include <string>

namespace extended {

// Sizes below which the components of a problem count as zero.
inline Reals floor_of(const dts::Problem& problem) {
  if (problem.name == "pump") return {1e-12L, 1e-12L, 1e-12L, 1e-12L, 1e-12L, 1, 1, 1, 1e-4L};
  if (problem.name == "E5") return Reals(4, 1e-22L);
  if (problem.name == "rober") return Reals(3, 1e-5L);
  if (problem.name == "emep") return Reals(problem.n, 1);
  const Real least = problem.name == "ring" || problem.name == "wheelset" ? 1e-4L : 1e-2L;
  Reals floor(problem.n);
  for (int i = 0; i < problem.n; ++i)
    floor[i] = std::max<Real>(least, std::abs(problem.reference.y[i]));
  return floor;
}

// max |a - b| / (unit + |b|) and where; the unit of the charges of the pump is 1e-6.
inline std::pair<double, int> distance(const dts::Problem& problem, const Vec& a,
                                       const dts::State& b) {
  double worst = 0;
  int where = 0;
  for (int i = 0; i < problem.n; ++i) {
    const bool charge = problem.name == "pump" && i < 5;
    const double e =
        static_cast<double>(std::abs(a[i] - b[i])) / ((charge ? 1e-6 : 1) + std::abs(b[i]));
    if (e > worst) {
      worst = e;
      where = i + 1;
    }
  }
  return {worst, where};
}

// Arguments: stages, tolerance, file for the values.
template <class System>
int report(const dts::Problem& problem, int argc, char** argv) {
  Settings settings;
  if (argc > 1) settings.stages = std::atoi(argv[1]);
  if (argc > 2) settings.tol = std::strtold(argv[2], nullptr);
  settings.floor = floor_of(problem);
  if (problem.name == "crank") settings.h0 = 1e-8;
  if (problem.name == "andrews") settings.h0 = 1e-5;
  if (problem.name == "caraxis") settings.h0 = 1e-3;
  const auto clock = std::chrono::steady_clock::now();
  Collocation<System> method(problem, problem.default_parameters(), settings);
  const Vec y = method.run();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
  const auto published = distance(problem, y, problem.reference.y);
  const auto best = distance(problem, y, problem.reference.most_accurate());
  std::printf(
      "%-10s s = %d tol %.0Le: steps %ld rejected %ld lu %ld time %.0f  published %.1e (%d)"
      "  best %.1e (%d)\n",
      problem.name.c_str(), settings.stages, settings.tol, method.n_steps(), method.n_rejected(),
      method.n_factorisations(), seconds, published.first, published.second, best.first,
      best.second);
  if (argc > 3) {
    std::FILE* file = std::fopen(argv[3], "w");
    for (int i = 0; i < problem.n; ++i) std::fprintf(file, "%.20Le\n", y[i]);
    std::fclose(file);
  }
  return 0;
}

}  // namespace extended
