# radar5: how delays are given, what comes back, and the models of deSolve's dede.

times <- seq(0, 10, by = 0.1)
exact <- unit_delay_solution(times)

test_that("all ways to give a constant delay solve the same equation", {
  asking <- function(t, y, p) list(-lagvalue(t - 1))
  declared <- function(t, y, p, ylag) list(-ylag)
  own_history <- function(t, y, p) list(if (t < 1) -1 else -lagvalue(t - 1))
  runs <- list(
    radar5(1, times, asking, NULL, phi = 1),
    radar5(1, times, asking, NULL, phi = function(t) 1, lags = list(delays = 1)),
    radar5(1, times, own_history, NULL),
    radar5(1, times, own_history, NULL, grid = 1, nlag = 1),
    radar5(1, times, declared, NULL, phi = 1, lags = 1),
    radar5(1, times, declared, NULL, phi = function(t, parms) 1, arglag = function(t, y, p) t - 1),
    radar5(1, times, declared, NULL, phi = 1, lags = 1, jacfunc = function(t, y, p) matrix(0),
           jaclag = function(t, y, p, ylag) list(matrix(-1))),
    radar5(1, times, declared, NULL, phi = 1, lags = 1,
           jaclag = function(t, y, p, ylag) data.frame(row = 1, col = 1, lag = 1, value = -1)))
  for (out in runs) {
    expect_lt(max_error(out, exact), 2e-5)
    expect_equal(attr(out, "istate")[1], 2)
    expect_s3_class(out, c("detestset", "deSolve", "matrix"), exact = TRUE)
    expect_equal(attr(out, "type"), "radar5")
  }
})

test_that("the error follows the tolerance, for every error control", {
  model <- function(t, y, p, ylag) list(-ylag)
  for (control in c("mixed", "mixed.h", "discrete", "dense"))
    for (tol in c(1e-5, 1e-8)) {
      out <- radar5(1, c(0, 7, 10), model, NULL, phi = 1, lags = 1, rtol = tol, atol = tol,
                    errcontrol = control)
      expect_lt(max_error(out, unit_delay_solution(c(0, 7, 10))), 30 * tol)
    }
  classical <- radar5(1, times, model, NULL, phi = 1, lags = 1, stepcontrol = "classical")
  expect_lt(max_error(classical, exact), 2e-5)
})

test_that("breaking points of constant delays have their order", {
  out <- radar5(1, times, function(t, y, p, ylag) list(-ylag), NULL, phi = 1, lags = 1)
  points <- attr(out, "breakpoints")
  expect_named(points, c("xi", "parent", "lag", "order", "kind"))
  expect_equal(points$xi, 0:4)
  expect_equal(points$order, 0:4)
  expect_equal(points$kind, c("start", rep("prescribed", 4)))
  expect_null(attr(out, "termination"))
})

test_that("a delay that is the solution itself: breaking points are found", {
  out <- radar5(1, c(2, 5.5), function(t, y, p) list(lagvalue(y)), NULL, phi = 0.5, rtol = 1e-9,
                atol = 1e-9)
  points <- attr(out, "breakpoints")
  found <- points[points$kind == "computed", ]
  expect_equal(found$xi, c(4, 4 + 2 * log(2)), tolerance = 1e-9)
  expect_equal(found$parent, points$xi[1:2])
  expect_equal(found$order, 0:1)
  expect_equal(out[[2, 2]], 4 - 2 * log(1 + 4 + 2 * log(2) - 5.5), tolerance = 1e-9)
  without <- radar5(1, c(2, 5.5), function(t, y, p) list(lagvalue(y)), NULL, phi = 0.5,
                    breakpoints = FALSE)
  expect_equal(sum(attr(without, "breakpoints")$kind == "computed"), 0)
  expect_gt(attr(without, "counts")[["rejected"]], attr(out, "counts")[["rejected"]])
})

