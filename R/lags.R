# The past of a running solve, for model functions.

#' Past values and derivatives of the solution
#'
#' `lagvalue(t)` and `lagderiv(t)` give the solution of a delay differential equation and its
#' derivative at an earlier time. They can be called only while the solution is being computed:
#' in the model function given to [radar5()], or to `dede` of package deSolve.
#'
#' They have the arguments and results of the functions of the same names in deSolve and take their
#' place, so that a model written for `dede` runs unchanged with a solver of this package: while one
#' of our solvers with delays is running they read its solution, otherwise they pass the question on
#' to deSolve.
#'
#' If deSolve is attached after this package, or the model function comes from a package that imports
#' deSolve, [radar5()] evaluates it in an environment that finds these functions first. What cannot
#' be reached in this way: other functions that the model calls and that call deSolve's `lagvalue`,
#' and `deSolve::lagvalue` written out.
#'
#' @section Compiled models:
#' C code finds the functions by
#' `R_GetCCallable("deTestSet", "lagvalue")` and `R_GetCCallable("deTestSet", "lagderiv")`, with the
#' signature of those of deSolve, `void lagvalue(double t, int *nr, int n, double *ytau)`: the `n`
#' variables with the numbers `nr`, counted from 0, are written to `ytau`.
#'
#' @param t the time, not later than the present one.
#' @param nr numbers of the variables; `NULL` or 0: all.
#' @return A numeric vector. For `t` before the start, `lagvalue` is the initial function `phi` of
#'   [radar5()], and an error if there is none; `lagderiv` is `dphi`, or a difference quotient of
#'   `phi`.
#' @seealso [radar5()], \code{\link[deSolve]{dede}}.
#' @examples
#' # y'(t) = -y(t - 1), y = 1 before the start
#' model <- function(t, y, parms) list(-lagvalue(t - 1))
#' out <- radar5(1, seq(0, 10, by = 0.1), model, NULL, phi = 1)
#' plot(out)
#' @export
lagvalue <- function(t, nr = NULL) lagged_solution(t, nr, FALSE, deSolve::lagvalue)

#' @rdname lagvalue
#' @export
lagderiv <- function(t, nr = NULL) lagged_solution(t, nr, TRUE, deSolve::lagderiv)

lagged_solution <- function(t, nr, derivative, of_desolve) {
  if (!is.numeric(t) || length(t) != 1L)
    input_error("the time of lagvalue() and lagderiv() must be one number, not ", shown(t))
  values <- lag_lookup(t, if (is.null(nr)) 0L else as.integer(nr), derivative)
  if (is.null(values)) of_desolve(t, nr) else values
}

# A model function that would find deSolve's pair finds ours.
with_our_lags <- function(func) {
  if (!is.function(func) || is.primitive(func)) return(func)
  home <- environment(func)
  for (name in c("lagvalue", "lagderiv")) {
    found <- get0(name, envir = home, mode = "function")
    if (is.null(found) || identical(found, getExportedValue("deSolve", name))) {
      if (identical(home, environment(func))) home <- new.env(parent = home)
      assign(name, get(name, envir = topenv(), mode = "function"), envir = home)
    }
  }
  environment(func) <- home
  func
}
