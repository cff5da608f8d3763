// Two bit adding unit: 39 MOS transistors in ten logic gates, in charge-oriented form.
// M. Gunther (1995), Ladungsorientierte Rosenbrock-Wanner-Methoden zur numerischen Simulation
// digitaler Schaltungen, VDI; test set for IVP solvers, release 2.4.
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/ivp.hpp"
#include "problems/ivp/mos_transistor.hpp"
#include "problems/ivp/twobit_data.hpp"
#include "problems/piece.hpp"

#include <algorithm>
#include <iterator>

namespace dts {
namespace {

constexpr int kNodes = 175;

// Scaled: time by 1e4, stiffness by 5.
constexpr double kGateResistance = 8e-4, kBulkResistance = 2e-3, kGateCapacitance = 0.6;
constexpr double kSupplyVoltage = 5, kBulkVoltage = -2.5, kDelta = 0.02, kOutputCapacitance = 2;
constexpr PnJunction kJunction{5e-11, 25.85, 0.24};
constexpr MosType kTypes[] = {{-2.43, 0.2, 1.28, 2.675, 2.675},
                              {0.2, 0.035, 1.01, 8.74, 8.74},
                              {0.2, 0.035, 1.01, 17.48, 17.48},
                              {0.2, 0.035, 1.01, 26.22, 26.22}};
constexpr Pulse kPulses[] = {{0, 5, 5, 5, 20},
                             {10, 5, 15, 5, 40},
                             {30, 5, 35, 5, 80},
                             {70, 5, 75, 5, 160},
                             {150, 5, 155, 5, 320}};
constexpr int kOutputNodes[] = {48, 129, 147};  // sum bits and inverted carry

constexpr const Pulse& pulse_of(int gate) { return kPulses[kInput1 - gate]; }

// In the second pull-down transistor of each NOR gate the published model takes another node
// instead of the drain in the charge of the bulk-drain junction: a slip.  Initial charges and
// reference belong to it.  It makes the circuit unstable: while a NOR gate is switched, a pair of
// eigenvalues like 500 +- 27000 i appears, and the solution would oscillate at this frequency if
// the step sizes resolved it.  Without the slip all eigenvalues are in the left half plane.
constexpr bool is_slip(int bulk_drain) {
  return bulk_drain == 12 || bulk_drain == 43 || bulk_drain == 92;
}

// y = (charges q, potentials x):  q' = F(t, x),  0 = q - g(x)
struct TwoBitAdder {
  explicit TwoBitAdder(const Parameters& p) : with_slip(p[0] != 0) {}

  template <class S>
  Evaluation rhs(double t, const S* y, S* f) const {
    const S *q = y, *x = y + kNodes;
    S *currents = f, *balance = f + kNodes;
    bool legal = true;
    for (int i = 0; i < kNodes; ++i) {
      currents[i] = 0.0;
      balance[i] = q[i];
    }
    for (const TwobitTransistor& m : kTwobitNetlist) {
      add_currents(m, t, x, currents, legal);
      subtract_charges(m, x, balance);
    }
    for (int i : kOutputNodes) balance[i] -= kOutputCapacitance * x[i];
    return legal ? Evaluation::ok : Evaluation::rejected;
  }

  template <class S>
  static S potential(int terminal, const S* x) {
    return terminal >= 0 ? x[terminal] : S(terminal == kSupply ? kSupplyVoltage : 0.0);
  }

  template <class S>
  void add_currents(const TwobitTransistor& m, double t, const S* x, S* f, bool& legal) const {
    const S source = potential(m.source, x), drain = potential(m.drain, x);
    const S gate = m.gate >= 0 ? x[m.gate] : S(pulse_of(m.gate).value(t));
    const double slope = m.gate >= 0 ? 0 : pulse_of(m.gate).slope(piece.inside(t));
    const S &xs = x[m.source_side], &xd = x[m.drain_side];
    const S v_bs = x[m.bulk_source] - source, v_bd = x[m.bulk_drain] - drain;
    const S i = channel_current<S>(kTypes[m.type], kDelta,
                                   {xd - xs, gate - xs, v_bs, gate - xd, v_bd}, legal);
    const S j_bs = kJunction.current(v_bs), j_bd = kJunction.current(v_bd);
    const S through_source = (xs - source) / kGateResistance;
    const S through_drain = (xd - drain) / kGateResistance;
    f[m.source_side] += kGateCapacitance * slope - through_source - i;
    f[m.drain_side] += kGateCapacitance * slope - through_drain + i;
    f[m.bulk_source] += -(x[m.bulk_source] - kBulkVoltage) / kBulkResistance + j_bs;
    f[m.bulk_drain] += -(x[m.bulk_drain] - kBulkVoltage) / kBulkResistance + j_bd;
    if (m.source >= 0) f[m.source] += through_source - j_bs;
    if (m.drain >= 0) f[m.drain] += through_drain - j_bd;
  }

