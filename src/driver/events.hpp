// What may happen between two steps besides output.  The driver asks, an implementation answers;
// this base class is the integration without events.
#pragma once

#include "core/dense_polynomial.hpp"

#include <optional>

namespace dts {

class Events {
 public:
  enum class Action {
    proceed,  // nothing changed
    restart,  // the state or the equations changed: the method forgets its history
    stop      // the integration ends here, as the user wished
  };

  virtual ~Events() = default;

  // A smooth piece begins at (t, y): root functions take their sign here.
  virtual void begin_piece(double /*t*/, ConstVectorRef /*y*/) {}

  // Does any root function have to be watched over every step?
  virtual bool watches_roots() const { return false; }
  // The first root in (from, to] on the dense output of the step just accepted.
  virtual std::optional<double> first_root(const DensePolynomial& /*step*/, double /*from*/,
                                           double /*to*/) {
    return std::nullopt;
  }

  // Called at each root found and at each planned event time, after the output row of that time.
  // May change y.
  virtual Action act(double /*t*/, VectorRef /*y*/, bool /*at_root*/) { return Action::proceed; }
};

}  // namespace dts
