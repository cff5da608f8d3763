# Found by tools/fuzz.R: one test per kind of finding.

decay <- function(t, y, parms, ...) list(-y)

# x = (p, v, l): p' = v, v' = -p + l + ..., 0 = p - sin t; counts its calls and spoils one of them.
spoilt_index_2 <- function(when, value) {
  count <- 0
  function(t, y, parms, ...) {
    count <<- count + 1
    f <- c(-y[1] + y[2] + cos(t) + sin(t), y[1] - sin(t))
    if (count >= when) f[1] <- value
    list(f)
  }
}

test_that("values that are not finite are survived wherever the start is examined", {
  jac <- function(t, y, parms, ...) rbind(c(-1, 1), c(1, 0))
  for (when in 2:40) for (value in c(NaN, Inf, NA)) {
    out <- tryCatch(suppressWarnings(
      bimd(c(0, 0.01), c(0, 1), spoilt_index_2(when, value), NULL, mass = c(1, 0), nind = c(1, 1,
                                                                                            0),
           jacfunc = jac, maxsteps = 50)), error = function(e) NULL)
    if (!is.null(out)) expect_lt(attr(out, "istate")[1], 0)
  }
})

test_that("a model function cannot take the arguments of its call away", {
  robber <- function(t, y, parms, ...) {
    force(y)
    if (t > 0) rm(list = ls(parent.frame()), envir = parent.frame())
    gc()
    list(-y)
  }
  expect_error(dopri5(c(1, 2), 0:1, robber, NULL),
               "cannot remove bindings from a locked environment")
  swapper <- function(t, y, parms, ...) {
    force(y)
    if (t > 0) assign("y", numeric(1), envir = parent.frame())
    list(-y)
  }
  expect_error(radau5(c(1, 2), 0:1, swapper, NULL),
               "has assigned to 'y' in the frame")
})

test_that("arguments that a model function keeps are not changed later", {
  kept <- list()
  copies <- list()
  keeper <- function(t, y, parms, ...) {
    kept[[length(kept) + 1L]] <<- list(t, y)
    copies[[length(copies) + 1L]] <<- list(t + 0, y + 0)
    list(-y)
  }
  for (solver in list(dopri5, gamd, radar5)) {
    kept <- copies <- list()
    solver(c(1, 2), 0:2, keeper, NULL)
    expect_identical(kept, copies)
  }
})

test_that("factors are not taken for numbers", {
  late <- function(t, y, parms, ...) list(if (t > 0) factor(y) else -y)
  expect_error(dopri5(1, 0:1, late, NULL), "must be numeric")
  expect_error(bimd(1, 0:1, late, NULL), "must be numeric")
})

test_that("no component is blamed for a first step that is too small", {
  steep <- function(t, y, parms, ...) list(c(0, 1e300, 0))
  for (solver in list(dopri5, dopri853, cashkarp)) {
    out <- suppressWarnings(solver(c(1, 1, 1), c(1, 2), steep, NULL))
    expect_lt(attr(out, "istate")[1], 0)
    if (attr(out, "counts")[["steps"]] == 0) expect_true(is.na(attr(out, "istate")[7]))
  }
})

test_that("missing arguments are named", {
  expect_error(dopri5(1, 0:1, function(t, y, p) list(-lagvalue(t - 1)), NULL, tcrit = Sys.Date(),
                      lags = list(phi = 1, delays = 1)), "`tcrit' must be numeric")
  expect_error(bimd(1, 0:1, parms = NULL), "argument `func' is missing")
  expect_error(dopri5(times = 0:1, func = decay, parms = NULL), "argument `y' is missing")
  expect_error(radau5(1, func = decay, parms = NULL), "argument `times' is missing")
})

test_that("counts may be as large as you like, where they are not integers", {
  for (many in c(1e18, 1e300, Inf))
    expect_equal(dopri5(1, 0:1, decay, NULL, maxsteps = many)[[2, 2]], exp(-1), tolerance = 1e-5)
  expect_error(radar5(1, 0:1, decay, NULL, mxhist = 2^31), "`mxhist' must be a whole number")
  expect_error(radar5(1, 0:1, decay, NULL, nlag = Inf), "`nlag' must be a whole number")
  expect_error(dopri5(1, 0:1, "detestset_derivs", NULL, dllname = "deTestSet", nout = 2^31 - 1),
               "`nout' must be a whole number >= 0 and <= 1e")
})

test_that("objects that only look like test problems are refused", {
  hollow <- structure(list(name = "hires"), class = "testproblem")
  expect_error(gamd(1, 0:1, hollow, NULL), "not made by testproblem")
  expect_error(radar5(1, 0:1, structure(list(), class = "testproblem"), NULL),
               "not made by testproblem")
  expect_error(consistent(hollow), "not made by testproblem")
  expect_error(workprecision(hollow, "gamd"), "not made by testproblem")
  expect_error(mescd(dopri5(1, 0:1, decay, NULL), hollow), "not made by testproblem")
})

test_that("empty output names and odd classes of tolerances do no harm", {
  expect_equal(compiled_output_names(character(), 2, 2), c("3", "4"))
  expect_equal(compiled_output_names("a", 2, 2), c("a", "4"))
  expect_error(compiled_output_names(new.env(), 2, 2), "`outnames' must be a character vector")
  own <- list(y = 1, func = decay, times = 0:1)
  result <- compare(own, "dopri5", rtol = structure(1e-4, class = "odd", names = NA), repeats = 1,
                    mintime = 0, reference = exp(-1))
  expect_gt(result$mescd_end, 3)
})

