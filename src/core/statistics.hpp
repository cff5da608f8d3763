// Everything that is computed is counted, by the same rules for every solver.
#pragma once

namespace dts {

using Count = long long;

// Kept by the model: what it was asked for.
struct EvaluationCounts {
  Count rhs = 0;           // all f (or residual) evaluations of the integrator
  Count rhs_jacobian = 0;  // of these, the ones spent on difference quotients
  Count output = 0;        // calls made only to fill output columns (not part of rhs)
  Count jacobian = 0;      // Jacobians formed, by whatever means
  Count root = 0;          // evaluations of the root functions
};

// Kept by the stepper: what the method did with the answers.
struct MethodCounts {
  Count factorisations = 0;
  Count solves = 0;  // back-substitutions
  Count newton_iterations = 0;
  Count newton_failures = 0;  // attempts lost because Newton did not converge
  Count error_failures = 0;   // attempts lost to the error test
  Count order_changes = 0;
};

// Kept by the driver.
struct StepCounts {
  Count attempts = 0;
  Count accepted = 0;
  Count rejected = 0;
  Count restarts = 0;
  Count roots = 0;
};

}  // namespace dts
