// Our solvers, called as the R package calls them, with their default settings.
#include "race.hpp"

#include "driver/driver.hpp"
#include "integrators/bim.hpp"
#include "integrators/cashkarp_tableau.hpp"
#include "integrators/dop853_tableau.hpp"
#include "integrators/dopri5_tableau.hpp"
#include "integrators/explicit_rk.hpp"
#include "integrators/gam.hpp"
#include "integrators/mebdf.hpp"
#include "integrators/radau.hpp"

#include <optional>
#include <stdexcept>

namespace race {

using namespace dts;

namespace {

class LastRow final : public Sink {
 public:
  void row(double, ConstVectorRef y, ConstVectorRef) override { y_ = y; }
  const Vector& y() const { return y_; }

 private:
  Vector y_;
};

std::unique_ptr<Stepper> explicit_stepper(const ExplicitTableau& tableau, Model& model,
                                          const Tolerances& tolerances) {
  return std::make_unique<ExplicitRungeKutta>(tableau, model, tolerances, StepLimits{},
                                              StiffnessTests{}, tableau.control);
}

}  // namespace

std::unique_ptr<Stepper> make_stepper(const std::string& solver, Model& model, double tolerance) {
  const Vector same = Vector::Constant(model.size(), tolerance);
  const Tolerances tolerances{same, same};
  if (solver == "mebdfi") return std::make_unique<Mebdf>(model, tolerances, StepLimits{});
  if (solver == "gamd") return std::make_unique<Gam>(model, tolerances, StepLimits{});
  if (solver == "bimd") return std::make_unique<Bim>(model, tolerances, StepLimits{});
  if (solver == "radau5") return std::make_unique<Radau5>(model, tolerances, StepLimits{});
  if (solver == "dopri5") return explicit_stepper(kDopri5, model, tolerances);
  if (solver == "dopri853") return explicit_stepper(kDop853, model, tolerances);
  if (solver == "cashkarp") return explicit_stepper(kCashKarp, model, tolerances);
  throw std::invalid_argument("unknown solver " + solver);
}

Result run_ours(const Task& task, BuiltinModel& model) {
  const Problem& problem = task.problem;
  const State y0 = problem.initial_state(task.parameters);
  const Vector y = Eigen::Map<const Vector>(y0.data(), model.size());
  Vector yp;
  if (problem.is_implicit()) {
    const State yp0 = problem.initial_derivative(task.parameters);
    yp = Eigen::Map<const Vector>(yp0.data(), model.size());
  }
  model.counts() = {};
  Plan plan;
  plan.times = {problem.t0, problem.t_end};
  plan.breaks = problem.restarts(problem.t0, problem.t_end);
  plan.max_steps = 100000000;
  const auto stepper = make_stepper(task.solver, model, task.tolerance);
  LastRow sink;
  Events events;
  Watch watch;
  std::optional<RowRefinement> refinement;
  if (RowRefinement::is_possible(model)) {
    const Vector same = Vector::Constant(model.size(), task.tolerance);
    refinement.emplace(model, Tolerances{same, same});
  }
  Driver driver(model, *stepper, std::move(plan), sink, events, watch,
                refinement ? &*refinement : nullptr);
  const Outcome outcome = driver.run(y, problem.is_implicit() ? &yp : nullptr);
  Result result;
  result.reached_end = outcome.status == Status::success;
  if (!result.reached_end) result.message = sentence(outcome.status);
  result.y.assign(sink.y().data(), sink.y().data() + model.size());
  result.attempts = outcome.steps.attempts;
  result.rhs = model.counts().rhs;
  result.jacobians = model.counts().jacobian;
  result.factorisations = stepper->counts().factorisations;
  return result;
}

}  // namespace race
