# Stiffness detection: exit flags, texts, and problems that must not be called stiff.

flag_of <- function(...) suppressMessages(suppressWarnings(attr(vdpol(...), "istate")[1]))

test_that("vdpol with mu = 1000 is found stiff at all tolerances of Table 1", {
  tolerances <- 10^(-4 - 5 * (0:16) / 8)
  for (tol in tolerances) {
    expect_equal(flag_of(method = dopri5, rtol = tol, atol = tol), -4L)
    expect_equal(flag_of(method = dopri853, rtol = tol, atol = tol), -4L)
    expect_equal(flag_of(method = cashkarp, rtol = tol, atol = tol), -4L)
    expect_equal(flag_of(method = cashkarp, stiffness = 3, rtol = tol, atol = tol), -5L)
  }
})

test_that("the step at which stiffness is found is that of the published algorithms", {
  steps_of <- function(...) suppressWarnings(attr(vdpol(...), "istate")[2])
  tol <- 10^-(4:8)
  steps <- function(...) vapply(tol, function(tol) steps_of(rtol = tol, atol = tol, ...), 0L)
  expect_equal(steps(method = dopri5), c(23, 25, 31, 30, 42))
  expect_equal(steps(method = dopri853), c(1021, 1021, 1023, 1023, 1021))
  expect_equal(steps(method = cashkarp), c(17, 19, 23, 26, 31))
  expect_equal(steps(method = cashkarp, stiffness = 3), c(27, 23, 28, 32, 37))
})

test_that("the user sees why and when", {
  run <- with_warnings(vdpol(method = dopri5))
  expect_match(run$warnings[1], "problem is probably stiff - interrupted at t = 0\\.0256")
  expect_match(run$warnings[2], "Returning early. Results are accurate, as far as they go")
  run <- with_warnings(vdpol(method = cashkarp, stiffness = 3))
  expect_match(run$warnings[1], "stopped based on error estimation at t = 0\\.026")
  expect_output(diagnostics(run$value), "problem is probably stiff")
})

test_that("verbose, or a negative stiffness, goes on with a message", {
  short <- function(solver, ...) solver(c(2, 0), c(0, 1), van_der_pol, 1000, ...)
  expect_message(out <- suppressWarnings(short(cashkarp, stiffness = -2)), "stiff, by the eigenvalue test, at t")
  expect_equal(attr(out, "istate")[1:3], c(2L, 809L, 4856L))
  expect_message(out <- short(cashkarp, stiffness = -3), "stiff, by the error test")
  expect_equal(attr(out, "istate")[1:3], c(2L, 809L, 4856L))
  invisible(capture.output(expect_message(out <- short(dopri5, verbose = TRUE), "eigenvalue test")))
  expect_equal(attr(out, "istate")[1], 2L)
  out <- short(cashkarp, stiffness = 0)
  expect_equal(attr(out, "istate")[1:3], c(2L, 809L, 4856L))
})

test_that("the stop modes of cashkarp have their flags and counts", {
  short <- function(stiffness)
    suppressMessages(suppressWarnings(cashkarp(c(2, 0), c(0, 1), van_der_pol, 1000, stiffness = stiffness)))
  expect_equal(attr(short(2), "istate")[1:3], c(-4L, 23L, 140L))
  expect_equal(attr(short(3), "istate")[1:3], c(-5L, 28L, 170L))
  for (stiffness in c(1, 4)) {
    out <- short(stiffness)
    expect_equal(attr(out, "istate")[1], -7L)
    expect_equal(attr(out, "istate")[2], 24, tolerance = 0.05)
    expect_named(attr(out, "conditioning"), c("kappa", "gamma", "sigma", "sigma.max", "t.start"))
  }
  for (stiffness in c(-1, -4)) {
    out <- short(stiffness)
    expect_equal(attr(out, "istate")[1], 2L)
    expect_equal(attr(out, "istate")[2], 814, tolerance = 0.01)
    expect_gt(attr(out, "conditioning")[["sigma"]], 100)
  }
})

test_that("the conditioning test leaves a mild problem alone, also with one equation", {
  out <- cashkarp(c(1, 0), c(0, 20), oscillator, NULL, stiffness = 4)
  expect_equal(attr(out, "istate")[1], 2L)
  expect_equal(attr(out, "conditioning")[["kappa"]], 1, tolerance = 1e-3)
  out <- cashkarp(1, c(0, 1), decay, NULL, stiffness = 4)
  expect_equal(attr(out, "istate")[1], 2L)
  expect_equal(out[2, 2], c(`1` = exp(-1)), tolerance = 1e-6)
})

test_that("quadratures and constants are not stiff", {
  for (solver in explicit_solvers) {
    out <- solver(0, c(0, 100), function(t, y, parms) list(cos(t)), NULL)
    expect_equal(attr(out, "istate")[1], 2L)
    out <- solver(0, c(0, 100), function(t, y, parms) list(0), NULL, hmax = 0.1)
    expect_equal(attr(out, "istate")[1], 2L)
    out <- solver(1, c(0, 1), function(t, y, parms) list(-10 * y), NULL)
    expect_equal(attr(out, "istate")[1], 2L)
  }
  expect_equal(attr(dopri5(0, c(0, 100), function(t, y, parms) list(cos(t)), NULL), "istate")[2:3],
               c(197L, 1184L))
  expect_equal(attr(cashkarp(0, c(0, 100), function(t, y, parms) list(cos(t)), NULL), "istate")[2:3],
               c(226L, 1358L))
})

test_that("an oscillator integrated backwards is not stiff", {
  for (solver in explicit_solvers)
    expect_equal(attr(solver(c(1, 0), c(10, 0), oscillator, NULL), "istate")[1], 2L)
})
