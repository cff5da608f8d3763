# workprecision(): a grid of methods and tolerances on one problem. What is asked for is checked and
# brought into one form here; R/workprecision-run.R runs the cells, R/workprecision-show.R shows them.

#' Work against precision
#'
#' `workprecision()` solves one problem with several methods at several tolerances and records for
#' each run how accurate it was and what it cost: the data of a work-precision diagram.
#'
#' @section How the accuracy is measured:
#' By [mescd()], the number of correct digits in the mixture of relative and absolute error that the
#' tolerances ask for: as the smallest over all output times (column `mescd`) and at the end
#' (`mescd_end`). The reference solution is
#' * `NULL`: for a problem of the catalogue the trajectory of [reference()], for your own problem a
#'   run of [bimd()] (of [mebdfi()] for implicit equations) with tolerances a thousandth of the
#'   tightest of the grid. It is compared with a second method, or with the published values at the
#'   end; the digits to which the two agree are shown and marked in the plot, and accuracies
#'   beyond them mean nothing;
#' * a list such as `list("bimd", rtol = 1e-14)`: a run with this method and these arguments;
#' * a matrix with the times in its first column; each output time must be there;
#' * a vector with the values at the end: then only `mescd_end` is known.
#'
#' @section How the time is measured:
#' As CPU time of the R process, in seconds per solve. Each cell is solved once to judge it; then
#' `repeats` measurements are made, each of as many solves as fill `mintime` seconds. Column `time`
#' is the smallest, `time_median` the median. Times of runs through an R function are mostly those
#' of the R interpreter: use problems of the catalogue or compiled code to compare methods by time,
#' or compare by evaluations: `plot(x, work = "nfev")`.
#'
#' @section Long grids:
#' An interrupt (Ctrl-C, Esc) ends the grid and returns the cells that are finished; so does the
#' loss of a worker, with a warning. Progress is reported through package progressr, if it is
#' installed: `progressr::handlers(global = TRUE)` shows it. If package future is installed and a
#' `plan()` other than `sequential` is set, the cells are spread over its workers, each worker
#' solving one cell at a time; accuracies and counters are the same bit by bit. Times are comparable
#' only if no worker shares a core with another: there is a warning if there are more workers than
#' cores. Compiled models must be loaded on the workers by the model function or the plan.
#'
#' @param problem name of a problem of the catalogue ([testset()]), an object made by
#'   [testproblem()], or your own: a list with `y`, `func` (or `res` and `dy`), `times`, `parms` and
#'   whatever else the solvers shall be given (`mass`, `nind`, `jacfunc`, `dllname`, ...).
#' @param methods the solvers: a character vector of names (those of this package, and deSolve's), or
#'   a list of names, functions, and lists that hold a name or a function and further arguments for
#'   it, as in `list("gamd", "mebdfi, order 4" = list("mebdfi", maxord = 4))`. Names of the list
#'   become labels.
#' @param rtol relative tolerances, a vector.
#' @param atol absolute tolerances: one number, or one for each of `rtol`, or a list of vectors with
#'   one number per component for each of `rtol`.
#' @param times output times; `NULL`: those of the problem.
#' @param repeats number of measurements of the time.
#' @param reference the correct solution: see below. `NULL`: computed.
#' @param components numbers of the components that count for the accuracy; `NULL`: all (slider
#'   crank: the first seven).
#' @param mintime smallest duration of a measurement of the time, in seconds.
#' @param timelimit seconds after which a single solve is given up; the solvers of deSolve cannot be
#'   stopped.
#' @param ... further arguments for all solvers, such as `maxsteps`.
#' @return A data frame of class `workprecision` with one row per cell: `method`, `rtol`, `atol`,
#'   `mescd`, `mescd_end`, `time`, `time_median`, the return code `flag`, the time `end` that was
#'   reached, the counters `steps`, `rejected`, `nfev`, `njac`, `nlu` (as the method counts them, `NA`
#'   where it does not), and for runs that failed the `reason`. Failed runs have no `mescd`. The
#'   attribute `settings` is a list of how and where it was made. It is plain data: [saveRDS()] keeps
#'   all of it.
#' @references
#' Mazzia, F., Cash, J.R., Soetaert, K. (2012) A test set for stiff initial value problem solvers
#' in the open source software R: package deTestSet. J. Comput. Appl. Math. 236, 4119-4131.
#' \doi{10.1016/j.cam.2012.03.014}
#' @seealso [plot.workprecision()] and [summary.workprecision()]; [compare()] for one tolerance,
#'   [stiffnesstable()] for explicit methods on stiff problems.
#' @examples
#' wp <- workprecision("hires", c("gamd", "mebdfi", "radau5"), rtol = 10^-(4:7), repeats = 1)
#' wp
#' summary(wp)
#' plot(wp)
#'
#' # your own problem
#' decay <- list(y = c(a = 1, b = 0), times = 0:5, parms = c(k = 2),
#'               func = function(t, y, p) list(c(-p[["k"]] * y[1], p[["k"]] * y[1] - y[2])))
#' workprecision(decay, list("dopri5", Adams = "adams"), rtol = 10^-(3:5), repeats = 1)
#' @export
workprecision <- function(problem, methods, rtol = 10^-(4:10), atol = rtol, times = NULL,
                          repeats = 3, reference = NULL, components = NULL, mintime = 0.02,
                          timelimit = Inf, ...) {
  task <- grid_task(problem, times, components)
  methods <- grid_methods(methods)
  tolerances <- grid_tolerances(rtol, atol, task$n)
  repeats <- check_count(repeats, "repeats")
  mintime <- check_seconds(mintime, "mintime", zero = TRUE)
  timelimit <- check_seconds(timelimit, "timelimit")
  extra <- check_extra(list(...))
  task$reference <- grid_reference(task, reference, tolerances)
  cells <- expand.grid(tolerance = seq_along(tolerances$rtol), method = seq_along(methods))
  jobs <- lapply(seq_len(nrow(cells)), function(i) {
    j <- cells$tolerance[i]
    list(method = methods[[cells$method[i]]], rtol = tolerances$rtol[j],
         atol = tolerances$atol[[j]], repeats = repeats, mintime = mintime, timelimit = timelimit,
         extra = extra)
  })
  run <- run_jobs(jobs, task)
  settings <- grid_settings(task, methods, repeats, mintime, extra, run, length(jobs))
  structure(bind_cells(run$cells), settings = settings, class = c("workprecision", "data.frame"))
}

