// The implicit methods with their default settings, for tests that all of them must pass.
#pragma once

#include "block_helpers.hpp"

#include "integrators/bim.hpp"
#include "integrators/gam.hpp"
#include "integrators/mebdf.hpp"
#include "integrators/radau.hpp"

namespace dts {

template <class Method>
std::unique_ptr<Stepper> with_tolerance(Model& model, double tol) {
  return std::make_unique<Method>(model, equal_tolerances(model.size(), tol), StepLimits{});
}

struct NamedMethod {
  const char* name;
  MakeStepper make;
};

inline std::vector<NamedMethod> implicit_methods() {
  return {{"gam", with_tolerance<Gam>},
          {"bim", with_tolerance<Bim>},
          {"radau", with_tolerance<Radau5>},
          {"mebdf", with_tolerance<Mebdf>}};
}

}  // namespace dts
