# The examples on deSolve's help pages of events, lsodar and radau, with our solvers in the place of
# deSolve's: the same figures.

expect_same_solution <- function(ours, theirs, tolerance = 2e-4, info = NULL) {
  expect_equal(dim(ours), dim(theirs), info = info)
  expect_equal(unclass(ours)[, ], unclass(theirs)[, ], tolerance = tolerance, info = info,
               ignore_attr = TRUE)
  for (name in c("troot", "indroot", "iroot", "nroot"))
    expect_equal(attr(ours, name), attr(theirs, name), tolerance = tolerance, info = name)
}

test_that("events in a data frame", {
  derivs <- function(t, var, parms) list(dvar = rep(0, 2))
  yini <- c(v1 = 1, v2 = 2)
  times <- seq(0, 10, by = 0.1)
  first <- data.frame(var = c("v1", "v2", "v2", "v1"), time = c(1, 1, 5, 9),
                      value = c(1, 2, 3, 4), method = c("add", "mult", "rep", "add"))
  second <- data.frame(var = c(rep("v1", 10), rep("v2", 10)), time = c(1:10, 1:10),
                       value = (1:20) / 7, method = rep("add", 20))
  second_sorted <- second[order(second$time), ]
  theirs <- vode(func = derivs, y = yini, times = times, parms = NULL, events = list(data = first))
  theirs2 <- suppressWarnings(ode(func = derivs, y = yini, times = times, parms = NULL,
                                  events = list(data = second)))
  for_all_solvers(function(solver, name) {
    ours <- solver(func = derivs, y = yini, times = times, parms = NULL,
                   events = list(data = first))
    expect_same_solution(ours, theirs, 1e-12, name)
    expect_warning(
      unsorted <- ode(func = derivs, y = yini, times = times, parms = NULL, method = solver,
                      events = list(data = second)),
      "was not ordered")
    expect_same_solution(unsorted, theirs2, 1e-12, name)
    expect_silent(ode(func = derivs, y = yini, times = times, parms = NULL, method = solver,
                      events = list(data = second_sorted)))
  })
})

test_that("events in a function", {
  derivs <- function(t, var, parms) list(c(0, -0.5 * var[2]))
  yini <- c(v1 = 1, v2 = 2)
  times <- seq(0, 10, by = 0.1)
  run <- function(method) {
    calls <- 0
    eventfun <- function(t, y, parms) with(as.list(y), {
      calls <<- calls + 1
      c(v1 + 1, 1 + 4 * (t %% 0.7))
    })
    out <- suppressWarnings(ode(func = derivs, y = yini, times = times, parms = NULL,
                                method = method,
                                events = list(func = eventfun, time = c(1:9, 2.2, 2.4))))
    list(out = out, calls = calls)
  }
  theirs <- run("lsoda")
  for_all_solvers(function(solver, name) {
    ours <- run(solver)
    expect_same_solution(ours$out, theirs$out, 1e-4, name)
    expect_equal(ours$calls, 11, info = name)  # and no trial call that could upset a mode
  })
})

test_that("events triggered by a root function", {
  derivs <- function(t, y, pars) list(-0.1 * y)
  rootfun <- function(t, y, pars) y - 0.5
  eventfun <- function(t, y, pars) y <- 1
  times <- seq(0, 100, 0.1)
  run <- function(method)
    ode(times = times, y = 2, func = derivs, parms = NULL, method = method, rtol = 1e-8,
        atol = 1e-8, events = list(func = eventfun, root = TRUE), rootfun = rootfun)
  theirs <- run("lsoda")
  exact <- 10 * log(4) + (0:12) * 10 * log(2)
  for_all_solvers(function(solver, name) {
    ours <- run(solver)
    expect_same_solution(ours, theirs, 1e-6, name)
    expect_equal(attr(ours, "troot"), exact, tolerance = 1e-6, info = name)
  })
})