# ---- the problem -------------------------------------------------------------------------------

# What is to be solved: `kind`, `label`, `times`, `n`, `components`, `args` for the solvers, and for
# problems of the catalogue `problem` and whether all but the times is as in the `published` run.
grid_task <- function(problem, times, components) {
  task <- if (is.character(problem) || inherits(problem, "testproblem")) {
    catalogue_task(problem, times)
  } else {
    own_task(problem, times)
  }
  if (length(task$times) < 2) input_error("`times' must have at least two elements")
  if (!is.null(components)) {
    if (!is.numeric(components) || length(components) == 0 || !all(components %in% seq_len(task$n)))
      input_error("`components' must be numbers of components, 1 to ", task$n, ", not ",
                  shown(components))
    task$components <- components
  }
  task
}

catalogue_task <- function(problem, times) {
  if (is.character(problem)) {
    if (length(problem) != 1) input_error("`problem' must be one problem, not ", shown(problem))
    problem <- testproblem(problem)
  }
  info <- problem_info(check_problem_object(problem, "problem")$name)
  args <- changed_arguments(problem, info)
  published <- length(args) == 0
  if (is.null(times))
    times <- if (problem$collection == "roots") seq(problem$t0, problem$tend, length.out = 101) else
      problem_settings(problem)$times
  args$times <- check_times(times)
  list(kind = "catalogue", label = problem$name, problem = problem, n = problem$n,
       times = args$times, args = args, published = published && args$times[1] == problem$t0,
       components = if (length(info$mescd) > 0) info$mescd)
}

# What the user changed in a problem of the catalogue, as arguments of runproblem().
changed_arguments <- function(problem, info) {
  default <- testproblem(problem$name)
  changed <- problem$parms[problem$parms != default$parms]
  is_option <- names(changed) %in% names(info$options)
  args <- list(parms = as.list(changed[!is_option]), options = as.list(changed[is_option]))
  args <- args[lengths(args) > 0]
  start <- if (length(args) > 0) testproblem(problem$name, args$parms, args$options)$y else default$y
  if (!identical(as.vector(problem$y), as.vector(start))) args$yini <- problem$y
  args
}

own_task <- function(problem, times) {
  if (!is.list(problem) || is.data.frame(problem))
    input_error("`problem' must be the name of a problem, an object made by testproblem(), or a ",
                "list with `y', `func' and `times', not ", shown(problem))
  if (length(problem) == 0 || !is_named(problem))
    input_error("all elements of the list `problem' must be named")
  label <- problem$label %||% problem$name %||% "own problem"
  if (!is.character(label) || length(label) != 1) input_error("`problem$name' must be one string")
  if (!is.null(times)) problem$times <- times
  if (is.null(problem$times)) input_error("`times' must be given, or `problem$times'")
  y <- check_state(problem$y, "problem$y")
  if (is.null(problem$func) && is.null(problem$res))
    input_error("`problem' must have an element `func' or `res'")
  args <- problem[setdiff(names(problem), c("label", "name", "rtol", "atol"))]
  args$times <- check_times(problem$times)
  if (is.null(args$parms)) args["parms"] <- list(NULL)
  list(kind = "own", label = label, n = length(y), times = args$times, args = args,
       published = FALSE, components = NULL)
}

