// Water tube system: 18 tubes, 13 nodes, flow laminar or turbulent.
// B. Koren (CWI) and Paragon Decision Technology; test set for IVP solvers, release 2.4.
#include "problems/branch.hpp"
#include "problems/ivp/ivp.hpp"
#include "problems/ivp/tube_data.hpp"

#include <cmath>
#include <iterator>

namespace dts {
namespace {

constexpr int kTubes = 18;
constexpr int kNodes = 13;
constexpr int kBuffers = 2;  // nodes 5 and 8 store water
constexpr double kPi = 3.14159265358979323846;
constexpr double kHour = 3600;

struct Tube {
  int from, to;  // nodes as numbered on the map, from 1
};
constexpr Tube kNetwork[kTubes] = {{1, 2},  {2, 3},  {2, 6},   {3, 4},  {3, 5},  {4, 5},
                                   {5, 10}, {6, 5},  {7, 4},   {7, 8},  {8, 5},  {8, 10},
                                   {9, 8},  {11, 9}, {11, 12}, {12, 7}, {12, 8}, {13, 11}};
// Nodes in the order of their pressures in the state.
constexpr int kNodeOrder[kNodes] = {5, 8, 1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13};

constexpr int place_of(int node) {
  for (int i = 0; i < kNodes; ++i)
    if (kNodeOrder[i] == node) return i;
  return -1;
}

// Water that enters (positive) or leaves the network at a node.
double external_flow(int node, double t) {
  const double hours = t / kHour;
  const double supply = 1 - std::cos(std::exp(-hours) - 1);
  switch (node) {
    case 1: return supply / 200;
    case 13: return supply / 80;
    case 10: return -hours * hours * (3 * hours * hours - 92 * hours + 720) / 1e6;
    default: return 0;
  }
}

// State: flows phi of the tubes, their resistance coefficients lambda, pressures p of the nodes.
struct WaterTubes {
  explicit WaterTubes(const Parameters& q) {
    unpack(q, {&nu, &g, &rho, &rcrit, &length, &k, &d, &b});
    a = kPi * d * d / 4;
    inertia = rho * length / a;
    capacity = b / (rho * g);
  }

  template <class S>
  Evaluation rhs(double t, const S* y, S* f) const {
    const S *phi = y, *lambda = y + kTubes, *p = y + 2 * kTubes;
    S* balance = f + 2 * kTubes;
    bool legal = true;
    for (int i = 0; i < kNodes; ++i) balance[i] = external_flow(kNodeOrder[i], t);
    for (int e = 0; e < kTubes; ++e) {
      const int from = place_of(kNetwork[e].from), to = place_of(kNetwork[e].to);
      const S reynolds = abs(phi[e] * d / (nu * a));
      const bool turbulent = reynolds > rcrit;
      const S friction =
          choose(turbulent, S(lambda[e] * rho * length * phi[e] * phi[e] / (a * a * d)),
                 S(32 * nu * rho * length * phi[e] / (a * d * d)));
      const S root = sqrt(lambda[e]);
      const S effective = choose(turbulent, reynolds, S(rcrit));
      f[e] = p[from] - p[to] - friction;
      f[kTubes + e] = 1 / root - 1.74 + 2 * log10(2 * k / d + 18.7 / (effective * root));
      balance[from] -= phi[e];
      balance[to] += phi[e];
      if (!(lambda[e] > 0)) legal = false;
    }
    return legal ? Evaluation::ok : Evaluation::rejected;
  }

  std::vector<MassEntry> mass() const {
    std::vector<double> diagonal(2 * kTubes + kNodes, 0.0);
    for (int e = 0; e < kTubes; ++e) diagonal[e] = inertia;
    for (int i = 0; i < kBuffers; ++i) diagonal[2 * kTubes + i] = capacity;
    return diagonal_mass(diagonal);
  }

  double nu, g, rho, rcrit, length, k, d, b;
  double a, inertia, capacity;
};

std::vector<std::string> variable_names() {
  std::vector<std::string> names;
  for (const char* kind : {"phi", "lam"})
    for (const Tube& tube : kNetwork)
      names.push_back(kind + std::to_string(tube.from) + "." + std::to_string(tube.to));
  for (int node : kNodeOrder) names.push_back("p" + std::to_string(node));
  return names;
}

Problem make() {
  Problem p;
  p.name = "tube";
  p.full_name = "Water tube system";
  p.description = "network of water tubes, laminar or turbulent, index 2";
  p.kind = ProblemClass::dae;
  p.index = 2;
  p.index_counts = {38, 11, 0};
  p.n = 2 * kTubes + kNodes;
  p.t_end = 17 * kHour;
  p.names = variable_names();
  p.parameters = {{"nu", 1.31e-6}, {"g", 9.8},  {"rho", 1e3}, {"rcrit", 2.3e3},
                  {"length", 1e3}, {"k", 2e-4}, {"d", 1},     {"b", 200}};
  p.equations = rhs_equations<WaterTubes>;
  p.mass = [](const Parameters& q) { return WaterTubes(q).mass(); };
  p.storage = Storage::sparse;
  p.initial = [](const Parameters&) {  // lambda belongs to the default parameters
    State y(2 * kTubes + kNodes, 0.0);
    for (int e = 0; e < kTubes; ++e) y[kTubes + e] = 0.47519404529185289807e-1;
    for (int i = 0; i < kNodes; ++i) y[2 * kTubes + i] = 109800;
    return y;
  };
  p.reference.y.assign(std::begin(kTubeReference), std::end(kTubeReference));
  p.reference.source = "PSIDE, tol 1e-14";
  p.reference.confirmed_to = 6.2e-13;
  p.reference.confirmed_by = "gamd and mebdfi at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  return p;
}

}  // namespace

const Problem& tube() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
