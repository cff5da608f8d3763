# The same answer on all ways to the implicit solvers, and from all forms of one problem.

test_that("direct call, ode() and dae() agree to the last bit", {
  p <- reaction(20)
  for (name in names(implicit_solvers)) {
    solver <- implicit_solvers[[name]]
    direct <- solver(p$y, 0:4 / 4, p$func, NULL)
    expect_identical(values(ode(p$y, 0:4 / 4, p$func, NULL, method = solver)), values(direct))
    expect_identical(values(dae(p$y, 0:4 / 4, NULL, func = p$func, method = name)),
                     values(direct))
    expect_identical(values(dae(p$y, 0:4 / 4, NULL, func = p$func, method = solver)),
                     values(direct))
    expect_identical(attr(direct, "type"), name)
    expect_s3_class(direct, c("detestset", "deSolve", "matrix"), exact = TRUE)
    # equal calls give equal bits, counters included
    again <- solver(p$y, 0:4 / 4, p$func, NULL)
    expect_identical(again, direct)
  }
})

test_that("ode.1D() uses the band of one and of two species", {
  p <- reaction(20)
  two <- function(t, y, parms) {
    a <- y[1:20]
    b <- y[21:40]
    list(c(p$func(t, a, NULL)[[1]] - a * b, 0.5 * p$func(t, b, NULL)[[1]] + a * b))
  }
  for (solver in implicit_solvers) {
    one <- ode.1D(p$y, 0:2 / 2, p$func, NULL, nspec = 1, method = solver, restructure = TRUE)
    direct <- solver(p$y, 0:2 / 2, p$func, NULL, jactype = "bandint", bandup = 1, banddown = 1)
    expect_identical(values(one), values(direct))
    both <- ode.1D(c(p$y, rev(p$y)), 0:2 / 2, two, NULL, nspec = 2, dimens = 20, method = solver,
                   restructure = TRUE)
    full <- solver(c(p$y, rev(p$y)), 0:2 / 2, two, NULL)
    expect_equal(values(both), values(full), tolerance = 1e-5)
    expect_lt(attr(both, "counts")[["nfev_jac"]], attr(full, "counts")[["nfev_jac"]])
  }
})

test_that("all structures and sources of the Jacobian agree", {
  n <- 60
  p <- reaction(n)
  solve <- function(solver, ...) solver(p$y, 0:4 / 4, p$func, NULL, rtol = 1e-7, atol = 1e-7, ...)
  indices <- which(p$pattern, arr.ind = TRUE)
  exact <- dopri853(p$y, 0:4 / 4, p$func, NULL, rtol = 1e-11, atol = 1e-11)
  for (name in names(implicit_solvers)) {
    solver <- implicit_solvers[[name]]
    runs <- list(
      fullint = solve(solver),
      fullusr = solve(solver, jacfunc = p$jac_full),
      bandint = solve(solver, jactype = "bandint", bandup = 1, banddown = 1),
      bandusr = solve(solver, jactype = "bandusr", jacfunc = p$jac_band, bandup = 1,
                      banddown = 1),
      wide = solve(solver, jactype = "bandint", bandup = 3, banddown = 2),
      sparseint = solve(solver, jactype = "sparseint"),
      pattern = solve(solver, jactype = "sparseint", control = list(sparsity = p$pattern)),
      pairs = solve(solver, control = list(sparsity = indices)),
      sparseusr = solve(solver, jactype = "sparseusr", jacfunc = p$jac_full))
    for (run in runs) expect_equal(values(run), values(exact), tolerance = 2e-6)
    counts <- sapply(runs, function(run) attr(run, "counts"))
    # the steps are the same, up to rounding; bimd weighs the cost of a factorisation and may
    # decide differently for bands
    for (run in names(runs))
      expect_lt(abs(counts["steps", run] / counts["steps", "fullusr"] - 1), 0.15)
    expect_equal(counts["steps", "fullint"], counts["steps", "fullusr"], tolerance = 0.05)
    expect_equal(counts["steps", "bandint"], counts["steps", "bandusr"], tolerance = 0.05)
    expect_equal(counts["nfev_jac", c("fullusr", "bandusr")], c(fullusr = 0, bandusr = 0))
    jacobians <- counts["jacobians", ]
    expect_equal(counts["nfev_jac", "fullint"], n * jacobians[["fullint"]])
    expect_equal(counts["nfev_jac", "bandint"], 3 * jacobians[["bandint"]])
    expect_equal(counts["nfev_jac", "wide"], 6 * jacobians[["wide"]])
    expect_equal(counts["nfev_jac", "pairs"], 3 * jacobians[["pairs"]])
    # finding the pattern by trial costs a few times n evaluations at the start
    found <- counts["nfev_jac", "sparseint"] - 3 * jacobians[["sparseint"]]
    expect_true(found > 0 && found <= 5 * n)
  }
})

