# Random equations whose solution is known. The smooth functions u(t) are chosen first, the
# equations are made for them; ordinary equations also carry a solution of the homogeneous
# equations, so that transients occur.
#
# A model is a list: n; func, res, jac; y0, dy0; mass, nind; exact(t), a vector; t0, t1; `growth`,
# by how much an error may grow; `loose`, the components of index 2 and 3.

# u(t) = a + b sin(w t + p), with derivatives of any order.
smooth_functions <- function(n) {
  a <- stats::rnorm(n)
  b <- stats::rnorm(n)
  w <- stats::runif(n, 0.3, 3)
  p <- stats::runif(n, 0, 6)
  function(t, k = 0L) (if (k == 0L) a else 0) + b * w^k * sin(w * t + p + k * pi / 2)
}

# Well-conditioned, not symmetric.
mixing_matrix <- function(n) qr.Q(qr(matrix(stats::rnorm(n * n), n))) %*%
  (diag(stats::runif(n, 0.5, 2), n) + 0.2 * matrix(stats::rnorm(n * n), n) / n)

interval <- function() {
  t0 <- if (chance(0.5)) 0 else between(-3, 3)
  direction <- if (chance(0.2)) -1 else 1
  list(t0 = t0, t1 = t0 + direction * between(0.2, 1.5), direction = direction)
}

# y' = A y + u' - A u
linear_model <- function(n = whole(1, 5), stiff = chance(0.25), span = interval()) {
  u <- smooth_functions(n)
  v <- mixing_matrix(n)
  rates <- stats::runif(n, -3, 0.4)
  if (stiff) rates[1L] <- -10^between(1, 5)
  rates <- rates * span$direction
  inverse <- solve(v)
  A <- v %*% (rates * inverse)
  start <- stats::rnorm(n) * if (stiff) c(0.1, rep(1, n - 1L)) else 1
  t0 <- span$t0
  list(kind = "linear", n = n, t0 = t0, t1 = span$t1, direction = span$direction,
       func = function(t, y, parms, ...) list(as.vector(A %*% (y - u(t))) + u(t, 1L)),
       jac = function(t, y, parms, ...) A,
       y0 = u(t0) + as.vector(v %*% start),
       exact = function(t) u(t) + as.vector(v %*% (exp(rates * (t - t0)) * start)),
       # the state after a change at time s
       continued = function(s, y) {
         share <- as.vector(inverse %*% (y - u(s)))
         function(t) u(t) + as.vector(v %*% (exp(rates * (t - s)) * share))
       },
       growth = kappa(v, exact = TRUE) * exp(max(0, rates * (span$t1 - t0))), stiff = stiff)
}

# z = asinh(y) satisfies linear equations.
curved_model <- function() {
  inner <- linear_model(whole(1, 4), stiff = FALSE)
  f <- inner$func
  inner$func <- function(t, y, parms, ...) list(sqrt(1 + y^2) * f(t, asinh(y))[[1L]])
  jac <- inner$jac
  inner$jac <- function(t, y, parms, ...) {
    z <- asinh(y)
    diag(y / sqrt(1 + y^2) * f(t, z)[[1L]], length(y)) +
      sqrt(1 + y^2) * jac(t, z) %*% diag(1 / sqrt(1 + y^2), length(y))
  }
  solution <- inner$exact
  inner$exact <- function(t) sinh(solution(t))
  inner$y0 <- sinh(inner$y0)
  inner$growth <- inner$growth * max(cosh(solution(inner$t0)), cosh(solution(inner$t1)))^2
  inner$kind <- "curved"
  inner$continued <- NULL
  inner
}

# y' = y, returned as it came.
alias_model <- function() {
  n <- whole(1, 3)
  y0 <- stats::rnorm(n)
  list(kind = "alias", n = n, t0 = 0, t1 = between(0.5, 2), direction = 1, y0 = y0,
       func = function(t, y, parms, ...) list(y), jac = function(t, y, parms, ...) diag(n),
       exact = function(t) y0 * exp(t), growth = 10, stiff = FALSE)
}

