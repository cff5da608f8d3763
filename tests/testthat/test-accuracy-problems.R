# How accurate the problems are solved, and how well their references are known.

quietly <- function(expr) {
  capture.output(value <- suppressWarnings(expr))
  value
}

# mescd of the CRAN package deTestSet 1.1.7.4 at the default call of each problem.
cran <- c(hires = 5.567, pollution = 6.733, ring = 6.296, emep = 3.579, pleiades = 3.236,
          vdpol = 6.051, rober = 9.304, orego = 4.722, beam = 4.987, E5 = -0.333, andrews = 1.406,
          transistor = 6.682, caraxis = 3.331, fekete = 7.581, crank = 8.450, tube = 5.482,
          nand = 5.552, wheelset = 3.678)

test_that("default calls are at least as accurate as those of the CRAN package", {
  for (name in names(cran))
    expect_gte(round(attr(quietly(runproblem(name)), "mescd"), 3), cran[[name]], label = name)
})

test_that("the problems that the CRAN package does not have are solved by default, too", {
  wanted <- c(medakzo = 5.5, chemakzo = 8, pump = 5.5)
  for (name in names(wanted))
    expect_gt(attr(quietly(runproblem(name)), "mescd"), wanted[[name]], label = name)
})

test_that("references are confirmed to ten digits, but for one", {
  set <- testset("ivp")
  digits <- structure(set$digits, names = set$name)
  expect_gt(digits[["twobit"]], 6)  # the circuit of record is unstable, see its help page
  expect_true(all(digits[set$name != "twobit"] >= 10))
  # the motion of the crank fulfils its constraints: the angle is OMEGA t, without acceleration
  best <- testproblem("crank")$reference$best
  expect_equal(best[c(1, 8)], c(15, 150), tolerance = 1e-14)
  expect_lt(abs(best[15]), 1e-9)
})

test_that("solvers of deSolve do not step out of the domain of the equations", {
  # NaN for "not here" let radau accept a step and go on with NaN, in the piece from 55 on
  out <- twobit(times = c(0, 60), method = "radau")
  expect_true(all(is.finite(out)))
})

test_that("two methods of ours confirm the references", {
  # method, tolerance, digits in the measure |e| / (1 + |y|)
  confirmed <- list(
    hires = list(gamd, 1e-14, 13), pollution = list(bimd, 1e-14, 14), vdpol = list(bimd, 1e-14, 13),
    rober = list(radau5, 1e-10, 14), orego = list(bimd, 1e-13, 12.5),
    chemakzo = list(gamd, 1e-14, 14), pleiades = list(bimd, 1e-14, 11.5),
    transistor = list(mebdfi, 1e-10, 11.5), caraxis = list(bimd, 1e-14, 10.3),
    tube = list(gamd, 1e-13, 11.5), nand = list(mebdfi, 1e-13, 12), medakzo = list(bimd, 1e-12, 12),
    fekete = list(mebdfi, 1e-12, 11.5))
  for (name in names(confirmed)) {
    p <- testproblem(name)
    run <- confirmed[[name]]
    out <- run[[1]](p$y, c(p$t0, p$tend), p, NULL, rtol = run[[2]],
                    atol = run[[2]] * if (name == "rober") 1e-6 else 1, maxsteps = 1e6)
    expect_gt(mescd(out, name, atol = 1, rtol = 1), run[[3]], label = name)
  }
})

test_that("the last values of E5 follow from equations without cancellation", {
  # y3 = y2 - y4 eliminated: only so does double precision keep more than four digits
  reduced <- function(t, y, parms) {
    y3 <- y[2] - y[3]
    list(c(-7.89e-10 * y[1] - 1.1e7 * y[1] * y3, 7.89e-10 * y[1] - 1.13e9 * y[2] * y3,
           1.1e7 * y[1] * y3 - 1.13e3 * y[3]))
  }
  out <- gamd(c(1.76e-3, 0, 0), c(0, 1e13), reduced, NULL, rtol = 1e-12, atol = 1e-36,
              maxsteps = 1e5)
  best <- testproblem("E5")$reference$best
  expect_equal(out[2, 3] / best[2], 1, tolerance = 1e-12, ignore_attr = TRUE)
  expect_equal(best[2], best[3] + best[4])
})

test_that("jumps in time do not spoil the solvers of deSolve", {
  tight <- quietly(emep(times = c(14400, 417600), method = "radau", rtol = 1e-8, atol = 1e-3))
  expect_gt(attr(tight, "mescd"), 6.5)
  expect_gt(attr(quietly(medakzo(method = "lsoda", rtol = 1e-8, atol = 1e-8)), "mescd"), 6)
  out <- quietly(nand(method = "daspk"))
  expect_gt(attr(out, "mescd"), 5.5)
  expect_equal(unname(out[, 1]), 0:80)
  expect_equal(attr(out, "type"), "daspk")
  # only the wanted times are in the result, not those of the jumps
  out <- emep(times = c(14400, 1e5, 2e5), method = "lsoda")
  expect_equal(unname(out[, 1]), c(14400, 1e5, 2e5))
})

test_that("mescd over all output points takes the worst of them", {
  times <- 0:30
  reference <- reference("vdpol", times = times, parms = list(mu = 1))
  out <- vdpol(times = times, parms = list(mu = 1), method = dopri5)
  error <- abs(out[, 2:3] - reference[, 2:3]) / (1 + abs(reference[, 2:3]))
  expect_equal(mescd(out, reference), -log10(max(error)))
  expect_gte(mescd(out, reference[31, -1]), mescd(out, reference))
  expect_equal(mescd(out, reference, components = 1), -log10(max(error[, 1])))
  # some of the times will do, others will not
  expect_gte(mescd(vdpol(times = seq(0, 30, 5), parms = list(mu = 1), method = dopri5), reference),
             3)
  expect_error(mescd(vdpol(times = c(0, 0.5), parms = list(mu = 1)), reference),
               "times that the reference does not have")
  stopped <- suppressWarnings(vdpol(times = 0:30, parms = list(mu = 100), method = dopri5))
  expect_null(mescd(stopped, reference))
})

test_that("a reference trajectory ends in the reference", {
  for (name in c("hires", "orego", "caraxis", "nand")) {
    p <- testproblem(name)
    out <- reference(name, times = c(p$t0, (p$t0 + p$tend) / 2, p$tend))
    expect_gt(mescd(out, name), 9.5, label = name)
  }
})