test_that("sparse matrices of package Matrix serve as pattern and as Jacobian", {
  skip_if_not_installed("Matrix")
  p <- reaction(30)
  sparse <- Matrix::Matrix(p$pattern * 1, sparse = TRUE)
  jacobian <- function(t, y, parms) methods::as(Matrix::Matrix(p$jac_full(t, y), sparse = TRUE),
                                                "generalMatrix")
  for (solver in implicit_solvers) {
    reference <- solver(p$y, 0:1, p$func, NULL, control = list(sparsity = p$pattern))
    for (pattern in list(sparse, sparse != 0, methods::as(sparse, "generalMatrix"),
                         methods::as(sparse, "TsparseMatrix")))
      expect_identical(values(solver(p$y, 0:1, p$func, NULL, control = list(sparsity = pattern))),
                       values(reference))
    usr <- solver(p$y, 0:1, p$func, NULL, jactype = "sparseusr", jacfunc = jacobian)
    expect_equal(values(usr), values(reference), tolerance = 1e-5)
    # a sparse matrix also fills a full or banded one
    full <- solver(p$y, 0:1, p$func, NULL, jactype = "fullusr", jacfunc = jacobian)
    expect_equal(values(full), values(reference), tolerance = 1e-5)
    band <- solver(p$y, 0:1, p$func, NULL, jactype = "bandusr", jacfunc = jacobian, bandup = 1,
                   banddown = 1)
    expect_equal(values(band), values(reference), tolerance = 1e-5)
  }
})

test_that("compiled models take the same steps as R functions", {
  library <- compiled_model_library("reaction")
  n <- 40
  p <- reaction(n)
  for (solver in implicit_solvers) {
    compiled <- function(...) solver(p$y, 0:4 / 4, "reaction_derivs", p$parms, dllname = library,
                                     initfunc = "reaction_parms", nout = 2,
                                     outnames = c("sum", "slope"), ...)
    in_r <- function(...) solver(p$y, 0:4 / 4, p$func, NULL, ...)
    pairs <- list(
      list(compiled(), in_r()),
      list(compiled(jacfunc = "reaction_jac"), in_r(jacfunc = p$jac_full)),
      list(compiled(jacfunc = "reaction_jac", jactype = "bandusr", bandup = 1, banddown = 1),
           in_r(jacfunc = p$jac_band, jactype = "bandusr", bandup = 1, banddown = 1)),
      list(compiled(jactype = "sparseint"), in_r(jactype = "sparseint")))
    for (pair in pairs) {
      expect_equal(values(pair[[1]])[, 1:(n + 1)], values(pair[[2]]), tolerance = 1e-6)
      expect_equal(attr(pair[[1]], "counts")[["steps"]], attr(pair[[2]], "counts")[["steps"]])
    }
    out <- pairs[[1]][[1]]
    expect_equal(unname(out[, "sum"]), unname(rowSums(out[, 1:n + 1])), tolerance = 1e-14)
    slopes <- apply(out[, 1:n + 1], 1, function(u) p$func(0, u, NULL)[[1]][1])
    expect_equal(unname(out[, "slope"]), unname(slopes), tolerance = 1e-10)
  }
})

