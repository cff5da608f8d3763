#' Constraints along a solution
#'
#' `constraints()` evaluates the constraints of differential-algebraic equations along a solution,
#' and the hidden ones: how far has the solver drifted off? `drift()` does so for several
#' formulations of the same problem and draws them together, as the solver finds them: without the
#' corrections of rows that `refine` in [implicit-solvers] stands for.
#'
#' Problems of the catalogue know what their solution should keep: the element `monitors` of
#' [testproblem()] names the quantities and their levels (0: a constraint of the equations; 1, 2:
#' hidden, differentiated once or twice, up to factors; -1: another invariant). For others the
#' columns are the equations without derivatives (`eq5`, the fifth one) and, if `nind` tells of
#' index 2 or 3, their total derivatives (`eq5'`, `eq5''`) by differences, see [consistent()].
#'
#' @param out a solution: a matrix of class `deSolve`, with the time in its first column.
#' @param problem name of a problem of the catalogue, or an object made by [testproblem()].
#' @param func,mass,nind,parms the equations, if they are no problem of the catalogue, as for
#'   [implicit-solvers].
#' @param ... `constraints()`: further arguments of `func`; `drift()`: of the solver.
#' @return `constraints()`: a matrix of class `deSolve` with the time and one column for each
#'   constraint or invariant. `drift()`: a list of such matrices, of class `drift`.
#' @seealso [dae-pendulum] for what the picture tells.
#' @examples
#' out <- runproblem("PENDULUM1", times = seq(0, 10, by = 0.1), printmescd = FALSE)
#' summary(constraints(out, "PENDULUM1"))
#'
#' # the same for a model in R: the constraint and its two derivatives
#' pendulum <- function(t, y, parms)
#'   list(c(y[3:4], -y[5] * y[1:2] - c(0, 9.81), y[1]^2 + y[2]^2 - 1))
#' out <- radau5(c(x = 1, y = 0, u = 0, v = 0, force = 0), seq(0, 10, by = 0.5), pendulum, NULL,
#'               mass = c(1, 1, 1, 1, 0), nind = c(2, 2, 1))
#' tail(constraints(out, func = pendulum, mass = c(1, 1, 1, 1, 0), nind = c(2, 2, 1)), 3)
#' @export
constraints <- function(out, problem = NULL, func = NULL, mass = NULL, nind = NULL, parms = NULL,
                        ...) {
  check_solution(out)
  if (is.character(problem)) problem <- testproblem(problem)
  if (inherits(func, "testproblem")) problem <- func
  if (!is.null(problem) && !inherits(problem, "testproblem"))
    input_error("`problem' must be the name of a problem or an object made by testproblem(), not ",
                shown(problem))
  if (!is.null(problem)) check_problem_object(problem, "problem")
  values <- if (is.null(problem)) residual_columns(out, func, mass, nind, parms, list(...)) else
    problem_columns(out, problem)
  result <- cbind(time = as.vector(out[, 1L]), values)
  structure(result, class = c("deSolve", "matrix"), type = attr(out, "type"),
            istate = attr(out, "istate"), lengthvar = ncol(values))
}

check_solution <- function(out) {
  if (!is.matrix(out) || !is.numeric(out) || ncol(out) < 2L || nrow(out) < 1L ||
      any(!is.finite(out[, 1L])))
    input_error("`out' must be a solution, a matrix with the time in its first column, not ",
                shown(out))
}

problem_columns <- function(out, problem) {
  n <- problem$n
  if (ncol(out) < n + 1L)
    input_error("problem '", problem$name, "' has ", n, " variables, but the solution has ",
                ncol(out) - 1L)
  plain <- matrix(as.double(out[, seq_len(n + 1L)]), nrow(out))
  monitors <- problem$monitors
  values <- problem_monitors(problem$name, problem$parms, plain)
  colnames(values) <- names(monitors)
  if (is.null(problem$mass) || any(monitors == 0L)) {
    if (length(monitors) == 0L)
      input_error("problem '", problem$name, "' has no constraints")
    return(values)
  }
  rows <- which(rowSums(problem$mass != 0) == 0)
  if (length(rows) == 0L)
    input_error("the constraints of problem '", problem$name, "' are no single equations")
  residuals <- t(apply(plain, 1L, function(row) problem$func(row[1L], row[-1L])[[1L]][rows]))
  if (length(rows) == 1L) residuals <- t(residuals)
  colnames(residuals) <- paste0("eq", rows)
  cbind(residuals, values)
}

