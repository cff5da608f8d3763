// A kink that no step size helps to pass: Newton's iteration with J of one side diverges on the
// other.  And a jump, whose error no step size makes smaller.
#include "check.hpp"
#include "implicit_methods.hpp"

namespace {

using namespace dts;

constexpr double kGain = 3.3;  // of an iteration with J = 1 where it should be 1 + kGain
constexpr double kAt = 1.2345;

// y1' = -y1 + y2, 0 = y2 - kGain max(d - y2, 0), d = t - kAt, if the steeper side lies beyond
// (direction 1), or the same with d = kAt - t (-1).
Exact kinked(double direction) {
  const double slope = kGain / (1 + kGain);
  auto rhs = [direction](double t, ConstVectorRef y, VectorRef f) {
    f[0] = -y[0] + y[1];
    f[1] = y[1] - kGain * std::max(direction * (t - kAt) - y[1], 0.0);
  };
  // y1' = -y1 + slope x has the solution slope (x - 1) + c e^-x.
  auto solution = [=](double t) {
    const double x = t - kAt;
    if (direction > 0)
      return values({x > 0 ? slope * (x - 1 + std::exp(-x)) : 0, slope * std::max(x, 0.0)});
    return values({x < 0 ? slope * (1 - x) : slope * std::exp(-x), slope * std::max(-x, 0.0)});
  };
  Exact e{direction > 0 ? "kink entered" : "kink left", std::make_unique<LambdaModel>(2, rhs),
          solution};
  e.model->set_mass(leading_ones(2, 1));
  return e;
}

void test_solver(const std::string& name, const MakeStepper& make) {
  for (const double direction : {1.0, -1.0})
    for (int digits = 3; digits <= 10; ++digits) {
      Exact e = kinked(direction);
      const double tol = std::pow(10, -digits);
      std::unique_ptr<Stepper> stepper = make(*e.model, tol);
      double worst = 0;
      const Run run = integrate(*stepper, 0, e.solution(0), 2, [&] {
        const Vector error = stepper->y() - e.solution(stepper->t());
        worst = std::max(worst, error.cwiseAbs().maxCoeff());
      });
      const std::string at = name + ", " + e.name + ", " + std::to_string(digits) + " digits: ";
      check::that(run.status == Status::ok && stepper->t() == 2, at + "reaches the end");
      check::that(worst < 100 * tol, at + "error " + std::to_string(worst / tol) + " tolerances");
      if (name == "mebdf") continue;  // tries to sum up series of increments before
      check::that(run.attempts - run.accepted < 40,
                  at + std::to_string(run.attempts - run.accepted) + " attempts rejected");
    }
}

// y1' = -y1 + y2, 0 = y2 - 1 - [y1 > 1/2]: y2 jumps from 1 to 2 at t = log 2.
std::unique_ptr<LambdaModel> jumping() {
  auto rhs = [](double, ConstVectorRef y, VectorRef f) {
    f[0] = -y[0] + y[1];
    f[1] = y[1] - (y[0] > 0.5 ? 2 : 1);
  };
  // By differences J would be wrong where they cross the jump.
  auto jacobian = [](double, ConstVectorRef, StructuredMatrix& j) {
    j.set(0, 0, -1);
    j.set(0, 1, 1);
    j.set(1, 1, 1);
  };
  auto model = std::make_unique<LambdaModel>(2, rhs, jacobian);
  model->set_mass(leading_ones(2, 1));
  return model;
}

void test_jump(const std::string& name, const MakeStepper& make) {
  const double t_jump = std::log(2.0);
  auto solution = [t_jump](double t) {
    return t < t_jump ? 1 - std::exp(-t) : 2 - 1.5 * std::exp(t_jump - t);
  };
  for (int tenths = 30; tenths <= 100; tenths += 5) {
    const std::unique_ptr<LambdaModel> model = jumping();
    const double tol = std::pow(10, -tenths / 10.0);
    std::unique_ptr<Stepper> stepper = make(*model, tol);
    double worst = 0;
    const Run run = integrate(*stepper, 0, values({0, 1}), 2, [&] {
      worst = std::max(worst, std::abs(stepper->y()[0] - solution(stepper->t())));
    });
    const std::string at = name + ", jump, " + std::to_string(tenths / 10.0) + " digits: ";
    check::that(run.status == Status::ok && stepper->t() == 2, at + "reaches the end");
    check::that(worst < 100 * tol, at + "error " + std::to_string(worst / tol) + " tolerances");
    check::that(run.attempts - run.accepted < 60,
                at + std::to_string(run.attempts - run.accepted) + " attempts rejected");
  }
}

}  // namespace

int main() {
  for (const NamedMethod& method : implicit_methods()) {
    test_solver(method.name, method.make);
    test_jump(method.name, method.make);
  }
  return check::summary("kink");
}
