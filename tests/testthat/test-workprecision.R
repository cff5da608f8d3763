# Work-precision grids, comparisons and tables of stiffness. Nothing here depends on the clock.

small_grid <- function(...)
  workprecision("orego", c("gamd", "radau5"), rtol = 10^-(4:6), times = seq(0, 360, 10),
                repeats = 1, mintime = 0, ...)
no_times <- function(x) {
  x$time <- x$time_median <- NULL
  attr(x, "settings")$workers <- NULL
  x
}
parallel_pids <- function() {
  futures <- lapply(1:2, function(i) future::future({
    Sys.sleep(0.2)
    Sys.getpid()
  }, seed = NULL))
  lapply(futures, future::value)
}
decay <- list(y = c(a = 1, b = 0), times = 0:5, parms = c(k = 2), func = function(t, y, p)
  list(c(-p[["k"]] * y[1], p[["k"]] * y[1] - y[2])))

test_that("a cell has the accuracy and the counters of the run it stands for", {
  wp <- small_grid()
  expect_s3_class(wp, c("workprecision", "data.frame"), exact = TRUE)
  expect_equal(wp$method, rep(c("gamd", "radau5"), each = 3))
  expect_equal(wp$rtol, rep(10^-(4:6), 2))
  times <- seq(0, 360, 10)
  for (i in c(2, 6)) {
    out <- orego(times = times, method = wp$method[i], rtol = wp$rtol[i], atol = wp$atol[i],
                 printmescd = FALSE)
    expect_equal(wp$mescd_end[i], mescd(out, "orego", wp$atol[i], wp$rtol[i]))
    expect_equal(wp$mescd[i],
                 mescd(out, reference("orego", times), wp$atol[i], wp$rtol[i]), tolerance = 1e-6)
    counts <- attr(out, "counts")
    expect_equal(wp$steps[i], counts[["steps"]])
    expect_equal(wp$nfev[i], counts[["nfev"]])
    expect_equal(wp$njac[i], counts[["jacobians"]])
    expect_equal(wp$nlu[i], counts[["factorisations"]])
  }
  expect_true(all(wp$mescd <= wp$mescd_end + 1e-3))
  expect_true(all(wp$time >= 0 & wp$time <= wp$time_median))
  expect_equal(wp$reason, rep("", 6))
})

test_that("failed cells stay, with the reason", {
  wp <- workprecision("hires", list("dopri5", "gamd", broken = function(...) stop("no luck")),
                      rtol = 1e-5, times = c(0, 321.8122), repeats = 1, mintime = 0)
  expect_equal(is.na(wp$mescd), c(TRUE, FALSE, TRUE))
  expect_equal(wp$flag, c(-4, 2, NA))
  expect_match(wp$reason[1], "stiff")
  expect_equal(wp$reason[3], "no luck")
  expect_output(print(wp), "broken failed 1 time.*no luck")
  # a method that cannot treat the problem
  wp <- workprecision("chemakzo", c("lsoda", "gamd"), rtol = 1e-4, times = c(0, 180), repeats = 1,
                      mintime = 0)
  expect_match(wp$reason[1], "mass matrix")
  expect_equal(wp$reason[2], "")
})

test_that("the user's own problem: functions, arguments per method, solvers of deSolve", {
  wp <- workprecision(decay, list("dopri5", "adams", "daspk", "rk4", loose = list("gamd", maxord = 3),
                                  mine = function(...) dopri853(...)),
                      rtol = 1e-5, repeats = 1, mintime = 0)
  expect_equal(wp$method, c("dopri5", "adams", "daspk", "rk4", "loose", "mine"))
  expect_true(all(wp$reason == ""))
  exact <- function(t) cbind(exp(-2 * t), 2 * (exp(-t) - exp(-2 * t)))
  out <- dopri5(decay$y, decay$times, decay$func, decay$parms, rtol = 1e-5, atol = 1e-5)
  error <- max(abs(out[, 2:3] - exact(0:5)) / (1 + exact(0:5)))
  expect_equal(wp$mescd[1], -log10(error), tolerance = 1e-2)
  expect_gt(attr(wp, "settings")$reference_digits, 6)
  # the same with the exact solution
  wp <- workprecision(decay, "dopri5", rtol = 1e-5, repeats = 1, mintime = 0,
                      reference = cbind(0:5, exact(0:5)))
  expect_equal(wp$mescd, -log10(error))
  wp <- workprecision(decay, "dopri5", rtol = 1e-5, repeats = 1, mintime = 0,
                      reference = exact(5)[1, ])
  expect_true(is.na(wp$mescd))
  expect_equal(wp$mescd_end, -log10(max(abs(out[6, 2:3] - exact(5)) / (1 + exact(5)))))
})

