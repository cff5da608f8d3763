#' Test set and solvers for differential equations
#'
#' Solvers for initial value problems of ordinary, differential-algebraic and delay differential
#' equations, and a test set of problems with reference solutions to judge solvers by.
#'
#' The solvers are called as those of package deSolve, directly or through
#' \code{\link[deSolve]{ode}}, take models as R functions or as compiled code, and return objects
#' that deSolve's `plot`, `summary`, `subset` and `diagnostics` understand.
#'
#' @section Solvers:
#' * Explicit Runge-Kutta methods with stiffness detection: [dopri5()], [dopri853()], [cashkarp()].
#' * Implicit methods for stiff and differential-algebraic equations: [gamd()], [bimd()],
#'   [radau5()], [mebdfi()]; [dae()] chooses among them and deSolve's.
#' * Delay equations, stiff, neutral, with delays that depend on the solution: [radar5()].
#'
#' @section Test problems:
#' [testset()] lists the catalogue; each problem has a function of its own, for instance [hires()],
#' [vdpol()], [andrews()]. [reference()] and [mescd()] give the accuracy of a run.
#'
#' @section Comparing solvers:
#' [workprecision()] measures accuracy and cost over a grid of methods and tolerances, on problems of
#' the catalogue and on your own; [compare()] shows methods side by side at one tolerance,
#' [stiffnesstable()] how explicit methods end on stiff problems.
#'
#' @references
#' Mazzia, F., Cash, J.R., Soetaert, K. (2012) A test set for stiff initial value problem solvers in
#' the open source software R: Package deTestSet. *Journal of Computational and Applied
#' Mathematics* **236**, 4119--4131. \doi{10.1016/j.cam.2012.03.014}
#'
#' Soetaert, K., Petzoldt, T., Setzer, R.W. (2010) Solving differential equations in R: Package
#' deSolve. *Journal of Statistical Software* **33**(9), 1--25. \doi{10.18637/jss.v033.i09}
#'
#' @importFrom deSolve diagnostics
#' @importFrom Rcpp evalCpp
#' @useDynLib deTestSet, .registration = TRUE
#' @keywords internal
"_PACKAGE"

#' @importFrom deSolve diagnostics
#' @export
deSolve::diagnostics
