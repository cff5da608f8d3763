# Our solvers against those that one would use instead, on the same compiled problems with the same
# exact Jacobians, at rtol = atol = 10^-(4..10): time, counters and correct digits of every run, and
# the ratio of times at equal accuracy.
#
#   Rscript peers.R [folder for the results] [program] [seconds = 20] [problem ...]
#           [sundials-only] [desolve-only] [quick]
#
# Two fields, each within one kind of call:
#   without R  ours and SUNDIALS (cvode: BDF, cvode_adams, ida), both called from C++ by `program`,
#              the harness that inst/benchmarks/native builds; left out if there is no program
#   through R  ours and deSolve, both called as runproblem() calls them
# Times are those of the processor, the smallest of repeated runs, without the making of the model.
#
# Equal accuracy: log(time) is interpolated over mescd between the runs of one solver, cheaper runs
# that are at least as accurate taking precedence; ratios are geometric means over the digits that
# both have reached.  "Best" is the fastest solver at each number of digits.
#
# Version 1.1.7.4 of this package is no longer on CRAN: what is known are its counters, in
# stiff-peers.csv; stiff-solvers.R compares them at equal mescd.  Its times are estimated here: its
# evaluations, those for difference quotients included, times the time per evaluation, with all that
# goes with it, of the Fortran codes of deSolve that are nearest in kind, on the same problem in the
# same run: the cheapest of its BDF codes for mebdfi, radau for the block methods gamd and bimd.
suppressPackageStartupMessages(library(deTestSet))
source(system.file("benchmarks", "common.R", package = "deTestSet"))

arguments <- commandArgs(TRUE)
set <- testset("ivp")
limit <- as.numeric(c(grep("^[0-9.]+$", arguments, value = TRUE), 20)[1])
wishes <- intersect(arguments, c("sundials-only", "desolve-only", "quick"))
arguments <- setdiff(arguments, wishes)
chosen <- intersect(arguments, set$name)
if (length(chosen) == 0) chosen <- set$name
paths <- setdiff(arguments, c(set$name, grep("^[0-9.]+$", arguments, value = TRUE)))
folder <- c(paths, "output/bench")[1]
program <- if (length(paths) > 1) normalizePath(paths[2]) else ""
dir.create(folder, showWarnings = FALSE, recursive = TRUE)

tolerances <- if ("quick" %in% wishes) 10^-c(4, 6, 8, 10) else 10^-(4:10)
explicit <- c("dopri5", "dopri853", "cashkarp")
ours <- c("mebdfi", "gamd", "bimd", "radau5", explicit)
desolve <- c("lsoda", "lsode", "vode", "adams", "radau", "daspk")
sundials <- c("cvode", "cvode_adams", "ida")
same_name <- list(c("radau5", "radau"))  # ours, deSolve's

# Can this solver treat this problem at all?  The formulas of Adams are for problems that are not
# stiff.
applies <- function(solver, problem) {
  if (solver %in% c("adams", "cvode_adams") && problem != "pleiades") return(FALSE)
  switch(set$class[set$name == problem],
    ODE = solver != "ida",
    DAE = solver %in% c("mebdfi", "gamd", "bimd", "radau5", "radau", "daspk", "ida"),
    IDE = solver %in% c("mebdfi", "daspk", "ida"))
}

# ---- runs ---------------------------------------------------------------------------------------

failed <- function(problem, solver, tol, message)
  data.frame(problem = problem, solver = solver, tol = tol, mescd = NA_real_, seconds = NA_real_,
             attempts = NA_real_, f = NA_real_, jacobians = NA_real_, factorisations = NA_real_,
             message = message)

run_native <- function(problem, solver, tol) {
  line <- suppressWarnings(system2("timeout", c(limit, program, solver, problem, tol, 0.1),
                                   stdout = TRUE, stderr = TRUE))
  if (!identical(attr(line, "status"), NULL) || length(line) != 1)
    return(failed(problem, solver, tol, paste("not finished after", limit, "s")))
  value <- strsplit(line, ",")[[1]]
  row <- failed(problem, solver, tol, if (length(value) > 9) value[10] else "")
  row[4:9] <- suppressWarnings(as.numeric(value[4:9]))
  if (is.na(row$mescd)) row$seconds <- NA
  row
}

# The call of the solver that runproblem() makes, so that the time does not contain what comes before
# and is the same for all.  Problems with jumps in time are several calls for deSolve: there, for
# both sides, the whole of runproblem().
solver_call <- function(problem, solver, tol) {
  p <- testproblem(problem)
  times <- c(p$t0, p$tend)  # deSolve makes no steps longer than the distance of outputs
  if (length(p$discontinuities) > 0)
    return(function() runproblem(problem, times = times, method = solver, rtol = tol, atol = tol,
                                 maxsteps = 1e7, printmescd = FALSE))
  inside <- asNamespace("deTestSet")
  catch <- inside$call_solver
  body(catch)[[length(body(catch))]] <-
    quote(stop(structure(class = c("caught", "condition"), list(fun = solver$fun, args = args))))
  environment(catch) <- inside
  pieces <- inside$call_in_pieces
  environment(pieces) <- list2env(list(call_solver = catch), parent = inside)
  runner <- inside$run_problem
  environment(runner) <- list2env(list(call_in_pieces = pieces), parent = inside)
  has_dyini <- "dyini" %in% names(formals(inside[[problem]]))
  caught <- tryCatch(
    runner(problem, times, method = solver, rtol = tol, atol = tol, maxsteps = 1e7,
           printmescd = FALSE, has_dyini = has_dyini), caught = identity)
  function() do.call(caught$fun, caught$args)
}