# ---- the methods and tolerances ----------------------------------------------------------------

# A list of lists with `label`, `method` (name or function) and `args`.
grid_methods <- function(methods, what = "methods") {
  if (is.function(methods)) methods <- list(methods)
  if (is.character(methods)) methods <- as.list(methods)
  if (!is.list(methods) || length(methods) == 0)
    input_error("`", what, "' must be a character vector or a list of solvers, not ", shown(methods))
  labels <- names(methods) %||% rep("", length(methods))
  methods <- Map(grid_method, unname(methods), labels, what)
  labels <- vapply(methods, function(m) m$label, "")
  if (anyDuplicated(labels))
    input_error("the methods must have different names, but \"", labels[duplicated(labels)][1],
                "\" occurs twice; name the elements of `", what, "'")
  methods
}

grid_method <- function(method, label, what) {
  args <- list()
  if (is.list(method)) {
    first <- if (is.null(names(method))) 1L else
      c(which(names(method) %in% c("", "method")), NA)[1]
    if (is.na(first) || length(method) == 0)
      input_error("a list in `", what, "' must hold a solver first, then its named arguments")
    args <- method[-first]
    method <- method[[first]]
    if (!is_named(args))
      input_error("the arguments of a solver in `", what, "' must be named")
  }
  if (!is.function(method) && !(is.character(method) && length(method) == 1))
    input_error("each element of `", what, "' must be a solver or its name, not ", shown(method))
  solver <- find_solver(method)
  if (!nzchar(label)) label <- solver$name %||% "user function"
  list(label = label, method = if (is.null(solver$name)) method else solver$name, args = args)
}

grid_tolerances <- function(rtol, atol, n) {
  if (!is.numeric(rtol) || length(rtol) == 0 || any(!is.finite(rtol) | rtol <= 0))
    input_error("`rtol' must be positive numbers, not ", shown(rtol))
  if (is.numeric(atol) || is.list(atol)) atol <- as.list(atol)  # pairlists, too
  if (!is.list(atol) || !length(atol) %in% c(1L, length(rtol)))
    input_error("`atol' must have one element, or one for each of `rtol' (", length(rtol), "), not ",
                if (is.list(atol)) length(atol) else shown(atol))
  atol <- rep_len(atol, length(rtol))
  for (a in atol)
    if (!is.numeric(a) || !length(a) %in% c(1L, n) || any(!is.finite(a) | a < 0))
      input_error("each element of `atol' must be one non-negative number or one per component (", n,
                  "), not ", shown(a))
  list(rtol = as.double(rtol), atol = lapply(atol, as.double))
}

check_seconds <- function(x, what, zero = FALSE) {
  if (!is.numeric(x) || length(x) != 1L || is.na(x) || x < 0 || (x == 0 && !zero))
    input_error("`", what, "' must be a ", if (zero) "non-negative" else "positive",
                " number of seconds, not ", shown(x))
  x
}

check_extra <- function(extra) {
  if (!is_named(extra))
    input_error("further arguments must be named; they are handed to all solvers")
  extra
}

# ---- the reference -----------------------------------------------------------------------------

# A list: `trajectory` (matrix with the rows of the output times, or NULL), `end` (or NULL), `how` in
# words and `digits`, to which it was confirmed (NA: unknown).
grid_reference <- function(task, reference, tolerances) {
  if (is.numeric(reference)) return(given_reference(task, reference))
  if (is.null(reference))
    return(if (task$kind == "catalogue") catalogue_reference(task, tolerances) else
      own_reference(task, tolerances))
  if (is.character(reference) || is.function(reference)) reference <- list(reference)
  if (!is.list(reference))
    input_error("`reference' must be a matrix, a vector, or a list with a method, not ",
                shown(reference))
  method <- grid_method(reference, "", "reference")
  tol <- tightest(tolerances, task$n)
  rtol <- method$args$rtol %||% tol$rtol
  atol <- method$args$atol %||% (if (is.null(method$args$rtol)) tol$atol else rtol)
  method$args <- method$args[setdiff(names(method$args), c("rtol", "atol"))]
  computed_reference(task, method, rtol, atol)
}

given_reference <- function(task, reference) {
  if (!is.matrix(reference)) {
    if (length(reference) != task$n)
      input_error("`reference' must have ", task$n, " values, not ", length(reference))
    return(list(trajectory = NULL, end = as.vector(reference), how = "given at the end",
                digits = NA_real_))
  }
  if (ncol(reference) < 1 + task$n)
    input_error("`reference' must have the times and ", task$n, " components in its columns, not ",
                ncol(reference), " columns")
  rows <- rows_at(reference, task$times)
  if (anyNA(rows))
    input_error("`reference' lacks the output time ", format(task$times[is.na(rows)][1]))
  list(trajectory = unclass(reference)[rows, 1 + seq_len(task$n), drop = FALSE], end = NULL,
       how = "given", digits = NA_real_)
}

