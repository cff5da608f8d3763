// The equations of a problem with its parameters set: one text gives values (double), exact
// Jacobians (Dual) and sparsity patterns (Trace).
#pragma once

#include "core/event_effect.hpp"
#include "core/status.hpp"
#include "linalg/dual.hpp"
#include "linalg/trace.hpp"

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace dts {

using Parameters = std::vector<double>;
using State = std::vector<double>;

class Equations {
 public:
  virtual ~Equations() = default;

  // f of M y' = f(t, y).  Evaluation::rejected: y lies outside the domain of the equations.
  virtual Evaluation rhs(double, const double*, double*) const { return no_rhs(); }
  virtual Evaluation rhs(double, const Dual*, Dual*) const { return no_rhs(); }
  virtual Evaluation rhs(double, const Trace*, Trace*) const { return no_rhs(); }

  // G of G(t, y, y') = 0, for the problems that are implicit.
  virtual bool is_implicit() const { return false; }
  virtual Evaluation residual(double, const double*, const double*, double*) const {
    return no_residual();
  }
  virtual Evaluation residual(double, const Dual*, const Dual*, Dual*) const {
    return no_residual();
  }
  virtual Evaluation residual(double, const Trace*, const Trace*, Trace*) const {
    return no_residual();
  }

  // From now on t lies in [from, to]; see Piece.
  virtual void enter_piece(double /*from*/, double /*to*/) {}

  // Event functions g(t, y, y') and what happens where some of them vanish.  What the equations
  // and the event functions remember between events (a mode) changes only in at_root().
  virtual int n_roots() const { return 0; }
  virtual bool roots_use_derivative() const { return false; }
  virtual void roots(double, const double*, const double* /*yp*/, double* /*g*/) const {}
  // Are there actions at all?  Otherwise roots are only recorded.
  virtual bool has_action() const { return false; }
  virtual EventEffect at_root(double, double* /*y*/, const std::vector<int>& /*fired*/) {
    return EventEffect::none;
  }

 private:
  static Evaluation no_rhs() { throw std::logic_error("these equations are implicit"); }
  static Evaluation no_residual() { throw std::logic_error("these equations have no residual"); }
};

namespace detail {

// A system whose equations hold everywhere returns nothing; one with a domain an Evaluation.
template <class Call>
Evaluation evaluate(Call call) {
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    return Evaluation::ok;
  } else {
    return call();
  }
}

// A system whose data jump in time has a member `piece`.
template <class System>
auto enter_piece(System& system, double from, double to, int)
    -> decltype(system.piece.enter(from, to)) {
  system.piece.enter(from, to);
}
template <class System>
void enter_piece(System&, double, double, long) {}

// A system with event functions has `static constexpr int kRoots` and `roots`; if these use y',
// `static constexpr bool kRootsUseDerivative = true`; if something happens at them, `at_root`.
template <class System, class = void>
struct RootTraits {
  static constexpr int count = 0;
};
template <class System>
struct RootTraits<System, std::void_t<decltype(System::kRoots)>> {
  static constexpr int count = System::kRoots;
};
template <class System, class = void>
struct UsesDerivative : std::false_type {};
template <class System>
struct UsesDerivative<System, std::enable_if_t<System::kRootsUseDerivative>> : std::true_type {};
template <class System, class = void>
struct HasAction : std::false_type {};
template <class System>
struct HasAction<System, std::void_t<decltype(&System::at_root)>> : std::true_type {};

}  // namespace detail

// System: constructed from Parameters, with  template <class S> void|Evaluation
// rhs(double t, const S* y, S* f) const.
template <class System>
class RhsEquations final : public Equations {
 public:
  explicit RhsEquations(const Parameters& p) : system_(p) {}
  Evaluation rhs(double t, const double* y, double* f) const override { return call(t, y, f); }
  Evaluation rhs(double t, const Dual* y, Dual* f) const override { return call(t, y, f); }
  Evaluation rhs(double t, const Trace* y, Trace* f) const override { return call(t, y, f); }
  void enter_piece(double from, double to) override { detail::enter_piece(system_, from, to, 0); }

  int n_roots() const override { return detail::RootTraits<System>::count; }
  bool roots_use_derivative() const override { return detail::UsesDerivative<System>::value; }
  void roots(double t, const double* y, const double* yp, double* g) const override {
    if constexpr (detail::UsesDerivative<System>::value)
      system_.roots(t, y, yp, g);
    else if constexpr (detail::RootTraits<System>::count > 0)
      system_.roots(t, y, g);
  }
  bool has_action() const override { return detail::HasAction<System>::value; }
  EventEffect at_root(double t, double* y, const std::vector<int>& fired) override {
    if constexpr (detail::HasAction<System>::value)
      return system_.at_root(t, y, fired);
    else
      return Equations::at_root(t, y, fired);
  }

 private:
  template <class S>
  Evaluation call(double t, const S* y, S* f) const {
    return detail::evaluate([&] { return system_.rhs(t, y, f); });
  }
  System system_;
};

// The same for  residual(double t, const S* y, const S* yp, S* r) const.
template <class System>
class ResidualEquations final : public Equations {
 public:
  explicit ResidualEquations(const Parameters& p) : system_(p) {}
  bool is_implicit() const override { return true; }
  Evaluation residual(double t, const double* y, const double* yp, double* r) const override {
    return call(t, y, yp, r);
  }
  Evaluation residual(double t, const Dual* y, const Dual* yp, Dual* r) const override {
    return call(t, y, yp, r);
  }
  Evaluation residual(double t, const Trace* y, const Trace* yp, Trace* r) const override {
    return call(t, y, yp, r);
  }
  void enter_piece(double from, double to) override { detail::enter_piece(system_, from, to, 0); }

 private:
  template <class S>
  Evaluation call(double t, const S* y, const S* yp, S* r) const {
    return detail::evaluate([&] { return system_.residual(t, y, yp, r); });
  }
  System system_;
};

// For the field Problem::equations.
template <class System>
std::unique_ptr<Equations> rhs_equations(const Parameters& p) {
  return std::make_unique<RhsEquations<System>>(p);
}
template <class System>
std::unique_ptr<Equations> residual_equations(const Parameters& p) {
  return std::make_unique<ResidualEquations<System>>(p);
}

}  // namespace dts
