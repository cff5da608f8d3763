# The differential-algebraic problems after Schittkowski: references, forms, equivalent problems.

trajectory <- function(name) {
  file <- system.file("extdata", "dae-trajectories.csv", package = "deTestSet")
  all <- read.csv(file, check.names = FALSE)
  rows <- all[all$problem == name, ]
  p <- testproblem(name)
  out <- cbind(seq(p$t0, p$tend, length.out = 11), t(as.matrix(rows[, -(1:2)])))
  dimnames(out) <- list(NULL, c("time", rows$variable))
  out
}

test_that("the collection has 28 problems with what is known of them", {
  set <- testset("dae")
  expect_equal(nrow(set), 28)
  expect_equal(as.vector(table(set$index)), c(1, 22, 3, 2))
  expect_true(all(set$digits >= 9))
  published <- set$name[grepl("published", set$provenance)]
  expect_setequal(published, c("BATCH", "BATCHREA", "DAE_I1", "DAE_I2", "DAE_I3", "DAE_IN2",
                               "HYDRODYN", paste0("PENDULUM", 1:4), "TRANSIST", "URETHAN", "VDPOL"))
  expect_true(all(set$provenance[!set$name %in% published] == "reconstructed"))
  expect_output(print(testproblem("AEROSOL")), "equations: reconstructed")
  expect_error(daeproblem("hires"), "not of the collection")
  expect_error(daeproblem("PENDULUM5"), "did you mean 'PENDULUM")
})

test_that("trajectories and references belong together", {
  for (name in testset("dae")$name) {
    p <- testproblem(name)
    points <- trajectory(name)
    expect_equal(colnames(points)[-1], names(p$y), label = name)
    expect_equal(points[1, -1], p$y, tolerance = 1e-14, label = name)
    expect_equal(unname(points[11, -1]), reference(name), tolerance = 1e-12, label = name)
    # constraints hold along them, relative to their terms
    if (p$class == "DAE" && p$index == 1) for (i in 1:11) {
      w <- points[i, -1]
      rows <- which(rowSums(p$mass) == 0)
      size <- apply(abs(p$jac(points[i, 1], w) %*% diag(w)), 1, max)
      excess <- abs(p$func(points[i, 1], w)[[1]]) - 1e-12 * size
      expect_lte(max(excess[rows]), 0, label = name)
    }
  }
})

