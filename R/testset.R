#' The catalogue of test problems
#'
#' `testset()` lists all built-in test problems with what one wants to know before choosing one.
#'
#' @param collection character; only problems of this collection (for instance `"ivp"`, the test
#'   set for initial value problem solvers of Mazzia and Magherini, or `"dae"`, the
#'   differential-algebraic problems after Schittkowski, see [dae-problems]). `NULL`: all.
#' @return A data frame with one row per problem: `name`, `fullname`, `collection`, `class`
#'   (`"ODE"`, `"DAE"` with a mass matrix, `"IDE"`, fully implicit, or `"DDE"`, with delays), the
#'   number of variables `n`,
#'   the differentiation `index`, the interval `t0`, `tend`, the number of `parameters` that can be
#'   changed, the number of `discontinuities` in time, the number of structural `nonzeros` of the
#'   Jacobian and how it is stored (`jacobian`), the `provenance` of the equations, the `digits` to
#'   which the reference solution was confirmed, and a `description`.
#' @references
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#'
#' Mazzia, F., Cash, J.R., Soetaert, K. (2012) A test set for stiff initial value problem solvers
#' in the open source software R: package deTestSet. J. Comput. Appl. Math. 236, 4119-4131.
#' \doi{10.1016/j.cam.2012.03.014}
#' @seealso [testproblem()] for one problem in detail, [runproblem()] to solve one.
#' @examples
#' set <- testset("ivp")
#' set[, c("name", "class", "n", "index", "description")]
#' # the differential-algebraic problems of higher index
#' subset(set, index > 1, select = c(name, n, index, description))
#' @export
testset <- function(collection = NULL) {
  infos <- lapply(problem_names(), problem_info)
  field <- function(name, type) vapply(infos, function(info) info[[name]], type(1))
  set <- data.frame(
    name = field("name", character), fullname = field("fullname", character),
    collection = field("collection", character), class = field("class", character),
    n = field("n", integer), index = field("index", integer),
    t0 = field("t0", numeric), tend = field("tend", numeric),
    parameters = vapply(infos, function(info) length(info$parms), 0L),
    discontinuities = vapply(infos, function(info) length(info$discontinuities), 0L),
    nonzeros = vapply(infos, function(info) info$jacobian$nonzeros, 0L),
    jacobian = vapply(infos, function(info) info$jacobian$storage, ""),
    provenance = field("provenance", character),
    digits = vapply(infos, function(info) round(-log10(info$reference$confirmed), 1), 0),
    description = field("description", character), stringsAsFactors = FALSE
  )
  if (is.null(collection)) return(set)
  known <- unique(set$collection)
  if (!is.character(collection))
    input_error("`collection' must be NULL or some of ", paste0("\"", known, "\"", collapse = ", "),
                ", not ", shown(collection))
  if (!all(collection %in% known))
    input_error("unknown collection: ", paste(setdiff(collection, known), collapse = ", "),
                "; there are ", paste(known, collapse = ", "))
  set <- set[set$collection %in% collection, ]
  rownames(set) <- NULL
  set
}

