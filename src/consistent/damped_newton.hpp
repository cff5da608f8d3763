// Newton's method with line search for small dense systems: the affine invariant damping of
// P. Deuflhard (1974), A modified Newton method for the solution of ill-conditioned systems of
// nonlinear equations, Numer. Math. 22, 289-315.
#pragma once

#include "core/status.hpp"
#include "core/types.hpp"
#include "linalg/small_dense.hpp"

#include <functional>

namespace dts {

struct NonlinearSystem {
  std::function<Evaluation(const Vector& x, Vector& r)> residual;
  std::function<Evaluation(const Vector& x, const Vector& r, Matrix& j)> jacobian;
};

struct NewtonResult {
  enum class Ending { converged, singular, stalled, not_finite };
  Ending ending = Ending::converged;
  int iterations = 0;
  double rcond = 1;  // of the last matrix, rows and columns scaled
};

// Solves r(x) = 0 from x, to `tolerance` relative to the weights of x; goes on to the limit of the
// arithmetic as long as that is cheap.  On failure x is the last iterate.
NewtonResult damped_newton(const NonlinearSystem& system, const Vector& weights, double tolerance,
                           int max_iterations, Vector& x);

// A matrix factored after scaling: columns by given weights, rows by their largest entry.
class ScaledLu {
 public:
  // false: a row vanishes or the matrix is singular to working precision.
  bool factor(const Matrix& a, const Vector& column_weights);
  // x / weights, for a x = b.
  void solve(const Vector& b, Vector& x_scaled) const;
  double rcond() const { return rcond_; }

 private:
  SmallLU lu_;
  Vector row_scale_;
  double rcond_ = 0;
};

}  // namespace dts
