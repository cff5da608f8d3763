# radar5: bad input, and runs that cannot be finished.

asking <- function(t, y, p) list(-lagvalue(t - 1))
declared <- function(t, y, p, ylag) list(-ylag[, 1])
run <- function(func = asking, times = c(0, 1), phi = 1, ...) radar5(1, times, func, NULL, phi = phi, ...)

test_that("advanced arguments end the run with a warning", {
  expect_warning(expect_warning(out <- run(function(t, y, p) list(-lagvalue(t + 0.1))),
                                "ahead of the present time"), "Returning early")
  expect_equal(attr(out, "istate")[1], -6)
  expect_equal(out[nrow(out), 1], c(time = 0), ignore_attr = TRUE)
  suppressWarnings(expect_warning(out <- run(declared, arglag = function(t, y, p) t + 0.1),
                                  "a delayed argument is ahead of the time at the start"))
  expect_equal(attr(out, "istate")[1], -6)
})

test_that("the past must be known", {
  expect_error(run(phi = NULL), "illegal input in lagvalue - lag, -1, too large, at time = 0")
  expect_error(run(function(t, y, p) list(if (t < 1) -1 else -lagvalue(t - 2)), times = c(0, 5),
                   phi = NULL), "too large")
  out <- suppressWarnings(run(times = c(0, 10), mxhist = 5))
  expect_equal(attr(out, "istate")[1], -5)
  expect_lt(out[nrow(out), 1], 10)
})

test_that("the initial function is checked", {
  expect_error(run(phi = c(1, 2)), "`phi' must give 1 values")
  expect_error(run(phi = function(t) c(1, 2)), "`phi' must give 1 values")
  expect_error(run(phi = function(t) if (t < -0.5) 1:2 else 1), "`phi' must give 1 values.*at time -1")
  expect_error(run(phi = NaN), "`phi' must be finite")
  expect_error(run(phi = function(t) if (t < 0) NaN else 1), "must be finite")
  expect_error(run(phi = "a"), "`phi' must be numeric")
  expect_error(run(phi = NULL, dphi = 1), "`dphi' is given, but `phi' is not")
})

test_that("delays are checked", {
  expect_error(run(declared, lags = -1), "must be finite and not negative, but lags\\[1\\] is -1")
  expect_error(run(lags = list(delays = c(1, -2))), "not negative, but lags\\[2\\] is -2")
  expect_error(run(declared, lags = c(1, 2), nlag = 3), "`nlag' is 3, but there are 2 delays")
  expect_error(run(function(t, y, p) { for (i in 1:2000) lagvalue(t - 1); list(1) }),
               "too many delays")
  expect_error(run(function(t, y, p, ylag) list(-ylag[, 3]), lags = c(1, 2)), "subscript")
  expect_error(run(declared, times = c(0, 3),
                   arglag = function(t, y, p) if (t < 1) t - 1 else c(t - 1, t - 2)),
               "`arglag' must return 1 delayed arguments, not 2")
  expect_error(run(declared, lags = 1, arglag = function(t, y, p) t), "not both")
  expect_error(run(declared, arglag = function(t, y, p) Inf),
               "`arglag. must return finite values, but arglag\\[1\\] is Inf at the start")
  expect_error(run(function(t, y, p) list(lagvalue(t - 1, 2))), "between 1 and 1")
  expect_error(run(function(t, y, p) list(lagvalue(c(t - 1, t)))), "must be one number")
})

test_that("other arguments are checked", {
  expect_error(run(times = c(1, 0)), "`times' must increase")
  expect_error(run(errcontrol = "x"), "`errcontrol' must be one of")
  expect_error(run(stepcontrol = 2), "`stepcontrol' must be one of")
  expect_error(run(on.termination = "x"), "`on.termination' must be one of")
  expect_error(run(errweight = 2), "`errweight' must be a number between 0 and 1")
  expect_error(run(bpfac = 0), "`bpfac' must be a positive number")
  expect_error(run(grid = c(2, 1)), "`grid' must be strictly increasing")
  expect_error(run(grid = NA_real_), "`grid' must hold finite times")
  expect_error(run(lagged = 3), "`lagged' must name different components")
  expect_error(run(neutral = "a"), "`neutral' must name different components")
  expect_error(run(mxhist = -1), "`mxhist' must be a whole number")
  expect_error(run(atol = 0), "`atol' must be positive in radar5")
  expect_error(run(rtol = 0), "`rtol' must be positive in radar5")
  expect_error(run(jaclag = function(...) 1), "`jaclag' needs `arglag'")
  expect_error(run(function(t, y, p, ylag) list(-ylag)), "argument `ylag', which needs `arglag'")
  expect_silent(run(function(t, y, p, ylag = 1) list(-ylag)))
  expect_silent(run(function(t, y, p, ylag) list(-ylag), ylag = 1))
  expect_error(run(declared, lags = 1, jaclag = function(...) 1), "must return a list of 1 matrices")
  expect_error(run(testproblem("vdpol")), "has no delays: use radau5")
  expect_error(radau5(testproblem("enzyme")$y, 0:1, testproblem("enzyme"), NULL), "use radar5")
  expect_error(enzyme(method = "bimd"), "its method is radar5")
})

test_that("an error in a model function says where, and NaN ends the run", {
  expect_error(run(function(t, y, p) { z <- lagvalue(t - 1); if (t > 0.5) stop("own error"); list(-z) }),
               "own error.*in 'func' at time")
  out <- suppressWarnings(run(function(t, y, p) list(if (t > 0.5) NaN else -lagvalue(t - 1))))
  expect_equal(attr(out, "istate")[1], -11)
  expect_equal(out[nrow(out), 1], 0.5, tolerance = 1e-6, ignore_attr = TRUE)
})