# The same equations multiplied by a regular matrix.
with_mass <- function(model) {
  n <- model$n
  kind <- pick("diagonal", "full", "banded")
  if (n < 3L && kind == "banded") kind <- "diagonal"
  mass <- switch(kind, diagonal = stats::runif(n, 0.5, 2) * sample(c(-1, 1), n, TRUE),
                 full = mixing_matrix(n),
                 banded = {
                   bands <- matrix(0.3 * stats::rnorm(2 * n), 2L, n)
                   bands[1L, ] <- 2 + stats::runif(n)
                   bands[2L, n] <- 0
                   bands
                 })
  full <- if (kind == "diagonal") diag(mass, n) else if (kind == "full") mass else {
    m <- diag(mass[1L, ], n)
    m[cbind(2:n, 1:(n - 1L))] <- mass[2L, -n]
    m
  }
  f <- model$func
  jac <- model$jac
  model$func <- function(t, y, parms, ...) list(as.vector(full %*% f(t, y)[[1L]]))
  model$jac <- function(t, y, parms, ...) full %*% jac(t, y)
  model$mass <- mass
  if (kind == "banded") model$massdown <- 1
  model$growth <- model$growth * kappa(full, exact = TRUE)
  model$full_mass <- full
  model
}

# M y' = f of index 1, 2 or 3 for smooth (y, z).
algebraic_model <- function(index = whole(1, 3), span = interval()) {
  m <- whole(1, 2)                       # constraints
  d <- m + whole(0, 2)                   # positions, or differential variables
  u <- smooth_functions(d)
  w <- smooth_functions(m)
  A <- matrix(stats::rnorm(d * d), d) / d - diag(span$direction, d)
  C <- mixing_matrix(d)[seq_len(m), , drop = FALSE]
  B <- t(C) + 0.1 * matrix(stats::rnorm(d * m), d) / d
  t0 <- span$t0
  model <- list(kind = paste("index", index), t0 = t0, t1 = span$t1, direction = span$direction,
                stiff = FALSE)
  if (index == 1L) {
    D <- mixing_matrix(m)
    cubic <- pick(0, 0.2)
    g <- function(t, y, z) as.vector(C %*% (y - u(t)) + D %*% (z - w(t))) +
      cubic * ((z - w(t))^3 + (z - w(t)))
    model$func <- function(t, x, parms, ...) {
      y <- x[seq_len(d)]
      z <- x[d + seq_len(m)]
      list(c(as.vector(A %*% (y - u(t)) + B %*% (z - w(t))) + u(t, 1L), g(t, y, z)))
    }
    model$jac <- function(t, x, parms, ...) {
      z <- x[d + seq_len(m)]
      rbind(cbind(A, B), cbind(C, D + cubic * diag(3 * (z - w(t))^2 + 1, m)))
    }
  } else if (index == 2L) {
    model$func <- function(t, x, parms, ...) {
      y <- x[seq_len(d)]
      z <- x[d + seq_len(m)]
      list(c(as.vector(A %*% (y - u(t)) + B %*% (z - w(t))) + u(t, 1L),
             as.vector(C %*% (y - u(t)))))
    }
    model$jac <- function(t, x, parms, ...) rbind(cbind(A, B), cbind(C, matrix(0, m, m)))
  } else {
    K <- diag(stats::runif(d, 0.5, 2), d)
    model$func <- function(t, x, parms, ...) {
      q <- x[seq_len(d)]
      v <- x[d + seq_len(d)]
      z <- x[2L * d + seq_len(m)]
      list(c(v, as.vector(A %*% (v - u(t, 1L)) - K %*% (q - u(t)) + t(C) %*% (z - w(t))) + u(t, 2L),
             as.vector(C %*% (q - u(t)))))
    }
    model$jac <- function(t, x, parms, ...)
      rbind(cbind(matrix(0, d, d), diag(d), matrix(0, d, m)), cbind(-K, A, t(C)),
            cbind(C, matrix(0, m, d + m)))
  }
  differential <- if (index == 3L) 2L * d else d
  model$n <- differential + m
  model$exact <- if (index == 3L) function(t) c(u(t), u(t, 1L), w(t)) else function(t) c(u(t), w(t))
  derivative <- if (index == 3L) function(t) c(u(t, 1L), u(t, 2L), w(t, 1L)) else
    function(t) c(u(t, 1L), w(t, 1L))
  model$y0 <- model$exact(t0)
  model$dy0 <- derivative(t0)
  model$mass <- rep(c(1, 0), c(differential, m))
  model$full_mass <- diag(model$mass)
  model$nind <- switch(index, c(d + m, 0, 0), c(d, m, 0), c(d, d, m))
  model$loose <- if (index == 2L) d + seq_len(m) else if (index == 3L) d + seq_len(d + m)
  # what is left when the algebraic variables are eliminated decides how errors grow
  inherent <- switch(index, A - B %*% solve(D + cubic * diag(m), C),
                     A - B %*% solve(C %*% B, C %*% A), A)
  rates <- Re(eigen(inherent, only.values = TRUE)$values)
  model$growth <- 30 * exp(max(0, rates * (span$t1 - t0)))
  if (index == 1L && chance(0.3)) model <- mixed_rows(model)
  model
}

