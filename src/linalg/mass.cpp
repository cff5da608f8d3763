#include "linalg/mass.hpp"

#include "linalg/entries.hpp"

#include <cmath>

namespace dts {

namespace {

// Beyond this growth of a solution the rows of M are dependent as far as the arithmetic can tell.
constexpr double kLargestGrowth = 1e12;

}  // namespace

std::unique_ptr<RealIterationMatrix> factor_mass(const StructuredMatrix& mass) {
  const Index n = mass.size();
  Vector row_max = Vector::Zero(n);
  for_each_entry(mass,
                 [&](Index i, Index, double m) { row_max[i] = std::max(row_max[i], std::abs(m)); });
  auto lu = make_iteration_matrix<double>(mass.structure(), nullptr);
  if (!lu->factor(mass)) return nullptr;
  // A right-hand side of the size of the rows, in no special direction: its solution is large if
  // and only if the equilibrated matrix is nearly singular.
  Matrix x(n, 1);
  for (Index i = 0; i < n; ++i)
    x(i, 0) = row_max[i] * (0.5 + std::fmod(0.6180339887 * (i + 1), 1.0));
  lu->solve(x);
  const bool regular = x.allFinite() && x.cwiseAbs().maxCoeff() <= kLargestGrowth;
  return regular ? std::move(lu) : nullptr;
}

bool is_diagonal(const StructuredMatrix& mass) {
  bool diagonal = true;
  for_each_entry(mass, [&](Index i, Index j, double m) {
    if (i != j && m != 0) diagonal = false;
  });
  return diagonal;
}

}  // namespace dts
