#include "r/r_events.hpp"

#include "r/current_solve.hpp"

#include <algorithm>

namespace dts {

namespace {

void check_new_state(ConstVectorRef y, double t) {
  for (Index i = 0; i < y.size(); ++i)
    if (!std::isfinite(y[i]))
      Rcpp::stop("the event at time %g made component %d not finite", t, static_cast<int>(i + 1));
}

}  // namespace

void RRootFunctions::evaluate(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef g) {
  SEXP value = use_derivative_ ? function_(t, y, yp) : function_(t, y);
  // More than at the start are ignored, as in deSolve, whose own examples make use of that.
  if (Rf_xlength(value) < count_)
    function_.fail("root function 'rootfunc' returned " + std::to_string(count_) +
                       " values at the start, and now " + std::to_string(Rf_xlength(value)),
                   t);
  if (!copy_numbers(value, g.data(), count_))
    function_.fail("root function 'rootfunc' must return a vector of numbers", t);
}

EventEffect REventAction::apply(double t, VectorRef y, const std::vector<int>& fired) {
  Rcpp::Shield<SEXP> value(use_roots_ ? function_.call_with_roots(t, y, fired) : function_(t, y));
  if (Rf_xlength(value) != y.size())
    function_.fail("The number of values returned by events$func() (" +
                       std::to_string(Rf_xlength(value)) +
                       ") must equal the length of the initial conditions vector (" +
                       std::to_string(y.size()) + ")",
                   t);
  if (!copy_numbers(value, y.data(), y.size()))
    function_.fail("The event function 'events$func' must return a vector of numbers", t);
  check_new_state(y, t);
  return EventEffect::changed;
}

EventEffect NativeEventAction::apply(double t, VectorRef y, const std::vector<int>&) {
  int n = static_cast<int>(y.size());
  double time = t;
  const NativeEvent function = function_;
  double* values = y.data();
  const CallbackScope scope("events$func", t, y.data(), y.size());
  protect_from_jumps(token_, [function, &n, &time, values] {
    function(&n, &time, values);
    return R_NilValue;
  });
  check_new_state(y, t);
  return EventEffect::changed;
}

EventEffect DataAction::apply(double t, VectorRef y, const std::vector<int>& fired) {
  for (const EventRow& row : rows_) {
    if (row.time != t) continue;
    switch (row.method) {
      case EventRow::Method::replace: y[row.variable] = row.value; break;
      case EventRow::Method::add: y[row.variable] += row.value; break;
      case EventRow::Method::multiply: y[row.variable] *= row.value; break;
    }
  }
  check_new_state(y, t);
  const bool calls = function_ && std::find(function_times_.begin(), function_times_.end(), t) !=
                                      function_times_.end();
  return calls ? function_->apply(t, y, fired) : EventEffect::changed;
}

}  // namespace dts
