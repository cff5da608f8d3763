# Runs that cannot succeed: they end with a flag, a sentence and the rows so far, and do end.

bounded <- function(solver, ...) with_warnings(solver(..., maxsteps = 2000))

expect_early_end <- function(run, codes) {
  out <- run$value
  # the remark on an inconsistent start is tested elsewhere
  run$warnings <- grep("^the initial values are", run$warnings, invert = TRUE, value = TRUE)
  expect_true(attr(out, "istate")[1] %in% codes,
              info = paste(attr(out, "type"), attr(out, "istate")[1], attr(out, "message")))
  expect_equal(attr(out, "status"), "failed")
  expect_match(run$warnings[1], " at t = ")
  expect_equal(run$warnings[1], attr(out, "message"))
  expect_equal(run$warnings[2], "Returning early. Results are accurate, as far as they go")
  expect_gte(nrow(out), 1)
  expect_true(all(is.finite(out)))
  expect_lt(attr(out, "counts")[["steps"]], 2100)
}

test_that("NaN midway ends with -11 and the rows so far", {
  model <- function(t, y, parms) list(c(-y[1], if (t > 0.55) NaN else 0))
  for (solver in implicit_solvers) {
    run <- bounded(solver, c(a = 1, b = 0), seq(0, 1, 0.1), model, NULL)
    expect_early_end(run, -11L)
    expect_match(run$warnings[1], "not finite at t = 0\\.5[0-9]*.*not finite in component 'b'")
    expect_equal(unname(run$value[1:6, 1]), seq(0, 0.5, 0.1))
    expect_equal(unname(run$value[6, 2]), exp(-0.5), tolerance = 1e-4)
    last <- run$value[[nrow(run$value), 1]]
    expect_lte(last, 0.55)
    expect_gt(last, 0.5)
  }
})

test_that("NaN in the Jacobian, from the start or midway", {
  for (solver in implicit_solvers) {
    run <- bounded(solver, c(a = 1), 0:1, decay, NULL, jacfunc = function(t, y, parms) matrix(NaN))
    expect_early_end(run, c(-1L, -11L))
    expect_equal(nrow(run$value), 1)
    run <- bounded(solver, c(a = 1), c(0, 0.1, 1e4), function(t, y, parms) list(-y^3), NULL,
                   jacfunc = function(t, y, parms) matrix(if (t > 10) NaN else -3 * y^2))
    expect_early_end(run, -11L)
  }
})

test_that("values not finite at the start are reported as input", {
  for (solver in implicit_solvers)
    for (value in c(NaN, Inf, NA)) {
      run <- bounded(solver, c(a = 1, b = 1), 0:1, function(t, y, parms) list(c(1, value)), NULL)
      expect_early_end(run, -1L)
      expect_match(run$warnings[1], "input is not consistent at t = 0.*component 'b'")
      expect_equal(nrow(run$value), 1)
    }
  run <- bounded(mebdfi, c(a = 1, b = 1), 0:1, parms = NULL, dy = c(-1, -1),
                 res = function(t, y, dy, parms) list(c(dy[1] + y[1], NaN)))
  expect_early_end(run, c(-1L, -11L))
  expect_match(run$warnings[1], "component 'b'")
})

test_that("a model that is finite only near the solution is no obstacle", {
  model <- function(t, y, parms) list(if (y < 0) NaN else -sqrt(y))
  for (solver in implicit_solvers) {
    out <- solver(1, c(0, 1.5), model, NULL, hini = 2)
    expect_equal(out[[2, 2]], (1 - 0.75)^2, tolerance = 1e-3)
  }
})

test_that("a blow-up ends near the singularity", {
  for (solver in implicit_solvers) {
    run <- bounded(solver, c(a = 1), c(0, 0.5, 2), function(t, y, parms) list(y^2), NULL)
    expect_early_end(run, c(-3L, -5L, -11L, -2L))
    expect_equal(run$value[[nrow(run$value), 1]], 1, tolerance = 1e-2)
    expect_equal(unname(run$value[2, 2]), 2, tolerance = 1e-3)
  }
})

test_that("a singular pencil ends with a flag", {
  # no equation determines the second variable: M / h - J is singular for all h
  singular <- function(t, y, parms) list(c(-y[1], y[1]^2))
  for (solver in implicit_solvers) {
    run <- bounded(solver, c(1, 0), c(0, 0.1, 1), singular, NULL, mass = c(1, 0))
    expect_early_end(run, c(-4L, -5L, -3L))
  }
  run <- bounded(mebdfi, c(1, 0), c(0, 0.1, 1), parms = NULL, dy = c(-1, 0),
                 res = function(t, y, dy, parms) list(c(dy[1] + y[1], y[1] - exp(-t))))
  expect_early_end(run, c(-4L, -5L, -3L))
})

