// Objects of class testproblem, as R/testset.R makes them.
#pragma once

#include "problems/problem.hpp"

#include <Rcpp.h>

namespace dts {

// The problem of the catalogue that the object describes; nullptr if it is not whole.
const Problem* described_problem(SEXP object);

}  // namespace dts
