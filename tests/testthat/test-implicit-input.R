# Input that makes no sense: an error before anything is computed, that names the argument, what
# came and what is accepted.

expect_refused <- function(solver, ..., text, y = c(a = 1, b = 1), func = decay, times = 0:1)
  expect_error(solver(y, times, func, NULL, ...), text, info = text)

every <- function(...) for (solver in implicit_solvers) expect_refused(solver, ...)

test_that("mass", {
  every(mass = 1, text = "as many columns as number of variables in 'y'; it has 1, and 'y' has 2")
  every(mass = diag(3), text = "as many columns as number of variables in 'y'; it has 3")
  every(mass = matrix(1, 3, 2),
        text = "nr of rows in mass matrix.*'massup'\\+'massdown'\\+1 .*it has 3 rows")
  every(mass = matrix(1, 3, 4), massup = 1, massdown = 0, y = 1:4,
        text = "it has 3 rows, 'y' has 4 elements, and 'massup'\\+'massdown'\\+1 is 2")
  every(mass = matrix(1, 3, 4), massup = 1, massdown = -1, y = 1:4,
        text = "`massdown' must be a whole number >= 0, not -1")
  every(mass = matrix(1, 5, 4), massup = 4, massdown = 0, y = 1:4,
        text = "must be smaller than the number of equations 4, not 4 and 0")
  every(mass = c(1, NA), text = "`mass' must be finite, but element 2 is NA")
  every(mass = matrix(c(1, 0, Inf, 1), 2), text = "`mass' must be finite, but element 1, 2 is Inf")
  every(mass = "identity", text = "`mass' must be a numeric matrix or vector, not \"identity\"")
  every(mass = function(t) 1, text = "`mass' must be a numeric matrix or vector, not a function")
  every(mass = array(1, c(2, 2, 1)), text = "`mass' must be a matrix or a vector")
  hires <- testproblem("hires")
  every(y = hires$y, func = hires, mass = rep(1, 8),
        text = "`mass' belongs to the problem 'hires' and cannot be given")
})

test_that("nind", {
  every(nind = c(2, 0), text = "length of `nind' must be = 3, not 2")
  every(nind = c("2", "0", "0"), text = "`nind' must be numeric")
  every(nind = c(3, -1, 0), mass = c(1, 1), text = "three whole numbers >= 0, not +3, -1, +0")
  every(nind = c(1.5, 0.5, 0), mass = c(1, 1), text = "three whole numbers >= 0")
  every(nind = c(1, NA, 0), mass = c(1, 1), text = "three whole numbers >= 0")
  every(nind = c(1, 0, 0), text = "sum of of `nind' must equal n.*the sum is 1, n is 2")
  every(nind = c(1, 1, 0), text = "index 2 or 3, but without `mass'")
})

test_that("jacfunc and jactype", {
  every(jactype = "full", text = "'jactype' must be one of 'fullint', 'fullusr',.*not \"full\"")
  every(jactype = 1, text = "'jactype' must be one of.*not 1")
  every(jactype = c("fullint", "fullusr"), text = "'jactype' must be one of")
  for (type in c("fullusr", "sparseusr"))
    every(jactype = type, text = "'jacfunc' NOT specified; either specify 'jacfunc' or change")
  every(jacfunc = 1, text = "jacfunc  must be a function or character vector.*it is 1")
  every(jacfunc = "jac", text = "jacfunc  must be a function or character vector.*it is \"jac\"")
  every(jacfunc = function(t, y, parms) c(1, 2),
        text = "Jacobian function 'jacfunc' must return a matrix.*it returned 1, 2")
  every(jacfunc = function(t, y, parms) diag(3),
        text = "Jacobian dimension not ok: 'jacfunc' returned 3 x 3 instead of 2 x 2")
  every(jacfunc = function(t, y, parms) matrix("a", 2, 2),
        text = "'jacfunc' must return numbers, not character")
  every(jactype = "bandusr", bandup = 0, banddown = 1, jacfunc = function(t, y, parms) diag(3),
        text = "Jacobian dimension not ok: 'jacfunc' returned 3 x 3 instead of 2 x 2")
  for (solver in implicit_solvers)
    expect_warning(solver(1, 0:1, decay, NULL, jactype = "fullint",
                          jacfunc = function(t, y, parms) matrix(-1)),
                   "'jacfunc' is not used, because 'jactype' is 'fullint'")
  expect_refused(mebdfi, jacres = function(t, y, dy, parms, cj) diag(2),
                 text = "'jacfunc' goes with 'func', 'jacres' with 'res'")
})

