// A quick look at the arguments that every solver call has.
#pragma once

#include <Rcpp.h>

namespace dts {

// Would every check of R/check-input.R on these arguments pass, and leave them as they are?  TRUE
// only if that is certain: a call that is in any way out of the ordinary is for R to judge, which
// knows the words for what is wrong.
struct CallArguments {
  SEXP y, times, rtol, atol, hmax, hini, maxsteps, control, tcrit, lags;
};

bool is_usual(const CallArguments& call);

}  // namespace dts
