// Index 3 where rounding is near: what is carried on from step to step, positions and the
// velocities along the constraints, gains digits as the tolerance falls, and rounding never takes
// over h.
#include "implicit_methods.hpp"
#include "problem_helpers.hpp"
#include "run_to_end.hpp"

#include "driver/driver.hpp"

#include <cmath>
#include <cstdio>
#include <map>

using namespace dts;

namespace {

double digits(const Vector& y, const Vector& reference, Index first, Index count) {
  return check::mescd(y.segment(first, count), reference.segment(first, count), 1);
}

class Rows final : public Sink {
 public:
  void row(double, ConstVectorRef y, ConstVectorRef) override { rows_.push_back(y); }
  const std::vector<Vector>& rows() const { return rows_; }

 private:
  std::vector<Vector> rows_;
};

// A problem as a user has it solved.
struct Solution {
  Outcome outcome;
  std::vector<Vector> rows;
  Vector last;  // as the method has found it
};

Solution solve(const Problem& problem, const NamedMethod& method, double tol,
               const std::vector<double>& times, bool differences_only = false) {
  BuiltinModel model(problem, problem.default_parameters());
  model.use_differences_only(differences_only);
  const std::unique_ptr<Stepper> stepper = method.make(model, tol);
  RowRefinement refinement(model, equal_tolerances(model.size(), tol));
  Rows rows;
  Events no_events;
  Watch nobody;
  Plan plan;
  plan.times = times;
  plan.max_steps = 200000;
  Driver driver(model, *stepper, plan, rows, no_events, nobody, &refinement);
  const Vector start = to_vector(problem.initial_state(problem.default_parameters()));
  const Outcome outcome = driver.run(start, nullptr);
  return {outcome, rows.rows(), stepper->y()};
}

struct Digits {
  bool reached = false;
  double positions = 0, velocities = 0;  // in the state that the method has found
  double row = 0;                        // of all variables in the last row
  long attempts = 0;
};

Digits at_end(const std::string& problem_name, const NamedMethod& method, double tol,
              bool differences_only = false) {
  const Problem& problem = *find_problem(problem_name);
  const Solution found = solve(problem, method, tol, {problem.t0, problem.t_end}, differences_only);
  const Vector reference = to_vector(problem.reference.most_accurate());
  const auto counts = problem.counts_by_index();
  return {found.outcome.status == Status::success, digits(found.last, reference, 0, counts[0]),
          digits(found.last, reference, counts[0], counts[1]),
          digits(found.rows.back(), reference, 0, reference.size()), found.outcome.steps.attempts};
}

// The squeezing mechanism: angles of size 16 whose rounding, and Newton's remainder, were what the
// methods ended with from a tolerance of 1e-8 on.
void test_squeezer() {
  const std::map<std::string, std::array<double, 2>> least{// digits at 1e-8 and 1e-11
                                                           {"gam", {8.8, 11.2}},
                                                           {"bim", {8.8, 11.0}},
                                                           {"radau", {11.5, 12.0}},
                                                           {"mebdf", {8.8, 11.2}}};
  for (const NamedMethod& method : implicit_methods()) {
    const Digits coarse = at_end("andrews", method, 1e-8), fine = at_end("andrews", method, 1e-11);
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
      const Digits found = at_end("caraxis", method, tol);
      const std::string what =
          std::string("caraxis, ") + method.name + " at 10^" + std::to_string(std::log10(tol));
      check::that(found.reached, what + " reaches the end");
      check::that(found.positions > 11 && found.velocities > 8,
                  what + ": " + std::to_string(found.positions) + " and " +
                      std::to_string(found.velocities) + " digits");
    }
}

struct Range {
  double least, mean;
};

Range digits_of_rows(const std::string& problem, const NamedMethod& method, bool differences_only) {
  constexpr int kRuns = 11;  // rounding makes each of them another one
  Range found{kInfinity, 0};
  for (int k = 0; k < kRuns; ++k) {
    const double tol = std::pow(10, -11 + 0.05 * (k - kRuns / 2));
    const Digits run = at_end(problem, method, tol, differences_only);
    check::that(run.reached, problem + ", " + method.name + " reaches the end");
    found.least = std::min(found.least, run.row);
    found.mean += run.row / kRuns;
  }
  std::printf("%s %-6s rows%s: %.2f digits on the mean, at least %.2f\n", problem.c_str(),
              method.name, differences_only ? ", differences" : "", found.mean, found.least);
  return found;
}

// Nine digits of everything.  With a Jacobian by differences rows cannot be had so well, but no run
// is lost: a block that is freed from the rounding it inherits must begin with f of what is left.
void test_rows() {
  for (const NamedMethod& method : implicit_methods()) {
    for (const char* problem : {"andrews", "caraxis", "PENDULUM1"}) {
      const std::string what = std::string(problem) + ", rows of " + method.name;
      const Range exact = digits_of_rows(problem, method, false);
      check::that(exact.mean > 9 && exact.least > 8.5, what);
      const Range differences = digits_of_rows(problem, method, true);
      check::that(differences.least > 6, what + ", Jacobian by differences");
    }
  }
}

// Soon after the start the constraints of the squeezing mechanism are made of terms that do not
// show in their slopes.  That is no reason to believe that the slopes are wrong.
void test_first_rows() {
  const Problem& problem = *find_problem("andrews");
  std::vector<double> times;
  for (int k = 0; k <= 20; ++k) times.push_back(problem.t0 + k * 6e-5);
  const auto methods = implicit_methods();
  const Solution exact = solve(problem, methods[2], 1e-12, times);
  for (const NamedMethod& method : methods) {
    double least = kInfinity;
    for (double exponent = -7; exponent > -11; exponent -= 0.25) {
      const Solution found = solve(problem, method, std::pow(10, exponent), times);
      for (std::size_t k = 0; k < times.size(); ++k)
        least = std::min(least, digits(found.rows.at(k), exact.rows.at(k), 0, 27));
    }
    std::printf("andrews %-6s first rows: at least %.2f digits\n", method.name, least);
    const bool is_gam = std::string(method.name) == "gam";  // at 1e-7 it has no more
    check::that(least > (is_gam ? 5.5 : 8), std::string("andrews, first rows of ") + method.name);
  }
}

}  // namespace

int main() {
  test_squeezer();
  test_finest_tolerances();
  test_rows();
  test_first_rows();
  return check::summary("index 3 near rounding");
}
