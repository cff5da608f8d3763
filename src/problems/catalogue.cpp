#include "problems/catalogue.hpp"

#include "problems/dae/dae.hpp"
#include "problems/delay/delay.hpp"
#include "problems/ivp/ivp.hpp"
#include "problems/roots/roots.hpp"

#include <algorithm>

namespace dts {

namespace {

std::vector<const Problem*> ivp_problems() {
  return {&hires(),   &pollution(),  &ring(),  &medakzo(), &emep(),    &pleiades(),
          &vdpol(),   &rober(),      &orego(), &beam(),    &E5(),      &chemakzo(),
          &andrews(), &transistor(), &pump(),  &twobit(),  &caraxis(), &fekete(),
          &crank(),   &tube(),       &nand(),  &wheelset()};
}

// After Schittkowski.
std::vector<const Problem*> dae_problems() {
  return {&dae::aerosol(),   &dae::batch(),     &dae::batch_e(),   &dae::batchrea(),
          &dae::bubblec(),   &dae::cells(),     &dae::condens(),   &dae::dae_i1(),
          &dae::dae_i2(),    &dae::dae_i3(),    &dae::dae_in2(),   &dae::dae_sys(),
          &dae::evapor(),    &dae::exobatch(),  &dae::hydrodyn(),  &dae::mem_wire(),
          &dae::p_ident(),   &dae::pendulum1(), &dae::pendulum2(), &dae::pendulum3(),
          &dae::pendulum4(), &dae::phosph_a(),  &dae::respir(),    &dae::shock(),
          &dae::transist(),  &dae::tubular(),   &dae::urethan(),   &dae::vdpol()};
}

std::vector<const Problem*> delay_problems() {
  return {&enzyme(),  &hayashi(), &hepatitis(), &oregonator(), &robertson(), &sdisc(),
          &waltman(), &paul(),    &elsnor(),    &modceg(),     &neutlog()};
}

std::vector<const Problem*> list_problems() {
  std::vector<const Problem*> problems = ivp_problems();
  for (const auto& more : {root_problems(), dae_problems(), delay_problems()})
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
