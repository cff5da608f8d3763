# Models used by several test files.

explicit_solvers <- list(dopri5 = dopri5, dopri853 = dopri853, cashkarp = cashkarp)

decay <- function(t, y, parms, ...) list(-y)
oscillator <- function(t, y, parms, ...) list(c(y[2], -y[1]))
van_der_pol <- function(t, y, mu) list(c(y[2], mu * (1 - y[1]^2) * y[2] - y[1]))

# The outcome of `expr` with all its warnings: list(value, warnings).
with_warnings <- function(expr) {
  warnings <- character()
  value <- withCallingHandlers(expr, warning = function(w) {
    warnings <<- c(warnings, conditionMessage(w))
    invokeRestart("muffleWarning")
  })
  list(value = value, warnings = warnings)
}

# A function that counts its calls: counter$f is the model, counter$count() the number.
counting <- function(f) {
  n <- 0
  list(f = function(...) {
    n <<- n + 1
    f(...)
  }, count = function() n)
}
