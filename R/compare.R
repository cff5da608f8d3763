# compare(): several methods on one problem at one tolerance, side by side.

#' Several methods on one problem, side by side
#'
#' `compare()` solves one problem with several methods at the same tolerances and shows accuracy,
#' counters and time beside each other; its plot shows the error of each method along the solution.
#'
#' @inheritParams workprecision
#' @param methods the solvers, as for [workprecision()]; `NULL`: those of this package that can solve
#'   the problem.
#' @param rtol,atol one relative and one absolute tolerance (or one absolute tolerance per
#'   component).
#' @param x an object made by `compare()`.
#' @param digits number of significant digits of the times.
#' @return A data frame of class `compare` with one row per method and the columns of
#'   [workprecision()]; its attribute `errors` is a matrix with the output times and the mixed error
#'   of each method there.
#' @seealso [workprecision()].
#' @examples
#' result <- compare("hires", c("gamd", "radau5", "lsoda"), rtol = 1e-5, repeats = 1)
#' result
#' plot(result)
#' @export
compare <- function(problem, methods = NULL, rtol = 1e-6, atol = rtol, times = NULL, repeats = 3,
                    reference = NULL, components = NULL, mintime = 0.02, timelimit = Inf, ...) {
  task <- grid_task(problem, times, components)
  methods <- grid_methods(methods %||% able_methods(task))
  if (!is.numeric(rtol) || length(rtol) != 1)
    input_error("`rtol' must be one number, not ", shown(rtol))
  if (is.list(atol)) input_error("`atol' must be one number or one per component, not a list")
  tolerances <- grid_tolerances(rtol, list(atol), task$n)
  repeats <- check_count(repeats, "repeats")
  extra <- check_extra(list(...))
  task$reference <- grid_reference(task, reference, tolerances)
  jobs <- lapply(methods, function(method)
    list(method = method, rtol = tolerances$rtol, atol = tolerances$atol[[1L]], repeats = repeats,
         mintime = check_seconds(mintime, "mintime", zero = TRUE),
         timelimit = check_seconds(timelimit, "timelimit"), extra = extra))
  run <- run_jobs(jobs, task, run_cell_with_errors)
  errors <- vapply(run$cells, function(cell) cell$errors, numeric(length(task$times)))
  rows <- bind_cells(lapply(run$cells, function(cell) cell$row))
  errors <- matrix(c(task$times, errors), length(task$times),
                   dimnames = list(NULL, c("time", rows$method)))
  structure(rows, errors = errors,
            settings = grid_settings(task, methods, repeats, mintime, extra, run, length(jobs)),
            class = c("compare", "data.frame"))
}

# Our solvers that treat this kind of problem.
able_methods <- function(task) {
  implicit <- c("gamd", "bimd", "radau5", "mebdfi")
  if (task$kind == "own") {
    if (is.null(task$args$func)) return("mebdfi")
    return(if (is.null(task$args$mass)) our_solvers else implicit)
  }
  switch(task$problem$class, IDE = "mebdfi", DAE = implicit, our_solvers)
}

run_cell_with_errors <- function(job, task) {
  row <- run_cell(job, task)
  if (is.null(row)) return(NULL)
  errors <- rep(NA_real_, length(task$times))
  if (!nzchar(row$reason) && !is.null(task$reference$trajectory)) {
    out <- try_solve(task, job$method, job$rtol, job$atol, job$extra)$out
    rows <- rows_at(out, task$times)
    here <- !is.na(rows)
    errors[here] <- mixed_errors(unclass(out)[rows[here], 1 + seq_len(task$n), drop = FALSE],
                                 task$reference$trajectory[here, , drop = FALSE], job$rtol,
                                 job$atol, task$components)
  }
  list(row = row, errors = errors)
}

#' @rdname compare
#' @export
print.compare <- function(x, digits = 3, ...) {
  settings <- attr(x, "settings")
  if (!is.null(settings)) print_grid_settings(settings)
  cat("rtol =", format(x$rtol[1]), "\n\n")
  shown <- data.frame(method = x$method, mescd = round(x$mescd, 2),
                      mescd_end = round(x$mescd_end, 2), time = signif(x$time, digits),
                      x[c("steps", "rejected", "nfev", "njac", "nlu")])
  print.data.frame(shown, row.names = FALSE)
  for (i in which(nzchar(x$reason))) cat("  ", x$method[i], " failed: ", x$reason[i], "\n", sep = "")
  invisible(x)
}

#' @rdname compare
#' @param col colours, one per method.
#' @export
plot.compare <- function(x, col = NULL, ...) {
  errors <- attr(x, "errors")
  able <- which(!nzchar(x$reason) & is.finite(x$mescd))
  if (length(able) == 0) stop("no run succeeded: nothing to draw", call. = FALSE)
  col <- rep_len(col %||% method_colours, nrow(x))
  old <- graphics::par(mfrow = c(1, 2), mar = c(4, 4.5, 2.5, 1), las = 1)
  on.exit(graphics::par(old))
  y <- errors[, 1 + able, drop = FALSE]
  y[!is.finite(y) | y <= 0] <- NA
  graphics::matplot(errors[, 1], y, type = "l", lty = 1, lwd = 1.5, col = col[able], log = "y",
                    xlab = "time", ylab = "", main = "mixed error", yaxt = "n", ...)
  power_axis()
  abline(h = x$rtol[1], lty = 3, col = "grey40")
  seconds <- x$time[able]
  names(seconds) <- x$method[able]
  graphics::par(mar = c(4, 6, 2.5, 2))
  at <- graphics::barplot(rev(seconds), horiz = TRUE, col = rev(col[able]), border = NA, las = 1,
                          xlab = "CPU time [s]", main = "time and digits")
  graphics::text(0, at, paste0(" ", format(round(rev(x$mescd[able]), 1), nsmall = 1)), adj = 0,
                 col = "white", font = 2, xpd = NA)
  invisible(x)
}