test_that("a Jacobian whose shape changes midway", {
  cubic <- function(t, y, parms) list(-y^3)
  for (solver in implicit_solvers) {
    expect_error(solver(1, c(0, 1e4), cubic, NULL, jacfunc = function(t, y, parms)
      if (t > 0) diag(2) else matrix(-3 * y^2)),
      "Jacobian dimension not ok: 2 x 2 instead of 1 x 1 \\(function 'jacfunc' at time")
    expect_error(solver(1, c(0, 1e4), cubic, NULL, jacfunc = function(t, y, parms)
      if (t > 0) -1 else matrix(-3 * y^2)),
      "must return a matrix \\(function 'jacfunc' at time")
    expect_error(solver(1, c(0, 1e4), cubic, NULL, jacfunc = function(t, y, parms)
      if (t > 0) matrix("a") else matrix(-3 * y^2)),
      "must be numeric \\(function 'jacfunc' at time")
  }
})

test_that("entries of a Jacobian outside its sparsity pattern", {
  skip_if_not_installed("Matrix")
  p <- reaction(5)
  full <- function(t, y, parms) matrix(1, 5, 5)
  sparse <- function(t, y, parms)
    methods::as(methods::as(Matrix::Matrix(1, 5, 5, sparse = TRUE), "generalMatrix"),
                "CsparseMatrix")
  larger <- function(t, y, parms) methods::as(Matrix::sparseMatrix(7, 1, x = 1, dims = c(7, 5)),
                                              "CsparseMatrix")
  for (solver in implicit_solvers) {
    for (f in list(full, sparse))
      expect_error(solver(p$y, 0:1, p$func, NULL, jactype = "sparseusr", jacfunc = f),
                   "outside its sparsity pattern.*'jacfunc'")
    expect_error(solver(p$y, 0:1, p$func, NULL, jactype = "fullusr", jacfunc = larger),
                 "Jacobian dimension not ok: 'jacfunc' returned 7 x 5 instead of 5 x 5")
    expect_error(solver(p$y, 0:1, p$func, NULL, jactype = "bandusr", jacfunc = sparse, bandup = 1,
                        banddown = 1), "outside its sparsity pattern or band")
  }
})

test_that("sparsity", {
  for (pattern in list(diag(3), "full", matrix(c(1, 5), 1), matrix(c(0, 1), 1), 1:4))
    every(control = list(sparsity = pattern), text = "`control\\$sparsity' must be an n x n matrix")
  every(control = list(sparsity = matrix(NA, 2, 2)), text = "sparsity' must not have missing")
  for (solver in implicit_solvers)
    expect_warning(solver(c(1, 1), 0:1, decay, NULL, jactype = "fullint",
                          control = list(sparsity = diag(2))),
                   "control\\$sparsity is not used, because 'jactype' is 'fullint'")
  expect_error(gamd(c(1, 1), 0:1, function(t, y, parms) list(if (all(y == 1)) -y else y * NaN),
                    NULL, jactype = "sparseint"),
               "sparsity pattern of the Jacobian could not be found.*control\\$sparsity")
})

test_that("bandwidths", {
  every(jactype = "bandint", text = "'bandup' and 'banddown' must be specified if banded")
  every(jactype = "bandint", bandup = 1, text = "'bandup' and 'banddown' must be specified")
  every(jactype = "bandint", bandup = -1, banddown = 0,
        text = "`bandup' must be a whole number >= 0, not -1")
  every(jactype = "bandint", bandup = 0, banddown = 0.5,
        text = "`banddown' must be a whole number >= 0, not 0.5")
  every(jactype = "bandint", bandup = "1", banddown = 0, text = "`bandup' must be a whole number")
  every(jactype = "bandint", bandup = 2, banddown = 0,
        text = "must be smaller than the number of equations 2, not 2 and 0")
})