# Equations of index 1 in another order and combination, so that the mass matrix is full.
mixed_rows <- function(model) {
  P <- mixing_matrix(model$n)
  f <- model$func
  jac <- model$jac
  model$func <- function(t, y, parms, ...) list(as.vector(P %*% f(t, y)[[1L]]))
  model$jac <- function(t, y, parms, ...) P %*% jac(t, y)
  model$mass <- model$full_mass <- P %*% model$full_mass
  model$growth <- model$growth * kappa(P, exact = TRUE)
  model
}

# G(t, y, y') = M y' - f
as_residual <- function(model) {
  M <- if (is.null(model$full_mass)) diag(model$n) else model$full_mass
  f <- model$func
  jac <- model$jac
  if (is.null(model$dy0)) model$dy0 <- as.vector(solve(M, f(model$t0, model$y0)[[1L]]))
  model$res <- function(t, y, dy, parms, ...) list(as.vector(M %*% dy) - f(t, y)[[1L]])
  model$jacres <- function(t, y, dy, parms, cj, ...) cj * M - jac(t, y)
  model$mass <- model$func <- model$jac <- model$massdown <- NULL
  model
}

# y' = A (y - u) + B (y(t - tau) - u(t - tau)) [+ C (y'(t - tau) - u'(t - tau))] + u'
delay_model <- function() {
  n <- whole(1, 3)
  u <- smooth_functions(n)
  A <- matrix(stats::rnorm(n * n), n) / n - diag(n)
  B <- matrix(stats::rnorm(n * n), n) / n
  tau <- between(0.1, 2)
  t0 <- between(-2, 2)
  varying <- chance(0.3)
  past <- if (varying) function(t) t - tau * (1 + 0.5 * sin(t)) else function(t) t - tau
  right <- function(t, y, ylag) as.vector(A %*% (y - u(t)) + B %*% (ylag - u(past(t)))) + u(t, 1L)
  list(kind = "delay", n = n, t0 = t0, t1 = t0 + between(0.5, 5), direction = 1, tau = tau,
       varying = varying, past = past, phi = function(t) u(t), dphi = function(t) u(t, 1L),
       y0 = u(t0), exact = function(t) u(t),
       asking = function(t, y, parms, ...) list(right(t, y, lagvalue(past(t)))),
       declared = function(t, y, parms, ylag, ...) list(right(t, y, ylag[, 1L])),
       jac = function(t, y, parms, ylag, ...) A,
       jaclag = function(t, y, parms, ylag, ...) list(B),
       growth = 100 * exp(5 * max(0, norm(A, "2") - 2 + norm(B, "2"))), stiff = FALSE)
}

# y' = -c y(t - tau), y = 1 before: polynomials, step by step.
steps_model <- function() {
  rate <- between(0.2, 1.5)
  tau <- between(0.3, 1.5)
  exact <- function(t) {
    k <- 0:max(0, floor(t / tau + 1))
    sum((-rate)^k * pmax(0, t - (k - 1) * tau)^k / factorial(k))
  }
  list(kind = "steps", n = 1L, t0 = 0, t1 = between(0.5, 5), direction = 1, tau = tau,
       varying = FALSE, past = function(t) t - tau, phi = function(t) 1, dphi = function(t) 0,
       y0 = 1, exact = exact,
       asking = function(t, y, parms, ...) list(-rate * lagvalue(t - tau)),
       declared = function(t, y, parms, ylag, ...) list(-rate * ylag[1L]),
       jac = function(t, y, parms, ylag, ...) matrix(0, 1L, 1L),
       jaclag = function(t, y, parms, ylag, ...) list(matrix(-rate, 1L, 1L)),
       growth = 100 * exp(rate * 5), stiff = FALSE)
}
