# Scales far from 1, intervals of a few roundings, starts that are not consistent, noise.

decay <- function(t, y, parms) list(-y)
quietly <- function(expr) {
  capture.output(value <- suppressMessages(suppressWarnings(expr)))
  value
}
flag <- function(out) attr(out, "istate")[1]

test_that("late times and short intervals are no obstacle", {
  for (solver in implicit_solvers) {
    out <- solver(c(1, 2), 1e10 + 0:2, decay, NULL)
    expect_equal(flag(out), 2L)
    expect_equal(unname(out[3, 2:3]), c(1, 2) * exp(-2), tolerance = 1e-4)
    for (length in c(1e-15, 1e-13, 1e-9)) {
      out <- solver(c(1, 2), c(1, 1 + length), decay, NULL)
      expect_equal(flag(out), 2L)
      expect_equal(unname(out[2, 2:3]), c(1, 2), tolerance = 1e-8)
    }
    expect_equal(flag(solver(1, c(0, 1e-300), decay, NULL)), 2L)
  }
})

test_that("time may be measured in any unit", {
  for (solver in implicit_solvers) for (unit in c(1e-200, 1e-20, 1e20, 1e200)) {
    out <- solver(1, c(0, 2 * unit), function(t, y, parms) list(-y / unit), NULL)
    expect_equal(flag(out), 2L)
    expect_equal(out[[2, 2]], exp(-2), tolerance = 1e-4)
  }
})

test_that("tolerances beyond the arithmetic are refused by all", {
  for (solver in implicit_solvers) {
    expect_equal(flag(quietly(solver(1, 0:1, decay, NULL, rtol = 1e-16, atol = 1e-16))), -12L)
    expect_equal(flag(solver(1, 0:1, decay, NULL, rtol = 1e-14, atol = 1e-14)), 2L)
    # a zero value may be computed to any absolute tolerance
    expect_equal(flag(solver(0, 0:1, function(t, y, parms) list(t), NULL, rtol = 1e-6,
                             atol = 1e-16)), 2L)
  }
})

test_that("a blow-up names its component", {
  model <- function(t, y, parms) list(c(-y[1], y[2]^2))
  for (solver in implicit_solvers) {
    out <- quietly(solver(c(calm = 0.5, wild = 1), c(0, 2), model, NULL))
    expect_equal(flag(out), -3L)
    expect_match(attr(out, "message"), "component 'wild'", fixed = TRUE)
  }
})

test_that("a step that shrinks at t = 0 ends relative to the interval", {
  # no step is small enough: f jumps between two values for ever
  for (solver in implicit_solvers) {
    out <- quietly(solver(0, 0:1, function(t, y, parms) list(if (y > 0) -1e8 else 1e8), NULL))
    if (flag(out) < 0) expect_gt(abs(attr(out, "rstate")[2]), 1e-40)
    expect_lt(abs(out[nrow(out), 2]), 1)
  }
})

test_that("starts that are consistent to fewer digits than asked for are overcome", {
  for (solver in implicit_solvers)
    for (tol in c(1e-8, 1e-10)) {
      out <- quietly(crank(method = solver, rtol = tol, atol = tol, printmescd = FALSE))
      expect_equal(flag(out), 2L)
      expect_gt(mescd(out, "crank", 1, 1), 8)
    }
})

test_that("emep's fast transients at a late time are resolved", {
  for (solver in implicit_solvers) {
    p <- testproblem("emep")
    out <- quietly(solver(p$y, c(p$t0, p$t0 + 600), p, NULL, rtol = 1e-8, atol = 1e-8,
                          maxsteps = 1e5))
    expect_equal(flag(out), 2L)
  }
})

test_that("Robertson's equations are solved at loose absolute tolerances", {
  p <- testproblem("rober")
  for (name in names(implicit_solvers)) for (tol in c(1e-4, 1e-5, 1e-6)) {
    out <- implicit_solvers[[name]](p$y, c(p$t0, p$tend), p, NULL, rtol = tol, atol = tol)
    expect_gt(mescd(out, "rober", 1, 1), -log10(tol) + 0.5)
  }
})

test_that("differences that are nothing but noise do not stop bimd", {
  p <- testproblem("transistor")
  out <- bimd(p$y, c(p$t0, p$tend), p, NULL, rtol = 1e-11, atol = 1e-11)
  expect_gt(mescd(out, "transistor", 1, 1), 11)
})

test_that("difference quotients see inputs that depend on time alone", {
  # through R's residual function: no exact Jacobian, and a restart where the inputs have corners
  p <- testproblem("nand")
  out <- mebdfi(p$y, c(0, 80), res = p$res, parms = NULL, dy = p$dy, tcrit = seq(5, 75, 5))
  expect_equal(flag(out), 2L)
  expect_gt(mescd(out, "nand", 1, 1), 5)
})

test_that("a critical time that misses the end by rounding does not spoil multipliers", {
  p <- testproblem("caraxis")
  for (solver in implicit_solvers) {
    run <- function(...) quietly(solver(p$y, c(p$t0, p$tend), p, NULL, rtol = 1e-6, ...))
    expect_equal(values(run(tcrit = p$tend * (1 - 1e-15))), values(run()), tolerance = 1e-3)
  }
})