test_that("a mass matrix or a residual goes only to the methods that take it", {
  dae <- list(y = c(1, 1), times = 0:3, mass = diag(c(1, 0)),
              func = function(t, y, p) list(c(-y[2], y[1] - y[2])))
  wp <- workprecision(dae, c("gamd", "lsoda", "radau"), rtol = 1e-5, repeats = 1, mintime = 0)
  expect_equal(wp$reason, c("", "lsoda has no argument `mass'", ""))
  expect_gt(min(wp$mescd[c(1, 3)]), 4)
  implicit <- list(y = 1, dy = -1, times = 0:3, res = function(t, y, dy, p) list(dy + y))
  wp <- workprecision(implicit, c("mebdfi", "daspk", "gamd"), rtol = 1e-5, repeats = 1, mintime = 0)
  expect_equal(wp$reason, c("", "", "gamd has no argument `res'"))
})

test_that("changed parameters and initial values are those of the runs and of the reference", {
  problem <- testproblem("vdpol", parms = list(mu = 1))
  problem$y[] <- c(1, 0)
  wp <- workprecision(problem, "dopri5", rtol = 1e-6, times = 0:10, repeats = 1, mintime = 0)
  out <- dopri853(c(1, 0), 0:10, problem, NULL, rtol = 1e-12, atol = 1e-12)
  run <- dopri5(c(1, 0), 0:10, problem, NULL)
  expect_equal(wp$mescd, mescd(run, out), tolerance = 1e-3)
  expect_equal(attr(wp, "settings")$parms, c(mu = 1))
})

test_that("problems with events are judged, too", {
  wp <- workprecision("A-1", c("dopri5", "lsodar"), rtol = 1e-6, repeats = 1, mintime = 0)
  expect_true(all(wp$mescd > 4))
  expect_true(all(wp$reason == ""))
})

test_that("tolerances by component, and absolute tolerances of their own", {
  wp <- workprecision("rober", "radau5", rtol = c(1e-4, 1e-5), times = c(0, 10^(0:11)),
                      atol = list(c(1e-6, 1e-10, 1e-6), c(1e-7, 1e-11, 1e-7)), repeats = 1,
                      mintime = 0)
  expect_equal(wp$atol[[2]], c(1e-7, 1e-11, 1e-7))
  expect_true(all(wp$mescd > 2))
  expect_output(print(wp), "radau5")
  wp <- workprecision("E5", "radau5", rtol = c(1e-4, 1e-5), atol = 1e-24, times = c(0, 1e13),
                      repeats = 1, mintime = 0)
  expect_equal(wp$atol, c(1e-24, 1e-24))
})

test_that("the summary interpolates the least work along the lines", {
  wp <- data.frame(method = rep(c("a", "b"), each = 3), rtol = rep(10^-(3:5), 2), atol = 1e-6,
                   mescd = c(2, 4, 6, 3, 5, NA), mescd_end = 1, time = c(1, 100, 1e4, 11, 11, 1),
                   time_median = 1, steps = 1:6, nfev = 1:6, njac = 1, nlu = 1,
                   reason = c(rep("", 5), "no"))
  class(wp) <- c("workprecision", "data.frame")
  s <- summary(wp, digits = 2:7)
  expect_equal(s$a, c(1, 10, 100, 1000, 1e4, NA))
  expect_equal(s$b, c(11, 11, 11, 11, NA, NA))
  expect_equal(s$best, c("a", "a", "b", "b", "a", NA))
  expect_output(print(s), "least CPU time")
  expect_equal(summary(wp)$digits, 2:6)
  expect_error(summary(wp, work = "money"), "`work' must be one of")
  wp$mescd <- NA_real_
  expect_error(summary(wp), "no run succeeded")
  expect_error(plot(wp), "no run succeeded")
})

test_that("diagrams are drawn, with base graphics and with ggplot2", {
  wp <- small_grid()
  picture <- tempfile(fileext = ".png")
  grDevices::png(picture)
  plot(wp, work = "nfev", precision = "mescd_end", legend = "bottomright")
  expect_equal(par("mar"), c(5.1, 4.1, 4.1, 2.1))
  grDevices::dev.off()
  expect_gt(file.size(picture), 2000)
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(wp, work = "nfev")
  expect_s3_class(drawn, "ggplot")
  expect_equal(nrow(drawn$data), 6)
})

test_that("a grid is plain data: saved, loaded, subset", {
  wp <- small_grid()
  file <- tempfile(fileext = ".rds")
  saveRDS(wp, file)
  expect_identical(readRDS(file), wp)
  expect_lt(file.size(file), 5000)
  expect_equal(nrow(wp[wp$method == "gamd", ]), 3)
})

