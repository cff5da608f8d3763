# Solvers inside the models of other solvers.

test_that("a solver inside the model of another gives the right answer", {
  # inner: exp(-1) by integration; outer: y' = -y + (inner - exp(-1)), so y = exp(-t)
  for (outer in explicit_solvers) for (inner in explicit_solvers) {
    model <- function(t, y, parms) {
      one <- inner(c(z = 1), c(0, 0.5, 1), decay, NULL, rtol = 1e-8, atol = 1e-8)[3, 2]
      list(-y + (one - exp(-1)))
    }
    out <- outer(c(y = 1), c(0, 0.5, 1), model, NULL, rtol = 1e-6, atol = 1e-6)
    expect_equal(nrow(out), 3)
    expect_equal(unname(out[, 2]), exp(-c(0, 0.5, 1)), tolerance = 1e-5)
  }
})

test_that("recursion of one solver works, three deep", {
  depth_model <- function(depth) function(t, y, parms) {
    if (depth == 0) return(list(-y))
    inner <- dopri5(y, c(0, 0.1), depth_model(depth - 1), NULL)
    list(-y, inner = inner[2, 2])
  }
  out <- dopri5(c(y = 1), 0:1, depth_model(2), NULL)
  expect_equal(out[2, 2], c(y = exp(-1)), tolerance = 1e-5)
})

test_that("deSolve's solvers inside ours and ours inside deSolve's agree", {
  with_lsoda <- function(t, y, parms) list(-y * deSolve::lsoda(1, 0:1, decay, NULL)[2, 2] * exp(1))
  with_ours <- function(t, y, parms) list(-y * dopri5(1, 0:1, decay, NULL)[2, 2] * exp(1))
  expect_equal(dopri5(1, 0:1, with_lsoda, NULL)[2, 2], c(`1` = exp(-1)), tolerance = 1e-4)
  expect_equal(deSolve::lsoda(1, 0:1, with_ours, NULL)[2, 2], c(`1` = exp(-1)), tolerance = 1e-4)
})

test_that("an error in an inner solve names the inner state and leaves nothing behind", {
  inner <- function(t, y, parms) if (t > 0.05) stop("inner boom") else list(-y)
  outer <- function(t, y, parms) {
    dopri5(c(z = 2), c(0, 0.1), inner, NULL)
    list(-y)
  }
  expect_error(dopri853(c(a = 1), 0:3, outer, NULL), "inner boom\n.*state z = 1\\.")
  expect_equal(deTestSet:::solve_depth(), 0L)
})
