#' Consistent initial values of differential-algebraic equations
#'
#' `consistent()` finds initial values that satisfy the constraints of differential-algebraic
#' equations, the hidden constraints of index 2 and 3 included, and the derivatives that belong to
#' them; or it tells by how much given values violate the constraints.
#'
#' @section Index 1:
#' Of \eqn{M y' = f(t, y)}{M y' = f(t, y)} with a singular matrix \eqn{M}{M} the constraints are
#' \eqn{W^T f = 0}{W' f = 0} for the \eqn{W}{W} with \eqn{W^T M = 0}{W' M = 0}: where \eqn{M}{M}
#' has a row of zeros, that equation. They are solved for the algebraic variables (for
#' \eqn{y}{y} along the null space of \eqn{M}{M}) by Newton's method with a line search (Deuflhard
#' 1974), with variables and equations scaled. The differential variables keep their values.
#'
#' @section Index 2 and 3:
#' For equations in Hessenberg form, \eqn{y' = F(t, y, z)}{y' = F(t, y, z)},
#' \eqn{0 = G(t, y)}{0 = G(t, y)}, the constraint does not contain the algebraic variables, but its
#' total derivative \deqn{D_1 = G_t + G_y F(t, y, z) = 0}{D1 = G_t + G_y F(t, y, z) = 0} does (index
#' 2), or the derivative of that, \eqn{D_2 = 0}{D2 = 0} (index 3): hidden constraints. The
#' differential variables must satisfy \eqn{G = 0}{G = 0} and, of index 3,
#' \eqn{D_1 = 0}{D1 = 0}; mode `"fixed"` stops with an error if they do not, mode `"project"` moves
#' them to the nearest values that do. The last derivative determines \eqn{z}{z}. Derivatives are
#' those known in closed form (some problems of the catalogue, or the argument `hidden`), or
#' differences along the flow, \eqn{G(t + s, y + s F)}{G(t + s, y + s F)}, of fourth order.
#'
#' @section Implicit equations:
#' For \eqn{G(t, y, y') = 0}{G(t, y, y') = 0} the derivatives of the differential variables and the
#' algebraic variables are found together (Brown, Hindmarsh and Petzold 1998), for index 0 and 1;
#' where the derivatives enter linearly with constant coefficients, the equations are treated as
#' with a mass matrix, for index up to 3.
#'
#' @section Multipliers after a run:
#' What a solver leaves in variables of index 2 and 3 is the error of one step, divided by its
#' length and, of index 3, once more: multipliers have fewer digits than positions and velocities.
#' They do not act on what follows, so nothing is lost for good: from the differential variables in
#' a row of the result and `t0` at its time, `consistent()` finds them as accurately as these are.
#' (Of index 3 the solvers of this package do so themselves, see [implicit-solvers]; not of index 2, nor
#' do other solvers.)
#'
#' @section What cannot be told:
#' Where the constraints have several solutions, Newton's method finds the one near the given
#' values, which may be the wrong one: see `HYDRODYN`, `SHOCK` and `BATCHREA` in
#' [dae-branches] and [dae-batch].
#'
#' @param y initial state, with guesses for the algebraic variables; or a problem of the catalogue
#'   made by [testproblem()], or its name: then its own initial state.
#' @param dy initial derivative of the state: a guess, needed for implicit equations that are
#'   nonlinear in it. `NULL`: zero.
#' @param func,res,jacfunc,jacres the equations, as for [implicit-solvers] and [mebdfi()]; `func`
#'   may be a problem made by [testproblem()].
#' @param parms parameters of the equations.
#' @param t0 initial time; `NULL`: that of the problem, or 0.
#' @param mass,nind mass matrix and numbers of variables of index 1, 2, 3, as for
#'   [implicit-solvers].
#' @param mode `"fixed"`: the differential variables keep their values. `"project"`: they are moved
#'   as little as possible, in the norm of the weights, to where the constraints hold. `"check"`:
#'   nothing is changed.
#' @param fixed logical vector, or names or numbers of variables: differential variables that mode
#'   `"project"` must not move.
#' @param algebraic logical vector: which variables are algebraic, for implicit equations whose
#'   derivatives enter nonlinearly. `NULL`: those whose derivative does not occur.
#' @param weights sizes of the variables, positive. `NULL`: `pmax(abs(y), 1)`; of the problems of
#'   the catalogue `pmax(abs(y), scale)` with their element `scale`.
#' @param hidden a function `hidden(t, y)` that returns a list: the hidden constraints of level 1
#'   and, for index 3, of level 2, up to nonzero factors. `NULL`: those of the problem, or by
#'   differences.
#' @param tol,maxit tolerance of Newton's method relative to the weights, and its largest number of
#'   iterations.
#' @param dllname,initfunc,initpar,rpar,ipar,nout for compiled equations, see [implicit-solvers].
#' @param ... further arguments of `func` or `res`.
#' @param x an object returned by `consistent()`.
#' @return A list of class `consistent`: the state `y`, its derivative `dy` (`NA` where it is not
#'   determined), the `change` of the state, a data frame `residual` with the `level`, the
#'   `equation` and the residuals `before` and `after`, the `index`, the number of `iterations`, the
#'   reciprocal condition number `rcond` of the last scaled matrix, and `converged`. An error names
#'   the constraint that cannot be satisfied.
#' @references
#' Brown, P.N., Hindmarsh, A.C., Petzold, L.R. (1998) Consistent initial condition calculation for
#' differential-algebraic systems. *SIAM Journal on Scientific Computing* **19**, 1495--1512.
#' \doi{10.1137/S1064827595289996}
#'
#' Deuflhard, P. (1974) A modified Newton method for the solution of ill-conditioned systems of
#' nonlinear equations with application to multiple shooting. *Numerische Mathematik* **22**,
#' 289--315. \doi{10.1007/BF01406969}
#' @seealso The argument `init` of [implicit-solvers]; [constraints()] for the residuals along a
#'   solution; [dae-problems].
#' @examples
#' # temperature, pressure and amounts in a vessel with methanol, from rough guesses
#' start <- testproblem("CONDENS")$y
#' start[] <- c(204000, 300, 20000, 3, 3, 100)
#' consistent(start, func = testproblem("CONDENS"))
#'
#' # a pendulum of index 3: position and velocity are moved to the circle and its tangent
#' pendulum <- function(t, y, parms)
#'   list(c(y[3:4], -y[5] * y[1:2] - c(0, 9.81), y[1]^2 + y[2]^2 - 1))
#' consistent(c(x = 1.1, y = 0.2, u = 0.3, v = 0.4, force = 0), func = pendulum,
#'            mass = c(1, 1, 1, 1, 0), nind = c(2, 2, 1), mode = "project")
#'
#' # digits of the multipliers of the car axis: from deSolve's radau, and from its positions and
#' # velocities, moved to where the constraints hold
#' p <- testproblem("caraxis")
#' out <- radau(p$y, c(p$t0, p$tend), p$func, p$parms, mass = p$mass, nind = p$nind,
#'              rtol = 1e-7, atol = 1e-7)
#' better <- out
#' better[2, -1] <- consistent(out[2, -1], func = p, t0 = p$tend, mode = "project")$y
#' c(solver = mescd(out, "caraxis", components = 9:10),
#'   consistent = mescd(better, "caraxis", components = 9:10))
#' @export
consistent <- function(y, dy = NULL, func = NULL, res = NULL, parms = NULL, t0 = NULL, mass = NULL,
                       nind = NULL, mode = c("fixed", "project", "check"), fixed = NULL,
                       algebraic = NULL, weights = NULL, hidden = NULL, tol = 1e-12, maxit = 50,
                       jacfunc = NULL, jacres = NULL, dllname = NULL, initfunc = dllname,
                       initpar = parms, rpar = NULL, ipar = NULL, nout = 0, ...) {
  mode <- choice(mode, c("fixed", "project", "check"), "mode")
  if (is.character(y) && is.null(func)) y <- testproblem(y)
  if (inherits(y, "testproblem")) {
    func <- check_problem_object(y, "y")
    if (is.null(dy)) dy <- y$dy
    y <- y$y
  }
  if (is.null(func) == is.null(res)) input_error("either `func' or 'res' must be specified")
  problem <- if (inherits(func, "testproblem")) func
  y <- check_state(y)
  n <- length(y)
  if (is.null(t0)) t0 <- problem$t0 %||% 0
  if (!is.numeric(t0) || length(t0) != 1L || !is.finite(t0))
    input_error("`t0' must be one finite number, not ", shown(t0))
  if (is.null(nind)) nind <- c(n, 0, 0)
  args <- list(y = y, dy = dy, func = func, res = res, parms = parms, mass = mass, nind = nind,
               jacfunc = jacfunc, jacres = jacres, jactype = "fullint", dllname = dllname,
               initfunc = initfunc, initpar = initpar, rpar = rpar, ipar = ipar, nout = nout,
               times = t0, ynames = TRUE, control = list())
  args <- unpack_function_list(unpack_function_list(args), "res", "jacres")
  spec <- consistency_spec(args, list(...))
  if (is.null(weights)) weights <- problem_weights(problem, y)
  if (!is.numeric(tol) || length(tol) != 1L || is.na(tol) || tol <= 0)
    input_error("`tol' must be one positive number, not ", shown(tol))
  options <- list(mode = mode, weights = check_weights(weights, n), tolerances = NULL,
                  algebraic = check_selection(algebraic, "algebraic", y),
                  fixed = check_selection(fixed, "fixed", y),
                  hidden = check_hidden(hidden, t0, y), tol = tol,
                  maxit = check_integer(maxit, "maxit"))
  found <- consistent_start(spec, options)
  if (found$status != "ok") input_error(consistency_error(found, t0))
  result <- consistency_result(found, y, mode)
  if (mode != "check") warn_of_changes(result, y, mode)
  result
}

