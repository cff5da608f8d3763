# What events and roots mean, where deSolve leaves it open or does it badly.

test_that("rows and attributes of a stop at a root", {
  for_all_solvers(function(solver, name) {
    out <- solver(c(y = 1), seq(0, 2, 0.5), decay, NULL, rootfunc = function(t, y, p) y - 0.5,
                  rtol = 1e-9, atol = 1e-9)
    expect_equal(out[, "time"], c(0, 0.5, log(2)), tolerance = 1e-7, info = name)
    expect_equal(out[[3, "y"]], 0.5, tolerance = 1e-12, info = name)
    expect_equal(attr(out, "iroot"), 1L)
    expect_equal(attr(out, "istate")[1], 3L)
    expect_equal(attr(out, "status"), "root")
  })
})

test_that("events at the first and at the last time, and outside", {
  for_all_solvers(function(solver, name) {
    out <- solver(c(y = 1), 0:2, function(t, y, p) list(0), NULL,
                  events = list(func = function(t, y, p) y + 1, time = c(-1, 0, 1, 2, 3)))
    expect_equal(out[, "y"], c(1, 2, 3), info = name)
  })
})

test_that("rows of the data frame at one time are applied in their order", {
  data <- data.frame(var = "y", time = 1, value = c(2, 4), method = c("add", "multiply"))
  out <- dopri5(c(y = 1), 0:2, function(t, y, p) list(0), NULL, events = list(data = data))
  expect_equal(out[, "y"], c(1, 1, 12))
  swapped <- dopri5(c(y = 1), 0:2, function(t, y, p) list(0), NULL,
                    events = list(data = data[2:1, ]))
  expect_equal(swapped[, "y"], c(1, 1, 6))
  # a number for the variable, also without names
  data$var <- 1
  expect_equal(dopri5(1, 0:2, function(t, y, p) list(0), NULL, events = list(data = data))[, 2],
               c(1, 1, 12))
})

test_that("event times are inserted in the output, or not", {
  events <- list(func = function(t, y, p) y + 1, time = 0.25)
  expect_warning(out <- gamd(c(y = 1), c(0, 1), function(t, y, p) list(0), NULL, events = events),
                 "automatically included")
  expect_equal(out[, "time"], c(0, 0.25, 1))
  events$insert <- FALSE
  expect_silent(out <- gamd(c(y = 1), c(0, 1), function(t, y, p) list(0), NULL, events = events))
  expect_equal(unname(out[, ]), cbind(c(0, 1), c(1, 2)), ignore_attr = TRUE)
  events$rows <- TRUE
  out <- gamd(c(y = 1), c(0, 1), function(t, y, p) list(0), NULL, events = events)
  expect_equal(out[, "time"], c(0, 0.25, 0.25, 1))
  expect_equal(out[, "y"], c(1, 1, 2, 2))
  near <- list(func = function(t, y, p) y + 1, time = 1 + 4 * .Machine$double.eps)
  expect_warning(expect_warning(
    out <- gamd(c(y = 1), 0:2, function(t, y, p) list(0), NULL, events = near),
    "automatically included"), "very close")
  expect_equal(nrow(out), 3)
})

test_that("item 1: two roots of one function between two outputs are found", {
  for_all_solvers(function(solver, name) {
    out <- solver(0, c(0, 5), function(t, y, p) list(2 * t - 5), NULL,
                  rootfunc = function(t, y, p) y + 6.2491, events = list(root = TRUE),
                  rtol = 1e-8, atol = 1e-10)
    expect_equal(attr(out, "troot"), c(2.47, 2.53), tolerance = 1e-6, info = name)
    expect_equal(attr(out, "dirroot"), c(-1L, 1L), info = name)
  })
})

test_that("items 2 and 3: functions that are zero, tiny or huge", {
  for_all_solvers(function(solver, name) {
    for (scale in c(1e-12, 1, 1e12)) {
      out <- solver(c(0, 1), c(0, 10), rotate, NULL, rtol = 1e-8, atol = 1e-8,
                    rootfunc = function(t, x, p) scale * c(x[1], 0, x[2]),
                    events = list(root = TRUE))
      expect_equal(attr(out, "troot"), (1:6) * pi / 2, tolerance = 1e-6, info = name)
      expect_equal(attr(out, "indroot"), rep(c(3L, 1L), 3), info = name)
    }
  })
})

