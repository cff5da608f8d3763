// The part of the Jacobian that comes from delayed arguments inside the present step.
//
// The stage equations depend on the stages also through u(alpha_k(t_i, Y_i)) if alpha_k > t_n; with
// sigma_ik = (alpha_k - t_n)/h that is L^(k)_ij = l_j(sigma_ik), l_j the basis of the collocation
// polynomial, and zero in the past.  Guglielmi, Hairer (2001), section 3.
#pragma once

#include "core/delay_model.hpp"
#include "core/structured_matrix.hpp"
#include "delay/lag_lookup.hpp"

#include <array>
#include <vector>

namespace dts {

class LagJacobian {
 public:
  using Stages = std::array<Vector, 3>;  // alpha_1 .. alpha_m at each stage

  LagJacobian(DelayModel& model, LagLookup& lookup);

  // Where the delayed arguments are at the three stages of a step from t.
  void measure(const Stages& arguments, double t, double h);
  bool any_inside() const { return any_inside_; }

  // df/dz_k at (t, y), by the model or by differences; `f` = f(t, y), `weights` the error scale.
  bool is_known() const { return is_known_; }
  void forget() { is_known_ = false; }
  Evaluation evaluate(double t, ConstVectorRef y, ConstVectorRef f, const Vector& arguments,
                      ConstVectorRef weights);

  // Simplified Newton: the multiple of I closest to each L^(k), and J = J_y + sum_k share_k J_zk.
  // What lies outside the structure of J is left out.
  bool shares_changed() const;  // since the last `combine`
  void combine(const StructuredMatrix& dfdy, StructuredMatrix& sum);

  // Full Newton: L^(k)_ij; `on_quadratic`: for the polynomial through the stages alone.
  int n_lags() const { return static_cast<int>(sigma_.size()); }
  const Matrix& dfdz(int lag) const { return dfdz_[lag]; }
  Eigen::Matrix3d L(int lag, bool on_quadratic) const;

 private:
  Evaluation by_differences(double t, ConstVectorRef y, ConstVectorRef f, const Vector& arguments,
                            ConstVectorRef weights, int lag);

  DelayModel& model_;
  LagLookup& lookup_;
  std::vector<std::array<double, 3>> sigma_;  // by delay and stage; <= 0 or NaN: in the past
  std::vector<double> share_, combined_share_;
  std::vector<Matrix> dfdz_;
  bool any_inside_ = false, is_known_ = false;
  Vector z_, changed_;
};

}  // namespace dts