test_that("neutral equations", {
  model <- function(t, y, p) list(y + lagderiv(t - 1))
  # y = 2 exp(t) - 1 on [0, 1]; then y' = y + 2 exp(t - 1)
  solution <- function(t) ifelse(t <= 1, 2 * exp(t) - 1,
                                 (2 * exp(1) - 1) * exp(t - 1) + 2 * (t - 1) * exp(t - 1))
  at <- seq(0, 2, by = 0.25)
  out <- radar5(c(y = 1), at, model, NULL, phi = function(t) t + 1, dphi = 1, neutral = "y",
                lags = list(delays = 1), rtol = 1e-8, atol = 1e-8)
  expect_equal(colnames(out), c("time", "y"))
  expect_lt(max(abs(out[, "y"] / solution(at) - 1)), 1e-7)
  plain <- radar5(1, at, model, NULL, phi = function(t) t + 1, lags = list(delays = 1))
  expect_lt(max(abs(plain[, 2] / solution(at) - 1)), 1e-4)
})

test_that("a mass matrix, several variables, outputs, names and further arguments", {
  # a stiff pair: z' = -1000 (z - y(t - 1)), y' = -z; and the same with 0 = y(t - 1) - z
  model <- function(t, state, p, rate) with(as.list(state), {
    past <- lagvalue(t - 1, 1)
    list(c(-z, rate * (past - z)), past = past)
  })
  start <- c(y = 1, z = 1)
  at <- seq(0, 5, by = 0.5)
  dae <- radar5(start, at, model, NULL, phi = start, mass = c(1, 0), rate = 1, lagged = "y",
                rtol = 1e-8, atol = 1e-8)
  expect_equal(colnames(dae), c("time", "y", "z", "past"))
  expect_equal(dae[, "y"], unit_delay_solution(at), tolerance = 1e-7)
  inside <- at %% 1 != 0  # not where z has a kink
  expect_equal(dae[inside, "z"], dae[inside, "past"], tolerance = 1e-6)
  stiff <- radar5(start, at, model, NULL, phi = start, rate = 1e6, rtol = 1e-8, atol = 1e-8)
  expect_equal(stiff[, "y"], dae[, "y"], tolerance = 1e-5)
})

test_that("the help-page models of dede run unchanged and agree", {
  simple <- function(t, y, parms) {
    if (t < 1) dy <- -1 else dy <- -lagvalue(t - 1)
    list(c(dy))
  }
  times <- seq(0, 30, 0.1)
  expect_lt(max_error(radar5(1, times, simple, NULL), unit_delay_solution(times)), 2e-5)
  by_dede <- deSolve::dede(1, times, simple, NULL, method = radar5)
  expect_equal(by_dede[, 2], radar5(1, times, simple, NULL)[, 2])

  disease <- function(t, y, parms) {
    if (t < 1) lag1 <- 0.1 else lag1 <- lagvalue(t - 1, 2)
    if (t < 10) lag10 <- 0.1 else lag10 <- lagvalue(t - 10, 2)
    list(c(-y[1] * lag1 + lag10, y[1] * lag1 - y[2], y[2] - lag10))
  }
  yinit <- c(5, 0.1, 1)
  times <- seq(0, 40, by = 0.1)
  theirs <- deSolve::dede(yinit, times, disease, NULL, rtol = 1e-9, atol = 1e-9)
  ours <- radar5(yinit, times, disease, NULL, rtol = 1e-8, atol = 1e-8)
  expect_lt(max(abs(ours[, -1] - theirs[, -1])), 1e-5)
})

test_that("the suitcase of the dede help page: roots and events with a delay", {
  gam <- 0.248; bet <- 1; tau <- 0.1; A <- 0.75
  omega <- 1.37; mu <- asin(gam / A)
  derivs <- function(t, y, parms) {
    if (t < tau) lag <- 0 else lag <- lagvalue(t - tau)
    dy1 <- y[2]
    dy2 <- -sign(y[1]) * gam * cos(y[1]) + sin(y[1]) - bet * lag[1] + A * sin(omega * t + mu)
    list(c(dy1, dy2))
  }
  root <- function(t, y, parms) ifelse(t > 0, return(y), return(1))
  event <- function(t, y, parms) c(y[1], y[2] * 0.931)
  yinit <- c(y = 0, dy = 0)
  times <- seq(0, 12, length.out = 200)
  theirs <- deSolve::dede(yinit, times, derivs, NULL, method = "lsodar", rootfun = root,
                          events = list(func = event, root = TRUE), rtol = 1e-9, atol = 1e-9)
  ours <- radar5(yinit, times, derivs, NULL, rootfunc = root,
                 events = list(func = event, root = TRUE), rtol = 1e-8, atol = 1e-8)
  expect_equal(attr(ours, "troot"), attr(theirs, "troot"), tolerance = 1e-5)
  expect_lt(max(abs(ours[match(times, ours[, 1]), 2] - theirs[match(times, theirs[, 1]), 2])), 2e-5)
  points <- attr(ours, "breakpoints")
  expect_equal(points$xi[points$kind == "event"], attr(ours, "troot"))
  expect_true(all(points$order[points$kind == "event"] == -1))
})

