#include "driver/root_scan.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace dts {

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

[[noreturn]] void fail_not_a_number(double t, ConstVectorRef g) {
  Index i = 0;
  while (!std::isnan(g[i])) ++i;
  throw std::runtime_error("root function " + std::to_string(i + 1) + " is not a number at time " +
                           std::to_string(t));
}

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

RootScan::RootScan(RootFunctions& functions, Model& model, RootOptions options)
    : functions_(functions),
      model_(model),
      options_(std::move(options)),
      sign_(at(functions.count())),
      quiet_until_(at(functions.count())),
      candidates_(at(functions.count())),
      sample_t_(at(options_.n_samples + 2)),
      sample_g_(functions.count(), options_.n_samples + 2),
      left_g_(functions.count()),
      g_(functions.count()),
      y_(model.size()),
      yp_(Vector::Zero(model.size())) {}

double RootScan::time_resolution(double t) const {
  return 4 * kEps * std::max(std::abs(t), std::abs(h_));
}

// ---- evaluation --------------------------------------------------------------------------------

void RootScan::evaluate(double t, ConstVectorRef y, VectorRef g) {
  ++model_.counts().root;
  if (functions_.use_derivative())
    functions_.evaluate(t, y, yp_, g);
  else
    functions_.evaluate(t, y, Vector(), g);
}

void RootScan::evaluate_on_step(double t, VectorRef g) {
  step_->value(t, y_);
  if (functions_.use_derivative()) {
    step_->derivative(t, yp_);
    if (options_.exact_derivative)
      derivative_at_state(t, y_);
    else
      replace_noise_in_derivative(t);
  }
  evaluate(t, y_, g);
}

void RootScan::evaluate_at_state(double t, ConstVectorRef y, VectorRef g) {
  if (functions_.use_derivative()) derivative_at_state(t, y);
  evaluate(t, y, g);
}

// Over a tiny step the derivative of the dense output is a difference of nearly equal numbers:
// where rounding leaves it no digits, the equations themselves are asked.
void RootScan::replace_noise_in_derivative(double t) {
  constexpr double kDigitsWanted = 1e-3;
  if (model_.mass() || model_.is_implicit()) return;
  // An exact zero is noise, too, unless the component does not move at all: at first we ask.
  const bool at_first = std::abs(h_) < 1e-8 * span_;
  std::vector<Index> noisy;
  for (Index i = 0; i < yp_.size(); ++i) {
    const double rounding = kEps * std::abs(y_[i] / h_);
    if ((at_first || yp_[i] != 0) && rounding > kDigitsWanted * std::abs(yp_[i]))
      noisy.push_back(i);
  }
  if (noisy.empty()) return;
  const Vector dense = yp_;
  derivative_at_state(t, y_);
  const Vector exact = yp_;
  yp_ = dense;
  for (const Index i : noisy) yp_[i] = exact[i];
}

// y' at a state off the dense output, where the equations give it.  Components without a
// differential equation of their own keep the derivative last known.
void RootScan::derivative_at_state(double t, ConstVectorRef y) {
  if (model_.is_implicit()) return;
  Vector f(model_.size());
  if (model_.rhs(t, y, f) != Evaluation::ok) return;
  const StructuredMatrix* mass = model_.mass();
  if (!mass) {
    yp_ = f;
    return;
  }
  for (Index i = 0; i < f.size(); ++i)
    for (Index j = 0; j < f.size(); ++j)
      if (i != j && (*mass)(i, j) != 0) return;
  for (Index i = 0; i < f.size(); ++i)
    if ((*mass)(i, i) != 0) yp_[i] = f[i] / (*mass)(i, i);
}

double RootScan::value_on_step(Index i, double t) {
  evaluate_on_step(t, g_);
  return g_[i];
}

// ---- the start ---------------------------------------------------------------------------------

std::optional<Root> RootScan::root_at_start(double t, ConstVectorRef y, const Vector* yp) {
  if (!options_.search_at_start) return std::nullopt;
  if (yp) yp_ = *yp;
  evaluate_at_state(t, y, g_);
  if (g_.hasNaN()) fail_not_a_number(t, g_);
  Root root{t, std::vector<int>(sign_.size()), {}, std::vector<int>(sign_.size())};
  for (std::size_t i = 0; i < sign_.size(); ++i) root.fired[i] = g_[static_cast<Index>(i)] == 0;
  root.crossed = root.fired;
  if (std::count(root.fired.begin(), root.fired.end(), 1) == 0) return std::nullopt;
  return root;
}

