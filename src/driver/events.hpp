// What may happen between two steps besides output.  The driver asks, an implementation answers;
// this base class is the integration without events.
#pragma once

#include "core/dense_polynomial.hpp"
#include "core/status.hpp"

#include <optional>

namespace dts {

class Events {
 public:
  enum class Action {
    proceed,  // nothing changed
    restart,  // the state or the equations changed: the method forgets its history
    stop      // the integration ends here, stop_reason() says why
  };

  virtual ~Events() = default;

  // Before the first step.  May change y.
  virtual Action at_start(double /*t*/, VectorRef /*y*/) { return Action::proceed; }
  // The method has started from (t, y), now or again, and will try the step h: what the event
  // functions must remember is settled.
  virtual void begin_piece(double /*t*/, ConstVectorRef /*y*/, double /*h*/) {}

  // Does any root function have to be watched over every step?
  virtual bool watches_roots() const { return false; }
  // Could any function vanish in (from, to]?  `step` is only roughly the solution.
  virtual bool may_vanish(const DensePolynomial& /*step*/, double /*from*/, double /*to*/) {
    return true;
  }
  // The first root in (from, to] on the dense output of the step just accepted.
  virtual std::optional<double> first_root(const DensePolynomial& /*step*/, double /*from*/,
                                           double /*to*/) {
    return std::nullopt;
  }

  // Called at the root just found and at each planned time, after the output row of that time.
  // May change y.
  virtual Action at_root(double /*t*/, VectorRef /*y*/) { return Action::proceed; }
  virtual Action at_time(double /*t*/, VectorRef /*y*/) { return Action::proceed; }

  // Are the states before and after every event to be written as rows?
  virtual bool wants_rows() const { return false; }

  virtual Status stop_reason() const { return Status::root_found; }
};

}  // namespace dts
