# Jacobians of the problems: entries worked out by hand, and patterns that hold every dependency and
# nothing else.  (That all entries equal difference quotients: tests/cpp/test_problems.cpp.)

test_that("entries worked out by hand", {
  entry <- function(name, y, i, j, t = 0) testproblem(name)$jac(t, y)[i, j]
  y <- c(1.5, -0.3)
  expect_equal(entry("vdpol", y, 2, 1), -2 * 1000 * y[1] * y[2] - 1)
  expect_equal(entry("vdpol", y, 2, 2), 1000 * (1 - y[1]^2))
  y <- c(0.9, 2e-5, 0.1)
  expect_equal(entry("rober", y, 2, 2), -2 * 3e7 * y[2] - 1e4 * y[3])
  expect_equal(entry("rober", y, 1, 3), 1e4 * y[2])
  y <- c(2, 3, 4)
  expect_equal(entry("orego", y, 1, 1), 77.27 * (1 - y[2] - 2 * 8.375e-6 * y[1]))
  expect_equal(entry("orego", y, 2, 1), -y[2] / 77.27)
  y <- c(1e-3, 1e-10, 2e-11, 8e-11)
  expect_equal(entry("E5", y, 3, 3), -1.1e7 * y[1] - 1.13e9 * y[2])
  expect_equal(entry("E5", y, 3, 4), 1.13e3)
  y <- seq(0.1, 0.8, by = 0.1)
  expect_equal(entry("hires", y, 6, 8), -280 * y[6])
  expect_equal(entry("hires", y, 8, 7), 0.43 + 0.69 + 0.69)
  y <- seq_len(400) / 400
  expect_equal(entry("medakzo", y, 2, 1), -100 * y[2])
  expect_equal(entry("medakzo", y, 2, 2), -100 * y[1])
})

test_that("entries worked out by hand: attraction and repulsion", {
  set.seed(3)
  y <- stats::runif(28, -3, 3)
  d <- c(y[3] - y[1], y[10] - y[8])  # from star 1 to star 3
  r <- sqrt(sum(d^2))
  jacobian <- testproblem("pleiades")$jac(0, y)
  expect_equal(jacobian[15, 3], 3 * (1 / r^3 - 3 * d[1]^2 / r^5))
  expect_equal(jacobian[15, 10], -9 * d[1] * d[2] / r^5)
  expect_equal(jacobian[17, 1], 1 / r^3 - 3 * d[1]^2 / r^5)
  p <- testproblem("fekete")
  jacobian <- p$jac(0, p$y)
  d <- p$y[1:3] - p$y[4:6]
  r2 <- sum(d^2)
  expect_equal(jacobian[61, 4], unname(-1 / r2 + 2 * d[1]^2 / r2^2))
  expect_equal(jacobian[121, 2], unname(2 * p$y[2]))  # |p|^2 - 1
  expect_equal(jacobian[1, 141], unname(2 * p$y[1]))  # force of the multiplier
})

test_that("entries worked out by hand: algebraic equations and circuits", {
  y <- c(0.4, 0.002, 0.01, 0.02, 0.03, 0.4)
  jacobian <- testproblem("chemakzo")$jac(0, y)
  expect_equal(jacobian[1, 2], -18.7 * y[1]^4 / sqrt(y[2]))
  expect_equal(jacobian[6, 4], 115.83 * y[1])
  y <- c(0, 3, 2.9, 6, 3, 2.95, 6, 0)
  jacobian <- testproblem("transistor")$jac(0, y)
  expect_equal(jacobian[2, 2], 2 / 9000 + 0.01 * 1e-6 / 0.026 * exp((y[2] - y[3]) / 0.026))
  expect_equal(jacobian[4, 3], -0.99 * 1e-6 / 0.026 * exp((y[2] - y[3]) / 0.026))
  y <- c(0.1, 0.5, 1.1, 0.45, 0, 0, 0, 0, 2, 3)
  jacobian <- testproblem("caraxis")$jac(0.3, y)
  xb <- sqrt(1 - (0.1 * sin(3))^2)
  expect_equal(jacobian[9, 1:2], c(xb, 0.1 * sin(3)))
  expect_equal(jacobian[5, 10], 2 * (y[1] - y[3]))
  # the pump with its transistor depleted: dQ_G/dU1
  p <- testproblem("pump")
  flat_band <- 0.2 - 0.035 * sqrt(1.01) - 1.01
  expect_equal(p$jac(0, p$y)[5, 6] / 1e-12,
               -4 * 0.035 / 2 / sqrt(0.035^2 / 4 - flat_band))
  # beta + Theta enters the first loop of Andrews' mechanism
  p <- testproblem("andrews")
  q <- p$y
  expect_equal(p$jac(0, q)[22, 1], unname(-7e-3 * sin(q[1]) + 28e-3 * sin(q[1] + q[2])))
  # the driven angle of the crank; the mass of the wheelset
  expect_equal(testproblem("crank")$jac(0, testproblem("crank")$y)[24, 8], -1)
  p <- testproblem("wheelset")
  inertia <- p$jacres(0, p$y, p$dy, cj = 1) - p$jacres(0, p$y, p$dy, cj = 0)
  expect_equal(inertia[cbind(6:8, 6:8)], rep(16.08, 3), tolerance = 1e-9)
})

