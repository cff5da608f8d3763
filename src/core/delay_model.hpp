// Delay equations  M y' = f(t, y(t), y(alpha_1), ..., y(alpha_m)),  alpha_k = alpha_k(t, y(t)) <=
// t, with y(t) = g(t) before the start.
//
// A model of this kind
//  1. asks `past()` for every delayed value while f is evaluated, with the number of the delay, so
//     that difference quotients, one-sided values and steps longer than the delay need no care of
//     the model;
//  2. says on request where its delayed arguments are;
//  3. knows the initial function g.
#pragma once

#include "core/model.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace dts {

// The solution up to now, as seen by a model that is being evaluated.
class Past {
 public:
  virtual ~Past() = default;
  // y(x) and y'(x), where x = alpha_lag.  Not ok: the solution at x is not known (any more).
  virtual Evaluation value(int lag, double x, VectorRef y) = 0;
  virtual Evaluation derivative(int lag, double x, VectorRef dy) = 0;
};

class DelayModel : public Model {
 public:
  using Model::Model;

  // Who answers from now on; must outlive the evaluations.
  void attach(Past& past) { past_ = &past; }

  // The number of delays known so far.  Models that reveal their delays only by asking for values
  // may find more later.
  virtual int n_lags() const = 0;

  // alpha_1 .. alpha_m at (t, y), resized to n_lags(); NaN for a delay that is not in use there.
  // May cost an evaluation of f.
  virtual Evaluation arguments(double t, ConstVectorRef y, Vector& alpha) = 0;
  // Those of the last evaluation of f.
  virtual const Vector& last_arguments() const = 0;

  // The initial function and its derivative.  Without one, asking for the past before the start is
  // an error of the model.
  virtual bool has_initial_function() const { return true; }
  virtual Evaluation initial(double t, VectorRef g) = 0;
  virtual Evaluation initial_derivative(double t, VectorRef dg) {
    const double step = std::cbrt(kEpsilon) * std::max(1.0, std::abs(t));
    Vector before(size());
    const Evaluation first = initial(t - step, before), second = initial(t + step, dg);
    dg = (dg - before) / (2 * step);
    return first == Evaluation::ok ? second : first;
  }

  // df/dz_k at (t, y), z_k = y(alpha_k), if the model can supply it.
  virtual bool has_lag_jacobian() const { return false; }
  virtual Evaluation lag_jacobian(double /*t*/, ConstVectorRef /*y*/, int /*lag*/,
                                  Matrix& /*dfdz*/) {
    return Evaluation::rejected;
  }

  // The components that are ever asked for at a delayed argument; empty: all.
  const std::vector<Index>& lagged() const { return lagged_; }
  void set_lagged(std::vector<Index> components) { lagged_ = std::move(components); }

  // Neutral equations in the form y_i' = f_i, 0 = f_i - w: pairs (component of w, i).
  using NeutralPairs = std::vector<std::pair<Index, Index>>;
  const NeutralPairs& neutral_pairs() const { return neutral_pairs_; }
  void set_neutral_pairs(NeutralPairs pairs) { neutral_pairs_ = std::move(pairs); }

 protected:
  Past& past() { return *past_; }

 private:
  Past* past_ = nullptr;
  std::vector<Index> lagged_;
  NeutralPairs neutral_pairs_;
};

}  // namespace dts
