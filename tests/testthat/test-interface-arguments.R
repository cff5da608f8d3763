# Arguments and their checks: the same for all solvers, so tested on one where that is enough.

test_that("bad states are refused before anything is computed", {
  model <- counting(decay)
  expect_error(dopri5("a", 0:1, model$f, NULL), "`y' must be numeric")
  expect_error(dopri5(1i, 0:1, model$f, NULL), "`y' must be numeric")
  expect_error(dopri5(list(1), 0:1, model$f, NULL), "`y' must be numeric")
  expect_error(dopri5(numeric(), 0:1, model$f, NULL), "`y' must have at least one element")
  expect_error(dopri5(c(a = 1, b = NA), 0:1, model$f, NULL), "`y' must be finite, but y\\[2\\] \\('b'\\) is NA")
  expect_error(dopri5(c(1, Inf), 0:1, model$f, NULL), "`y' must be finite, but y\\[2\\] is Inf")
  expect_error(dopri5(c(NaN, 1), 0:1, model$f, NULL), "`y' must be finite, but y\\[1\\] is NaN")
  expect_equal(model$count(), 0)
})

test_that("bad times are refused", {
  expect_error(dopri5(1, "a", decay, NULL), "`times' must be NULL or numeric")
  expect_error(dopri5(1, c(0, NA), decay, NULL), "`times' must be finite, but times\\[2\\] is NA")
  expect_error(dopri5(1, c(0, Inf), decay, NULL), "`times' must be finite")
  expect_error(dopri5(1, c(0, 2, 1), decay, NULL), "strictly increasing or decreasing, but times\\[2\\] is 2")
  expect_error(dopri5(1, c(0, 1, 1), decay, NULL), "strictly increasing or decreasing")
  expect_error(dopri5(1, c(2, 1, 3), decay, NULL), "strictly increasing or decreasing")
  expect_error(dopri5(1, numeric(), decay, NULL), "`times' must have at least one element")
})

test_that("one time gives one row, NULL one step", {
  for (solver in explicit_solvers) {
    out <- solver(c(a = 1), 3, decay, NULL)
    expect_equal(as.vector(out), c(3, 1))
    expect_s3_class(out, "deSolve")
    expect_silent(out <- solver(c(a = 1), NULL, decay, NULL))
    expect_equal(nrow(out), 2)
    expect_equal(out[2, 2], c(a = exp(-out[[2, 1]])), tolerance = 1e-5)
    expect_equal(attr(out, "counts")[["accepted"]], 1)
  }
})

test_that("bad tolerances are refused", {
  expect_error(dopri5(1, 0:1, decay, NULL, rtol = "a"), "`rtol' must be numeric")
  expect_error(dopri5(1, 0:1, decay, NULL, atol = NULL), "`atol' must be numeric")
  expect_error(dopri5(c(1, 2), 0:1, decay, NULL, rtol = c(1, 2, 3)),
               "`rtol' must either be a scalar, or as long as `y'")
  expect_error(dopri5(c(1, 2), 0:1, decay, NULL, atol = numeric()),
               "`atol' must either be a scalar, or as long as `y'")
  expect_error(dopri5(1, 0:1, decay, NULL, rtol = -1e-3), "`rtol' must be finite and non-negative")
  expect_error(dopri5(1, 0:1, decay, NULL, atol = NA_real_), "`atol' must be finite and non-negative")
  expect_error(dopri5(1, 0:1, decay, NULL, rtol = 0, atol = 0), "must not both be zero")
  expect_error(dopri5(c(1, 1), 0:1, decay, NULL, rtol = c(1e-3, 0), atol = 0), "for component 2")
})

test_that("one of the tolerances may be zero, and vectors are taken by component", {
  expect_equal(dopri5(1, 0:1, decay, NULL, rtol = 0)[2, 2], c(`1` = exp(-1)), tolerance = 1e-5)
  expect_equal(dopri5(1, 0:1, decay, NULL, atol = 0)[2, 2], c(`1` = exp(-1)), tolerance = 1e-5)
  for (solver in list(dopri5, dopri853, cashkarp))
    expect_error(solver(c(a = 1, b = 0), 0:1, function(t, y, p) list(c(-y[[1]], 1)), NULL, atol = 0),
                 "`atol. must be positive where `y. is zero, but atol\\[2\\]")
  # what an event sets to zero has no relative error any more: the run ends, with its rows
  zero <- list(data = data.frame(var = "y", time = 0.5, value = 0, method = "replace"))
  suppressWarnings(expect_warning(
    out <- dopri5(c(y = 1), seq(0, 1, by = 0.25), decay, NULL, atol = 0, events = zero),
    "tolerances are too small for the arithmetic at t = 0.5.*component .y."))
  expect_equal(nrow(out), 3L)
  tight <- dopri5(c(1, 1), 0:1, decay, NULL, rtol = c(1e-10, 1e-10), atol = 1e-10)
  expect_identical(tight, dopri5(c(1, 1), 0:1, decay, NULL, rtol = 1e-10, atol = c(1e-10, 1e-10)))
})

