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
// few with P^-1, the terms taken with random signs.
class RoundingGauge {
 public:
  explicit RoundingGauge(Index n);

  // `factors`: those of P = c M - J, or of P as given.  Returns how often they were used.
  int measure(RealIterationMatrix& factors, double c, const StructuredMatrix& mass,
              const StructuredMatrix& jacobian, ConstVectorRef y);
  int measure(RealIterationMatrix& factors, const StructuredMatrix& p, ConstVectorRef y);
  void forget() { is_known_ = false; }

  bool is_known() const { return is_known_; }
  // What one rounding of every term moves component i by.
  double operator[](Index i) const { return movement_[i]; }

 private:
  void add_terms(double factor, const StructuredMatrix& a, ConstVectorRef y);
  int solve_with_signs(RealIterationMatrix& factors);

  bool is_known_ = false;
  Vector terms_, solution_, movement_;
};

}  // namespace dts