reaches <- function(solver, name, tol, at_least) {
  p <- testproblem(name)
  out <- quietly(solver(p$y, c(p$t0, p$tend), p, NULL, rtol = tol, atol = tol, maxsteps = 1e6))
  expect_equal(flag(out), 2L, label = paste(name, "at", tol))
  if (flag(out) == 2L)
    expect_gt(mescd(out, name, 1, 1, components = seq_len(p$n)), at_least)
}

test_that("signs below the tolerance are kept by predictions", {
  # a negative y2 would follow the unstable branch
  for (tol in 10^-seq(3, 4, length.out = 21)) reaches(mebdfi, "rober", tol, 4)
  for (solver in list(mebdfi, gamd, bimd, radau5))
    for (tol in 10^-(3:11)) reaches(solver, "E5", tol, 9)
})

test_that("radau5 does not trust a rate of Newton's iteration that a growing step has outgrown", {
  # a matrix from the start of the transient served for steps 500 times as long
  for (e in seq(3, 7, 0.25)) reaches(radau5, "pollution", 10^-e, e + 1)
})

test_that("a layer too fast for the resolution of time does not stop mebdfi", {
  for (tol in c(1e-9, 1.78e-10)) reaches(mebdfi, "emep", tol, 9)
})

test_that("the kinks of the charge pump are passed", {
  for (tol in 10^-(3:11)) {
    for (solver in list(gamd, bimd, radau5)) reaches(solver, "pump", tol, if (tol > 5e-10) 7 else 9)
    reaches(mebdfi, "pump", tol, if (tol > 5e-10) 4.5 else 9)
  }
  # beyond the last kink there is room for few steps: the last one must not be much longer than the
  # others, since nothing comes after it
  for (e in seq(3, 8, 0.25)) reaches(radau5, "pump", 10^-e, 8)
  # here sums of increments do not lead over a kink, a step of backward Euler does
  for (tol in c(3.55e-10, 1.26e-11)) reaches(mebdfi, "pump", tol, 4)
})

test_that("jumps of the friction in the water tubes are passed", {
  # between them a value of the past, a few tolerances wrong, may fail the error test for any h
  for (e in c(7.25, 7.375, 7.5)) reaches(mebdfi, "tube", 10^-e, 6.5)
})

test_that("algebraic variables may jump where the state passes a threshold", {
  rhs <- function(t, y, parms) list(c(-y[1] + y[2], y[2] - 1 - (y[1] > 0.5)))
  jac <- function(t, y, parms) rbind(c(-1, 1), c(0, 1))
  end <- 2 - 3 * exp(-2)
  for (solver in implicit_solvers) for (tol in 10^-(3:11)) {
    out <- quietly(solver(c(0, 1), c(0, 2), rhs, NULL, mass = diag(c(1, 0)), jacfunc = jac,
                          rtol = tol, atol = tol))
    expect_equal(flag(out), 2L)
    expect_lt(abs(out[2, 2] - end), 100 * tol)
  }
})

test_that("rounding does not show in rows of index 3", {
  # without the hidden constraints: 8.5 to 10 digits of the car axis, 4.5 to 7 of the squeezer
  for (solver in implicit_solvers) {
    reaches(solver, "caraxis", 1e-11, 9)
    reaches(solver, "andrews", 1e-11, 8)
  }
  reaches(radau5, "andrews", 1e-9, 8)
})

test_that("rows in between are as good as the last, and nothing is evaluated beyond the interval", {
  p <- testproblem("caraxis")
  times <- seq(0, 1, 0.125)
  seen <- NULL
  watched <- function(t, y, parms) {
    seen <<- range(seen, t)
    p$func(t, y, parms)
  }
  run <- function(y, times)  # the check of initial values looks to both sides of them
    bimd(y, times, watched, NULL, mass = p$mass, nind = p$nind, rtol = 1e-11, atol = 1e-11,
         init = "none")
  one <- run(p$y, times)
  expect_equal(seen, c(0, 1))
  other <- radau5(p$y, times, p, NULL, rtol = 1e-11, atol = 1e-11, maxsteps = 1e5)
  difference <- abs(values(one) - values(other))[-1, ]
  expect_lt(max(difference[, 2:5]), 1e-10)
  expect_lt(max(difference[, 6:11]), 1e-9)
  # backwards
  back <- run(one[9, -1], rev(times))
  expect_equal(seen, c(0, 1))
  expect_lt(max(abs(values(back)[8:2, -1] - values(one)[2:8, -1])), 1e-8)
})

steps_of <- function(solver, name, tol) {
  p <- testproblem(name)
  out <- quietly(solver(p$y, c(p$t0, p$tend), p, NULL, rtol = tol, atol = tol, maxsteps = 1e5))
  expect_equal(flag(out), 2L)
  attr(out, "counts")[["steps"]]
}

test_that("orders of mebdfi that amplify oscillations are left in time", {
  # once such a mode has grown, no order damps it: 18,000 and 48,000 steps
  expect_lt(steps_of(mebdfi, "beam", 1e-4), 1000)
  expect_lt(steps_of(mebdfi, "beam", 1e-6), 6000)
})

test_that("the rounding of algebraic equations is not taken for an error", {
  # 44,000 steps otherwise
  expect_lt(steps_of(mebdfi, "transistor", 1e-11), 20000)
  reaches(mebdfi, "transistor", 1e-11, 11)
})
