// Where the Jacobian of a problem has its entries, and which of its columns are found together.
#pragma once

#include "core/structure.hpp"
#include "problems/equations.hpp"

#include <memory>
#include <vector>

namespace dts {

struct Problem;

struct JacobianPlan {
  Structure entries;                         // sparse: those of df/dy, or of dG/dy + c dG/dy'
  Structure structure;                       // in the storage that suits the problem
  std::vector<std::vector<int>> columns_of;  // by colour

  const SparsityPattern& pattern() const { return *entries.pattern; }
};

// By tracing the equations, which belong to `p`.  With the default parameters the problem keeps it:
// the equations do not change, and to trace them takes longer than to solve some of them.
std::shared_ptr<const JacobianPlan> jacobian_plan(const Problem& problem, const Parameters& p,
                                                  const Equations& equations);

// A place for the plan in a problem that is otherwise constant and belongs to all threads: filled
// by the first who needs it; two who come at once fill it with the same.  A copy of a problem may
// be changed, so it begins without.
class KeptPlan {
 public:
  KeptPlan() = default;
  KeptPlan(const KeptPlan&) noexcept {}
  KeptPlan& operator=(const KeptPlan&) noexcept {
    plan_.reset();
    return *this;
  }

  std::shared_ptr<const JacobianPlan> get() const { return std::atomic_load(&plan_); }
  void keep(std::shared_ptr<const JacobianPlan> plan) const {
    std::atomic_store(&plan_, std::move(plan));
  }

 private:
  mutable std::shared_ptr<const JacobianPlan> plan_;
};

// The structure with this storage that holds the pattern.
Structure structure_for(Storage storage, const SparsityPattern& pattern);

}  // namespace dts