test_that("orders, Newton iterations and parameters", {
  expect_refused(gamd, maxord = 10, text = "'maxord' too large: should be <= 9")
  expect_refused(gamd, maxord = 2, text = "'maxord' too small: should be >= 3")
  expect_refused(gamd, minord = 2, text = "'minord' too small: should be >= 3")
  expect_refused(gamd, minord = 10, text = "'minord' too large: should be <= 9")
  expect_refused(gamd, minord = 7, maxord = 5, text = "'maxord' cannot be smaller than 'minord'")
  expect_refused(gamd, minord = 4, maxord = 4, text = "no order of gamd.*3, 5, 7, 9.*4 to 4")
  expect_refused(gamd, maxord = "5", text = "'maxord' must be a number from 3 to 9, not \"5\"")
  expect_refused(bimd, maxord = 13, text = "'maxord' too large: should be <= 12")
  expect_refused(bimd, maxord = 3, text = "'maxord' too small: should be >= 4")
  expect_refused(bimd, minord = 5, maxord = 5, text = "no order of bimd.*4, 6, 8, 10, 12.*5 to 5")
  for (maxord in list(0, 9, 2.5, NA, "3", c(3, 4)))
    expect_refused(mebdfi, maxord = maxord, text = "`maxord' must be >1 and <=8, not ")
  expect_refused(gamd, maxnewtit = 1:3, text = "'maxit' should be an integer vector of length 4")
  expect_refused(bimd, maxnewtit = 1:4, text = "'maxit' should be an integer vector of length 5")
  expect_refused(gamd, maxnewtit = c(0, 1, 2, 3), text = "whole numbers.*maxnewtit\\[1\\] is 0")
  expect_refused(gamd, maxnewtit = c(5, 5, Inf, 3), text = "whole numbers.*maxnewtit\\[3\\] is Inf")
  expect_refused(bimd, maxnewtit = letters[1:5], text = "'maxit' should be an integer vector")
  expect_refused(bimd, wrkpars = 1:11, text = "'wrkpars' should be an real vector of length 12")
  expect_refused(bimd, wrkpars = letters[1:12], text = "'wrkpars' should be an real vector")
  expect_refused(bimd, wrkpars = c(-1, rep(0, 11)), text = "non-negative, but wrkpars\\[1\\] is -1")
})

test_that("parameters of radau5", {
  refused <- list(list(nit = 0), list(nit = 2.5), list(fnewt = -1), list(thet = 2),
                  list(quot1 = 2), list(quot2 = 0.5), list(safe = 0), list(safe = 2))
  for (setting in refused)
    expect_refused(radau5, control = setting,
                   text = paste0("`control\\$", names(setting), "' must be a .*number from"))
  expect_refused(radau5, control = list(nit = c(1, 2)), text = "nit' must be numeric, one")
  expect_refused(radau5, control = list(safe = "a"), text = "safe' must be numeric, one")
})

test_that("tolerances that a method cannot use", {
  for (name in c("gamd", "bimd", "radau5"))
    expect_refused(implicit_solvers[[name]], rtol = c(1e-6, 0),
                   text = paste0("`rtol' must be positive in ", name,
                                 "\\(\\), but rtol\\[2\\] is 0"))
  expect_refused(radau5, atol = 0, text = "`atol' must be positive in radau5\\(\\)")
  for (solver in list(mebdfi, gamd, bimd)) {
    expect_refused(solver, atol = 0, y = c(a = 1, b = 0),
                   text = "`atol' must be positive where `y' is zero.*y\\[2\\] \\('b'\\) is 0")
    # where the state is not zero, a purely relative tolerance is fine
    expect_equal(solver(1, 0:1, decay, NULL, atol = 0)[[2, 2]], exp(-1), tolerance = 1e-4)
  }
  expect_equal(mebdfi(1, 0:1, decay, NULL, rtol = 0)[[2, 2]], exp(-1), tolerance = 1e-4)
  every(rtol = 0, atol = 0, text = "`rtol' and `atol' must not both be zero")
  every(rtol = -1, text = "`rtol' must be finite and non-negative")
  every(rtol = "1", text = "`rtol' must be numeric")
  every(atol = rep(1e-6, 3), text = "`atol' must either be a scalar, or as long as `y'")
})

