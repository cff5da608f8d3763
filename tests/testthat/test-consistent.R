# Consistent initial values through R.

pendulum <- function(t, y, parms)
  list(c(y[3:4], -y[5] * y[1:2] - c(0, 9.81), y[1]^2 + y[2]^2 - 1))
pendulum_mass <- c(1, 1, 1, 1, 0)

test_that("starts perturbed in their algebraic variables are recovered", {
  for (name in testset("dae")$name) {
    p <- testproblem(name)
    if (p$class != "DAE") next
    algebraic <- colSums(p$mass) == 0
    y <- p$y
    y[algebraic] <- y[algebraic] + 0.01 * ifelse(y[algebraic] == 0, p$scale[algebraic],
                                                  y[algebraic])
    found <- suppressWarnings(consistent(y, func = p))
    size <- ifelse(p$y == 0, p$scale, abs(p$y))
    expect_lt(max(abs(found$y - p$y) / size), 1e-12, label = name)
    expect_identical(found$y[!algebraic], p$y[!algebraic], label = name)
    expect_equal(found$index, p$index, label = name)
    # the same equations as R functions, in both forms: hidden constraints by differences
    func <- consistent(y, func = p$func, mass = p$mass, nind = p$nind, weights = p$scale)
    expect_lt(max(abs(func$y - p$y) / size), 1e-10, label = name)
    res <- consistent(y, res = p$res, nind = p$nind, weights = p$scale)
    expect_lt(max(abs(res$y - p$y) / size), 1e-10, label = name)
    residual <- p$res(p$t0, res$y, ifelse(is.na(res$dy), 0, res$dy))[[1]]
    expect_lt(max(abs(residual[!algebraic])), 1e-7 * max(1, abs(res$dy), na.rm = TRUE),
              label = name)
  }
})

test_that("derivatives are tangent to the constraints", {
  p <- testproblem("CELLS")
  found <- consistent(p)
  eps <- 1e-6
  later <- p$func(p$t0 + eps, found$y + eps * found$dy)[[1]]
  expect_lt(max(abs(later[4:5])), 1e-8)
  expect_equal(unname(found$dy[1:3]), p$func(p$t0, p$y)[[1]][1:3])
  # 0 = y2 - cos t: the explicit time counts
  found <- consistent(c(1, 5), func = function(t, y, parms) list(c(-y[1], y[2] - cos(t))),
                      mass = c(1, 0), t0 = 1)
  expect_equal(found$y, c(1, cos(1)))
  expect_equal(found$dy, c(-1, -sin(1)), tolerance = 1e-9)
})

test_that("mode project moves as little as possible", {
  start <- c(x = 1.1, y = 0.2, u = 0.3, v = 0.4, force = 0)
  suppressWarnings(found <- consistent(start, func = pendulum, mass = pendulum_mass,
                                       nind = c(2, 2, 1), mode = "project", weights = 1))
  radius <- sqrt(1.1^2 + 0.2^2)
  expect_equal(found$y[["x"]], 1.1 / radius, tolerance = 1e-12)
  expect_equal(found$y[["y"]], 0.2 / radius, tolerance = 1e-12)
  expect_equal(sum(found$y[1:2] * found$y[3:4]), 0, tolerance = 1e-11)
  expect_equal(found$y[["force"]], sum(found$y[3:4]^2) - 9.81 * found$y[["y"]], tolerance = 1e-9)
  expect_equal(found$residual$level, 0:2)
  expect_equal(found$residual$before[1:2], c(0.25, 0.82), tolerance = 1e-9)
  # hidden constraints in closed form, and a variable that must not move
  hidden <- function(t, y) list(sum(y[1:2] * y[3:4]), sum(y[3:4]^2) - y[5] * sum(y[1:2]^2) -
                                  9.81 * y[2])
  suppressWarnings(found <- consistent(start, func = pendulum, mass = pendulum_mass,
                                       nind = c(2, 2, 1), mode = "project", hidden = hidden,
                                       fixed = "y"))
  expect_identical(found$y[["y"]], 0.2)
  expect_equal(found$y[["x"]], sqrt(1 - 0.04), tolerance = 1e-14)
  expect_warning(consistent(start, func = pendulum, mass = pendulum_mass, nind = c(2, 2, 1),
                            mode = "project"), "more than 10 % change of x")
})

