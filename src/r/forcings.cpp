#include "r/forcings.hpp"

#include <algorithm>

namespace dts {

Forcings::Forcings(std::vector<ForcingSeries> series, Method method)
    : series_(std::move(series)), method_(method), cursor_(series_.size(), 0) {}

double Forcings::value_at(std::size_t which, double t) {
  const auto& knots = series_[which].t;
  const auto& values = series_[which].value;
  if (t < knots.front()) return values.front();
  if (t >= knots.back()) return values.back();
  std::size_t& k = cursor_[which];
  if (!(knots[k] <= t && t < knots[k + 1]))
    k = static_cast<std::size_t>(std::upper_bound(knots.begin(), knots.end(), t) - knots.begin()) -
        1;
  if (method_ == Method::constant) return values[k];
  const double share = (t - knots[k]) / (knots[k + 1] - knots[k]);
  return values[k] + share * (values[k + 1] - values[k]);
}

void Forcings::write(double t) {
  if (!target_) return;
  for (std::size_t i = 0; i < series_.size(); ++i) target_[i] = value_at(i, t);
}

void Forcings::update(double t) {
  // A piece contains no jump in its interior, so its middle knows the values of all of it.
  write(method_ == Method::constant && has_piece_ ? piece_middle_ : t);
}

void Forcings::enter_piece(double from, double to) {
  has_piece_ = true;
  piece_middle_ = from + (to - from) / 2;
}

std::vector<double> Forcings::jumps(double a, double b) const {
  std::vector<double> result;
  if (method_ == Method::linear) return result;
  const double low = std::min(a, b), high = std::max(a, b);
  for (const auto& series : series_)
    for (std::size_t k = 1; k < series.t.size(); ++k)
      if (series.t[k] > low && series.t[k] < high && series.value[k] != series.value[k - 1])
        result.push_back(series.t[k]);
  return result;
}

}  // namespace dts
