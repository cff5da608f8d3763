# gamd, bimd, radau5 and mebdfi: formals, documentation, and one call.

#' Implicit solvers for stiff and differential-algebraic equations
#'
#' `gamd`, `bimd`, `radau5` and `mebdfi` solve stiff ordinary differential equations and
#' differential-algebraic equations of index up to 3,
#' \deqn{M y' = f(t, y),\quad y(t_0) = y_0}{M y' = f(t, y), y(t0) = y0}
#' with a constant, possibly singular matrix \eqn{M}{M} (by default the identity). `mebdfi` also
#' takes fully implicit equations \eqn{G(t, y, y') = 0}{G(t, y, y') = 0}.
#'
#' @inheritParams explicit-solvers
#' @param func the right-hand side \eqn{f}{f}: an R function `func(t, y, parms, ...)` that returns a
#'   list whose first element holds its value and whose other elements are output variables; or the
#'   name of a function in the shared library `dllname`; or a `CFunc` object; or a list of compiled
#'   functions; or an object made by [testproblem()].
#' @param nind numbers of variables of index 1 (with the differential ones), 2 and 3; the variables
#'   must be in this order. Needs `mass` or `res`.
#' @param jacfunc the Jacobian \eqn{\partial f/\partial y}{df/dy}: an R function
#'   `jacfunc(t, y, parms, ...)` that returns a matrix, or the name of a compiled function. Full
#'   matrices are n x n; banded ones have `bandup + banddown + 1` rows, with element (i, j) in row
#'   i - j + bandup + 1; sparse ones are n x n. An n x n matrix of class `dgCMatrix` (package
#'   Matrix) is read whatever the storage.
#' @param jactype how the Jacobian is stored and found: `"fullint"`, `"bandint"`, `"sparseint"` by
#'   differences, several columns at a time where the structure allows it; `"fullusr"`,
#'   `"bandusr"`, `"sparseusr"` by `jacfunc`. If `jacfunc` or `control$sparsity` is given and
#'   `jactype` is not, they are used. The pattern of a sparse Jacobian is `control$sparsity` or,
#'   without that, found by trial near the initial state; entries that are zero there and not later
#'   are then missed.
#'   Problems of the catalogue know their Jacobian and its structure: leave `jactype` out.
#' @param mass the matrix \eqn{M}{M}: n x n, or a vector (the diagonal), or by bands with
#'   `massup + massdown + 1` rows, stored as a banded Jacobian. A matrix with n rows is always taken
#'   as n x n.
#' @param massup,massdown numbers of nonzero bands of `mass` above and below the diagonal.
#' @param hmax largest step size (of the block methods `gamd` and `bimd`: largest distance of two
#'   nodes); `NULL`, `0` or `Inf`: no limit but the whole interval.
#' @param hini first step size; `0`: chosen by the solver.
#' @param bandup,banddown numbers of nonzero bands of the Jacobian above and below the diagonal.
#' @param minord,maxord smallest and largest order. `gamd`: 3 to 9, `bimd`: 4 to 12 (`NULL`: these
#'   limits), `mebdfi`: 1 to 8 back points, which means orders 2 to 9 (default 7).
#' @param maxnewtit largest number of Newton iterations for each order, 4 numbers (`gamd`) or 5
#'   (`bimd`); `NA`: the default.
#' @param wrkpars `bimd`: 12 numbers, 0 or `NA` for the default: Newton tolerances of the five orders
#'   (0.1), for small solutions (0.01) and for solutions at rest (0.05), smallest and largest ratio of
#'   steps (0.12, 10), aims of the error for the same, higher and lower order (1/20, 1/40, 1/20).
#' @param control a named list with further settings: `hmin`, `timelimit`, `log`, `progress` as in
#'   [explicit-solvers]; `sparsity`, the pattern of a sparse Jacobian, as an n x n matrix (zero or
#'   `FALSE`: always zero), a sparse matrix of package Matrix, or a two-column matrix of row and
#'   column numbers; `refine`, `FALSE` to have velocities and multipliers of index 3 as the method
#'   has found them, see below; and for `radau5` its
#'   parameters `nit`, `fnewt`, `thet`, `quot1`, `quot2`, `safe`.
#' @param init what is done about initial values that violate the constraints of
#'   differential-algebraic equations: `"check"`: a warning with the residual; `"none"`: nothing;
#'   `"consistent"`: they are replaced by the nearest consistent ones, see [consistent()] (also as
#'   `"project"`); `"fixed"`: only the algebraic variables are replaced.
#' @param ... further arguments, passed on to `func` and `jacfunc`.
#'
#' @return A matrix of class `c("detestset", "deSolve", "matrix")` as from the
#'   [explicit solvers][explicit-solvers]; [diagnostics.detestset()] explains its attributes.
#'
#' @section Methods:
#' * `gamd`: generalized Adams methods of order 3, 5, 7, 9. Each step is a block of 4 to 9 new values,
#'   found together by a splitting of Newton's method that needs one factorisation of order n.
#' * `bimd`: blended implicit methods of order 4, 6, 8, 10, 12, blocks of 3 to 10 values; L-stable.
#' * `radau5`: the collocation method Radau IIA with three stages, order 5, L-stable.
#' * `mebdfi`: modified extended backward differentiation formulas, with k = 1 to 8 back points and
#'   order k + 1; A-stable up to order 4, stiffly stable beyond.
#'
#' What a method holds below its tolerance are estimates of local errors; the error of the solution
#' gathers them and may fall with another power of the tolerance. So the methods work with calibrated
#' tolerances, mostly smaller than those given, with which errors on the problems of the test set stay
#' below a hundred tolerances, down to `rtol = 1e-11`, as far as rounding allows. Where it does not, a
#' method goes on with the tolerances as given.
#'
#' The error weights `atol + rtol * abs(y)` must not vanish: `gamd`, `bimd` and `radau5` need a
#' positive `rtol`, `radau5` also a positive `atol`, the others one where the initial state is zero.
#'
#' None of them shortens a step to hit an output time; values in between come from their own
#' polynomials.
#'
#' @section Differential-algebraic equations:
#' With a singular `mass` the rows of zeros are constraints. Initial values must satisfy them: see
#' the argument `init` and [consistent()].
#' Variables of index 2 and 3 (velocities and forces of a constrained mechanical system, say) are
#' told by `nind`. Those of index 2 are held to the tolerances, those of index 3 to \eqn{1/h}{1/h}
#' times the tolerances, as far as rounding in the constraints allows. That is measured, so that
#' the units of time and of the variables do not matter. (Codes that multiply the errors by
#' \eqn{h}{h} and \eqn{h^2}{h^2} lose one or two more digits.)
#'
#' What is left in the constraints, of rounding and of the tolerance of Newton's iteration, comes back
#' divided by \eqn{h}{h} in velocities and by \eqn{h^2}{h^2} in multipliers. It is not carried on, but
#' it would show in the rows. So where `nind` tells of variables of index 3 the velocities and
#' multipliers of a row are corrected such that the first and second derivatives of its constraints
#' vanish: two to four digits more of the multipliers. That takes a Jacobian and 10 to 25 evaluations
#' of the model for each row (with a Jacobian of the model instead of differences digits are gained),
#' none of them outside the interval between the last and the next planned stop or event. Positions
#' stay as they are, but for the start after a planned stop. `control = list(refine = FALSE)` leaves
#' all this out, for many rows of a large model, say; it cannot be done for implicit models, for more
#' than 500 equations, and where constraints are combinations of rows of the mass matrix.
#'
#' What is carried on from step to step are errors along the constraints. Where rounding hides most of
#' the others, the step is chosen by these, and Newton's iteration goes on for some more iterations
#' when it has converged. The blocks of `gamd` would carry on other errors, too, and damp them only
#' slowly: there each of them begins at velocities and multipliers that are corrected as those of the
#' rows are, and ends with the mean of some iterations.
#'
#' @section Kinks and jumps:
#' Discontinuities whose time is known belong into `events` or `tcrit`. For those that depend on the
#' state let the model look at a flag, and a root function with an event switch it: all steps up to
#' there then see the one side, all others the other. Where algebraic equations kink or jump all the
#' same, and steps fail however short they are, the place is passed by a short step of backward Euler
#' whose error is held below the tolerance. Near a jump that depends on the state a Jacobian by
#' differences is wrong, as soon as its increments reach across: at tight tolerances give `jacfunc`.
#'
#' @references
#' Iavernaro, F., Mazzia, F. (1998) Solving ordinary differential equations by generalized Adams
#' methods: properties and implementation techniques. *Applied Numerical Mathematics* **28**,
#' 107--126. \doi{10.1016/S0168-9274(98)00039-7}
#'
#' Brugnano, L., Magherini, C. (2004) The BiM code for the numerical solution of ODEs. *Journal of
#' Computational and Applied Mathematics* **164-165**, 145--158. \doi{10.1016/j.cam.2003.09.004}
#'
#' Brugnano, L., Magherini, C., Mugnai, F. (2006) Blended implicit methods for the numerical solution
#' of DAE problems. *Journal of Computational and Applied Mathematics* **189**, 34--50.
#' \doi{10.1016/j.cam.2005.05.005}
#'
#' Hairer, E., Wanner, G. (1996) *Solving Ordinary Differential Equations II*, 2nd ed. Springer.
#'
#' Cash, J.R., Considine, S. (1992) An MEBDF code for stiff initial value problems. *ACM Transactions
#' on Mathematical Software* **18**, 142--158. \doi{10.1145/146847.146922}
#'
#' @seealso [mebdfi()] for fully implicit equations, [dae()] to choose among them and deSolve's
#'   solvers, [explicit-solvers] for problems that are not stiff.
#'
#' @examples
#' # A stiff problem: van der Pol's equation with mu = 1000
#' vdp <- function(t, y, mu) list(c(y[2], mu * (1 - y[1]^2) * y[2] - y[1]))
#' out <- gamd(c(x = 2, v = 0), 0:2000, vdp, parms = 1000)
#' plot(out, which = "x")
#' diagnostics(out)
#'
#' # A pendulum in Cartesian coordinates, index 3: positions, velocities, force in the rod
#' pendulum <- function(t, y, parms) {
#'   list(c(y[3], y[4], -y[1] * y[5], -y[2] * y[5] - 9.81, y[1]^2 + y[2]^2 - 1))
#' }
#' out <- radau5(c(x = 1, y = 0, u = 0, v = 0, force = 0), seq(0, 5, by = 0.02), pendulum, NULL,
#'               mass = c(1, 1, 1, 1, 0), nind = c(2, 2, 1))
#' plot(out[, "x"], out[, "y"], type = "l", asp = 1, xlab = "x", ylab = "y")
#' @name implicit-solvers
NULL

