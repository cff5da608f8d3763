// What both block methods must do, told through the interface of a stepper alone.
#pragma once

#include "block_helpers.hpp"

#include <limits>
#include <utility>

namespace dts::block_tests {

inline void compare_exactly(const ReferenceRun& r, const MakeStepper& make) {
  const MeasuredRun run = measure(r.problem, r.tol, make);
  const ReferenceRun& m = run.counts;
  const std::string name = std::string(r.problem) + " at " + std::to_string(-std::log10(r.tol));
  const auto equal = [&](long value, long expected, const char* what) {
    check::that(value == expected, name + ", " + what + ": " + std::to_string(value) + " for " +
                                       std::to_string(expected));
  };
  check::that(run.status == Status::ok, name + " succeeds");
  equal(m.attempts, r.attempts, "attempts");
  equal(m.rejected, r.rejected, "rejected");
  equal(m.f, r.f, "evaluations");
  equal(m.jacobians, r.jacobians, "Jacobians");
  equal(m.factorisations, r.factorisations, "factorisations");
  check::close(m.mescd, r.mescd, 0.011, name + ", mescd");
}

// Runs that rounding decides in detail: each within bounds, and on the whole not more expensive.
template <std::size_t N>
void compare_broadly(const ReferenceRun (&runs)[N], const MakeStepper& make) {
  double log_f = 0, log_lu = 0, digits = 0;
  for (const ReferenceRun& r : runs) {
    const MeasuredRun run = measure(r.problem, r.tol, make);
    const ReferenceRun& m = run.counts;
    const std::string name = std::string(r.problem) + " at " + std::to_string(-std::log10(r.tol));
    check::that(run.status == Status::ok, name + " succeeds");
    check::that(m.f < 1.2 * r.f,
                name + ", evaluations: " + std::to_string(m.f) + " for " + std::to_string(r.f));
    check::that(m.mescd > r.mescd - 0.75,
                name + ", mescd: " + std::to_string(m.mescd) + " for " + std::to_string(r.mescd));
    log_f += std::log(static_cast<double>(m.f) / static_cast<double>(r.f)) / N;
    log_lu +=
        std::log(static_cast<double>(m.factorisations) / static_cast<double>(r.factorisations)) / N;
    digits += (m.mescd - r.mescd) / N;
  }
  check::that(log_f < 0.005, "evaluations on the whole: factor " + std::to_string(std::exp(log_f)));
  check::that(log_lu < 0.005,
              "factorisations on the whole: factor " + std::to_string(std::exp(log_lu)));
  check::that(digits > -0.1, "digits on the whole: " + std::to_string(digits));
}

// Problems of index 2 and 3, whose errors the original judges times h and h^2: more digits here.
template <std::size_t N>
void compare_digits(const ReferenceRun (&runs)[N], const MakeStepper& make) {
  for (const ReferenceRun& r : runs) {
    const MeasuredRun run = measure(r.problem, r.tol, make);
    const std::string name = std::string(r.problem) + " at " + std::to_string(-std::log10(r.tol));
    check::that(run.status == Status::ok, name + " succeeds");
    check::that(run.counts.mescd > r.mescd, name + ", mescd: " + std::to_string(run.counts.mescd) +
                                                " for " + std::to_string(r.mescd));
  }
}

// Largest error between the nodes, at 2001 times.
inline void test_dense_output(const MakeStepper& make,
                              const std::vector<std::pair<double, double>>& expected) {
  for (const auto& [tol, error] : expected) {
    Exact e = follower();
    std::unique_ptr<Stepper> stepper = make(*e.model, tol);
    double worst = 0, worst_end = 0, worst_slope = 0;
    int next = 0;
    Vector y(3), dy(3);
    integrate(*stepper, 0, e.solution(0), 10, [&] {
      stepper->prepare_dense();
      const DensePolynomial& dense = stepper->dense();
      check::that(dense.begin() == stepper->t_old() && dense.end() == stepper->t(),
                  "dense output covers the step");
      dense.value(stepper->t(), y);
      worst_end = std::max(worst_end, (y - stepper->y()).cwiseAbs().maxCoeff());
      for (; next <= 2000 && 0.005 * next <= stepper->t(); ++next) {
        const double t = 0.005 * next;
        dense.value(t, y);
        worst = std::max(worst, (y - e.solution(t)).cwiseAbs().maxCoeff());
        dense.derivative(t, dy);
        worst_slope = std::max(worst_slope, std::abs(dy[1] - std::cos(t)));
      }
    });
    const std::string at = " at tolerance 1e" + std::to_string(std::lround(std::log10(tol)));
    check::that(next == 2001, "all output times are covered" + at);
    check::that(worst < 3 * error, "error of the dense output" + at + ": " +
                                       std::to_string(worst / error) + " times the expected");
    check::that(worst_end == 0, "dense output ends at y" + at);
    check::that(worst_slope < 1e3 * tol, "slope of the dense output" + at);
  }
}

// A model that remembers how far it was asked.
struct Watched {
  double least = kInfinity, greatest = -kInfinity;
  std::unique_ptr<LambdaModel> model;
};

inline void watch(Watched& w) {
  w.model = std::make_unique<LambdaModel>(2, [&w](double t, ConstVectorRef y, VectorRef f) {
    w.least = std::min(w.least, t);
    w.greatest = std::max(w.greatest, t);
    f[0] = -50 * (y[0] - std::cos(t));
    f[1] = -y[1] * y[0];
  });
}

inline void test_limits_and_direction(const MakeStepper& make) {
  Watched w;
  watch(w);
  std::unique_ptr<Stepper> stepper = make(*w.model, 1e-8);
  stepper->start(0, values({0.5, 1}), nullptr, 3);
  bool in_order = true;
  for (double wall : {0.1, 0.1000001, 0.75, 1.0, 3.0}) {
    for (int i = 0; i < 10000 && stepper->t() != wall; ++i)
      if (stepper->attempt(wall) == Attempt::failed) break;
    check::that(stepper->t() == wall, "a wall is reached exactly");
    in_order = in_order && w.greatest <= wall;
  }
  check::that(in_order, "f is never evaluated beyond the limit");

  // There and back again: the stiff part is unstable backwards, so only the oscillator.
  auto rhs = [](double t, ConstVectorRef y, VectorRef f) {
    f[0] = y[1];
    f[1] = -y[0] + 0.1 * std::sin(t);
  };
  LambdaModel model(2, rhs);
  const Vector start = values({1, 0});
  stepper = make(model, 1e-9);
  check::that(integrate(*stepper, -1, start, 7).status == Status::ok, "forward run");
  const Vector end = stepper->y();
  check::that(integrate(*stepper, 7, end, -1).status == Status::ok, "backward run");
  check::that(stepper->h_last() < 0, "steps of a backward run are negative");
  check::that((stepper->y() - start).cwiseAbs().maxCoeff() < 1e-6, "forward and back again");

  // A restart forgets: two halves with a stepper used before are as good as with a new one.
  Exact e = kaps(1e-3);
  stepper = make(*e.model, 1e-8);
  integrate(*stepper, 0, e.solution(0), 0.5);
  const Vector half = stepper->y();
  integrate(*stepper, 0.5, half, 1);
  const Vector reused = stepper->y();
  std::unique_ptr<Stepper> fresh = make(*e.model, 1e-8);
  integrate(*fresh, 0.5, half, 1);
  check::that((fresh->y() - reused).cwiseAbs().maxCoeff() == 0, "a restart forgets everything");
  check::that((reused - e.solution(1)).cwiseAbs().maxCoeff() < 1e-6, "accuracy after a restart");

  // Large |t|, tiny intervals.
  Exact late = kaps(1e-3);
  stepper = make(*late.model, 1e-6);
  check::that(integrate(*stepper, 1e9, late.solution(0), 1e9 + 1).status == Status::ok,
              "a start at large t");
  stepper = make(*late.model, 1e-6);
  check::that(integrate(*stepper, 0, late.solution(0), 1e-12).status == Status::ok,
              "an interval of 1e-12");
}

inline void test_failures(const MakeStepper& make) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  {  // f exists only up to t = 0.5
    LambdaModel model(1, [=](double t, ConstVectorRef, VectorRef f) { f[0] = t > 0.5 ? nan : 1; });
    std::unique_ptr<Stepper> stepper = make(model, 1e-6);
    const Run run = integrate(*stepper, 0, values({0}), 1);
    check::that(run.status == Status::not_finite, "values that are not finite are named as such");
    check::close(stepper->t(), 0.5, 1e-9, "the run goes up to where f ends");
    check::close(stepper->y()[0], stepper->t(), 1e-9, "y is right up to there");
  }
  {  // not finite at once
    LambdaModel model(1, [=](double, ConstVectorRef, VectorRef f) { f[0] = nan; });
    check::that(integrate(*make(model, 1e-6), 0, values({0}), 1).status == Status::not_finite,
                "f not finite at the start");
  }
  {  // a hole that smaller steps avoid: sqrt of a solution that stays positive
    LambdaModel model(1, [](double, ConstVectorRef y, VectorRef f) { f[0] = -std::sqrt(y[0]); });
    std::unique_ptr<Stepper> stepper = make(model, 1e-6);
    check::that(integrate(*stepper, 0, values({1}), 1.9).status == Status::ok,
                "steps that leave the domain of f are only rejected");
    check::close(stepper->y()[0], 0.0025, 1e-4, "solution near the border of the domain");
  }
  {  // y' = y^2 explodes at t = 1
    LambdaModel model(1, [](double, ConstVectorRef y, VectorRef f) { f[0] = y[0] * y[0]; });
    std::unique_ptr<Stepper> stepper = make(model, 1e-6);
    const Run run = integrate(*stepper, 0, values({1}), 2);
    check::that(is_failure(run.status), "an exploding solution is a failure");
    check::close(stepper->failure().t, 1, 1e-3, "time of the explosion");
  }
  {  // nothing determines the second variable
    LambdaModel model(2, [](double, ConstVectorRef y, VectorRef f) {
      f[0] = -y[0];
      f[1] = 0;
    });
    model.set_mass(leading_ones(2, 1));
    check::that(
        integrate(*make(model, 1e-6), 0, values({1, 1}), 1).status == Status::singular_matrix,
        "a singular system is named as such");
  }
  {  // y' = 0: the first iteration has error zero
    LambdaModel model(2, [](double, ConstVectorRef, VectorRef f) { f.setZero(); });
    std::unique_ptr<Stepper> stepper = make(model, 1e-6);
    const Run run = integrate(*stepper, 0, values({1, 2}), 1000);
    check::that(run.status == Status::ok && run.attempts < 20, "y' = 0 is no difficulty");
    check::that(stepper->y()[0] == 1 && stepper->y()[1] == 2, "and keeps y");
  }
  {  // index counts without a mass matrix mean nothing
    Exact e = kaps(1e-2);
    e.model->set_index_counts({1, 1, 0});
    std::unique_ptr<Stepper> stepper = make(*e.model, 1e-8);
    integrate(*stepper, 0, e.solution(0), 1);
    check::that((stepper->y() - e.solution(1)).cwiseAbs().maxCoeff() < 1e-7,
                "index counts without mass matrix are ignored");
  }
}