#' One test problem in detail
#'
#' `testproblem()` returns a problem of the catalogue as an object that can be looked at, evaluated
#' in R, and handed to each solver of this package as its `func`: the solver then runs the compiled
#' equations with their exact Jacobian, and restarts where the data of the problem jump in time.
#'
#' @param name name of the problem, see [testset()].
#' @param parms list or named vector with the parameters to change.
#' @param options list with the options to change (only two problems have any, see [crank()] and
#'   [twobit()]).
#' @param x,object an object of class `testproblem`.
#' @param ... for `plot()`: further arguments of deSolve's plot method.
#' @return A list of class `testproblem` with the elements `name`, `fullname`, `collection`,
#'   `class`, `description`, `n`, `t0`, `tend`, `parms` (all parameters, then all options, in the
#'   order of the catalogue), `y` and `dy` (initial state and derivative), `index`, `nind`, `mass`
#'   (the mass matrix, or `NULL`), `discontinuities`, `reference` (list with `y`, its `source`, and
#'   to what it was `confirmed`), `jacobian` (how it is stored), `scale` (sizes of the variables),
#'   `monitors` (what a solution should keep, see [constraints()]), `provenance`, for the problems of
#'   the collection `"roots"` also `roots` (see [roots-problems]), and the evaluators
#'   * `func(t, y)`: a list whose first element is \eqn{f}{f} of
#'     \eqn{M y' = f(t, y)}{M y' = f(t, y)}
#'     (`NULL` for fully implicit problems),
#'   * `res(t, y, dy)`: a list whose first element is the residual
#'     \eqn{M y' - f}{M y' - f} or \eqn{G(t, y, y')}{G(t, y, y')},
#'   * `jac(t, y)`: \eqn{\partial f/\partial y}{df/dy},
#'   * `jacres(t, y, dy, cj)`:
#'     \eqn{\partial G/\partial y + c_j\,\partial G/\partial y'}{dG/dy + cj dG/dy'}.
#'
#'   Delay problems have instead `func(t, y, parms, ylag)`, `arglag(t, y)` and `phi(t)`, as [radar5()]
#'   takes them, and `delay`, a list with the settings usual for the problem.
#'
#'   The evaluators take further arguments and ignore them, so that they serve as callbacks of any
#'   solver
#'   with the calling sequence of deSolve.
#' @seealso [testset()], [runproblem()], [reference()].
#' @examples
#' vdp <- testproblem("vdpol", parms = list(mu = 10))
#' vdp
#' vdp$func(0, vdp$y)
#' vdp$jac(0, vdp$y)
#'
#' # the equations as callbacks of a solver of deSolve
#' out <- deSolve::lsoda(vdp$y, seq(0, 40, by = 0.1), vdp$func, parms = NULL)
#' plot(out, which = 1)
#'
#' # a picture of the solution
#' plot(testproblem("hires"), lwd = 2)
#' @export
testproblem <- function(name, parms = list(), options = list()) {
  name <- check_problem_name(name)
  info <- problem_info(name)
  values <- c(merge_parameters(info$parms, parms), merge_options(info$options, options))
  problem <- info[c("name", "fullname", "collection", "class", "description", "n", "t0", "tend")]
  problem$parms <- values
  start <- problem_initial(name, values, NULL, info$t0)
  problem$y <- with_names(start$y, info$names)
  problem$dy <- start$dy
  problem[c("index", "nind")] <- info[c("index", "nind")]
  problem["mass"] <- list(problem_mass(name, values))
  known <- c("discontinuities", "reference", "jacobian", "scale", "monitors", "provenance", "delay")
  problem[known] <- info[known]
  if (info$collection == "roots") problem <- with_roots(problem)
  evaluators <- if (info$class == "DDE") delay_evaluators(name, values) else
    problem_evaluators(name, values, info$class, problem$mass)
  structure(c(problem, evaluators), class = "testproblem")
}

# The equations as functions with deSolve's calling sequences.
problem_evaluators <- function(name, values, class, mass) {
  implicit <- class == "IDE"
  func <- function(t, y, parms, ...) list(problem_rhs(name, values, t, y))
  jac <- function(t, y, parms, ...) problem_jacobian(name, values, t, y, numeric(0), 0)
  jacres <- function(t, y, dy, parms, cj, ...) {
    if (implicit) return(problem_jacobian(name, values, t, y, dy, cj))
    cj * (if (is.null(mass)) diag(length(y)) else mass) - jac(t, y)
  }
  list(func = if (!implicit) func,
       res = function(t, y, dy, parms, ...) list(problem_residual(name, values, t, y, dy)),
       jac = if (!implicit) jac,
       jacres = jacres)
}