test_that("what cannot be made consistent is an error that names the constraint", {
  start <- c(1.1, 0, 0, 0, 0)
  call <- function(y, ...) consistent(y, func = pendulum, mass = pendulum_mass,
                                      nind = c(2, 2, 1), ...)
  expect_error(call(start), "violate a constraint.*`project'.*equation 5, residual 0.21")
  expect_error(call(c(1, 0, 0.1, 0, 0)), "first derivative of equation 5")
  expect_error(call(start, mode = "project", fixed = c(TRUE, TRUE, FALSE, FALSE, FALSE)),
               "cannot meet a constraint \\(equation 5")
  expect_error(consistent(start, func = pendulum, mass = pendulum_mass),
               "index is higher than declared.*equation 5.*nind")
  expect_error(consistent(c(1, 0.9), func = function(t, y, parms) list(c(-y[1], y[2]^2 + 1)),
                          mass = c(1, 0)), "no consistent values were found.*equation 2")
  expect_error(consistent(c(1, -1), func = function(t, y, parms) list(c(-y[1], log(y[2]))),
                          mass = c(1, 0)) |> suppressWarnings(), "cannot be evaluated.*equation 2")
  expect_error(consistent(c(y = 1, z = 0), func = testproblem("VDPOL")), "turning point")
  expect_error(consistent(c(1, 2), func = function(t, y, parms) list(c(-y[1], y[2] - 1)),
                          mass = c(1, 0), fixed = 2), "algebraic variable cannot be fixed")
  expect_error(consistent(start, func = pendulum, fixed = "a", mass = pendulum_mass),
               "`fixed' must be a logical vector as long as `y', or names or numbers")
  expect_error(consistent(start), "either `func' or 'res' must be specified")
})

test_that("implicit equations get their derivative", {
  res <- function(t, y, dy, parms) list(c(dy[1]^3 + dy[1] - y[2], y[1] + y[2] - 3))
  found <- consistent(c(1, 5), res = res)
  expect_equal(found$y, c(1, 2))
  expect_equal(found$dy[1], 1)
  found <- consistent(c(2, 3), res = function(t, y, dy, parms) list(2 * dy + y))
  expect_equal(found$dy, c(-1, -1.5), tolerance = 1e-12)
  expect_equal(found$index, 0)
  checked <- consistent("nand", mode = "check")
  expect_false(checked$converged)
  expect_lt(max(abs(checked$residual$before)), 1e-10)
  expect_error(consistent("pump"), "equations of index 2 and 3 must have a mass matrix")
  expect_warning(consistent(c(1, -1), func = function(t, y, parms) list(c(-y[1], y[2] - 1)),
                            mass = c(1, 0)), "the sign has changed of 2")
})

test_that("solvers warn of inconsistent starts, or repair them", {
  start <- c(x = 1.1, y = 0, u = 0, v = 0, force = 0)
  arguments <- list(start, c(0, 0.5), pendulum, NULL, mass = pendulum_mass, nind = c(2, 2, 1))
  for (solver in implicit_solvers) {
    run <- with_warnings(do.call(solver, c(arguments, maxsteps = 200)))
    expect_match(run$warnings[1], "not consistent at t = 0: equation 5 has the residual 0.21")
    run <- with_warnings(do.call(solver, c(arguments, init = "none", maxsteps = 200)))
    expect_false(any(grepl("not consistent", run$warnings)))
    out <- do.call(solver, c(arguments, init = "consistent"))
    expect_equal(unname(out[1, -1]), c(1, 0, 0, 0, 0), tolerance = 1e-9)
    expect_equal(attr(out, "istate")[1], 2)
  }
  # hidden constraints too
  expect_warning(try(radau5(c(1, 0, 0, 0, 3), c(0, 0.1), pendulum, NULL, mass = pendulum_mass,
                            nind = c(2, 2, 1)), silent = TRUE), "second derivative of equation 5")
  expect_error(do.call(radau5, c(arguments, init = "fixed")), "violate a constraint")
  expect_error(do.call(radau5, c(arguments, init = "wrong")), "`init' must be one of 'check'")
  # silent if all is well, and for ordinary differential equations
  arguments[[1]]["x"] <- 1
  expect_silent(do.call(bimd, arguments))
  counter <- counting(function(t, y, parms) list(-y))
  out <- bimd(1, 0:1, counter$f, NULL)
  expect_equal(counter$count() - 1, attr(out, "counts")[["nfev"]])
  counter <- counting(function(t, y, parms) list(c(-y[1], y[1] - y[2])))
  out <- bimd(c(1, 1), 0:1, counter$f, NULL, mass = c(1, 0))
  expect_equal(counter$count() - 1, attr(out, "counts")[["nfev"]])
  # a regular mass matrix is no constraint
  counter <- counting(function(t, y, parms) list(-y))
  out <- bimd(c(1, 1), 0:1, counter$f, NULL, mass = rbind(c(2, 1), c(1, 2)))
  expect_equal(counter$count() - 1, attr(out, "counts")[["nfev"]])
})