// One variable with a tolerance of its own must be as accurate as that asks.
inline void test_vector_tolerances(
    const std::function<std::unique_ptr<Stepper>(Model&, Tolerances)>& make) {
  Exact e = follower();
  std::unique_ptr<Stepper> loose = make(*e.model, equal_tolerances(3, 1e-4));
  integrate(*loose, 0, e.solution(0), 10);
  Tolerances tolerances = equal_tolerances(3, 1e-4);
  for (Index i : {1, 2}) tolerances.rtol[i] = tolerances.atol[i] = 1e-9;
  std::unique_ptr<Stepper> strict = make(*e.model, tolerances);
  integrate(*strict, 0, e.solution(0), 10);
  check::that(std::abs(strict->y()[1] - std::sin(10.0)) < 1e-8, "every rtol counts");
  check::that(std::abs(loose->y()[1] - std::sin(10.0)) > 1e-7, "and the loose one is loose");
}

// Hairer, Lubich & Roche's examples with all orders: the variables of index 1 and 2 keep to the
// tolerance, those of index 3 lose a factor h.
inline void test_higher_index(const MakeStepper& make) {
  for (double tol : {1e-5, 1e-6, 1e-7, 1e-8, 1e-9})
    for (const auto& problem : {index2, index3}) {
      Exact e = problem();
      std::unique_ptr<Stepper> stepper = make(*e.model, tol);
      const Run run = integrate(*stepper, 0, e.solution(0), 1);
      const double error = (stepper->y() - e.solution(1)).head(2).cwiseAbs().maxCoeff();
      check::that(run.status == Status::ok && error < 100 * tol,
                  e.name + ": error " + std::to_string(error / tol) + " times the tolerance 1e" +
                      std::to_string(std::lround(std::log10(tol))));
    }
}

