#include "problems/catalogue.hpp"

#include "problems/ivp/ivp.hpp"
#include "problems/roots/roots.hpp"

#include <algorithm>

namespace dts {

namespace {

std::vector<const Problem*> list_problems() {
  std::vector<const Problem*> problems = {
      &hires(),   &pollution(),  &ring(),  &medakzo(), &emep(),    &pleiades(),
      &vdpol(),   &rober(),      &orego(), &beam(),    &E5(),      &chemakzo(),
      &andrews(), &transistor(), &pump(),  &twobit(),  &caraxis(), &fekete(),
      &crank(),   &tube(),       &nand(),  &wheelset()};
  const std::vector<const Problem*> more = root_problems();
  problems.insert(problems.end(), more.begin(), more.end());
  return problems;
}

}  // namespace

const std::vector<const Problem*>& all_problems() {
  static const std::vector<const Problem*> problems = list_problems();
  return problems;
}

const Problem* find_problem(const std::string& name) {
  for (const Problem* problem : all_problems())
    if (problem->name == name) return problem;
  for (const Problem* problem : all_problems())
    if (problem->name.compare(0, name.size() + 1, name + " ") == 0) return problem;
  return nullptr;
}

int position_of(const Problem& problem) {
  const auto& all = all_problems();
  return static_cast<int>(std::find(all.begin(), all.end(), &problem) - all.begin());
}

}  // namespace dts
