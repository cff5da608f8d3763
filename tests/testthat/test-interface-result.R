# The result object and deSolve's methods for it.

model <- function(t, y, parms) list(c(y[2], -y[1]), energy = sum(y^2))
out <- dopri5(c(x = 1, v = 0), seq(0, 10, 0.1), model, NULL)

test_that("class and attributes are those of the contract", {
  expect_equal(class(out), c("detestset", "deSolve", "matrix"))
  expect_equal(dim(out), c(101L, 4L))
  expect_equal(attr(out, "type"), "dopri5")
  expect_type(attr(out, "istate"), "integer")
  expect_length(attr(out, "istate"), 21)
  expect_length(attr(out, "rstate"), 5)
  expect_equal(attr(out, "rstate")[3], 10)
  expect_equal(attr(out, "lengthvar"), c(2, energy = 1), ignore_attr = FALSE)
  expect_equal(attr(out, "status"), "success")
  expect_equal(attr(out, "istate")[2], sum(attr(out, "counts")[c("accepted", "rejected")]))
})

test_that("deSolve's print, summary, subset, plot, hist and as.data.frame work", {
  expect_output(print(out), "energy")
  expect_equal(dim(summary(out)), c(8L, 3L))
  expect_equal(as.vector(subset(out, select = "x")), unname(out[, "x"]))
  expect_equal(dim(as.data.frame(out)), c(101L, 4L))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_silent(plot(out, which = c("x", "energy")))
  expect_silent(hist(out, which = "x"))
  expect_silent(plot(out, dopri853(c(x = 1, v = 0), seq(0, 10, 0.1), model, NULL)))
  expect_silent(deSolve::matplot.0D(out))
})

test_that("diagnostics explains the end and returns the state vectors", {
  expect_output(d <- diagnostics(out), "Integration was successful")
  expect_equal(d, list(istate = attr(out, "istate"), rstate = attr(out, "rstate")))
  expect_output(diagnostics(out), "function evaluations: ")
  expect_output(diagnostics(out, Full = TRUE), "LU factorisations: NA")
  conditioned <- cashkarp(c(1, 0), c(0, 5), oscillator, NULL, stiffness = 4)
  expect_output(diagnostics(conditioned), "kappa")
})

test_that("verbose prints the blocks of deSolve, and nothing is printed otherwise", {
  expect_output(dopri5(1, 0:1, decay, NULL, verbose = TRUE), "Time settings.*Integration settings.*Integration method.*dopri5.*return code")
  expect_silent(dopri5(1, 0:1, decay, NULL))
})

test_that("the record of steps holds every attempt", {
  log <- attr(dopri5(c(2, 0), 0:30, van_der_pol, 1, control = list(log = TRUE)), "log")
  expect_equal(nrow(log), 267)
  expect_equal(sum(!log$accepted), 48)
  expect_equal(max(log$time), 30)
  expect_equal(sum(log$h[log$accepted]), 30)
  # what was rejected was longer than what was accepted instead
  rejected <- which(!log$accepted)
  expect_true(all(log$h[rejected] > log$h[rejected + 1]))
})

test_that("equal calls give equal bits", {
  again <- dopri5(c(x = 1, v = 0), seq(0, 10, 0.1), model, NULL)
  expect_identical(out, again)
})
