// What the tests of the block methods share: problems with known solutions, and running a stepper.
#pragma once

#include "check.hpp"

#include "core/lambda_model.hpp"
#include "core/stepper.hpp"
#include "core/tolerances.hpp"
#include "problems/builtin_model.hpp"
#include "problems/catalogue.hpp"

#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dts {

inline Tolerances equal_tolerances(Index n, double tol) {
  return {Vector::Constant(n, tol), Vector::Constant(n, tol)};
}

inline StepLimits first_step_of(double h) {
  StepLimits limits;
  limits.h_initial = h;
  return limits;
}

struct Run {
  Status status = Status::ok;
  long attempts = 0, accepted = 0;
  int max_order = 0;
};

// Attempts until t_end, or until the stepper gives up.  `after` sees every accepted step.
inline Run integrate(Stepper& stepper, double t, const Vector& y, double t_end,
                     const std::function<void()>& after = nullptr) {
  constexpr long kMaxAttempts = 200000;
  Run run;
  run.status = stepper.start(t, y, nullptr, t_end);
  while (run.status == Status::ok && stepper.t() != t_end) {
    if (++run.attempts > kMaxAttempts) {
      run.status = Status::too_many_steps;
      break;
    }
    const Attempt outcome = stepper.attempt(t_end);
    if (outcome == Attempt::failed) run.status = stepper.failure().status;
    if (outcome != Attempt::accepted) continue;
    ++run.accepted;
    run.max_order = std::max(run.max_order, stepper.order());
    if (after) after();
  }
  return run;
}

// A model with its solution.
struct Exact {
  std::string name;
  std::unique_ptr<LambdaModel> model;
  std::function<Vector(double)> solution;
};

inline StructuredMatrix leading_ones(Index n, Index ones) {
  StructuredMatrix mass(Structure::banded(n, 0, 0));
  for (Index i = 0; i < ones; ++i) mass.set(i, i, 1);
  return mass;
}

inline Vector values(std::initializer_list<double> list) {
  Vector v(static_cast<Index>(list.size()));
  Index i = 0;
  for (double x : list) v[i++] = x;
  return v;
}

// Kaps: y1 = exp(-2t), y2 = exp(-t), stiffness 1/eps.
inline Exact kaps(double eps) {
  auto rhs = [eps](double, ConstVectorRef y, VectorRef f) {
    f[0] = -(1 / eps + 2) * y[0] + y[1] * y[1] / eps;
    f[1] = y[0] - y[1] - y[1] * y[1];
  };
  return {"Kaps", std::make_unique<LambdaModel>(2, rhs), [](double t) {
            return values({std::exp(-2 * t), std::exp(-t)});
          }};
}

// Motion on the unit circle, (sin t, cos t), which attracts; a third variable follows its square.
// Nonlinear, and the steps do not grow: for orders of convergence.
inline Exact circle_stiff() {
  auto rhs = [](double, ConstVectorRef y, VectorRef f) {
    const double pull = 1 - y[0] * y[0] - y[1] * y[1];
    f[0] = y[1] + pull * y[0];
    f[1] = -y[0] + pull * y[1];
    f[2] = -1e3 * (y[2] - y[0] * y[0]) + 2 * y[0] * y[1];
  };
  return {"stiff", std::make_unique<LambdaModel>(3, rhs), [](double t) {
            return values({std::sin(t), std::cos(t), std::sin(t) * std::sin(t)});
          }};
}

inline Exact circle_index1() {
  auto rhs = [](double, ConstVectorRef y, VectorRef f) {
    const double pull = 1 - y[2] - y[1] * y[1];
    f[0] = y[1] + pull * y[0];
    f[1] = -y[0] + pull * y[1];
    f[2] = y[2] - y[0] * y[0];
  };
  Exact e{"index 1", std::make_unique<LambdaModel>(3, rhs), [](double t) {
            return values({std::sin(t), std::cos(t), std::sin(t) * std::sin(t)});
          }};
  e.model->set_mass(leading_ones(3, 2));
  return e;
}

// The multiplier z = sin t keeps the point on the circle.
inline Exact circle_index2() {
  auto rhs = [](double t, ConstVectorRef y, VectorRef f) {
    const double pull = y[2] - std::sin(t);
    f[0] = y[1] + pull * y[0];
    f[1] = -y[0] + pull * y[1];
    f[2] = y[0] * y[0] + y[1] * y[1] - 1;
  };
  Exact e{"index 2", std::make_unique<LambdaModel>(3, rhs), [](double t) {
            return values({std::sin(t), std::cos(t), std::sin(t)});
          }};
  e.model->set_mass(leading_ones(3, 2));
  e.model->set_index_counts({2, 1, 0});
  return e;
}

