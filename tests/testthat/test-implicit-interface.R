# Names, output variables, settings and the limits of time in the implicit solvers.

linear <- function(t, y, parms, ...) list(c(-y[1] + y[2], -50 * (y[2] - cos(t))))

test_that("names of states and output variables", {
  model <- function(t, y, parms) {
    list(c(y[["b"]] - y[["a"]], -y[["b"]]), total = sum(y), v = c(y[[1]], t), w = c(p = 1, q = 2))
  }
  for (solver in implicit_solvers) {
    out <- solver(c(a = 1, b = 2), 0:3, model, NULL)
    expect_identical(colnames(out), c("time", "a", "b", "total", "v1", "v2", "w.p", "w.q"))
    expect_equal(out[, "total"], out[, "a"] + out[, "b"], tolerance = 1e-14)
    expect_equal(out[, "v2"], out[, "time"])
    expect_identical(attr(out, "lengthvar"), c(2L, total = 1L, v = 2L, w = 2L))
    plain <- solver(c(1, 0), 0:1, linear, NULL)
    expect_identical(colnames(plain), c("time", "1", "2"))
    expect_equal(dim(summary(plain)), c(8, 2))
    expect_equal(dim(as.data.frame(plain)), c(2, 3))
    expect_equal(dim(subset(out, select = c("a", "total"))), c(4, 2))
    expect_output(diagnostics(out), "the last output time was reached|Integration was successful")
  }
})

test_that("output variables of a residual are right at every output time", {
  # y = sin t, y' = cos t; the output uses dy
  res <- function(t, y, dy, parms) {
    list(c(dy[1] - y[2], dy[2] + y[1]), slope = dy[[1]], sum = dy[[1]]^2 + y[[1]]^2)
  }
  out <- mebdfi(c(0, 1), seq(0, 10, 0.1), parms = NULL, dy = c(1, 0), res = res, rtol = 1e-8,
                atol = 1e-8)
  expect_equal(unname(out[, "slope"]), cos(out[, "time"]), tolerance = 1e-5)
  expect_equal(unname(out[, "sum"]), rep(1, nrow(out)), tolerance = 1e-5)
  expect_equal(out[[1, "slope"]], 1)
  # also next to a time that is not crossed, and at the point where a run ends early
  out <- mebdfi(c(0, 1), seq(0, 3, 0.1), parms = NULL, dy = c(1, 0), res = res, rtol = 1e-8,
                atol = 1e-8, tcrit = c(1, 1.55))
  expect_equal(unname(out[, "slope"]), cos(out[, "time"]), tolerance = 1e-4)
  short <- with_warnings(mebdfi(c(0, 1), c(0, 0.01, 50), parms = NULL, dy = c(1, 0), res = res,
                                maxsteps = 40))$value
  expect_equal(unname(short[, "slope"]), cos(short[, "time"]), tolerance = 1e-3)
  # a single time shows the derivative that was given
  single <- mebdfi(c(0, 1), 0, parms = NULL, dy = c(1, 0), res = res)
  expect_equal(single[, "slope"], c(slope = 1))
})

test_that("names of dy reach the residual, and ynames = FALSE takes all names away", {
  seen <- NULL
  res <- function(t, y, dy, parms) {
    seen <<- list(names(y), names(dy))
    list(dy + y)
  }
  mebdfi(c(a = 1), 0:1, parms = NULL, dy = c(da = -1), res = res)
  expect_identical(seen, list("a", "da"))
  mebdfi(c(a = 1), 0:1, parms = NULL, dy = -1, res = res)
  expect_identical(seen, list("a", NULL))
  mebdfi(c(a = 1), 0:1, parms = NULL, dy = c(da = -1), res = res, ynames = FALSE)
  expect_identical(seen, list(NULL, NULL))
  for (solver in implicit_solvers) {
    out <- solver(c(a = 1), 0:1, function(t, y, parms) {
      seen <<- names(y)
      list(-y)
    }, NULL, ynames = FALSE)
    expect_null(seen)
    expect_identical(colnames(out), c("time", "a"))
  }
})

