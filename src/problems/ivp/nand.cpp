// NAND gate: three MOS transistors, capacitances that depend on the voltages.
// M. Gunther & P. Rentrop (1996), The NAND-gate - a benchmark for the numerical simulation of
// digital circuits.
#include "problems/ivp/ivp.hpp"
#include "problems/ivp/mos_transistor.hpp"
#include "problems/piece.hpp"

#include <array>

namespace dts {
namespace {

constexpr int kNodes = 14;
constexpr MosType kDepletion{-2.43, 0.2, 1.28, 5.35e-4, 5.35e-4};
constexpr MosType kEnhancement{0.2, 0.035, 1.01, 1.748e-3, 1.748e-4};
constexpr Pulse kInput1{5, 5, 5, 5, 20}, kInput2{15, 5, 15, 5, 40};

// A terminal that is no node: fixed potential, or an input with its slope in time.
constexpr int kOutside = -1;

struct Transistor {
  MosType type;
  int first;                // inner nodes: source side, drain side, bulk source, bulk drain
  int source, drain, gate;  // nodes, or kOutside
};

// Nodes from 0: the page's node 5 is 4.  Outside: source = ground, drain = supply, gate = input.
constexpr Transistor kTransistors[] = {
    {kDepletion, 0, 4, kOutside, 4},
    {kEnhancement, 5, 9, 4, kOutside},
    {kEnhancement, 10, kOutside, 9, kOutside},
};

// G = C(y) y' - f(t, y)
struct NandGate {
  explicit NandGate(const Parameters& p) {
    double cbs_unused;  // both junctions have the capacitance CBD
    unpack(p, {&rgs, &rgd, &rbs, &rbd, &cgs, &cgd, &junction.capacitance_at_zero, &cbs_unused, &c9,
               &delta, &junction.saturation_current, &junction.thermal_voltage, &vdd, &vbb});
  }

  template <class S>
  Evaluation residual(double t, const S* y, const S* yp, S* r) const {
    bool legal = true;
    for (int i = 0; i < kNodes; ++i) r[i] = 0.0;
    const double ts = piece.inside(t);
    const double input[] = {0, kInput1.value(t), kInput2.value(t)};
    const double slope[] = {0, kInput1.slope(ts), kInput2.slope(ts)};
    for (int k = 0; k < 3; ++k) add(kTransistors[k], input[k], slope[k], y, yp, r, legal);
    r[4] += c9 * yp[4];
    r[9] += c9 * yp[9];
    return legal ? Evaluation::ok : Evaluation::rejected;
  }

  // Currents out of the nodes of one transistor.
  template <class S>
  void add(const Transistor& m, double input, double slope, const S* y, const S* yp, S* r,
           bool& legal) const {
    const int s = m.first, d = s + 1, bs = s + 2, bd = s + 3;
    const S source = m.source >= 0 ? y[m.source] : S(0.0);
    const S drain = m.drain >= 0 ? y[m.drain] : S(vdd);
    const S gate = m.gate >= 0 ? y[m.gate] : S(input);
    const S v_bs = y[bs] - source, v_bd = y[bd] - drain;
    const S i = channel_current<S>(m.type, delta,
                                   {y[d] - y[s], gate - y[s], v_bs, gate - y[d], v_bd}, legal);
    const S j_bs = junction.current(v_bs), j_bd = junction.current(v_bd);
    r[s] += (y[s] - source) / rgs + i;
    r[d] += (y[d] - drain) / rgd - i;
    r[bs] += (y[bs] - vbb) / rbs - j_bs;
    r[bd] += (y[bd] - vbb) / rbd - j_bd;
    if (m.source >= 0) r[m.source] += (source - y[s]) / rgs + j_bs;
    if (m.drain >= 0) r[m.drain] += (drain - y[d]) / rgd + j_bd;
    capacitor(S(cgs), s, m.gate, slope, yp, r);
    capacitor(S(cgd), d, m.gate, slope, yp, r);
    capacitor(junction.capacitance(v_bs), bs, m.source, 0, yp, r);
    capacitor(junction.capacitance(v_bd), bd, m.drain, 0, yp, r);
  }

  // Between a node and another, or the outside whose potential changes with `slope`.
  template <class S>
  static void capacitor(const S& c, int node, int other, double slope, const S* yp, S* r) {
    const S current = c * (yp[node] - (other >= 0 ? yp[other] : S(slope)));
    r[node] += current;
    if (other >= 0) r[other] -= current;
  }

  double rgs, rgd, rbs, rbd, cgs, cgd, c9, delta, vdd, vbb;
  PnJunction junction{};
  Piece piece;
};

Problem make() {
  Problem p;
  p.name = "nand";
  p.full_name = "NAND gate";
  p.description = "three-transistor logic gate, voltage-dependent capacitances";
  p.kind = ProblemClass::ide;
  p.n = kNodes;
  p.t_end = 80;
  p.parameters = {{"RGS", 4},      {"RGD", 4},      {"RBS", 10},      {"RBD", 10},
                  {"CGS", 0.6e-4}, {"CGD", 0.6e-4}, {"CBD", 2.4e-5},  {"CBS", 2.4e-5},
                  {"C9", 0.5e-4},  {"DELTA", 0.02}, {"CURIS", 1e-14}, {"VTH", 25.85},
                  {"VDD", 5},      {"VBB", -2.5}};
  p.equations = residual_equations<NandGate>;
  p.discontinuities = [](double from, double to) { return periodic_times(from, to, 5, {0}); };
  p.initial = [](const Parameters& q) {
    const double vbb = q[13];
    return State{5, 5, vbb, vbb, 5, 3.62385, 5, vbb, vbb, 3.62385, 0, 3.62385, vbb, vbb};
  };
  p.derivative_rule = [](const Parameters&, double, const State& y) {
    return State(y.size(), 0.0);
  };
  p.reference.y = {0.4971088699385777e1,  0.4999752103929311e1,   -0.2499998781491227e1,
                   -0.2499999999999975e1, 0.4970837023296724e1,   -0.2091214032073855,
                   0.4970593243278363e1,  -0.2500077409198803e1,  -0.2499998781491227e1,
                   -0.2090289583878100,   -0.2399999999966269e-3, -0.2091214032073855,
                   -0.2499999999999991e1, -0.2500077409198803e1};
  p.reference.source = "PSIDE extended precision, tol 1e-16";
  p.reference.confirmed_to = 1.1e-11;
  p.reference.confirmed_by = "mebdfi at 1e-13 and, solved for the derivatives, bimd at 1e-12";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& nand() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
