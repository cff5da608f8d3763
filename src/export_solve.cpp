// The entry points of the solvers: take R objects, build model, stepper and plan, run, return.
#include "driver/driver.hpp"
#include "r/current_solve.hpp"
#include "r/elements.hpp"
#include "r/make_events.hpp"
#include "r/make_model.hpp"
#include "r/make_stepper.hpp"
#include "r/result.hpp"
#include "r/usual_call.hpp"
#include "r/watch.hpp"

#include <Rcpp.h>

#include <R_ext/Rdynload.h>

#include <algorithm>
#include <optional>

namespace {

using namespace dts;

std::vector<double> merged_breaks(std::vector<double> breaks, SEXP more, double t_begin,
                                  double t_end) {
  if (!Rf_isNull(more)) breaks.insert(breaks.end(), REAL(more), REAL(more) + Rf_xlength(more));
  const double low = std::min(t_begin, t_end), high = std::max(t_begin, t_end);
  breaks.erase(std::remove_if(breaks.begin(), breaks.end(),
                              [=](double t) { return !(t > low && t < high); }),
               breaks.end());
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  if (t_end < t_begin) std::reverse(breaks.begin(), breaks.end());
  return breaks;
}

// How the run ended, as the user should hear it.  Values that are not finite before the first step
// are a matter of the input, whichever method noticed; and whatever component a method names, the
// model knows which one was not finite.
struct Ending {
  Status status;
  Index component;
};

Ending ending(const Outcome& outcome, const Model& model) {
  if (outcome.status != Status::not_finite) return {outcome.status, outcome.component};
  const bool never_began = outcome.steps.attempts == 0;
  return {never_began ? Status::illegal_input : Status::not_finite, model.bad_component()};
}

// NULL if there are none.
SEXP all_notices(Stepper& stepper) {
  if (stepper.notices().empty()) return R_NilValue;
  Rcpp::List notices;
  for (const Notice& notice : stepper.notices())
    notices.push_back(
        Rcpp::List::create(Rcpp::Named("t") = notice.t, Rcpp::Named("text") = notice.text));
  return notices;
}

Vector to_vector(SEXP numbers) {
  return Eigen::Map<const Vector>(REAL(numbers), Rf_xlength(numbers));
}

WatchOptions read_watch(SEXP spec, double t_begin, double t_end) {
  WatchOptions options;
  options.time_limit = element_or(spec, "timelimit", kInfinity);
  options.keep_log = element_or(spec, "log", false);
  options.show_progress = element_or(spec, "progress", false);
  options.t_begin = t_begin;
  options.t_end = t_end;
  return options;
}

}  // namespace