#' @rdname testproblem
#' @export
print.testproblem <- function(x, ...) {
  form <- c(ODE = "y' = f(t, y)", DAE = "M y' = f(t, y)", IDE = "G(t, y, y') = 0",
            DDE = "M y' = f(t, y, y(alpha))")[[x$class]]
  cat(x$fullname, " (", x$name, "): ", x$description, "\n", sep = "")
  cat("  ", x$class, ", ", form, ", ", x$n, " equations", sep = "")
  if (x$class %in% c("DAE", "IDE"))
    cat(", index ", x$index, " (nind = ", paste(x$nind, collapse = ", "), ")", sep = "")
  cat("\n  interval [", format(x$t0), ", ", format(x$tend), "]", sep = "")
  if (length(x$discontinuities) > 0)
    cat(", jumps in time at ", abbreviated(x$discontinuities), sep = "")
  if (x$class == "DDE") cat("\n  ", x$delay$nlag, " delayed argument(s)", sep = "")
  cat("\n  Jacobian: ", x$jacobian$nonzeros, " structural nonzeros, stored ", x$jacobian$storage,
      "\n", sep = "")
  if (!is.null(x$roots)) cat("  ", describe_roots(x$roots), "\n", sep = "")
  if (length(x$parms) > 0)
    cat("  parameters:", abbreviated(paste(names(x$parms), "=", format_each(x$parms))), "\n")
  if (x$provenance != "as published") cat("  equations:", x$provenance, "\n")
  cat("  reference: ", x$reference$source, sep = "")
  if (x$class != "DDE")
    cat("; confirmed to ", format(x$reference$confirmed), " (", x$reference$measure, ")\n    by ",
        x$reference$by, sep = "")
  cat("\n")
  invisible(x)
}

#' @rdname testproblem
#' @export
summary.testproblem <- function(object, ...) {
  data.frame(variable = names(object$y) %||% as.character(seq_len(object$n)),
             initial = as.vector(object$y), derivative = object$dy,
             reference = object$reference$y)
}

#' @rdname testproblem
#' @param which names or numbers of the variables to plot; `NULL`: at most nine that are typical.
#' @param times output times; `NULL`: the default of the problem's function.
#' @param method the solver, as a function; `NULL`: one that suits the problem.
#' @details `plot()` solves the problem with the tolerances of its function and draws the solution;
#'   it returns the solution invisibly. Further arguments go to the plot method of deSolve.
#' @importFrom graphics plot
#' @method plot testproblem
#' @export
plot.testproblem <- function(x, which = NULL, times = NULL, method = NULL, ...) {
  if (x$collection == "roots") return(plot_root_problem(x, which, times, method, ...))
  settings <- problem_settings(x)
  if (is.null(times)) times <- settings$times
  if (x$class == "DDE") settings[c("rtol", "atol")] <- delay_tolerances(x, settings$rtol, NULL)
  if (is.null(method))
    method <- if (x$class == "DDE") radar5 else if (x$class == "IDE") mebdfi else
      if (x$name == "pleiades") dopri853 else bimd
  out <- method(x$y, times, x, NULL, rtol = settings$rtol, atol = settings$atol, maxsteps = 1e6)
  drawn <- out
  if (is.null(names(x$y))) colnames(drawn)[-1] <- paste0("y", seq_len(x$n))
  if (is.null(which)) which <- colnames(drawn)[1 + typical_variables(x)]
  if (is.numeric(which)) which <- colnames(drawn)[1 + which]
  dots <- list(...)
  geometric <- x$name %in% c("rober", "E5", "robertson")
  if (geometric && is.null(dots$log)) {  # time over many powers of ten
    dots$log <- "x"
    drawn <- drawn_rows(drawn, drawn[, 1] > 0)
  }
  do.call(plot, c(list(drawn, which = which), dots))
  invisible(out)
}

# Output times and tolerances with which a problem is solved by default.
problem_settings <- function(x) {
  if (x$collection == "dae")
    return(list(times = seq(x$t0, x$tend, length.out = 101), rtol = 1e-6, atol = 1e-6 * x$scale))
  lapply(formals(x$name, envir = topenv())[c("times", "atol", "rtol")], eval)
}

# Some rows of a solution, with its attributes.
drawn_rows <- function(out, rows) {
  kept <- attributes(out)
  out <- unclass(out)[rows, , drop = FALSE]
  kept$dim <- dim(out)
  attributes(out) <- kept
  out
}