#' @rdname implicit-solvers
#' @export
gamd <- function(y, times, func, parms, nind = c(length(y), 0, 0), rtol = 1e-6, atol = 1e-6,
                 jacfunc = NULL, jactype = "fullint", mass = NULL, massup = NULL, massdown = NULL,
                 verbose = FALSE, hmax = NULL, hini = 0, ynames = TRUE, minord = NULL,
                 maxord = NULL, bandup = NULL, banddown = NULL, maxsteps = 1e4,
                 maxnewtit = c(12, 18, 26, 36), dllname = NULL, initfunc = dllname,
                 initpar = parms, rpar = NULL, ipar = NULL, nout = 0, outnames = NULL,
                 forcings = NULL, initforc = NULL, fcontrol = NULL, rootfunc = NULL, nroot = 0,
                 events = NULL, lags = NULL, tcrit = NULL, control = list(), init = "check",
                 ...) {
  solver_call("gamd", environment(), list(...), given = if (missing(jactype)) "" else "jactype",
              parameters = NULL,
              options = block_options("gamd", minord, maxord, c(3, 5, 7, 9), maxnewtit))
}

#' @rdname implicit-solvers
#' @export
bimd <- function(y, times, func, parms, nind = c(length(y), 0, 0), rtol = 1e-6, atol = 1e-6,
                 jacfunc = NULL, jactype = "fullint", mass = NULL, massup = NULL, massdown = NULL,
                 verbose = FALSE, hmax = NULL, hini = 0, ynames = TRUE, minord = NULL,
                 maxord = NULL, bandup = NULL, banddown = NULL, maxsteps = 1e4,
                 maxnewtit = c(10, 12, 14, 16, 18), wrkpars = NULL, dllname = NULL,
                 initfunc = dllname, initpar = parms, rpar = NULL, ipar = NULL, nout = 0,
                 outnames = NULL, forcings = NULL, initforc = NULL, fcontrol = NULL,
                 rootfunc = NULL, nroot = 0, events = NULL, lags = NULL, tcrit = NULL,
                 control = list(), init = "check", ...) {
  solver_call("bimd", environment(), list(...), given = if (missing(jactype)) "" else "jactype",
              parameters = NULL,
              options = c(block_options("bimd", minord, maxord, c(4, 6, 8, 10, 12), maxnewtit),
                          list(wrkpars = check_wrkpars(wrkpars))))
}