test_that("a model finds our lagvalue although deSolve's lies in front", {
  model <- function(t, y, p) list(-lagvalue(t - 1))
  environment(model) <- list2env(list(lagvalue = deSolve::lagvalue, lagderiv = deSolve::lagderiv),
                                 parent = globalenv())
  expect_lt(max_error(radar5(1, times, model, NULL, phi = 1), exact), 2e-5)
  # and dede of deSolve still works with our functions in front
  theirs <- deSolve::dede(1, times, function(t, y, p) list(if (t < 1) -1 else -lagvalue(t - 1)), NULL)
  expect_lt(max_error(theirs, exact), 1e-4)
})

test_that("solves inside solves keep their pasts apart", {
  inner <- function(shift)
    radar5(1, c(0, 2), function(t, y, p) list(-lagvalue(t - 1)), NULL, phi = shift)[[2, 2]]
  alone <- inner(1)
  outer <- function(t, y, p) {
    expect_identical(inner(1), alone)
    list(-lagvalue(t - 1))
  }
  out <- radar5(1, c(0, 0.5, 2), outer, NULL, phi = 1, rtol = 1e-3, atol = 1e-3)
  expect_lt(max_error(out, unit_delay_solution(c(0, 0.5, 2))), 1e-2)
})

test_that("two runs are the same to the last bit", {
  first <- waltman(printmescd = FALSE)
  expect_identical(unclass(waltman(printmescd = FALSE)), unclass(first))
})

test_that("compiled models ask through the registered functions", {
  skip_on_cran()
  dll <- delayed_library()
  out <- radar5(1, times, "delayed_derivs", c(1, 1), dllname = dll, initfunc = "delayed_init",
                nout = 2, outnames = c("past", "slope"), rtol = 1e-8, atol = 1e-8)
  expect_lt(max_error(out, exact), 1e-6)
  later <- times > 1
  expect_equal(out[later, "past"], unit_delay_solution(times[later] - 1), tolerance = 1e-6)
  expect_lt(max(abs(out[times > 2.05, "slope"] + unit_delay_solution(times[times > 2.05] - 2))), 1e-4)
  expect_error(radar5(1, times, "delayed_early", NULL, dllname = dll), "too large, at time")
  for (i in 1:3)
    expect_error(radar5(1, times, "delayed_early", NULL, dllname = dll,
                        phi = function(t) if (t > -0.5 && t < 0) stop("phi is undefined") else 2),
                 "phi is undefined")
  with_phi <- radar5(1, c(0, 0.5), "delayed_early", NULL, dllname = dll, phi = 2)
  expect_equal(with_phi[[2, 2]], 2)
})

test_that("diagnostics speak of delays", {
  text <- capture.output(diagnostics(paul(printmescd = FALSE)))
  expect_true(any(grepl("breaking points: 2 computed", text)))
  text <- capture.output(diagnostics(suppressWarnings(elsnor(printmescd = FALSE))))
  expect_true(any(grepl("ceases to exist at t = 1.0330578512", text)))
})

