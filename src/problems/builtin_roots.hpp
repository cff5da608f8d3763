// The event functions and actions of a problem of the catalogue, for the event engine.
#pragma once

#include "core/root_functions.hpp"
#include "problems/equations.hpp"

namespace dts {

class BuiltinRoots : public RootFunctions {
 public:
  explicit BuiltinRoots(const Equations& equations) : equations_(equations) {}
  Index count() const override { return equations_.n_roots(); }
  bool use_derivative() const override { return equations_.roots_use_derivative(); }
  void evaluate(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef g) override {
    equations_.roots(t, y.data(), yp.data(), g.data());
  }

 private:
  const Equations& equations_;
};

class BuiltinAction : public EventAction {
 public:
  explicit BuiltinAction(Equations& equations) : equations_(equations) {}
  EventEffect apply(double t, VectorRef y, const std::vector<int>& fired) override {
    return equations_.at_root(t, y.data(), fired);
  }

 private:
  Equations& equations_;
};

}  // namespace dts