# The description of the equations that src/export_consistent.cpp reads.
consistency_spec <- function(args, dots) {
  n <- length(args$y)
  structure <- implicit_structure(args, n, character())
  dy <- check_derivative(args, args$y)
  times <- as.double(args$times[1L]) + 0:1
  model <- build_model(args, args$y, dy, times, dots, structure$jacobian, "mebdfi")
  list(model = model$spec, structure = structure, y = as.double(args$y), dy = dy, times = times)
}

# What moves fast has derivatives far above the scale of the problem.
problem_weights <- function(problem, y) pmax(abs(y), problem$scale %||% 1)

check_weights <- function(weights, n) {
  if (!is.numeric(weights) || !length(weights) %in% c(1L, n) || anyNA(weights) || any(weights <= 0))
    input_error("`weights' must be positive numbers, one or as many as `y' has")
  rep_len(as.double(weights), n)
}

# Closed forms of the hidden constraints: tried once, at the start.
check_hidden <- function(hidden, t0, y) {
  if (is.null(hidden)) return(NULL)
  values <- check_function(hidden, "hidden")(t0, y)
  if (!is.list(values) || length(values) > 2L || !all(vapply(values, is.numeric, NA)))
    input_error("`hidden' must return a list of one or two numeric vectors, not ", shown(values))
  hidden
}