void RootScan::begin(double t, ConstVectorRef y, const Vector* yp, double h, double t_end) {
  direction_ = t_end >= t ? 1 : -1;
  t_end_ = t_end;
  span_ = std::abs(t_end - t);
  h_ = h;
  if (yp) yp_ = *yp;
  evaluate_at_state(t, y, left_g_);
  if (left_g_.hasNaN()) fail_not_a_number(t, left_g_);
  left_t_ = t;
  std::vector<int> ahead;
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    sign_[i] = sign_of(left_g_[static_cast<Index>(i)]);
    quiet_until_[i] = t;
    if (sign_[i] != 0) continue;
    if (ahead.empty()) ahead = trends(t, y);
    sign_[i] = ahead[i];
    quiet_until_[i] = t + direction_ * 4 * time_resolution(t);
  }
}

// The change of each function from (t, y) a little way along the solution.
std::vector<int> RootScan::trends(double t, ConstVectorRef y) {
  std::vector<int> ahead(sign_.size());
  const double delta =
      std::min(std::max(1e3 * kEps * std::abs(t), 1e-6 * std::abs(h_)), std::abs(t_end_ - t));
  if (delta == 0) return ahead;
  Vector here(count()), there(count());
  derivative_at_state(t, y);
  const Vector probe = y + direction_ * delta * yp_;
  evaluate(t, y, here);
  evaluate_at_state(t + direction_ * delta, probe, there);
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    const double change = there[static_cast<Index>(i)] - here[static_cast<Index>(i)];
    ahead[i] = std::isnan(change) ? 0 : sign_of(change);
  }
  return ahead;
}

// ---- searching a step --------------------------------------------------------------------------

std::optional<Root> RootScan::next(const DensePolynomial& step, double from, double to) {
  step_ = &step;
  h_ = to - step.begin();
  while (from != to) {
    take_samples(from, to);
    double first = to;
    bool found = false;
    for (Index i = 0; i < count(); ++i) {
      candidates_[at(i)] = first_root_of(i);
      if (!candidates_[at(i)]) continue;
      const double t = candidates_[at(i)]->t;
      if (!found || direction_ * (t - first) < 0) first = t;
      found = true;
    }
    if (!found) {
      left_t_ = sample_t_.back();
      left_g_ = sample_g_.col(sample_g_.cols() - 1);
      return std::nullopt;
    }
    const Root root = together(candidates_, first);
    if (std::count(root.fired.begin(), root.fired.end(), 1) > 0) return root;
    step.value(root.t, y_);  // nobody wants these: pass them by
    const Vector y = y_;
    settle(root, y, false);
    from = root.t;
  }
  return std::nullopt;
}

bool RootScan::may_vanish(const DensePolynomial& rough_step, double from, double to) {
  step_ = &rough_step;
  h_ = to - rough_step.begin();
  take_samples(from, to);
  for (Index i = 0; i < count(); ++i) {
    const double low = sample_g_.row(i).minCoeff(), high = sample_g_.row(i).maxCoeff();
    const double distance = sign(i) > 0 ? low : sign(i) < 0 ? -high : 0;
    if (!(distance > high - low)) return true;
  }
  left_t_ = sample_t_.back();
  left_g_ = sample_g_.col(sample_g_.cols() - 1);
  return false;
}

Root RootScan::together(const std::vector<Found>& candidates, double t) const {
  const std::size_t n = candidates.size();
  Root root{t, std::vector<int>(n), std::vector<int>(n), std::vector<int>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    if (!candidates[i] || std::abs(candidates[i]->t - t) > time_resolution(t)) continue;
    root.crossed[i] = 1;
    root.direction[i] = candidates[i]->direction;
    root.fired[i] = wanted(i) == 0 || root.direction[i] == 0 || root.direction[i] == wanted(i);
  }
  return root;
}

int RootScan::wanted(std::size_t i) const {
  return options_.direction.empty() ? 0 : options_.direction[i];
}

void RootScan::take_samples(double from, double to) {
  const int last = static_cast<int>(sample_t_.size()) - 1;
  sample_t_[0] = from;
  for (int j = 1; j < last; ++j) sample_t_[at(j)] = from + (to - from) * j / last;
  sample_t_[at(last)] = to;
  if (left_t_ != from) {
    evaluate_on_step(from, left_g_);
    left_t_ = from;
  }
  sample_g_.col(0) = left_g_;
  for (int j = 1; j <= last; ++j) take_sample(j);
}

