# dopri5, dopri853 and cashkarp: formals, documentation, and one call.

#' Explicit Runge-Kutta solvers with stiffness detection
#'
#' `dopri5` and `dopri853` are the methods of Dormand and Prince of order 5 and 8, `cashkarp` that of
#' Cash and Karp of order 5, for systems of ordinary differential equations
#' \deqn{y' = f(t, y),\quad y(t_0) = y_0}{y' = f(t, y), y(t0) = y0}
#' that are not stiff. All three watch for stiffness, and by default stop when they meet it.
#'
#' @param y the initial state, a numeric vector; its names become the names of the columns of the
#'   result.
#' @param times output times, strictly increasing or decreasing; the first is the initial time.
#'   Steps do not depend on them: values in between come from the dense output of the method.
#'   `NULL` makes one single step from time 0.
#' @param func the right-hand side: an R function `func(t, y, parms, ...)` that returns a list whose
#'   first element holds the derivatives and whose other elements are output variables; or the name
#'   of a function in the shared library `dllname`; or a `CFunc` object; or a list of compiled
#'   functions; see \code{\link[deSolve]{ode}} and \code{vignette("compiledCode", "deSolve")}.
#' @param parms parameters, passed on to `func`.
#' @param rtol,atol relative and absolute tolerance, each a number or one number per component. The
#'   local error of component \eqn{i} is kept below `atol[i] + rtol[i] * abs(y[i])`, in the root
#'   mean square over the components; so `atol` must be positive where the initial state is zero.
#' @param verbose if `TRUE`, settings and diagnostics are printed; and `dopri5` and `dopri853` go on
#'   after stiffness was detected, with a message.
#' @param hmax largest step size; `NULL`, `0` or `Inf`: no limit but the whole interval.
#' @param hini first step size; `NULL`, `0` or `Inf`: chosen by the solver. The default is `hmax`.
#' @param ynames if `FALSE`, `func` gets the state without its names, which is a little faster.
#' @param maxsteps largest number of steps between two output times.
#' @param dllname,initfunc,initpar,rpar,ipar,nout,outnames models in compiled code: the shared
#'   library (without extension), its function that takes the parameters, the parameters themselves,
#'   real and integer values handed to every call, number and names of output variables; as in
#'   \code{\link[deSolve]{ode}}.
#' @param forcings,initforc,fcontrol forcing functions of compiled models: time series as two-column
#'   matrices or a list of them, the initialiser in the library, and how to interpolate; see
#'   \code{\link[deSolve]{forcings}}. No step crosses a jump of piecewise constant forcings.
#' @param rootfunc,nroot,events functions whose zeros stop the integration or set off events, and
#'   events at planned times: see [events-and-roots].
#' @param lags for delay equations: a list, as \code{\link[deSolve]{dede}} passes it on; the model
#'   function calls [lagvalue()] and [lagderiv()]. Its elements may be `phi`, the solution before the
#'   start as in [radar5()], and `delays`, constant delays, at whose multiples the solver restarts;
#'   `mxhist` and `interpol` are ignored. Steps are not longer than the shortest delay: for stiff
#'   problems and vanishing delays use [radar5()].
#' @param tcrit times that no step may cross.
#' @param control a named list with further settings: `hmin` (smallest step), `timelimit`
#'   (seconds, after which the run ends with what it has), `log` (if `TRUE`, the attribute `log` of
#'   the result is a data frame of all attempted steps), `progress` (if `TRUE`, a progress line is
#'   shown), and the parameters of the step size control `safe`, `fac1`, `fac2`, `beta`.
#' @param ... further arguments, passed on to `func`.
#'
#' @return A matrix of class `c("detestset", "deSolve", "matrix")`: first column `time`, then the
#'   states, then the output variables; one row per element of `times`. If the integration ends
#'   early, there is a warning that says why and when; the rows reached are returned, and the last
#'   row is the point where it stopped. Attributes `istate`, `rstate`, `counts`, `message`: see
#'   [diagnostics.detestset()].
#'
#' @section Methods:
#' All three are pairs of formulas: the difference of the two solutions estimates the error, the
#' more accurate one is carried on (local extrapolation), and a proportional-integral controller
#' chooses the step. Their dense output, of order 4 (`dopri5`, `cashkarp`) and 7 (`dopri853`), makes
#' the step sequence independent of the output times. `dopri853` is the choice for tight tolerances,
#' below about 1e-6; it spends three more evaluations only on steps that contain an output time.
#'
#' @section Stiffness:
#' An explicit method on a stiff problem takes tiny steps for the sake of stability. Two tests
#' detect this:
#' * the *eigenvalue test* estimates \eqn{h|\lambda|}{h |lambda|} from two evaluations at the same
#'   time and compares it with the border of the stability region: 3.25 (`dopri5`, `cashkarp`), 6.1
#'   (`dopri853`). Fifteen hits, with fewer than six quiet steps between them, make a detection:
#'   return code -4;
#' * the *error test* of `cashkarp` compares a second, low-order error estimate with the usual one;
#'   where stability limits the step, the low-order one is the smaller: return code -5.
#'
#' `cashkarp` also offers a *conditioning test* (codes -6 to -9), which integrates a slightly
#' perturbed trajectory alongside: the attribute `conditioning` then holds \eqn{\kappa}{kappa},
#' \eqn{\gamma}{gamma} and the stiffness ratio \eqn{\sigma}{sigma}.
#'
#' @references
#' Cash, J.R., Karp, A.H. (1990) A variable order Runge-Kutta method for initial value problems with
#' rapidly varying right-hand sides. *ACM Transactions on Mathematical Software* **16**, 201--222.
#' \doi{10.1145/79505.79507}
#'
#' Dormand, J.R., Prince, P.J. (1980) A family of embedded Runge-Kutta formulae. *Journal of
#' Computational and Applied Mathematics* **6**, 19--26. \doi{10.1016/0771-050X(80)90013-3}
#'
#' Hairer, E., Norsett, S.P., Wanner, G. (1993) *Solving Ordinary Differential Equations I*, 2nd ed.
#' Springer. The methods as used here, their dense output and the codes DOPRI5 and DOP853.
#'
#' Mazzia, F., Nagy, A.M. (2010) Stiffness detection strategy for explicit Runge-Kutta methods.
#' *AIP Conference Proceedings* **1281**, 239--242. \doi{10.1063/1.3498435}
#'
#' @seealso [diagnostics.detestset()] for the return codes; \code{\link[deSolve]{ode}}, through which
#'   the solvers can also be called: `ode(y, times, func, parms, method = dopri5)`.
#'
#' @examples
#' # Van der Pol's oscillator, R function
#' vdp <- function(t, y, mu) list(c(y[2], mu * (1 - y[1]^2) * y[2] - y[1]))
#' yini <- c(x = 2, v = 0)
#' out <- dopri5(yini, seq(0, 30, by = 0.1), vdp, parms = 1)
#' plot(out)
#' diagnostics(out)
#'
#' # The same with a higher order and tight tolerances, and the difference
#' fine <- dopri853(yini, seq(0, 30, by = 0.1), vdp, parms = 1, rtol = 1e-10, atol = 1e-10)
#' max(abs(out - fine))
#'
#' # With mu = 1000 the problem is stiff, and the solver says so
#' stiff <- try(withCallingHandlers(
#'   cashkarp(yini, 0:2000, vdp, parms = 1000),
#'   warning = function(w) { message(conditionMessage(w)); invokeRestart("muffleWarning") }))
#' @name explicit-solvers
NULL

