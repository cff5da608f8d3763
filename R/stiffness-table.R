# stiffnesstable(): how explicit methods end on (stiff) problems.

#' Exit flags of the explicit methods on stiff problems
#'
#' `stiffnesstable()` runs the explicit methods with their tests for stiffness on problems and
#' tolerances of your choice, as Table 1 of Mazzia, Cash and Soetaert (2012) does: [cashkarp()] with
#' the eigenvalue test alone and with the error test alone, [dopri5()] and [dopri853()].
#'
#' @param problems names of problems, or a list of problems as in [workprecision()].
#' @param rtol relative tolerances: a vector for all problems, or a list with a vector for each.
#' @param atol absolute tolerances: `NULL`: the same as `rtol`; or a list with an element for each
#'   problem: `NULL`, one number, or one for each of its `rtol`.
#' @param methods the methods, as for [workprecision()]; `NULL`: those above.
#' @param ... further arguments for all solvers, such as `maxsteps`.
#' @param x,object an object made by `stiffnesstable()`.
#' @return A data frame of class `stiffnesstable` with a row per run: `problem`, `method`, the number
#'   `j` of the tolerance, counted from 0 as in the paper, `rtol`, `atol`, the `flag` (2: success, -2:
#'   too many steps, -3: step too small, -4: stiff by the eigenvalue test, -5: stiff by the error
#'   test, `NA`: an error), the time `end` at which the run ended, the number of `steps`, and the
#'   `reason`. `summary()` gathers the flags: a data frame with a row per problem and a column per
#'   method; `print()` shows it.
#' @references
#' Mazzia, F., Cash, J.R., Soetaert, K. (2012) A test set for stiff initial value problem solvers
#' in the open source software R: package deTestSet. J. Comput. Appl. Math. 236, 4119-4131.
#' \doi{10.1016/j.cam.2012.03.014}
#' @seealso [explicit-solvers] for the tests.
#' @examples
#' stiffnesstable(c("vdpol", "orego"), rtol = 10^-(4:7))
#' # the problem decides: van der Pol's equation with a small parameter is not stiff
#' stiffnesstable(list("mu = 1" = testproblem("vdpol", list(mu = 1)),
#'                     "mu = 100" = testproblem("vdpol", list(mu = 100))), rtol = 1e-6)
#' @export
stiffnesstable <- function(problems, rtol = 10^(-4 - 5 / 8 * 0:16), atol = NULL, methods = NULL,
                           ...) {
  problems <- listed_problems(problems)
  count <- length(problems)
  if (!is.list(rtol)) rtol <- rep(list(rtol), count)
  if (length(rtol) != count)
    input_error("`rtol' must be a vector, or a list with an element for each problem")
  if (is.null(atol)) atol <- vector("list", count)
  if (!is.list(atol)) atol <- rep(list(atol), count)
  if (length(atol) != count)
    input_error("`atol' must be NULL, a vector, or a list with an element for each problem")
  methods <- grid_methods(methods %||% stiffness_tests)
  extra <- check_extra(list(...))
  parts <- Map(stiffness_rows, problems, names(problems), rtol, atol,
               MoreArgs = list(methods = methods, extra = extra))
  rows <- do.call(rbind, parts)
  rownames(rows) <- NULL
  structure(rows, class = c("stiffnesstable", "data.frame"))
}

stiffness_tests <- list("cashkarp (eig)" = list("cashkarp", stiffness = 2),
                        "cashkarp (err)" = list("cashkarp", stiffness = 3),
                        "dopri5", "dopri853")

listed_problems <- function(problems) {
  if (is.character(problems)) problems <- stats::setNames(as.list(problems), problems)
  if (inherits(problems, "testproblem") || (is.list(problems) && !is.null(problems$y)))
    problems <- list(problems)
  if (!is.list(problems) || length(problems) == 0)
    input_error("`problems' must be names or a list of problems, not ", shown(problems))
  labels <- names(problems) %||% rep("", length(problems))
  for (i in which(labels == "")) labels[i] <- grid_task(problems[[i]], NULL, NULL)$label
  stats::setNames(problems, labels)
}

stiffness_rows <- function(problem, label, rtol, atol, methods, extra) {
  task <- grid_task(problem, NULL, NULL)
  tolerances <- grid_tolerances(rtol, atol %||% rtol, task$n)
  cells <- expand.grid(j = seq_along(rtol), method = seq_along(methods))
  jobs <- lapply(seq_len(nrow(cells)), function(i)
    list(method = methods[[cells$method[i]]], rtol = tolerances$rtol[cells$j[i]],
         atol = tolerances$atol[[cells$j[i]]], j = cells$j[i] - 1, extra = extra))
  rows <- do.call(rbind, run_jobs(jobs, task, stiffness_cell)$cells)
  if (is.null(rows)) return(NULL)
  cbind(problem = label, rows, stringsAsFactors = FALSE)
}

stiffness_cell <- function(job, task) {
  run <- try_solve(task, job$method, job$rtol, job$atol, job$extra)
  if (was_interrupted(run$out)) return(NULL)
  counters <- cell_counters(run$out)
  data.frame(method = job$method$label, j = job$j, rtol = job$rtol,
             atol = if (length(job$atol) == 1) job$atol else NA_real_,
             counters[c("flag", "end", "steps")], reason = run$reason, stringsAsFactors = FALSE)
}

#' @rdname stiffnesstable
#' @export
print.stiffnesstable <- function(x, ...) {
  if (!all(c("problem", "method", "flag", "j") %in% names(x)))
    return(invisible(print.data.frame(x, ...)))
  print.data.frame(summary(x), row.names = FALSE, right = FALSE)
  cat(strwrap(paste("flags: 2 success, -2 too many steps, -3 step too small, -4 / -5 stiff (eigenvalue /",
                    "error test); j counts the tolerances from 0"), exdent = 2), sep = "\n")
  invisible(x)
}

# A row per problem, a column per method: "-4 all j", or "-4: j = 0, 1, 3..16; -3: j = 2".
#' @rdname stiffnesstable
#' @export
summary.stiffnesstable <- function(object, ...) {
  x <- object
  problems <- unique(x$problem)
  methods <- unique(x$method)
  texts <- vapply(methods, function(m) vapply(problems, function(p)
    flag_text(x$flag[x$problem == p & x$method == m], x$j[x$problem == p & x$method == m]), ""),
    character(length(problems)))
  texts <- matrix(texts, length(problems), dimnames = list(NULL, methods))
  cbind(data.frame(problem = problems, stringsAsFactors = FALSE), texts)
}

flag_text <- function(flag, j) {
  values <- unique(flag)
  if (length(values) <= 1) return(if (length(values) == 0) "-" else paste(values, "all j"))
  groups <- vapply(values, function(v)
    paste0(v, ": j = ", ranges(j[flag %in% v])), "")
  paste(groups, collapse = "; ")
}

# "0, 1, 3..16"
ranges <- function(j) {
  runs <- split(j, cumsum(c(TRUE, diff(j) != 1)))
  paste(vapply(runs, function(r) {
    if (length(r) > 2) paste0(r[1], "..", r[length(r)]) else paste(r, collapse = ", ")
  }, ""), collapse = ", ")
}
