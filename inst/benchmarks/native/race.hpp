// One run of one solver on one built-in problem, without R: what goes in and what comes out.
#pragma once

#include "core/stepper.hpp"
#include "problems/builtin_model.hpp"

#include <memory>
#include <optional>
#include <string>

namespace race {

struct Task {
  const dts::Problem& problem;
  dts::Parameters parameters;
  std::string solver;
  double tolerance;                     // rtol and atol
  std::optional<dts::Storage> storage;  // of the Jacobian, if not the problem's choice
};

struct Result {
  bool reached_end = false;
  std::string message;  // why not
  dts::State y;
  long long attempts = 0, rhs = 0, jacobians = 0, factorisations = 0;
};

// The model is made beforehand, everything else is part of the run and of its time.
Result run_ours(const Task& task, dts::BuiltinModel& model);
std::unique_ptr<dts::Stepper> make_stepper(const std::string& solver, dts::Model& model,
                                           double tolerance);
Result run_cvode(const Task& task, dts::BuiltinModel& model);  // cvode (BDF) or cvode_adams
Result run_ida(const Task& task, dts::BuiltinModel& model);

}  // namespace race
