# What the paper shows: Mazzia, Cash, Soetaert (2012), J. Comput. Appl. Math. 236, 4119-4131.

quietly <- function(expr) {
  capture.output(value <- suppressWarnings(expr))
  value
}
flag <- function(out) attr(out, "istate")[[1]]

test_that("HIRES with the default and with radau, and its plot (2.2)", {
  out <- quietly(hires())
  out2 <- quietly(hires(method = radau))
  expect_equal(attr(out, "type"), "mebdfi")
  expect_gt(attr(out2, "mescd"), 5)
  picture <- tempfile(fileext = ".png")
  grDevices::png(picture)
  plot(out, lwd = 2)
  grDevices::dev.off()
  expect_gt(file.size(picture), 1000)
})

test_that("van der Pol in R with mu = 1, 10, 1000 and diagnostics (4.1.1)", {
  for (mu in c(1, 10, 1000)) {
    out <- mebdfi(c(2, 0), seq(0, 30, by = 0.5), van_der_pol, mu)
    expect_equal(flag(out), 2)
    expect_output(diagnostics(out), "last output time was reached|return code")
  }
})

test_that("explicit solvers solve mu = 1 and report stiffness at mu = 100 (4.1.1)", {
  for (solver in list(cashkarp, dopri5, dopri853)) {
    expect_equal(flag(solver(c(2, 0), 0:30, van_der_pol, 1)), 2)
    out <- suppressWarnings(solver(c(2, 0), 0:300, van_der_pol, 100))
    expect_equal(flag(out), -4)
    expect_match(attr(out, "message"), "stiff")
  }
})

test_that("the Pleiades in R equal the compiled ones (4.1.2)", {
  in_r <- function(t, Y, pars) {
    x <- Y[1:7]
    y <- Y[8:14]
    distance <- function(a, b) b - a
    dx <- outer(x, x, distance)
    dy <- outer(y, y, distance)
    r3 <- (dx^2 + dy^2)^1.5
    fx <- colSums(-dx * (1:7) / r3, na.rm = TRUE)
    fy <- colSums(-dy * (1:7) / r3, na.rm = TRUE)
    list(c(Y[15:21], Y[22:28], fx, fy))
  }
  p <- testproblem("pleiades")
  expect_equal(in_r(0, as.vector(p$y), NULL)[[1]], p$func(0, p$y)[[1]], tolerance = 1e-13)
  times <- seq(0, 3, by = 0.01)
  time_r <- system.time(out_r <- cashkarp(p$y, times, in_r, NULL))[[3]]
  time_c <- system.time(for (i in 1:10) out_c <- quietly(pleiades(method = cashkarp)))[[3]] / 10
  expect_gt(mescd(out_r, "pleiades"), 2.5)
  expect_equal(out_r[301, 2:15], out_c[301, 2:15], tolerance = 1e-3, ignore_attr = TRUE)
  expect_gt(time_r / time_c, 2)
})

test_that("the script with all examples of the text runs as it stands", {
  script <- system.file("examples", "paper.R", package = "deTestSet")
  expect_true(nzchar(script))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  place <- new.env(parent = globalenv())
  place$commandArgs <- function(...) character()
  report <- capture.output(source(script, local = place))
  expect_equal(sum(grepl("mu = 1: flag 2", report)), 3)
  expect_equal(sum(grepl("mu = 100: flag -4", report)), 3)
  expect_equal(sum(grepl("^Mixed error significant digits", report)), 2)
  expect_equal(sum(grepl("Integration was successful", report)), 2)
  ratio <- as.numeric(sub(".*ratio ", "", grep("ratio [0-9]+$", report, value = TRUE)))
  expect_gt(ratio, 5)
})

test_that("exit flags of Table 1", {
  names <- c("vdpol", "orego", "hires", "pollution", "E5", "ring")
  run <- function(name, method, tol, ..., atol = tol)
    flag(quietly(runproblem(name, method = method, rtol = tol, atol = atol, ...)))
  for (name in names) for (j in c(0, 4, 8)) {
    tol <- 10^(-4 - 5 / 8 * j)
    atol <- if (name == "E5") 1e-24 else tol
    expect_equal(run(name, dopri5, tol, atol = atol), -4, label = paste(name, "dopri5", j))
    expect_equal(run(name, dopri853, tol, atol = atol), -4, label = paste(name, "dopri853", j))
    expect_equal(run(name, cashkarp, tol, atol = atol, stiffness = 2), -4,
                 label = paste(name, "cashkarp (eig)", j))
    expect_equal(run(name, cashkarp, tol, atol = atol, stiffness = 3), -5,
                 label = paste(name, "cashkarp (err)", j))
  }
  # the error test does not see the beam as stiff
  expect_equal(run("beam", cashkarp, 1e-4, stiffness = 3, maxsteps = 1e6), 2)
  expect_equal(run("beam", cashkarp, 1e-4, stiffness = 2), -4)
  expect_equal(run("emep", dopri5, 1e-6, atol = 1), -4)
  expect_equal(run("emep", cashkarp, 1e-6, atol = 1, stiffness = 3), -5)
})
