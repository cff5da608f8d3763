#include "r/make_model.hpp"

#include "problems/builtin_model.hpp"
#include "problems/catalogue.hpp"
#include "r/native_model.hpp"
#include "r/r_model.hpp"

namespace dts {

namespace {

template <class Function>
Function native_symbol(SEXP pointer) {
  if (TYPEOF(pointer) != EXTPTRSXP) return nullptr;
  return reinterpret_cast<Function>(R_ExternalPtrAddrFn(pointer));
}

Forcings make_forcings(const Rcpp::List& spec) {
  if (Rf_isNull(spec["forcings"])) return {};
  const Rcpp::List data = spec["forcings"];
  std::vector<ForcingSeries> series;
  for (R_xlen_t i = 0; i < data.size(); ++i) {
    const Rcpp::NumericMatrix m = data[i];
    ForcingSeries one;
    one.t.assign(m.column(0).begin(), m.column(0).end());
    one.value.assign(m.column(1).begin(), m.column(1).end());
    series.push_back(std::move(one));
  }
  const bool constant = Rcpp::as<bool>(spec["forcings_constant"]);
  return Forcings(std::move(series),
                  constant ? Forcings::Method::constant : Forcings::Method::linear);
}

ModelSetup make_r_model(const Rcpp::List& spec, Index n) {
  RCallback func("func", spec["frame"], n, spec["names"]);
  ModelSetup setup;
  setup.model =
      std::make_unique<RFunctionModel>(std::move(func), n, Rcpp::as<int>(spec["n_outputs"]));
  return setup;
}

ModelSetup make_native_model(const Rcpp::List& spec, Index n, double t_begin, double t_end) {
  NativeSpec native;
  native.derivs = native_symbol<NativeDerivs>(spec["func"]);
  native.jacobian = native_symbol<NativeJacobian>(spec["jacfunc"]);
  native.init_parameters = native_symbol<NativeInit>(spec["initfunc"]);
  native.init_forcings = native_symbol<NativeInit>(spec["initforc"]);
  native.parameters = Rcpp::as<std::vector<double>>(spec["initpar"]);
  native.rpar = Rcpp::as<std::vector<double>>(spec["rpar"]);
  native.ipar = Rcpp::as<std::vector<int>>(spec["ipar"]);
  native.n_outputs = Rcpp::as<int>(spec["n_outputs"]);
  native.forcings = make_forcings(spec);
  ModelSetup setup;
  setup.breaks = native.forcings.jumps(t_begin, t_end);
  setup.model = std::make_unique<NativeModel>(n, std::move(native));
  return setup;
}

ModelSetup make_builtin_model(const Rcpp::List& spec, double t_begin, double t_end) {
  const std::string name = Rcpp::as<std::string>(spec["name"]);
  const Problem* problem = find_problem(name);
  if (!problem) Rcpp::stop("there is no test problem '%s'", name);
  ModelSetup setup;
  setup.breaks = problem->restarts(t_begin, t_end);
  setup.model =
      std::make_unique<BuiltinModel>(*problem, Rcpp::as<std::vector<double>>(spec["parms"]));
  return setup;
}

}  // namespace

ModelSetup make_model(const Rcpp::List& spec, double t_begin, double t_end) {
  const std::string kind = Rcpp::as<std::string>(spec["kind"]);
  const Index n = Rcpp::as<int>(spec["n"]);
  if (kind == "r") return make_r_model(spec, n);
  if (kind == "native") return make_native_model(spec, n, t_begin, t_end);
  if (kind == "builtin") return make_builtin_model(spec, t_begin, t_end);
  Rcpp::stop("unknown kind of model: %s", kind);
}

}  // namespace dts
