#' Solve differential-algebraic equations
#'
#' `dae` solves implicit equations \eqn{G(t, y, y') = 0}{G(t, y, y') = 0} or equations with a mass
#' matrix \eqn{M y' = f(t, y)}{M y' = f(t, y)} by one of the solvers for them, of this package or of
#' deSolve.
#'
#' @param y initial state.
#' @param times output times; the first is the initial time.
#' @param parms parameters, passed on to `res` or `func`.
#' @param dy initial derivative of the state; needed with `res`.
#' @param res the residual: a function `res(t, y, dy, parms, ...)`, see [mebdfi()].
#' @param func the right-hand side: a function `func(t, y, parms, ...)`, see [implicit-solvers]; a
#'   mass matrix is given as `mass`. Either `res` or `func` must be given.
#' @param method the solver, as a string or a function. Implicit equations (`res`) are solved by
#'   `"mebdfi"` and deSolve's `"daspk"`; all take `func`.
#' @param ... further arguments of the solver.
#' @return The value of the solver, a matrix of class `deSolve`.
#' @seealso [mebdfi()], [implicit-solvers], \code{\link[deSolve]{daspk}},
#'   \code{\link[deSolve]{radau}}.
#' @examples
#' # y1' = -y1, 0 = y1 + y2 - 1, in both forms
#' implicit <- function(t, y, dy, parms) list(c(dy[1] + y[1], y[1] + y[2] - 1))
#' with_mass <- function(t, y, parms) list(c(-y[1], y[1] + y[2] - 1))
#' a <- dae(c(1, 0), 0:5, NULL, dy = c(-1, 1), res = implicit)
#' b <- dae(c(1, 0), 0:5, NULL, func = with_mass, mass = c(1, 0), method = "gamd")
#' cbind(a, b[, -1], exact = exp(-(0:5)))
#' @export
dae <- function(y, times, parms, dy = NULL, res = NULL, func = NULL,
                method = c("mebdfi", "daspk", "radau", "gamd", "bimd", "radau5"), ...) {
  if (is.null(res) == is.null(func))
    input_error(if (is.null(res)) "either `func' or 'res' must be specified" else
      "either `func' OR 'res' must be specified, not both")
  if (missing(parms)) parms <- NULL
  if (is.function(method)) {
    name <- "the solver"
    solver <- method
  } else {
    name <- check_dae_method(method)
    solver <- switch(name, daspk = deSolve::daspk, radau = deSolve::radau, get(name))
  }
  takes <- names(formals(solver))
  if (!is.null(res)) {
    if (name == "radau") name <- "radau5"
    if (!"res" %in% takes) input_error(name, " cannot handle implicit equations")
    return(solver(y = y, times = times, parms = parms, dy = dy, res = res, ...))
  }
  if ("dy" %in% takes && !is.null(dy))
    return(solver(y = y, times = times, parms = parms, func = func, dy = dy, ...))
  solver(y = y, times = times, parms = parms, func = func, ...)
}

# The name of a solver, possibly abbreviated; the default is the vector of all names.
check_dae_method <- function(method) {
  known <- eval(formals(dae)$method)
  if (identical(method, known)) return(known[1L])
  if (!is.character(method) || length(method) != 1L)
    input_error("'method' must be a function or the name of one, not ", shown(method))
  i <- pmatch(method, known)
  if (is.na(i))
    input_error("'method' should be one of ", paste0("'", known, "'", collapse = ", "),
                ", or a function, not ", shown(method))
  known[i]
}
