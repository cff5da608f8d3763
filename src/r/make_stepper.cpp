#include "r/make_stepper.hpp"

#include "integrators/cashkarp_tableau.hpp"
#include "integrators/dop853_tableau.hpp"
#include "integrators/dopri5_tableau.hpp"
#include "integrators/explicit_rk.hpp"

#include <map>

namespace dts {

namespace {

Tolerances read_tolerances(const Rcpp::List& options) {
  const Rcpp::NumericVector rtol = options["rtol"], atol = options["atol"];
  return {Eigen::Map<const Vector>(rtol.begin(), rtol.size()),
          Eigen::Map<const Vector>(atol.begin(), atol.size())};
}

StepLimits read_limits(const Rcpp::List& options) {
  return {Rcpp::as<double>(options["hini"]), Rcpp::as<double>(options["hmax"]),
          Rcpp::as<double>(options["hmin"])};
}

// The method's own value unless the user's control list has one.
void override_if_given(const Rcpp::List& control, const char* name, double& value) {
  if (control.containsElementNamed(name)) value = Rcpp::as<double>(control[name]);
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

}  // namespace

std::unique_ptr<Stepper> make_stepper(const std::string& method, Model& model,
                                      const Rcpp::List& options) {
  if (method == "dopri5") return make_explicit(kDopri5, model, options);
  if (method == "dopri853") return make_explicit(kDop853, model, options);
  if (method == "cashkarp") return make_explicit(kCashKarp, model, options);
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