#' @rdname implicit-solvers
#' @export
radau5 <- function(y, times, func, parms, nind = c(length(y), 0, 0), rtol = 1e-6, atol = 1e-6,
                   jacfunc = NULL, jactype = "fullint", mass = NULL, massup = NULL,
                   massdown = NULL, verbose = FALSE, hmax = NULL, hini = 0, ynames = TRUE,
                   bandup = NULL, banddown = NULL, maxsteps = 5000, dllname = NULL,
                   initfunc = dllname, initpar = parms, rpar = NULL, ipar = NULL, nout = 0,
                   outnames = NULL, forcings = NULL, initforc = NULL, fcontrol = NULL,
                   rootfunc = NULL, nroot = 0, events = NULL, lags = NULL, tcrit = NULL,
                   control = list(), init = "check", ...) {
  check_radau_control(control)
  solver_call("radau5", environment(), list(...), given = if (missing(jactype)) "" else "jactype",
              parameters = c("nit", "fnewt", "thet", "quot1", "quot2", "safe"))
}

# The parameters of radau5 beyond what solver_call checks of all: all are positive, some have bounds
# without which the iteration or the step size control makes no sense.
check_radau_control <- function(control) {
  if (!is.list(control) || length(control) == 0L) return(invisible())
  inside <- function(name, low, high, whole = FALSE) {
    x <- control[[name]]
    if (is.null(x) || !is.numeric(x) || length(x) != 1L) return(invisible())
    if (is.na(x) || x < low || x > high || whole && x != floor(x))
      input_error("`control$", name, "' must be a ", if (whole) "whole ", "number from ", low,
                  " to ", high, ", not ", shown(x))
  }
  inside("nit", 1, 1000, whole = TRUE)
  inside("fnewt", 1e-14, 1)
  inside("thet", 0, 1)
  inside("quot1", 0, 1)
  inside("quot2", 1, 100)
  inside("safe", 0.001, 1)
}

