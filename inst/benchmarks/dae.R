# The differential-algebraic problems after Schittkowski, solved by the implicit methods of this
# package and by daspk of deSolve, with atol = rtol x size of the variable: accuracy at the end of
# the interval, steps and evaluations.
#
#   Rscript dae.R [seconds = 60] [result.csv] [problem ...]
#
# Every cell runs in a process of its own and is ended after the given number of seconds.
suppressPackageStartupMessages(library(deTestSet))
source(system.file("benchmarks", "common.R", package = "deTestSet"))

arguments <- commandArgs(TRUE)
limit <- as.numeric(c(grep("^[0-9.]+$", arguments, value = TRUE), 60)[1])
file <- grep("\\.csv$", arguments, value = TRUE)
set <- testset("dae")
chosen <- intersect(arguments, set$name)
if (length(chosen) == 0) chosen <- set$name
methods <- c("mebdfi", "gamd", "bimd", "radau5", "daspk")
tolerances <- c(1e-6, 1e-9)

one_run <- function(name, method, rtol) {
  problem <- testproblem(name)
  atol <- rtol * problem$scale
  time <- system.time(
    out <- daeproblem(name, times = c(problem$t0, problem$tend), method = method, rtol = rtol,
                      atol = atol, maxsteps = 1e6, printmescd = FALSE))[[1]]
  state <- attr(out, "istate")
  digits <- mescd(out, name, atol, rtol)
  lu <- if (!is.na(state[10]) && state[10] > 0) state[10] else state[14]
  data.frame(flag = state[1], mescd = if (is.null(digits) || state[1] < 0) NA else digits,
             steps = state[2], f = state[3], jac = state[4], lu = lu, time = time)
}

cell <- function(name, method, rtol) {
  row <- data.frame(problem = name, index = set$index[set$name == name], method = method,
                    rtol = rtol, flag = NA, mescd = NA, steps = NA, f = NA, jac = NA, lu = NA,
                    time = NA, reason = "")
  value <- with_limit(one_run(name, method, rtol), limit)
  if (is.character(value)) row$reason <- value else row[names(value)] <- value
  row
}

cases <- expand.grid(method = methods, rtol = tolerances, name = chosen, stringsAsFactors = FALSE)
runs <- do.call(rbind, Map(cell, cases$name, cases$method, cases$rtol))
if (length(file) > 0) write.csv(runs, file[1], row.names = FALSE)

# One line for each problem: digits and steps of every method.
wide <- function(column, rtol, digits) {
  part <- runs[runs$rtol == rtol, ]
  values <- tapply(part[[column]], list(factor(part$problem, chosen), factor(part$method, methods)),
                   function(x) x[1])
  formatC(values, format = "f", digits = digits)
}
for (rtol in tolerances) {
  cat("\nmescd at rtol =", rtol, "\n")
  print(noquote(wide("mescd", rtol, 2)))
  cat("\nsteps / evaluations of f at rtol =", rtol, "\n")
  print(noquote(structure(paste(wide("steps", rtol, 0), wide("f", rtol, 0), sep = " / "),
                          dim = c(length(chosen), length(methods)),
                          dimnames = list(chosen, methods))))
}
short <- runs[is.na(runs$mescd) | runs$mescd < -log10(runs$rtol) - 2, ]
cat("\nfailed, or more than 2 digits below the tolerance:\n")
print(short[, c("problem", "index", "method", "rtol", "flag", "mescd", "steps", "reason")],
      row.names = FALSE)
