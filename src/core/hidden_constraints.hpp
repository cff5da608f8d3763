// The hidden constraints of differential-algebraic equations of higher index, where they are known
// in closed form: the constraints differentiated along the solution, up to nonzero factors.
#pragma once

#include "core/status.hpp"
#include "core/types.hpp"

namespace dts {

class HiddenConstraints {
 public:
  virtual ~HiddenConstraints() = default;
  // How many are known of level 1 or 2 (the number of differentiations); 0: none.
  virtual Index n_hidden(int level) const = 0;
  virtual Evaluation hidden(int level, double t, ConstVectorRef y, VectorRef values) = 0;
};

}  // namespace dts
