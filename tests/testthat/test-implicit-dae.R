# Differential-algebraic equations with known solutions, through R.

max_error <- function(out, exact) max(abs(values(out)[, -1] - exact(out[, 1])))

# Index 1: y1' = -y1 + y2, 0 = y2 - sin t y1
test_that("index 1, with all forms of the mass matrix", {
  exact <- function(t) cbind(exp(-t - cos(t) + 1), sin(t) * exp(-t - cos(t) + 1))
  model <- function(t, y, parms) list(c(-y[1] + y[2], y[2] - sin(t) * y[1]))
  times <- seq(0, 5, 0.5)
  for (solver in implicit_solvers) {
    runs <- list(
      solver(c(1, 0), times, model, NULL, mass = diag(c(1, 0))),
      solver(c(1, 0), times, model, NULL, mass = c(1, 0)),
      solver(c(1, 0), times, model, NULL, mass = c(TRUE, FALSE)),
      solver(c(1, 0), times, model, NULL, mass = matrix(c(1L, 0L), 1)),
      solver(c(1, 0), times, model, NULL, mass = matrix(c(1, 0), 1), massup = 0, massdown = 0))
    for (run in runs) {
      expect_identical(values(run), values(runs[[1]]))
      expect_lt(max_error(run, exact), 1e-4)
    }
  }
})

test_that("a regular banded mass matrix agrees with the explicit form", {
  # linear finite elements of u_t = u_xx: tridiagonal on both sides
  n <- 12
  element <- function(diagonal, beside) {
    m <- diag(diagonal, n)
    m[abs(row(m) - col(m)) == 1] <- beside
    m
  }
  mass <- element(4, 1) / 6
  stiffness <- element(-2, 1) * (n + 1)^2
  bands <- rbind(1, rep(4, n), 1) / 6
  y <- sin(pi * 1:n / (n + 1))
  model <- function(t, y, parms) list(as.vector(stiffness %*% y))
  # the initial state is an eigenvector
  rate <- sum(stiffness %*% y) / sum(mass %*% y)
  exact <- function(t) outer(exp(rate * t), y)
  times <- c(0, 0.01, 0.05, 0.1)
  for (solver in implicit_solvers) {
    solve <- function(...) solver(y, times, model, NULL, rtol = 1e-7, atol = 1e-7, ...)
    for (run in list(solve(mass = mass), solve(mass = bands, massup = 1, massdown = 1),
                     solve(mass = bands, massup = 1, massdown = 1, jactype = "bandint",
                           bandup = 1, banddown = 1),
                     solve(mass = bands, massup = 1, massdown = 1, jactype = "sparseint"),
                     solve(mass = mass, jactype = "sparseint"),
                     solve(mass = mass, jacfunc = function(t, y, parms) stiffness)))
      expect_lt(max_error(run, exact), 2e-6)
  }
})

test_that("an asymmetric band of the mass matrix is read the right way round", {
  # M = [1 2 0; 0 1 2; 0 0 1]: y' = M^-1 f
  mass <- diag(3)
  mass[cbind(1:2, 2:3)] <- 2
  a <- matrix(c(-1, 0.5, 0, 0, -2, 0.3, 0.2, 0, -3), 3)
  model <- function(t, y, parms) list(as.vector(a %*% y))
  explicit <- function(t, y, parms) list(as.vector(solve(mass, a %*% y)))
  y <- c(1, 2, 3)
  reference <- dopri853(y, 0:3, explicit, NULL, rtol = 1e-11, atol = 1e-11)
  tall <- rbind(c(0, 2, 2, 2), 1)
  four <- diag(4)
  four[cbind(1:3, 2:4)] <- 2
  for (solver in implicit_solvers) {
    out <- solver(y, 0:3, model, NULL, mass = mass, rtol = 1e-8, atol = 1e-8)
    expect_equal(values(out), values(reference), tolerance = 1e-5)
    out <- solver(y, 0:3, model, NULL, mass = rbind(c(0, 2, 2), 1), massup = 1, massdown = 0,
                  rtol = 1e-8, atol = 1e-8)
    expect_equal(values(out), values(reference), tolerance = 1e-5)
    decay4 <- function(t, y, parms) list(-y * 1:4)
    expect_identical(values(solver(1:4, 0:1, decay4, NULL, mass = tall, massup = 1, massdown = 0)),
                     values(solver(1:4, 0:1, decay4, NULL, mass = four)))
  }
})

test_that("a singular mass matrix that is not diagonal", {
  # (y1 + y2)' = -y1, 0 = y1 - y2: y1 = y2 = exp(-t / 2)
  model <- function(t, y, parms) list(c(-y[1], y[1] - y[2]))
  exact <- function(t) cbind(exp(-t / 2), exp(-t / 2))
  for (solver in implicit_solvers) {
    out <- solver(c(1, 1), 0:5, model, NULL, mass = rbind(c(1, 1), 0))
    expect_lt(max_error(out, exact), 2e-5)
  }
})

