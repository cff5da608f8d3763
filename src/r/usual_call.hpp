// Calls of a solver in which there is nothing to check, to complete or to explain: nearly all of
// them, and those that are made many thousand times.  One look from here costs a fraction of what
// the same questions take in R.
#pragma once

#include <Rcpp.h>

namespace dts {

// Are the arguments that are numbers as R would leave them after its checks, and the step sizes,
// `control`, `tcrit` and `lags` not given?
bool has_usual_settings(SEXP frame, SEXP y, SEXP times);

struct SolverCall {
  SEXP frame;           // of the solver function; holds all its other arguments, with defaults
  SEXP y, times, func;  // the arguments that may be missing, as R finds them
  SEXP method;          // a string
  SEXP options;         // of the method, checked
  SEXP given;           // names of arguments that the user gave; NULL for explicit solvers
};

// The description of the call that solve_ivp() takes, if it is certain that every check in R would
// pass and leave the arguments as they are; NULL otherwise: R will judge, and has the words for
// what is wrong.  Its element `model` is NULL unless the model is a problem of the catalogue.
SEXP usual_spec(const SolverCall& call);

}  // namespace dts