test_that("an iteration matrix that is singular at every step ends with a flag", {
  # M = J = 0: singular whatever the step
  for (solver in implicit_solvers) {
    run <- bounded(solver, c(a = 1), c(0, 1), function(t, y, parms) list(0), NULL, mass = 0,
                   jacfunc = function(t, y, parms) matrix(0))
    expect_early_end(run, c(-4L, -5L, -3L))
    expect_match(run$warnings, "singular", all = FALSE)
  }
})

test_that("an inconsistent start of a constraint ends or is made consistent, but is not believed", {
  # 0 = y2 - y1 with y2(0) = 5: the methods either refuse or jump to the constraint
  model <- function(t, y, parms) list(c(-y[1], y[2] - y[1]))
  for (solver in implicit_solvers) {
    run <- bounded(solver, c(1, 5), c(0, 0.5, 1), model, NULL, mass = c(1, 0))
    if (attr(run$value, "istate")[1] == 2L)
      expect_equal(unname(run$value[-1, 3]), exp(-c(0.5, 1)), tolerance = 1e-3)
    else
      expect_early_end(run, c(-1L, -3L, -4L, -5L))
  }
  # index 3 with a position off the circle
  pendulum <- function(t, y, parms)
    list(c(y[3:4], -y[5] * y[1:2] - c(0, 1), y[1]^2 + y[2]^2 - 1))
  for (solver in implicit_solvers) {
    run <- bounded(solver, c(2, 0, 0, 0, 0), c(0, 0.5, 1), pendulum, NULL,
                   mass = c(1, 1, 1, 1, 0), nind = c(2, 2, 1))
    out <- run$value
    if (attr(out, "istate")[1] == 2L)
      expect_equal(unname(out[-1, 2]^2 + out[-1, 3]^2), c(1, 1), tolerance = 1e-2)
    else
      expect_early_end(run, c(-1L, -2L, -3L, -4L, -5L, -11L))
  }
  # no root of the constraint at all
  for (solver in implicit_solvers) {
    run <- bounded(solver, c(1, 1), c(0, 0.5, 1),
                   function(t, y, parms) list(c(-y[1], y[2]^2 + 1)), NULL, mass = c(1, 0))
    expect_early_end(run, c(-1L, -2L, -3L, -4L, -5L, -11L))
  }
})

test_that("an inconsistent derivative of implicit equations does not spoil the solution", {
  out <- mebdfi(1, 0:2, parms = NULL, dy = 100, res = function(t, y, dy, parms) list(dy + y),
                init = "none")
  expect_equal(unname(out[, 2]), exp(-(0:2)), tolerance = 1e-4)
  out <- mebdfi(1, 0:2, parms = NULL, res = function(t, y, dy, parms) list(dy + y))
  expect_equal(unname(out[, 2]), exp(-(0:2)), tolerance = 1e-4)
})

test_that("index above 3 ends in bounded time, with a flag or with the solution", {
  # 0 = y1 - sin t, y1' = y2, y2' = y3, y3' = y4, y4' = y5: index 5
  model <- function(t, y, parms) list(c(y[2], y[3], y[4], y[5], y[1] - sin(t)))
  exact <- function(t) cbind(sin(t), cos(t), -sin(t), -cos(t), sin(t))
  for (solver in implicit_solvers) {
    run <- bounded(solver, as.vector(exact(0)), c(0, 0.5, 1), model, NULL,
                   mass = c(1, 1, 1, 1, 0), nind = c(2, 1, 2))
    out <- run$value
    if (attr(out, "istate")[1] == 2L)
      expect_lt(max(abs(values(out)[, 2:3] - exact(out[, 1])[, 1:2])), 1e-2)
    else
      expect_early_end(run, c(-2L, -3L, -4L, -5L, -11L, -12L))
  }
})

test_that("a wrong Jacobian ends with failures of Newton's method, or is survived", {
  for (solver in implicit_solvers) {
    run <- bounded(solver, c(a = 1), c(0, 1), function(t, y, parms) list(-1000 * (y - cos(t))),
                   NULL, jacfunc = function(t, y, parms) matrix(+1000))
    if (attr(run$value, "istate")[1] == 2L)
      expect_equal(run$value[[2, 2]], cos(1), tolerance = 5e-3)
    else
      expect_early_end(run, c(-2L, -3L, -4L, -5L))
    expect_gt(attr(run$value, "counts")[["newton_failures"]], 0)
  }
})

test_that("tolerances below the precision of the arithmetic are refused", {
  run <- bounded(radau5, c(2, 0), c(0, 10), van_der_pol, 10, rtol = 1e-16, atol = 1e-20)
  expect_early_end(run, -12L)
  expect_equal(attr(run$value, "counts")[["steps"]], 0)
})
