# Solutions and models for the tests of delay equations.

# y'(t) = -y(t - 1), y = 1 for t <= 0, by the method of steps.
unit_delay_solution <- function(t) vapply(t, function(s) {
  k <- 0:(floor(s) + 1)
  sum((-1)^k * pmax(s - k + 1, 0)^k / factorial(k))
}, 0)

delayed_library <- function() compiled_model_library("delayed")

max_error <- function(out, exact) max(abs(unclass(out)[, 2] - exact))
