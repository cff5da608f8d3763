#include "core/tolerances.hpp"

#include "core/by_fours.hpp"

#include <cmath>

namespace dts {

void Tolerances::weights(ConstVectorRef y, VectorRef w) const {
  by_fours(y.size(), [&](auto few, Index k) {
    few.store(w.data() + k,
              few.load(atol.data() + k) + few.load(rtol.data() + k) * few.load(y.data() + k).abs());
  });
}

void Tolerances::weights(ConstVectorRef y, ConstVectorRef z, VectorRef w) const {
  w = atol.array() + rtol.array() * y.array().abs().max(z.array().abs());
}

double weighted_norm(ConstVectorRef v, ConstVectorRef weights, double count) {
  constexpr double kSmallestSum = 1e-280;  // below, terms may have been lost
  double sum = 0;
  by_fours(v.size(), [&](auto few, Index k) {
    sum += (few.load(v.data() + k) / few.load(weights.data() + k)).square().sum();
  });
  if (std::isnan(sum) || (sum > kSmallestSum && std::isfinite(sum))) return std::sqrt(sum / count);
  const double largest = v.size() > 0 ? (v.array() / weights.array()).abs().maxCoeff() : 0.0;
  if (largest == 0 || !std::isfinite(largest)) return largest;
  return largest * std::sqrt((v.array() / weights.array() / largest).square().sum() / count);
}

Index worst_component(ConstVectorRef v, ConstVectorRef weights) {
  if (v.size() == 0) return -1;
  Index worst = -1;
  const double largest = (v.array() / weights.array()).abs().maxCoeff(&worst);
  return largest > 0 ? worst : -1;
}

}  // namespace dts
