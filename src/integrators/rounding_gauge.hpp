// How far rounding moves the solution of a step.
#pragma once

#include "core/structured_matrix.hpp"
#include "linalg/iteration_matrix.hpp"

namespace dts {

// Each equation of a step is known up to some roundings of its terms, which with P = c M - J, the
// matrix of Newton's iteration, are of the size of |P| |y|.  So its solution is known up to as many
// roundings of |P^-1| |P| |y|, component by component (Skeel 1979, J. ACM 26, 494-526).  Where the
// index is higher that is much more than |y|: what is lost in a constraint comes back divided by h,
// and in the units of another variable.  The product with |P^-1| is estimated by the largest of a
// few with P^-1, the terms taken with different signs.  For |y| stands the largest since the start:
// a variable passes zero, but the terms that it takes part in do not all vanish then.
class RoundingGauge {
 public:
  explicit RoundingGauge(Index n);

  // `factors`: those of P = c M - J, or of P as given.  Returns how often they were used.
  int measure(RealIterationMatrix& factors, double c, const StructuredMatrix& mass,
              const StructuredMatrix& jacobian, ConstVectorRef y);
  int measure(RealIterationMatrix& factors, const StructuredMatrix& p, ConstVectorRef y);
  void forget_measurement() { is_known_ = false; }
  void forget();  // the sizes of y, too

  bool is_known() const { return is_known_; }
  // What one rounding of every term moves component i by.
  double operator[](Index i) const { return movement_[i]; }

 private:
  void begin(ConstVectorRef y);
  void add_terms(double factor, const StructuredMatrix& a);
  int solve_with_signs(RealIterationMatrix& factors);

  bool is_known_ = false;
  const Vector signs_;
  Vector sizes_, terms_, solution_, movement_;
};

}  // namespace dts
