# The counters of the implicit solvers are what a counting model finds.

slots <- c(steps = 2, nfev = 3, jacobians = 4, factorisations = 10, newton_iterations = 11,
           newton_failures = 12, error_failures = 13)

test_that("evaluations reported are those made, less the trial call", {
  p <- reaction(15)
  settings <- list(list(), list(jactype = "bandint", bandup = 1, banddown = 1),
                   list(jactype = "sparseint"), list(control = list(sparsity = p$pattern)),
                   list(hini = 1e-3), list(tcrit = 0.3))
  for (solver in implicit_solvers) {
    for (setting in settings) {
      model <- counting(p$func)
      out <- do.call(solver, c(list(p$y, 0:10 / 10, model$f, NULL), setting))
      counts <- attr(out, "counts")
      expect_equal(counts[["nfev"]], model$count() - 1)
      expect_gt(counts[["nfev_jac"]], 0)
      expect_lt(counts[["nfev_jac"]], counts[["nfev"]])
      expect_equal(counts[["nfev_out"]], 0)
    }
    # with a Jacobian function: its trial call is not counted either
    model <- counting(p$func)
    jacobian <- counting(p$jac_full)
    out <- solver(p$y, 0:10 / 10, model$f, NULL, jacfunc = jacobian$f)
    counts <- attr(out, "counts")
    expect_equal(counts[["nfev"]], model$count() - 1)
    expect_equal(counts[["jacobians"]], jacobian$count() - 1)
    expect_equal(counts[["nfev_jac"]], 0)
  }
})

test_that("calls for output variables are counted apart", {
  p <- reaction(15)
  with_output <- function(t, y, parms) c(p$func(t, y, parms), list(sum = sum(y)))
  for (solver in implicit_solvers) {
    model <- counting(with_output)
    out <- solver(p$y, 0:10 / 10, model$f, NULL)
    counts <- attr(out, "counts")
    expect_equal(counts[["nfev_out"]], 11)
    expect_equal(counts[["nfev"]] + counts[["nfev_out"]], model$count() - 1)
    expect_identical(values(out)[, 1:16], values(solver(p$y, 0:10 / 10, p$func, NULL)))
  }
})

test_that("residuals are counted like right-hand sides", {
  p <- reaction(15)
  dy <- p$func(0, p$y, NULL)[[1]]
  residual <- counting(p$res)
  out <- mebdfi(p$y, 0:10 / 10, parms = NULL, dy = dy, res = residual$f)
  counts <- attr(out, "counts")
  expect_equal(counts[["nfev"]] + counts[["nfev_out"]], residual$count() - 1)
  expect_equal(counts[["nfev_jac"]], 15 * counts[["jacobians"]])
  jacobian <- counting(p$jacres_full)
  out <- mebdfi(p$y, 0:10 / 10, parms = NULL, dy = dy, res = p$res, jacres = jacobian$f)
  expect_equal(attr(out, "counts")[["jacobians"]], jacobian$count() - 1)
  expect_equal(attr(out, "counts")[["nfev_jac"]], 0)
})

test_that("istate holds the counters, and they are consistent", {
  for (name in names(implicit_solvers)) {
    solver <- implicit_solvers[[name]]
    out <- solver(c(2, 0), c(0, 1, 150), van_der_pol, 50)
    istate <- attr(out, "istate")
    counts <- attr(out, "counts")
    expect_type(istate, "integer")
    expect_length(istate, 21)
    for (slot in names(slots)) expect_equal(istate[slots[[slot]]], counts[[slot]])
    expect_equal(counts[["steps"]], counts[["accepted"]] + counts[["rejected"]])
    expect_lte(counts[["error_failures"]], counts[["rejected"]])
    expect_gte(counts[["error_failures"]] + counts[["newton_failures"]], counts[["rejected"]])
    expect_gte(counts[["factorisations"]], counts[["jacobians"]] * (name != "mebdfi"))
    expect_gte(counts[["newton_iterations"]], counts[["accepted"]])
    expect_equal(counts[["nfev_jac"]], 2 * counts[["jacobians"]])
    rstate <- attr(out, "rstate")
    expect_length(rstate, 5)
    expect_gt(rstate[1], 0)
    expect_gt(rstate[2], 0)
    expect_equal(rstate[3], 150)
    expect_output(diagnostics(out), "Integration was successful.*Newton iterations: ")
  }
})

test_that("Newton's iteration of an index 2 system is not more accurate than it need be", {
  # Three stages a step, so three evaluations at least; seven, for no more digits, if all variables
  # of index 1 are found to h tolerances.
  p <- testproblem("wheelset")
  out <- mebdfi(p$y, c(p$t0, p$tend), p, NULL, rtol = 1e-6, atol = 1e-6, maxsteps = 1e5)
  counts <- attr(out, "counts")
  expect_lt(counts[["nfev"]] / counts[["steps"]], 4.7)
  expect_gt(mescd(out, "wheelset", 1, 1), 4)
})
