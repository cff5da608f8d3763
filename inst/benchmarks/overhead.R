# What one evaluation of an R model costs: our solvers, a bare loop of R calls, and deSolve, on the
# same model in the same run. Ratios matter; absolute times depend on the machine.
#
# Calls are counted in the model, all of them, whatever they were made for.
suppressPackageStartupMessages(library(deTestSet))
source(system.file("benchmarks", "common.R", package = "deTestSet"))

seconds <- function(run) least_seconds(run, 1, 0.1)

# Microseconds of a bare call of some function.
bare <- function(fun, ...) {
  loop <- compiler::cmpfun(function(n) for (i in seq_len(n)) fun(0.1, ...))
  loop(10)
  n <- 5e4
  1e6 * seconds(function() loop(n)) / n
}

# How often a run calls f and the Jacobian.
counted <- function(run, model) {
  calls <- c(f = 0, jac = 0)
  run(function(t, y, parms) {
    calls[1] <<- calls[1] + 1
    model$f(t, y, parms)
  }, function(t, y, parms) {
    calls[2] <<- calls[2] + 1
    model$jac(t, y, parms)
  })
  calls
}

measure <- function(name, run, model, bare_calls) {
  calls <- counted(run, model)
  time <- 1e6 * seconds(function() run(model$f, model$jac))
  data.frame(run = name, f = calls[["f"]], jac = calls[["jac"]],
             microseconds = time / sum(calls), to_bare = time / sum(calls * bare_calls))
}

table_of <- function(title, runs, model) {
  y <- model$y
  bare_calls <- c(bare(model$f, y, NULL), bare(model$jac, y, NULL))
  cat(sprintf("\n%s: a bare call of f %.2f, of its Jacobian %.2f microseconds\n", title,
              bare_calls[1], bare_calls[2]))
  table <- do.call(rbind, lapply(names(runs), function(name)
    measure(name, runs[[name]], model, bare_calls)))
  lsoda <- table$microseconds[table$run == "deSolve lsoda"]
  table$to_lsoda <- table$microseconds / lsoda
  print(table, digits = 3, row.names = FALSE)
}

# ---- explicit: an oscillator ----------------------------------------------------------------------

oscillator <- list(y = c(x = 1, v = 0),
                   f = compiler::cmpfun(function(t, y, parms) list(c(y[2], -y[1]))),
                   jac = compiler::cmpfun(function(t, y, parms) matrix(c(0, -1, 1, 0), 2)))
swing <- function(solver, tol = 1e-9, ...) {
  force(solver)
  function(f, jac) solver(oscillator$y, c(0, 300), f, NULL, rtol = tol, atol = tol,
                          maxsteps = 1e6, ...)
}
table_of("oscillator, microseconds per call", list(
  `dopri5` = swing(dopri5), `dopri5, ynames = FALSE` = swing(dopri5, ynames = FALSE),
  `dopri853` = swing(dopri853, 1e-12), `cashkarp` = swing(cashkarp),
  `deSolve ode45` = swing(deSolve::ode, method = "ode45"),
  `deSolve lsoda` = swing(deSolve::lsoda)), oscillator)

# ---- implicit: van der Pol's equation, Jacobian by differences and from R -------------------------

vdpol_r <- list(y = c(x = 2, v = 0),
                f = compiler::cmpfun(function(t, y, parms)
                  list(c(y[2], 1000 * (1 - y[1]^2) * y[2] - y[1]))),
                jac = compiler::cmpfun(function(t, y, parms)
                  matrix(c(0, -2000 * y[1] * y[2] - 1, 1, 1000 * (1 - y[1]^2)), 2)))
stiff <- function(solver, exact, settings = NULL) {
  force(solver)
  force(exact)
  function(f, jac) do.call(solver, c(
    list(vdpol_r$y, c(0, 2000), f, NULL, rtol = 1e-8, atol = 1e-8, maxsteps = 1e6),
    settings, if (exact) list(jacfunc = jac, jactype = "fullusr")))
}
implicit <- function(exact) list(
  mebdfi = stiff(mebdfi, exact), gamd = stiff(gamd, exact), bimd = stiff(bimd, exact),
  radau5 = stiff(radau5, exact), `deSolve lsoda` = stiff(deSolve::lsoda, exact),
  `deSolve vode` = stiff(deSolve::vode, exact), `deSolve radau` = stiff(deSolve::radau, exact))
table_of("van der Pol, differences", implicit(FALSE), vdpol_r)
table_of("van der Pol, Jacobian from R", implicit(TRUE), vdpol_r)

# ---- the fixed cost of a call: Robertson's problem over an interval of one or two steps ------------

# As a problem of the catalogue (ours only), as compiled code by deSolve's conventions, and as an R
# function; the last with the few evaluations that the steps take.
problem <- testproblem("rober")
compiled <- list(dllname = "deTestSet", initfunc = NULL, rpar = problem$parms,
                 ipar = c(deTestSet:::problem_info("rober")$position, 0L, 0L))
robertson <- compiler::cmpfun(function(t, y, k) {
  slow <- k[1] * y[1]
  fast <- k[2] * y[2]^2
  back <- k[3] * y[2] * y[3]
  list(c(back - slow, slow - back - fast, fast))
})
short <- function(solver, func, parms = NULL, more = NULL) {
  arguments <- c(list(problem$y, c(0, 1e-6), func, parms), more)
  1e6 * seconds(function() do.call(solver, arguments))
}
fixed <- function(name, solver, is_ours = TRUE)
  data.frame(solver = name, catalogue = if (is_ours) short(solver, problem) else NA,
             compiled = short(solver, "detestset_derivs", NULL, compiled),
             R = short(solver, robertson, problem$parms))
cat("\nfixed cost of a call, microseconds\n")
print(rbind(fixed("dopri5", dopri5), fixed("mebdfi", mebdfi), fixed("gamd", gamd),
            fixed("bimd", bimd), fixed("radau5", radau5),
            fixed("deSolve lsoda", deSolve::lsoda, FALSE),
            fixed("deSolve radau", deSolve::radau, FALSE)), digits = 3, row.names = FALSE)