// A function may be undefined at single points; beside them it must be a number.
void RootScan::take_sample(int j) {
  constexpr int kTries = 4;
  for (int k = 0; k < kTries; ++k) {
    evaluate_on_step(sample_t_[at(j)], sample_g_.col(j));
    if (!sample_g_.col(j).hasNaN()) return;
    if (k + 1 < kTries)
      sample_t_[at(j)] = sample_t_[at(j - 1)] + (sample_t_[at(j)] - sample_t_[at(j - 1)]) / 2;
  }
  fail_not_a_number(sample_t_[at(j)], sample_g_.col(j));
}

RootScan::Found RootScan::first_root_of(Index i) {
  int& sign = sign_[at(i)];
  double a = sample_t_[0], ga = sample_g_(i, 0);
  bool trusted = sign_of(ga) == sign;
  if (waits_beyond(at(i), a)) {
    a = quiet_until_[at(i)];
    trusted = false;
  }
  for (int j = 1; j < sample_g_.cols(); ++j) {
    const double t = sample_t_[at(j)], g = sample_g_(i, j);
    if (t == quiet_until_[at(i)] || waits_beyond(at(i), t)) continue;
    if (sign == 0) {
      sign = sign_of(g);
    } else if (g == 0 && ga == 0) {
      trusted = false;  // a stretch of zeros, behind the start or a root: silent
      a = t;
      continue;
    } else if (g == 0) {
      return Candidate{t, static_cast<int>(-sign * direction_), std::abs(ga), std::abs(t - a)};
    } else if (sign_of(g) != sign) {
      return locate(i, sign, {a, trusted ? ga : sign, t, g}, trusted);
    } else if (const Found found = look_for_dip(i, sign, j)) {
      return found;
    }
    a = t;
    ga = g;
    trusted = sign != 0;
  }
  return std::nullopt;
}

RootScan::Candidate RootScan::locate(Index i, int sign, Bracket bracket, bool ga_is_trusted) {
  const Bracket tight = shrink(bracket, h_, options_.resolution, ga_is_trusted,
                               [&](double t) { return value_on_step(i, t); });
  return {tight.b, static_cast<int>(-sign * direction_),
          std::max(ga_is_trusted ? std::abs(bracket.ga) : 0.0, std::abs(bracket.gb)),
          std::abs(bracket.b - bracket.a)};
}

// ---- after a root ------------------------------------------------------------------------------

// How large a value of the function may be by rounding alone, at the root just found.
double RootScan::rounding_of(std::size_t i, double t) const {
  const Found& found = candidates_[i];
  if (!found || found->width == 0) return 0;
  return found->largest * (16 * kEps + time_resolution(t) / found->width);
}

std::vector<int> RootScan::settle(const Root& root, ConstVectorRef y, bool acted) {
  if (acted || !step_)
    evaluate_at_state(root.t, y, left_g_);
  else
    evaluate_on_step(root.t, left_g_);
  left_t_ = root.t;
  if (acted && left_g_.hasNaN()) fail_not_a_number(root.t, left_g_);
  std::vector<int> changed(sign_.size()), ahead;
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    const double g = left_g_[static_cast<Index>(i)];
    if (!root.crossed[i]) {
      if (!acted) continue;
      changed[i] = sign_[i] * sign_of(g) < 0;
      sign_[i] = sign_of(g);
      continue;
    }
    quiet_until_[i] = root.t + direction_ * 4 * time_resolution(root.t);
    const bool is_touching = candidates_[i] && candidates_[i]->direction == 0;
    if (!acted && is_touching) continue;
    if (!acted && g != 0) {
      sign_[i] = -sign_[i];
    } else if (std::abs(g) <= rounding_of(i, root.t) || g == 0) {
      if (ahead.empty()) ahead = trends(root.t, y);
      sign_[i] = ahead[i];
    } else {
      sign_[i] = sign_of(g);
    }
  }
  return changed;
}

std::vector<int> RootScan::settle_jump(double t, ConstVectorRef y) {
  const std::vector<int> none(sign_.size());
  return settle(Root{t, none, none, none}, y, true);
}

}  // namespace dts
