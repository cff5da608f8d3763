// The equations of a delay problem with its parameters set, M y' = f(t, y, z_1, ..., z_m) with
// z_k = y(alpha_k(t, y)): one text gives values (double) and exact derivatives (Dual).
#pragma once

#include "core/status.hpp"
#include "problems/equations.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dts {

class DelayEquations {
 public:
  virtual ~DelayEquations() = default;
  virtual void arguments(double t, const double* y, double* alpha) const = 0;
  virtual void arguments(double t, const Dual* y, Dual* alpha) const = 0;
  // Component j at delay k is z[k * n + j].
  virtual Evaluation rhs(double t, const double* y, const double* z, double* f) const = 0;
  virtual Evaluation rhs(double t, const Dual* y, const Dual* z, Dual* f) const = 0;
};

// System: constructed from Parameters, with
//   template <class S> void arguments(double t, const S* y, S* alpha) const
//   template <class S> void|Evaluation rhs(double t, const S* y, const S* z, S* f) const
template <class System>
class DelayEquationsOf final : public DelayEquations {
 public:
  explicit DelayEquationsOf(const Parameters& p) : system_(p) {}
  void arguments(double t, const double* y, double* alpha) const override {
    system_.arguments(t, y, alpha);
  }
  void arguments(double t, const Dual* y, Dual* alpha) const override {
    system_.arguments(t, y, alpha);
  }
  Evaluation rhs(double t, const double* y, const double* z, double* f) const override {
    return detail::evaluate([&] { return system_.rhs(t, y, z, f); });
  }
  Evaluation rhs(double t, const Dual* y, const Dual* z, Dual* f) const override {
    return detail::evaluate([&] { return system_.rhs(t, y, z, f); });
  }

 private:
  System system_;
};

// For the field DelayPart::equations.
template <class System>
std::unique_ptr<DelayEquations> delay_equations(const Parameters& p) {
  return std::make_unique<DelayEquationsOf<System>>(p);
}

// What a delay problem has beyond the other problems.
struct DelayPart {
  int n_lags = 0;  // 0: not a delay problem
  std::function<std::unique_ptr<DelayEquations>(const Parameters&)> equations;
  std::function<State(const Parameters&, double t)> history;  // y(t) before the start
  std::vector<int> lagged;                   // components asked for in the past; empty: all
  std::vector<std::pair<int, int>> neutral;  // (component w, i): y_i' = f_i, 0 = f_i - w
  std::function<std::vector<double>(const Parameters&)> grid;  // points to be met exactly

  // How the problem is usually solved.
  State atol_ratio;  // atol / rtol by component; empty: 1
  State rtol_ratio;  // of the tolerances of a component to the one asked for; empty: 1
  std::string error_control = "discrete";
  double search_factor = 5;
  int max_newton = 7;
  bool full_newton = true;
  // y(t) where the solution ends before t_end (then the reference is meant there); NaN: it does
  // not.
  double t_stop = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace dts