test_that("further arguments reach func, jacfunc, res and jacres", {
  for (solver in implicit_solvers) {
    out <- solver(1, 0:1, function(t, y, parms, rate) list(-rate * parms * y), 2, rate = 3,
                  jacfunc = function(t, y, parms, rate) matrix(-rate * parms))
    expect_equal(out[[2, 2]], exp(-6), tolerance = 1e-3)
    # parms may be anything, or absent from the call
    out <- solver(1, 0:1, function(t, y, parms) list(-parms$k$v * y), list(k = list(v = 1)))
    expect_equal(out[[2, 2]], exp(-1), tolerance = 1e-5)
    out <- solver(1, 0:1, function(t, y, parms) list(-y))
    expect_equal(out[[2, 2]], exp(-1), tolerance = 1e-5)
  }
  out <- mebdfi(1, 0:1, parms = 2, dy = -6, res = function(t, y, dy, parms, rate)
    list(dy + rate * parms * y), rate = 3,
    jacres = function(t, y, dy, parms, cj, rate) matrix(cj + rate * parms))
  expect_equal(out[[2, 2]], exp(-6), tolerance = 1e-3)
})

test_that("verbose prints the settings and the diagnostics, otherwise nothing is printed", {
  for (name in names(implicit_solvers)) {
    solver <- implicit_solvers[[name]]
    expect_output(solver(c(1, 0), 0:1, linear, NULL, verbose = TRUE),
                  paste0("Time settings.*R-function: func.*Jacobian not specified.*", name,
                         ".*return code.*LU factorisations"))
    expect_silent(solver(c(1, 0), 0:1, linear, NULL))
  }
  expect_output(mebdfi(1, 0:1, parms = NULL, dy = -1, verbose = TRUE,
                       res = function(t, y, dy, parms) list(dy + y),
                       jacres = function(t, y, dy, parms, cj) matrix(cj + 1)),
                "R-function: res.*Jacobian specified")
  hires <- testproblem("hires")
  expect_output(gamd(hires$y, 0:1, hires, NULL, verbose = TRUE), "catalogue: hires")
})

test_that("the log tells all attempts", {
  for (solver in implicit_solvers) {
    out <- solver(c(2, 0), c(0, 50), van_der_pol, 20, control = list(log = TRUE))
    log <- attr(out, "log")
    counts <- attr(out, "counts")
    expect_named(log, c("time", "h", "order", "accepted"))
    expect_equal(sum(log$accepted), counts[["accepted"]])
    expect_equal(nrow(log), counts[["steps"]])
    accepted <- log[log$accepted, ]
    expect_equal(max(accepted$time), 50)
    # what was rejected was longer than what was tried instead
    rejected <- which(!log$accepted)
    expect_gt(length(rejected), 0)
    expect_true(all(log$h[rejected] > log$h[rejected + 1]))
    # gamd and bimd take blocks of several steps of size h
    if (attr(out, "type") %in% c("mebdfi", "radau5"))
      expect_equal(sum(accepted$h), 50, tolerance = 1e-10)
    expect_null(attr(solver(c(2, 0), 0:1, van_der_pol, 20), "log"))
  }
})

test_that("a time limit ends a run with what there is", {
  # slow on any machine, with rows from the first step on
  slow <- function(t, y, parms) {
    Sys.sleep(0.005)
    list(c(y[2], -y[1]))
  }
  for (solver in implicit_solvers) {
    run <- with_warnings(solver(c(1, 0), c(0, 10^(-12:4)), slow, NULL, maxsteps = 1e9,
                                control = list(timelimit = 0.5)))
    expect_equal(attr(run$value, "istate")[1], -10L)
    expect_match(run$warnings[1], "time limit was reached at t = ")
    expect_gt(nrow(run$value), 1)
  }
})

