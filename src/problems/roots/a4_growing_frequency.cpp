// a damped oscillator whose frequency grows, integrated backwards.
#include "problems/roots/roots.hpp"

#include <cmath>

namespace dts {
namespace {

struct GrowingFrequency {
  static constexpr int kRoots = 2;
  explicit GrowingFrequency(const Parameters&) {}

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    f[0] = y[1];
    f[1] = -(16 * kPi * kPi * std::exp(-2 * t) - 0.25) * y[0];
  }
  void roots(double /*t*/, const double* y, double* g) const {
    g[0] = y[0];
    g[1] = y[1];
  }
};

State exact(double t) {
  const double theta = 4 * kPi * std::exp(-t);
  const double c = std::cos(theta), s = std::sin(theta);
  return {std::exp(t / 2) * c, std::exp(t / 2) * (c / 2 + theta * s)};
}

// The k-th zero of y2, where tan(theta) + 1/(2 theta) = 0: theta = k pi - atan(1 / (2 theta)).
double zero_of_derivative(int k) {
  const auto distance = [k](double theta) { return theta + std::atan(0.5 / theta) - k * kPi; };
  return std::log(4 * kPi / zero_between(distance, (k - 0.5) * kPi, (k + 0.5) * kPi));
}

Problem make() {
  Problem p = root_problem("A-4", "growing frequency",
                           "a damped oscillator with growing frequency, backwards", 2, 4, -1);
  p.equations = rhs_equations<GrowingFrequency>;
  p.initial = [](const Parameters&) { return exact(4); };
  p.exact = exact;
  for (int k = 1; k <= 11; ++k) p.roots.list.push_back(root_at(std::log(8.0 / (2 * k - 1)), 1));
  for (int k = 1; k <= 10; ++k) p.roots.list.push_back(root_at(zero_of_derivative(k), 2));
  return complete(p, "closed form", {-0.55898602355688865201, 7.7615865133334270548});
}

}  // namespace

const Cases& growing_frequency() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