test_that("items 4 and 5: the root is exact on the solution, time and state belong together", {
  for_all_solvers(function(solver, name) {
    out <- solver(c(0, 1), c(0, 3), rotate, NULL, rtol = 1e-10, atol = 1e-10,
                  rootfunc = function(t, x, p) x[1] - 0.5)
    expect_lt(abs(out[[nrow(out), 2]] - 0.5), 1e-14)
    expect_equal(out[[nrow(out), 1]], pi / 6, tolerance = 1e-7, info = name)
  })
})

test_that("item 6: backwards, rows stay those of the output times", {
  for_all_solvers(function(solver, name) {
    out <- solver(c(0, 1), 0:-10, rotate, NULL, rtol = 1e-9, atol = 1e-9,
                  rootfunc = function(t, x, p) x[1],
                  events = list(func = function(t, x, p) x, root = TRUE))
    expect_equal(out[, 1], 0:-10, info = name)
    expect_equal(attr(out, "troot"), -(1:3) * pi, tolerance = 1e-7, info = name)
    expect_equal(out[, 2], sin(0:-10), tolerance = 1e-6, info = name)
  })
})

test_that("items 7 and 8: simultaneous and terminal roots are all there", {
  out <- dopri853(c(0, 1), c(0, 10), rotate, NULL, rtol = 1e-10, atol = 1e-10,
                  rootfunc = function(t, x, p) c(t - 1, 3 * (t - 1), t - 2),
                  events = list(root = TRUE, terminalroot = 3))
  expect_equal(attr(out, "troot"), c(1, 2))
  expect_equal(attr(out, "indroots"), cbind(c(1L, 1L, 0L), c(0L, 0L, 1L)))
  expect_equal(attr(out, "indroot"), 2:3)
  expect_equal(attr(out, "nroot"), 2L)
  expect_equal(out[[nrow(out), 1]], 2)
})

test_that("item 9: roots and planned times together, also at the same time", {
  fired <- NULL
  events <- list(root = TRUE, time = c(1, 2.5),
                 func = function(t, y, p, iroot) {
                   fired <<- rbind(fired, c(t, iroot))
                   y + if (iroot) 10 else 100
                 })
  out <- suppressWarnings(radau5(0, 0:4, function(t, y, p) list(1), NULL, events = events,
                                 rootfunc = function(t, y, p) t - c(2)))
  expect_equal(fired, rbind(c(1, 0), c(2, 1), c(2.5, 0)), tolerance = 1e-14)
  expect_equal(out[, 2], c(0, 1, 102, 112.5, 213, 214), tolerance = 1e-10)
  fired <- NULL
  events$time <- 2
  radau5(0, 0:4, function(t, y, p) list(1), NULL, events = events,
         rootfunc = function(t, y, p) t - 2)
  expect_equal(fired, rbind(c(2, 0), c(2, 1)))
})

test_that("item 12: a ball whose height is not reset stays above the floor", {
  for_all_solvers(function(solver, name) {
    out <- solver(c(y = 10, v = 0), seq(0, 10, 0.1), free_fall, NULL,
                  rootfunc = function(t, y, p) y[1],
                  events = list(func = function(t, y, p) c(y[1], -0.9 * y[2]), root = TRUE))
    expect_gt(min(out[, "y"]), -1e-5)
    t1 <- sqrt(20 / 9.81)
    expect_equal(attr(out, "troot"), t1 * c(1, 1 + 1.8 * (1 - 0.9^(1:3)) / 0.1),
                 tolerance = 1e-5, info = name)
  })
})

test_that("items 13 and 15: directions, roots of y', terminalroot alone", {
  for_all_solvers(function(solver, name) {
    run <- function(...) solver(c(0, 1), c(0, 10), rotate, NULL, rtol = 1e-9, atol = 1e-9, ...)
    at <- function(x, p) x[1]
    rising <- run(rootfunc = function(t, x, p) x[1], events = list(root = TRUE, direction = 1))
    expect_equal(attr(rising, "troot"), 2 * pi, tolerance = 1e-7, info = name)
    for (ydot in c("dense", "func")) {
      tops <- run(rootfunc = function(t, x, p, dy) dy[1], events = list(root = TRUE, ydot = ydot))
      expect_equal(attr(tops, "troot"), c(1, 3, 5) * pi / 2, tolerance = 1e-6, info = name)
    }
    ended <- run(rootfunc = function(t, x, p) x, events = list(terminalroot = 1))
    expect_equal(attr(ended, "troot"), c(pi / 2, pi), tolerance = 1e-7, info = name)
    expect_equal(attr(ended, "status"), "root")
  })
})