# Order limits and Newton iterations of the block methods, which have the given orders.
block_options <- function(method, minord, maxord, orders, maxnewtit) {
  levels <- length(orders)
  if (is.null(minord)) minord <- orders[1L] else check_order(minord, "minord", orders)
  if (is.null(maxord)) maxord <- orders[levels] else check_order(maxord, "maxord", orders)
  if (maxord < minord) input_error("'maxord' cannot be smaller than 'minord'")
  if (!any(orders >= minord & orders <= maxord))
    input_error("no order of ", method, " (", paste(orders, collapse = ", "), ") lies in ",
                "'minord' to 'maxord', ", minord, " to ", maxord)
  if (!is.numeric(maxnewtit) && !all(is.na(maxnewtit)) || length(maxnewtit) != levels)
    input_error("'maxit' should be an integer vector of length ", levels,
                " (argument `maxnewtit'), not ", shown(maxnewtit))
  iterations <- as.double(maxnewtit)
  good <- is.na(iterations) | iterations >= 1 & iterations <= 1000 & iterations == floor(iterations)
  if (!all(good))
    input_error("`maxnewtit' must hold whole numbers from 1 to 1000, but ",
                first_bad(!good, maxnewtit, "maxnewtit"))
  list(minord = as.integer(minord), maxord = as.integer(maxord), maxnewtit = iterations)
}

check_order <- function(x, what, orders) {
  limits <- range(orders)
  if (!is.numeric(x) || length(x) != 1L || is.na(x))
    input_error("'", what, "' must be a number from ", limits[1L], " to ", limits[2L], ", not ",
                shown(x))
  if (x > limits[2L]) input_error("'", what, "' too large: should be <= ", limits[2L])
  if (x < limits[1L]) input_error("'", what, "' too small: should be >= ", limits[1L])
}

check_wrkpars <- function(wrkpars) {
  if (is.null(wrkpars)) return(numeric())
  if (!is.numeric(wrkpars) && !all(is.na(wrkpars)) || length(wrkpars) != 12L)
    input_error("'wrkpars' should be an real vector of length 12, not ", shown(wrkpars))
  bad <- !is.na(wrkpars) & (!is.finite(wrkpars) | wrkpars < 0)
  if (any(bad))
    input_error("`wrkpars' must be finite and non-negative, but ",
                first_bad(bad, wrkpars, "wrkpars"))
  as.double(wrkpars)
}

