#include "problems/jacobian_plan.hpp"

#include "linalg/sparsity.hpp"
#include "problems/problem.hpp"

#include <algorithm>

namespace dts {

Structure structure_for(Storage storage, const SparsityPattern& pattern) {
  const Index n = static_cast<Index>(pattern.size());
  if (storage == Storage::dense) return Structure::dense(n);
  if (storage == Storage::sparse) return Structure::sparse(n, pattern);
  Index lower = 0, upper = 0;
  for (Index j = 0; j < n; ++j)
    for (int i : pattern[j]) {
      lower = std::max<Index>(lower, i - j);
      upper = std::max<Index>(upper, j - i);
    }
  return Structure::banded(n, lower, upper);
}

namespace {

SparsityPattern traced_pattern(const Problem& problem, const Parameters& p,
                               const Equations& equations) {
  // Any state will do: choose() follows the branches not taken too.
  const State y = problem.initial_state(p);
  std::vector<Trace> traced_y, traced_f(y.size());
  for (std::size_t j = 0; j < y.size(); ++j)
    traced_y.push_back(Trace::variable(y[j], static_cast<int>(j)));
  if (problem.is_implicit()) {
    std::vector<Trace> traced_yp;  // y_j and y_j' share column j of dG/dy + c dG/dy'
    for (std::size_t j = 0; j < y.size(); ++j)
      traced_yp.push_back(Trace::variable(0.0, static_cast<int>(j)));
    equations.residual(problem.t0, traced_y.data(), traced_yp.data(), traced_f.data());
  } else {
    equations.rhs(problem.t0, traced_y.data(), traced_f.data());
  }
  return pattern_of(traced_f, problem.n);
}

JacobianPlan make_plan(const Problem& problem, const Parameters& p, const Equations& equations) {
  JacobianPlan plan;
  plan.entries = Structure::sparse(problem.n, traced_pattern(problem, p, equations));
  plan.structure = problem.storage == Storage::sparse
                       ? plan.entries
                       : structure_for(problem.storage, plan.pattern());
  int n_groups = 0;
  const std::vector<int> group = colour_columns(plan.entries, n_groups);
  plan.columns_of.resize(n_groups);
  for (std::size_t j = 0; j < group.size(); ++j)
    plan.columns_of[group[j]].push_back(static_cast<int>(j));
  return plan;
}

}  // namespace

std::shared_ptr<const JacobianPlan> jacobian_plan(const Problem& problem, const Parameters& p,
                                                  const Equations& equations) {
  const bool is_usual = problem.has_default_values(p);
  if (is_usual)
    if (auto kept = problem.jacobian_plan.get()) return kept;
  auto plan = std::make_shared<const JacobianPlan>(make_plan(problem, p, equations));
  if (is_usual) problem.jacobian_plan.keep(plan);
  return plan;
}

}  // namespace dts
