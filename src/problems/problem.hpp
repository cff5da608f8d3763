// A test problem: its equations and everything that is known of them.
#pragma once

#include "core/structure.hpp"
#include "problems/delay_equations.hpp"
#include "problems/equations.hpp"
#include "problems/jacobian_plan.hpp"
#include "problems/reference_roots.hpp"

#include <array>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace dts {

enum class ProblemClass {
  ode,  // y' = f(t, y)
  dae,  // M y' = f(t, y), M constant and singular
  ide,  // G(t, y, y') = 0
  dde   // M y' = f(t, y, y(alpha_1), ...), see DelayPart
};

const char* to_string(ProblemClass kind);  // "ODE", "DAE", "IDE", "DDE"

struct Parameter {
  std::string name;
  double value;  // default
};

struct MassEntry {
  int row, column;  // from 0
  double value;
};

// What is known of the solution at t_end, for the default parameters and initial values.
struct Reference {
  State y;                   // as published
  State best;                // ours, where they are known to more digits than the published ones
  std::string source;        // who computed what was published, how accurately
  double confirmed_to = 0;   // agreement of two computations of ours, or with the closed form ...
  std::string confirmed_by;  // ... by these methods; `best` is from one of them ...
  std::string measure;       // ... in this measure

  const State& most_accurate() const { return best.empty() ? y : best; }
};

// A quantity that the exact solution keeps at zero (or, of an energy, constant): a constraint, a
// hidden constraint or another invariant.
struct Monitor {
  static constexpr int kInvariant = -1;

  std::string name;
  int level;  // 0: a constraint of the equations; 1, 2: hidden, that often differentiated
  std::function<double(const Parameters&, double t, const State& y)> value;
};

struct Problem {
  // Out of line: with so many members they are long, and every file of a problem would have them.
  Problem();
  Problem(const Problem&);
  Problem(Problem&&) noexcept;
  Problem& operator=(const Problem&);
  Problem& operator=(Problem&&) noexcept;
  ~Problem();

  // Identity
  std::string name;       // as in the catalogue and as the R function
  std::string full_name;  // as printed in reports
  std::string collection = "ivp";
  std::string description;                  // one line
  std::string provenance = "as published";  // of the equations
  ProblemClass kind = ProblemClass::ode;

  // Size and interval
  int n = 0;
  double t0 = 0;
  double t_end = 0;
  std::vector<std::string> names;  // of the variables; empty: "1", "2", ...

  // The numbers a user may change.  Equations are built from one vector: parameters, then options.
  std::vector<Parameter> parameters;
  std::vector<Parameter> options;  // switches between variants of the problem

  // Equations
  std::function<std::unique_ptr<Equations>(const Parameters&)> equations;
  std::function<std::vector<MassEntry>(const Parameters&)> mass;  // empty: the identity
  int index = 0;
  std::array<int, 3> index_counts{};  // variables of index <= 1, 2, 3; zeros: all of index <= 1
  // Times strictly between `from` and `to` where f or a derivative of it jumps; empty: none.
  std::function<std::vector<double>(double from, double to)> discontinuities;
  Storage storage = Storage::dense;  // in which the Jacobian is best kept

  DelayPart delay;  // delay problems have their equations here

  // Initial values, as functions of the parameters.
  std::function<State(const Parameters&)> initial;
  // y' belonging to a state y at time t; empty: f in the differential rows, 0 in the others.
  std::function<State(const Parameters&, double t, const State& y)> derivative_rule;
  // y' printed with the default state, where it is not that of the rule; empty: by the rule.
  State printed_derivative;

  // Judging a solution
  State scale;                        // sizes of the variables on the interval; empty: all 1
  std::vector<Monitor> monitors;      // what a solution should keep, beside the equations
  std::vector<int> mescd_components;  // from 0; empty: all
  Reference reference;
  ReferenceRoots roots;                   // of problems with event functions
  std::function<State(double t)> exact;   // where it has a closed form; empty: none known
  std::function<State(double tol)> atol;  // absolute tolerances; empty: tol / 100
  bool is_stiff = false;                  // beyond the reach of explicit methods

  KeptPlan jacobian_plan;  // of the equations with the default parameters, see jacobian_plan()

  Parameters default_parameters() const;
  bool has_default_values(const Parameters& p) const;
  State initial_state(const Parameters& p) const { return initial(p); }
  State initial_derivative(const Parameters& p) const;
  // By the rule, from any state.  NaN where the equations cannot be evaluated.
  State derivative_of(const Parameters& p, double t, const State& y) const;
  std::vector<double> restarts(double from, double to) const;  // in the order of travel
  double near_end(double t) const;  // of an interval from t on where only its beginning counts
  std::string variable_name(int i) const;  // i from 0
  std::array<int, 3> counts_by_index() const;
  bool is_implicit() const { return kind == ProblemClass::ide; }
  bool has_delays() const { return kind == ProblemClass::dde; }
};

// Spreads the parameters over the members of a system, in order.
void unpack(const Parameters& p, std::initializer_list<double*> members);

// Those of `times` strictly between; `offset` + k `period` for all k and offsets, strictly between.
// The second throws where these are more than any method would get through.
std::vector<double> times_between(double from, double to, std::vector<double> times);
std::vector<double> periodic_times(double from, double to, double period,
                                   const std::vector<double>& offsets);

// prefix1, prefix2, ..., prefix<count>
std::vector<std::string> numbered(const std::string& prefix, int count);
// one list after the other
std::vector<std::string> joined(std::initializer_list<std::vector<std::string>> lists);

// M = diag(values)
std::vector<MassEntry> diagonal_mass(const std::vector<double>& values);
// M = diag(1, ..., 1, 0, ..., 0) with `n_differential` ones, for Problem::mass
std::function<std::vector<MassEntry>(const Parameters&)> semi_explicit_mass(int n_differential);

}  // namespace dts