test_that("the explicit solvers have a history, too", {
  own_history <- function(t, y, p) list(if (t < 1) -1 else -lagvalue(t - 1))
  for (solver in list(dopri5, dopri853, cashkarp)) {
    by_dede <- deSolve::dede(1, times, own_history, NULL, method = solver)
    expect_lt(max_error(by_dede, exact), 1e-4)
    found <- solver(1, times, function(t, y, p) list(-lagvalue(t - 1)), NULL, lags = list(phi = 1))
    expect_lt(max_error(found, exact), 1e-5)
    known <- solver(1, times, function(t, y, p) list(-lagvalue(t - 1)), NULL,
                    lags = list(phi = 1, delays = 1), rtol = 1e-9, atol = 1e-9)
    expect_lt(max_error(known, exact), 1e-7)
  }
  # a step never needs the solution inside itself, however short the delay
  short <- dopri5(1, c(0, 1), function(t, y, p) list(-lagvalue(t - 0.01)), NULL,
                  lags = list(phi = 1), rtol = 1e-3, atol = 1e-3)
  expect_gte(attr(short, "counts")[["accepted"]], 100)
  expect_error(dopri5(1, times, function(t, y, p) list(-lagvalue(t - 1)), NULL, lags = list(mxhist = 10)),
               "too large, at time")
  expect_error(dopri5(1, times, own_history, NULL, lags = list(delays = -1)), "not negative")
  ahead <- suppressWarnings(dopri5(1, c(0, 1), function(t, y, p) list(-lagvalue(t + 0.1)), NULL,
                                   lags = list(phi = 1)))
  expect_equal(attr(ahead, "istate")[1], -6)
  # a jump at the start, seen through the delay: y' = y(t - 1), y = 0 before 0, y(0) = 1
  jump <- dopri5(1, c(0, 1, 1.5, 2), function(t, y, p) list(lagvalue(t - 1)), NULL,
                 lags = list(phi = 0))
  expect_equal(jump[, 2], c(1, 1, 1.5, 2), tolerance = 1e-5, ignore_attr = TRUE)
})

test_that("root functions and events may ask for the past as well", {
  model <- function(t, y, p) list(-lagvalue(t - 1))
  root <- function(t, y, p) lagvalue(t - 0.5) - 0.25  # y = 1 - t: at t = 1.25
  out <- radar5(1, times, model, NULL, phi = 1, rootfunc = root, rtol = 1e-8, atol = 1e-8)
  expect_equal(attr(out, "troot"), 1.25, tolerance = 1e-7)
  # an event at 0.5 doubles y: y = 1 - t, then 1.5 - t; the delay sees it from 1.5 on
  out <- radar5(c(y = 1), c(0, 0.5, 1, 1.5, 2), model, NULL, phi = 1, rtol = 1e-8, atol = 1e-8,
                events = list(data = data.frame(var = "y", time = 0.5, value = 2, method = "mult")))
  expect_equal(out[out[, 1] == 1, 2][[1]], 0.5, tolerance = 1e-7)
  expect_equal(out[nrow(out), 2][[1]], 0.5 - (0.5 - 0.125) - (0.5 - 0.125), tolerance = 1e-7)
  expect_true(-1 %in% attr(out, "breakpoints")$order)
})

test_that("banded and sparse Jacobians serve delay equations", {
  n <- 12
  model <- function(t, y, p) {  # diffusion, with a delayed source in every box
    left <- c(y[1], y[-n])
    right <- c(y[-1], y[n])
    list(100 * (left - 2 * y + right) + lagvalue(t - 0.1) * (1 - y))
  }
  start <- 0.1 + (1:n) / n / 2
  solve <- function(...) radar5(start, c(0, 0.5, 2), model, NULL, phi = start, rtol = 1e-7, atol = 1e-7,
                                ...)
  full <- solve()
  band <- solve(jactype = "bandint", bandup = 1, banddown = 1)
  sparse <- solve(jactype = "sparseint")
  expect_equal(band[, -1], full[, -1], tolerance = 1e-6)
  expect_equal(sparse[, -1], full[, -1], tolerance = 1e-6)
  expect_lt(attr(band, "counts")[["nfev_jac"]], attr(full, "counts")[["nfev_jac"]])
})

test_that("without delays it is an ODE solver; one step can be asked for", {
  out <- radar5(c(2, 0), c(0, 1, 10), van_der_pol, 10)
  expect_equal(out[, -1], radau5(c(2, 0), c(0, 1, 10), van_der_pol, 10, rtol = 1e-9, atol = 1e-9)[, -1],
               tolerance = 1e-4, ignore_attr = TRUE)
  one <- radar5(1, NULL, function(t, y, p) list(-lagvalue(t - 1)), NULL, phi = 1)
  expect_equal(attr(one, "counts")[["accepted"]], 1)
})
