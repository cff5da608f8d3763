// Differential-algebraic problems after the list of K. Schittkowski (2002), Numerical Data Fitting
// in Dynamical Systems, Kluwer: 28 problems of index 0 to 3, one function each.  The list gives
// names, sizes and backgrounds; Problem::provenance tells where the equations come from.
#pragma once

#include "problems/problem.hpp"

namespace dts {
namespace dae {

const Problem& aerosol();
const Problem& batch();
const Problem& batch_e();
const Problem& batchrea();
const Problem& bubblec();
const Problem& cells();
const Problem& condens();
const Problem& dae_i1();
const Problem& dae_i2();
const Problem& dae_i3();
const Problem& dae_in2();
const Problem& dae_sys();
const Problem& evapor();
const Problem& exobatch();
const Problem& hydrodyn();
const Problem& mem_wire();
const Problem& p_ident();
const Problem& pendulum1();
const Problem& pendulum2();
const Problem& pendulum3();
const Problem& pendulum4();
const Problem& phosph_a();
const Problem& respir();
const Problem& shock();
const Problem& transist();
const Problem& tubular();
const Problem& urethan();
const Problem& vdpol();

}  // namespace dae

// y' = F(t, y, z), 0 = G(t, y, z) with f = (F, G): M = diag(1, ..., 1, 0, ..., 0), index 1.
Problem semi_explicit_problem(const std::string& name, const std::vector<std::string>& differential,
                              const std::vector<std::string>& algebraic);

// The same initial values whatever the parameters; consistent for the default ones.
std::function<State(const Parameters&)> starting_at(State y);

// `source`: how it was computed; `by`: what confirms it to the relative error `confirmed_to`.
Reference dae_reference(State y, const std::string& source, double confirmed_to,
                        const std::string& by);

// A quantity of a system that the exact solution keeps at zero: System::*value(t, w).
template <class System>
Monitor monitor(const std::string& name, int level,
                double (System::*value)(double t, const double* w) const) {
  return {name, level, [value](const Parameters& p, double t, const State& w) {
            return (System(p).*value)(t, w.data());
          }};
}

}  // namespace dts