# States at which all branches of the equations occur.
varied_state <- function(p, k) {
  size <- pmin(pmax(abs(as.vector(p$y)), abs(p$reference$y), 1e-3), 1e6)
  random <- function(from, to) stats::runif(p$n, from, to)
  near <- (if (k %% 2 == 0) as.vector(p$y) else p$reference$y) + size * random(-1, 1) * 10^-(k %% 4)
  switch(p$name,
    crank = random(-1, 1), nand = random(-1, 6),
    pump = c(near[1:5], stats::runif(3, -3, 20), near[9]),
    tube = p$reference$y * 10^random(-3, 1) * sample(c(-1, 1), p$n, TRUE) + random(0, 0.1),
    twobit = {  # bulks below their junctions
      low <- seq_len(350) > 175 & p$y < -1
      ifelse(low, random(-6, -0.1), random(-0.09, 6))
    },
    wheelset = p$y + 1e-4 * random(-1, 1) * c(rep(1, 5), rep(1e3, 6), rep(1, 6)),
    near)
}

test_that("patterns are the true ones", {
  # Coefficients that are zero: of one neighbour in the last cell of the medical problem; of the
  # crank's angle in the equation of the second lateral mode of the rod, and back.
  empty <- c(medakzo = 1, crank = 5)
  for (name in testset("ivp")$name) {
    p <- testproblem(name, parms = if (name == "crank") list(GRAV = 9.81) else list())
    set.seed(1)
    seen <- matrix(FALSE, p$n, p$n)
    for (k in 1:(if (p$n > 100) 60 else 200)) {
      y <- varied_state(p, k)
      t <- p$t0 + stats::runif(1) * (p$tend - p$t0)
      jacobian <- if (p$class == "IDE") p$jacres(t, y, stats::runif(p$n, -1, 1), cj = 0.7) else
        p$jac(t, y)
      seen <- seen | (is.finite(jacobian) & jacobian != 0)
    }
    expect_equal(p$jacobian$nonzeros - sum(seen), if (name %in% names(empty)) empty[[name]] else 0,
                 label = paste(name, "entries never seen"))
  }
})

test_that("a Jacobian from before the kink of the pump is of no use after it", {
  # C U + Q(U1, U) = 0 for U = (U2, U3): Newton with the matrix of U1 < 0.2
  p <- testproblem("pump")
  channel <- function(u) -p$jac(0, c(0, 0, 0, 0, 0, u, 0))[c(7, 9), 7:8]
  fixed <- diag(c(1.6e-12, 4e-13))
  before <- channel(c(0.2 - 1e-9, 0, 0))
  for (beyond in c(1e-3, 1e-6, 1e-9)) {  # how far does not matter
    after <- channel(c(0.2 + beyond, beyond / 3, beyond / 2))
    iteration <- diag(2) - solve(fixed + before, fixed + after)
    expect_equal(max(Mod(eigen(iteration)$values)), 2.94, tolerance = 0.01)
  }
})

test_that("the index of the two bit adder is 2", {
  p <- testproblem("twobit")
  expect_equal(p$nind, c(175, 175, 0))
  for (slip in 1:0) {
    p <- testproblem("twobit", options = list(slip = slip))
    jacobian <- p$jac(0, p$y)
    capacitance <- svd(-jacobian[176:350, 176:350])
    free <- capacitance$d < 1e-12
    expect_equal(sum(free), if (slip == 1) 13 else 16)
    # differentiated once, the equations fix what the charges leave open
    hidden <- t(capacitance$u[, free]) %*% jacobian[1:175, 176:350] %*% capacitance$v[, free]
    expect_gt(1 / kappa(hidden, exact = TRUE), 1e-3)
  }
})

test_that("its slip makes the two bit adder unstable", {
  eigenvalues <- function(slip) {
    p <- testproblem("twobit", options = list(slip = slip))
    out <- radau5(p$y, c(0, 8), p, NULL, rtol = 1e-5, atol = 1e-5)
    jacobian <- p$jac(8, out[2, -1])
    capacitance <- -jacobian[176:350, 176:350]
    shift <- 1e-3
    e <- eigen(solve(capacitance - shift * jacobian[1:175, 176:350], capacitance))$values
    ((1 - 1 / e) / shift)[Mod(e) > 1e-10]
  }
  unstable <- Filter(function(z) Re(z) > 1e-6, eigenvalues(1))
  expect_equal(Re(unstable), c(527, 527), tolerance = 0.02)
  expect_equal(abs(Im(unstable)), c(27150, 27150), tolerance = 0.01)
  expect_lt(max(Re(eigenvalues(0))), 1e-6)
})

test_that("without its slip the two bit adder is solved at tight tolerances", {
  p <- testproblem("twobit", options = list(slip = 0))
  ends <- lapply(list(radau5, mebdfi, bimd, gamd), function(method)
    method(p$y, c(0, 60), p, NULL, rtol = 1e-8, atol = 1e-8, maxsteps = 1e5)[2, -1])
  for (k in 2:4)
    expect_lt(max(abs(ends[[k]] - ends[[1]]) / (1 + abs(ends[[1]]))), 5e-6)
})
