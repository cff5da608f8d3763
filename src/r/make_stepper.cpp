#include "r/make_stepper.hpp"

#include "integrators/bim.hpp"
#include "integrators/cashkarp_tableau.hpp"
#include "integrators/dop853_tableau.hpp"
#include "integrators/dopri5_tableau.hpp"
#include "integrators/explicit_rk.hpp"
#include "integrators/gam.hpp"
#include "integrators/mebdf.hpp"
#include "integrators/radau.hpp"

#include <array>

namespace dts {

Tolerances read_tolerances(const Rcpp::List& options) {
  const Rcpp::NumericVector rtol = options["rtol"], atol = options["atol"];
  return {Eigen::Map<const Vector>(rtol.begin(), rtol.size()),
          Eigen::Map<const Vector>(atol.begin(), atol.size())};
}

namespace {

StepLimits read_limits(const Rcpp::List& options) {
  return {Rcpp::as<double>(options["hini"]), Rcpp::as<double>(options["hmax"]),
          Rcpp::as<double>(options["hmin"])};
}

// The method's own value unless the user's control list has one.
template <class Number>
void override_if_given(const Rcpp::List& control, const char* name, Number& value) {
  if (control.containsElementNamed(name)) value = Rcpp::as<Number>(control[name]);
}

// A vector of settings in which NA stands for the method's own value.
template <class Number, std::size_t count>
void override_where_given(const Rcpp::NumericVector& given, std::array<Number, count>& values) {
  for (R_xlen_t i = 0; i < given.size(); ++i)
    if (!Rcpp::NumericVector::is_na(given[i])) values[i] = static_cast<Number>(given[i]);
}

StiffnessTests read_stiffness(const Rcpp::List& options) {
  const int stiffness = Rcpp::as<int>(options["stiffness"]);
  const int kind = std::abs(stiffness);
  StiffnessTests tests;
  tests.eigenvalue = kind == 1 || kind == 2;
  tests.error = kind == 1 || kind == 3;
  tests.conditioning = kind == 1 || kind == 4;
  tests.stop = stiffness > 0;
  return tests;
}

std::unique_ptr<Stepper> make_explicit(const ExplicitTableau& tableau, Model& model,
                                       const Rcpp::List& options) {
  StepControl control = tableau.control;
  const Rcpp::List user = options["control"];
  override_if_given(user, "safe", control.safety);
  override_if_given(user, "fac1", control.min_factor);
  override_if_given(user, "fac2", control.max_factor);
  if (user.containsElementNamed("beta")) {
    // The exponents follow beta as in Hairer, Norsett, Wanner (1993), IV.2 of the codes.
    const double share = tableau.order == 8 ? 0.2 : 0.75;
    control.beta = Rcpp::as<double>(user["beta"]);
    control.exponent = 1.0 / tableau.order - share * control.beta;
  }
  return std::make_unique<ExplicitRungeKutta>(tableau, model, read_tolerances(options),
                                              read_limits(options), read_stiffness(options),
                                              control);
}

std::unique_ptr<Stepper> make_gam(Model& model, const Rcpp::List& options) {
  GamOptions gam;
  gam.min_order = Rcpp::as<int>(options["minord"]);
  gam.max_order = Rcpp::as<int>(options["maxord"]);
  override_where_given(options["maxnewtit"], gam.max_newton);
  return std::make_unique<Gam>(model, read_tolerances(options), read_limits(options), gam);
}

// The twelve parameters of the original code, 0 or NA for the default, in its order.
void read_wrkpars(const Rcpp::NumericVector& wrkpars, BimOptions& bim) {
  const std::array<double*, 12> targets{
      &bim.newton_tolerance[0], &bim.newton_tolerance[1], &bim.newton_tolerance[2],
      &bim.newton_tolerance[3], &bim.newton_tolerance[4], &bim.small_tolerance,
      &bim.rest_tolerance,      &bim.min_factor,          &bim.max_factor,
      &bim.safety,              &bim.safety_up,           &bim.safety_down};
  for (R_xlen_t i = 0; i < wrkpars.size(); ++i)
    if (!Rcpp::NumericVector::is_na(wrkpars[i]) && wrkpars[i] != 0) *targets[i] = wrkpars[i];
}

std::unique_ptr<Stepper> make_bim(Model& model, const Rcpp::List& options) {
  BimOptions bim;
  bim.min_order = Rcpp::as<int>(options["minord"]);
  bim.max_order = Rcpp::as<int>(options["maxord"]);
  override_where_given(options["maxnewtit"], bim.max_newton);
  read_wrkpars(options["wrkpars"], bim);
  return std::make_unique<Bim>(model, read_tolerances(options), read_limits(options), bim);
}

std::unique_ptr<Stepper> make_radau(Model& model, const Rcpp::List& options) {
  RadauOptions radau;
  const Rcpp::List user = options["control"];
  override_if_given(user, "nit", radau.max_newton);
  override_if_given(user, "fnewt", radau.kappa);
  override_if_given(user, "thet", radau.jacobian_rate);
  override_if_given(user, "quot1", radau.keep_from);
  override_if_given(user, "quot2", radau.keep_to);
  override_if_given(user, "safe", radau.control.safety);
  return std::make_unique<Radau5>(model, read_tolerances(options), read_limits(options), radau);
}

}  // namespace

std::unique_ptr<Stepper> make_stepper(const std::string& method, Model& model,
                                      const Rcpp::List& options) {
  if (method == "dopri5") return make_explicit(kDopri5, model, options);
  if (method == "dopri853") return make_explicit(kDop853, model, options);
  if (method == "cashkarp") return make_explicit(kCashKarp, model, options);
  if (method == "mebdfi")
    return std::make_unique<Mebdf>(model, read_tolerances(options), read_limits(options),
                                   Rcpp::as<int>(options["maxord"]));
  if (method == "gamd") return make_gam(model, options);
  if (method == "bimd") return make_bim(model, options);
  if (method == "radau5") return make_radau(model, options);
  Rcpp::stop("unknown method: %s", method);
}

Rcpp::List method_attributes(const Stepper& stepper) {
  Rcpp::List attributes;
  if (const auto* explicit_rk = dynamic_cast<const ExplicitRungeKutta*>(&stepper)) {
    const Conditioning c = explicit_rk->conditioning();
    if (c.active)
      attributes["conditioning"] = Rcpp::NumericVector::create(
          Rcpp::Named("kappa") = c.kappa, Rcpp::Named("gamma") = c.gamma,
          Rcpp::Named("sigma") = c.sigma, Rcpp::Named("sigma.max") = c.sigma_max,
          Rcpp::Named("t.start") = c.t_start);
  }
  return attributes;
}

}  // namespace dts
