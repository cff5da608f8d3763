// Error weights and the weighted root-mean-square norm that every method measures with.
#pragma once

#include "core/types.hpp"

namespace dts {

struct Tolerances {
  Vector rtol;  // one entry per component
  Vector atol;

  // w_i = atol_i + rtol_i |y_i|
  void weights(ConstVectorRef y, VectorRef w) const;
  // w_i = atol_i + rtol_i max(|y_i|, |z_i|)
  void weights(ConstVectorRef y, ConstVectorRef z, VectorRef w) const;
};

// sqrt(sum (v_i / w_i)^2 / count), also where the squares leave the range of numbers.
double weighted_norm(ConstVectorRef v, ConstVectorRef weights, double count);

inline double rms_norm(ConstVectorRef v, ConstVectorRef weights) {
  return weighted_norm(v, weights, static_cast<double>(v.size()));
}

// The component that contributes most to the weighted norm; -1 if none does.
Index worst_component(ConstVectorRef v, ConstVectorRef weights);

}  // namespace dts
