// What is known of the zeros of a problem's event functions, and how well they must be found.
#pragma once

#include <limits>
#include <optional>
#include <vector>

namespace dts {

struct ReferenceRoot {
  // Out of line, as those of a Problem.
  ReferenceRoot();
  ReferenceRoot(const ReferenceRoot&);
  ReferenceRoot(ReferenceRoot&&) noexcept;
  ReferenceRoot& operator=(const ReferenceRoot&);
  ReferenceRoot& operator=(ReferenceRoot&&) noexcept;
  ~ReferenceRoot();

  double t = 0;
  std::vector<int> functions;  // from 0: all event functions that vanish at t
  std::vector<double> before;  // the state, just before the action; empty: the exact solution
  std::vector<double> after;   // after the action, where that changes the state
  bool at_start = false;       // coincides with t0: reported only on demand
  bool at_end = false;         // coincides with t_end: rounding decides whether it is reported
};

// A root time of a run at relative tolerance tol may be wrong by factor tol^power max(1, |t|); for
// power 0 (a matter of rounding) by factor |t|.
struct RootGoal {
  double factor = 100;
  double power = 1;
};

constexpr RootGoal kToRounding{1e-13, 0};

struct ReferenceRoots {
  std::vector<ReferenceRoot> list;        // in order of occurrence
  std::vector<int> terminal;              // functions, from 0, at which the run ends
  std::vector<RootGoal> goals;            // one per function; empty: the default for all
  std::optional<RootGoal> explicit_goal;  // for explicit methods, if they are to do better
  bool use_start = false;                 // the event at the start is wanted
  // FALSE: a demonstration of how not to do it; roots are counted, but there is no goal.
  bool is_goal = true;
  // Where the roots accumulate, if the interval goes beyond; roots after the list are right, too.
  double accumulation = std::numeric_limits<double>::quiet_NaN();

  RootGoal goal(int function) const {
    return goals.empty() ? RootGoal{} : goals[static_cast<std::size_t>(function)];
  }
};

}  // namespace dts
