#include "r/make_model.hpp"

#include "linalg/sparsity.hpp"
#include "problems/builtin_delay_model.hpp"
#include "problems/builtin_model.hpp"
#include "problems/catalogue.hpp"
#include "r/asking_model.hpp"
#include "r/current_solve.hpp"
#include "r/declared_delay_model.hpp"
#include "r/elements.hpp"
#include "r/native_model.hpp"
#include "r/r_model.hpp"

#include <optional>

namespace dts {

namespace {

template <class Function>
Function native_symbol(SEXP pointer) {
  if (TYPEOF(pointer) != EXTPTRSXP) return nullptr;
  return reinterpret_cast<Function>(R_ExternalPtrAddrFn(pointer));
}

Forcings make_forcings(SEXP spec) {
  if (Rf_isNull(element(spec, "forcings"))) return {};
  const Rcpp::List data = element(spec, "forcings");
  std::vector<ForcingSeries> series;
  for (R_xlen_t i = 0; i < data.size(); ++i) {
    const Rcpp::NumericMatrix m = data[i];
    ForcingSeries one;
    one.t.assign(m.column(0).begin(), m.column(0).end());
    one.value.assign(m.column(1).begin(), m.column(1).end());
    series.push_back(std::move(one));
  }
  const bool constant = Rcpp::as<bool>(element(spec, "forcings_constant"));
  return Forcings(std::move(series),
                  constant ? Forcings::Method::constant : Forcings::Method::linear);
}

ModelSetup make_r_model(SEXP spec, Index n) {
  SEXP names = element(spec, "names");
  std::optional<RCallback> jacfunc;
  if (Rcpp::as<bool>(element(spec, "has_jacobian"))) jacfunc.emplace("jacfunc", spec, n, names);
  ModelSetup setup;
  setup.model = std::make_unique<RFunctionModel>(
      RCallback("func", spec, n, names), std::move(jacfunc), n, element_or(spec, "n_outputs", 0));
  return setup;
}

ModelSetup make_r_residual(SEXP spec, Index n) {
  SEXP names = element(spec, "names"), dy_names = element(spec, "dy_names");
  std::optional<RCallback> jacres;
  if (Rcpp::as<bool>(element(spec, "has_jacobian")))
    jacres.emplace("jacres", spec, n, names, RCallback::Form::residual_jacobian, dy_names);
  ModelSetup setup;
  setup.model = std::make_unique<RResidualModel>(
      RCallback("res", spec, n, names, RCallback::Form::residual, dy_names), std::move(jacres), n,
      element_or(spec, "n_outputs", 0));
  return setup;
}

ModelSetup make_native_model(SEXP spec, Index n, double t_begin, double t_end) {
  NativeSpec native;
  native.derivs = native_symbol<NativeDerivs>(element(spec, "func"));
  native.jacobian = native_symbol<NativeJacobian>(element(spec, "jacfunc"));
  native.residual = native_symbol<NativeResidual>(element(spec, "res"));
  native.residual_jacobian = native_symbol<NativeResidualJacobian>(element(spec, "jacres"));
  native.init_parameters = native_symbol<NativeInit>(element(spec, "initfunc"));
  native.init_forcings = native_symbol<NativeInit>(element(spec, "initforc"));
  native.parameters = Rcpp::as<std::vector<double>>(element(spec, "initpar"));
  native.rpar = Rcpp::as<std::vector<double>>(element(spec, "rpar"));
  native.ipar = Rcpp::as<std::vector<int>>(element(spec, "ipar"));
  native.n_outputs = Rcpp::as<int>(element(spec, "n_outputs"));
  native.forcings = make_forcings(spec);
  ModelSetup setup;
  setup.breaks = native.forcings.jumps(t_begin, t_end);
  setup.model = std::make_unique<NativeModel>(n, std::move(native));
  return setup;
}

ModelSetup make_builtin_model(SEXP spec, double t_begin, double t_end) {
  const std::string name = Rcpp::as<std::string>(element(spec, "name"));
  const Problem* problem = find_problem(name);
  if (!problem) Rcpp::stop("there is no test problem '%s'", name);
  ModelSetup setup;
  const auto parms = Rcpp::as<std::vector<double>>(element(spec, "parms"));
  setup.breaks = problem->restarts(t_begin, t_end);
  if (problem->has_delays())
    setup.model = std::make_unique<BuiltinDelayModel>(*problem, parms);
  else
    setup.model = std::make_unique<BuiltinModel>(*problem, parms);
  return setup;
}

// Component numbers that R counts from 1.
std::vector<Index> component_numbers(const Rcpp::IntegerVector& numbers) {
  std::vector<Index> result;
  for (int i : numbers) result.push_back(i - 1);
  return result;
}

// A delay model that declares its delays: all functions are R's.
ModelSetup make_declared_model(const Rcpp::List& spec, double t_begin, ConstVectorRef y) {
  using Form = RCallback::Form;
  SEXP names = spec["names"];
  const Index n = y.size(), m = Rcpp::as<int>(spec["n_lags"]);
  const auto with_lags = [&](const char* name) {
    return RCallback(name, spec, n, names, Form::with_lags, R_NilValue, 0, m);
  };
  DeclaredDelays delays;
  delays.count = static_cast<int>(m);
  if (Rcpp::as<bool>(spec["has_arglag"]))
    delays.arglag.emplace("arglag", spec, n, names);
  else
    delays.delays = Eigen::Map<const Vector>(REAL(SEXP(spec["delays"])), m);
  std::optional<RCallback> jacfunc, jaclag;
  if (Rcpp::as<bool>(spec["has_jacobian"])) jacfunc.emplace(with_lags("jacfunc"));
  if (Rcpp::as<bool>(spec["has_jaclag"])) jaclag.emplace(with_lags("jaclag"));
  ModelSetup setup;
  auto model = std::make_unique<DeclaredDelayModel>(
      with_lags("func"), std::move(delays), std::move(jacfunc), std::move(jaclag),
      InitialFunction(spec["phi"], spec["dphi"], n), t_begin, y, element_or(spec, "n_outputs", 0));
  model->set_lagged(component_numbers(spec["lagged"]));
  setup.model = std::move(model);
  return setup;
}

// `jacobian`: how df/dy (or dG/dy + c dG/dy') is stored and whether differences are wanted although
// the model knows it.  Without it the model keeps its own choice.
void set_jacobian(const Rcpp::List& jacobian, Model& model, double t, ConstVectorRef y,
                  const Vector* yp) {
  const std::string storage = Rcpp::as<std::string>(jacobian["storage"]);
  const Index n = model.size();
  model.use_differences_only(Rcpp::as<bool>(jacobian["differences"]));
  if (storage == "full") {
    model.set_jacobian_structure(Structure::dense(n));
  } else if (storage == "banded") {
    model.set_jacobian_structure(
        Structure::banded(n, Rcpp::as<int>(jacobian["lower"]), Rcpp::as<int>(jacobian["upper"])));
  } else if (!Rf_isNull(jacobian["pattern"])) {
    model.set_jacobian_structure(
        Structure::sparse(n, Rcpp::as<SparsityPattern>(jacobian["pattern"])));
  } else {
    SparsityPattern pattern;
    if (detect_pattern(model, t, y, yp, pattern) != Evaluation::ok)
      Rcpp::stop(
          "the sparsity pattern of the Jacobian could not be found: the model is not finite "
          "near the initial state; give the pattern in control$sparsity");
    model.set_jacobian_structure(Structure::sparse(n, std::move(pattern)));
  }
}

// `mass`: entries by bands, (lower + upper + 1) x n.
void set_mass(const Rcpp::List& mass, Model& model) {
  const Rcpp::NumericMatrix bands = mass["bands"];
  StructuredMatrix m(
      Structure::banded(model.size(), Rcpp::as<int>(mass["lower"]), Rcpp::as<int>(mass["upper"])));
  m.values() = Eigen::Map<const Matrix>(bands.begin(), bands.nrow(), bands.ncol());
  model.set_mass(std::move(m));
}

ModelSetup make_plain_model(const Rcpp::List& spec, ConstVectorRef y, double t_begin,
                            double t_end) {
  // A problem of the catalogue may stand for itself.
  const std::string kind = element_or<std::string>(spec, "kind", "builtin");
  const Index n = y.size();
  if (kind == "asking") {
    // A model for deSolve's dede; `inner` knows nothing of delays.
    const auto neutral = component_numbers(spec["neutral"]);
    const Index n_inner = n - static_cast<Index>(neutral.size());
    ModelSetup setup = make_plain_model(spec["inner"], y.head(n_inner), t_begin, t_end);
    auto model = std::make_unique<AskingModel>(std::move(setup.model),
                                               InitialFunction(spec["phi"], spec["dphi"], n_inner),
                                               neutral, Rcpp::as<int>(spec["n_lags"]), t_begin, y);
    model->set_lagged(component_numbers(spec["lagged"]));
    setup.model = std::move(model);
    return setup;
  }
  if (kind == "declared") return make_declared_model(spec, t_begin, y);
  if (kind == "r") return make_r_model(spec, n);
  if (kind == "r_residual") return make_r_residual(spec, n);
  if (kind == "native") return make_native_model(spec, n, t_begin, t_end);
  if (kind == "builtin") return make_builtin_model(spec, t_begin, t_end);
  Rcpp::stop("unknown kind of model: %s", kind);
}

}  // namespace

ModelSetup make_model(const Rcpp::List& spec, SEXP structure, double t_begin, double t_end,
                      ConstVectorRef y, const Vector* yp) {
  ModelSetup setup = make_plain_model(spec, y, t_begin, t_end);
  // From here on the model may be evaluated, and may ask for its past.
  if (CurrentSolve* solve = CurrentSolve::active())
    solve->lags = dynamic_cast<LagSource*>(setup.model.get());
  if (SEXP mass = element(structure, "mass"); !Rf_isNull(mass)) set_mass(mass, *setup.model);
  if (SEXP nind = element(structure, "nind"); !Rf_isNull(nind)) {
    const int* counts = INTEGER(nind);
    setup.model->set_index_counts({counts[0], counts[1], counts[2]});
  }
  if (SEXP jacobian = element(structure, "jacobian"); !Rf_isNull(jacobian))
    set_jacobian(jacobian, *setup.model, t_begin, y, yp);
  return setup;
}

}  // namespace dts
