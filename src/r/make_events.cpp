#include "r/make_events.hpp"

#include "consistent/consistent.hpp"
#include "problems/builtin_model.hpp"
#include "problems/builtin_roots.hpp"
#include "r/r_events.hpp"

namespace dts {

namespace {

std::unique_ptr<RootFunctions> make_functions(const Rcpp::List& spec, Model& model) {
  const std::string kind = Rcpp::as<std::string>(spec["kind"]);
  if (kind == "builtin")
    return std::make_unique<BuiltinRoots>(dynamic_cast<BuiltinModel&>(model).equations());
  const Index count = Rcpp::as<int>(spec["count"]);
  const bool use_derivative = Rcpp::as<bool>(spec["uses_dy"]);
  if (kind == "native")
    return std::make_unique<NativeRootFunctions>(dynamic_cast<NativeModel&>(model),
                                                 R_ExternalPtrAddrFn(spec["address"]), count,
                                                 use_derivative);
  const auto form =
      use_derivative ? RCallback::Form::root_with_derivative : RCallback::Form::explicit_form;
  return std::make_unique<RRootFunctions>(
      RCallback("rootfunc", spec, model.size(), spec["names"], form), count, use_derivative);
}

std::unique_ptr<EventAction> make_action(SEXP given, Model& model, Index n_roots) {
  if (Rf_isNull(given)) return nullptr;
  const Rcpp::List spec(given);
  const std::string kind = Rcpp::as<std::string>(spec["kind"]);
  if (kind == "builtin") {
    Equations& equations = dynamic_cast<BuiltinModel&>(model).equations();
    if (!equations.has_action()) return nullptr;
    return std::make_unique<BuiltinAction>(equations);
  }
  if (kind == "native")
    return std::make_unique<NativeEventAction>(
        reinterpret_cast<NativeEvent>(R_ExternalPtrAddrFn(spec["address"])));
  const bool use_roots = Rcpp::as<bool>(spec["uses_iroot"]);
  const auto form = use_roots ? RCallback::Form::event_with_roots : RCallback::Form::explicit_form;
  return std::make_unique<REventAction>(
      RCallback("eventfunc", spec, model.size(), spec["names"], form, R_NilValue, n_roots),
      use_roots);
}

std::vector<EventRow> make_rows(SEXP given) {
  std::vector<EventRow> rows;
  if (Rf_isNull(given)) return rows;
  const Rcpp::List data(given);
  const Rcpp::IntegerVector var = data["var"], method = data["method"];
  const Rcpp::NumericVector time = data["time"], value = data["value"];
  constexpr EventRow::Method methods[] = {EventRow::Method::replace, EventRow::Method::add,
                                          EventRow::Method::multiply};
  for (R_xlen_t i = 0; i < time.size(); ++i)
    rows.push_back({time[i], var[i] - 1, value[i], methods[method[i] - 1]});
  return rows;
}

RootOptions make_root_options(const Rcpp::List& spec) {
  RootOptions options;
  options.n_samples = Rcpp::as<int>(spec["nsample"]);
  options.resolution = Rcpp::as<double>(spec["tol"]);
  options.exact_derivative = Rcpp::as<bool>(spec["exact_derivative"]);
  options.search_at_start = Rcpp::as<bool>(spec["startroot"]);
  options.direction = Rcpp::as<std::vector<int>>(spec["direction"]);
  options.touch = Rcpp::as<std::vector<double>>(spec["touch"]);
  return options;
}

EventOptions make_options(const Rcpp::List& spec) {
  EventOptions options;
  options.stop_at_root = !Rcpp::as<bool>(spec["root"]);
  options.terminal = Rcpp::as<std::vector<int>>(spec["terminal"]);
  options.cascade = Rcpp::as<bool>(spec["cascade"]);
  options.identity = Rcpp::as<bool>(spec["identity"]);
  options.rows = Rcpp::as<bool>(spec["rows"]);
  options.hold = Rcpp::as<bool>(spec["hold"]);
  options.max_events = static_cast<Count>(Rcpp::as<double>(spec["maxevents"]));
  return options;
}

// An action may have broken a constraint: moves the state to the nearest one that keeps all.
void make_consistent_again(Model& model, double t, VectorRef y) {
  ConsistencyOptions options;
  options.mode = ConsistencyMode::project;
  Vector state = y, slope = Vector::Zero(y.size());
  const ConsistencyResult result =
      make_consistent(model, t, state, model.is_implicit() ? &slope : nullptr, options);
  if (!result.is_ok())
    Rcpp::stop(
        "the state after the event at time %g cannot be made consistent: %s; "
        "events$consistent = FALSE leaves it as it is",
        t, result.message);
  y = state;
}

}  // namespace

EventSetup make_events(SEXP given, Model& model, const Vector* yp, double t_end) {
  EventSetup setup;
  if (Rf_isNull(given)) {
    setup.events = std::make_unique<Events>();
    return setup;
  }
  const Rcpp::List spec(given);
  if (!Rf_isNull(spec["functions"])) setup.functions = make_functions(spec["functions"], model);
  const Index n_roots = setup.functions ? setup.functions->count() : 0;
  setup.action = make_action(spec["action"], model, n_roots);
  EventAction* root_action = Rcpp::as<bool>(spec["root"]) ? setup.action.get() : nullptr;
  EventAction* time_action = setup.action.get();
  if (!Rf_isNull(spec["times"])) setup.times = Rcpp::as<std::vector<double>>(spec["times"]);
  if (!Rf_isNull(spec["data"])) {
    setup.data_action =
        std::make_unique<DataAction>(make_rows(spec["data"]), setup.action.get(),
                                     Rcpp::as<std::vector<double>>(spec["function_times"]));
    time_action = setup.data_action.get();
  }
  auto engine =
      std::make_unique<EventEngine>(model, setup.functions.get(), root_action, time_action,
                                    make_root_options(spec), make_options(spec));
  engine->set_interval(yp, t_end);
  engine->set_event_times(setup.times);
  if (Rcpp::as<bool>(spec["consistent"]) && (model.mass() || model.is_implicit()))
    engine->set_repair([&model](double t, VectorRef y) { make_consistent_again(model, t, y); });
  setup.hold_action = make_action(spec["holdfunc"], model, n_roots);
  engine->set_hold_action(setup.hold_action.get());
  setup.engine = engine.get();
  setup.events = std::move(engine);
  return setup;
}

Rcpp::List found_roots(const EventSetup& setup, const Model& model) {
  if (!setup.engine || !setup.functions) return Rcpp::List();
  const auto& records = setup.engine->records();
  const int n = static_cast<int>(model.size()), events = static_cast<int>(records.size());
  const int functions = static_cast<int>(setup.functions->count());
  Rcpp::NumericVector t(events);
  Rcpp::NumericMatrix before(n, events), after(n, events);
  Rcpp::IntegerMatrix fired(functions, events);
  Rcpp::IntegerVector direction(events);
  for (int k = 0; k < events; ++k) {
    const EventRecord& record = records[static_cast<std::size_t>(k)];
    t[k] = record.root.t;
    std::copy_n(record.before.data(), n, before.column(k).begin());
    std::copy_n(record.after.data(), n, after.column(k).begin());
    for (int i = 0; i < functions; ++i) {
      fired(i, k) = record.root.fired[static_cast<std::size_t>(i)];
      if (fired(i, k)) direction[k] = record.root.direction[static_cast<std::size_t>(i)];
    }
  }
  return Rcpp::List::create(Rcpp::Named("t") = t, Rcpp::Named("before") = before,
                            Rcpp::Named("after") = after, Rcpp::Named("fired") = fired,
                            Rcpp::Named("direction") = direction,
                            Rcpp::Named("evaluations") = static_cast<double>(model.counts().root));
}

}  // namespace dts