test_that("no evaluation lies beyond the last time, nor beyond tcrit", {
  # cos(t) is as good beyond; sqrt is not
  model <- function(t, y, parms) list(c(-y[1] + sqrt(5 - t), -100 * (y[2] - y[1])))
  for (name in names(implicit_solvers)) {
    solver <- implicit_solvers[[name]]
    noted <- noting_times(model)
    out <- solver(c(1, 1), c(0, 5), noted$f, NULL)
    expect_equal(attr(out, "istate")[1], 2L)
    expect_lte(max(noted$times()), 5)
    # tcrit: no step crosses it, and the run begins anew there
    noted <- noting_times(function(t, y, parms) list(c(if (t <= 2) 1 else -1, -y[2])))
    out <- solver(c(0, 1), c(0, 1.5, 3), noted$f, NULL, tcrit = 2, control = list(log = TRUE))
    expect_equal(unname(out[, 2]), c(0, 1.5, 1), tolerance = 1e-4)
    expect_true(2 %in% attr(out, "log")$time)
    expect_equal(attr(out, "counts")[["restarts"]], 1)
    # with tcrit behind the last time, nothing changes
    expect_identical(values(solver(c(1, 0), 0:2, linear, NULL, tcrit = c(-1, 3))),
                     values(solver(c(1, 0), 0:2, linear, NULL)))
    # before tcrit is reached, nothing beyond it is asked for
    calls <- noted$times()
    first_beyond <- which(calls > 2)[1]
    expect_true(any(calls[seq_len(first_beyond - 1)] == 2))
    expect_true(all(calls[first_beyond:length(calls)] >= 2))
  }
})

test_that("hmax, hini and hmin", {
  for (name in names(implicit_solvers)) {
    solver <- implicit_solvers[[name]]
    log_of <- function(...) attr(solver(c(1, 0), c(0, 10), linear, NULL,
                                        control = list(log = TRUE), ...), "log")
    expect_gt(max(log_of()$h, na.rm = TRUE), 0.1)
    expect_lte(max(log_of(hmax = 0.05)$h, na.rm = TRUE), 0.05 * (1 + 1e-12))
    expect_identical(log_of(hmax = Inf), log_of())
    expect_identical(log_of(hmax = 0), log_of())
    expect_identical(log_of(hini = NULL), log_of())
    first <- log_of(hini = 1e-5)
    expect_equal(first$h[1], 1e-5, tolerance = 1e-10)
    # the first step is no larger than the interval
    expect_equal(log_of(hini = 100)$accepted[1] && log_of(hini = 100)$h[1] > 10, FALSE)
    run <- with_warnings(solver(c(1, 0), c(0, 10), linear, NULL, hini = 1,
                                control = list(hmin = 0.9), rtol = 1e-10, atol = 1e-10))
    expect_equal(attr(run$value, "istate")[1], -3L)
    expect_match(run$warnings[1], "step size becomes too small")
  }
})

test_that("maxsteps counts between two output times", {
  for (name in names(implicit_solvers)) {
    solver <- implicit_solvers[[name]]
    run <- with_warnings(solver(c(a = 2, b = 0), c(0, 0.01, 200), van_der_pol, 50, maxsteps = 15))
    out <- run$value
    expect_equal(attr(out, "istate")[1], -2L)
    expect_match(run$warnings[1], "maxsteps.* at t = .*\\(h = ")
    expect_match(run$warnings[2], "Returning early. Results are accurate, as far as they go")
    expect_gte(nrow(out), 2)
    expect_equal(out[[nrow(out), 1]], attr(out, "rstate")[3])
    expect_silent(solver(c(1, 0), seq(0, 100, 0.5), linear, NULL, maxsteps = 100))
  }
})

test_that("order limits hold", {
  orders <- function(solver, ...) {
    out <- solver(c(1, 0), c(0, 20), linear, NULL, rtol = 1e-8, atol = 1e-8,
                  control = list(log = TRUE), ...)
    expect_equal(attr(out, "istate")[1], 2L)
    range(attr(out, "log")$order)
  }
  expect_equal(orders(gamd)[1], 3)
  expect_gt(orders(gamd)[2], 3)
  expect_equal(orders(gamd, maxord = 5, minord = 5), c(5, 5))
  expect_equal(orders(gamd, maxord = 3), c(3, 3))
  expect_equal(orders(gamd, minord = 7)[1], 7)
  expect_equal(orders(bimd)[1], 4)
  expect_gt(orders(bimd)[2], 4)
  expect_equal(orders(bimd, maxord = 6, minord = 6), c(6, 6))
  expect_lte(orders(bimd, maxord = 8)[2], 8)
  expect_gte(orders(bimd, minord = 8)[1], 8)
  # mebdfi counts back points, its order is one more
  expect_lte(orders(mebdfi, maxord = 3)[2], 4)
  expect_gt(orders(mebdfi)[2], 4)
  expect_equal(orders(radau5), c(5, 5))
})