#' @rdname explicit-solvers
#' @export
dopri5 <- function(y, times, func, parms, rtol = 1e-6, atol = 1e-6, verbose = FALSE, hmax = NULL,
                   hini = hmax, ynames = TRUE, maxsteps = 10000, dllname = NULL,
                   initfunc = dllname, initpar = parms, rpar = NULL, ipar = NULL, nout = 0,
                   outnames = NULL, forcings = NULL, initforc = NULL, fcontrol = NULL,
                   rootfunc = NULL, nroot = 0, events = NULL, lags = NULL, tcrit = NULL,
                   control = list(), ...) {
  explicit_call("dopri5", environment(), list(...), if (isTRUE(verbose)) -2L else 2L)
}

#' @rdname explicit-solvers
#' @export
dopri853 <- function(y, times, func, parms, rtol = 1e-6, atol = 1e-6, verbose = FALSE,
                     hmax = NULL, hini = hmax, ynames = TRUE, maxsteps = 10000, dllname = NULL,
                     initfunc = dllname, initpar = parms, rpar = NULL, ipar = NULL, nout = 0,
                     outnames = NULL, forcings = NULL, initforc = NULL, fcontrol = NULL,
                     rootfunc = NULL, nroot = 0, events = NULL, lags = NULL, tcrit = NULL,
                     control = list(), ...) {
  explicit_call("dopri853", environment(), list(...), if (isTRUE(verbose)) -2L else 2L)
}

#' @rdname explicit-solvers
#' @param stiffness `cashkarp`: which test for stiffness is made. 2: eigenvalue test, 3: error test,
#'   4: conditioning test, 1: all of them, 0: none. Positive values stop the integration on
#'   detection, the negative ones (-1 to -4) give a message and go on.
#' @export
cashkarp <- function(y, times, func, parms, rtol = 1e-6, atol = 1e-6, verbose = FALSE,
                     hmax = NULL, hini = hmax, ynames = TRUE, maxsteps = 10000, dllname = NULL,
                     initfunc = dllname, initpar = parms, rpar = NULL, ipar = NULL, nout = 0,
                     outnames = NULL, forcings = NULL, initforc = NULL, fcontrol = NULL,
                     stiffness = 2, rootfunc = NULL, nroot = 0, events = NULL, lags = NULL,
                     tcrit = NULL, control = list(), ...) {
  if (!is.numeric(stiffness) || length(stiffness) != 1L || !stiffness %in% -4:4)
    input_error("`stiffness' must be a whole number from -4 to 4, not ", shown(stiffness))
  explicit_call("cashkarp", environment(), list(...), as.integer(stiffness))
}

# `stiffness` as in cashkarp: which test is made, negative to go on after a detection.
explicit_call <- function(method, env, dots, stiffness) {
  if (length(env$lags) > 0L) prepare_lags(env, dots)
  solver_call(method, env, dots, parameters = c("safe", "fac1", "fac2", "beta"),
              options = list(stiffness = stiffness))
}