test_that("residual form, compiled and in R, agrees with the explicit one", {
  library <- compiled_model_library("reaction")
  n <- 40
  p <- reaction(n)
  dy <- p$func(0, p$y, NULL)[[1]]
  explicit <- mebdfi(p$y, 0:4 / 4, p$func, NULL, rtol = 1e-7, atol = 1e-7)
  in_r <- function(...) mebdfi(p$y, 0:4 / 4, parms = NULL, dy = dy, res = p$res, rtol = 1e-7,
                               atol = 1e-7, ...)
  compiled <- function(banded, ...)
    mebdfi(p$y, 0:4 / 4, parms = p$parms, dy = dy, res = "reaction_res", dllname = library,
           initfunc = "reaction_parms", ipar = c(n, banded), nout = 2,
           outnames = c("sum", "slope"), rtol = 1e-7, atol = 1e-7, ...)
  band <- function(f, type, ...) f(..., jactype = type, bandup = 1, banddown = 1)
  runs <- list(
    in_r(), in_r(jacres = p$jacres_full), band(in_r, "bandint"),
    band(in_r, "bandusr", jacres = p$jacres_band), in_r(jactype = "sparseint"),
    in_r(jactype = "sparseusr", jacres = p$jacres_full),
    compiled(0), compiled(0, jacres = "reaction_jacres"), band(compiled, "bandint", 1),
    band(compiled, "bandusr", 1, jacres = "reaction_jacres"), compiled(0, jactype = "sparseint"))
  for (run in runs) {
    expect_equal(values(run)[, 1:(n + 1)], values(explicit), tolerance = 1e-6)
    expect_equal(unname(run[, "sum"]), unname(rowSums(run[, 1:n + 1])), tolerance = 1e-14)
    slopes <- apply(run[, 1:n + 1], 1, function(u) p$func(0, u, NULL)[[1]][1])
    expect_equal(unname(run[, "slope"]), unname(slopes), tolerance = 1e-4)
  }
})

test_that("a compiled residual may refuse a state or stop the run", {
  library <- compiled_model_library("reaction")
  run <- function(refuse) with_warnings(
    mebdfi(1, c(0, 0.25, 2), parms = NULL, dy = -1, res = "refusing_res", dllname = library,
           ipar = refuse, maxsteps = 500))
  refused <- run(1L)
  expect_lt(attr(refused$value, "istate")[1], 0L)
  expect_match(refused$warnings[1], "at t = 0\\.[45]")
  expect_equal(unname(refused$value[2, 2]), exp(-0.25), tolerance = 1e-5)
  stopped <- run(0L)
  expect_lt(attr(stopped$value, "istate")[1], 0L)
  expect_lte(max(stopped$value[, 1]), 1)
})

test_that("problems of the catalogue run by themselves, by their functions and in R", {
  for (name in c("hires", "rober")) {
    problem <- testproblem(name)
    times <- c(problem$t0, problem$t0 + 0.1 * (problem$tend - problem$t0))
    for (solver in implicit_solvers) {
      solve <- function(func, ...) solver(problem$y, times, func, NULL, rtol = 1e-7, atol = 1e-11,
                                          ...)
      built_in <- solve(problem)
      in_r <- solve(problem$func, jacfunc = problem$jac)
      expect_equal(values(built_in), values(in_r), tolerance = 1e-6)
      for (type in c("fullint", "fullusr", "sparseint", "sparseusr"))
        expect_equal(values(solve(problem, jactype = type)), values(built_in), tolerance = 1e-5)
    }
  }
  expect_error(gamd(1, 0:1, testproblem("hires"), NULL), "'hires' has 8 variables, but `y' has")
})

test_that("problems of the catalogue know the pattern of their Jacobian", {
  # the inverter chain: at the start its transistors are cut off, so trial would miss entries
  nand <- testproblem("nand")
  solve <- function(...) mebdfi(nand$y, c(0, 20), nand, NULL, ...)
  own <- solve()
  expect_identical(values(solve(dy = nand$dy)), values(own))
  for (type in c("fullint", "sparseint", "sparseusr", "bandint", "bandusr"))
    expect_equal(values(solve(jactype = type)), values(own), tolerance = 1e-3)
  expect_error(solve(jactype = "bandusr", bandup = 1, banddown = 1),
               "'nand' has entries outside the band given by 'bandup' and 'banddown'")
  expect_error(solve(jactype = "sparseusr", control = list(sparsity = diag(14))),
               "'nand' has entries outside the pattern given by `control\\$sparsity'")
  # a wider pattern is as good
  expect_equal(values(solve(jactype = "sparseusr", control = list(sparsity = matrix(1, 14, 14)))),
               values(own), tolerance = 1e-3)
  transistor <- testproblem("transistor")
  for (solver in implicit_solvers)
    for (type in c("bandint", "bandusr", "sparseusr"))
      expect_equal(values(solver(transistor$y, c(0, 0.02), transistor, NULL, jactype = type)),
                   values(solver(transistor$y, c(0, 0.02), transistor, NULL)), tolerance = 1e-3)
  expect_error(dopri5(transistor$y, c(0, 0.02), transistor, NULL),
               "dopri5 has no mass matrix and cannot solve")
})