test_that("bad step sizes, counts and flags are refused", {
  expect_error(dopri5(1, 0:1, decay, NULL, hmax = -1), "`hmax' must be a non-negative value, not -1")
  expect_error(dopri5(1, 0:1, decay, NULL, hini = "a"), "`hini' must be numeric")
  expect_error(dopri5(1, 0:1, decay, NULL, hini = c(1, 2)), "`hini' must be a single number")
  expect_error(dopri5(1, 0:1, decay, NULL, maxsteps = 0), "`maxsteps' must be a whole number >= 1, not 0")
  expect_error(dopri5(1, 0:1, decay, NULL, maxsteps = "many"), "`maxsteps'")
  expect_error(dopri5(1, 0:1, decay, NULL, ynames = NA), "`ynames' must be TRUE or FALSE")
  expect_error(dopri5(1, 0:1, decay, NULL, tcrit = "x"), "`tcrit' must be numeric")
  expect_error(cashkarp(1, 0:1, decay, NULL, stiffness = 7), "`stiffness' must be a whole number from -4 to 4, not 7")
  expect_error(dopri5(1, 0:1, 3, NULL), "`func' must be a function or character vector")
  expect_error(dopri5(1, 0:1, NULL, NULL), "`func' must be a function or character vector")
})

test_that("control is checked", {
  expect_error(dopri5(1, 0:1, decay, NULL, control = 3), "`control' must be a list")
  expect_error(dopri5(1, 0:1, decay, NULL, control = list(3)), "must be named")
  expect_warning(dopri5(1, 0:1, decay, NULL, control = list(foo = 3)), "unknown names in control: foo")
  expect_error(dopri5(1, 0:1, decay, NULL, control = list(timelimit = -1)), "control\\$timelimit")
  expect_error(dopri5(1, 0:1, decay, NULL, control = list(log = 1)), "`control\\$log' must be TRUE or FALSE")
  expect_error(dopri5(1, 0:1, decay, NULL, control = list(safe = "a")), "`control\\$safe' must be numeric")
})

test_that("hmax, hini, hmin and the controller's parameters act", {
  log_of <- function(...) attr(dopri5(c(1, 0), c(0, 10), oscillator, NULL, ...,
                                      control = list(log = TRUE)), "log")
  expect_lte(max(log_of(hmax = 0.1, hini = 0)$h), 0.1)
  expect_equal(log_of(hini = 0.01)$h[1], 0.01)
  expect_equal(log_of(hmax = 0.02)$h[1], 0.02)       # the default of hini is hmax
  expect_identical(log_of(hmax = Inf), log_of())
  expect_identical(log_of(hmax = 0), log_of())
  expect_equal(log_of(hini = 1, hmax = 0.1)$h[1], 0.1)
  run <- with_warnings(dopri5(c(2, 0), c(0, 30), van_der_pol, 1, rtol = 1e-8, atol = 1e-8,
                              control = list(hmin = 0.05)))
  expect_equal(attr(run$value, "istate")[1], -3L)
  gentle <- attr(dopri5(c(1, 0), c(0, 10), oscillator, NULL, control = list(safe = 0.5)), "counts")
  usual <- attr(dopri5(c(1, 0), c(0, 10), oscillator, NULL), "counts")
  expect_gt(gentle[["steps"]], usual[["steps"]])
})

test_that("no step crosses tcrit", {
  jumping <- function(t, y, parms) list(if (t < 1) 0 else 1)
  out <- dopri853(0, c(0, 2), jumping, NULL, tcrit = 1)
  expect_equal(out[2, 2], c(`1` = 1), tolerance = 1e-6)
  latest <- 0
  seen <- function(t, y, parms) {
    latest <<- max(latest, t)
    list(-y)
  }
  dopri5(1, c(0, 0.9), seen, NULL, hini = 0.5)
  expect_lte(latest, 0.9)
})

test_that("delays are refused where there are none, with advice", {
  expect_error(bimd(1, 0:1, decay, NULL, lags = list(mxhist = 10)), "solved by radar5")
})
