// The past of the running solve, as lagvalue() and lagderiv() see it.
#pragma once

#include "core/status.hpp"
#include "core/types.hpp"

namespace dts {

class LagSource {
 public:
  virtual ~LagSource() = default;
  virtual Index n_variables() const = 0;
  virtual Evaluation lag_value(double x, VectorRef y) = 0;
  virtual Evaluation lag_derivative(double x, VectorRef dy) = 0;
};

}  // namespace dts
