# Models and helpers for the tests of the implicit solvers.

implicit_solvers <- list(mebdfi = mebdfi, gamd = gamd, bimd = bimd, radau5 = radau5)

# u' = D u_xx + r u (1 - u) on n cells, as in models/reaction.c.
reaction <- function(n, D = 0.01, r = 5) {
  rates <- function(u) {
    flux <- D * n^2 * diff(u)
    c(flux, 0) - c(0, flux) + r * u * (1 - u)
  }
  diagonal <- function(u) -D * n^2 * c(1, rep(2, n - 2), 1) + r * (1 - 2 * u)
  full <- function(u) {
    jacobian <- diag(diagonal(u))
    next_to <- cbind(1:(n - 1), 2:n)
    jacobian[next_to] <- jacobian[next_to[, 2:1]] <- D * n^2
    jacobian
  }
  list(
    y = exp(-50 * ((1:n - 0.5) / n - 0.3)^2), parms = c(D, r),
    func = function(t, y, parms) list(rates(y)),
    jac_full = function(t, y, parms) full(y),
    jac_band = function(t, y, parms) rbind(D * n^2, diagonal(y), D * n^2),
    res = function(t, y, dy, parms) list(dy - rates(y), sum = sum(y), slope = dy[1]),
    jacres_full = function(t, y, dy, parms, cj) cj * diag(n) - full(y),
    jacres_band = function(t, y, dy, parms, cj) rbind(-D * n^2, cj - diagonal(y), -D * n^2),
    pattern = abs(row(diag(n)) - col(diag(n))) <= 1)
}

# Values of a result without attributes and names.
values <- function(out) matrix(out, nrow(out), dimnames = NULL)

# A model that notes the times of its calls.
noting_times <- function(f) {
  times <- numeric()
  list(f = function(t, ...) {
    times[length(times) + 1L] <<- t
    f(t, ...)
  }, times = function() times)
}