test_that("the rotation: stop, record, several functions, terminal roots, the fifth root", {
  times <- seq(from = 0, to = 15, by = 0.1)
  second <- function(t, x, p) x[2]
  both <- function(t, x, p) x
  unchanged <- function(t, x, p) x
  run <- function(method, ...)
    ode(func = rotate, y = c(5, 5), parms = 0, times = times, method = method, rtol = 1e-9,
        atol = 1e-9, ...)
  counted <- function(t, x, p) list(c(x[2], -x[1], 0))
  fifth <- function(method)
    ode(func = counted, y = c(x1 = 5, x2 = 5, nroot = 0), parms = 0, method = method,
        times = times, rootfun = function(t, x, p) c(x[2], x[3] - 5),
        events = list(func = function(t, x, p) c(x[1:2], x[3] + 1), root = TRUE,
                      terminalroot = 2))
  stopped <- run("lsoda", rootfun = second)
  recorded <- run("lsoda", rootfun = second, events = list(func = unchanged, root = TRUE))
  several <- run("lsoda", rootfun = both, events = list(func = unchanged, root = TRUE))
  for_all_solvers(function(solver, name) {
    expect_same_solution(run(solver, rootfun = second), stopped, 1e-6, name)
    expect_equal(attr(run(solver, rootfun = second), "istate")[1], 3L, info = name)
    events <- list(func = unchanged, root = TRUE)
    expect_same_solution(run(solver, rootfun = second, events = events), recorded, 1e-6, name)
    expect_same_solution(run(solver, rootfun = both, events = events), several, 1e-6, name)
    events$terminalroot <- 1
    terminal <- run(solver, rootfun = both, events = events)
    # root 2 at pi/4 (x2 = 0), root 1 at 3 pi/4 ends the run
    expect_equal(attr(terminal, "troot"), c(1, 3) * pi / 4, tolerance = 1e-7, info = name)
    expect_equal(attr(terminal, "indroot"), 2:1, info = name)
    expect_equal(terminal[nrow(terminal), 1], 3 * pi / 4, tolerance = 1e-7, ignore_attr = TRUE)
    # the action itself makes the terminal function zero
    out <- fifth(solver)
    expect_equal(attr(out, "troot"), (1 + 4 * (0:4)) * pi / 4, tolerance = 1e-5, info = name)
    expect_equal(out[nrow(out), c("time", "nroot")], c(4.25 * pi, 5), tolerance = 1e-5,
                 ignore_attr = TRUE)
    expect_equal(attr(out, "indroot"), rep(1L, 5))
  })
})

test_that("an event in R code for a model in compiled code", {
  times <- 1:365
  flux <- cbind(times, sin(pi * times / 365)^2)
  run <- function(method)
    suppressWarnings(ode(
      y = c(C = 1), times, func = "scocder", parms = c(k = 0.01), dllname = "deSolve",
      initforc = "scocforc", forcings = flux, initfunc = "scocpar", nout = 2, method = method,
      outnames = c("Mineralisation", "Depo"),
      events = list(func = function(t, y, p) y / 2, time = c(50.1, 200, 210.5))))
  theirs <- run("lsoda")
  for_all_solvers(function(solver, name) {
    ours <- run(solver)
    expect_equal(ours[, "C"], theirs[, "C"], tolerance = 2e-5, info = name)
    expect_equal(dim(ours), dim(theirs))
  })
})

test_that("the examples of lsodar", {
  Fun <- function(t, y, parms) {
    ydot <- numeric(3)
    ydot[1] <- -.04 * y[1] + 1.e4 * y[2] * y[3]
    ydot[3] <- 3.e7 * y[2] * y[2]
    ydot[2] <- -ydot[1] - ydot[3]
    list(ydot, ytot = sum(y))
  }
  rootFun <- function(t, y, parms) c(y[1] - 1.e-4, y[3] - 1.e-2)
  times <- c(0, 0.4 * 10^(0:8))
  for (solver in all_solvers[c("mebdfi", "gamd", "bimd", "radau5")]) {
    out <- solver(y = c(1, 0, 0), times = times, fun = Fun, rootfun = rootFun, rtol = 1e-4,
                  atol = c(1e-6, 1e-10, 1e-6), parms = NULL)
    expect_equal(attr(out, "iroot"), c(0L, 1L))
    expect_equal(attr(out, "troot"), 0.26401907818763256, tolerance = 1e-3)
    expect_output(diagnostics(out), "root found at time .* for root equation 2")
  }

  model <- function(t, state, pars) with(as.list(c(state, pars)), {
    dBact <- gmax * eff * Sub / (Sub + ks) * Bact - dB * Bact - rB * Bact
    dSub <- -gmax * Sub / (Sub + ks) * Bact + dB * Bact + input
    list(c(dBact, dSub))
  })
  rootfun <- function(t, state, pars) sum(abs(unlist(model(t, state, pars)))) - 1e-10
  pars <- list(gmax = 0.5, eff = 0.5, ks = 0.5, rB = 0.01, dB = 0.01, input = 0.1)
  state <- c(Bact = 0.1, Sub = 100)
  steady <- c(Bact = 20 / 3 * 1.5, Sub = 1 / 23)  # both rates zero: Sub/(Sub + ks) = 0.08
  for (solver in all_solvers[c("mebdfi", "gamd", "bimd", "radau5")]) {
    out <- solver(state, c(0, 1e10), model, pars, rootfun = rootfun, rtol = 1e-8, atol = 1e-10)
    expect_equal(attr(out, "status"), "root")
    expect_lt(sum(abs(unlist(model(0, out[nrow(out), -1], pars)))), 1.1e-10)
  }

  derivfun <- function(t, y, parms) list(-0.05 * y)
  run <- function(solver)
    solver(func = derivfun, y = 0.8, times = 0:200, parms = NULL, rtol = 1e-8, atol = 1e-8,
           rootfunc = function(t, y, parms) y - 0.1,
           events = list(func = function(t, y, parms) y + 0.1 + t / 300, root = TRUE))
  theirs <- run(lsodar)
  for_all_solvers(function(solver, name) expect_same_solution(run(solver), theirs, 1e-6, name))
})
