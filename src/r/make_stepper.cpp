#include "r/make_stepper.hpp"

#include "delay/radar.hpp"
#include "delay/recording_stepper.hpp"
#include "integrators/bim.hpp"
#include "integrators/cashkarp_tableau.hpp"
#include "integrators/dop853_tableau.hpp"
#include "integrators/dopri5_tableau.hpp"
#include "integrators/explicit_rk.hpp"
#include "integrators/gam.hpp"
#include "integrators/mebdf.hpp"
#include "integrators/radau.hpp"
#include "r/elements.hpp"

#include <array>

namespace dts {

namespace {

// One number per component; a single one is for all.
Vector read_tolerance(SEXP given, Index n) {
  if (Rf_xlength(given) == 1) return Vector::Constant(n, *REAL(given));
  return Eigen::Map<const Vector>(REAL(given), n);
}

}  // namespace

Tolerances read_tolerances(SEXP spec, Index n) {
  return {read_tolerance(element(spec, "rtol"), n), read_tolerance(element(spec, "atol"), n)};
}

namespace {

StepLimits read_limits(SEXP spec) {
  return {element_or(spec, "hini", 0.0), element_or(spec, "hmax", kInfinity),
          element_or(spec, "hmin", 0.0)};
}

// The method's own value unless the user's control list has one.
template <class Number>
void override_if_given(SEXP control, const char* name, Number& value) {
  value = element_or(control, name, value);
}

// A vector of settings in which NA stands for the method's own value.
template <class Number, std::size_t count>
void override_where_given(SEXP given, std::array<Number, count>& values) {
  for (R_xlen_t i = 0; i < Rf_xlength(given); ++i)
    if (!ISNAN(REAL(given)[i])) values[i] = static_cast<Number>(REAL(given)[i]);
}

StiffnessTests read_stiffness(SEXP options) {
  const int stiffness = Rcpp::as<int>(element(options, "stiffness"));
  const int kind = std::abs(stiffness);
  StiffnessTests tests;
  tests.eigenvalue = kind == 1 || kind == 2;
  tests.error = kind == 1 || kind == 3;
  tests.conditioning = kind == 1 || kind == 4;
  tests.stop = stiffness > 0;
  return tests;
}

std::unique_ptr<Stepper> make_explicit(const ExplicitTableau& tableau, Model& model, SEXP spec) {
  StepControl control = tableau.control;
  SEXP user = element(spec, "control");
  override_if_given(user, "safe", control.safety);
  override_if_given(user, "fac1", control.min_factor);
  override_if_given(user, "fac2", control.max_factor);
  if (!Rf_isNull(element(user, "beta"))) {
    // The exponents follow beta as in Hairer, Norsett, Wanner (1993), IV.2 of the codes.
    const double share = tableau.order == 8 ? 0.2 : 0.75;
    override_if_given(user, "beta", control.beta);
    control.exponent = 1.0 / tableau.order - share * control.beta;
  }
  auto stepper = std::make_unique<ExplicitRungeKutta>(
      tableau, model, read_tolerances(spec, model.size()), read_limits(spec),
      read_stiffness(element(spec, "options")), control);
  if (auto* delays = dynamic_cast<DelayModel*>(&model))
    return std::make_unique<RecordingStepper>(std::move(stepper), *delays);
  return stepper;
}

std::unique_ptr<Stepper> make_gam(Model& model, SEXP spec) {
  SEXP options = element(spec, "options");
  GamOptions gam;
  gam.min_order = Rcpp::as<int>(element(options, "minord"));
  gam.max_order = Rcpp::as<int>(element(options, "maxord"));
  override_where_given(element(options, "maxnewtit"), gam.max_newton);
  return std::make_unique<Gam>(model, read_tolerances(spec, model.size()), read_limits(spec), gam);
}

// The twelve parameters of the original code, 0 or NA for the default, in its order.
void read_wrkpars(SEXP wrkpars, BimOptions& bim) {
  const std::array<double*, 12> targets{&bim.newton_tolerance[0], &bim.newton_tolerance[1],
                                        &bim.newton_tolerance[2], &bim.newton_tolerance[3],
                                        &bim.newton_tolerance[4], &bim.small_tolerance,
                                        &bim.rest_tolerance,      &bim.min_factor,
                                        &bim.max_factor,          &bim.safety,
                                        &bim.safety_up,           &bim.safety_down};
  for (R_xlen_t i = 0; i < Rf_xlength(wrkpars); ++i)
    if (const double given = REAL(wrkpars)[i]; !ISNAN(given) && given != 0) *targets[i] = given;
}

std::unique_ptr<Stepper> make_bim(Model& model, SEXP spec) {
  SEXP options = element(spec, "options");
  BimOptions bim;
  bim.min_order = Rcpp::as<int>(element(options, "minord"));
  bim.max_order = Rcpp::as<int>(element(options, "maxord"));
  override_where_given(element(options, "maxnewtit"), bim.max_newton);
  read_wrkpars(element(options, "wrkpars"), bim);
  return std::make_unique<Bim>(model, read_tolerances(spec, model.size()), read_limits(spec), bim);
}

RadauOptions read_radau(SEXP spec) {
  RadauOptions radau;
  SEXP user = element(spec, "control");
  override_if_given(user, "nit", radau.max_newton);
  override_if_given(user, "fnewt", radau.kappa);
  override_if_given(user, "thet", radau.jacobian_rate);
  override_if_given(user, "quot1", radau.keep_from);
  override_if_given(user, "quot2", radau.keep_to);
  override_if_given(user, "safe", radau.control.safety);
  return radau;
}

ErrorControl read_error_control(const std::string& name) {
  if (name == "discrete") return ErrorControl::discrete;
  if (name == "mixed.h") return ErrorControl::mixed_h;
  if (name == "dense") return ErrorControl::dense;
  return ErrorControl::mixed;
}

std::unique_ptr<Stepper> make_radar(Model& model, SEXP spec) {
  auto* delays = dynamic_cast<DelayModel*>(&model);
  if (!delays) Rcpp::stop("radar5 needs a model with delays");
  const Rcpp::List given = element(element(spec, "options"), "radar");
  RadarOptions radar;
  radar.radau = read_radau(spec);
  radar.radau.extrapolate = element_or(element(spec, "control"), "nostart", 0.0) == 0;
  radar.radau.control.predictive = Rcpp::as<bool>(given["predictive"]);
  radar.control = read_error_control(Rcpp::as<std::string>(given["errcontrol"]));
  radar.error_weight = Rcpp::as<double>(given["errweight"]);
  radar.full_newton = Rcpp::as<bool>(given["full_newton"]);
  radar.find_points = Rcpp::as<bool>(given["find_points"]);
  radar.search_factor = Rcpp::as<double>(given["bpfac"]);
  radar.stop_at_end = Rcpp::as<bool>(given["stop_at_end"]);
  radar.grid = Rcpp::as<std::vector<double>>(given["grid"]);
  radar.delays = Rcpp::as<std::vector<double>>(given["delays"]);
  radar.max_history = Rcpp::as<int>(given["mxhist"]);
  return std::make_unique<Radar>(*delays, read_tolerances(spec, model.size()), read_limits(spec),
                                 std::move(radar));
}

}  // namespace

std::unique_ptr<Stepper> make_stepper(SEXP spec, Model& model) {
  const std::string method = Rcpp::as<std::string>(element(spec, "method"));
  if (method == "dopri5") return make_explicit(kDopri5, model, spec);
  if (method == "dopri853") return make_explicit(kDop853, model, spec);
  if (method == "cashkarp") return make_explicit(kCashKarp, model, spec);
  if (method == "mebdfi")
    return std::make_unique<Mebdf>(model, read_tolerances(spec, model.size()), read_limits(spec),
                                   Rcpp::as<int>(element(element(spec, "options"), "maxord")));
  if (method == "gamd") return make_gam(model, spec);
  if (method == "bimd") return make_bim(model, spec);
  if (method == "radau5")
    return std::make_unique<Radau5>(model, read_tolerances(spec, model.size()), read_limits(spec),
                                    read_radau(spec));
  if (method == "radar5") return make_radar(model, spec);
  Rcpp::stop("unknown method: %s", method);
}

namespace {

const char* kind_name(BreakingPoint::Kind kind) {
  switch (kind) {
    case BreakingPoint::Kind::start: return "start";
    case BreakingPoint::Kind::prescribed: return "prescribed";
    case BreakingPoint::Kind::computed: return "computed";
    case BreakingPoint::Kind::event: return "event";
  }
  return "";
}

void add_radar_attributes(const Radar& radar, Rcpp::NumericMatrix& result) {
  const std::vector<BreakingPoint>& points = radar.points().all();
  const auto count = static_cast<R_xlen_t>(points.size());
  Rcpp::NumericVector xi(count), parent(count);
  Rcpp::IntegerVector lag(count), order(count);
  Rcpp::CharacterVector kind(count);
  for (R_xlen_t i = 0; i < count; ++i) {
    const BreakingPoint& point = points[i];
    xi[i] = point.t;
    parent[i] = std::isnan(point.parent) ? NA_REAL : point.parent;
    lag[i] = point.lag < 0 ? NA_INTEGER : point.lag + 1;
    order[i] = point.order;
    kind[i] = kind_name(point.kind);
  }
  result.attr("breakpoints") =
      Rcpp::DataFrame::create(Rcpp::Named("xi") = xi, Rcpp::Named("parent") = parent,
                              Rcpp::Named("lag") = lag, Rcpp::Named("order") = order,
                              Rcpp::Named("kind") = kind, Rcpp::Named("stringsAsFactors") = false);
  if (const auto& end = radar.termination())
    result.attr("termination") = Rcpp::List::create(
        Rcpp::Named("t") = end->t,
        Rcpp::Named("type") = end->status == Status::not_unique ? "not unique" : "ceases to exist",
        Rcpp::Named("lag") = end->lag + 1, Rcpp::Named("parent") = end->parent);
  result.attr("nfull") = static_cast<double>(radar.n_full_newton());
}

}  // namespace

void add_method_attributes(const Stepper& stepper, Rcpp::NumericMatrix& result) {
  if (const auto* radar = dynamic_cast<const Radar*>(&stepper))
    add_radar_attributes(*radar, result);
  if (const auto* explicit_rk = dynamic_cast<const ExplicitRungeKutta*>(&stepper)) {
    const Conditioning c = explicit_rk->conditioning();
    if (c.active)
      result.attr("conditioning") = Rcpp::NumericVector::create(
          Rcpp::Named("kappa") = c.kappa, Rcpp::Named("gamma") = c.gamma,
          Rcpp::Named("sigma") = c.sigma, Rcpp::Named("sigma.max") = c.sigma_max,
          Rcpp::Named("t.start") = c.t_start);
  }
}

}  // namespace dts
