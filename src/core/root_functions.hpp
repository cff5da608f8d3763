// Functions g(t, y, y') whose zeros are events, and what happens at an event.  Implemented by R
// functions, by compiled code and by the problems of the catalogue; searched and called by the
// event engine of the driver.
#pragma once

#include "core/event_effect.hpp"
#include "core/types.hpp"

#include <vector>

namespace dts {

class RootFunctions {
 public:
  virtual ~RootFunctions() = default;
  virtual Index count() const = 0;
  // Do the functions depend on y'?  If not, `yp` of evaluate() is empty.
  virtual bool use_derivative() const { return false; }
  virtual void evaluate(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef g) = 0;
};

class EventAction {
 public:
  virtual ~EventAction() = default;
  // `fired`: 1 for each root function that vanished, else 0; all 0 at a planned time.
  virtual EventEffect apply(double t, VectorRef y, const std::vector<int>& fired) = 0;
};

}  // namespace dts
