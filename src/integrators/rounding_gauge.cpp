#include "integrators/rounding_gauge.hpp"

#include "linalg/entries.hpp"

#include <cmath>
#include <cstdint>

namespace dts {

namespace {

constexpr int kDraws = 3;

// The same in every run, and without any regularity that the equations might share: the highest bit
// of Knuth's linear congruential generator for MMIX.
class RandomSigns {
 public:
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 63) != 0 ? 1.0 : -1.0;
  }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace

RoundingGauge::RoundingGauge(Index n)
    : terms_(Vector::Zero(n)), solution_(Vector::Zero(n)), movement_(Vector::Zero(n)) {}

int RoundingGauge::measure(RealIterationMatrix& factors, double c, const StructuredMatrix& mass,
                           const StructuredMatrix& jacobian, ConstVectorRef y) {
  terms_.setZero();
  add_terms(c, mass, y);
  add_terms(1, jacobian, y);
  return solve_with_signs(factors);
}

int RoundingGauge::measure(RealIterationMatrix& factors, const StructuredMatrix& p,
                           ConstVectorRef y) {
  terms_.setZero();
  add_terms(1, p, y);
  return solve_with_signs(factors);
}

// terms += |factor| |A| |y|
void RoundingGauge::add_terms(double factor, const StructuredMatrix& a, ConstVectorRef y) {
  for_each_entry(a, [&](Index i, Index j, double v) { terms_[i] += std::abs(factor * v * y[j]); });
}

int RoundingGauge::solve_with_signs(RealIterationMatrix& factors) {
  RandomSigns signs;
  movement_.setZero();
  is_known_ = true;
  for (int k = 0; k < kDraws; ++k) {
    for (Index i = 0; i < terms_.size(); ++i) solution_[i] = signs.next() * terms_[i];
    factors.solve(solution_.data());
    is_known_ = is_known_ && solution_.allFinite();
    movement_ = movement_.cwiseMax(solution_.cwiseAbs());
  }
  movement_ *= kUnitRoundoff;
  return kDraws;
}

}  // namespace dts