test_that("maxnewtit, wrkpars and control of radau5 are used, NA means the default", {
  run <- function(solver, ...) solver(c(2, 0), c(0, 50), van_der_pol, 50, rtol = 1e-5, atol = 1e-5,
                                      maxsteps = 1e5, ...)
  steps <- function(out) attr(out, "counts")[c("steps", "newton_iterations", "nfev")]
  expect_identical(steps(run(gamd, maxnewtit = rep(NA, 4))), steps(run(gamd)))
  expect_identical(steps(run(gamd, maxnewtit = c(12, NA, NA, 36))), steps(run(gamd)))
  expect_false(identical(steps(run(gamd, maxnewtit = c(3, 3, 3, 3))), steps(run(gamd))))
  expect_identical(steps(run(bimd, maxnewtit = rep(NA, 5))), steps(run(bimd)))
  expect_false(identical(steps(run(bimd, maxnewtit = c(3, 3, 3, 3, 3))), steps(run(bimd))))
  expect_identical(steps(run(bimd, wrkpars = rep(NA, 12))), steps(run(bimd)))
  expect_identical(steps(run(bimd, wrkpars = rep(0, 12))), steps(run(bimd)))
  defaults <- c(rep(0.1, 5), 0.01, 0.05, 0.12, 10, 1 / 20, 1 / 40, 1 / 20)
  expect_identical(steps(run(bimd, wrkpars = defaults)), steps(run(bimd)))
  for (i in c(1, 8, 9, 10)) {
    changed <- rep(NA_real_, 12)
    changed[i] <- c(1e-3, rep(NA, 6), 0.5, 1.5, 1e-3)[i]
    expect_false(identical(steps(run(bimd, wrkpars = changed)), steps(run(bimd))))
  }
  for (setting in list(list(nit = 4), list(fnewt = 1e-4), list(thet = 0.5), list(quot2 = 2),
                       list(safe = 0.5)))
    expect_false(identical(steps(run(radau5, control = setting)), steps(run(radau5))))
  expect_false(identical(steps(run(radau5, control = list(thet = 0.5, quot1 = 0.2))),
                         steps(run(radau5, control = list(thet = 0.5)))))
  expect_warning(radau5(1, 0:1, decay, NULL, control = list(nonsense = 1)),
                 "unknown names in control: nonsense")
  expect_warning(gamd(1, 0:1, decay, NULL, control = list(fnewt = 1)),
                 "unknown names in control: fnewt")
})

test_that("backwards in time", {
  for (solver in implicit_solvers) {
    forward <- solver(c(1, 0), seq(0, 2, 0.25), oscillator, NULL, rtol = 1e-8, atol = 1e-8)
    back <- solver(forward[9, -1], seq(2, 0, -0.25), oscillator, NULL, rtol = 1e-8, atol = 1e-8)
    expect_equal(unname(back[, 1]), seq(2, 0, -0.25))
    expect_equal(values(back)[9:1, ], values(forward), tolerance = 1e-6)
    # a DAE, and no evaluation before the end
    noted <- noting_times(function(t, y, parms) list(c(y[1], y[2] - y[1] * sqrt(t))))
    out <- solver(c(1, 1), c(1, 0.5, 0), noted$f, NULL, mass = c(1, 0), tcrit = 0.7)
    expect_equal(unname(out[3, 2]), exp(-1), tolerance = 1e-4)
    expect_gte(min(noted$times()), 0)
  }
  out <- mebdfi(1, c(1, 0.5, 0), parms = NULL, dy = 1,
                res = function(t, y, dy, parms) list(dy - y, slope = dy))
  expect_equal(unname(out[, 2]), exp(c(0, -0.5, -1)), tolerance = 1e-5)
  expect_equal(unname(out[, "slope"]), unname(out[, 2]), tolerance = 1e-4)
})

test_that("a single time and one step", {
  for (solver in implicit_solvers) {
    out <- solver(c(a = 1, b = 0), 3, linear, NULL)
    expect_equal(dim(out), c(1, 3))
    expect_equal(out[1, ], c(time = 3, a = 1, b = 0))
    expect_equal(attr(out, "istate")[1], 2L)
    expect_silent(out <- solver(c(a = 1, b = 0), NULL, linear, NULL))
    expect_equal(nrow(out), 2)
    expect_equal(out[[1, 1]], 0)
    expect_gt(out[[2, 1]], 0)
    expect_equal(attr(out, "counts")[["accepted"]], 1)
  }
})

