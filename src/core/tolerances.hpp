// Error weights and the weighted root-mean-square norm that every method measures with.
#pragma once

#include "core/types.hpp"

#include <cmath>

namespace dts {

struct Tolerances {
  Vector rtol;  // one entry per component
  Vector atol;

  // w_i = atol_i + rtol_i |y_i|
  void weights(ConstVectorRef y, VectorRef w) const {
    w = atol.array() + rtol.array() * y.array().abs();
  }
  // w_i = atol_i + rtol_i max(|y_i|, |z_i|)
  void weights(ConstVectorRef y, ConstVectorRef z, VectorRef w) const {
    w = atol.array() + rtol.array() * y.array().abs().max(z.array().abs());
  }
};

// sqrt(sum (v_i / w_i)^2 / count), also where the squares leave the range of numbers.
inline double weighted_norm(ConstVectorRef v, ConstVectorRef weights, double count) {
  constexpr double kSmallestSum = 1e-280;  // below, terms may have been lost
  const double sum = (v.array() / weights.array()).square().sum();
  if (std::isnan(sum) || (sum > kSmallestSum && std::isfinite(sum))) return std::sqrt(sum / count);
  const double largest = v.size() > 0 ? (v.array() / weights.array()).abs().maxCoeff() : 0.0;
  if (largest == 0 || !std::isfinite(largest)) return largest;
  return largest * std::sqrt((v.array() / weights.array() / largest).square().sum() / count);
}

inline double rms_norm(ConstVectorRef v, ConstVectorRef weights) {
  return weighted_norm(v, weights, static_cast<double>(v.size()));
}

// The component that contributes most to the weighted norm; -1 for an empty vector.
inline Index worst_component(ConstVectorRef v, ConstVectorRef weights) {
  Index worst = -1;
  if (v.size() > 0) (v.array() / weights.array()).abs().maxCoeff(&worst);
  return worst;
}

}  // namespace dts