# Some variables, given by flags, names or numbers, as flags.
check_selection <- function(x, what, y) {
  if (is.null(x)) return(NULL)
  n <- length(y)
  if (is.logical(x) && length(x) == n && !anyNA(x)) return(x)
  if (is.character(x) && all(x %in% names(y))) return(names(y) %in% x)
  if (is.numeric(x) && all(x %in% seq_len(n))) return(seq_len(n) %in% x)
  input_error("`", what, "' must be a logical vector as long as `y', or names or numbers of its ",
              "elements, not ", shown(x))
}

consistency_result <- function(found, y, mode) {
  state <- with_names(found$y, names(y))
  levels <- lapply(seq_along(found$levels), function(k) {
    level <- found$levels[[k]]
    count <- length(level$before)
    data.frame(level = rep(k - 1L, count),
               equation = if (length(level$equations) == count) level$equations else
                 rep(NA_integer_, count),
               before = level$before, after = level$after)
  })
  dy <- with_names(found$dy, names(y))
  dy[is.nan(dy)] <- NA
  structure(list(y = state, dy = if (mode != "check") dy, change = state - y,
                 residual = do.call(rbind, levels), index = found$index,
                 iterations = found$iterations, rcond = found$rcond, converged = mode != "check"),
            class = "consistent")
}

# "the second derivative of equation 5"
constraint_name <- function(level, equation) {
  what <- if (equation > 0) paste("equation", equation) else "a combination of equations"
  if (level <= 0) what else paste("the", c("first", "second")[level], "derivative of", what)
}

consistency_error <- function(found, t) {
  text <- paste0("no consistent initial values at t = ", format(t), ": ", found$message)
  if (found$status == "not finite")
    return(paste0(text, if (found$equation > 0) paste(", first in equation", found$equation)))
  if (found$level < 0) return(text)
  text <- paste0(text, " (", constraint_name(found$level, found$equation), ", residual ",
                 format(found$residual, digits = 3))
  if (found$status == "singular")
    text <- paste0(text, "; reciprocal condition number ", format(found$rcond, digits = 2),
                   "; see `nind'")
  paste0(text, ")")
}

# A sign that changed may mean another branch of the constraints; and differential variables that
# had to move far were perhaps not meant so.
warn_of_changes <- function(result, start, mode) {
  flipped <- result$y * start < 0 & abs(result$y) > 1e-8 * abs(start) &
    (result$index < 2 | is.na(result$dy))
  if (any(flipped))
    warning("the sign has changed of ", paste(state_names(start)[flipped], collapse = ", "),
            ": perhaps another branch of the constraints", call. = FALSE)
  if (mode != "project" || result$index < 2) return(invisible())
  moved <- !is.na(result$dy) & abs(result$change) > 0.1 * pmax(abs(start), 1e-300)
  if (any(moved))
    warning("more than 10 % change of ", paste(state_names(start)[moved], collapse = ", "),
            call. = FALSE)
}