test_that("a Jacobian function gets the time and the state it is asked for", {
  # radau5, gamd and bimd evaluate it at the points the steps begin from
  for (solver in list(radau5, gamd, bimd)) {
    seen <- NULL
    jacobian <- function(t, y, mu) {
      seen <<- rbind(seen, c(t, y))
      matrix(c(0, -2 * mu * y[1] * y[2] - 1, 1, mu * (1 - y[1]^2)), 2)
    }
    model <- counting(van_der_pol)
    out <- solver(c(2, 0), c(0, 100), model$f, 50, jacfunc = jacobian, control = list(log = TRUE))
    log <- attr(out, "log")
    expect_true(all(seen[, 1] %in% c(0, log$time)))
    # the trial call is not counted
    expect_equal(nrow(seen) - 1, attr(out, "counts")[["jacobians"]])
    again <- solver(c(2, 0), seen[!duplicated(seen[, 1]), 1], van_der_pol, 50, rtol = 1e-8)
    expect_equal(values(again)[, 2], seen[!duplicated(seen[, 1]), 2], tolerance = 1e-2)
  }
})

test_that("callbacks survive the garbage collector and see only their own arguments", {
  residual <- function(t, y, dy, mu) list(dy - van_der_pol(t, y, mu)[[1]])
  matrix_at <- function(y, mu) matrix(c(0, -2 * mu * y[1] * y[2] - 1, 1, mu * (1 - y[1]^2)), 2)
  # collects at the second to fourth call: the first is the trial
  collecting <- function(f, collect) {
    n <- 0
    function(...) {
      n <<- n + 1
      if (collect && n %in% 2:4) gc()
      f(...)
    }
  }
  for (solver in implicit_solvers) {
    run <- function(collect)
      solver(c(2, 0), 0:2, van_der_pol, 5,
             jacfunc = collecting(function(t, y, mu) matrix_at(y, mu), collect))
    expect_identical(run(TRUE), run(FALSE))
  }
  run <- function(collect)
    mebdfi(c(2, 0), 0:1, parms = 5, dy = c(0, -2), res = residual,
           jacres = collecting(function(t, y, dy, mu, cj) cj * diag(2) - matrix_at(y, mu), collect))
  expect_identical(run(TRUE), run(FALSE))
})

test_that("compiled functions can be given as a list, with forcings that jump", {
  library <- compiled_model_library("reaction")
  p <- reaction(10)
  dy <- p$func(0, p$y, NULL)[[1]]
  functions <- list(func = "reaction_derivs", jacfunc = "reaction_jac",
                    initfunc = "reaction_parms", dllname = library)
  for (solver in implicit_solvers)
    expect_identical(values(solver(p$y, 0:1, functions, p$parms)),
                     values(solver(p$y, 0:1, "reaction_derivs", p$parms, dllname = library,
                                   jacfunc = "reaction_jac", initfunc = "reaction_parms")))
  functions <- list(res = "reaction_res", jacres = "reaction_jacres", initfunc = "reaction_parms",
                    dllname = library)
  listed <- mebdfi(p$y, 0:1, parms = p$parms, dy = dy, res = functions, ipar = c(10, 0))
  expect_equal(values(listed), values(mebdfi(p$y, 0:1, p$func, NULL)), tolerance = 1e-4)
  # a forcing that is constant by pieces: no step crosses its jumps
  forced <- compiled_library()
  feed <- list(cbind(c(0, 1, 2.5), c(1, 3, 0.5)))
  solve <- function(solver, ...) solver(c(1, 1), 0:10 / 2, "forced_derivs", c(1, 0.5),
                                        dllname = forced, initfunc = "forced_parms", nout = 2,
                                        initforc = "forced_forc", forcings = feed,
                                        fcontrol = list(method = "constant"), ...)
  exact <- solve(dopri853, rtol = 1e-11, atol = 1e-11)
  for (solver in implicit_solvers) {
    out <- solve(solver, rtol = 1e-8, atol = 1e-8)
    expect_equal(values(out), values(exact), tolerance = 1e-6)
    expect_equal(attr(out, "counts")[["restarts"]], 2)
  }
})