test_that("index 2", {
  # rotation on the unit circle with a multiplier, x = cos t, y = sin t, lambda = exp(-t)
  model <- function(t, y, parms)
    list(c(-y[2] - (y[3] - exp(-t)) * y[1], y[1] - (y[3] - exp(-t)) * y[2],
           y[1]^2 + y[2]^2 - 1))
  exact <- function(t) cbind(cos(t), sin(t), exp(-t))
  for (solver in implicit_solvers) {
    out <- solver(c(1, 0, 1), 0:5, model, NULL, mass = c(1, 1, 0), nind = c(2, 1, 0))
    expect_equal(attr(out, "istate")[1], 2L)
    error <- abs(values(out)[, -1] - exact(out[, 1]))
    expect_lt(max(error[, 1:2]), 1e-4)
    expect_lt(max(error[, 3]), 1e-2)
  }
})

test_that("index 3", {
  # a point on the unit circle moving with angle sin t: p'' = -lambda p + force along the tangent
  angle <- function(t) sin(t)
  model <- function(t, y, parms) {
    tangent <- c(-sin(angle(t)), cos(angle(t)))
    list(c(y[3:4], -y[5] * y[1:2] - sin(t) * tangent, y[1]^2 + y[2]^2 - 1))
  }
  exact <- function(t) {
    a <- angle(t)
    cbind(cos(a), sin(a), -sin(a) * cos(t), cos(a) * cos(t), cos(t)^2)
  }
  for (solver in implicit_solvers) {
    out <- solver(as.vector(exact(0)), seq(0, 3, 0.5), model, NULL, mass = c(1, 1, 1, 1, 0),
                  nind = c(2, 2, 1), rtol = 1e-7, atol = 1e-7)
    expect_equal(attr(out, "istate")[1], 2L)
    error <- abs(values(out)[, -1] - exact(out[, 1]))
    expect_lt(max(error[, 1:2]), 1e-5)
    expect_lt(max(error[, 3:4]), 2e-5)
    # rows between the steps too; the force is the weakest
    expect_lt(max(error[, 5]), 5e-2)
  }
})

test_that("residual form and mass form agree, and daspk agrees with them", {
  model <- function(t, y, parms) list(c(-y[1] + y[2], y[2] - sin(t) * y[1]))
  res <- function(t, y, dy, parms) list(c(dy[1] + y[1] - y[2], y[2] - sin(t) * y[1]))
  times <- seq(0, 5, 0.5)
  with_mass <- mebdfi(c(1, 0), times, model, NULL, mass = c(1, 0), rtol = 1e-8, atol = 1e-8)
  implicit <- mebdfi(c(1, 0), times, parms = NULL, dy = c(-1, 1), res = res, rtol = 1e-8,
                     atol = 1e-8)
  theirs <- daspk(c(1, 0), times, dy = c(-1, 1), parms = NULL, res = res, rtol = 1e-8, atol = 1e-8)
  expect_equal(values(implicit), values(with_mass), tolerance = 1e-6)
  expect_equal(values(implicit), matrix(theirs, nrow(theirs), dimnames = NULL), tolerance = 1e-6)
})

test_that("cj is the factor of dG/dy'", {
  # the matrix as the manual gives it: Newton's method converges at once on a linear problem
  res <- function(t, y, dy, parms) list(dy + 1000 * (y - cos(t)))
  out <- mebdfi(0, 0:5, parms = NULL, dy = 1000, res = res,
                jacres = function(t, y, dy, parms, cj) matrix(1000 + cj))
  expect_equal(unname(out[-1, 2]), (1e6 * cos(1:5) + 1000 * sin(1:5)) / (1e6 + 1),
               tolerance = 1e-5)
  expect_equal(attr(out, "counts")[["newton_failures"]], 0)
})

test_that("index 3 in residual form", {
  res <- function(t, y, dy, parms) {
    list(c(dy[1:2] - y[3:4], dy[3:4] + y[5] * y[1:2] + c(0, 1), y[1]^2 + y[2]^2 - 1))
  }
  func <- function(t, y, parms) list(c(y[3:4], -y[5] * y[1:2] - c(0, 1), y[1]^2 + y[2]^2 - 1))
  y <- c(1, 0, 0, 0, 0)
  a <- mebdfi(y, 0:3, parms = NULL, dy = c(0, 0, 0, -1, 0), res = res, nind = c(2, 2, 1),
              rtol = 1e-7, atol = 1e-7)
  b <- mebdfi(y, 0:3, func, NULL, mass = c(1, 1, 1, 1, 0), nind = c(2, 2, 1), rtol = 1e-7,
              atol = 1e-7)
  expect_equal(attr(a, "istate")[1], 2L)
  expect_equal(values(a)[, 2:5], values(b)[, 2:5], tolerance = 1e-4)
  # the pendulum keeps its energy
  expect_equal(unname(a[, 3] + (a[, 4]^2 + a[, 5]^2) / 2), rep(0, 4), tolerance = 1e-4)
})

