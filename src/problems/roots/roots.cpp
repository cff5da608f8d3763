// The list of the root-finding problems, and what their files share.
#include "problems/roots/roots.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

std::vector<const Problem*> root_problems() {
  std::vector<const Problem*> all;
  for (const Cases* cases : {&falling_body(),
                             &falling_moon(),
                             &paratrooper(),
                             &growing_frequency(),
                             &varying_amplitude(),
                             &limiter(),
                             &time_switching(),
                             &stiction(),
                             &ideal_relay(),
                             &exponential_table(),
                             &integral_table(),
                             &bouncing_ball(),
                             &nonlinear_restitution(),
                             &ball_on_ramp(),
                             &shoebox(),
                             &undefined_beyond_end(),
                             &logarithm(),
                             &infinite_derivative(),
                             &double_root(),
                             &torus(),
                             &two_bodies(),
                             &near_double_root(),
                             &robertson_roots(),
                             &airy(),
                             &boundary_layer(),
                             &stiff_transient(),
                             &elliptic_sine(),
                             &van_der_pol_roots(),
                             &bessel(),
                             &restricted_orbit()})
    for (const Problem& problem : *cases) all.push_back(&problem);
  return all;
}

Problem root_problem(const std::string& name, const std::string& title,
                     const std::string& description, int n, double t0, double t_end) {
  Problem p;
  p.name = name;
  p.full_name = "Problem " + name + " (" + title + ")";
  p.collection = "roots";
  p.description = description;
  p.n = n;
  p.t0 = t0;
  p.t_end = t_end;
  p.names = numbered("y", n);
  return p;
}

ReferenceRoot root_at(double t, int function, State before) {
  ReferenceRoot root;
  root.t = t;
  root.functions = {function - 1};
  root.before = std::move(before);
  return root;
}

namespace {

// The states after the actions, by the actions themselves.
void apply_actions(Problem& p) {
  const auto equations = p.equations(p.default_parameters());
  if (!equations->has_action()) return;
  for (ReferenceRoot& root : p.roots.list) {
    if ((root.at_start && !p.roots.use_start) || root.at_end) continue;
    std::vector<int> fired(static_cast<std::size_t>(equations->n_roots()), 0);
    for (int f : root.functions) fired[static_cast<std::size_t>(f)] = 1;
    State y = root.before;
    equations->at_root(root.t, y.data(), fired);
    if (y != root.before) root.after = y;
  }
}

bool ends_run(const ReferenceRoot& root, const std::vector<int>& terminal) {
  return std::any_of(root.functions.begin(), root.functions.end(), [&](int f) {
    return std::find(terminal.begin(), terminal.end(), f) != terminal.end();
  });
}

}  // namespace

Problem complete(Problem p, const std::string& known_by, State y_end) {
  std::vector<ReferenceRoot>& list = p.roots.list;
  const double direction = p.t_end > p.t0 ? 1 : -1;
  std::stable_sort(list.begin(), list.end(), [=](const ReferenceRoot& a, const ReferenceRoot& b) {
    return direction * a.t < direction * b.t;
  });
  const double resolution = 1e-14 * std::abs(p.t_end - p.t0);
  for (ReferenceRoot& root : list) {
    root.at_start = std::abs(root.t - p.t0) <= resolution;
    root.at_end = std::abs(root.t - p.t_end) <= resolution;
    if (root.before.empty()) root.before = p.exact(root.t);
  }
  apply_actions(p);
  const bool stops = !list.empty() && ends_run(list.back(), p.roots.terminal);
  if (stops) y_end = list.back().before;
  p.reference.y = !y_end.empty() ? y_end : p.exact(p.t_end);
  p.reference.source = known_by;
  p.reference.confirmed_to = 1e-15;
  p.reference.confirmed_by = "an independent integration, as far as that goes";
  p.reference.measure = "relative, the rounding of the values";
  return p;
}

double zero_between(const std::function<double(double)>& f, double a, double b) {
  const bool rises = f(b) > 0;
  for (;;) {
    const double middle = a + (b - a) / 2;
    if (middle == a || middle == b) return middle;
    ((f(middle) > 0) == rises ? b : a) = middle;
  }
}

}  // namespace dts