test_that("solvers can be nested in each other", {
  inner_value <- function(solver) solver(c(1, 0), c(0, 1), linear, NULL)[2, 3]
  for (solver in implicit_solvers) {
    # implicit inside explicit
    outer <- dopri5(1, 0:1, function(t, y, parms) list(-y + 0 * inner_value(solver)), NULL)
    expect_equal(values(outer), values(dopri5(1, 0:1, decay, NULL)))
    # explicit inside implicit, in func and in jacfunc
    plain <- solver(1, 0:1, decay, NULL, jacfunc = function(t, y, parms) matrix(-1))
    nested <- solver(1, 0:1, function(t, y, parms) list(-y + 0 * inner_value(dopri5)), NULL,
                     jacfunc = function(t, y, parms) matrix(-1 + 0 * inner_value(dopri5)))
    expect_identical(values(nested), values(plain))
    # itself inside itself
    nested <- solver(1, 0:1, function(t, y, parms) list(-y + 0 * inner_value(solver)), NULL,
                     jacfunc = function(t, y, parms) matrix(-1 + 0 * inner_value(solver)))
    expect_identical(values(nested), values(plain))
  }
})

test_that("a model that keeps its states keeps different ones", {
  for (solver in implicit_solvers) {
    states <- list()
    jacobian_states <- list()
    out <- solver(c(2, 0), c(0, 5), function(t, y, mu) {
      states[[length(states) + 1L]] <<- y
      van_der_pol(t, y, mu)
    }, 10, jacfunc = function(t, y, mu) {
      jacobian_states[[length(jacobian_states) + 1L]] <<- y
      matrix(c(0, -2 * mu * y[1] * y[2] - 1, 1, mu * (1 - y[1]^2)), 2)
    })
    expect_gt(length(unique(states)), 0.8 * length(states))
    expect_gt(length(unique(jacobian_states)), 0.5 * length(jacobian_states))
  }
})

test_that("an interrupt ends the run with the rows so far", {
  skip_on_os("windows")
  for (solver in implicit_solvers) {
    n <- 0
    model <- function(t, y, parms) {
      n <<- n + 1
      if (n == 300) tools::pskill(Sys.getpid(), tools::SIGINT)
      linear(t, y)
    }
    run <- with_warnings(solver(c(1, 0), seq(0, 1e4, 1), model, NULL))
    expect_equal(attr(run$value, "istate")[1], -10L)
    expect_equal(attr(run$value, "status"), "interrupted")
    expect_match(run$warnings[1], "interrupted by the user at t = ")
    expect_gte(nrow(run$value), 2)
    expect_lt(max(run$value[, 1]), 1e4)
  }
})

test_that("errors in the user's functions come with time and state", {
  failing <- function(f, when) function(t, ...) if (t > when) stop("boom") else f(t, ...)
  for (solver in implicit_solvers) {
    expect_error(solver(c(a = 1), 0:1, failing(decay, 0.5), NULL),
                 "boom\n\\(in 'func' at time 0\\.[0-9]+, state a = 0\\.")
    expect_error(solver(c(a = 1), c(0, 1e5), function(t, y, parms) list(-y^3), NULL,
                        jacfunc = failing(function(t, y, parms) matrix(-3 * y^2), 0.5)),
                 "boom\n\\(in 'jacfunc' at time [0-9.]+, state a = 0\\.")
    # the next solve is not disturbed
    expect_equal(solver(1, 0:1, decay, NULL)[[2, 2]], exp(-1), tolerance = 1e-5)
  }
  residual <- function(t, y, dy, parms) list(dy + y)
  expect_error(mebdfi(c(a = 1), 0:1, parms = NULL, dy = -1, res = failing(residual, 0.5)),
               "boom\n\\(in 'res' at time 0\\.[0-9]+, state a = 0\\.")
  expect_error(mebdfi(c(a = 1), c(0, 1e4), parms = NULL, dy = -1,
                      res = function(t, y, dy, parms) list(dy + y^3),
                      jacres = failing(function(t, y, dy, parms, cj) matrix(cj + 3 * y^2), 0.5)),
               "boom\n\\(in 'jacres' at time [0-9.]+, state a = 0\\.")
})