// A pendulum pushed such that it moves evenly; its multiplier is 2 + sin t.
inline Exact circle_index3() {
  auto rhs = [](double t, ConstVectorRef y, VectorRef f) {
    const double force = 1 + std::sin(t) - y[4];
    f[0] = y[2];
    f[1] = y[3];
    f[2] = force * y[0];
    f[3] = force * y[1];
    f[4] = y[0] * y[0] + y[1] * y[1] - 1;
  };
  Exact e{"index 3", std::make_unique<LambdaModel>(5, rhs), [](double t) {
            return values({std::sin(t), std::cos(t), std::cos(t), -std::sin(t), 2 + std::sin(t)});
          }};
  e.model->set_mass(leading_ones(5, 4));
  e.model->set_index_counts({2, 2, 1});
  return e;
}

// The same for high orders, which are down to rounding on the circle before their Newton iteration
// converges.  Here the solution is driven: (sin wt, cos wt, ...) varies as fast as w says, while
// the nonlinear terms that Newton has to deal with stay small.
inline Exact driven_stiff(double w) {
  auto rhs = [w](double t, ConstVectorRef y, VectorRef f) {
    const double s = std::sin(w * t), ds = w * std::cos(w * t);
    f[0] = ds - 0.1 * (y[0] * y[0] - s * s);
    f[1] = -1e7 * (y[1] - y[0] * y[0]) + 2 * s * ds;
  };
  return {"driven, stiff", std::make_unique<LambdaModel>(2, rhs), [w](double t) {
            return values({std::sin(w * t), std::sin(w * t) * std::sin(w * t)});
          }};
}

inline Exact driven_index1(double w) {
  auto rhs = [w](double t, ConstVectorRef y, VectorRef f) {
    const double s = std::sin(w * t), c = std::cos(w * t), pull = y[2] - s - 0.1 * c * c;
    f[0] = w * c - 0.1 * pull;
    f[1] = -w * s + 0.1 * pull * y[0];
    f[2] = y[2] - y[0] - 0.1 * y[1] * y[1];
  };
  Exact e{"driven, index 1", std::make_unique<LambdaModel>(3, rhs), [w](double t) {
            const double s = std::sin(w * t), c = std::cos(w * t);
            return values({s, c, s + 0.1 * c * c});
          }};
  e.model->set_mass(leading_ones(3, 2));
  return e;
}

inline Exact driven_index2(double w) {
  auto rhs = [w](double t, ConstVectorRef y, VectorRef f) {
    const double s = std::sin(w * t), c = std::cos(w * t), pull = y[2] - s;
    f[0] = w * c + pull;
    f[1] = -w * s + 0.1 * pull * y[0];
    f[2] = y[0] + 0.1 * y[1] * y[1] - s - 0.1 * c * c;
  };
  Exact e{"driven, index 2", std::make_unique<LambdaModel>(3, rhs), [w](double t) {
            return values({std::sin(w * t), std::cos(w * t), std::sin(w * t)});
          }};
  e.model->set_mass(leading_ones(3, 2));
  e.model->set_index_counts({2, 1, 0});
  return e;
}

inline Exact driven_index3(double w) {
  auto rhs = [w](double t, ConstVectorRef y, VectorRef f) {
    const double s = std::sin(w * t), c = std::cos(w * t), pull = y[4] - s;
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -w * w * s + pull;
    f[3] = -w * w * c + 0.1 * pull * y[0];
    f[4] = y[0] + 0.1 * y[1] * y[1] - s - 0.1 * c * c;
  };
  Exact e{"driven, index 3", std::make_unique<LambdaModel>(5, rhs), [w](double t) {
            const double s = std::sin(w * t), c = std::cos(w * t);
            return values({s, c, w * c, -w * s, s});
          }};
  e.model->set_mass(leading_ones(5, 4));
  e.model->set_index_counts({2, 2, 1});
  return e;
}

// One of the above with its frequency, for a table of cases.
inline std::function<Exact()> at(Exact (*problem)(double), double w) {
  return [problem, w] { return problem(w); };
}

// Hairer, Lubich, Roche (1989), index 2: y = (e^t, e^-2t), z = e^2t.
inline Exact index2() {
  auto rhs = [](double, ConstVectorRef y, VectorRef f) {
    f[0] = y[0] * y[1] * y[1] * y[2] * y[2];
    f[1] = y[0] * y[0] * y[1] * y[1] - 3 * y[1] * y[1] * y[2];
    f[2] = y[0] * y[0] * y[1] - 1;
  };
  Exact e{"index 2", std::make_unique<LambdaModel>(3, rhs), [](double t) {
            return values({std::exp(t), std::exp(-2 * t), std::exp(2 * t)});
          }};
  e.model->set_mass(leading_ones(3, 2));
  e.model->set_index_counts({2, 1, 0});
  return e;
}

