# Integration against the direction of time.

test_that("decreasing times work, at the ends and in between", {
  for (solver in explicit_solvers) {
    times <- seq(2, 0, by = -0.25)
    out <- solver(c(a = exp(-2)), times, decay, NULL, rtol = 1e-8, atol = 1e-8)
    expect_equal(unname(out[, 1]), times)
    expect_equal(unname(out[, 2]), exp(-times), tolerance = 1e-6)
    expect_lt(attr(out, "rstate")[1], 0)
  }
})

test_that("forward and back returns to the start", {
  for (solver in explicit_solvers) {
    there <- solver(c(2, 0), c(0, 5), van_der_pol, 1, rtol = 1e-9, atol = 1e-9)
    back <- solver(there[2, 2:3], c(5, 0), van_der_pol, 1, rtol = 1e-9, atol = 1e-9)
    expect_equal(unname(back[2, 2:3]), c(2, 0), tolerance = 1e-5)
  }
})

test_that("hini, hmax and early ends respect the direction", {
  out <- dopri5(1, c(1, 0), decay, NULL, hini = 0.01, hmax = 0.05, control = list(log = TRUE))
  expect_equal(attr(out, "log")$h[1], -0.01)
  expect_gte(min(attr(out, "log")$h), -0.05 - 1e-15)
  run <- with_warnings(dopri5(1, seq(1, 0, -0.1), function(t, y, parms) list(if (t < 0.45) NaN else -y), NULL))
  expect_equal(attr(run$value, "istate")[1], -11L)
  expect_equal(run$value[[nrow(run$value), 1]], 0.45, tolerance = 1e-8)
})