run_in_r <- function(problem, solver, tol) {
  value <- with_limit({
    run <- solver_call(problem, solver, tol)
    out <- run()
    digits <- mescd(out, problem, tol, tol)
    state <- attr(out, "istate")
    if (is.null(digits) || state[1] < 0) stop("ended with flag ", state[1])
    lu <- if (!is.na(state[10]) && state[10] > 0) state[10] else state[14]
    c(digits, least_seconds(run, 0.2), state[2], state[3], state[4], lu)
  }, limit)
  if (is.character(value)) return(failed(problem, solver, tol, value))
  row <- failed(problem, solver, tol, "")
  row[4:9] <- value
  row
}

# All runs of a solver; one that takes too long, after it did not, is not asked for more digits.
curve_of <- function(run, problem, solver) {
  rows <- NULL
  for (tol in tolerances) {
    row <- run(problem, solver, tol)
    rows <- rbind(rows, row)
    too_long <- startsWith(rows$message, "not finished")
    if (too_long[nrow(rows)] && (!all(too_long) || nrow(rows) == 3)) break
  }
  rows
}

field <- function(run, solvers) {
  rows <- NULL
  for (problem in chosen) {
    for (solver in Filter(function(s) applies(s, problem), solvers)) {
      rows <- rbind(rows, curve_of(run, problem, solver))
      cat(".")
    }
    cat(" ", problem, "\n", sep = "")
  }
  rows
}

# ---- times at equal accuracy --------------------------------------------------------------------

digits_grid <- seq(0, 14, by = 0.25)

# log(time) of one solver on one problem at each of the digits; NA outside of its runs.  A run
# without one correct digit has not solved the problem.
curve <- function(rows) {
  rows <- rows[is.finite(rows$mescd) & rows$mescd > 0 & is.finite(rows$seconds), ]
  rows <- rows[order(rows$seconds), ]
  rows <- rows[rows$mescd == cummax(rows$mescd) & !duplicated(cummax(rows$mescd)), ]
  if (nrow(rows) == 0) return(rep(NA_real_, length(digits_grid)))
  if (nrow(rows) == 1) return(ifelse(abs(digits_grid - rows$mescd) < 0.125, log(rows$seconds), NA))
  approx(rows$mescd, log(rows$seconds), digits_grid)$y
}

# The fastest of some solvers on one problem.
best <- function(rows, problem, solvers) {
  curves <- vapply(solvers, function(s)
    curve(rows[rows$problem == problem & rows$solver == s, ]), numeric(length(digits_grid)))
  curves <- matrix(curves, ncol = length(solvers))
  apply(curves, 1, function(x) if (all(is.na(x))) NA else min(x, na.rm = TRUE))
}

# Geometric mean of the ratio over the digits that both sides reach; NA if there are none.
ratio <- function(rows, problem, mine, theirs) {
  difference <- best(rows, problem, mine) - best(rows, problem, theirs)
  if (all(is.na(difference))) NA_real_ else exp(mean(difference, na.rm = TRUE))
}

# Who is fastest at most of the digits?
fastest <- function(rows, problem, solvers) {
  curves <- vapply(solvers, function(s)
    curve(rows[rows$problem == problem & rows$solver == s, ]), numeric(length(digits_grid)))
  winner <- apply(curves, 1, function(x) if (all(is.na(x))) NA else solvers[which.min(x)])
  winner <- winner[!is.na(winner)]
  if (length(winner) == 0) "-" else names(which.max(table(winner)))
}

comparison <- function(rows, label, mine, theirs)
  data.frame(comparison = label, problem = chosen,
             ratio = vapply(chosen, function(p) ratio(rows, p, mine, theirs), 0),
             ours = vapply(chosen, function(p) fastest(rows, p, mine), ""),
             theirs = vapply(chosen, function(p) fastest(rows, p, theirs), ""), row.names = NULL)

# ---- version 1.1.7.4, estimated -----------------------------------------------------------------

nearest <- list(mebdfi = c("lsoda", "lsode", "vode", "daspk"), gamd = "radau", bimd = "radau")

# Seconds per evaluation of the cheapest of some solvers, medians over the tolerances; NA if none has
# solved the problem.
seconds_per_f <- function(rows, problem, solvers) {
  rows <- rows[rows$problem == problem & rows$solver %in% solvers & is.finite(rows$mescd), ]
  if (nrow(rows) == 0) NA else min(tapply(rows$seconds / rows$f, rows$solver, median))
}

