#' Van der Pol oscillator (ODE)
#'
#' The relaxation oscillator of B. van der Pol, a standard test for stiff solvers.
#'
#' \deqn{y_1' = y_2, \qquad y_2' = \mu (1 - y_1^2) y_2 - y_1}{y1' = y2, y2' = mu (1 - y1^2) y2 - y1}
#'
#' with \eqn{y(0) = (2, 0)}{y(0) = (2, 0)} on \eqn{[0, 2000]}{[0, 2000]}.
#'
#' ## Where it comes from
#' An electrical circuit with a triode whose resistance is negative for small currents: small
#' oscillations are amplified, large ones damped.
#'
#' ## What makes it hard
#' For \eqn{\mu = 1000}{mu = 1000} the solution creeps along a branch of
#' \eqn{y_2 = y_1 / (\mu (1 - y_1^2))}{y2 = y1/(mu (1 - y1^2))} for about 800 units of time, where
#' the problem is very stiff, and then jumps to the other branch within a time of order
#' \eqn{1/\mu}{1/mu}, where it is not stiff at all. A solver must change its step by many powers of
#' ten and know when to renew its Jacobian.
#'
#' ## What to look at
#' In the plot of `y1`: slow decay from 2 to 1, then a jump to -2. In `y2`: spikes of height about
#' 1300 that output at integer times nearly misses.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the end of the default.
#' @param yini initial state, if not the default; its names become column names.
#' @param parms list or named vector with the parameters to change: `mu` (1000).
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()].
#' @param atol,rtol absolute and relative tolerance, scalars or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of the solver. `method` may be given here: a solver as a function or
#'   as a string, one of this package (`"dopri5"`, `"dopri853"`, `"cashkarp"`, `"mebdfi"`, `"gamd"`,
#'   `"bimd"`, `"radau5"`) or of deSolve; the default is deSolve's `lsoda`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of the solver and `mescd`.
#' @references
#' van der Pol, B. (1926) On relaxation-oscillations. Phil. Mag. 2, 978-992.
#'
#' Hairer, E., Wanner, G. (1996) Solving Ordinary Differential Equations II. Springer, section IV.10.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' @seealso [testset()] for all problems, [reference()], [mescd()].
#' @examples
#' out <- vdpol()
#' plot(out, which = "y1")
#' # a mild one
#' mild <- vdpol(times = seq(0, 30, by = 0.1), parms = list(mu = 1))
#' plot(mild[, "y1"], mild[, "y2"], type = "l")
#' @export
vdpol <- function(times = 0:2000, yini = NULL, parms = list(), printmescd = TRUE, atol = 1e-6,
                  rtol = 1e-6, ...) {
  run_problem("vdpol", times, yini, parms = parms, printmescd = printmescd, atol = atol,
              rtol = rtol, ...)
}

#' Pleiades problem (ODE)
#'
#' Seven stars in the plane that attract each other: a test for nonstiff solvers.
#'
#' Star \eqn{i}{i} has mass \eqn{m_i = i}{m_i = i} and position \eqn{(x_i, y_i)}{(x_i, y_i)},
#'
#' \deqn{x_i'' = \sum_{j \ne i} m_j (x_j - x_i) / r_{ij}^3, \qquad
#'       y_i'' = \sum_{j \ne i} m_j (y_j - y_i) / r_{ij}^3, \qquad
#'       r_{ij}^2 = (x_i - x_j)^2 + (y_i - y_j)^2}{
#'       x_i'' = sum_j m_j (x_j - x_i)/r_ij^3, y_i'' = sum_j m_j (y_j - y_i)/r_ij^3}
#'
#' written as a system of first order for \eqn{(x, y, u = x', v = y')}{(x, y, u = x', v = y')}, 28
#' equations on \eqn{[0, 3]}{[0, 3]}. There are no parameters.
#'
#' ## Where it comes from
#' Celestial mechanics, made up for the book of Hairer, Norsett and Wanner.
#'
#' ## What makes it hard
#' Several quasi-collisions, where the accelerations become very large for a moment: the step must
#' shrink and grow again quickly, and errors made there are amplified until the end.
#'
#' ## What to look at
#' The orbits in the plane, and the distance of the stars 1 and 7 near \eqn{t = 1.23}{t = 1.23}.
#'
#' @inheritParams vdpol
#' @param method the solver, as a function or as a string: one of this package (`"dopri5"`,
#'   `"dopri853"`, `"cashkarp"`, `"mebdfi"`, `"gamd"`, `"bimd"`, `"radau5"`) or of deSolve.
#' @param ... further arguments of the solver.
#' @inherit vdpol return
#' @references
#' Hairer, E., Norsett, S.P., Wanner, G. (1993) Solving Ordinary Differential Equations I. Springer,
#' section II.10.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' @seealso [testset()], [reference()], [mescd()].
#' @examples
#' out <- pleiades(atol = 1e-8, rtol = 1e-8)
#' matplot(out[, paste0("x", 1:7)], out[, paste0("y", 1:7)], type = "l", lty = 1,
#'         xlab = "x", ylab = "y", main = "orbits of the seven stars")
#' @export
pleiades <- function(times = seq(0, 3, by = 0.01), yini = NULL, printmescd = TRUE,
                     method = lsoda, atol = 1e-6, rtol = 1e-6, ...) {
  run_problem("pleiades", times, yini, printmescd = printmescd, method = method, atol = atol,
              rtol = rtol, ...)
}
