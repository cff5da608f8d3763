# Early ends: flags, warnings, and the rows that are returned.

test_that("maxsteps counts between output times and ends with what there is", {
  for (solver in explicit_solvers) {
    run <- with_warnings(solver(c(a = 1, b = 0), c(0, 1, 50), oscillator, NULL, maxsteps = 6))
    out <- run$value
    expect_equal(attr(out, "istate")[1], -2L)
    expect_equal(attr(out, "status"), "failed")
    expect_match(run$warnings[1], "larger maxsteps needed.* at t = ")
    expect_match(run$warnings[2], "Returning early. Results are accurate, as far as they go")
    expect_gte(nrow(out), 2)
    expect_equal(out[[nrow(out), 1]], attr(out, "rstate")[3])
    expect_equal(out[nrow(out), 2], c(a = cos(out[[nrow(out), 1]])), tolerance = 1e-4)
  }
  # the same number is enough for each interval of a long run
  expect_silent(dopri5(c(1, 0), seq(0, 100, by = 0.1), oscillator, NULL, maxsteps = 5))
})

test_that("NaN on the way cuts the step and then ends with the rows so far", {
  model <- function(t, y, parms) list(c(-y[1], if (t > 0.55) NaN else 0))
  for (solver in explicit_solvers) {
    run <- with_warnings(solver(c(a = 1, b = 0), seq(0, 1, 0.1), model, NULL))
    out <- run$value
    expect_equal(attr(out, "istate")[1], -11L)
    expect_match(run$warnings[1], "not finite at t = 0\\.55.*not finite in component 'b'")
    expect_equal(unname(out[1:6, 1]), seq(0, 0.5, 0.1))
    expect_equal(out[7, 1], c(time = 0.55), tolerance = 1e-8)
    expect_equal(unname(out[7, 2]), exp(-0.55), tolerance = 1e-5)
  }
})

test_that("a domain that is left only by too long steps does no harm", {
  model <- function(t, y, parms) list(if (y < 0) NaN else -sqrt(y))
  out <- dopri5(1, c(0, 1.9), model, NULL, hini = 5)
  expect_equal(out[2, 2], c(`1` = (1 - 0.95)^2), tolerance = 1e-4)
})

test_that("values not finite at the start are reported as input", {
  for (value in c(NaN, Inf, NA)) {
    run <- with_warnings(dopri5(c(a = 1, b = 1), 0:1, function(t, y, parms) list(c(1, value)), NULL))
    expect_equal(attr(run$value, "istate")[1], -1L)
    expect_match(run$warnings[1], "input is not consistent at t = 0.*component 'b'")
    expect_equal(nrow(run$value), 1)
  }
})

test_that("a singularity ends with a step that is too small, at the right place", {
  for (solver in explicit_solvers) {
    run <- with_warnings(solver(c(a = 1), c(0, 0.5, 2), function(t, y, parms) list(y^2), NULL))
    expect_equal(attr(run$value, "istate")[1] %in% c(-3L, -11L), TRUE)
    expect_match(run$warnings[1], "at t = ")
    expect_equal(run$value[[nrow(run$value), 1]], 1, tolerance = 1e-4)
    expect_equal(unname(run$value[2, 2]), 2, tolerance = 1e-4)
  }
})

test_that("an error in the model arrives as itself, with time and state", {
  model <- function(t, y, parms) if (t > 0.5) stop("boom") else list(-y)
  for (solver in explicit_solvers) {
    error <- tryCatch(solver(c(a = 1), 0:1, model, NULL), error = identity)
    expect_match(conditionMessage(error), "^boom\n\\(in 'func' at time 0\\.5[0-9]*, state a = 0\\.")
    expect_equal(deparse(conditionCall(error)), "func(t, y, parms, ...)")
  }
  custom <- structure(class = c("mine", "error", "condition"), list(message = "own", call = NULL))
  model <- function(t, y, parms) if (t > 0.5) stop(custom) else list(-y)
  expect_s3_class(tryCatch(dopri5(1, 0:1, model, NULL), error = identity), "mine")
  # and the session goes on
  expect_equal(dopri5(1, 0:1, decay, NULL)[2, 2], c(`1` = exp(-1)), tolerance = 1e-5)
})

test_that("errors that the model catches itself, warnings and other jumps pass", {
  model <- function(t, y, parms) {
    tryCatch(stop("inside"), error = function(e) NULL)
    list(-y)
  }
  expect_silent(dopri5(1, 0:1, model, NULL))
  run <- with_warnings(dopri5(1, 0:1, function(t, y, parms) {
    if (t > 0.99) warning("careful")
    list(-y)
  }, NULL))
  expect_true(all(run$warnings == "careful"))
  # a jump out of the solver by a condition of the user's own
  jumped <- withRestarts(dopri5(1, 0:1, function(t, y, parms) {
    if (t > 0.5) invokeRestart("out", t)
    list(-y)
  }, NULL), out = function(t) t)
  expect_gt(jumped, 0.5)
})

test_that("a time limit ends the run with what it has", {
  slow <- function(t, y, parms) {
    Sys.sleep(0.002)
    oscillator(t, y)
  }
  run <- with_warnings(dopri5(c(1, 0), c(0, 1e6), slow, NULL, maxsteps = 1e6,
                              control = list(timelimit = 0.2)))
  expect_equal(attr(run$value, "istate")[1], -10L)
  expect_match(run$warnings[1], "time limit was reached at t = ")
  expect_equal(nrow(run$value), 2)
})