  template <class S>
  void subtract_charges(const TwobitTransistor& m, const S* x, S* balance) const {
    const S gate = m.gate >= 0 ? x[m.gate] : S(0.0);
    const S at_source = kGateCapacitance * (x[m.source_side] - gate);
    const S at_drain = kGateCapacitance * (x[m.drain_side] - gate);
    balance[m.source_side] -= at_source;
    balance[m.drain_side] -= at_drain;
    if (m.gate >= 0) balance[m.gate] += at_source + at_drain;

    const S v_bs = x[m.bulk_source] - potential(m.source, x);
    const S charge_bs = kJunction.capacitance(v_bs) * v_bs;
    balance[m.bulk_source] -= charge_bs;
    if (m.source >= 0) balance[m.source] += charge_bs;

    const S &x_bd = x[m.bulk_drain], drain = potential(m.drain, x), v_bd = x_bd - drain;
    const S c_bd = kJunction.capacitance(v_bd);
    if (m.drain < 0) {
      balance[m.bulk_drain] -= c_bd * x_bd;
    } else {
      const int node = with_slip && is_slip(m.bulk_drain) ? m.bulk_drain + 2 : m.drain;
      balance[m.bulk_drain] -= c_bd * (x_bd - x[node]);
      balance[m.drain] += c_bd * v_bd;
    }
  }

  bool with_slip;
  Piece piece;
};

// Given potentials; the charges that go with them.
State initial_state(const Parameters& p) {
  State y(2 * kNodes, 0.0), f(2 * kNodes);
  std::copy(std::begin(kTwobitInitial), std::end(kTwobitInitial), y.begin() + kNodes);
  TwoBitAdder(p).rhs(0.0, y.data(), f.data());
  for (int i = 0; i < kNodes; ++i) y[i] = -f[kNodes + i];
  return y;
}

Problem make() {
  Problem p;
  p.name = "twobit";
  p.full_name = "Two bit adding unit";
  p.description = "digital circuit of 39 transistors adding two numbers, index 2";
  p.kind = ProblemClass::dae;
  // Groups of nodes that are joined by capacitances only to each other: their common potential does
  // not show in their charges, which add up to zero.  13 (without the slip 16) groups of 3 to 26
  // nodes, so the index is 2, and that of a potential cannot be told from its number.
  p.index = 2;
  p.index_counts = {kNodes, kNodes, 0};
  p.n = 2 * kNodes;
  p.t_end = 320;
  p.names = joined({numbered("y", kNodes), numbered("x", kNodes)});
  p.options = {{"slip", 1}};
  p.equations = rhs_equations<TwoBitAdder>;
  p.mass = semi_explicit_mass(kNodes);
  p.discontinuities = [](double from, double to) { return periodic_times(from, to, 5, {0}); };
  p.storage = Storage::sparse;
  p.initial = initial_state;
  p.printed_derivative = State(2 * kNodes, 0.0);
  p.reference.y.assign(std::begin(kTwobitReference), std::end(kTwobitReference));
  p.reference.source = "RADAU5, tol 1e-5, no restarts";
  p.reference.confirmed_to = 4.2e-07;
  p.reference.confirmed_by = "radau5 and mebdfi working with tolerances of 5e-7 and 3e-8";
  p.reference.measure = "max |e|/(1+|y|)";
  p.reference.best = computed::twobit();
  return p;
}

}  // namespace

const Problem& twobit() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
