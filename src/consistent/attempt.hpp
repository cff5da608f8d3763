// What the parts of make_consistent share: the place, the options, and the result in the making.
#pragma once

#include "consistent/consistent.hpp"
#include "consistent/damped_newton.hpp"
#include "consistent/splitting.hpp"

namespace dts {

struct Attempt {
  Model& model;
  double t;
  Vector& y;   // the state, changed in place
  Vector* yp;  // nullptr: not wanted
  const ConsistencyOptions& options;
  Vector weights;  // of y
  ConsistencyResult result = {};

  const Vector& tolerances() const {
    return options.tolerances.size() > 0 ? options.tolerances : weights;
  }

  // Notes a failure at a level; `values` are the residuals of these equations there.
  void fail(ConsistencyStatus status, int level, const std::vector<Index>& equations,
            const Vector& values, const std::string& what);
  void not_finite(int level);
  // Notes what Newton's method came to; true if it converged.
  bool accept(const NewtonResult& newton, int level, const std::vector<Index>& equations,
              const Vector& values);
};

void solve_index_1(Attempt& attempt, const Splitting& splitting);
void solve_higher_index(Attempt& attempt, const Splitting& splitting);
void solve_implicit(Attempt& attempt);

// The part for M y' = f.
void solve_with_mass(Attempt& attempt);

}  // namespace dts