// `spec` describes the call; R/solver-call.R makes it.  It must have `method`, `model`, `y`,
// `times`, `rtol`, `atol`, `maxsteps`, `columns` and the method's `options`; of everything else
// what it does not say is as usual.
// [[Rcpp::export(rng = false)]]
Rcpp::List solve_ivp(SEXP spec) {
  CurrentSolve solve;
  const Vector y = to_vector(element(spec, "y"));
  std::optional<Vector> yp;
  if (SEXP dy = element(spec, "dy"); !Rf_isNull(dy)) yp = to_vector(dy);
  const Vector* yp_known = yp ? &*yp : nullptr;
  Plan plan;
  plan.times = Rcpp::as<std::vector<double>>(element(spec, "times"));
  plan.max_steps = static_cast<Count>(Rcpp::as<double>(element(spec, "maxsteps")));
  plan.single_step = element_or(spec, "single_step", false);
  const double t_begin = plan.times.front(), t_end = plan.times.back();

  ModelSetup setup =
      make_model(element(spec, "model"), element(spec, "structure"), t_begin, t_end, y, yp_known);
  const EventSetup events = make_events(element(spec, "events"), *setup.model, yp_known, t_end);
  if (events.engine) events.engine->set_tolerances(read_tolerances(spec, y.size()));
  plan.event_times = events.times;
  setup.breaks.insert(setup.breaks.end(), events.times.begin(), events.times.end());
  plan.breaks = merged_breaks(std::move(setup.breaks), element(spec, "breaks"), t_begin, t_end);
  const std::unique_ptr<Stepper> stepper = make_stepper(spec, *setup.model);

  RWatch watch(solve, read_watch(spec, t_begin, t_end));
  MatrixSink sink(*setup.model, static_cast<Index>(plan.times.size()));

  std::optional<RowRefinement> refinement;
  if (element_or(spec, "refine", true) && RowRefinement::is_possible(*setup.model))
    refinement.emplace(*setup.model, read_tolerances(spec, y.size()));

  Driver driver(*setup.model, *stepper, std::move(plan), sink, *events.events, watch,
                refinement ? &*refinement : nullptr);
  const Outcome outcome = driver.run(y, yp_known);
  const Ending end = ending(outcome, *setup.model);

  const char* how = end.status == Status::interrupted ? watch.reason() : sentence(end.status);
  Rcpp::NumericMatrix matrix = sink.matrix();
  describe_result(matrix, spec, {code(end.status), end.component, how}, outcome, *setup.model,
                  *stepper);
  Rf_setAttrib(matrix, Rf_install("log"), Rcpp::Shield<SEXP>(watch.log()));
  add_method_attributes(*stepper, matrix);
  const Rcpp::Shield<SEXP> notices(all_notices(*stepper));
  return Rcpp::List::create(Rcpp::Named("matrix") = matrix, Rcpp::Named("code") = code(end.status),
                            Rcpp::Named("sentence") = how, Rcpp::Named("t") = outcome.t,
                            Rcpp::Named("h") = outcome.h,
                            Rcpp::Named("component") = static_cast<int>(end.component + 1),
                            Rcpp::Named("notices") = SEXP(notices),
                            Rcpp::Named("roots") = found_roots(events, *setup.model));
}

// The `spec` of a call in which nothing has to be checked, or NULL; see r/usual_call.hpp.
// [[Rcpp::export(rng = false)]]
SEXP usual_spec(SEXP method, SEXP frame, SEXP y, SEXP times, SEXP func, SEXP options, SEXP given) {
  return dts::usual_spec({frame, y, times, func, method, options, given});
}

// [[Rcpp::export(rng = false)]]
bool has_usual_settings(SEXP frame, SEXP y, SEXP times) {
  return dts::has_usual_settings(frame, y, times);
}

// The address of a compiled function, NULL if the library `dllname` has none of this name.  What
// getNativeSymbolInfo() tells beyond it takes longer than many a solve.
// [[Rcpp::export(rng = false)]]
SEXP find_symbol(const std::string& name, const std::string& dllname) {
  const DL_FUNC address = R_FindSymbol(name.c_str(), dllname.c_str(), nullptr);
  return address ? R_MakeExternalPtrFn(address, R_NilValue, R_NilValue) : R_NilValue;
}

// How many solves are running, one inside the other.
// [[Rcpp::export(rng = false)]]
int solve_depth() {
  int depth = 0;
  for (const CurrentSolve* s = CurrentSolve::active(); s; s = s->outer()) ++depth;
  return depth;
}

// The user function that the innermost solve is evaluating, if that solve is number `depth`.
// [[Rcpp::export(rng = false)]]
SEXP evaluation_point(int depth) {
  const CurrentSolve* solve = CurrentSolve::active();
  if (solve_depth() != depth || !solve->callback) return R_NilValue;
  return Rcpp::List::create(Rcpp::Named("callback") = solve->callback, Rcpp::Named("t") = solve->t,
                            Rcpp::Named("y") = Rcpp::NumericVector(solve->y, solve->y + solve->n));
}

// Asks every running solve to end after the present evaluation.  FALSE if that was asked before.
// [[Rcpp::export(rng = false)]]
bool request_stop() {
  bool is_new = false;
  for (CurrentSolve* s = CurrentSolve::active(); s; s = s->outer()) {
    is_new = is_new || !s->stop_requested;
    s->stop_requested = true;
  }
  return is_new;
}
