# radar5: formals, documentation, and one call.

#' Stiff, neutral and state-dependent delay differential equations
#'
#' `radar5` solves initial value problems of delay differential equations
#' \deqn{M y'(t) = f\bigl(t, y(t), y(\alpha_1(t, y(t))), \dots, y(\alpha_m(t, y(t)))\bigr), \quad
#'   y(t_0) = y_0, \quad y(t) = \varphi(t)\ (t < t_0)}{M y'(t) = f(t, y(t), y(alpha_1(t, y(t))), ...,
#'   y(alpha_m(t, y(t)))), y(t0) = y0, y(t) = phi(t) for t < t0}
#' with a constant, possibly singular matrix \eqn{M}{M} and delayed arguments
#' \eqn{\alpha_k(t, y) \le t}{alpha_k(t, y) <= t} that may be constant delays, depend on time or on
#' the solution, vanish, or be closer to \eqn{t}{t} than one step. Neutral equations, in which the
#' derivative at an earlier time occurs, are solved, too. Points where the solution is not smooth
#' are found and computed where they matter.
#'
#' @inheritParams implicit-solvers
#' @param y initial state \eqn{y(t_0)}{y(t0)}; it may differ from `phi(t0)`, the solution then jumps
#'   at the start.
#' @param times output times, increasing; the first is the initial time. The solution is interpolated
#'   there; steps do not end at output times, except the last.
#' @param func the right-hand side. Either it asks for the past, as models for
#'   \code{\link[deSolve]{dede}} do: `func(t, y, parms, ...)` calls [lagvalue()] and [lagderiv()].
#'   This works for R functions and for compiled models. Or the delays are declared by `arglag` or
#'   numeric `lags`: then it is an R function `func(t, y, parms, ylag, ...)`, and column k of the
#'   matrix `ylag` is the solution at the k-th delayed argument. It returns a list whose first
#'   element is \eqn{f}{f} and whose other elements are output variables. Or an object made by
#'   [testproblem()].
#' @param phi the initial function \eqn{\varphi}{phi}: a function of `t`, or of `t` and `parms`, that
#'   returns all components, or a vector if it is constant. It may be called slightly beyond the
#'   start. `NULL`: the model never asks for values before the start.
#' @param dphi the derivative of `phi`, in the same form; `NULL`: by difference quotients.
#' @param lags numeric: constant delays. A list, as `dede(method = radar5)` passes it on: its element
#'   `delays` declares the constant delays of a model that calls [lagvalue()]; `mxhist` and
#'   `interpol` are ignored, because the history grows as needed. With known constant delays the
#'   points of lower smoothness are known in advance, which saves work.
#' @param arglag a function `arglag(t, y, parms, ...)` that returns the delayed arguments
#'   \eqn{\alpha_1, \dots, \alpha_m}{alpha_1, ..., alpha_m} (times, not delays).
#' @param nlag number of delays; only needed if a model makes fewer calls of [lagvalue()] at the start
#'   than later, and helpful even then.
#' @param jacfunc the Jacobian \eqn{\partial f/\partial y}{df/dy}, `jacfunc(t, y, parms)` or, with
#'   declared delays, `jacfunc(t, y, parms, ylag, ...)`. If delayed arguments depend on y, it contains
#'   what this contributes. Without it, difference quotients are used, which take care of that.
#' @param jaclag with declared delays, a function `jaclag(t, y, parms, ylag, ...)` that returns a list
#'   of matrices, \eqn{\partial f/\partial y(\alpha_k)}{df/dy(alpha_k)} for each delay (or a data
#'   frame with the columns `row`, `col`, `lag`, `value`). Without it, difference quotients.
#' @param lagged components, by number or name, that are asked for in the past; `NULL`: all. Saves
#'   storage and evaluations.
#' @param neutral components, by number or name, whose derivative is asked for by [lagderiv()]. It is
#'   then computed as a variable of its own, with the accuracy of the solution. Without it, `lagderiv`
#'   is the derivative of the interpolation polynomial, which is less accurate.
#' @param grid times at which steps must end: where `f` jumps in time, or where the solution is known
#'   not to be smooth. Those before the start mark jumps of the initial function.
#' @param hini first step size; `0`: chosen by the solver.
#' @param errcontrol which error is kept below the tolerances: `"discrete"` that at the ends of the
#'   steps; `"mixed"` also that of the solution in between, where delayed arguments will fall;
#'   `"mixed.h"` the same in the form \eqn{(\sigma + h \eta)/2}{(sigma + h eta)/2}; `"dense"` the
#'   latter alone.
#' @param errweight weight between 0 and 1 of the filtered estimate in `"mixed.h"` and `"dense"`: 0 is
#'   strict, 1 suits smooth stiff solutions.
#' @param stepcontrol `"predictive"` (Gustafsson) or `"classical"` choice of step sizes.
#' @param full.newton if `TRUE`, steps longer than a delay that fail with the simplified Newton
#'   iteration are tried with the full one.
#' @param breakpoints if `TRUE`, points where the solution is not smooth are searched for when a step
#'   fails or its error grows.
#' @param bpfac growth of the error from one step to the next that gives rise to such a search.
#' @param on.termination what to do where the solution ceases to exist, or is not unique any more:
#'   stop, or continue with the right piece of the past.
#' @param mxhist if positive, only so many steps of the past are kept; asking for earlier ones ends
#'   the run. 0: all.
#' @param control a named list with further settings: `hmin`, `timelimit`, `log`, `progress` as in
#'   [explicit-solvers], `sparsity` as in [implicit-solvers], and the parameters of the method `nit`
#'   (Newton iterations, 7), `fnewt`, `thet` (rate below which the Jacobian is kept, 0.001), `quot1`,
#'   `quot2` (ratios of step sizes between which the step is kept, 1 and 1.2), `safe` (0.9) and
#'   `nostart` (1: Newton starts from the last value instead of an extrapolation).
#' @param ... further arguments, passed on to `func`, `arglag`, `jacfunc` and `jaclag`.
#'
#' @return A matrix of class `c("detestset", "deSolve", "matrix")` as from the other solvers, with the
#'   additional attributes
#'   * `breakpoints`: a data frame with the points `xi` where the solution is not smooth, the `parent`
#'     from which each inherits, the number of the `lag` through which it does, its `order` (the
#'     highest derivative that is continuous there; -1: the solution jumps), and the `kind`: `"start"`,
#'     `"prescribed"`, `"computed"` or `"event"`;
#'   * `termination`: `NULL`, or a list with `t`, `type` (`"ceases to exist"` or `"not unique"`), `lag`
#'     and `parent`; the return code `attr(out, "istate")[1]` is then 4 or 5;
#'   * `nfull`: the number of full Newton iterations.
#'
#' @section Method:
#' The collocation method Radau IIA with three stages, of order 5 at the ends of the steps for
#' ordinary differential equations and of order 4 with delays, because the past is interpolated by
#' the collocation polynomials; L-stable. The whole solution so far is kept.
#'
#' If a delayed argument falls into the present step, the step is solved all the same: the Newton
#' iteration takes its derivatives into account, approximately (as a multiple of the derivative with
#' respect to the delayed values), and if that fails in full. So stiff problems are solved with steps
#' much longer than the delay.
#'
#' Where a delayed argument passes a point at which the solution is not smooth, so does the solution
#' itself. When a step fails or the error grows fast, such a crossing is looked for, and the step is
#' made to end there, as accurately as the tolerances ask. At these points the delayed values are
#' taken from the side to which the argument moves. If it is driven back from either side, the
#' solution ceases to exist (in the classical sense); if it may move to either side, it is not unique.
#'
#' The tolerances `rtol` and `atol` must be positive.
#'
#' @section Models that call lagvalue:
#' The k-th call of `lagvalue` or `lagderiv` in an evaluation of `func` belongs to the k-th delay, so
#' the calls should always come in the same order. The delayed arguments are known only by evaluating
#' `func`: declared delays need fewer evaluations. A model that uses a history of its own at first,
#' `if (t < tau) ... else lagvalue(t - tau)`, is another one from `tau` on: the solver notices, and
#' ends a step there. Points in `grid` always help.
#'
#' @references
#' Guglielmi, N., Hairer, E. (2001) Implementing Radau IIA methods for stiff delay differential
#' equations. *Computing* **67**, 1--12. \doi{10.1007/s006070170013}
#'
#' Guglielmi, N., Hairer, E. (2008) Computing breaking points in implicit delay differential
#' equations. *Advances in Computational Mathematics* **29**, 229--247.
#' \doi{10.1007/s10444-007-9044-5}
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#'
#' Hairer, E., Wanner, G. (1996) *Solving Ordinary Differential Equations II*, 2nd edition. Springer.
#'
#' @seealso [lagvalue()]; [radau5()] without delays; `testset("delay")` lists test problems, for
#'   instance [enzyme()], [waltman()], [paul()].
#' @examples
#' # Mackey and Glass: blood production. The model is the one for dede in package deSolve.
#' mackey <- function(t, y, parms, tau) {
#'   ylag <- if (t < tau) 0.5 else lagvalue(t - tau)
#'   list(0.2 * ylag / (1 + ylag^10) - 0.1 * y, ylag = ylag)
#' }
#' out <- radar5(0.5, seq(0, 300, by = 0.5), mackey, NULL, tau = 20)
#' plot(out[, 2], out[, 3], type = "l", xlab = "y(t)", ylab = "y(t - 20)")
#'
#' # The same with a declared delay
#' declared <- function(t, y, parms, ylag) list(0.2 * ylag / (1 + ylag^10) - 0.1 * y)
#' out2 <- radar5(0.5, seq(0, 300, by = 0.5), declared, NULL, phi = 0.5, lags = 20)
#' max(abs(out2[, 2] - out[, 2]))
#'
#' # A delay that depends on the solution, y'(t) = y(y(t)), with a jump at the start
#' out <- radar5(1, seq(2, 5.5, by = 0.1), function(t, y, p) list(lagvalue(y)), NULL, phi = 0.5)
#' attr(out, "breakpoints")   # 4 and 4 + 2 log(2)
#'
#' # A neutral equation, y'(t) = y(t) + y'(t - 1)
#' out <- radar5(1, seq(0, 3, by = 0.1), function(t, y, p) list(y + lagderiv(t - 1)), NULL,
#'               phi = function(t) t + 1, dphi = 1, neutral = 1, lags = list(delays = 1))
#' plot(out)
#' @export
radar5 <- function(y, times, func, parms, phi = NULL, dphi = NULL, lags = NULL, arglag = NULL,
                   nlag = NULL, mass = NULL, massup = NULL, massdown = NULL,
                   nind = c(length(y), 0, 0), jacfunc = NULL, jactype = "fullint", bandup = NULL,
                   banddown = NULL, jaclag = NULL, lagged = NULL, neutral = NULL, grid = NULL,
                   rtol = 1e-6, atol = 1e-6, hini = 0, hmax = NULL, maxsteps = 1e5,
                   errcontrol = c("mixed", "mixed.h", "discrete", "dense"), errweight = 0,
                   stepcontrol = c("predictive", "classical"), full.newton = TRUE,
                   breakpoints = TRUE, bpfac = 5, on.termination = c("stop", "continue"),
                   mxhist = 0, rootfunc = NULL, nroot = 0, events = NULL, verbose = FALSE,
                   ynames = TRUE, dllname = NULL, initfunc = dllname, initpar = parms, rpar = NULL,
                   ipar = NULL, nout = 0, outnames = NULL, forcings = NULL, initforc = NULL,
                   fcontrol = NULL, tcrit = NULL, control = list(), ...) {
  delay_call(environment(), list(...), given = names(match.call()))
}
