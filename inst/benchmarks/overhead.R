# What one evaluation of an R model costs: our solvers, a bare loop of R calls, and deSolve, on the
# same model in the same run. Ratios matter; absolute times depend on the machine.
suppressPackageStartupMessages(library(deTestSet))

oscillator <- compiler::cmpfun(function(t, y, parms) list(c(y[2], -y[1])))
yini <- c(x = 1, v = 0)

bare <- compiler::cmpfun(function(n) for (i in seq_len(n)) oscillator(0.1, yini, NULL))
seconds <- function(expr) {
  expr <- substitute(expr)
  frame <- parent.frame()
  min(replicate(5, system.time(eval(expr, frame))[["elapsed"]]))
}

n_bare <- 2e5
bare(10)
per_call <- seconds(bare(n_bare)) / n_bare

runs <- list(
  `dopri5` = function() dopri5(yini, c(0, 1000), oscillator, NULL, rtol = 1e-9, atol = 1e-9,
                               maxsteps = 1e6),
  `dopri5, ynames = FALSE` = function() dopri5(yini, c(0, 1000), oscillator, NULL, rtol = 1e-9,
                                               atol = 1e-9, maxsteps = 1e6, ynames = FALSE),
  `dopri853` = function() dopri853(yini, c(0, 1000), oscillator, NULL, rtol = 1e-12, atol = 1e-12,
                                   maxsteps = 1e6),
  `cashkarp` = function() cashkarp(yini, c(0, 1000), oscillator, NULL, rtol = 1e-9, atol = 1e-9,
                                   maxsteps = 1e6),
  `deSolve ode45` = function() deSolve::ode(yini, c(0, 1000), oscillator, NULL, method = "ode45",
                                            rtol = 1e-9, atol = 1e-9, maxsteps = 1e6),
  `deSolve lsoda` = function() deSolve::lsoda(yini, c(0, 1000), oscillator, NULL, rtol = 1e-9,
                                              atol = 1e-9, maxsteps = 1e6))

table <- do.call(rbind, lapply(names(runs), function(name) {
  out <- runs[[name]]()
  calls <- attr(out, "istate")[3]
  data.frame(run = name, evaluations = calls, microseconds = 1e6 * seconds(runs[[name]]()) / calls)
}))
table$to_bare <- table$microseconds / (1e6 * per_call)
table$to_lsoda <- table$microseconds / table$microseconds[table$run == "deSolve lsoda"]
table$to_ode45 <- table$microseconds / table$microseconds[table$run == "deSolve ode45"]
cat(sprintf("a bare call of the model: %.2f microseconds\n\n", 1e6 * per_call))
print(table, digits = 3, row.names = FALSE)

# The fixed cost of a call: a compiled problem over a short interval.
problem <- testproblem("rober")
fixed <- seconds(for (i in 1:500) dopri5(problem$y, c(0, 1e-6), problem, NULL)) / 500
lsoda_fixed <- seconds(for (i in 1:500) deSolve::lsoda(problem$y, c(0, 1e-6), problem$func, NULL)) / 500
cat(sprintf("\nfixed cost of a call: %.0f microseconds (lsoda of deSolve with an R model: %.0f)\n",
            1e6 * fixed, 1e6 * lsoda_fixed))
