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

// Both lists are made by R/solver-call.R.  `structure` may hold `mass`, `nind` and `jacobian`; what
// it does not hold is left to the model.  (y, yp) is the initial state.
ModelSetup make_model(const Rcpp::List& spec, SEXP structure, double t_begin, double t_end,
                      ConstVectorRef y, const Vector* yp);

}  // namespace dts
