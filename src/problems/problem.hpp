// A test problem: equations written once, generic in the scalar type, and what is known of them.
#pragma once

#include "core/model.hpp"
#include "linalg/dual.hpp"
#include "linalg/trace.hpp"

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dts {

using Parameters = std::vector<double>;

// The equations of a problem with its parameters set.  One text gives values (double), exact
// Jacobians (Dual) and sparsity patterns (Trace); see EquationsOf below.
class Equations {
 public:
  virtual ~Equations() = default;
  // M y' = f(t, y)
  virtual void rhs(double t, const double* y, double* f) const = 0;
  virtual void rhs(double t, const Dual* y, Dual* f) const = 0;
  virtual void rhs(double t, const Trace* y, Trace* f) const = 0;
};

template <class System>
class EquationsOf : public Equations {
 public:
  explicit EquationsOf(const Parameters& p) : system_(p) {}
  void rhs(double t, const double* y, double* f) const override { system_(t, y, f); }
  void rhs(double t, const Dual* y, Dual* f) const override { system_(t, y, f); }
  void rhs(double t, const Trace* y, Trace* f) const override { system_(t, y, f); }

 private:
  System system_;
};

}  // namespace dts
