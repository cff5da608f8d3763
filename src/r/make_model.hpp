// Builds the model that an R specification describes.
#pragma once

#include "core/model.hpp"

#include <Rcpp.h>

#include <memory>
#include <vector>

namespace dts {

struct ModelSetup {
  std::unique_ptr<Model> model;
  std::vector<double> breaks;  // times at which the data or the equations jump
};

// `spec` is made by R/solver-call.R.
ModelSetup make_model(const Rcpp::List& spec, double t_begin, double t_end);

}  // namespace dts