test_that("a planned stop shortly before the end does not spoil the multipliers", {
  p <- testproblem("DAE_I3")
  last <- function(solver, ...) {
    out <- solver(p$y, c(p$t0, p$tend), p, NULL, ...)
    out[nrow(out), -1]
  }
  multipliers <- seq_len(p$n) > sum(p$nind[1:2])
  truth <- last(radau5, rtol = 1e-10, atol = 1e-10)
  error <- function(solver, tol, gap) {
    found <- last(solver, rtol = tol, atol = tol, tcrit = p$tend - gap)
    max((abs(found - truth) / (1 + abs(truth)))[multipliers])
  }
  # the restart is where the constraints hold, also the hidden ones
  for (solver in implicit_solvers) for (gap in 10^-(2:6)) {
    expect_lt(error(solver, 1e-3, gap), 1e-3)
    expect_lt(error(solver, 1e-4, gap), 1e-4)
    expect_lt(error(solver, 1e-8, gap), 1e-8)
  }
  # where nothing is left of them, that is said
  for (solver in implicit_solvers) {
    expect_message(suppressWarnings(last(solver, rtol = 1e-4, atol = 1e-4, tcrit = p$tend - 1e-6,
                                         control = list(refine = FALSE))),
                   "too little of the interval is left after a stop")
    expect_message(last(solver, rtol = 1e-8, atol = 1e-8, tcrit = p$tend - 1e-11),
                   "too little of the interval is left after a stop")
  }
})

# A pendulum whose velocity is halved and turned whenever it passes below its pivot, beside the same
# in its angle.
test_that("multipliers of index 3 are as accurate as the tolerance in all rows", {
  times <- seq(0, 8, 0.25)
  angle <- dopri853(c(pi / 2, 0), times, function(t, y, parms) list(c(y[2], -sin(y[1]))), NULL,
                    rtol = 1e-12, atol = 1e-12, rootfunc = function(t, y, parms) y[1],
                    events = list(func = function(t, y, parms) c(y[1], -y[2] / 2), root = TRUE))
  truth <- cbind(sin(angle[, 2]), -cos(angle[, 2]), angle[, 3] * cos(angle[, 2]),
                 angle[, 3] * sin(angle[, 2]), angle[, 3]^2 + cos(angle[, 2]))
  model <- function(t, y, parms) list(c(y[3:4], -y[5] * y[1:2] - c(0, 1), y[1]^2 + y[2]^2 - 1))
  hits <- list(func = function(t, y, parms) c(y[1:2], -y[3:4] / 2, y[5]), root = TRUE)
  for (solver in implicit_solvers) for (tol in 10^-c(4, 6, 8)) {
    run <- function(...)
      solver(c(1, 0, 0, 0, 0), times, model, NULL, mass = c(1, 1, 1, 1, 0), nind = c(2, 2, 1),
             rtol = tol, atol = tol, rootfunc = function(t, y, parms) y[1], events = hits, ...)
    out <- run()
    error <- function(out) apply(abs(values(out)[, -1] - truth), 2, max)
    expect_lt(max(error(out)), tol)
    raw <- run(control = list(refine = FALSE))
    expect_equal(values(raw)[, 2:3], values(out)[, 2:3], tolerance = 10 * tol)
    expect_gt(error(raw)[5], 10 * error(out)[5])
    expect_lt(attr(raw, "counts")[["nfev"]], attr(out, "counts")[["nfev"]])
  }
})

# A pendulum that is pushed from t = 1 on, which no one tells the solver.
test_that("rows beside a jump of a force have its multipliers", {
  push <- function(t) ifelse(t > 1, 0.7, 0)
  times <- c(0, 0.5, 0.99, 1 - 1e-5, 1 + 1e-5, 1.01, 1.5, 2)
  angle <- dopri853(c(pi / 2, 0), times, function(t, y, parms)
    list(c(y[2], push(t) * cos(y[1]) - sin(y[1]))), NULL, rtol = 1e-12, atol = 1e-12, tcrit = 1)
  multiplier <- angle[, 3]^2 + cos(angle[, 2]) + push(times) * sin(angle[, 2])
  model <- function(t, y, parms)
    list(c(y[3:4], -y[5] * y[1:2] + c(push(t), -1), y[1]^2 + y[2]^2 - 1))
  for (solver in implicit_solvers) {
    out <- solver(c(1, 0, 0, 0, 0), times, model, NULL, mass = c(1, 1, 1, 1, 0),
                  nind = c(2, 2, 1), rtol = 1e-6, atol = 1e-6)
    expect_lt(max(abs(out[, 6] - multiplier)), 1e-5)
  }
})