# Numbers of at most nine variables that show what the problem is about.
typical_variables <- function(x) {
  n <- x$n
  if (n <= 9) return(seq_len(n))
  named <- list(ring = c(1:4, 7:8, 10, 14), pollution = c(1, 2, 4, 5, 9, 10, 11, 16, 17),
                medakzo = c(1, 2, 79, 80, 159, 160), emep = c(1, 2, 3, 4, 5, 6, 14, 15, 16),
                pleiades = 1:9, beam = c(10, 20, 30, 40, 50, 60, 70, 80), andrews = c(1:7, 22),
                twobit = c(224, 305, 323), fekete = c(1:3, 58:60), crank = c(1:7),
                tube = c(1, 5, 9, 13, 37:41), nand = c(1, 5, 6, 10, 11),
                wheelset = c(1:5, 10, 16, 17))
  variables <- named[[x$name]]
  if (is.null(variables)) unique(round(seq(1, n, length.out = 9))) else variables
}

#' Solve a test problem by name
#'
#' `runproblem()` calls the function of a test problem, so that a script can run over many of them.
#'
#' @param name name of the problem, see [testset()].
#' @param method the solver, as a function or as a string; `NULL`: the default of the problem.
#' @param ... further arguments of the problem's function: `times`, `yini`, `dyini`, `parms`,
#'   `printmescd`, `atol`, `rtol`, `maxsteps`, ... The problems with event functions have no
#'   functions of their own; for what `runproblem()` reports of them see [roots-problems].
#' @return The solution, see [vdpol()].
#' @examples
#' for (name in c("vdpol", "rober", "orego"))
#'   out <- runproblem(name, method = "lsoda", atol = 1e-8, rtol = 1e-8)
#' @export
runproblem <- function(name, method = NULL, ...) {
  name <- check_problem_name(name)
  args <- list(...)
  if (!is.null(method)) args$method <- method
  collection <- problem_info(name)$collection
  if (collection == "roots") return(run_root_problem(name, method, ...))
  if (collection == "dae") return(do.call(daeproblem, c(list(name), args), quote = TRUE))
  fun <- get0(name, envir = topenv(), mode = "function", inherits = FALSE)
  if (is.null(fun)) input_error("problem '", name, "' has no function of its own")
  do.call(fun, args, quote = TRUE)
}

check_problem_name <- function(name) {
  if (!is.character(name) || length(name) != 1 || is.na(name))
    input_error("'name' must be the name of one test problem, not ", shown(name))
  known <- problem_names()
  if (name %in% known) return(name)
  cases <- known[startsWith(known, paste0(name, " "))]  # "C-2": the first of "C-2 i", "C-2 ii", ...
  if (length(cases) > 0) return(cases[1])
  stop("there is no test problem '", name, "'; see testset()", suggestion(name, known),
       call. = FALSE)
}

# An object of class testproblem may have been changed, but must be whole.
check_problem_object <- function(x, what) {
  if (!describes_problem(x))
    input_error("`", what, "' is of class testproblem, but was not made by testproblem()")
  x
}

# "; did you mean 'x'?" for the known name that is spelled most like the given one; nothing if
# none is near.
suggestion <- function(name, known) {
  if (length(known) == 0 || nchar(name) > 60) return("")  # no word, and too much for adist()
  distance <- utils::adist(name, known, ignore.case = TRUE)[1, ]
  partial <- utils::adist(name, known, ignore.case = TRUE, partial = TRUE)[1, ]
  distance <- pmin(distance, 1 + partial + abs(nchar(known) - nchar(name)) / 4)
  if (min(distance) > max(1, 0.5 * nchar(name))) return("")
  paste0("; did you mean '", known[which.min(distance)], "'?")
}

with_names <- function(y, names) {
  if (length(names) == length(y)) names(y) <- names
  y
}

`%||%` <- function(a, b) if (is.null(a)) b else a

format_each <- function(x) vapply(x, format, "", digits = 7)

abbreviated <- function(x, most = 8) {
  x <- if (is.numeric(x)) format_each(x) else x
  if (length(x) > most) x <- c(x[seq_len(most)], "...")
  paste(x, collapse = ", ")
}
