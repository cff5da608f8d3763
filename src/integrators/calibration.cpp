#include "integrators/calibration.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {
constexpr double kLoosest = 1e-3;  // above, the exponent has no effect
constexpr double kFinest = 1e-13;  // no calibration goes below
}  // namespace

Tolerances calibrated(Tolerances user, const Calibration& calibration, bool has_higher_index) {
  const double exponent =
      has_higher_index ? calibration.exponent_higher_index : calibration.exponent;
  for (Index i = 0; i < user.rtol.size(); ++i) {
    const double rtol = user.rtol[i];
    const double place = std::min(rtol / kLoosest, 1.0);
    const double wanted = calibration.share * std::pow(place, exponent - 1);
    const double factor = std::max(wanted, std::min(1.0, kFinest / rtol));
    user.rtol[i] *= factor;
    user.atol[i] *= factor;
  }
  return user;
}

}  // namespace dts
