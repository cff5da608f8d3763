#include "problems/dae/dae.hpp"

namespace dts {

Problem semi_explicit_problem(const std::string& name, const std::vector<std::string>& differential,
                              const std::vector<std::string>& algebraic) {
  Problem p;
  p.name = name;
  p.collection = "dae";
  p.kind = ProblemClass::dae;
  p.index = 1;
  p.names = joined({differential, algebraic});
  p.n = static_cast<int>(p.names.size());
  p.mass = semi_explicit_mass(static_cast<int>(differential.size()));
  return p;
}

std::function<State(const Parameters&)> starting_at(State y) {
  return [y](const Parameters&) { return y; };
}

Reference dae_reference(State y, const std::string& source, double confirmed_to,
                        const std::string& by) {
  Reference reference;
  reference.y = std::move(y);
  reference.source = source;
  reference.confirmed_to = confirmed_to;
  reference.confirmed_by = by;
  reference.measure = "largest relative error";
  return reference;
}

}  // namespace dts
