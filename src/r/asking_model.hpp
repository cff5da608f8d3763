// Delay models that reveal their delays by asking for values while f is evaluated, as models for
// deSolve's dede do: the k-th question of an evaluation is delay k.  Works for R functions and for
// compiled models alike.
//
// Neutral variables: for each of them its derivative w is appended to the state, with the equation
// 0 = f_i - w, and answers questions for the derivative.
#pragma once

#include "core/delay_model.hpp"
#include "r/initial_function.hpp"
#include "r/lag_source.hpp"

#include <memory>
#include <vector>

namespace dts {

class AskingModel final : public DelayModel, public LagSource {
 public:
  // (t0, y0): the start, in the variables of the model itself.
  AskingModel(std::unique_ptr<Model> model, InitialFunction phi, std::vector<Index> neutral,
              int n_lags, double t0, ConstVectorRef y0);

  int n_lags() const override { return n_lags_; }
  Evaluation arguments(double t, ConstVectorRef y, Vector& alpha) override;
  const Vector& last_arguments() const override { return alpha_; }
  bool has_initial_function() const override { return phi_.is_given(); }
  Evaluation initial(double t, VectorRef g) override;
  Evaluation initial_derivative(double t, VectorRef dg) override;

  Index n_variables() const override { return n_; }
  Evaluation lag_value(double x, VectorRef y) override;
  Evaluation lag_derivative(double x, VectorRef dy) override;

  Index n_outputs() const override { return model_->n_outputs(); }
  void enter_piece(double from, double to) override { model_->enter_piece(from, to); }

 protected:
  bool knows_jacobian() const override { return neutral_.empty() && model_->has_jacobian(); }
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override;
  Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) override;
  void do_outputs(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) override;

 private:
  // Before the first step the past is the initial function.
  struct Beginning final : Past {
    explicit Beginning(AskingModel& m) : model(m) {}
    Evaluation value(int lag, double x, VectorRef y) override;
    Evaluation derivative(int lag, double x, VectorRef dy) override;
    AskingModel& model;
    double t0 = 0;
    Vector y0;
  };

  // Only questions asked while the equations are evaluated are numbered; those of root functions
  // and events are not.
  struct Questions {
    explicit Questions(AskingModel& m);
    ~Questions() { model.is_evaluating_ = false; }
    AskingModel& model;
  };
  int next_question(double x);

  std::unique_ptr<Model> model_;
  InitialFunction phi_;
  const std::vector<Index> neutral_;
  const Index n_;  // without the variables that were appended
  int n_lags_;
  int asked_ = 0;
  bool is_evaluating_ = false;
  Vector alpha_, past_value_, past_slope_, f_;
  Evaluation refused_ = Evaluation::ok;
  Beginning beginning_;
};

}  // namespace dts
