# Models in compiled code, by deSolve's conventions.

feed <- cbind(c(0, 2, 3, 7, 10), c(0.2, 1, 0.4, 1.5, 0.3))
chemostat <- function(input) function(t, y, p) {
  f <- input(t)
  list(c(f - p[1] * y[1] * y[2], p[1] * y[1] * y[2] - p[2] * y[2]), total = sum(y), feed = f)
}
yini <- c(s = 1, x = 0.5)
parms <- c(k = 0.8, m = 0.3)
times <- seq(0, 10, by = 0.5)

run_compiled <- function(solver, ..., fcontrol = NULL)
  solver(yini, times, "forced_derivs", parms, dllname = compiled_library(),
         initfunc = "forced_parms", initforc = "forced_forc", forcings = feed, fcontrol = fcontrol,
         nout = 2, outnames = c("total", "feed"), ...)

test_that("a C model with forcings and outputs equals its R version", {
  linear <- approxfun(feed[, 1], feed[, 2], rule = 2)
  for (solver in explicit_solvers) {
    compiled <- run_compiled(solver)
    in_r <- solver(yini, times, chemostat(linear), parms)
    expect_equal(colnames(compiled), colnames(in_r))
    expect_lt(max(abs(compiled / in_r - 1), na.rm = TRUE), 1e-12)
    expect_equal(attr(compiled, "istate"), attr(in_r, "istate"))
  }
})

test_that("it agrees with deSolve on the same library", {
  ours <- run_compiled(dopri853, rtol = 1e-10, atol = 1e-10)
  theirs <- run_compiled(deSolve::lsoda, rtol = 1e-10, atol = 1e-10, hmax = 0.1)
  expect_equal(unclass(ours)[, 1:5], unclass(theirs)[, 1:5], tolerance = 1e-7,
               ignore_attr = TRUE)
})

test_that("constant forcings are right-continuous and no step crosses a jump", {
  out <- run_compiled(dopri853, fcontrol = list(method = "constant"), rtol = 1e-12, atol = 1e-12)
  knots <- approx(feed[, 1], feed[, 2], xout = times, method = "constant", rule = 2)$y
  expect_equal(unname(out[, "feed"]), knots)
  # piecewise exact: integrate every piece apart with its constant
  y <- yini
  for (k in 1:4) {
    input <- function(t) feed[k, 2]
    piece <- dopri853(y, feed[k + 0:1, 1], chemostat(input), parms, rtol = 1e-12, atol = 1e-12)
    y <- piece[2, 2:3]
  }
  expect_equal(out[nrow(out), 2:3], y, tolerance = 1e-11)
  expect_equal(attr(out, "counts")[["restarts"]], 3)
})

test_that("f of fcontrol mixes the values of neighbours", {
  out <- run_compiled(dopri5, fcontrol = list(method = "constant", f = 0.5))
  expect_equal(unname(out[times == 1, "feed"]), 0.6)
})

test_that("forcings that do not cover the interval follow the rule", {
  late <- rbind(c(1, 0.5), c(2, 0.7))
  call <- function(...) dopri5(yini, 0:3, "forced_derivs", parms, dllname = compiled_library(),
                               initfunc = "forced_parms", initforc = "forced_forc",
                               forcings = late, nout = 2, ...)
  out <- call()
  expect_equal(unname(out[, 5]), c(0.5, 0.5, 0.7, 0.7))
  expect_error(call(fcontrol = list(rule = 1)), "extrapolating forcing function data sets to first timepoint 1")
  expect_warning(call(fcontrol = list(rul = 1)), "unknown names in fcontrol: rul")
  expect_error(call(fcontrol = list(method = "spline")), "invalid interpolation method")
})

test_that("ties in forcings are collapsed as asked", {
  doubled <- rbind(c(0, 1), c(1, 2), c(1, 4), c(3, 1))
  out <- dopri5(yini, 0:3, "forced_derivs", parms, dllname = compiled_library(),
                initfunc = "forced_parms", initforc = "forced_forc", forcings = doubled, nout = 2,
                fcontrol = list(ties = mean))
  expect_equal(unname(out[2, 5]), 3)
})

test_that("rpar, ipar and their sizes arrive as documented", {
  probe <- function(...) dopri5(c(a = 0), 0:1, "probe_derivs", NULL, dllname = compiled_library(),
                                initfunc = NULL, nout = 5, ...)[1, 3:7]
  expect_equal(unname(probe(rpar = c(2.5, 3), ipar = c(7L, 8L, 9L))), c(5, 7, 6, 7, 2.5))
  expect_equal(unname(probe()), c(5, 6, 4, 0, 0))
})