test_that("an interrupt keeps the finished cells", {
  skip_on_os("windows")
  calls <- 0
  interrupting <- function(y, times, func, parms, ...) {
    calls <<- calls + 1
    if (calls == 3) {
      tools::pskill(Sys.getpid(), tools::SIGINT)
      Sys.sleep(5)
    }
    dopri5(y, times, func, parms, ...)
  }
  expect_message(
    wp <- workprecision(decay, list(slow = interrupting), rtol = 10^-(3:7), repeats = 1, mintime = 0,
                        reference = c(0, 0)), "keeping the cells")
  expect_equal(wp$rtol, 1e-3)
  expect_true(attr(wp, "settings")$interrupted)
  expect_output(print(wp), "1 of 5 cells")
  # our solvers take the interrupt themselves
  calls <- 0
  own <- decay
  own$func <- function(t, y, p) {
    calls <<- calls + 1
    if (calls == 400) tools::pskill(Sys.getpid(), tools::SIGINT)
    decay$func(t, y, p)
  }
  expect_message(wp <- workprecision(own, "dopri5", rtol = 10^-(3:12), repeats = 1, mintime = 0,
                                     reference = c(0, 0)), "keeping the cells")
  expect_lt(nrow(wp), 10)
  expect_gt(nrow(wp), 0)
})

test_that("workers give the same digits and counters bit for bit", {
  skip_on_cran()
  skip_if_not_installed("future")
  old <- future::plan("sequential")
  on.exit(future::plan(old))
  grid <- function() workprecision("hires", c("gamd", "radau5", "mebdfi", "lsoda"), repeats = 1,
                                   rtol = 10^-seq(4, 9.5, by = 0.5), mintime = 0)
  single <- grid()
  expect_equal(nrow(single), 48)
  future::plan("multisession", workers = min(2, future::availableCores()))
  skip_if(future::nbrOfWorkers() < 2)
  double <- grid()
  expect_identical(no_times(double), no_times(single))
  scale <- 2
  own <- list(y = 1, times = 0:2, func = function(t, y, p) list(-scale * y))
  wp <- workprecision(own, c("dopri5", "gamd"), rtol = 1e-5, repeats = 1, mintime = 0,
                      reference = exp(-4))
  expect_true(all(wp$mescd_end > 4))
})

# Ctrl-C in a terminal: this process and the workers get the signal, after three cells.
test_that("an interrupt keeps the finished cells of workers, and the plan stays usable", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("future")
  skip_if_not_installed("progressr")
  skip_if(future::availableCores() < 2)
  old <- future::plan("multisession", workers = 2)
  progress <- options(progressr.enable = TRUE)
  on.exit({
    future::plan(old)
    options(progress)
  })
  pids <- c(Sys.getpid(), parallel_pids(), recursive = TRUE)
  grid <- function() workprecision("orego", c("gamd", "radau5"), rtol = 10^-(4:9), repeats = 1,
                                   times = seq(0, 360, 10), mintime = 0)
  seen <- 0
  interrupt_at_three <- function(p) if (p$type == "update") {
    seen <<- seen + 1
    if (seen == 3) tools::pskill(rev(pids), tools::SIGINT)
  }
  expect_message(cut <- withCallingHandlers(grid(), progression = interrupt_at_three),
                 "keeping the cells")
  expect_true(attr(cut, "settings")$interrupted)
  expect_equal(nrow(cut), 3)
  full <- grid()
  expect_equal(nrow(full), 12)
  same <- match(paste(cut$method, cut$rtol), paste(full$method, full$rtol))
  expect_identical(no_times(cut)$mescd, full$mescd[same])
  expect_identical(cut$nfev, full$nfev[same])
})

test_that("a worker that dies takes only its own cell along", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("future")
  skip_if(future::availableCores() < 2)
  old <- future::plan("multisession", workers = 2)
  on.exit(future::plan(old))
  dying <- function(y, times, func, parms, rtol, ...) {
    if (rtol < 5e-7) tools::pskill(Sys.getpid(), tools::SIGKILL)
    dopri5(y, times, func, parms, rtol = rtol, ...)
  }
  expect_warning(wp <- workprecision(decay, list(fragile = dying), rtol = 10^-(3:7), repeats = 1,
                                     mintime = 0, reference = c(0, 0)), "a worker was lost")
  expect_gte(nrow(wp), 1)
  expect_true(all(wp$rtol > 5e-7))
  expect_equal(nrow(workprecision(decay, "dopri5", rtol = 1e-3, repeats = 1, mintime = 0,
                                  reference = c(0, 0))), 1)
})