estimated_runs <- function(through_r) {
  runs <- read.csv(system.file("benchmarks", "stiff-peers.csv", package = "deTestSet"))
  runs <- runs[runs$problem %in% chosen, ]
  each <- mapply(function(problem, solver) seconds_per_f(through_r, problem, nearest[[solver]]),
                 runs$problem, runs$solver)
  runs$seconds <- (runs$f + runs$jac * runs$f_per_jac) * each
  runs$solver <- paste("CRAN", runs$solver)
  runs[c("problem", "solver", "tol", "mescd", "seconds")]
}

compare_estimated <- function(through_r) {
  runs <- rbind(through_r[c("problem", "solver", "tol", "mescd", "seconds")],
                estimated_runs(through_r))
  do.call(rbind, lapply(names(nearest), function(solver)
    comparison(runs, paste0(solver, " / ", solver, " 1.1.7.4, estimated"), solver,
               paste("CRAN", solver))))
}

compare_all <- function(native, through_r) {
  rows <- NULL
  if (!is.null(native))
    rows <- rbind(comparison(native, "best of ours / best of SUNDIALS", ours, sundials),
                  comparison(native, "mebdfi / BDF of SUNDIALS", "mebdfi", c("cvode", "ida")))
  if (is.null(through_r)) return(rows)
  rows <- rbind(rows, comparison(through_r, "best of ours / best of deSolve", ours, desolve))
  for (pair in same_name)
    rows <- rbind(rows, comparison(through_r, paste(pair[1], "/ deSolve's", pair[2]), pair[1],
                                   pair[2]))
  rbind(rows, compare_estimated(through_r))
}

# ---- table and picture --------------------------------------------------------------------------

show_runs <- function(rows, title) {
  cat("\n", title, ": mescd and milliseconds at rtol = atol = 1e-4 ... 1e-10\n", sep = "")
  for (problem in unique(rows$problem)) {
    cat(problem, "\n")
    for (solver in unique(rows$solver[rows$problem == problem])) {
      r <- rows[rows$problem == problem & rows$solver == solver, ]
      cells <- ifelse(is.na(r$mescd), "      -      ",
                      sprintf("%5.2f %7s", r$mescd, formatC(1000 * r$seconds, digits = 3)))
      cat(sprintf("  %-12s %s\n", solver, paste(cells, collapse = " |")))
    }
  }
}

show_comparisons <- function(table) {
  for (label in unique(table$comparison)) {
    part <- table[table$comparison == label, ]
    known <- part[!is.na(part$ratio), ]
    if (nrow(known) == 0) {
      cat("\n", label, ": no problem that both have solved\n", sep = "")
      next
    }
    cat(sprintf("\n%s at equal mescd: geometric mean %.2f over %d problems, worst %.2f (%s)\n",
                label, geometric_mean(known$ratio), nrow(known), max(known$ratio),
                known$problem[which.max(known$ratio)]))
    for (i in seq_len(nrow(part)))
      cat(sprintf("  %-11s %s   %s / %s\n", part$problem[i],
                  if (is.na(part$ratio[i])) "   -  " else sprintf("%6.2f", part$ratio[i]),
                  part$ours[i], part$theirs[i]))
  }
}

draw <- function(table, file) {
  labels <- unique(table$comparison)
  table <- table[!is.na(table$ratio), ]
  png(file, width = 900, height = max(480, 200 + 26 * length(chosen)), res = 96)
  on.exit(dev.off())
  par(mar = c(4, 7, 7, 1))
  row <- match(table$problem, rev(chosen))
  colours <- hcl.colors(length(labels), "Dark 3")
  colour <- colours[match(table$comparison, labels)]
  plot(table$ratio, row, log = "x", pch = 19, col = colour, yaxt = "n", ylab = "", ylim =
         c(1, length(chosen)), xlab = "time of ours / time of theirs, at equal mescd")
  axis(2, seq_along(chosen), rev(chosen), las = 1)
  abline(v = c(0.5, 1), lty = c(3, 1), col = "grey50")
  abline(h = seq_along(chosen), col = "grey92")
  points(table$ratio, row, pch = 19, col = colour)
  legend("top", labels, pch = 19, col = colours, ncol = 2, bty = "n", inset = c(0, -0.22), xpd = NA)
}

native <- if (nzchar(program) && !"desolve-only" %in% wishes) field(run_native, c(ours, sundials))
through_r <- if (!"sundials-only" %in% wishes) field(run_in_r, c(ours, desolve))
runs <- rbind(if (!is.null(native)) cbind(field = "without R", native),
              if (!is.null(through_r)) cbind(field = "through R", through_r))
write.csv(format(runs, digits = 5, trim = TRUE), file.path(folder, "peers.csv"), row.names = FALSE,
          quote = FALSE)
table <- compare_all(native, through_r)
text <- capture.output({
  show_comparisons(table)
  if (!is.null(native)) show_runs(native, "Without R")
  if (!is.null(through_r)) show_runs(through_r, "Through R")
})
writeLines(text, file.path(folder, "peers.txt"))
writeLines(text)
draw(table, file.path(folder, "peers.png"))