test_that("bad arguments of the functions around the problems are named", {
  expect_error(hires(times = c(0, 1), printmescd = "yes"), "`printmescd' must be TRUE or FALSE")
  expect_error(enzyme(times = c(0, 1), printmescd = 1:2), "`printmescd' must be TRUE or FALSE")
  expect_error(runproblem("A-1", printmescd = NULL), "`printmescd' must be TRUE or FALSE")
  expect_error(hires(times = "a"), "`times' must be NULL or numeric")
  expect_error(hires(yini = letters[1:8], times = 0:1), "`yini' must be numeric")
  expect_error(orego(times = 0:1, method = NA_character_), "'method' must name one solver, not NA")
  expect_error(orego(times = 0:1, method = 3),
               "'method' must be a function or the name of one, not 3")
  expect_error(rober(times = 0:1, parms = new.env()), "'parms' must be a list or a named vector")
  expect_error(crank(times = c(0, 1e-4), options = list(1)), "'options' must be a list of named")
  expect_error(daeproblem("VDPOL", form = 3), "`form' must be one of \"mass\", \"residual\", not 3")
  expect_error(daeproblem("VDPOL", rtol = "a"), "`rtol' must be numeric")
  expect_error(enzyme(times = 0:1, rtol = "a"), "`rtol' must be numeric")
  expect_error(testset(TRUE), "`collection' must be NULL or some of")
  expect_error(testset("a"), "unknown collection: a")
  expect_error(testproblem(NA_character_), "'name' must be the name of one test problem, not NA")
  expect_error(reference(3), "`name' must be a string, not 3")
  expect_error(reference("orego", times = 0:1, tol = "a"), "`tol' must be numeric")
  expect_error(drift(1), "`problems' must be names of problems, not 1")
  expect_error(consistent("VDPOL", mode = 1), "`mode' must be one of")
  expect_error(consistent("VDPOL", t0 = "a"), "`t0' must be one finite number, not \"a\"")
  expect_error(hires(times = 0:1, maxsteps = quote(a)), "`maxsteps' must be a whole number")
  out <- dopri5(c(1, 2), 0:1, decay, NULL)
  expect_error(constraints(out, 1), "`problem' must be the name of a problem")
  expect_error(constraints("a", "VDPOL"), "`out' must be a solution")
  expect_error(mescd(out, 1:2, components = 0), "`components' must be numbers of components")
  expect_error(mescd(out, 1:5), "`reference' has 5 values, but the solution has 2")
  expect_error(mescd(out, matrix(0, 0, 0)), "it has 0 rows and 0 columns")
  expect_error(testproblem(strrep("x", 5000)), "there is no test problem")
  expect_error(mescd(1, 1), "`out' must be a solution")
  expect_error(mescd(out, sum), "`reference' must be")
  expect_error(mescd(out, 1:2, atol = "a"), "`atol' must be numeric")
  expect_error(mescd(out, 1:2, atol = 1:3), "`atol' must either be a scalar")
  expect_error(consistent("VDPOL", tol = "a"), "`tol' must be one positive number, not \"a\"")
  calls <- 0
  hidden <- function(t, y) {
    calls <<- calls + 1
    if (calls < 3) list(0) else list()
  }
  expect_error(consistent("DAE_I2", hidden = hidden), "'hidden' must return numbers")
  expect_error(consistent("DAE_I2", hidden = function(t, y) "a"), "`hidden' must return a list")
  phi <- function(t) if (t < -0.5) 1:2 else 1
  expect_error(radar5(1, 0:1, function(t, y, p, ylag) list(-ylag[1]), NULL, phi = phi, lags = 1),
               "`phi' must give 1 numbers, but at time -1 it gave 1, 2")
})

test_that("a declared index that the equations do not have is survived", {
  # every variable is differential, though one is said to be of index 2
  res <- function(t, y, dy, parms) list(dy + y)
  for (sparsity in list(NULL, matrix(TRUE, 3, 3)))
    out <- suppressWarnings(mebdfi(c(1, 2, 3), 0:1, res = res, dy = -c(1, 2, 3), parms = NULL,
                                   nind = c(2, 1, 0), control = list(sparsity = sparsity)))
  expect_s3_class(out, "deSolve")
  expect_error(suppressWarnings(
    consistent(c(1, 2, 3), res = res, dy = -c(1, 2, 3), nind = c(2, 1, 0))), NA)
})

test_that("shapes that are none are told or taken off", {
  expect_error(compare(data.frame(var = 1, time = 1), "mebdfi"), "problem")
  square <- diag(3)
  out <- suppressWarnings(pump(times = c(0, 1e-11), yini = square, method = "radau5",
                               printmescd = FALSE))
  expect_s3_class(out, "deSolve")
})

test_that("a first step where the error estimate of dopri853 vanishes is not believed", {
  # The fifth-order estimate is zero at these h lambda, where the step is wrong by 25 % and 15 %.
  solve_with <- function(h_lambda) {
    rotation <- matrix(c(Re(h_lambda), Im(h_lambda), -Im(h_lambda), Re(h_lambda)), 2)
    out <- dopri853(c(1, 0), c(0, 0.1, 0.3, 1), function(t, y, p) list(rotation %*% y), NULL,
                    rtol = 1e-6, atol = 1e-6, hini = 1, control = list(log = TRUE))
    exact <- exp(h_lambda * out[, 1])
    list(error = max(abs(out[, 2] - Re(exact)), abs(out[, 3] - Im(exact))), log = attr(out, "log"))
  }
  for (h_lambda in c(-5.6543, complex(real = -3.0334, imaginary = 5.1124))) {
    run <- solve_with(h_lambda)
    expect_false(run$log$accepted[1])
    expect_lt(run$error, 1e-5)
  }
})
