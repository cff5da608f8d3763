#include "core/status.hpp"

namespace dts {

int code(Status status) {
  switch (status) {
    case Status::ok:
    case Status::success: return 2;
    case Status::root_found: return 3;
    case Status::ceased_to_exist: return 4;
    case Status::not_unique: return 5;
    case Status::illegal_input: return -1;
    case Status::too_many_steps: return -2;
    case Status::step_too_small: return -3;
    case Status::stiff_eigenvalue:
    case Status::singular_matrix: return -4;
    case Status::stiff_error:
    case Status::newton_failure:
    case Status::past_unavailable: return -5;
    case Status::stiff_conditioning:
    case Status::advanced_argument: return -6;
    case Status::stiff_stability: return -7;
    case Status::stiff_kappa: return -8;
    case Status::ill_conditioned: return -9;
    case Status::interrupted: return -10;
    case Status::not_finite: return -11;
    case Status::tolerance_too_small: return -12;
    case Status::accumulating_events: return -13;
    case Status::too_many_events: return -14;
  }
  return -1;
}

const char* sentence(Status status) {
  switch (status) {
    case Status::ok:
    case Status::success: return "Integration was successful.";
    case Status::root_found:
      return "Integration was successful, a root was found before reaching the end.";
    case Status::ceased_to_exist: return "the solution ceases to exist";
    case Status::not_unique: return "the solution is not unique beyond this point";
    case Status::illegal_input: return "input is not consistent";
    case Status::too_many_steps:
      return "larger maxsteps needed: an excessive amount of work (> maxsteps ) was done, but "
             "integration was not successful - increase maxsteps";
    case Status::step_too_small: return "step size becomes too small";
    case Status::stiff_eigenvalue: return "problem is probably stiff - interrupted";
    case Status::singular_matrix: return "matrix is repeatedly singular";
    case Status::stiff_error:
      return "problem is probably stiff - stopped based on error estimation";
    case Status::newton_failure: return "the Newton iteration repeatedly failed to converge";
    case Status::past_unavailable: return "a lagged value lies before the stored past";
    case Status::stiff_conditioning:
      return "stopped based on conditioning estimation; the problem is stiff (sigma > 100)";
    case Status::stiff_stability:
      return "stopped based on conditioning estimation; the stepsize is restricted only by "
             "stability reason";
    case Status::stiff_kappa:
      return "stopped based on conditioning estimation; the stepsize is restricted only by "
             "stability reason and kappa > 1";
    case Status::ill_conditioned: return "stopped based on conditioning estimation; kappa > 1e20";
    case Status::advanced_argument: return "a delayed argument lies ahead of the present time";
    case Status::interrupted: return "interrupted by the user";
    case Status::not_finite: return "the model repeatedly returned values that are not finite";
    case Status::tolerance_too_small: return "the tolerances are too small for the arithmetic";
    case Status::accumulating_events: return "accumulating events";
    case Status::too_many_events: return "more events than maxevents";
  }
  return "unknown status";
}

}  // namespace dts
