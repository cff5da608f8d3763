#include "integrators/rounding_gauge.hpp"

#include "linalg/entries.hpp"

#include <cmath>
#include <cstdint>

namespace dts {

namespace {

// The signs of 8 draws are the rows of Hadamard's matrix, column i mod 8 for component i.  As they
// are orthogonal, the terms of up to 8 components, or of one in each class of components, never
// cancel in all of them: the largest sum is at least the root of the sum of their squares.
constexpr int kDraws = 8;

double hadamard_sign(int row, Index column) {
  const auto common = static_cast<unsigned>(row) & static_cast<unsigned>(column % kDraws);
  const unsigned parity = common ^ (common >> 1) ^ (common >> 2);
  return (parity & 1u) != 0 ? -1.0 : 1.0;
}

// Within a class the signs are random, but the same in every run: the highest bit of Knuth's linear
// congruential generator for MMIX.
Vector random_signs(Index n) {
  Vector signs(n);
  std::uint64_t state = 1;
  for (Index i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    signs[i] = (state >> 63) != 0 ? 1.0 : -1.0;
  }
  return signs;
}

}  // namespace

RoundingGauge::RoundingGauge(Index n)
    : signs_(random_signs(n)),
      sizes_(Vector::Zero(n)),
      terms_(Vector::Zero(n)),
      solution_(Vector::Zero(n)),
      movement_(Vector::Zero(n)) {}

void RoundingGauge::forget() {
  is_known_ = false;
  sizes_.setZero();
}

void RoundingGauge::begin(ConstVectorRef y) {
  sizes_ = sizes_.cwiseMax(y.cwiseAbs());
  terms_.setZero();
}

int RoundingGauge::measure(RealIterationMatrix& factors, double c, const StructuredMatrix& mass,
                           const StructuredMatrix& jacobian, ConstVectorRef y) {
  begin(y);
  add_terms(c, mass);
  add_terms(1, jacobian);
  return solve_with_signs(factors);
}

int RoundingGauge::measure(RealIterationMatrix& factors, const StructuredMatrix& p,
                           ConstVectorRef y) {
  begin(y);
  add_terms(1, p);
  return solve_with_signs(factors);
}

// terms += |factor| |A| sizes
void RoundingGauge::add_terms(double factor, const StructuredMatrix& a) {
  for_each_entry(
      a, [&](Index i, Index j, double v) { terms_[i] += std::abs(factor * v) * sizes_[j]; });
}

int RoundingGauge::solve_with_signs(RealIterationMatrix& factors) {
  movement_.setZero();
  is_known_ = true;
  for (int k = 0; k < kDraws; ++k) {
    for (Index i = 0; i < terms_.size(); ++i)
      solution_[i] = hadamard_sign(k, i) * signs_[i] * terms_[i];
    factors.solve(solution_.data());
    is_known_ = is_known_ && solution_.allFinite();
    movement_ = movement_.cwiseMax(solution_.cwiseAbs());
  }
  movement_ *= kUnitRoundoff;
  return kDraws;
}

}  // namespace dts
