// G-1: the elliptic sine sn(t; 1/2) passes a table of levels, upwards and downwards.
#include "problems/roots/roots.hpp"

#include <algorithm>

namespace dts {
namespace {

struct EllipticSine {
  static constexpr int kRoots = 2;
  static constexpr int kLevels = 18;  // 0.1, 0.2, ..., 0.9, 0.9, 0.8, ..., 0.1
  explicit EllipticSine(const Parameters&) {}

  template <class S>
  void rhs(double /*t*/, const S* y, S* f) const {
    const double k2 = 0.25;
    f[0] = y[1];
    f[1] = (-(1 + k2) + 2 * k2 * y[0] * y[0]) * y[0];
  }
  void roots(double /*t*/, const double* y, double* g) const {
    g[0] = y[0] - std::min(position, kLevels + 1 - position) / 10.0;
    g[1] = y[1];
  }
  EventEffect at_root(double, double*, const std::vector<int>& fired) {
    if (!fired[0]) return EventEffect::none;
    position = std::min(position + 1, kLevels);
    return EventEffect::changed;
  }

  int position = 1;
};

Problem make() {
  Problem p = root_problem("G-1", "elliptic sine", "a pendulum that passes 18 levels", 2, 0, 3.3);
  p.equations = rhs_equations<EllipticSine>;
  p.initial = [](const Parameters&) { return State{0, 1}; };
  p.roots.list = {root_at(0.10020926061578168974, 1, {0.1, 0.99374292450311312896}),
                  root_at(0.2016968732016467892, 1, {0.2, 0.97488460855631524326}),
                  root_at(0.30586152277831498255, 1, {0.3, 0.94314633011002062638}),
                  root_at(0.41437605728540467793, 1, {0.4, 0.89799777282574593254}),
                  root_at(0.52942862705190581774, 1, {0.5, 0.83852549156242113615}),
                  root_at(0.65416905558698613913, 1, {0.6, 0.76315136113355651932}),
                  root_at(0.79368256463935901659, 1, {0.7, 0.66897309362933274852}),
                  root_at(0.9576190999640161323, 1, {0.8, 0.54990908339470080079}),
                  root_at(1.1704432848617751474, 1, {0.9, 0.38926212248303841359}),
                  root_at(1.6857503548125960429, 2, {1, 0}),
                  root_at(2.2010574247634169384, 1, {0.9, -0.38926212248303841359}),
                  root_at(2.4138816096611759534, 1, {0.8, -0.54990908339470080079}),
                  root_at(2.5778181449858330692, 1, {0.7, -0.66897309362933274852}),
                  root_at(2.7173316540382059466, 1, {0.6, -0.76315136113355651932}),
                  root_at(2.842072082573286268, 1, {0.5, -0.83852549156242113615}),
                  root_at(2.9571246523397874078, 1, {0.4, -0.89799777282574593254}),
                  root_at(3.0656391868468771032, 1, {0.3, -0.94314633011002062638}),
                  root_at(3.1698038364235452965, 1, {0.2, -0.97488460855631524326}),
                  root_at(3.271291449009410396, 1, {0.1, -0.99374292450311312896})};
  return complete(p, "elliptic integrals", {0.071424627103566004593, -0.99680974090931784958});
}

}  // namespace

const Cases& elliptic_sine() {
  static const Cases cases = {make()};
  return cases;
}

}  // namespace dts