test_that("names of outputs: given, too few, too many, none", {
  names_for <- function(outnames) colnames(dopri5(
    c(a = 0), 0:1, "probe_derivs", NULL, dllname = compiled_library(), nout = 5,
    initfunc = NULL, outnames = outnames))
  expect_equal(names_for(NULL), c("time", "a", 2:6))
  expect_equal(names_for(c("p", "q")), c("time", "a", "p", "q", 4:6))
  expect_equal(names_for(letters[5:12]), c("time", "a", letters[5:9]))
})

test_that("a list of compiled functions takes the place of the arguments", {
  functions <- list(func = "forced_derivs", initfunc = "forced_parms", initforc = "forced_forc",
                    dllname = compiled_library())
  direct <- run_compiled(dopri5)
  listed <- dopri5(yini, times, functions, parms, forcings = feed, nout = 2,
                   outnames = c("total", "feed"))
  expect_identical(listed, direct)
  expect_error(dopri5(yini, times, functions, parms, forcings = feed, nout = 2,
                      initforc = "forced_forc"),
               "If 'func' is a list that contains initforc, argument 'initforc' should be NULL")
})

test_that("CFunc objects are accepted", {
  skip_if_not_installed("inline")
  code <- inline::cfunction(
    sig = signature(n = "integer", t = "numeric", y = "numeric", ydot = "numeric",
                    rpar = "numeric", ipar = "integer"),
    body = "ydot[0] = -2 * y[0];", convention = ".C", language = "C")
  out <- dopri5(c(a = 1), 0:1, code, NULL, rtol = 1e-10, atol = 1e-10)
  expect_equal(out[2, "a"], c(a = exp(-2)), tolerance = 1e-9)
})

test_that("wrong numbers of parameters and forcings are told in deSolve's words", {
  bad <- function(...) dopri5(yini, 0:1, "forced_derivs", parms, dllname = compiled_library(),
                              nout = 2, ...)
  expect_error(suppressWarnings(bad(initfunc = "too_many_parms")),
               "Confusion over the length of parms")
  expect_warning(try(bad(initfunc = "too_many_parms"), silent = TRUE),
                 "Number of parameters passed to solver, 2; number in DLL, 3")
  expect_error(suppressWarnings(bad(initfunc = "forced_parms", initforc = "too_many_forc",
                                    forcings = feed)),
               "Confusion over the length of forc")
  expect_error(bad(initfunc = "forced_parms", forcings = feed), "initforc should be loaded")
})

test_that("libraries and symbols that are not there give errors that name them", {
  lib <- compiled_library()
  expect_error(dopri5(1, 0:1, "forced_derivs", NULL), "specify the name of the dll or shared library")
  expect_error(dopri5(1, 0:1, "forced_derivs", NULL, dllname = "nowhere"), "'nowhere'.*not loaded")
  expect_error(dopri5(1, 0:1, "no_such_symbol", NULL, dllname = lib),
               "dyn function 'func' not loaded no_such_symbol")
  expect_error(dopri5(1, 0:1, "forced_derivs", NULL, dllname = lib, initfunc = "no_init"),
               "'initfunc' not loaded  no_init")
  expect_error(dopri5(1, 0:1, "forced_derivs", "text", dllname = lib, initfunc = "forced_parms"),
               "`initpar' must be numeric")
  expect_error(dopri5(1, 0:1, "forced_derivs", NULL, dllname = lib, initfunc = "forced_derivs"),
               "func, initfunc, or jacfunc cannot be the same")
})

test_that("trouble inside a compiled model is met as in an R model", {
  lib <- compiled_library()
  run <- with_warnings(dopri5(1, seq(0, 1, 0.1), "nan_derivs", NULL, dllname = lib, initfunc = NULL))
  expect_equal(attr(run$value, "istate")[1], -11L)
  expect_equal(run$value[nrow(run$value), 1], c(time = 0.5), tolerance = 1e-10)
  expect_error(dopri5(1, 0:1, "failing_derivs", NULL, dllname = lib, initfunc = NULL),
               "the compiled model gives up\n.*at time 0\\.")
  rude <- dopri5(1, 0:1, "rude_derivs", NULL, dllname = lib, initfunc = NULL)
  polite <- dopri5(1, 0:1, decay, NULL)
  expect_equal(rude[, 2], polite[, 2])
})
