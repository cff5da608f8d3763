// Modified extended BDF with fixed step and fixed k: measured orders of the solution and of the
// dense output, for an ODE and for differential-algebraic equations of index 1, 2 and 3.
#include "check.hpp"
#include "core/lambda_model.hpp"
#include "integrators/mebdf.hpp"

#include <cmath>
#include <functional>
#include <utility>

namespace {

using namespace dts;
using Exact = std::function<Vector(double)>;

// A problem with known solution.
struct Case {
  std::string name;
  LambdaModel::Rhs rhs;
  Exact exact;
  int n_differential;
  std::array<Index, 3> index_counts;
  std::array<int, 3> loss;  // of order, for variables of index 1, 2, 3
  double h_factor;
};

Vector vector(std::initializer_list<double> values) {
  Vector v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

Case ode() {
  return {"ODE",
          [](double, ConstVectorRef y, VectorRef f) {
            const double pull = 1 - y[0] * y[0] - y[1] * y[1];
            f[0] = -y[1] + pull * y[0];
            f[1] = y[0] + pull * y[1];
          },
          [](double t) {
            return vector({std::cos(t), std::sin(t)});
          },
          2,
          {2, 0, 0},
          {0, 0, 0},
          2.0};
}

Case index1() {
  return {"index 1",
          [](double t, ConstVectorRef y, VectorRef f) {
            f[0] = y[1] * std::cos(t);
            f[1] = y[1] * y[1] - y[0] * y[0];
          },
          [](double t) {
            return vector({std::exp(std::sin(t)), std::exp(std::sin(t))});
          },
          1,
          {2, 0, 0},
          {0, 0, 0},
          1.0};
}

// A particle on the unit circle: q'' = F(t) - 2 lambda q with angle t + sin(t) / 2 and
// lambda = cos(t); bound to it by its velocity (index 2) or by its position (index 3).
void move_on_circle(double t, ConstVectorRef y, VectorRef f) {
  const double angle = t + std::sin(t) / 2, speed = 1 + std::cos(t) / 2;
  const double c = std::cos(angle), s = std::sin(angle), pull = -std::sin(t) / 2;
  f[0] = y[2];
  f[1] = y[3];
  f[2] = -speed * speed * c - pull * s + 2 * std::cos(t) * c - 2 * y[4] * y[0];
  f[3] = -speed * speed * s + pull * c + 2 * std::cos(t) * s - 2 * y[4] * y[1];
}

Vector on_circle(double t) {
  const double angle = t + std::sin(t) / 2, speed = 1 + std::cos(t) / 2;
  const double c = std::cos(angle), s = std::sin(angle);
  return vector({c, s, -speed * s, speed * c, std::cos(t)});
}

Case index2() {
  return {"index 2",
          [](double t, ConstVectorRef y, VectorRef f) {
            move_on_circle(t, y, f);
            f[4] = y[0] * y[2] + y[1] * y[3];
          },
          on_circle,
          4,
          {4, 1, 0},
          {0, 1, 0},
          1.0};
}

Case index3() {
  return {"index 3",
          [](double t, ConstVectorRef y, VectorRef f) {
            move_on_circle(t, y, f);
            f[4] = y[0] * y[0] + y[1] * y[1] - 1;
          },
          on_circle,
          4,
          {2, 2, 1},
          {1, 1, 2},
          1.0};
}

std::unique_ptr<LambdaModel> make_model(const Case& c) {
  const Index n = c.exact(0).size();
  auto model = std::make_unique<LambdaModel>(n, c.rhs);
  model->set_index_counts(c.index_counts);
  if (c.n_differential < n) {
    StructuredMatrix mass(Structure::banded(n, 0, 0));
    for (Index i = 0; i < c.n_differential; ++i) mass.set(i, i, 1.0);
    model->set_mass(std::move(mass));
  }
  return model;
}

struct Errors {
  std::array<double, 3> mesh{};     // at the mesh points, variables of index 1, 2, 3
  std::array<double, 3> between{};  // of the dense output
  std::array<double, 3> slope{};    // of its derivative
  bool solved = true;
};

// The three stages in their order, without any control.
class FixedStep : public Mebdf {
 public:
  FixedStep(Model& model, Tolerances tolerances)
      : Mebdf(model, std::move(tolerances), {}, kMebdfMaxOrder) {
    max_iterations_ = 50;  // to rounding: the matrix is that of the first stage
  }

  Errors run(const Exact& exact, int k, double t0, double h, int n_steps) {
    Errors errors;
    remember(exact, k, t0, h);
    for (int i = 0; i < n_steps && errors.solved; ++i) {
      h_beta_factored_ = 0;
      has_jacobian_ = has_look_ahead_ = false;
      t1_ = t_ + h;
      t2_ = t_ + 2 * h;
      predict();
      errors.solved = first_stage() == Outcome::ok;
      next_.advance(history_, x1_);
      errors.solved = errors.solved && second_stage() == Outcome::ok;
      errors.solved = errors.solved && third_stage() == Outcome::ok;
      next_.advance(history_, x_new_);
      history_.swap(next_);
      y_ = history_.difference(0);
      history_.to_dense(t_, t_ + h, h, dense_);
      t_ = t0 + (i + 1) * h;
      measure(exact, h, errors);
    }
    return errors;
  }

 private:
  void remember(const Exact& exact, int k, double t0, double h) {
    t_ = t0;
    h_next_ = h;
    const Vector difference = exact(t0 - k * h) - exact(t0 - (k + 1) * h);
    history_.start(exact(t0 - k * h), difference, 1.0);
    for (int j = k - 1; j >= 0; --j) {
      next_.advance(history_, Vector(exact(t0 - j * h) - exact(t0 - (j + 1) * h)));
      if (next_.order() < k) next_.raise();
      history_.swap(next_);
    }
    y_ = history_.difference(0);
  }
  // Raises the largest errors seen, index by index.
  void collect(const Vector& error, std::array<double, 3>& largest) const {
    Index first = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Index count = model_.index_counts()[i];
      if (count > 0)
        largest[i] = std::max(largest[i], error.segment(first, count).cwiseAbs().maxCoeff());
      first += count;
    }
  }
  void measure(const Exact& exact, double h, Errors& errors) const {
    constexpr double d = 1e-3;  // for slopes by a difference formula of order 4
    Vector u(y_.size());
    collect(history_.difference(0) - exact(t_), errors.mesh);
    for (double x : {0.25, 0.5, 0.75}) {
      const double t = t_ - x * h;
      dense_.value(t, u);
      collect(u - exact(t), errors.between);
      dense_.derivative(t, u);
      const Vector slope =
          (8 * (exact(t + d) - exact(t - d)) - exact(t + 2 * d) + exact(t - 2 * d)) / (12 * d);
      collect(u - slope, errors.slope);
    }
  }
};

Errors errors_of(const Case& c, int k, double h) {
  const auto model = make_model(c);
  const Index n = model->size();
  FixedStep stepper(*model, {Vector::Constant(n, 1e-13), Vector::Constant(n, 1e-13)});
  return stepper.run(c.exact, k, 0.0, h, static_cast<int>(std::ceil(2 / h)));
}

// ODEs and index 1: order k + 1.  Beyond, the derivatives (y - psi) / (h beta) of the first two
// stages, which enter the corrector, carry the errors that BDF_k makes in one step: h^k in
// variables of index 2, h^{k-1} in those of index 3.  Constraints turn them into errors of the
// multipliers, which lose one order per index; with index 3 they also leave h^{k+1} in y and z,
// since the directions of the constraint differ from t + h to t + 2h.
void test_order(const Case& c) {
  // Small enough for the expansion to hold, far enough from rounding.
  const double steps[] = {1e-3, 0.01, 0.03, 0.03, 0.04, 0.05, 0.06, 0.07};
  for (int k = 1; k <= kMebdfMaxOrder; ++k) {
    const double h = c.h_factor * steps[k - 1];
    const Errors coarse = errors_of(c, k, h), fine = errors_of(c, k, h / 2);
    const std::string where = c.name + ", k = " + std::to_string(k);
    check::that(coarse.solved && fine.solved, "all stages solved, " + where);
    // With k = 7, 8 double precision ends before the leading term is alone.
    const double allowance = k < 7 ? 0.3 : 0.7;
    for (std::size_t i = 0; i < 3; ++i) {
      if (c.index_counts[i] == 0) continue;
      const double expected = k + 1 - c.loss[i];
      const double mesh = std::log2(coarse.mesh[i] / fine.mesh[i]);
      const double dense = std::log2(coarse.between[i] / fine.between[i]);
      const double slope = std::log2(coarse.slope[i] / fine.slope[i]);
      std::printf(
          "%-9s k %d, index %d: errors %.1e %.1e order %.2f; dense output %.1e, order %.2f;"
          " its derivative %.1e, order %.2f\n",
          c.name.c_str(), k, static_cast<int>(i) + 1, coarse.mesh[i], fine.mesh[i], mesh,
          fine.between[i], dense, fine.slope[i], slope);
      const std::string which = where + ", variables of index " + std::to_string(i + 1);
      check::that(mesh > expected - allowance, "order of the solution, " + which);
      check::that(dense > expected - allowance, "order of the dense output, " + which);
      check::that(slope > expected - 1 - allowance, "order of its derivative, " + which);
    }
  }
}

}  // namespace

int main() {
  test_order(ode());
  test_order(index1());
  test_order(index2());
  test_order(index3());
  return check::summary("mebdf, order");
}
