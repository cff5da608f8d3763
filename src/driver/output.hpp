// Where rows go, and who may watch the steps or end the run.
#pragma once

#include "core/stepper.hpp"

namespace dts {

// Receives the rows of the solution in order.
class Sink {
 public:
  virtual ~Sink() = default;
  // `yp`: the derivative at t if wants_derivative(), else anything.
  virtual void row(double t, ConstVectorRef y, ConstVectorRef yp) = 0;
  virtual bool wants_derivative() const { return false; }
};

// Asked after every attempt; ends the run when the user or a clock says so.
class Watch {
 public:
  virtual ~Watch() = default;
  virtual bool wants_to_stop(double /*t*/) { return false; }
  // Sees every attempt: step records, progress, histories of delay equations.
  virtual void attempted(const Stepper& /*stepper*/, Attempt /*outcome*/) {}
};

}  // namespace dts
