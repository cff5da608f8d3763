# dae(): the choice of a solver and of the form of the equations.

constraint <- function(t, y, dy, parms) list(c(dy[1] + y[1], y[1] + y[2] - 1))
with_mass <- function(t, y, parms) list(c(-y[1], y[1] + y[2] - 1))
exact <- function(t) cbind(exp(-t), 1 - exp(-t))

test_that("implicit equations are solved by mebdfi and daspk, given by name or as functions", {
  solve <- function(...) dae(c(1, 0), 0:5, NULL, dy = c(-1, 1), res = constraint, ...)
  for (out in list(solve(), solve(method = "mebdfi"), solve(method = mebdfi),
                   solve(method = "daspk"), solve(method = daspk))) {
    expect_s3_class(out, "deSolve")
    expect_equal(matrix(out[, -1], 6), exact(0:5), tolerance = 1e-4, ignore_attr = TRUE)
  }
  expect_identical(attr(solve(), "type"), "mebdfi")
  expect_identical(attr(solve(method = "daspk"), "type"), "daspk")
  expect_identical(solve(), mebdfi(c(1, 0), 0:5, parms = NULL, dy = c(-1, 1), res = constraint))
})

test_that("equations with a mass matrix are solved by all", {
  solve <- function(...) dae(c(1, 0), 0:5, NULL, func = with_mass, ...)
  solvers <- list("mebdfi", "gamd", "bimd", "radau5", mebdfi, gamd, bimd, radau5)
  for (method in solvers)
    expect_equal(values(solve(method = method, mass = c(1, 0)))[, -1], exact(0:5),
                 tolerance = 1e-4)
  for (method in list("radau", deSolve::radau, "daspk"))
    expect_equal(matrix(solve(method = method, mass = diag(c(1, 0)))[, -1], 6), exact(0:5),
                 tolerance = 1e-4, ignore_attr = TRUE)
  # dy is passed to those who take it and not to the others
  for (method in c("mebdfi", "daspk", "gamd"))
    expect_equal(matrix(solve(method = method, dy = c(-1, 1), mass = diag(c(1, 0)))[, -1], 6),
                 exact(0:5), tolerance = 1e-4, ignore_attr = TRUE)
})

test_that("parms and further arguments are passed on", {
  out <- dae(1, 0:1, 2, dy = -6, res = function(t, y, dy, parms, rate) list(dy + rate * parms * y),
             rate = 3)
  expect_equal(out[[2, 2]], exp(-6), tolerance = 1e-3)
  expect_equal(dae(1, 0:1, dy = -1, res = function(t, y, dy, parms) list(dy + y))[[2, 2]], exp(-1),
               tolerance = 1e-4)
  out <- dae(c(1, 0), 0:5, NULL, func = with_mass, method = "gamd", mass = c(1, 0), rtol = 1e-9,
             atol = 1e-9, maxord = 5, jactype = "fullusr",
             jacfunc = function(t, y, parms) rbind(c(-1, 0), 1))
  expect_equal(values(out)[, -1], exact(0:5), tolerance = 1e-7)
  expect_equal(attr(out, "counts")[["nfev_jac"]], 0)
})

test_that("solvers without residual refuse it", {
  for (method in c("gamd", "bimd", "radau", "radau5"))
    expect_error(dae(c(1, 0), 0:5, NULL, dy = c(-1, 1), res = constraint, method = method),
                 paste0("^", sub("^radau$", "radau5", method),
                        " cannot handle implicit equations$"))
  for (method in list(gamd, bimd, radau5, deSolve::radau, deSolve::lsoda))
    expect_error(dae(c(1, 0), 0:5, NULL, dy = c(-1, 1), res = constraint, method = method),
                 "^the solver cannot handle implicit equations$")
})

test_that("bad input", {
  expect_error(dae(1, 0:1, NULL), "either `func' or 'res' must be specified")
  expect_error(dae(1, 0:1, NULL, func = decay, res = constraint),
               "either `func' OR 'res' must be specified, not both")
  expect_error(dae(1, 0:1, NULL, func = decay, method = "euler"),
               "'method' should be one of 'mebdfi', 'daspk'.*, or a function, not \"euler\"")
  expect_error(dae(1, 0:1, NULL, func = decay, method = 1),
               "'method' must be a function or the name of one, not 1")
  expect_error(dae(1, 0:1, NULL, func = decay, method = c("gamd", "bimd")),
               "'method' must be a function or the name of one")
})
