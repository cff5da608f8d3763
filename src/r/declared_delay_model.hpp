// Delay models of R functions that declare their delays: func(t, y, parms, ylag, ...) gets the
// delayed values as a matrix, arglag(t, y, parms, ...) or constant delays say where they are taken.
#pragma once

#include "core/delay_model.hpp"
#include "r/initial_function.hpp"
#include "r/r_callback.hpp"

#include <optional>

namespace dts {

struct DeclaredDelays {
  std::optional<RCallback> arglag;  // else the constant `delays`
  Vector delays;
  int count = 0;
};

class DeclaredDelayModel final : public DelayModel {
 public:
  DeclaredDelayModel(RCallback func, DeclaredDelays delays, std::optional<RCallback> jacfunc,
                     std::optional<RCallback> jaclag, InitialFunction phi, double t0,
                     ConstVectorRef y0, Index n_outputs);

  int n_lags() const override { return delays_.count; }
  Evaluation arguments(double t, ConstVectorRef y, Vector& alpha) override;
  const Vector& last_arguments() const override { return alpha_; }
  bool has_initial_function() const override { return phi_.is_given(); }
  Evaluation initial(double t, VectorRef g) override;
  Evaluation initial_derivative(double t, VectorRef dg) override;
  bool has_lag_jacobian() const override { return jaclag_.has_value(); }
  Evaluation lag_jacobian(double t, ConstVectorRef y, int lag, Matrix& dfdz) override;
  Index n_outputs() const override { return n_outputs_; }

 protected:
  bool knows_jacobian() const override { return jacfunc_.has_value(); }
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override;
  Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) override;
  void do_outputs(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) override;

 private:
  // Before the first step the past is the initial function.
  struct Beginning final : Past {
    explicit Beginning(DeclaredDelayModel& m) : model(m) {}
    Evaluation value(int, double x, VectorRef y) override {
      if (x < t0) return model.initial(x, y);
      y = y0;
      return Evaluation::ok;
    }
    Evaluation derivative(int, double, VectorRef dy) override {
      dy.setZero();
      return Evaluation::ok;
    }
    DeclaredDelayModel& model;
    double t0 = 0;
    Vector y0;
  };

  Evaluation look_back(double t, ConstVectorRef y);

  RCallback func_;
  DeclaredDelays delays_;
  std::optional<RCallback> jacfunc_, jaclag_;
  InitialFunction phi_;
  Index n_outputs_;
  Vector alpha_;
  Matrix ylag_;
  Beginning beginning_;
};

}  // namespace dts
