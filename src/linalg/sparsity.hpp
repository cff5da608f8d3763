// Sparsity patterns: which columns may share a difference quotient, and a pattern found by trial.
#pragma once

#include "core/model.hpp"

#include <vector>

namespace dts {

// Columns that no row shares, so that one evaluation serves them all: group number per column.
std::vector<int> colour_columns(const Structure& structure, int& n_groups);

// The pattern of df/dy (of dG/dy + c dG/dy' for implicit models, which need `yp`) as it shows when
// the variables are moved at a few states near y.  The states are scattered by fixed pseudo-random
// numbers, so that derivatives that vanish at y itself are seen; a dependence that appears only far
// away from y is not.  Costs a multiple of log(n) evaluations where rows have few entries, at worst
// 7 n.
Evaluation detect_pattern(Model& model, double t, ConstVectorRef y, const Vector* yp,
                          SparsityPattern& pattern);

}  // namespace dts
