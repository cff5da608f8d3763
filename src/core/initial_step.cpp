#include "core/initial_step.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

TrialStep trial_step(ConstVectorRef y, ConstVectorRef f, ConstVectorRef weights, double h_max) {
  constexpr double kSmall = 1e-5, kGuess = 1e-6, kShareOfInterval = 1e-12;
  const double norm_f = weighted_norm(f, weights, 1), norm_y = weighted_norm(y, weights, 1);
  // Without a scale of its own the step is 1e-6, but not lost in a very long interval.
  const double h = norm_f <= kSmall || norm_y <= kSmall ? std::max(kGuess, kShareOfInterval * h_max)
                                                        : 0.01 * (norm_y / norm_f);
  return {norm_f, std::min(h, h_max)};
}

double starting_step(double h0, double norm_f, double norm_ddy, int order, double h_max,
                     double h1_floor) {
  // A second derivative beyond the range of numbers tells nothing but that.
  const double size = std::isfinite(norm_ddy) ? std::max(norm_ddy, norm_f) : norm_f;
  double h1 = size <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / size, 1.0 / order);
  if (h1 <= 1e-10 && h1_floor > 0) h1 = h1_floor;
  return std::min({100 * h0, h1, h_max});
}

double initial_step(Model& model, const Tolerances& tolerances, double t, ConstVectorRef y,
                    ConstVectorRef f, double direction, int order, double h_max) {
  constexpr int kTries = 10;
  Vector weights(y.size()), moved(y.size()), f_moved(y.size());
  tolerances.weights(y, weights);
  const TrialStep trial = trial_step(y, f, weights, h_max);
  double h0 = trial.h;
  for (int i = 0; i < kTries; ++i, h0 *= 0.1) {
    moved = y + direction * h0 * f;
    if (model.rhs(t + direction * h0, moved, f_moved) != Evaluation::ok) continue;
    f_moved -= f;
    const double norm_ddy = weighted_norm(f_moved, weights, 1) / h0;
    return starting_step(h0, trial.norm_f, norm_ddy, order, h_max);
  }
  return h0;
}

}  // namespace dts