# All levels of the constraints of M y' = f, row by row.
residual_columns <- function(out, func, mass, nind, parms, dots) {
  if (is.null(func) || is.null(mass)) input_error("give a problem, or `func' and `mass'")
  n <- if (is.matrix(mass)) ncol(mass) else length(mass)
  if (ncol(out) < n + 1L)
    input_error("`mass' is for ", n, " variables, but the solution has ", ncol(out) - 1L)
  if (is.null(nind)) nind <- c(n, 0, 0)
  state <- function(i) out[i, 1L + seq_len(n)]
  args <- list(y = state(1L), func = func, parms = parms, mass = mass, nind = nind,
               jactype = "fullint", times = out[1L, 1L], ynames = TRUE, control = list())
  spec <- consistency_spec(args, dots)
  options <- list(mode = "check", weights = NULL, tolerances = NULL, algebraic = NULL,
                  fixed = NULL, hidden = NULL, tol = 1e-12, maxit = 50)
  rows <- lapply(seq_len(nrow(out)), function(i) {
    spec$y <- as.double(state(i))
    spec$times <- as.double(out[i, 1L]) + 0:1
    found <- consistent_start(spec, options)
    if (found$status != "ok") input_error(consistency_error(found, out[i, 1L]))
    unlist(lapply(seq_along(found$levels), function(k) {
      level <- found$levels[[k]]
      equation <- if (length(level$equations) > 0L) level$equations else seq_along(level$before)
      structure(level$before, names = paste0("eq", equation, strrep("'", k - 1L)))
    }))
  })
  if (length(rows[[1L]]) == 0L) input_error("these equations have no constraints")
  do.call(rbind, rows)
}

#' @rdname constraints
#' @param problems names of problems of the catalogue that have the same monitors.
#' @param times output times; `NULL`: 201 over ten times the interval of the first problem.
#' @param method the solver, as a function or a string.
#' @param rtol,atol tolerances of the solver.
#' @param x,object an object returned by `drift()`.
#' @export
drift <- function(problems = paste0("PENDULUM", 1:4), times = NULL, method = bimd, rtol = 1e-6,
                  atol = 1e-6, ...) {
  if (!is.character(problems) || length(problems) == 0L)
    input_error("`problems' must be names of problems, not ", shown(problems))
  infos <- lapply(problems, testproblem)
  if (is.null(times))
    times <- seq(infos[[1L]]$t0, by = (infos[[1L]]$tend - infos[[1L]]$t0) / 20, length.out = 201L)
  settings <- list(method = method, times = times, rtol = rtol, atol = atol, printmescd = FALSE, ...)
  if (is.null(settings$control) && find_solver(method)$home == "ours")
    settings$control <- list(refine = FALSE)
  runs <- lapply(infos, function(problem) {
    if (length(problem$monitors) == 0L)
      input_error("problem '", problem$name, "' has nothing to watch")
    constraints(do.call(runproblem, c(list(problem$name), settings), quote = TRUE), problem)
  })
  structure(runs, names = problems, class = "drift")
}

#' @rdname constraints
#' @export
summary.drift <- function(object, ...) {
  largest <- lapply(object, function(run) apply(abs(run[, -1L, drop = FALSE]), 2L, max))
  columns <- unique(unlist(lapply(largest, names)))
  t(vapply(largest, function(values) values[columns], numeric(length(columns))))
}

#' @rdname constraints
#' @export
print.drift <- function(x, ...) {
  cat("Largest absolute values up to t =", format(max(x[[1L]][, 1L])), "\n")
  print(signif(summary(x), 2))
  invisible(x)
}

#' @rdname constraints
#' @importFrom graphics par legend lines
#' @method plot drift
#' @export
plot.drift <- function(x, ...) {
  columns <- colnames(x[[1L]])[-1L]
  colours <- seq_along(x)
  old <- par(mfrow = if (length(columns) > 3L) c(2, 2) else c(length(columns), 1),
             mar = c(4, 4, 2, 1))
  on.exit(par(old))
  for (column in columns) {
    # rounding below this is not shown
    sizes <- lapply(x, function(run) pmax(abs(run[, column]), 1e-16))
    limits <- range(unlist(sizes)[unlist(sizes) > 1e-16], 1e-12)
    plot(range(x[[1L]][, 1L]), limits, type = "n", log = "y", xlab = "time",
         ylab = paste0("|", column, "|"), main = column)
    for (k in colours) lines(x[[k]][, 1L], sizes[[k]], col = colours[k])
    if (column == columns[1L])
      legend("bottomright", names(x), col = colours, lty = 1, bty = "n", cex = 0.8)
  }
  invisible(x)
}
