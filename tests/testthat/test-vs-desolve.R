# The same models with deSolve's solvers: the answers agree.

lorenz <- function(t, y, p) with(as.list(c(y, p)), {
  list(c(dX = a * X + Y * Z, dY = b * (Y - Z), dZ = -X * Y + c * Y - Z))
})
yini <- c(X = 1, Y = 1, Z = 1)
parms <- c(a = -8 / 3, b = -10, c = 28)
times <- seq(0, 5, by = 0.05)

test_that("the example of deSolve's help page agrees with lsoda", {
  reference <- deSolve::lsoda(yini, times, lorenz, parms, rtol = 1e-12, atol = 1e-12)
  for (solver in explicit_solvers) {
    out <- solver(yini, times, lorenz, parms, rtol = 1e-11, atol = 1e-11)
    expect_equal(unclass(out)[, 1:4], unclass(reference)[, 1:4], tolerance = 1e-6, ignore_attr = TRUE)
  }
})

test_that("a model with output variables gives the same columns as ode()", {
  model <- function(t, y, p) c(lorenz(t, y, p), norm = sqrt(sum(y^2)))
  ours <- deSolve::ode(yini, times, model, parms, method = dopri853, rtol = 1e-9, atol = 1e-9)
  theirs <- deSolve::ode(yini, times, model, parms, rtol = 1e-9, atol = 1e-9)
  expect_equal(colnames(ours), colnames(theirs))
  expect_equal(ours[, 5], theirs[, 5], tolerance = 1e-4)
})