// y1' = -y1, 0 = y1 - y2 with y2(0) = 5.
inline void test_inconsistent_start(const MakeStepper& make) {
  for (double tol : {1e-4, 1e-6, 1e-8}) {
    LambdaModel model(2, [](double, ConstVectorRef y, VectorRef f) {
      f[0] = -y[0];
      f[1] = y[0] - y[1];
    });
    model.set_mass(leading_ones(2, 1));
    std::unique_ptr<Stepper> stepper = make(model, tol);
    const Run run = integrate(*stepper, 0, values({1, 5}), 1);
    check::that(run.status == Status::ok, "inconsistent initial values are overcome");
    check::close(stepper->y()[0], std::exp(-1.0), 10 * tol, "without harm to the others");
    check::close(stepper->y()[1], std::exp(-1.0), 10 * tol, "and forgotten");
  }
}

// Concentrations that end at 1e-22, far below any tolerance, but must not cross zero: beyond, the
// equations explode.
inline void test_small_values(const MakeStepper& make) {
  for (int digits = 3; digits <= 11; ++digits) {
    const MeasuredRun run = measure("E5", std::pow(10, -digits), make);
    check::that(
        run.status == Status::ok && run.counts.mescd > 14,
        "E5 with " + std::to_string(digits) + " digits: mescd " + std::to_string(run.counts.mescd));
  }
}

inline void test_behaviour(const MakeStepper& make) {
  test_limits_and_direction(make);
  test_failures(make);
  test_small_values(make);
}

}  // namespace dts::block_tests
