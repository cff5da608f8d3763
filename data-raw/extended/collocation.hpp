// Solves a problem of the catalogue by Radau collocation with s stages in extended precision: the
// equations are evaluated in long double, in the form in which the catalogue states them, whatever
// their index; the stages of a step are found by Newton's method on the full system, with Jacobians
// by automatic differentiation in double.  Slow and simple: an opinion on the reference solutions
// that shares nothing with the solvers of the package but the equations.
#pragma once

#include "radau_nodes.hpp"

#include "linalg/eigen_solvers.hpp"
#include "problems/builtin_model.hpp"

#include <Eigen/SparseLU>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace extended {

using Vec = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Mat = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Sparse = Eigen::SparseMatrix<Real>;

struct Settings {
  int stages = 6;
  Real tol = 1e-12L;  // of the polynomial of degree s in each step, relative to the size of y
  Reals floor;        // sizes below which a component counts as zero; one per component
  double h0 = 0;      // if given: a first step that is not tested, for a start that is not
                      // consistent: it leads to the constraints
};

// G(t, y, y') in long double and its derivatives in double.
template <class System>
class Residual {
 public:
  Residual(const dts::Problem& problem, const dts::Parameters& p)
      : system_(p), model_(problem, p, dts::Storage::sparse), implicit_(problem.is_implicit()) {
    const int n = problem.n;
    yd_.resize(n);
    ypd_.resize(n);
    jacobian_.reset(model_.jacobian_structure());
    if (!implicit_) {
      if (problem.mass)
        mass_ = problem.mass(p);
      else
        for (int i = 0; i < n; ++i) mass_.push_back({i, i, 1.0});
    }
  }

  void enter_piece(double from, double to) {
    dts::detail::enter_piece(system_, from, to, 0);
    model_.enter_piece(from, to);
  }

  bool evaluate(Real t, const Vec& y, const Vec& yp, Vec& r) const {
    const double td = static_cast<double>(t);
    dts::Evaluation outcome;
    if constexpr (has_residual<System>(0)) {
      outcome = dts::detail::evaluate(
          [&] { return system_.residual(td, y.data(), yp.data(), r.data()); });
    } else {
      outcome = dts::detail::evaluate([&] { return system_.rhs(td, y.data(), r.data()); });
      r = -r;
      for (const dts::MassEntry& m : mass_) r[m.row] += Real(m.value) * yp[m.column];
    }
    return outcome == dts::Evaluation::ok && r.allFinite();
  }

  // Calls store(i, j, dG_i/dy_j, dG_i/dy'_j) for all entries.
  template <class Store>
  bool differentiate(Real t, const Vec& y, const Vec& yp, Store store) {
    yd_ = y.template cast<double>();
    ypd_ = yp.template cast<double>();
    const double td = static_cast<double>(t);
    if (!implicit_) {
      if (model_.jacobian(td, yd_, jacobian_) != dts::Evaluation::ok) return false;
      each(jacobian_.sparse(), [&](int i, int j, double v) { store(i, j, -v, 0.0); });
      for (const dts::MassEntry& m : mass_) store(m.row, m.column, 0.0, m.value);
      return true;
    }
    if (model_.residual_jacobian(td, yd_, ypd_, 0.0, jacobian_) != dts::Evaluation::ok)
      return false;
    const dts::StructuredMatrix by_y = jacobian_;
    each(by_y.sparse(), [&](int i, int j, double v) { store(i, j, v, 0.0); });
    model_.residual_jacobian(td, yd_, ypd_, 1.0, jacobian_);
    each(jacobian_.sparse(), [&](int i, int j, double v) { store(i, j, 0.0, v - by_y(i, j)); });
    return true;
  }

 private:
  template <class T>
  static constexpr auto has_residual(int)
      -> decltype(std::declval<T>().residual(0.0, static_cast<const double*>(nullptr),
                                             static_cast<const double*>(nullptr),
                                             static_cast<double*>(nullptr)),
                  true) {
    return true;
  }
  template <class T>
  static constexpr bool has_residual(long) {
    return false;
  }

  template <class Visit>
  static void each(const Eigen::SparseMatrix<double>& a, Visit visit) {
    for (int j = 0; j < a.outerSize(); ++j)
      for (Eigen::SparseMatrix<double>::InnerIterator it(a, j); it; ++it)
        visit(static_cast<int>(it.row()), j, it.value());
  }

  System system_;
  dts::BuiltinModel model_;
  bool implicit_;
  std::vector<dts::MassEntry> mass_;
  dts::Vector yd_, ypd_;
  dts::StructuredMatrix jacobian_;
};

template <class System>
class Collocation {
 public:
  Collocation(const dts::Problem& problem, const dts::Parameters& p, Settings settings)
      : problem_(problem),
        residual_(problem, p),
        set_(std::move(settings)),
        nodes_(set_.stages),
        n_(problem.n),
        s_(set_.stages) {
    const dts::State start = problem.initial_state(p);
    y_.resize(n_);
    for (int i = 0; i < n_; ++i) y_[i] = start[i];
    size_.resize(n_);
    for (int i = 0; i < n_; ++i) size_[i] = std::max(set_.floor[i], std::abs(y_[i]));
    find_differential();
  }