# A tenth of a percent of the tightest tolerances, as far as the arithmetic allows.
tightest <- function(tolerances, n) {
  atol <- do.call(pmin, lapply(tolerances$atol, rep_len, n))
  rtol <- min(tolerances$rtol)
  factor <- max(1e-13, 1e-3 * rtol) / rtol
  list(rtol = factor * rtol, atol = factor * atol)
}

computed_reference <- function(task, method, rtol, atol) {
  run <- try_solve(task, method, rtol, atol, list(maxsteps = 1e7))
  what <- paste0(method$label, " with rtol = ", format(rtol, digits = 3))
  rows <- if (is.null(run$out)) NA else rows_at(run$out, task$times)
  if (nzchar(run$reason) || anyNA(rows))
    input_error("the reference by ", what, " could not be computed",
                if (nzchar(run$reason)) paste0(": ", run$reason), "; give `reference'")
  list(trajectory = unclass(run$out)[rows, 1 + seq_len(task$n), drop = FALSE], end = NULL,
       how = what, digits = NA_real_)
}

# For the user's own problem: two methods, and the digits to which they agree.
own_reference <- function(task, tolerances) {
  names <- if (is.null(task$args$func)) c("mebdfi", "daspk") else c("bimd", "gamd")
  tol <- tightest(tolerances, task$n)
  run <- function(name) computed_reference(task, grid_method(name, "", "reference"), tol$rtol, tol$atol)
  reference <- run(names[1])
  second <- tryCatch(run(names[2]), error = function(e) NULL)
  if (is.null(second)) return(reference)
  reference$digits <- smallest_digits(second$trajectory, reference$trajectory, tol$rtol, tol$atol,
                                      task$components)
  reference$how <- paste0(reference$how, ", confirmed by ", names[2])
  reference
}

catalogue_reference <- function(task, tolerances) {
  problem <- task$problem
  exact <- if (problem$collection == "roots" && task$published) exact_trajectory(problem, task$times)
  if (!is.null(exact))
    return(list(trajectory = unclass(exact)[, -1, drop = FALSE], end = NULL, how = "closed form",
                digits = NA_real_))
  setting <- reference_setting(problem)
  out <- suppressWarnings(setting$solver(problem$y, task$times, problem, NULL, rtol = setting$tol,
                                         atol = setting$tol * setting$unit, maxsteps = 1e7))
  rows <- rows_at(out, task$times)
  if (attr(out, "istate")[1] < 0 || anyNA(rows))
    input_error("the reference could not be computed: ", attr(out, "message"), "; give `reference'")
  reference <- list(trajectory = unclass(out)[rows, 1 + seq_len(task$n), drop = FALSE], end = NULL,
                    how = paste0(attr(out, "type"), " with rtol = ", format(setting$tol)),
                    digits = NA_real_)
  tol <- tightest(tolerances, task$n)
  if (!task$published) {
    second <- tryCatch(
      computed_reference(task, grid_method("gamd", "", "reference"), setting$tol,
                         setting$tol * setting$unit),
      error = function(e) NULL)
    if (is.null(second)) return(reference)
    reference$digits <- smallest_digits(second$trajectory, reference$trajectory, tol$rtol, tol$atol,
                                        task$components)
    reference$how <- paste0(reference$how, ", confirmed by gamd")
  } else if (ends_at(out, problem$tend)) {
    reference$digits <- correct_digits(out[nrow(out), 1 + seq_len(task$n)], problem$reference$best,
                                       tol$atol, tol$rtol, task$components)
    reference$how <- paste0(reference$how, ", at the end: ", problem$reference$source)
  }
  reference
}

# ---- where the results come from ---------------------------------------------------------------

grid_settings <- function(task, methods, repeats, mintime, extra, run, jobs) {
  list(problem = task$label, parms = if (task$kind == "catalogue") unlist(task$args$parms),
       interval = range(task$times), output_times = length(task$times),
       components = task$components, methods = vapply(methods, function(m) m$label, ""),
       arguments = lapply(methods, function(m) vapply(m$args, shown, "")),
       common = vapply(extra, shown, ""), repeats = repeats, mintime = mintime,
       reference = task$reference$how, reference_digits = task$reference$digits,
       cells = jobs, finished = length(run$cells), interrupted = run$interrupted,
       workers = run$workers, made = list(
         R = as.character(getRversion()), platform = R.version$platform,
         deTestSet = as.character(utils::packageVersion("deTestSet")),
         deSolve = as.character(utils::packageVersion("deSolve"))))
}
