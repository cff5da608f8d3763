#include "r/asking_model.hpp"

#include <algorithm>
#include <limits>

namespace dts {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kMaxLags = 1000;  // questions in one evaluation; more are a mistake

}  // namespace

AskingModel::AskingModel(std::unique_ptr<Model> model, InitialFunction phi,
                         std::vector<Index> neutral, int n_lags, double t0, ConstVectorRef y0)
    : DelayModel(model->size() + static_cast<Index>(neutral.size())),
      model_(std::move(model)),
      phi_(std::move(phi)),
      neutral_(std::move(neutral)),
      n_(model_->size()),
      n_lags_(n_lags),
      alpha_(Vector::Constant(n_lags, kNaN)),
      past_value_(size()),
      past_slope_(size()),
      f_(size()),
      beginning_(*this) {
  NeutralPairs pairs;
  for (std::size_t j = 0; j < neutral_.size(); ++j)
    pairs.emplace_back(n_ + static_cast<Index>(j), neutral_[j]);
  set_neutral_pairs(std::move(pairs));
  beginning_.t0 = t0;
  beginning_.y0 = Vector::Zero(size());
  beginning_.y0.head(n_) = y0.head(n_);
  if (y0.size() == size()) beginning_.y0 = y0;
  attach(beginning_);
}

Evaluation AskingModel::Beginning::value(int, double x, VectorRef y) {
  if (x < t0) return model.initial(x, y);
  y = y0;
  return Evaluation::ok;
}

Evaluation AskingModel::Beginning::derivative(int, double x, VectorRef dy) {
  if (x < t0) return model.initial_derivative(x, dy);
  dy.setZero();
  return Evaluation::ok;
}

AskingModel::Questions::Questions(AskingModel& m) : model(m) {
  model.asked_ = 0;
  model.is_evaluating_ = true;
  model.refused_ = Evaluation::ok;
  model.alpha_.fill(kNaN);
}

int AskingModel::next_question(double x) {
  if (!is_evaluating_) return 0;
  if (asked_ >= kMaxLags)
    Rcpp::stop("too many delays: the model asks for more than %d lagged values at once", kMaxLags);
  const int k = asked_++;
  if (k >= alpha_.size()) {
    alpha_.conservativeResize(k + 1);
    n_lags_ = k + 1;
  }
  alpha_[k] = x;
  return k;
}

Evaluation AskingModel::lag_value(double x, VectorRef y) {
  const Evaluation outcome = past().value(next_question(x), x, past_value_);
  if (outcome != Evaluation::ok) refused_ = outcome;
  y = past_value_.head(n_);
  return outcome;
}

Evaluation AskingModel::lag_derivative(double x, VectorRef dy) {
  const int k = next_question(x);
  Evaluation outcome = past().derivative(k, x, past_slope_);
  dy = past_slope_.head(n_);
  if (!neutral_.empty()) {
    const Evaluation values = past().value(k, x, past_value_);
    if (values != Evaluation::ok) outcome = values;
    for (std::size_t j = 0; j < neutral_.size(); ++j)
      dy[neutral_[j]] = past_value_[n_ + static_cast<Index>(j)];
  }
  if (outcome != Evaluation::ok) refused_ = outcome;
  return outcome;
}

Evaluation AskingModel::do_rhs(double t, ConstVectorRef y, VectorRef f) {
  const Questions questions(*this);
  const Evaluation outcome = model_->rhs(t, y.head(n_), f.head(n_));
  for (std::size_t j = 0; j < neutral_.size(); ++j) {
    const Index w = n_ + static_cast<Index>(j);
    f[w] = f[neutral_[j]] - y[w];
  }
  return refused_ != Evaluation::ok ? refused_ : outcome;
}

Evaluation AskingModel::arguments(double t, ConstVectorRef y, Vector& alpha) {
  const Evaluation outcome = rhs(t, y, f_);
  alpha = alpha_;
  // Where the arguments are is known even if f is not finite there.
  return outcome == Evaluation::not_finite && refused_ == Evaluation::ok ? Evaluation::ok : outcome;
}

Evaluation AskingModel::do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) {
  const Questions questions(*this);
  const Evaluation outcome = model_->jacobian(t, y, dfdy);
  return refused_ != Evaluation::ok ? refused_ : outcome;
}

void AskingModel::do_outputs(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) {
  const Questions questions(*this);
  model_->outputs(t, y.head(n_), yp.head(std::min(n_, yp.size())), values);
}

Evaluation AskingModel::initial(double t, VectorRef g) {
  phi_.value(t, g.head(n_));
  if (neutral_.empty()) return Evaluation::ok;
  Vector slope(size());
  initial_derivative(t, slope);
  for (std::size_t j = 0; j < neutral_.size(); ++j)
    g[n_ + static_cast<Index>(j)] = slope[neutral_[j]];
  return Evaluation::ok;
}

// By the user's function, or by central differences, which stay on the side of the start where the
// function is defined.
Evaluation AskingModel::initial_derivative(double t, VectorRef dg) {
  dg.setZero();
  if (phi_.has_derivative()) {
    phi_.derivative(t, dg.head(n_));
    return Evaluation::ok;
  }
  const double step = std::cbrt(kEpsilon) * std::max(1.0, std::abs(t));
  const double after = std::min(t + step, std::max(t, beginning_.t0));
  Vector before(n_);
  phi_.value(after - 2 * step, before);
  phi_.value(after, dg.head(n_));
  dg.head(n_) = (dg.head(n_) - before) / (2 * step);
  return Evaluation::ok;
}

}  // namespace dts