test_that("progress is reported, one step per cell", {
  skip_if_not_installed("progressr")
  old <- options(progressr.enable = TRUE)
  on.exit(options(old))
  seen <- 0
  withCallingHandlers(small_grid(), progression = function(p) if (p$type == "update") seen <<- seen + 1)
  expect_gte(seen, 6)
})

test_that("compare() shows methods side by side", {
  result <- compare("orego", c("gamd", "dopri5", "radau5"), rtol = 1e-5, times = seq(0, 360, 10),
                    repeats = 1, mintime = 0)
  expect_equal(result$method, c("gamd", "dopri5", "radau5"))
  errors <- attr(result, "errors")
  expect_equal(dim(errors), c(37, 4))
  expect_equal(-log10(max(errors[, "gamd"])), result$mescd[1])
  expect_true(all(is.na(errors[, "dopri5"])))
  expect_output(print(result), "dopri5 failed: .*stiff")
  picture <- tempfile(fileext = ".png")
  grDevices::png(picture)
  plot(result)
  grDevices::dev.off()
  expect_gt(file.size(picture), 2000)
  expect_equal(compare("chemakzo", rtol = 1e-4, times = c(0, 180), repeats = 1, mintime = 0)$method,
               c("gamd", "bimd", "radau5", "mebdfi"))
})

test_that("stiffnesstable() gathers the flags of the explicit methods", {
  table <- stiffnesstable(c("vdpol", "orego"), rtol = 10^-(4:6))
  expect_equal(nrow(table), 24)
  expect_true(all(table$flag[table$method != "cashkarp (err)"] == -4))
  expect_true(all(table$flag[table$method == "cashkarp (err)"] == -5))
  expect_equal(unique(table$j), 0:2)
  expect_output(print(table), "vdpol +-4 all j +-5 all j")
  table <- stiffnesstable(list(soft = testproblem("vdpol", list(mu = 1))), rtol = list(1e-5))
  expect_equal(table$flag, rep(2, 4))
  expect_equal(table$problem, rep("soft", 4))
  expect_equal(flag_text(c(-4, -4, -3, rep(-4, 14)), 0:16), "-4: j = 0, 1, 3..16; -3: j = 2")
})

test_that("wrong arguments are named", {
  expect_error(workprecision(1, "gamd"), "`problem' must be")
  expect_error(workprecision(c("hires", "orego"), "gamd"), "`problem' must be one problem")
  expect_error(workprecision("hirse", "gamd"), "did you mean 'hires'")
  expect_error(workprecision(list(y = 1, times = 0:1), "gamd"), "element `func' or `res'")
  expect_error(workprecision(decay[-2], "gamd"), "`times' must be given")
  expect_error(workprecision("hires", list()), "`methods' must be")
  expect_error(workprecision("hires", list(3)), "element of `methods'")
  expect_error(workprecision("hires", "gamdd"), "unknown solver 'gamdd'")
  expect_error(workprecision("hires", list("gamd", list("gamd", maxord = 5))), "different names")
  expect_error(workprecision("hires", "gamd", rtol = -1), "`rtol' must be positive")
  expect_error(workprecision("hires", "gamd", rtol = 1e-4, atol = 1:3), "`atol' must have one")
  expect_error(workprecision("hires", "gamd", rtol = 1e-4, atol = "a"), "`atol' must have one")
  expect_s3_class(workprecision("vdpol", "gamd", rtol = 1e-4, atol = pairlist(a = 1e-4),
                                times = 0:2), "workprecision")
  expect_error(workprecision("hires", "gamd", repeats = 0), "`repeats' must be")
  expect_error(workprecision("hires", "gamd", mintime = -1), "`mintime' must be")
  expect_error(workprecision("hires", "gamd", timelimit = 0), "`timelimit' must be")
  expect_error(workprecision("hires", "gamd", components = 9), "`components' must be")
  expect_error(workprecision("hires", "gamd", times = 0), "`times' must have at least two")
  expect_error(workprecision("hires", "gamd", reference = 1:3), "`reference' must have 8 values")
  expect_error(workprecision("hires", "gamd", times = 0:2, reference = matrix(0, 2, 9)), "lacks the output")
  expect_error(workprecision("hires", "gamd", reference = list("dopri5", rtol = 1e-6)),
               "reference by dopri5.*could not be computed")
  expect_error(compare("hires", "gamd", rtol = 10^-(1:2)), "`rtol' must be one number")
  expect_error(stiffnesstable(list()), "`problems' must be")
  expect_error(stiffnesstable("hires", rtol = list(1, 2)), "`rtol' must be")
})
