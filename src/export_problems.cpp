// What R may ask of the built-in problems.
#include "problems/builtin_model.hpp"
#include "problems/catalogue.hpp"
#include "r/desolve_symbols.hpp"
#include "r/problem_object.hpp"

#include <Rcpp.h>

#include <R_ext/Rdynload.h>

#include <algorithm>

namespace {

using dts::BuiltinModel;
using dts::Evaluation;
using dts::Index;
using dts::Parameters;
using dts::Problem;
using dts::Vector;
using Rcpp::_;

const Problem& get_problem(const std::string& name) {
  const Problem* problem = dts::find_problem(name);
  if (problem == nullptr) Rcpp::stop("there is no test problem '%s'", name);
  return *problem;
}

Parameters get_parameters(const Problem& problem, const Rcpp::NumericVector& parms) {
  const std::size_t expected = problem.parameters.size() + problem.options.size();
  if (static_cast<std::size_t>(parms.size()) != expected)
    Rcpp::stop("length of parameter vector should be %d", expected);
  return Parameters(parms.begin(), parms.end());
}

Vector get_state(const Problem& problem, const Rcpp::NumericVector& y, const char* what) {
  if (y.size() != problem.n) Rcpp::stop("length of %s should be %d", what, problem.n);
  return Eigen::Map<const Vector>(y.begin(), y.size());
}

Rcpp::NumericVector named_values(const std::vector<dts::Parameter>& parameters) {
  Rcpp::NumericVector values(parameters.size());
  Rcpp::CharacterVector names(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    values[i] = parameters[i].value;
    names[i] = parameters[i].name;
  }
  if (!parameters.empty()) values.names() = names;
  return values;
}

// An evaluation that the equations refuse is NaN for R.
Rcpp::NumericVector to_r(Evaluation outcome, const Vector& v) {
  Rcpp::NumericVector result(v.data(), v.data() + v.size());
  if (outcome == Evaluation::rejected) std::fill(result.begin(), result.end(), R_NaN);
  return result;
}

Rcpp::NumericMatrix to_r(Evaluation outcome, const dts::StructuredMatrix& m) {
  const int n = static_cast<int>(m.size());
  Rcpp::NumericMatrix result(n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) result(i, j) = outcome == Evaluation::rejected ? R_NaN : m(i, j);
  return result;
}

const char* storage_name(dts::Storage storage) {
  switch (storage) {
    case dts::Storage::dense: return "full";
    case dts::Storage::banded: return "banded";
    case dts::Storage::sparse: return "sparse";
  }
  return "";
}

Rcpp::List jacobian_info(const Problem& problem) {
  if (problem.has_delays())
    return Rcpp::List::create(_["storage"] = "full", _["bandup"] = problem.n - 1,
                              _["banddown"] = problem.n - 1, _["nonzeros"] = problem.n * problem.n,
                              _["colours"] = problem.n);
  const BuiltinModel model(problem, problem.default_parameters());
  const dts::Structure band = dts::structure_for(dts::Storage::banded, model.pattern());
  return Rcpp::List::create(
      _["storage"] = storage_name(problem.storage), _["bandup"] = static_cast<int>(band.upper),
      _["banddown"] = static_cast<int>(band.lower),
      _["nonzeros"] = static_cast<int>(model.n_nonzeros()), _["colours"] = model.n_colours());
}

// What a delay problem has beyond the others, NULL for the others.
SEXP delay_info(const Problem& problem) {
  if (!problem.has_delays()) return R_NilValue;
  const dts::DelayPart& delay = problem.delay;
  Rcpp::IntegerVector lagged, neutral;
  for (int i : delay.lagged) lagged.push_back(i + 1);
  for (const auto& [w, i] : delay.neutral) neutral.push_back(w + 1);
  return Rcpp::List::create(_["nlag"] = delay.n_lags, _["lagged"] = lagged, _["neutral"] = neutral,
                            _["atol_ratio"] = delay.atol_ratio, _["rtol_ratio"] = delay.rtol_ratio,
                            _["errcontrol"] = delay.error_control, _["bpfac"] = delay.search_factor,
                            _["nit"] = delay.max_newton, _["full.newton"] = delay.full_newton,
                            _["tstop"] = std::isnan(delay.t_stop) ? NA_REAL : delay.t_stop);
}

const Problem& get_delay_problem(const std::string& name) {
  const Problem& problem = get_problem(name);
  if (!problem.has_delays()) Rcpp::stop("problem '%s' has no delays", name);
  return problem;
}

const Problem& get_plain_problem(const std::string& name) {
  const Problem& problem = get_problem(name);
  if (problem.has_delays()) Rcpp::stop("problem '%s' has delays", name);
  return problem;
}

Rcpp::List reference_info(const Problem& problem) {
  return Rcpp::List::create(
      _["y"] = problem.reference.y, _["best"] = problem.reference.most_accurate(),
      _["source"] = problem.reference.source, _["confirmed"] = problem.reference.confirmed_to,
      _["measure"] = problem.reference.measure, _["by"] = problem.reference.confirmed_by);
}

// The levels of the quantities that a solution should keep, by name.
Rcpp::IntegerVector monitor_info(const Problem& problem) {
  Rcpp::IntegerVector levels;
  for (const dts::Monitor& monitor : problem.monitors)
    levels.push_back(monitor.level, monitor.name);
  return levels;
}

}  // namespace

