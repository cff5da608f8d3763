// Problems for solvers that find roots, after
//   S. Thompson (1987), A collection of test problems for ordinary differential equation solvers
//   which have provisions for rootfinding, ORNL/TM-9912.
// One function per problem, with its cases.  The help pages say how sure each form is.
#pragma once

#include "problems/problem.hpp"

namespace dts {

using Cases = std::vector<Problem>;

// A: falling bodies, linear oscillators
const Cases& falling_body();
const Cases& falling_moon();
const Cases& paratrooper();
const Cases& growing_frequency();
const Cases& varying_amplitude();
// B: switches in the derivative
const Cases& limiter();         // B-1
const Cases& time_switching();  // B-2
const Cases& stiction();        // B-3
const Cases& ideal_relay();     // B-4
// C: tables, the event function is redefined at its roots
const Cases& exponential_table();  // C-1
const Cases& integral_table();     // C-2
// D: jumps of the state, accumulating roots
const Cases& bouncing_ball();          // D-1
const Cases& nonlinear_restitution();  // D-2
const Cases& ball_on_ramp();           // D-3
const Cases& shoebox();                // D-4
// E: singular derivatives
const Cases& undefined_beyond_end();  // E-1
const Cases& logarithm();             // E-2
const Cases& infinite_derivative();   // E-3
const Cases& double_root();           // E-4
// F: event functions of several components and of the derivative
const Cases& torus();             // F-1
const Cases& two_bodies();        // F-2
const Cases& near_double_root();  // F-3
const Cases& robertson_roots();   // F-4
const Cases& airy();              // F-5
const Cases& boundary_layer();    // F-6
const Cases& stiff_transient();   // F-7
// G: no elementary solution
const Cases& elliptic_sine();      // G-1
const Cases& van_der_pol_roots();  // G-2
const Cases& bessel();             // G-3
const Cases& restricted_orbit();   // G-4

// All cases of all problems.
std::vector<const Problem*> root_problems();

// ---- for the files of the problems -------------------------------------------------------------

// A problem of this collection with what all have in common.
Problem root_problem(const std::string& name, const std::string& title,
                     const std::string& description, int n, double t0, double t_end);

// A root of the function numbered from 1, as in the formulas.
ReferenceRoot root_at(double t, int function, State before = {});

// To be called last: puts the roots in the order of travel, marks those at the ends, takes the
// states that are not given from the exact solution or by the actions, and sets the state in which
// the run ends
// (`y_end`; empty: the exact solution).  `known_by`: where the values come from.
Problem complete(Problem p, const std::string& known_by, State y_end = {});

// The time between a and b, where the increasing or decreasing function vanishes.
double zero_between(const std::function<double(double)>& f, double a, double b);

constexpr double kPi = 3.14159265358979323846;

}  // namespace dts
