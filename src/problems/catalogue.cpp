#include "problems/catalogue.hpp"

#include "problems/delay/delay.hpp"
#include "problems/ivp/ivp.hpp"

#include <algorithm>

namespace dts {

const std::vector<const Problem*>& all_problems() {
  static const std::vector<const Problem*> problems = {
      &hires(),   &pollution(),  &ring(),  &medakzo(), &emep(),    &pleiades(),
      &vdpol(),   &rober(),      &orego(), &beam(),    &E5(),      &chemakzo(),
      &andrews(), &transistor(), &pump(),  &twobit(),  &caraxis(), &fekete(),
      &crank(),   &tube(),       &nand(),  &wheelset(),
      &enzyme(),  &hayashi(),    &hepatitis(), &oregonator(), &robertson(), &sdisc(),
      &waltman(), &paul(),       &elsnor(),  &modceg(),  &neutlog()};
  return problems;
}

const Problem* find_problem(const std::string& name) {
  for (const Problem* problem : all_problems())
    if (problem->name == name) return problem;
  return nullptr;
}

int position_of(const Problem& problem) {
  const auto& all = all_problems();
  return static_cast<int>(std::find(all.begin(), all.end(), &problem) - all.begin());
}

}  // namespace dts
