// Index 3 where rounding is near: what is carried on from step to step, positions and the
// velocities along the constraints, gains digits as the tolerance falls, and rounding never takes
// over h.
#include "implicit_methods.hpp"
#include "problem_helpers.hpp"
#include "run_to_end.hpp"

#include <cstdio>
#include <map>

using namespace dts;

namespace {

struct Digits {
  bool reached = false;
  double positions = 0, velocities = 0;
  long attempts = 0;
};

double digits(const Vector& y, const Vector& reference, Index first, Index count) {
  return check::mescd(y.segment(first, count), reference.segment(first, count), 1);
}

Digits solve(const std::string& problem_name, const NamedMethod& method, double tol) {
  const Problem& problem = *find_problem(problem_name);
  BuiltinModel model(problem, problem.default_parameters());
  const Vector y = to_vector(problem.initial_state(problem.default_parameters()));
  const Vector reference = to_vector(problem.reference.most_accurate());
  const std::unique_ptr<Stepper> stepper = method.make(model, tol);
  const check::Run run = check::run_to_end(*stepper, problem.t0, y, problem.t_end);
  const auto counts = problem.counts_by_index();
  return {run.reached, digits(stepper->y(), reference, 0, counts[0]),
          digits(stepper->y(), reference, counts[0], counts[1]), run.attempts};
}

// The squeezing mechanism: angles of size 16 whose rounding, and Newton's remainder, were what the
// methods ended with from a tolerance of 1e-8 on.
void test_squeezer() {
  const std::map<std::string, std::array<double, 2>> least{// digits at 1e-8 and 1e-11
                                                           {"gam", {8.8, 9.5}},
                                                           {"bim", {8.8, 11.0}},
                                                           {"radau", {11.5, 12.0}},
                                                           {"mebdf", {8.8, 11.2}}};
  for (const NamedMethod& method : implicit_methods()) {
    const Digits coarse = solve("andrews", method, 1e-8), fine = solve("andrews", method, 1e-11);
    std::printf("andrews %-6s angles %.2f, %.2f digits in %ld, %ld attempts\n", method.name,
                coarse.positions, fine.positions, coarse.attempts, fine.attempts);
    const std::string what = std::string("andrews, ") + method.name;
    check::that(coarse.reached && fine.reached, what + " reaches the end");
    check::that(coarse.positions > least.at(method.name)[0], what + ": angles at 1e-8");
    check::that(fine.positions > least.at(method.name)[1], what + ": angles at 1e-11");
  }
}

// Beyond what rounding allows nothing is gained, and nothing is lost either.  Across the
// constraints velocities show the rounding of the last block.
void test_finest_tolerances() {
  for (const NamedMethod& method : implicit_methods())
    for (const double tol : {1e-10, 3e-11, 1e-11, 5e-12, 3e-12, 2e-12, 1e-12, 3e-13, 1e-13}) {
      const Digits found = solve("caraxis", method, tol);
      const std::string what =
          std::string("caraxis, ") + method.name + " at 10^" + std::to_string(std::log10(tol));
      check::that(found.reached, what + " reaches the end");
      check::that(found.positions > 11 && found.velocities > 8,
                  what + ": " + std::to_string(found.positions) + " and " +
                      std::to_string(found.velocities) + " digits");
    }
}

}  // namespace

int main() {
  test_squeezer();
  test_finest_tolerances();
  return check::summary("index 3 near rounding");
}
