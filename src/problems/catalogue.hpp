// The list of all built-in problems.
#pragma once

#include "problems/problem.hpp"

#include <string>
#include <vector>

namespace dts {

// In a fixed order: the position of a problem is its number in the compiled-code interface.
const std::vector<const Problem*>& all_problems();

// A name without its case ("C-2" of "C-2 i", "C-2 ii") finds the first.  nullptr: no such problem.
const Problem* find_problem(const std::string& name);
int position_of(const Problem& problem);

}  // namespace dts