# What public implementations of these methods reach at rtol = 1e-7, atol = rtol x scale.
expected <- read.table(header = TRUE, row.names = 1, text = "
  problem   bimd gamd mebdfi radau5
  AEROSOL   7.86 8.17 6.96 7.84
  BATCH     9.27 8.45 9.38 7.33
  BATCH_E   9.10 8.29 8.92 7.84
  BATCHREA 10.03 9.90 4.77 8.16
  BUBBLEC   9.33 7.34 7.50 6.64
  CELLS     9.21 6.66 7.57 7.73
  CONDENS   9.47 8.78 10.22 7.86
  DAE_I1    9.15 7.30 7.48 7.33
  DAE_I2    7.69 7.12 6.59 6.10
  DAE_I3    5.50 3.57 5.05 3.32
  DAE_IN2   7.98 6.89 6.49 7.52
  DAE_SYS   9.32 7.74 8.71 8.90
  EVAPOR    8.30 9.43 9.64 8.70
  EXOBATCH  8.10 6.46 7.11 9.17
  HYDRODYN  8.81 7.97 6.68 7.65
  MEM_WIRE  7.72 7.47 7.06 7.50
  P_IDENT   9.42 9.96 9.18 7.93
  PENDULUM1 4.09 3.96 4.54 3.63
  PENDULUM2 7.35 6.24 5.27 5.06
  PENDULUM3 6.65 4.86 4.01 5.00
  PENDULUM4 7.30 5.35 4.85 4.35
  PHOSPH_A  7.44 9.46 8.01 8.20
  RESPIR    7.92 8.10 6.99 7.28
  SHOCK    10.10 8.85 9.13 7.78
  TRANSIST  8.50 9.59 9.49 6.98
  TUBULAR   8.90 7.45 7.72 8.65
  URETHAN   8.15 8.75 8.81 7.37
  VDPOL     5.70 5.20 5.07 6.31")

digits_at <- function(name, method, rtol, ...) {
  p <- testproblem(name)
  out <- suppressWarnings(daeproblem(name, times = c(p$t0, p$tend), method = method, rtol = rtol,
                                     printmescd = FALSE, maxsteps = 1e4, ...))
  if (attr(out, "istate")[1] < 0) NA else mescd(out, name, rtol * p$scale, rtol)
}

test_that("every method reaches what public implementations reach at 1e-7", {
  ours <- vapply(names(expected), function(method)
    vapply(rownames(expected), digits_at, 0, method = method, rtol = 1e-7),
    numeric(nrow(expected)))
  gain <- ours - as.matrix(expected)
  expect_false(anyNA(ours))
  expect_gt(min(colMeans(gain)), -0.3)
  # one unit is noise; what is more accurate than asked for does not count
  low <- gain < -1 & ours < 7
  expect_lte(sum(low), 1)
  expect_gt(min(gain[low], 0), -1.5)
})

test_that("residual and mass-matrix form agree", {
  for (name in c("CONDENS", "DAE_I2", "PENDULUM3", "URETHAN")) {
    p <- testproblem(name)
    times <- c(p$t0, p$tend)
    mass <- daeproblem(name, times = times, rtol = 1e-8, printmescd = FALSE)
    residual <- daeproblem(name, times = times, rtol = 1e-8, form = "residual", printmescd = FALSE)
    expect_lt(max(abs(mass[2, -1] - residual[2, -1]) / p$scale), 1e-6, label = name)
  }
  expect_gt(digits_at("SHOCK", "daspk", 1e-8), 7)
})

test_that("the full mass matrix of the transistor gives the same voltages", {
  amplifier <- function(t, U, parms) {
    f <- 1e-6 * (exp((U[2] - U[3]) / 0.026) - 1)
    list(c((U[1] - 0.4 * sin(628.3185307179587 * t)) / 1000, (2 * U[2] - 6) / 9000 + 0.01 * f,
           U[3] / 9000 - f, (U[4] - 6) / 9000 + 0.99 * f, U[5] / 9000))
  }
  M <- matrix(0, 5, 5)
  M[1:2, 1:2] <- 1e-6 * c(-1, 1, 1, -1)
  M[3, 3] <- -2e-6
  M[4:5, 4:5] <- 3e-6 * c(-1, 1, 1, -1)
  exact <- c(-0.0222670931405635, 3.06870889973141, 2.89834944884999, 1.49943880269214,
             -1.73505664411873)
  # from a start that violates two combinations of the equations
  start <- c(0.1, 3.1, 3, 6.1, 0.1)
  out <- mebdfi(start, c(0, 0.2), amplifier, NULL, mass = M, rtol = 1e-8, atol = 1e-8,
                maxsteps = 1e5, init = "consistent")
  expect_equal(unname(out[1, -1]), c(0, 3, 3, 6, 0), tolerance = 1e-12)
  expect_equal(unname(out[2, -1]), exact, tolerance = 1e-7)
  run <- with_warnings(mebdfi(start, c(0, 1e-6), amplifier, NULL, mass = M))
  expect_match(run$warnings[1], "not consistent at t = 0: a combination of equations has the")
})

test_that("equivalent problems agree", {
  at_one <- function(name, ...) daeproblem(name, times = 0:1, method = bimd, rtol = 1e-10,
                                           printmescd = FALSE, ...)[2, -1]
  batch <- at_one("BATCH")
  expect_equal(at_one("BATCHREA"), batch[1:7], tolerance = 1e-9)
  start <- testproblem("BATCH")$y
  first <- at_one("BATCH_E", yini = start, parms = list(T = 373.15, Q = 0.0131))
  expect_equal(first, batch, tolerance = 1e-12)
})

test_that("there is no solution beyond the impasse point", {
  for (method in c("mebdfi", "gamd", "bimd", "radau5")) {
    run <- with_warnings(daeproblem("VDPOL", times = seq(0, 0.9, by = 0.1), method = method,
                                    maxsteps = 2000))
    expect_lt(attr(run$value, "istate")[1], 0, label = method)
    expect_lt(max(run$value[, 1]), 0.81, label = method)
    expect_false(anyNA(run$value), label = method)
  }
})

test_that("closed forms are met at all points", {
  for (name in c("DAE_I1", "DAE_I2")) {
    out <- daeproblem(name, times = seq(0, 1, by = 0.1), method = bimd, rtol = 1e-9,
                      printmescd = FALSE)
    t <- out[, 1]
    exact <- cbind(exp(2 * t), exp(-t), exp(2 * t), exp(-t), exp(t))
    expect_lt(max(abs(out[, -1] / exact - 1)), 1e-7, label = name)
  }
  out <- daeproblem("P_IDENT", times = seq(0, 5, by = 0.5), method = bimd, rtol = 1e-10,
                    printmescd = FALSE)
  expect_lt(max(abs(out[, -1] - trajectory("P_IDENT")[, -1])), 1e-8)
})

test_that("the trajectories are those of the closed forms, and keep what they should", {
  relative <- function(name, exact) max(abs(trajectory(name)[, -1] / exact - 1))
  t <- seq(0, 1, by = 0.1)
  exact <- cbind(exp(2 * t), exp(-t), exp(2 * t), exp(-t), exp(t))
  for (name in c("DAE_I1", "DAE_I2", "DAE_I3")) expect_lt(relative(name, exact), 1e-14)
  expect_lt(relative("DAE_IN2", cbind(exp(t), exp(t), -exp(t) / (2 - t))), 1e-14)
  v <- trajectory("VDPOL")
  expect_lt(max(abs(log(v[, 2]) - v[, 2]^2 / 2 - (v[, 1] + log(2) - 2))), 1e-13)
  expect_lt(max(abs(v[, 3] * (1 - v[, 2]^2) / v[, 2] - 1)), 1e-12)
  for (name in c(paste0("PENDULUM", 1:4), "DAE_IN2", "MEM_WIRE", "BUBBLEC", "SHOCK"))
    expect_lt(max(abs(constraints(trajectory(name), name)[, -1])), 1e-10, label = name)
})

test_that("the amplifier with an inconsistent start is told of, and can be repaired", {
  p <- testproblem("TRANSIST")
  for (z in list(c(3.1, 0.1), c(2.9, -0.1))) {
    y <- replace(p$y, c("U2", "U5"), z)
    for (method in c("mebdfi", "bimd", "radau5")) {
      run <- with_warnings(get(method)(y, c(0, 0.02), p, NULL, maxsteps = 500))
      expect_match(run$warnings[1], "not consistent at t = 0: equation [45] has the residual",
                   label = method)
      expect_false(anyNA(run$value), label = method)
    }
    out <- bimd(y, c(0, 0.2), p, NULL, rtol = 1e-8, atol = 1e-8, init = "consistent")
    expect_equal(out[1, -1], p$y, tolerance = 1e-12)
    expect_gt(mescd(out, "TRANSIST", 1e-8, 1e-8), 7)
  }
})