test_that("func, res and what goes with them", {
  residual <- function(t, y, dy, parms) list(dy + y)
  expect_error(mebdfi(1, 0:1, parms = NULL), "either `func' or 'res' must be specified")
  expect_error(mebdfi(1, 0:1, decay, NULL, res = residual),
               "either `func' OR 'res' must be specified, not both")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = residual, jacfunc = decay),
               "'jacfunc' goes with 'func', 'jacres' with 'res'")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = residual, jacfunc = decay, jacres = decay),
               "either `jacfunc' OR 'jacres' must be specified, not both")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = residual, mass = 1),
               "cannot combine `res' with 'mass'")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = residual, jactype = "fullusr"),
               "'jacres' NOT specified; either specify 'jacres' or change 'jactype'")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = 1), "`res' must be a function or character")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = residual, dy = 1:2),
               "`dy' must be as long as `y' \\(1\\), not 2")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = residual, dy = "a"), "`dy' must be numeric")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = residual, dy = NaN), "`dy' must be finite")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = function(t, y, dy, parms) dy + y),
               "Model function must return a list")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = function(t, y, dy, parms) list(c(1, 2))),
               "number of residuals returned by res\\(\\) \\(2\\) must equal.*\\(1\\)")
  expect_error(mebdfi(1, 0:1, parms = NULL, res = residual, dy = -1,
                      jacres = function(t, y, dy, parms, cj) diag(2)),
               "'jacres' returned 2 x 2 instead of 1 x 1")
  every(func = function(t, y, parms) -y, text = "Model function must return a list")
  every(func = function(t, y, parms) list(1),
        text = "derivatives returned by func\\(\\) \\(1\\) must equal.*\\(2\\)")
  every(func = 1, text = "`func' must be a function or character vector")
})

test_that("times, steps and the rest", {
  every(y = "1", text = "`y' must be numeric")
  every(y = c(a = 1, b = NA), text = "`y' must be finite, but y\\[2\\] \\('b'\\) is NA")
  every(times = c(0, 1, 1), text = "strictly increasing or decreasing")
  every(times = "0", text = "`times' must be NULL or numeric")
  every(tcrit = "1", text = "`tcrit' must be numeric")
  every(hmax = -1, text = "`hmax' must be a non-negative value, not -1")
  every(hini = "1", text = "`hini' must be numeric")
  every(maxsteps = 0, text = "`maxsteps' must be a whole number >= 1, not 0")
  every(control = 1, text = "`control' must be a list, not 1")
  every(control = list(timelimit = -1), text = "timelimit' must be a positive number")
  every(control = list(refine = 2), text = "`control\\$refine' must be")
})

test_that("compiled models", {
  library <- compiled_model_library("reaction")
  p <- reaction(4)
  for (solver in implicit_solvers) {
    compiled <- function(...) solver(p$y, 0:1, "reaction_derivs", p$parms, dllname = library,
                                     initfunc = "reaction_parms", ...)
    expect_error(compiled(jacfunc = "no_such_jac"), "jac function not loaded +no_such_jac")
    expect_error(compiled(jacfunc = p$jac_full), "If 'func' is dynloaded, so must 'jacfunc' be")
    expect_error(compiled(jacfunc = "reaction_jac", jactype = "sparseusr"),
                 "'sparseusr' needs an R function 'jacfunc'")
    expect_error(solver(p$y, 0:1, "reaction_derivs", p$parms), "specify the name of the dll")
  }
  expect_error(mebdfi(p$y, 0:1, parms = p$parms, res = "no_such_res", dllname = library),
               "dyn function 'res' not loaded no_such_res")
  expect_error(mebdfi(p$y, 0:1, parms = p$parms, res = "reaction_res", ipar = c(4, 0),
                      dllname = library, jacres = p$jacres_full),
               "If 'res' is dynloaded, so must 'jacres' be")
})

test_that("implicit problems of the catalogue go to mebdfi only", {
  set <- testset()
  for (name in set$name[set$class == "IDE"]) {
    problem <- testproblem(name)
    for (solver in list(gamd, bimd, radau5))
      expect_error(solver(problem$y, c(problem$t0, problem$tend), problem, NULL),
                   "cannot handle implicit equations")
  }
})

test_that("an initial derivative of another shape is a vector to the model", {
  res <- function(t, y, dy, parms) list(as.vector(diag(4) %*% dy + y))
  run <- function(dy) mebdfi(c(1, 2, 3, 4), 0:2, res = res, parms = NULL, dy = dy)
  expect_identical(values(run(matrix(-c(1, 2, 3, 4), 2))), values(run(-c(1, 2, 3, 4))))
})