test_that("problems with changed parameters can be made consistent", {
  run <- with_warnings(daeproblem("CONDENS", times = c(0, 1), parms = list(n = 5)))
  expect_match(run$warnings[1], "initial values of 'CONDENS' are not consistent")
  expect_silent(out <- daeproblem("CONDENS", times = c(0, 1), parms = list(n = 5),
                                  init = "consistent"))
  p <- testproblem("CONDENS", parms = list(n = 5))
  expect_lt(max(abs(constraints(out, p)[1, -1] / p$scale[-1])), 1e-9)
})

test_that("constraints are watched along a solution", {
  out <- daeproblem("PENDULUM1", times = seq(0, 5, by = 0.5), method = bimd, printmescd = FALSE)
  watched <- constraints(out, "PENDULUM1")
  expect_s3_class(watched, "deSolve")
  expect_equal(colnames(watched), c("time", "g0", "g1", "g2", "energy"))
  expect_equal(watched[, "g0"], out[, "p"]^2 + out[, "q"]^2 - 1)
  # the same by differences, with the factors of the total derivatives
  p <- testproblem("PENDULUM1")
  numeric <- constraints(out, func = p$func, mass = p$mass, nind = p$nind)
  expect_equal(colnames(numeric), c("time", "eq5", "eq5'", "eq5''"))
  # differences of terms of size 10 and 100
  expect_lt(max(abs(numeric[, 3] - 2 * watched[, "g1"])), 1e-10)
  expect_lt(max(abs(numeric[, 4] - 2 * watched[, "g2"])), 1e-7)
  out <- daeproblem("BUBBLEC", printmescd = FALSE)
  expect_equal(colnames(constraints(out, "BUBBLEC"))[-1], c(paste0("eq", 9:13), "M0 + S - 100"))
  expect_error(constraints(hires(printmescd = FALSE), "hires"), "no constraints")
})

test_that("the four pendulums drift as they should", {
  four <- drift(times = seq(0, 30, by = 0.5), rtol = 1e-5, atol = 1e-5)
  largest <- summary(four)
  expect_equal(rownames(largest), paste0("PENDULUM", 1:4))
  # each form keeps its own constraint best; index 0 leaves the circle
  expect_lt(largest["PENDULUM1", "g0"], 1e-4)
  expect_lt(largest["PENDULUM2", "g1"], largest["PENDULUM1", "g1"])
  expect_lt(largest["PENDULUM3", "g2"], largest["PENDULUM2", "g2"])
  expect_gt(largest["PENDULUM4", "g0"], 30 * largest["PENDULUM3", "g0"])
  # of index 1 the position drifts, of index 3 it does not
  late <- four$PENDULUM3[, 1] > 20
  early <- four$PENDULUM3[, 1] < 10
  growth <- function(run) max(abs(run[late, "g0"])) / max(abs(run[early, "g0"]))
  expect_gt(growth(four$PENDULUM3), 1.5)
  expect_lt(growth(four$PENDULUM1), 5)
  expect_output(print(four), "PENDULUM4")
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  plot(four)
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
})

test_that("multipliers are found again from the differential variables after a run", {
  # at medium tolerances the multipliers of a method are less accurate than its velocities
  p <- testproblem("caraxis")
  out <- gamd(p$y, c(p$t0, p$tend), p, NULL, rtol = 1e-7, atol = 1e-7,
              control = list(refine = FALSE))
  digits <- function(out) mescd(out, "caraxis", 1, 1, components = 9:10)
  better <- out
  better[2, -1] <- consistent(out[2, -1], func = p, t0 = p$tend)$y
  expect_identical(better[2, 2:9], out[2, 2:9])
  expect_gt(digits(better), 8.5)
  expect_gt(digits(better), digits(out) + 1)
  # the same from an R function
  better[2, -1] <- consistent(out[2, -1], func = p$func, t0 = p$tend, mass = p$mass,
                              nind = p$nind)$y
  expect_gt(digits(better), 8.5)
})
