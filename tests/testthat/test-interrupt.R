# Interrupts: the first ends the run with the rows so far, and the session stays usable.

skip_on_os("windows")

interrupting <- function(f, at) {
  n <- 0
  function(...) {
    n <<- n + 1
    if (n == at) tools::pskill(Sys.getpid(), tools::SIGINT)
    f(...)
  }
}

test_that("an interrupt during an R model returns the rows so far", {
  run <- with_warnings(dopri5(c(1, 0), seq(0, 1e4, 1), interrupting(oscillator, 100), NULL))
  out <- run$value
  expect_equal(attr(out, "istate")[1], -10L)
  expect_equal(attr(out, "status"), "interrupted")
  expect_match(run$warnings[1], "interrupted by the user at t = ")
  expect_match(run$warnings[2], "Returning early")
  expect_gt(nrow(out), 3)
  expect_lt(out[[nrow(out), 1]], 9999)
  last <- out[[nrow(out), 1]]
  expect_equal(unname(out[nrow(out), 2]), cos(last), tolerance = 1e-3)
})

test_that("an interrupt ends nested solves as well", {
  inner <- function(t, y, parms) {
    dopri5(c(1, 0), c(0, 1), interrupted, NULL)
    oscillator(t, y)
  }
  interrupted <- interrupting(oscillator, 1000)
  run <- with_warnings(dopri5(c(1, 0), seq(0, 1e4, 1), inner, NULL))
  expect_equal(attr(run$value, "istate")[1], -10L)
})

test_that("an interrupt during a built-in problem is noticed", {
  # a process of its own, because nothing in R runs while the solver does
  script <- tempfile(fileext = ".R")
  writeLines(c(
    sprintf(".libPaths(%s)", paste(deparse(.libPaths()), collapse = "")),
    "suppressPackageStartupMessages(library(deTestSet))",
    "system(sprintf('(sleep 1.5; kill -INT %d) &', Sys.getpid()))",
    "begin <- Sys.time()",
    "out <- suppressWarnings(vdpol(times = seq(0, 1e9, 1e4), parms = list(mu = 1), rtol = 1e-10,",
    "  atol = 1e-10, method = dopri5, maxsteps = 1e9))",
    "cat('flag', attr(out, 'istate')[1], 'seconds', as.numeric(Sys.time() - begin) < 30, '\\n')"),
    script)
  output <- system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", script), stdout = TRUE,
                    stderr = TRUE)
  expect_true(any(grepl("flag -10 seconds TRUE", output)), info = paste(output, collapse = "\n"))
})

test_that("a time limit of R itself is an ordinary error", {
  expect_error({
    setTimeLimit(elapsed = 0.3, transient = TRUE)
    on.exit(setTimeLimit())
    dopri5(c(1, 0), seq(0, 1e9, 1e3), oscillator, NULL, maxsteps = 1e9)
  }, "reached elapsed time limit")
  setTimeLimit()
  expect_equal(dopri5(1, 0:1, decay, NULL)[2, 2], c(`1` = exp(-1)), tolerance = 1e-5)
})
