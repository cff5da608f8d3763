# Measured order of convergence with fixed steps: hini = hmax = h, tolerances that accept any step.

# A nonlinear, non-autonomous problem with a known solution: y1 = exp(sin t), y2 = cos t / (2 + sin t)
nonlinear <- function(t, y, parms) {
  a <- exp(sin(t))
  b <- cos(t) / (2 + sin(t))
  list(c(y[1]^2 * cos(t) / a, (y[2]^2 - b^2) - sin(t) / (2 + sin(t)) - b * y[2] + (y[1] - a)))
}
exact <- function(t) cbind(exp(sin(t)), cos(t) / (2 + sin(t)))

fixed_step_error <- function(solver, h, times) {
  out <- solver(exact(0)[1, ], times, nonlinear, NULL, rtol = 1, atol = 1e6, hini = h, hmax = h)
  abs(out[, 2:3] - exact(times))
}

orders <- c(dopri5 = 5, cashkarp = 5, dopri853 = 8)
dense_orders <- c(dopri5 = 4, cashkarp = 4, dopri853 = 7)

for (method in names(orders)) {
  test_that(paste(method, "has its order at the end of the interval"), {
    h <- (if (method == "dopri853") 1 else 0.2) / 2^(0:4)
    error <- vapply(h, function(h)
      max(fixed_step_error(explicit_solvers[[method]], h, c(0, 2))[2, ]), 0)
    slope <- diff(log(error)) / diff(log(h))
    expect_gt(mean(slope), orders[[method]] - 0.5)
    expect_lt(mean(slope), orders[[method]] + 0.5)
  })

  test_that(paste(method, "has its order of dense output between the steps"), {
    h <- (if (method == "dopri853") 1 else 0.2) / 2^(0:3)
    times <- seq(0, 2, length.out = 402)
    error <- vapply(h, function(h) max(fixed_step_error(explicit_solvers[[method]], h, times)), 0)
    slope <- diff(log(error)) / diff(log(h))
    # the uniform error is one order higher than the order of the interpolant
    expect_gt(mean(slope), dense_orders[[method]] + 1 - 0.4)
  })

  test_that(paste(method, "gets more accurate as the tolerance falls"), {
    tol <- 10^-(3:11)
    digits <- vapply(tol, function(tol) {
      out <- explicit_solvers[[method]](exact(0)[1, ], seq(0, 2, 0.1), nonlinear, NULL, rtol = tol,
                                        atol = tol)
      -log10(max(abs(out[, 2:3] - exact(seq(0, 2, 0.1)))))
    }, 0)
    expect_true(all(diff(digits) > 0))
    expect_gt(digits[length(digits)], 9.5)
  })
}

test_that("a polynomial of the degree of the order is integrated exactly", {
  for (method in names(orders)) {
    p <- orders[[method]]
    out <- explicit_solvers[[method]](0, c(0, 2), function(t, y, parms) list(p * t^(p - 1)), NULL,
                                      rtol = 1, atol = 1e6, hini = 0.7, hmax = 0.7)
    expect_equal(out[2, 2], c(`1` = 2^p), tolerance = 1e-14)
  }
})
