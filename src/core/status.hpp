// How an integration ended, or why it could not go on.
#pragma once

namespace dts {

// One set of reasons for all solvers; `code()` gives the number the user sees in istate[1].
enum class Status {
  ok,                   // nothing to report: the integration may go on
  success,              // the last output time was reached
  root_found,           // a terminal root stopped the run
  ceased_to_exist,      // delay equations: no solution beyond t
  not_unique,           // delay equations: more than one solution beyond t
  illegal_input,        // the model or its data make no sense at the start
  too_many_steps,       // more than maxsteps attempts between two outputs
  step_too_small,       // the step no longer changes t, or error tests fail for ever
  stiff_eigenvalue,     // explicit methods: h*lambda sits on the border of stability
  singular_matrix,      // implicit methods: iteration matrix repeatedly singular
  stiff_error,          // cashkarp: low-order estimate below the high-order one
  newton_failure,       // implicit methods: Newton repeatedly not converging
  past_unavailable,     // delay equations: lookup before the stored history
  stiff_conditioning,   // cashkarp: sigma > 100
  stiff_stability,      // cashkarp: step restricted by stability only
  stiff_kappa,          // cashkarp: as before, and kappa > 1
  ill_conditioned,      // cashkarp: kappa > 1e20
  advanced_argument,    // delay equations: alpha(t) > t
  interrupted,          // the user, or a time limit, asked to stop
  not_finite,           // the model returned NaN or Inf, however small the step
  tolerance_too_small,  // the tolerances ask for more than the arithmetic has
  accumulating_events,  // events follow each other faster than time can be told
  too_many_events       // more than maxevents
};

int code(Status status);              // style of the paper: 2 success, 3 root, negative: failure
const char* sentence(Status status);  // one sentence, without time and step
inline bool is_failure(Status status) { return code(status) < 0; }

// What a single evaluation of a model can come back with.
enum class Evaluation {
  ok,
  not_finite,  // NaN or Inf in the result
  rejected,    // the model says: this state is illegal, try a smaller step
  stop         // the model says: end the integration
};

}  // namespace dts
