// The MOS transistor of H. Shichman & D.A. Hodges (1968), as used by the NAND gate and the two bit
// adder: M. Gunther & P. Rentrop (1996), The NAND-gate - a benchmark for the numerical simulation
// of digital circuits.  And the pulses that drive these circuits.
#pragma once

#include "linalg/dual.hpp"
#include "problems/branch.hpp"

#include <cmath>

namespace dts {

struct MosType {
  double vt0;  // threshold voltage
  double gamma;
  double phi;
  double beta_forward, beta_reverse;
};

template <class S>
struct MosVoltages {
  S ds, gs, bs, gd, bd;  // drain-source, gate-source, bulk-source, gate-drain, bulk-drain
};

// Size of the current through the channel in one direction; v > 0 is the voltage along it.  Sets
// `legal` to false where the model has no value.
template <class S>
S channel_branch(const MosType& type, double beta, double delta, const S& v, const S& v_gate,
                 const S& v_bulk, bool& legal) {
  const S inside = type.phi - v_bulk;
  if (inside < 0) legal = false;
  const S over = v_gate - type.vt0 - type.gamma * (sqrt(inside) - std::sqrt(type.phi));
  return branch<S>(
      over <= 0, [] { return 0.0; },
      [&] {
        return branch<S>(
            over <= v, [&] { return S(beta * over * over * (1 + delta * v)); },
            [&] { return S(beta * v * (2 * over - v) * (1 + delta * v)); });
      });
}

// I_DS, negative when current flows from drain to source.
template <class S>
S channel_current(const MosType& type, double delta, const MosVoltages<S>& v, bool& legal) {
  return branch<S>(
      v.ds > 0,
      [&] { return S(-channel_branch(type, type.beta_forward, delta, v.ds, v.gs, v.bs, legal)); },
      [&] {
        return branch<S>(
            v.ds < 0,
            [&] {
              return channel_branch(type, type.beta_reverse, delta, S(-v.ds), v.gd, v.bd, legal);
            },
            [] { return 0.0; });
      });
}

// The junction between bulk and source or drain: current and capacitance.
struct PnJunction {
  double saturation_current, thermal_voltage, capacitance_at_zero;

  template <class S>
  S current(const S& v) const {
    return branch<S>(
        v <= 0, [&] { return S(-saturation_current * expm1(v / thermal_voltage)); },
        [] { return 0.0; });
  }
  template <class S>
  S capacitance(const S& v) const {
    constexpr double kBarrier = 0.87;  // volt
    return branch<S>(
        v <= 0, [&] { return S(capacitance_at_zero / sqrt(1 - v / kBarrier)); },
        [&] { return S(capacitance_at_zero * (1 + v / (2 * kBarrier))); });
  }
};

// 0 V up to `delay`, then rising for `rise`, 5 V for `high`, falling for `fall`, 0 V up to the end
// of the period.  At a kink the slope is that from the left.
struct Pulse {
  double delay, rise, high, fall, period;
  static constexpr double kVolt = 5;

  double value(double t) const {
    const double s = std::fmod(t, period) - delay;
    if (s <= 0 || s > rise + high + fall) return 0;
    if (s <= rise) return kVolt * s / rise;
    if (s <= rise + high) return kVolt;
    return kVolt * (rise + high + fall - s) / fall;
  }
  double slope(double t) const {
    const double s = std::fmod(t, period) - delay;
    if (s <= 0 || s > rise + high + fall) return 0;
    if (s <= rise) return kVolt / rise;
    if (s <= rise + high) return 0;
    return -kVolt / fall;
  }
};

}  // namespace dts