test_that("item 14: more roots than maxroot", {
  expect_warning(
    out <- dopri5(c(0, 1), c(0, 100), rotate, NULL, rootfunc = function(t, x, p) x[1],
                  events = list(root = TRUE, maxroot = 3)), "there were 31 roots")
  expect_equal(attr(out, "nroot"), 31L)
  expect_equal(dim(attr(out, "valroot")), c(2L, 3L))
  expect_length(attr(out, "troot"), 3)
})

test_that("modes change at events only", {
  for_all_solvers(function(solver, name) {
    s <- 1
    out <- solver(0, c(0, 1, 2), function(t, y, p) list(2 * (s - y)), NULL, rtol = 1e-9,
                  atol = 1e-11, rootfunc = function(t, y, p) sin(4 * pi * t),
                  events = list(root = TRUE, func = function(t, y, p) {
                    s <<- -s
                    y
                  }))
    exact <- 0
    for (k in 0:3) exact <- (-1)^k + (exact - (-1)^k) * exp(-0.5)
    expect_equal(attr(out, "troot")[1:7], (1:7) / 4, tolerance = 1e-13, info = name)
    expect_equal(out[[2, 2]], exact, tolerance = 1e-7, info = name)
  })
})

test_that("bounces accumulate: a warning, everything so far, and rest if asked for", {
  bounce <- function(t, y, p) c(0, -0.5 * y[2])
  t1 <- sqrt(8 / 32.2)
  for_all_solvers(function(solver, name) {
    run <- function(...) solver(c(4, 0), c(0, 1, 2), function(t, y, p) list(c(y[2], -32.2)), NULL,
                                rootfunc = function(t, y, p) y[1], rtol = 1e-8, atol = 1e-8,
                                events = list(func = bounce, root = TRUE, ...))
    expect_warning(expect_warning(out <- run(), "accumulating events at t = 1.495"),
                   "Returning early")
    expect_equal(attr(out, "istate")[1], -13L)
    expect_equal(out[[nrow(out), 1]], 3 * t1, tolerance = 1e-6, info = name)
    expect_gt(attr(out, "nroot"), 30)
    held <- run(zeno = "hold")
    expect_equal(held[[3, 1]], 2, info = name)
    expect_lt(abs(held[[3, 2]]), 1e-6)
    expect_warning(expect_warning(few <- run(maxevents = 4), "more events than maxevents"))
    expect_equal(attr(few, "nroot"), 4L)
  })
})

test_that("compiled root and event functions", {
  # deSolve's own compiled code has none; ours are in models/forced.c
  dll <- compiled_library()
  for_all_solvers(function(solver, name) {
    out <- solver(c(height = 10, speed = 0), seq(0, 5, 0.1), "fall_derivs", c(9.81, 0.8),
                  dllname = dll, initfunc = "fall_init", rootfunc = "fall_root", nroot = 1,
                  events = list(func = "fall_event", root = TRUE))
    t1 <- sqrt(20 / 9.81)
    expect_equal(attr(out, "troot")[1:2], t1 * c(1, 2.6), tolerance = 1e-5, info = name)
    list_form <- solver(c(height = 10, speed = 0), seq(0, 5, 0.1),
                        list(func = "fall_derivs", rootfunc = "fall_root",
                             eventfunc = "fall_event", initfunc = "fall_init", dllname = dll),
                        c(9.81, 0.8), nroot = 1, events = list(root = TRUE))
    expect_equal(list_form[, ], out[, ], info = name)
  })
})

test_that("root functions cost no step and no evaluation of the model", {
  for_all_solvers(function(solver, name) {
    run <- function(...) solver(c(0, 1), c(0, 10), rotate, NULL, ...)
    plain <- attr(run(), "counts")
    watched <- attr(run(rootfunc = function(t, x, p) x + 5), "counts")
    expect_equal(watched[["steps"]], plain[["steps"]], info = name)
    expect_equal(watched[["nfev"]], plain[["nfev"]], info = name)
    expect_lte(watched[["root_evaluations"]], 5 * watched[["accepted"]] + 1 + 23 * 20)
  })
})

test_that("a failing event function is reported with its time and state", {
  fails <- list(func = function(t, y, p) stop("no bounce today"), root = TRUE)
  expect_error(dopri5(c(10, 0), 0:5, free_fall, NULL, rootfunc = function(t, y, p) y[1],
                      events = fails), "no bounce today.*at time 1.42")
  expect_error(dopri5(c(10, 0), 0:5, free_fall, NULL,
                      rootfunc = function(t, y, p) if (t > 1) stop("lost") else y[1]),
               "lost.*in 'rootfunc' at time")
})