  // y at the end.  A stiffly accurate method does not look at the algebraic variables of the start.
  Vec run() {
    std::vector<double> ends = problem_.restarts(problem_.t0, problem_.t_end);
    ends.push_back(problem_.t_end);
    double from = problem_.t0;
    Real h = set_.h0 > 0 ? set_.h0 : 1e-3L * (problem_.t_end - problem_.t0);
    for (double to : ends) {
      residual_.enter_piece(from, to);
      h = integrate(from, to, std::min<Real>(h, 1e-2L * (Real(to) - from)));
      from = to;
    }
    return y_;
  }

  long n_steps() const { return accepted_; }
  long n_rejected() const { return rejected_; }
  long n_factorisations() const { return factorisations_; }
  const bool trace = std::getenv("TRACE") != nullptr;  // tell every step

 private:
  void find_differential() {
    differential_.assign(n_, false);
    residual_.differentiate(problem_.t0, y_, Vec::Zero(n_), [&](int, int j, double, double v) {
      if (v != 0) differential_[j] = true;
    });
  }

  Real integrate(Real from, Real to, Real h) {
    Real t = from;
    have_polynomial_ = false;
    while (t < to) {
      const bool last = t + 1.0001L * h >= to;
      const Real proposal = h;
      if (last) h = to - t;
      Real error = 0;
      const bool solved = step(t, h);
      if (solved) error = estimate();
      report(t, h, solved, error);
      const bool tested = set_.h0 == 0 || accepted_ > 0;
      if (!solved || (error > 1 && tested)) {
        ++rejected_;
        h *= solved ? std::max(0.1L, 0.8L * std::pow(error, -1.0L / s_)) : 0.25L;
        if (h < 1e-16L * (to - from)) throw std::runtime_error("step too small");
        continue;
      }
      accept(h);
      t = last ? to : t + h;
      h *= std::min(4.0L, std::max(0.2L, 0.8L * std::pow(error + 1e-30L, -1.0L / s_)));
      if (last) h = std::max(h, proposal);
    }
    return h;
  }

  void accept(Real h) {
    ++accepted_;
    y_ += z_.col(s_ - 1);
    for (int i = 0; i < n_; ++i) size_[i] = std::max(size_[i], std::abs(y_[i]));
    polynomial_ = z_;
    polynomial_h_ = h;
    have_polynomial_ = true;
  }

  void report(Real t, Real h, bool solved, Real error) const {
    if (trace)
      std::fprintf(stderr, "t %.12Lg h %.3Lg %s %.3Lg (component %d)\n", t, h,
                   solved ? "error" : "Newton failed", error, worst_);
  }

  // Solves for the stages Y_i = y + z_i by Newton's method, damped so that the increments fall.
  // The branches of the equations make them only piecewise smooth: near a switch a matrix formed
  // on one side may lead astray on the other.
  bool step(Real t, Real h) {
    predict(h);
    if (!factorise(t, h) || !residuals(t, h)) return false;
    Vec increment = solve();
    Real norm = size_of(increment, h);
    for (int iteration = 0; iteration < 60; ++iteration) {
      if (!(norm < 1e10L)) return false;
      const Mat from = z_;
      Real damping = 1, next = 0;
      Vec candidate;
      for (;; damping /= 2) {
        if (damping < 1e-3L) return norm < kStagnation;
        z_ = from - damping * Eigen::Map<const Mat>(increment.data(), n_, s_);
        if (!residuals(t, h)) continue;
        candidate = solve();
        next = size_of(candidate, h);
        if (next <= norm || next < kStagnation) break;
      }
      if (damping == 1 && (next < kRounding || (next < kStagnation && next > 0.3L * norm)))
        return true;
      if (damping < 1 || next > 0.02L * norm) {
        if (next > kStagnation) {
          if (!factorise(t, h)) return false;
          candidate = solve();
          next = size_of(candidate, h);
        }
      }
      increment = candidate;
      norm = next;
    }
    return false;
  }

  // Largest change, relative to the sizes; variables of index 2 and 3 count less, as their
  // rounding errors grow with 1/h and 1/h^2.
  Real size_of(const Vec& increment, Real h) const {
    const auto counts = problem_.counts_by_index();
    const Real relative = h / (Real(problem_.t_end) - problem_.t0);
    Real norm = 0;
    for (int i = 0; i < n_ * s_; ++i) {
      const int k = i % n_;
      const Real weight = k < counts[0]               ? 1
                          : k < counts[0] + counts[1] ? relative
                                                      : relative * relative;
      norm = std::max(norm, weight * std::abs(increment[i]) / size_[k]);
    }
    return norm;
  }