// Hairer, Lubich, Roche (1989), index 3: y = (e^2t, e^-t), z = (e^2t, e^-t), u = e^t.
inline Exact index3() {
  auto rhs = [](double, ConstVectorRef x, VectorRef f) {
    const double y1 = x[0], y2 = x[1], z1 = x[2], z2 = x[3], u = x[4];
    f[0] = 2 * y1 * y2 * z1 * z2;
    f[1] = -y1 * y2 * z2 * z2;
    f[2] = (y1 * y2 + z1 * z2) * u;
    f[3] = -y1 * y2 * y2 * z2 * z2 * u;
    f[4] = y1 * y2 * y2 - 1;
  };
  Exact e{
      "index 3", std::make_unique<LambdaModel>(5, rhs), [](double t) {
        return values({std::exp(2 * t), std::exp(-t), std::exp(2 * t), std::exp(-t), std::exp(t)});
      }};
  e.model->set_mass(leading_ones(5, 4));
  e.model->set_index_counts({2, 2, 1});
  return e;
}

// A stiff component that follows cos t, and a harmonic oscillator.
inline Exact follower() {
  auto rhs = [](double t, ConstVectorRef y, VectorRef f) {
    f[0] = -100 * (y[0] - std::cos(t)) - std::sin(t);
    f[1] = y[2];
    f[2] = -y[1];
  };
  return {"follower", std::make_unique<LambdaModel>(3, rhs), [](double t) {
            return values({std::cos(t), std::sin(t), std::cos(t)});
          }};
}

// `make` builds a stepper for a model and a tolerance, or for a model and a fixed spacing.
using MakeStepper = std::function<std::unique_ptr<Stepper>(Model&, double)>;

// Blocks of fixed length on [0, 4], the tolerance of the error test wide and that of Newton narrow:
// the order seen in the variables of index 1 when their number grows from `coarse` to `fine`.
struct OrderCase {
  std::function<Exact()> problem;
  int order;
  int coarse, fine;  // where neither Newton fails nor rounding shows
  double at_least;
  int n_short = 0;  // shorter blocks that `make` begins with
};

inline void check_order(const OrderCase& c, int block, const MakeStepper& make) {
  double error[2];
  const int n_blocks[2] = {c.coarse, c.fine};
  for (int i = 0; i < 2; ++i) {
    Exact e = c.problem();
    std::unique_ptr<Stepper> stepper = make(*e.model, 4.0 / (n_blocks[i] * block));
    const Run run = integrate(*stepper, 0, e.solution(0), 4);
    const long expected = n_blocks[i] + c.n_short;
    check::that(run.status == Status::ok && run.accepted == expected && run.attempts == expected,
                e.name + " integrated with fixed steps, order " + std::to_string(c.order));
    error[i] = (stepper->y() - e.solution(4)).head(2).cwiseAbs().maxCoeff();
  }
  const double seen =
      std::log(error[0] / error[1]) / std::log(static_cast<double>(c.fine) / c.coarse);
  std::printf("%-16s order %2d: errors %.1e %.1e, observed %.2f\n", c.problem().name.c_str(),
              c.order, error[0], error[1], seen);
  check::that(seen > c.at_least, c.problem().name + " at order " + std::to_string(c.order) +
                                     ": observed " + std::to_string(seen));
}

inline StepLimits fixed_step(double h) {
  StepLimits limits = first_step_of(h);
  limits.h_max = h;
  return limits;
}

// A row of the tables measured with the authors' codes: rtol = atol, first spacing 1e-6.
struct ReferenceRun {
  const char* problem;
  double tol;
  long attempts, rejected, f, jacobians, factorisations;
  double mescd;
};

struct MeasuredRun {
  ReferenceRun counts;
  Status status;
};

inline double mescd(const Problem& problem, const Vector& y) {
  const State& reference = problem.reference.most_accurate();
  double digits = 99;
  for (Index i = 0; i < y.size(); ++i)
    digits =
        std::min(digits, -std::log10(std::abs(y[i] - reference[i]) / (1 + std::abs(reference[i]))));
  return digits;
}

inline MeasuredRun measure(const std::string& name, double tol, const MakeStepper& make) {
  const Problem& problem = *find_problem(name);
  const Parameters p = problem.default_parameters();
  BuiltinModel model(problem, p, Storage::dense);
  const State y = problem.initial_state(p);
  std::unique_ptr<Stepper> stepper = make(model, tol);
  const Run run = integrate(*stepper, problem.t0, Eigen::Map<const Vector>(y.data(), model.size()),
                            problem.t_end);
  return {{problem.name.c_str(), tol, run.attempts, run.attempts - run.accepted,
           static_cast<long>(model.counts().rhs - model.counts().rhs_jacobian),
           static_cast<long>(model.counts().jacobian),
           static_cast<long>(stepper->counts().factorisations), mescd(problem, stepper->y())},
          run.status};
}

}  // namespace dts