#' @rdname consistent
#' @export
print.consistent <- function(x, ...) {
  cat("Initial values of index ", x$index, if (!x$converged) ", not changed" else
    paste0(", consistent after ", x$iterations, " iterations"), "\n", sep = "")
  values <- data.frame(y = x$y, change = x$change, row.names = make.unique(state_names(x$y)))
  if (!is.null(x$dy)) values$dy <- x$dy
  print(values)
  if (!is.null(x$residual)) {
    cat("Residuals of the constraints\n")
    print(x$residual, row.names = FALSE)
  }
  invisible(x)
}

# ---- the argument `init` of the solvers ---------------------------------------------------------

# The start of a solve as `init` asks for it: "none"; "check", which warns of inconsistent values;
# "fixed" or "project", see consistent(); "consistent" is "project". `first`: the value of the model
# function at the start, if it was called already.
initial_start <- function(spec, init, args, first = NULL) {
  if (is.null(init)) return(spec)  # a solver without this argument
  known <- c("check", "none", "consistent", "fixed", "project")
  if (!is.character(init) || length(init) != 1L || !init %in% known)
    input_error("`init' must be one of ", paste0("'", known, "'", collapse = ", "), ", not ",
                shown(init))
  if (init == "none" || !has_constraints(args)) return(spec)
  problem <- if (inherits(args$func, "testproblem")) args$func
  weights <- problem_weights(problem, spec$y)
  mode <- if (init == "consistent") "project" else init
  options <- list(mode = mode, weights = weights, algebraic = NULL, fixed = NULL, hidden = NULL,
                  tolerances = NULL, tol = 1e-12, maxit = 50)
  if (init == "check") {
    if (clearly_consistent(first, spec, args) || is_costly(args, length(spec$y))) return(spec)
    # differences along the flow are not more accurate than the second
    options$tolerances <- pmax(spec$atol + spec$rtol * abs(spec$y),
                               1e-10 * pmax(abs(spec$y), 1))
    found <- tryCatch(consistent_start(spec, options), error = function(e) NULL)
    warn_inconsistent_start(found, spec$times[1L], args)
    return(spec)
  }
  found <- consistent_start(spec, options)
  if (found$status != "ok") input_error(consistency_error(found, spec$times[1L]))
  spec$y <- found$y
  if (!is.null(spec$dy)) spec$dy <- ifelse(is.nan(found$dy), 0, found$dy)
  spec
}

# Told without a further call of the model: the equations without derivatives hold to rounding, and
# none of them is hidden.
clearly_consistent <- function(first, spec, args) {
  if (is.null(first) || isTRUE(sum(args$nind[2:3]) > 0)) return(FALSE)
  rows <- if (!is.null(args$res)) TRUE else if (is.matrix(args$mass)) return(FALSE) else
    args$mass == 0
  isTRUE(all(abs(first[rows]) <= 1e-14 * max(1, abs(c(spec$y, spec$dy)))))
}

# The null space of a large full matrix, or hidden constraints of large implicit equations.
is_costly <- function(args, n)
  n > 300 && (is.matrix(args$mass) || !is.null(args$res) && isTRUE(sum(args$nind[2:3]) > 0))

has_constraints <- function(args) {
  if (!is.null(args$res)) return(TRUE)
  if (inherits(args$func, "testproblem")) return(.subset2(args$func, "class") != "ODE")
  !is.null(args$mass)
}

# How far a start is off is judged by how much of the tolerances it would take to get there. The
# derivatives of implicit equations count only if they were given.
warn_inconsistent_start <- function(found, t, args) {
  if (is.null(found) || found$status != "ok") return(invisible())
  if (!is.null(args$res) && is.null(args$dy)) return(invisible())
  for (k in seq_along(found$levels)) {
    level <- found$levels[[k]]
    if (length(level$sensitivity) == 0L) next
    excess <- abs(level$before) / (100 * level$sensitivity)
    excess[!is.finite(excess)] <- 0
    if (max(excess) <= 1) next
    worst <- which.max(excess)
    equation <- if (length(level$equations) > 0L) level$equations[worst] else 0L
    warning("the initial values are not consistent at t = ", format(t), ": ",
            constraint_name(k - 1L, equation), " has the residual ",
            format(level$before[worst], digits = 3), "; see `init'", call. = FALSE)
    return(invisible())
  }
}
