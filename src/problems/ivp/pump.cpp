// Charge pump: a MOS transistor described by its charges, which are only continuous.
// M. Gunther, G. Denk & U. Feldmann (1995), How models for MOS transistors reflect charge
// distribution effects, preprint 1745, TH Darmstadt.
#include "problems/branch.hpp"
#include "problems/ivp/ivp.hpp"

#include <cmath>

namespace dts {
namespace {

constexpr double kNano = 1e-9;
constexpr double kPeriod = 120;  // nanoseconds; the input rises from 50 to 60, falls from 110 on

template <class S>
struct Charges {
  S gate, source;  // the drain carries the same charge as the source
};

struct ChargePump {
  explicit ChargePump(const Parameters& p) {
    unpack(p, {&vt0, &gamma, &phi, &cox, &cd, &cs, &v_high});
    vfb = vt0 - gamma * std::sqrt(phi) - phi;
  }

  // Charges YT1, YS, YT2, YD, YT3, voltages U1, U2, U3, current I.
  template <class S>
  Evaluation rhs(double t, const S* y, S* f) const {
    bool legal = true;
    const Charges<S> q = charges(y[5], S(y[5] - y[6]), S(y[5] - y[7]), legal);
    f[0] = -y[8];
    f[1] = 0.0;
    f[2] = 0.0;
    f[3] = -y[5] + input(t);
    f[4] = y[0] - q.gate;
    f[5] = y[1] - cs * y[6];
    f[6] = y[2] - q.source;
    f[7] = y[3] - cd * y[7];
    f[8] = y[4] - q.source;
    return legal ? Evaluation::ok : Evaluation::rejected;
  }

  // Of the transistor, from gate-bulk, gate-source and gate-drain voltage.  Source and drain
  // exchange their roles with the sign of the channel voltage.
  template <class S>
  Charges<S> charges(const S& vgb, const S& vgs, const S& vgd, bool& legal) const {
    const S us = max(vgs, vgd), ud = min(vgs, vgd);
    const bool accumulation = vgb <= vfb;
    const S inside = phi - (us - vgb);
    if (!accumulation && inside < 0) legal = false;
    const S root = sqrt(inside);
    const S ute = vt0 + gamma * (root - std::sqrt(phi));
    const bool depletion = us <= ute;
    const S over_s = us - ute, over_d = max(S(ud - ute), S(0.0));
    const S h = over_s + over_d - over_s * over_d / (over_s + over_d);
    const S depleted = gamma * (sqrt(gamma * gamma / 4 + vgb - vfb) - gamma / 2);
    const S inverted = 2.0 / 3 * h + gamma * root;
    return {cox * choose(accumulation, S(vgb - vfb), choose(depletion, depleted, inverted)),
            choose(accumulation || depletion, S(0.0), S(-cox / 3 * h))};
  }

  double input(double t) const {
    const double tau = std::fmod(t / kNano, kPeriod);
    if (tau < 50) return 0;
    if (tau < 60) return v_high / 10 * (tau - 50);
    if (tau < 110) return v_high;
    return v_high / 10 * (kPeriod - tau);
  }

  double vt0, gamma, phi, cox, cd, cs, v_high;
  double vfb;  // flat band voltage
};

State initial_charges(const Parameters& p) {
  bool legal = true;
  State y(9, 0.0);
  y[0] = ChargePump(p).charges(0.0, 0.0, 0.0, legal).gate;
  return y;
}

// The network is algebraic in truth: at t_end the input is 0 again, so are all charges but the
// gate's, and the current is -dQ_G/dt, the left limit.
State closed_form() {
  State y(9, 0.0);
  y[0] = 1.26280042987675930755282816e-13;
  y[8] = 1.52256610384853371091850396e-4;
  return y;
}

Problem make() {
  Problem p;
  p.name = "pump";
  p.full_name = "Charge pump";
  p.description = "MOS transistor as a charge pump, badly scaled, index 2";
  p.kind = ProblemClass::dae;
  p.index = 2;
  p.index_counts = {8, 1, 0};
  p.n = 9;
  p.t_end = 1.2e-6;
  p.names = {"YT1", "YS", "YT2", "YD", "YT3", "U1", "U2", "U3", "I"};
  p.parameters = {{"VT0", 0.2},  {"gamma", 0.035}, {"phi", 1.01}, {"Cox", 4e-12},
                  {"CD", 4e-13}, {"CS", 1.6e-12},  {"Vhigh", 20}};
  p.equations = rhs_equations<ChargePump>;
  p.mass = [](const Parameters&) {
    return std::vector<MassEntry>{{0, 0, 1}, {1, 1, 1}, {1, 2, 1}, {2, 3, 1}, {2, 4, 1}};
  };
  p.discontinuities = [](double from, double to) {
    std::vector<double> times = periodic_times(from / kNano, to / kNano, kPeriod, {0, 50, 60, 110});
    for (double& t : times) t *= kNano;
    return times_between(from, to, times);
  };
  p.initial = initial_charges;
  p.derivative_rule = [](const Parameters&, double, const State& y) {
    State yp(y.size(), 0.0);
    yp[0] = -y[8];
    return yp;
  };
  p.reference.y = closed_form();
  p.reference.source = "closed form; published: GAMD quadruple precision, tol 1e-18";
  p.reference.confirmed_to = 4.5e-13;
  p.reference.confirmed_by = "closed form, and Radau collocation of order 11 in extended precision";
  p.reference.measure = "mixed: |e|/(1e-6+|y|) for the charges, |e|/(1+|y|) for the others";
  return p;
}

}  // namespace

const Problem& pump() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
