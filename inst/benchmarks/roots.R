# Thompson's root-finding problems, solved by all methods that apply at rtol = 1e-4, 1e-6, 1e-8 and
# 1e-10 (atol = rtol / 100, or as the problem says), over c(t0, tend): roots expected, found and
# spurious, the largest error of a root time relative to the tolerance, whether the goal is met, and
# the cost.
#
#   Rscript roots.R [seconds = 60] [result.csv] [method ...] [problem ...]
#
# Every run is a process of its own and is ended after the given number of seconds.
suppressPackageStartupMessages(library(deTestSet))
source(system.file("benchmarks", "common.R", package = "deTestSet"))

arguments <- commandArgs(TRUE)
limit <- as.numeric(c(grep("^[0-9]+$", arguments, value = TRUE), 60)[1])
file <- grep("\\.csv$", arguments, value = TRUE)
explicit <- c("dopri5", "dopri853", "cashkarp")
methods <- c(explicit, "mebdfi", "gamd", "bimd", "radau5", "lsodar", "lsode", "radau")
peers <- c("lsodar", "lsode", "radau")
names <- testset("roots")$name
if (any(arguments %in% methods)) methods <- intersect(methods, arguments)
if (any(arguments %in% names)) names <- intersect(names, arguments)
tolerances <- 10^-c(4, 6, 8, 10)

one_run <- function(problem, method, tol, events) {
  clock <- proc.time()[[1]]
  out <- runproblem(problem$name, method = method, times = c(problem$t0, problem$tend),
                    rtol = tol, printmescd = FALSE, events = events)
  state <- attr(out, "istate")
  digits <- attr(out, "mescd")
  found <- attr(out, "troot")
  cbind(attr(out, "rootsummary"), has_goal = problem$roots$has_goal,
        data.frame(flag = state[1], mescd = if (is.null(digits)) NA else digits,
                   last = if (length(found) > 0) found[length(found)] else NA,
                   events = length(found), steps = state[2], f = state[3],
                   time = proc.time()[[1]] - clock))
}

cell <- function(problem, method, tol, variant) {
  row <- data.frame(problem = problem$name, method = method, variant = variant, tol = tol)
  reason <- ""
  if (problem$roots$stiff && method %in% explicit) reason <- "stiff"
  if (problem$roots$startroot && method %in% peers) reason <- "no option startroot"
  if (!is.na(problem$roots$accumulation) && method %in% peers) reason <- "no end of accumulation"
  if (nzchar(reason)) return(cbind(row, reason = reason))
  events <- if (variant == "func") list(ydot = "func") else list()
  value <- with_limit(one_run(problem, method, tol, events), limit)
  if (is.character(value)) return(cbind(row, reason = value))
  cbind(row, reason = "", value)
}

# "found/expected", "+k" for spurious roots, the error in units of the tolerance; "*": goal not met.
show_cell <- function(row) {
  if (nzchar(row$reason)) return(substr(row$reason, 1, 14))
  paste0(row$found, "/", row$expected, if (row$spurious > 0) paste0("+", row$spurious), " ",
         formatC(row$relative, digits = 2, format = "g"), if (!row$met) "*")
}

bind <- function(a, b) {
  if (is.null(a)) return(b)
  a[setdiff(names(b), names(a))] <- NA
  b[setdiff(names(a), names(b))] <- NA
  rbind(a, b)
}

cat("R", as.character(getRversion()), "deTestSet", as.character(packageVersion("deTestSet")),
    "deSolve", as.character(packageVersion("deSolve")), "limit per run", limit, "s\n")
cat("found/expected, +spurious, largest error of a root time / (rtol max(1, |t|)); *: goal",
    "not met\n")
all <- NULL
for (name in names) {
  problem <- testproblem(name)
  for (variant in c("dense", if (problem$roots$ydot) "func")) {
    cat("\n", name, if (variant == "func") " (ydot = \"func\")",
        if (!problem$roots$has_goal) " (no goal)", "\n", sep = "")
    for (method in if (variant == "func") setdiff(methods, peers) else methods) {
      rows <- lapply(tolerances, function(tol) cell(problem, method, tol, variant))
      cat(sprintf("  %-9s", method), sprintf("%-17s", vapply(rows, show_cell, "")), "\n")
      for (row in rows) all <- bind(all, row)
    }
  }
}
if (length(file) > 0) write.csv(format(all, digits = 6), file[1], row.names = FALSE, quote = FALSE)

ours <- all[!all$method %in% peers & !nzchar(all$reason) & all$has_goal %in% TRUE, ]
cat("\nOur methods where there is a goal:", nrow(ours), "runs,", sum(ours$missed),
    "roots missed,", sum(ours$spurious),
    "spurious,", sum(!ours$met), "goals not met\n")
bad <- ours[!ours$met, c("problem", "method", "variant", "tol", "found", "expected", "spurious",
                         "relative", "of_goal")]
if (nrow(bad) > 0) print(bad, row.names = FALSE, digits = 3)
