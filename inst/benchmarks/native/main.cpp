// Solves a built-in problem, ours or SUNDIALS, and prints one line:
//   problem,solver,tolerance,mescd,seconds,attempts,f,jacobians,factorisations,message
//
//   race solver problem tolerance [seconds = 0.2] [dense|banded|sparse]
//
// The time is the smallest of repeated runs, made for as long as `seconds` says (0: one run).
#include "race.hpp"

#include "problems/catalogue.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>

namespace {

using namespace race;

// -log10 max |y - reference| / (1 + |reference|), as mescd() of the package with rtol = atol.
double mescd(const dts::Problem& problem, const dts::State& y) {
  const dts::State& reference = problem.reference.most_accurate();
  std::vector<int> components = problem.mescd_components;
  if (components.empty())
    for (int i = 0; i < problem.n; ++i) components.push_back(i);
  double worst = 0;
  for (const int i : components)
    worst = std::max(worst, std::abs(y[i] - reference[i]) / (1 + std::abs(reference[i])));
  return -std::log10(worst);
}

// Time of the processor, which other programs on the machine disturb less than that of the clock.
double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Result run(const Task& task, dts::BuiltinModel& model) {
  if (task.solver == "cvode" || task.solver == "cvode_adams") return run_cvode(task, model);
  if (task.solver == "ida") return run_ida(task, model);
  return run_ours(task, model);
}

void race_once(const Task& task, double patience) {
  dts::BuiltinModel model(task.problem, task.parameters, task.storage);
  Result result;
  double best = dts::kInfinity, total = 0;
  do {
    const double begin = processor_time();
    result = run(task, model);
    const double time = processor_time() - begin;
    best = std::min(best, time);
    total += time;
  } while (total < patience);
  const double digits =
      result.reached_end ? mescd(task.problem, result.y) : std::numeric_limits<double>::quiet_NaN();
  std::printf("%s,%s,%g,%.3f,%.4g,%lld,%lld,%lld,%lld,%s\n", task.problem.name.c_str(),
              task.solver.c_str(), task.tolerance, digits, best, result.attempts, result.rhs,
              result.jacobians, result.factorisations, result.message.c_str());
}

std::optional<dts::Storage> storage_named(const std::string& name) {
  if (name == "dense") return dts::Storage::dense;
  if (name == "banded") return dts::Storage::banded;
  if (name == "sparse") return dts::Storage::sparse;
  return std::nullopt;
}

}  // namespace

int main(int count, char** arguments) try {
  if (count < 4) {
    std::fprintf(stderr, "usage: race solver problem tolerance [seconds] [storage]\n");
    return 2;
  }
  const dts::Problem* problem = dts::find_problem(arguments[2]);
  if (!problem) throw std::invalid_argument(std::string("no problem ") + arguments[2]);
  const Task task{*problem, problem->default_parameters(), arguments[1], std::stod(arguments[3]),
                  count > 5 ? storage_named(arguments[5]) : std::nullopt};
  race_once(task, count > 4 ? std::stod(arguments[4]) : 0.2);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
