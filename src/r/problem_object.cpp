#include "r/problem_object.hpp"

#include "problems/catalogue.hpp"
#include "r/elements.hpp"

#include <algorithm>

namespace dts {

const Problem* described_problem(SEXP object) {
  if (TYPEOF(object) != VECSXP) return nullptr;
  for (const char* needed : {"class", "n", "t0", "tend", "collection"})
    if (Rf_isNull(element(object, needed))) return nullptr;
  SEXP name = element(object, "name");
  if (TYPEOF(name) != STRSXP || Rf_xlength(name) != 1) return nullptr;
  const char* given = CHAR(STRING_ELT(name, 0));
  const auto& problems = all_problems();
  const auto found = std::find_if(problems.begin(), problems.end(),
                                  [&](const Problem* problem) { return problem->name == given; });
  return found == problems.end() ? nullptr : *found;
}

}  // namespace dts
