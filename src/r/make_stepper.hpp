// Builds the stepper of a given name with the options R passed.
#pragma once

#include "core/model.hpp"
#include "core/stepper.hpp"
#include "core/tolerances.hpp"

#include <Rcpp.h>

#include <memory>
#include <string>

namespace dts {

// `spec` describes a call, see solve_ivp().
Tolerances read_tolerances(SEXP spec, Index n);
std::unique_ptr<Stepper> make_stepper(SEXP spec, Model& model);

// What a method has to say beyond the common result, as attributes of it.
void add_method_attributes(const Stepper& stepper, Rcpp::NumericMatrix& result);

}  // namespace dts
