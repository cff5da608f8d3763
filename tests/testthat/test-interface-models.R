# R models: arguments, names, outputs, return values.

test_that("parms and ... reach the model, whatever they are", {
  seen <- NULL
  model <- function(t, y, parms, extra, ...) {
    seen <<- list(parms = parms, extra = extra, dots = list(...))
    list(-y)
  }
  dopri5(1, 0:1, model, list(a = 1, b = "x"), extra = quote(a + b), further = as.name("n"))
  expect_equal(seen$parms, list(a = 1, b = "x"))
  expect_equal(seen$extra, quote(a + b))
  expect_equal(seen$dots, list(further = as.name("n")))
  expect_equal(dopri5(1, 0:1, function(t, y, parms) list(-y))[2, 2], c(`1` = exp(-1)), tolerance = 1e-5)
})

test_that("names of y are visible in the model unless ynames is FALSE", {
  model <- function(t, y, parms) {
    seen <<- names(y)
    list(-y)
  }
  seen <- NULL
  dopri5(c(a = 1, b = 2), 0:1, model, NULL)
  expect_equal(seen, c("a", "b"))
  out <- dopri5(c(a = 1, b = 2), 0:1, model, NULL, ynames = FALSE)
  expect_null(seen)
  expect_equal(colnames(out), c("time", "a", "b"))
})

test_that("columns are named as in deSolve", {
  columns <- function(y, ...) {
    model <- function(t, y, parms) c(list(-y), list(...))
    ours <- dopri5(y, 0:1, model, NULL)
    theirs <- deSolve::lsoda(y, 0:1, model, NULL)
    expect_equal(colnames(ours), colnames(theirs))
    expect_equal(attr(ours, "lengthvar"), attr(theirs, "lengthvar"))
    colnames(ours)
  }
  expect_equal(columns(c(1, 2)), c("time", "1", "2"))
  expect_equal(columns(c(a = 1, b = 2)), c("time", "a", "b"))
  expect_equal(columns(c(a = 1), tot = 3, v = 1:3), c("time", "a", "tot", "v1", "v2", "v3"))
  expect_equal(columns(c(a = 1), v = c(p = 1, q = 2)), c("time", "a", "v.p", "v.q"))
  expect_equal(columns(c(a = 1), 5, 6), c("time", "a", "2", "3"))
  expect_equal(columns(c(a = 1), 5, x = 6), c("time", "a", "", "x"))
})

test_that("output variables hold the values at the output times", {
  model <- function(t, y, parms) list(-y, double = 2 * y, clock = t, m = matrix(t * 1:4, 2))
  out <- dopri5(c(a = 1), seq(0, 2, 0.25), model, NULL)
  expect_equal(out[, 3], 2 * out[, 2])
  expect_equal(unname(out[, "clock"]), seq(0, 2, 0.25))
  expect_equal(unname(out[, 8]), 4 * seq(0, 2, 0.25))
  expect_equal(attr(out, "dimvar"), list(m = c(2L, 2L)))
})

test_that("integer and logical derivatives are taken, other types refused", {
  expect_equal(dopri5(0, 0:2, function(t, y, parms) list(1L), NULL)[3, 2], c(`1` = 2))
  expect_equal(dopri5(0, 0:2, function(t, y, parms) list(TRUE), NULL)[3, 2], c(`1` = 2))
  expect_error(dopri5(0, 0:2, function(t, y, parms) list("a"), NULL), "must be numeric, not character")
  expect_error(dopri5(0, 0:2, function(t, y, parms) list(if (t > 1) "a" else 1), NULL),
               "must be numeric, not character.*at time 1\\.")
})

test_that("wrong returns are told, at the start and on the way", {
  expect_error(dopri5(1, 0:1, function(t, y, parms) -y, NULL), "Model function must return a list")
  expect_error(dopri5(1, 0:1, function(t, y, parms) list(), NULL), "Model function must return a list")
  expect_error(dopri5(1, 0:1, function(t, y, parms) NULL, NULL), "Model function must return a list")
  expect_error(dopri5(c(1, 2), 0:1, function(t, y, parms) list(1), NULL),
               "number of derivatives returned by func\\(\\) \\(1\\) must equal the length of the initial conditions vector \\(2\\)")
  expect_error(dopri5(1, 0:1, function(t, y, parms) if (t > 0.5) -y else list(-y), NULL),
               "Model function must return a list.*at time 0\\.")
  expect_error(dopri5(1, 0:1, function(t, y, parms) list(if (t > 0.5) c(1, 2) else -y), NULL),
               "derivatives returned by func\\(\\) \\(2\\).*at time 0\\.")
  expect_error(dopri5(1, 0:2, function(t, y, parms) c(list(-y), rep(1, if (t > 1) 2 else 1)), NULL),
               "output variables must be numeric and keep their number")
})

test_that("a model that keeps its states finds them distinct and unchanged", {
  for (named in c(TRUE, FALSE)) {
    kept <- list()
    copies <- list()
    model <- function(t, y, parms) {
      kept[[length(kept) + 1]] <<- y
      copies[[length(copies) + 1]] <<- y + 0
      list(-y)
    }
    dopri5(c(a = 1), 0:3, model, NULL, ynames = named)
    expect_equal(kept, copies)
    expect_equal(length(unique(unlist(kept))), length(kept) - 1)  # the trial call is at the start too
  }
})

test_that("a model may change its copy of the state and the time", {
  model <- function(t, y, parms) {
    result <- list(-y)
    y[1] <- 1e9
    t[1] <- -5
    result
  }
  expect_equal(dopri5(1, 0:1, model, NULL), dopri5(1, 0:1, decay, NULL))
})

test_that("solvers work through ode(), ode.1D() and ode.2D()", {
  for (solver in explicit_solvers) {
    direct <- solver(c(a = 1, b = 0), 0:5, oscillator, NULL)
    expect_identical(deSolve::ode(c(a = 1, b = 0), 0:5, oscillator, NULL, method = solver), direct)
  }
  diffusion <- function(t, y, parms) list(diff(diff(c(0, y, 0))))
  bump <- exp(-seq(-2, 2, length.out = 20)^2)
  line <- deSolve::ode.1D(bump, 0:2, diffusion, NULL, nspec = 1, dimens = 20, method = dopri5)
  lsoda <- deSolve::ode.1D(bump, 0:2, diffusion, NULL, nspec = 1, dimens = 20)
  expect_equal(as.vector(line), as.vector(lsoda), tolerance = 1e-5)
  expect_equal(attr(line, "dimens"), 20)
})
