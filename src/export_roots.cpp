// What R may ask of the problems with event functions: their reference roots, their closed
// solutions, and their equations as an object whose mode changes at events.
#include "problems/catalogue.hpp"

#include <Rcpp.h>

#include <algorithm>
#include <memory>

namespace {

using dts::Equations;
using dts::EventEffect;
using dts::Problem;
using dts::ReferenceRoot;
using dts::RootGoal;
using dts::State;
using Rcpp::_;

using System = Rcpp::XPtr<Equations>;

const Problem& get_problem(const std::string& name) {
  const Problem* problem = dts::find_problem(name);
  if (problem == nullptr) Rcpp::stop("there is no test problem '%s'", name);
  return *problem;
}

Rcpp::NumericVector to_r(const RootGoal& goal) {
  return Rcpp::NumericVector::create(_["factor"] = goal.factor, _["power"] = goal.power);
}

Rcpp::IntegerVector from_one(const std::vector<int>& functions) {
  Rcpp::IntegerVector numbers(functions.begin(), functions.end());
  for (int& number : numbers) ++number;
  return numbers;
}

// The list of roots; `before` and `after` have one column per root.
Rcpp::List root_list(const Problem& problem) {
  const std::vector<ReferenceRoot>& list = problem.roots.list;
  const int count = static_cast<int>(list.size());
  Rcpp::NumericVector t(count);
  Rcpp::List functions(count);
  Rcpp::NumericMatrix before(problem.n, count), after(problem.n, count);
  Rcpp::LogicalVector at_start(count), at_end(count);
  for (int k = 0; k < count; ++k) {
    const ReferenceRoot& root = list[k];
    t[k] = root.t;
    functions[k] = from_one(root.functions);
    at_start[k] = root.at_start;
    at_end[k] = root.at_end;
    const State& next = root.after.empty() ? root.before : root.after;
    std::copy(root.before.begin(), root.before.end(), before.column(k).begin());
    std::copy(next.begin(), next.end(), after.column(k).begin());
  }
  return Rcpp::List::create(_["t"] = t, _["functions"] = functions, _["before"] = before,
                            _["after"] = after, _["at_start"] = at_start, _["at_end"] = at_end);
}

State evaluate_rhs(const Equations& equations, double t, const Rcpp::NumericVector& y) {
  State f(y.size());
  if (equations.rhs(t, y.begin(), f.data()) != dts::Evaluation::ok)
    std::fill(f.begin(), f.end(), R_NaN);
  return f;
}

}  // namespace

// [[Rcpp::export(rng = false)]]
Rcpp::List problem_roots(const std::string& name) {
  const Problem& problem = get_problem(name);
  const dts::ReferenceRoots& roots = problem.roots;
  const auto equations = problem.equations(problem.default_parameters());
  Rcpp::List goals(equations->n_roots());
  for (int i = 0; i < equations->n_roots(); ++i) goals[i] = to_r(roots.goal(i));
  return Rcpp::List::create(
      _["nroot"] = equations->n_roots(), _["ydot"] = equations->roots_use_derivative(),
      _["action"] = equations->has_action(), _["terminal"] = from_one(roots.terminal),
      _["startroot"] = roots.use_start, _["accumulation"] = roots.accumulation,
      _["list"] = root_list(problem), _["goals"] = goals,
      _["explicit_goal"] =
          roots.explicit_goal ? SEXP(to_r(*roots.explicit_goal)) : SEXP(R_NilValue),
      _["has_goal"] = roots.is_goal, _["stiff"] = problem.is_stiff,
      _["has_exact"] = static_cast<bool>(problem.exact));
}

// The absolute tolerances that the problem wants beside the relative one.
// [[Rcpp::export(rng = false)]]
std::vector<double> problem_atol(const std::string& name, double rtol) {
  const Problem& problem = get_problem(name);
  return problem.atol ? problem.atol(rtol) : State{rtol / 100};
}

// The closed solution for the default parameters, one row per time; NULL: none is known.
// [[Rcpp::export(rng = false)]]
SEXP problem_exact(const std::string& name, Rcpp::NumericVector times) {
  const Problem& problem = get_problem(name);
  if (!problem.exact) return R_NilValue;
  Rcpp::NumericMatrix y(times.size(), problem.n);
  for (R_xlen_t i = 0; i < times.size(); ++i) {
    const State row = problem.exact(times[i]);
    std::copy(row.begin(), row.end(), y.row(i).begin());
  }
  return y;
}

// ---- equations with a mode ---------------------------------------------------------------------

// [[Rcpp::export(rng = false)]]
SEXP event_system(const std::string& name, std::vector<double> parms) {
  return System(get_problem(name).equations(parms).release());
}

// [[Rcpp::export(rng = false)]]
std::vector<double> event_system_rhs(SEXP system, double t, Rcpp::NumericVector y) {
  return evaluate_rhs(*System(system), t, y);
}

// g(t, y, f(t, y))
// [[Rcpp::export(rng = false)]]
std::vector<double> event_system_roots(SEXP system, double t, Rcpp::NumericVector y) {
  const System equations(system);
  std::vector<double> g(static_cast<std::size_t>(equations->n_roots()));
  const State yp = evaluate_rhs(*equations, t, y);
  equations->roots(t, y.begin(), yp.data(), g.data());
  return g;
}

// The state after the action; `stop` whether the run ends.
// [[Rcpp::export(rng = false)]]
Rcpp::List event_system_action(SEXP system, double t, Rcpp::NumericVector y,
                               std::vector<int> fired) {
  State state(y.begin(), y.end());
  const EventEffect effect = System(system)->at_root(t, state.data(), fired);
  return Rcpp::List::create(_["y"] = state, _["stop"] = effect == EventEffect::stop);
}
