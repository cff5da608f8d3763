// Shape memory wire: planar elastica with a superelastic law for the curvature, along its arc
// length. Reconstructed: the list of Schittkowski (2002) names only the background.
#include "problems/dae/dae.hpp"

#include <cmath>

namespace dts {
namespace {

struct MemoryWire {
  explicit MemoryWire(const Parameters& p) { unpack(p, {&a, &Mp, &B, &M0, &Pl, &Hl}); }

  // Position (x, y) and angle th of the tangent; kap curvature.
  template <class S>
  void rhs(double /*t*/, const S* w, S* f) const {
    const S &x = w[0], &y = w[1], &th = w[2], &kap = w[3];
    f[0] = cos(th);
    f[1] = sin(th);
    f[2] = kap;
    f[3] = a * kap + Mp * tanh(B * kap / Mp) - M0 + Pl * x + Hl * y;
  }

  // A first integral: the energy per length, minus its value at the clamp.
  double first_integral(double, const double* w) const {
    const double at_clamp[] = {0, 0, 0, curvature_at_clamp()};
    return energy(w) - energy(at_clamp);
  }

  double energy(const double* w) const {
    const double th = w[2], kap = w[3], b = B * kap / Mp;
    return a * kap * kap / 2 + Mp * kap * std::tanh(b) - Mp * Mp / B * std::log(std::cosh(b)) +
           Pl * std::sin(th) - Hl * std::cos(th);
  }

  // a kap + Mp tanh(B kap / Mp) = M0, by Newton's method: the left side is monotone.
  double curvature_at_clamp() const {
    double kap = M0 / (a + B);
    for (int i = 0; i < 100; ++i) {
      const double th = std::tanh(B * kap / Mp);
      const double step = (a * kap + Mp * th - M0) / (a + B * (1 - th * th));
      kap -= step;
      if (std::abs(step) <= 1e-15 * std::abs(kap)) break;
    }
    return kap;
  }

  double a, Mp, B, M0, Pl, Hl;
};

Problem make() {
  Problem p = semi_explicit_problem("MEM_WIRE", {"x", "y", "th"}, {"kap"});
  p.full_name = "Shape memory wire";
  p.description = "form of a superelastic wire under load";
  p.provenance = "reconstructed";
  p.t_end = 1;
  p.parameters = {{"a", 0.3}, {"Mp", 1}, {"B", 4}, {"M0", 2}, {"Pl", 2.5}, {"Hl", 0.5}};
  p.equations = rhs_equations<MemoryWire>;
  p.initial = [](const Parameters& q) {
    return State{0, 0, 0, MemoryWire(q).curvature_at_clamp()};
  };
  p.monitors = {monitor("energy", Monitor::kInvariant, &MemoryWire::first_integral)};
  p.scale = {1, 1, 1, 10};
  p.reference = dae_reference(
      {0.7991268664282417, 0.5708956379827418, 0.7464407824782368, -0.06734839406401084},
      "collocation of order 13, step halving agrees to 14.0 digits", 2e-14, "bimd");
  return p;
}

}  // namespace

const Problem& dae::mem_wire() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