#' Modified extended backward differentiation formulas
#'
#' `mebdfi` solves stiff ordinary differential equations, differential-algebraic equations with a
#' mass matrix, and fully implicit equations
#' \deqn{G(t, y, y') = 0,}{G(t, y, y') = 0,}
#' of index up to 3, with modified extended backward differentiation formulas of order 2 to 9.
#'
#' @inheritParams implicit-solvers
#' @param dy initial derivative of the state; for implicit equations it should satisfy them.
#' @param res the residual \eqn{G}{G} of fully implicit equations: an R function
#'   `res(t, y, dy, parms, ...)` that returns a list whose first element is the residual and whose
#'   other elements are output variables; or the name of a compiled function; or a `CFunc` object; or
#'   a list of compiled functions. Either `func` or `res` must be given.
#' @param jacres the matrix
#'   \eqn{\partial G/\partial y + c_j\,\partial G/\partial y'}{dG/dy + cj dG/dy'}: an R function
#'   `jacres(t, y, dy, parms, cj, ...)`, or the name of a compiled function.
#' @param tcrit times that no step may cross; the equations are never evaluated beyond the last
#'   output time.
#' @param maxord largest number of back points k, 1 to 8; the order of the method is k + 1.
#' @param hmax,massup,massdown,rootfunc,nroot,events,lags,control,init as in the other solvers, see
#'   [implicit-solvers].
#' @inherit implicit-solvers return
#'
#' @details
#' One step solves three implicit equations with the same matrix: a BDF step to \eqn{t+h}{t + h},
#' another one to \eqn{t+2h}{t + 2h}, and a corrector at \eqn{t+h}{t + h} that uses both. The
#' corrector is stable in a much larger sector than the BDF of the same order:
#' 90 degrees up to order 4, then 88, 83, 74, 62 and 43 degrees for orders 5 to 9.
#'
#' @references
#' Cash, J.R. (1983) The integration of stiff initial value problems in ODEs using modified extended
#' backward differentiation formulae. *Computers and Mathematics with Applications* **9**, 645--657.
#' \doi{10.1016/0898-1221(83)90122-0}
#'
#' Cash, J.R., Considine, S. (1992) An MEBDF code for stiff initial value problems. *ACM Transactions
#' on Mathematical Software* **18**, 142--158. \doi{10.1145/146847.146922}
#'
#' @seealso [implicit-solvers], [dae()], \code{\link[deSolve]{daspk}}.
#' @examples
#' # Robertson's reactions as implicit equations, with the conservation of mass as third one
#' robertson <- function(t, y, dy, parms) {
#'   list(c(dy[1] + 0.04 * y[1] - 1e4 * y[2] * y[3],
#'          dy[2] - 0.04 * y[1] + 1e4 * y[2] * y[3] + 3e7 * y[2]^2,
#'          y[1] + y[2] + y[3] - 1))
#' }
#' out <- mebdfi(c(A = 1, B = 0, C = 0), c(0, 10^seq(-5, 10, by = 0.25)), parms = NULL,
#'               res = robertson, dy = c(-0.04, 0.04, 0), atol = 1e-10)
#' matplot(out[-1, 1], cbind(out[-1, "A"], 1e4 * out[-1, "B"], out[-1, "C"]), type = "l", lty = 1,
#'         log = "x", xlab = "time", ylab = "A, 10000 B, C")
#' diagnostics(out)
#' @export
mebdfi <- function(y, times, func = NULL, parms, dy = NULL, res = NULL,
                   nind = c(length(y), 0, 0), rtol = 1e-6, atol = 1e-6, jacfunc = NULL,
                   jacres = NULL, jactype = "fullint", mass = NULL, verbose = FALSE, tcrit = NULL,
                   hini = 0, ynames = TRUE, maxord = 7, bandup = NULL, banddown = NULL,
                   maxsteps = 5000, dllname = NULL, initfunc = dllname, initpar = parms,
                   rpar = NULL, ipar = NULL, nout = 0, outnames = NULL, forcings = NULL,
                   initforc = NULL, fcontrol = NULL, hmax = NULL, massup = NULL, massdown = NULL,
                   rootfunc = NULL, nroot = 0, events = NULL, lags = NULL, control = list(),
                   init = "check", ...) {
  if (is.null(func) && is.null(res)) input_error("either `func' or 'res' must be specified")
  if (!is.null(func) && !is.null(res))
    input_error("either `func' OR 'res' must be specified, not both")
  if (!is.null(jacfunc) && !is.null(jacres))
    input_error("either `jacfunc' OR 'jacres' must be specified, not both")
  if (!is.null(res) && !is.null(mass))
    input_error("cannot combine `res' with 'mass' - use 'func' instead, or set 'mass' = NULL")
  if (!is.null(func) && !is.null(jacres) || !is.null(res) && !is.null(jacfunc))
    input_error("'jacfunc' goes with 'func', 'jacres' with 'res'")
  if (!is.numeric(maxord) || length(maxord) != 1L || !maxord %in% 1:8)
    input_error("`maxord' must be >1 and <=8, not ", shown(maxord))
  solver_call("mebdfi", environment(), list(...), given = if (missing(jactype)) "" else "jactype",
              parameters = NULL, options = list(maxord = as.integer(maxord)))
}
