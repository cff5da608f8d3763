// a linear oscillator whose amplitude varies by a factor of 26000 over its period of 4.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct VaryingAmplitude {
  static constexpr int kRoots = 1;
  explicit VaryingAmplitude(const Parameters&) {}

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    const double c = std::cos(kPi * t / 2), s = std::sin(kPi * t / 2);
    f[0] = y[1];
    f[1] = -16 * c * y[1] - (64 * kPi * kPi + 64 * c * c - 4 * kPi * s) * y[0];
  }
  void roots(double /*t*/, const double* y, double* g) const { g[0] = y[0]; }
};

State exact(double t) {
  const double amplitude = std::exp(-16 / kPi * std::sin(kPi * t / 2));
  const double c = std::cos(8 * kPi * t), s = std::sin(8 * kPi * t);
  return {amplitude * c, amplitude * (-8 * std::cos(kPi * t / 2) * c - 8 * kPi * s)};
}

Problem make() {
  Problem p = root_problem("A-5", "varying amplitude",
                           "a linear oscillator with strongly varying amplitude", 2, 0, 4);
  p.equations = rhs_equations<VaryingAmplitude>;
  p.initial = [](const Parameters&) { return State{1, -8}; };
  p.exact = exact;
  for (int k = 1; k <= 32; ++k) p.roots.list.push_back(root_at((2 * k - 1) / 16.0, 1));
  return complete(p, "closed form", {1, -8});
}

}  // namespace

const Cases& varying_amplitude() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