  // The polynomial of the last step, prolonged.
  void predict(Real h) {
    z_ = Mat::Zero(n_, s_);
    if (!have_polynomial_) return;
    Reals nodes{0};
    nodes.insert(nodes.end(), nodes_.c.begin(), nodes_.c.end());
    for (int i = 0; i < s_; ++i) {
      const Reals l = lagrange(nodes, 1 + nodes_.c[i] * h / polynomial_h_);
      Vec value = -polynomial_.col(s_ - 1);
      for (int j = 0; j < s_; ++j) value += l[j + 1] * polynomial_.col(j);
      z_.col(i) = value;
    }
    Real largest = 0;
    for (int i = 0; i < s_; ++i)
      for (int k = 0; k < n_; ++k) largest = std::max(largest, std::abs(z_(k, i)) / size_[k]);
    if (largest > 1) z_.setZero();
  }

  Vec derivative(int i, Real h) const {
    Vec yp = Vec::Zero(n_);
    for (int j = 0; j < s_; ++j) yp += (nodes_.D[i][j] / h) * z_.col(j);
    return yp;
  }

  bool residuals(Real t, Real h) {
    r_.resize(n_ * s_);
    Vec part(n_);
    for (int i = 0; i < s_; ++i) {
      const Vec y = y_ + z_.col(i);
      if (!residual_.evaluate(t + nodes_.c[i] * h, y, derivative(i, h), part)) return false;
      r_.segment(i * n_, n_) = part;
    }
    return true;
  }

  bool factorise(Real t, Real h) {
    ++factorisations_;
    std::vector<Eigen::Triplet<Real>> entries;
    for (int i = 0; i < s_; ++i) {
      const Vec y = y_ + z_.col(i);
      const bool legal = residual_.differentiate(
          t + nodes_.c[i] * h, y, derivative(i, h), [&](int row, int column, double a, double b) {
            if (a != 0) entries.emplace_back(i * n_ + row, i * n_ + column, a);
            if (b != 0)
              for (int j = 0; j < s_; ++j)
                entries.emplace_back(i * n_ + row, j * n_ + column, b * nodes_.D[i][j] / h);
          });
      if (!legal) return false;
    }
    Sparse matrix(n_ * s_, n_ * s_);
    matrix.setFromTriplets(entries.begin(), entries.end());
    equilibrate(matrix);
    is_sparse_ = n_ * s_ > 300 && matrix.nonZeros() < 0.1 * n_ * s_ * n_ * s_;
    if (is_sparse_) {
      sparse_lu_.compute(matrix);
      return sparse_lu_.info() == Eigen::Success;
    }
    dense_lu_.compute(Mat(matrix));
    return true;
  }

  // Columns in units of the sizes of the variables, rows by their largest entry.
  void equilibrate(Sparse& matrix) {
    row_scale_ = Vec::Zero(n_ * s_);
    for (int j = 0; j < matrix.outerSize(); ++j)
      for (Sparse::InnerIterator it(matrix, j); it; ++it) {
        it.valueRef() *= size_[j % n_];
        row_scale_[it.row()] = std::max(row_scale_[it.row()], std::abs(it.value()));
      }
    for (int i = 0; i < n_ * s_; ++i) row_scale_[i] = row_scale_[i] > 0 ? 1 / row_scale_[i] : 1;
    for (int j = 0; j < matrix.outerSize(); ++j)
      for (Sparse::InnerIterator it(matrix, j); it; ++it) it.valueRef() *= row_scale_[it.row()];
  }

  Vec solve() {
    const Vec scaled = r_.cwiseProduct(row_scale_);
    Vec x = is_sparse_ ? Vec(sparse_lu_.solve(scaled)) : Vec(dense_lu_.solve(scaled));
    for (int i = 0; i < n_ * s_; ++i) x[i] *= size_[i % n_];
    return x;
  }

  // How far the start of the step is from the polynomial through the stages, relative to the
  // tolerance, for the variables of index 1 whose derivatives appear.  The others follow them;
  // where they have a kink, or do not start on a hidden constraint, no step is small enough.
  Real estimate() {
    Real worst = 0;
    for (int k = 0; k < problem_.counts_by_index()[0]; ++k) {
      if (!differential_[k]) continue;
      Real d = 0;
      for (int i = 0; i < s_; ++i) d += nodes_.start_from_stages[i] * z_(k, i);
      const Real e = std::abs(d) / (set_.tol * size_[k]);
      if (e > worst) {
        worst = e;
        worst_ = k + 1;
      }
    }
    return worst;
  }

  static constexpr Real kRounding = 1e-18L, kStagnation = 1e-14L;

  const dts::Problem& problem_;
  Residual<System> residual_;
  Settings set_;
  RadauNodes nodes_;
  int n_, s_;
  Vec y_, r_, row_scale_;
  Reals size_;  // largest |y_i| so far
  std::vector<bool> differential_;
  Mat z_, polynomial_;
  Real polynomial_h_ = 1;
  bool have_polynomial_ = false, is_sparse_ = false;
  Eigen::PartialPivLU<Mat> dense_lu_;
  Eigen::SparseLU<Sparse> sparse_lu_;
  long accepted_ = 0, rejected_ = 0, factorisations_ = 0;
  int worst_ = 0;
};

}  // namespace extended