// [[Rcpp::init]]
void register_desolve_symbols(DllInfo* dll) {
  const R_CMethodDef symbols[] = {
      {"detestset_derivs", reinterpret_cast<DL_FUNC>(&detestset_derivs), 6, nullptr},
      {"detestset_jac", reinterpret_cast<DL_FUNC>(&detestset_jac), 9, nullptr},
      {"detestset_res", reinterpret_cast<DL_FUNC>(&detestset_res), 8, nullptr},
      {"detestset_jacres", reinterpret_cast<DL_FUNC>(&detestset_jacres), 7, nullptr},
      {nullptr, nullptr, 0, nullptr}};
  R_registerRoutines(dll, symbols, nullptr, nullptr, nullptr);
  R_useDynamicSymbols(dll, FALSE);
}

// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector problem_names() {
  const auto& problems = dts::all_problems();
  Rcpp::CharacterVector names(problems.size());
  for (std::size_t i = 0; i < problems.size(); ++i) names[i] = problems[i]->name;
  return names;
}

// Is this what testproblem() makes, at least in what matters?
// [[Rcpp::export(rng = false)]]
bool describes_problem(SEXP x) { return dts::described_problem(x) != nullptr; }

// [[Rcpp::export(rng = false)]]
Rcpp::List problem_info(const std::string& name) {
  const Problem& problem = get_problem(name);
  Rcpp::IntegerVector components;
  for (int i : problem.mescd_components) components.push_back(i + 1);
  const auto counts = problem.counts_by_index();
  Rcpp::List info = Rcpp::List::create(
      _["name"] = problem.name, _["fullname"] = problem.full_name,
      _["collection"] = problem.collection, _["class"] = dts::to_string(problem.kind),
      _["description"] = problem.description, _["position"] = dts::position_of(problem),
      _["n"] = problem.n, _["t0"] = problem.t0, _["tend"] = problem.t_end,
      _["names"] = problem.names, _["parms"] = named_values(problem.parameters),
      _["options"] = named_values(problem.options), _["index"] = problem.index,
      _["nind"] = Rcpp::IntegerVector(counts.begin(), counts.end()),
      _["discontinuities"] = problem.restarts(problem.t0, problem.t_end), _["mescd"] = components,
      _["reference"] = reference_info(problem));
  info["jacobian"] = jacobian_info(problem);
  info["provenance"] = problem.provenance;
  info["scale"] = problem.scale.empty() ? dts::State(problem.n, 1.0) : problem.scale;
  info["monitors"] = monitor_info(problem);
  info["delay"] = delay_info(problem);
  return info;
}

// Times strictly between `from` and `to` where the data of the problem jump, in order of travel.
// [[Rcpp::export(rng = false)]]
std::vector<double> problem_restarts(const std::string& name, double from, double to) {
  return get_problem(name).restarts(from, to);
}

// Initial state and derivative; the derivative of `y0` at time t by the problem's rule, if given.
// [[Rcpp::export(rng = false)]]
Rcpp::List problem_initial(const std::string& name, Rcpp::NumericVector parms,
                           Rcpp::Nullable<Rcpp::NumericVector> y0, double t) {
  const Problem& problem = get_problem(name);
  const Parameters p = get_parameters(problem, parms);
  if (y0.isNull())
    return Rcpp::List::create(_["y"] = problem.initial_state(p),
                              _["dy"] = problem.initial_derivative(p));
  const Rcpp::NumericVector y(y0);
  get_state(problem, y, "initial state variable vector");
  return Rcpp::List::create(_["y"] = y,
                            _["dy"] = problem.derivative_of(p, t, dts::State(y.begin(), y.end())));
}

// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector problem_rhs(const std::string& name, Rcpp::NumericVector parms, double t,
                                Rcpp::NumericVector y) {
  const Problem& problem = get_plain_problem(name);
  if (problem.is_implicit()) Rcpp::stop("problem '%s' has a residual form only", name);
  Vector f(problem.n);
  const auto equations = problem.equations(get_parameters(problem, parms));
  const Evaluation outcome = equations->rhs(t, get_state(problem, y, "'y'").data(), f.data());
  return to_r(outcome, f);
}

// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector problem_residual(const std::string& name, Rcpp::NumericVector parms, double t,
                                     Rcpp::NumericVector y, Rcpp::NumericVector dy) {
  const Problem& problem = get_plain_problem(name);
  BuiltinModel model(problem, get_parameters(problem, parms));
  Vector r(problem.n);
  const Evaluation outcome =
      model.residual(t, get_state(problem, y, "'y'"), get_state(problem, dy, "'dy'"), r);
  return to_r(outcome, r);
}

// df/dy, or for implicit problems dG/dy + cj dG/dy'.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix problem_jacobian(const std::string& name, Rcpp::NumericVector parms, double t,
                                     Rcpp::NumericVector y, Rcpp::NumericVector dy, double cj) {
  const Problem& problem = get_plain_problem(name);
  BuiltinModel model(problem, get_parameters(problem, parms));
  dts::StructuredMatrix j(model.jacobian_structure());
  const Vector state = get_state(problem, y, "'y'");
  if (!problem.is_implicit()) return to_r(model.jacobian(t, state, j), j);
  return to_r(model.residual_jacobian(t, state, get_state(problem, dy, "'dy'"), cj, j), j);
}

// M as a full matrix; NULL if it is the identity or the problem is implicit.
// [[Rcpp::export(rng = false)]]
SEXP problem_mass(const std::string& name, Rcpp::NumericVector parms) {
  const Problem& problem = get_problem(name);
  if (!problem.mass) return R_NilValue;
  return to_r(Evaluation::ok, dts::mass_matrix(problem, get_parameters(problem, parms)));
}

// Structural nonzeros of the Jacobian, column by column, rows from 1.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerMatrix problem_pattern(const std::string& name, Rcpp::NumericVector parms) {
  const Problem& problem = get_plain_problem(name);
  const BuiltinModel model(problem, get_parameters(problem, parms));
  Rcpp::IntegerMatrix entries(static_cast<int>(model.n_nonzeros()), 2);
  int k = 0;
  for (int j = 0; j < problem.n; ++j)
    for (int i : model.pattern()[j]) {
      entries(k, 0) = i + 1;
      entries(k++, 1) = j + 1;
    }
  Rcpp::colnames(entries) = Rcpp::CharacterVector::create("row", "column");
  return entries;
}

// The quantities that a solution should keep, one row for each row (t, y) of `solution`.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix problem_monitors(const std::string& name, Rcpp::NumericVector parms,
                                     Rcpp::NumericMatrix solution) {
  const Problem& problem = get_problem(name);
  const Parameters p = get_parameters(problem, parms);
  if (solution.ncol() < problem.n + 1)
    Rcpp::stop("the solution should have %d columns", problem.n + 1);
  const int count = static_cast<int>(problem.monitors.size());
  Rcpp::NumericMatrix values(solution.nrow(), count);
  dts::State y(problem.n);
  for (int i = 0; i < solution.nrow(); ++i) {
    for (int j = 0; j < problem.n; ++j) y[j] = solution(i, j + 1);
    for (int k = 0; k < count; ++k) values(i, k) = problem.monitors[k].value(p, solution(i, 0), y);
  }
  return values;
}

// ---- delay problems ----

// The delayed arguments at (t, y).
// [[Rcpp::export(rng = false)]]
std::vector<double> problem_arguments(const std::string& name, Rcpp::NumericVector parms, double t,
                                      Rcpp::NumericVector y) {
  const Problem& problem = get_delay_problem(name);
  std::vector<double> alpha(problem.delay.n_lags);
  const auto equations = problem.delay.equations(get_parameters(problem, parms));
  equations->arguments(t, get_state(problem, y, "'y'").data(), alpha.data());
  return alpha;
}

// f(t, y, ylag), a column of `ylag` for each delay.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector problem_delay_rhs(const std::string& name, Rcpp::NumericVector parms, double t,
                                      Rcpp::NumericVector y, Rcpp::NumericMatrix ylag) {
  const Problem& problem = get_delay_problem(name);
  if (ylag.nrow() != problem.n || ylag.ncol() != problem.delay.n_lags)
    Rcpp::stop("'ylag' should have %d rows and %d columns", problem.n, problem.delay.n_lags);
  Vector f(problem.n);
  const auto equations = problem.delay.equations(get_parameters(problem, parms));
  const Evaluation outcome =
      equations->rhs(t, get_state(problem, y, "'y'").data(), ylag.begin(), f.data());
  return to_r(outcome, f);
}

// y(t) before the start.
// [[Rcpp::export(rng = false)]]
std::vector<double> problem_history(const std::string& name, Rcpp::NumericVector parms, double t) {
  const Problem& problem = get_delay_problem(name);
  return problem.delay.history(get_parameters(problem, parms), t);
}

// The points that a solver should meet exactly.
// [[Rcpp::export(rng = false)]]
std::vector<double> problem_grid(const std::string& name, Rcpp::NumericVector parms) {
  const Problem& problem = get_delay_problem(name);
  const Parameters p = get_parameters(problem, parms);
  return problem.delay.grid ? problem.delay.grid(p) : std::vector<double>();
}
