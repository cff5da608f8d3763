// A delay model from lambdas, and a run of Radar with everything one may want to look at.
#pragma once

#include "delay/radar.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace check {

class LambdaDelayModel final : public dts::DelayModel {
 public:
  using Arguments = std::function<void(double, const dts::Vector&, dts::Vector&)>;
  using Rhs = std::function<void(double, const dts::Vector&, const dts::Matrix&, dts::VectorRef)>;
  using History = std::function<void(double, dts::VectorRef)>;

  LambdaDelayModel(dts::Index n, int lags, Arguments arguments, Rhs rhs, History history)
      : DelayModel(n),
        arguments_(std::move(arguments)),
        rhs_(std::move(rhs)),
        history_(std::move(history)),
        alpha_(lags),
        z_(n, lags) {}

  int n_lags() const override { return static_cast<int>(alpha_.size()); }
  dts::Evaluation arguments(double t, dts::ConstVectorRef y, dts::Vector& alpha) override {
    alpha.resize(alpha_.size());
    arguments_(t, y, alpha);
    return dts::Evaluation::ok;
  }
  const dts::Vector& last_arguments() const override { return alpha_; }
  dts::Evaluation initial(double t, dts::VectorRef g) override {
    history_(t, g);
    return dts::Evaluation::ok;
  }

 protected:
  dts::Evaluation do_rhs(double t, dts::ConstVectorRef y, dts::VectorRef f) override {
    arguments_(t, y, alpha_);
    for (int k = 0; k < n_lags(); ++k) {
      const dts::Evaluation outcome = past().value(k, alpha_[k], z_.col(k));
      if (outcome != dts::Evaluation::ok) return outcome;
    }
    rhs_(t, y, z_, f);
    return dts::Evaluation::ok;
  }

 private:
  Arguments arguments_;
  Rhs rhs_;
  History history_;
  dts::Vector alpha_;
  dts::Matrix z_;
};

// One constant delay, one equation y' = f(t, y, z).
inline LambdaDelayModel scalar_delay(double tau, std::function<double(double, double, double)> f,
                                     std::function<double(double)> g) {
  return LambdaDelayModel(
      1, 1, [tau](double t, const dts::Vector&, dts::Vector& alpha) { alpha[0] = t - tau; },
      [f](double t, const dts::Vector& y, const dts::Matrix& z, dts::VectorRef dy) {
        dy[0] = f(t, y[0], z(0, 0));
      },
      [g](double t, dts::VectorRef y) { y[0] = g(t); });
}

}  // namespace check
