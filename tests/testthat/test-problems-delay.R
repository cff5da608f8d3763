# The delay problems of the catalogue.

test_that("all of them are there, with what one wants to know", {
  set <- testset("delay")
  expect_setequal(set$name, c("enzyme", "hayashi", "hepatitis", "oregonator", "robertson", "sdisc",
                              "waltman", "paul", "elsnor", "modceg", "neutlog"))
  expect_true(all(set$class == "DDE"))
  for (name in set$name) {
    problem <- testproblem(name)
    expect_length(problem$y, problem$n)
    expect_length(reference(name), problem$n)
    expect_output(print(problem), "DDE")
    expect_equal(length(problem$arglag(problem$t0, problem$y)), problem$delay$nlag)
  }
})

# Digits asked for are a little below what was measured.
test_that("they reach their references", {
  least <- list(enzyme = c(4.5, 5.2), hayashi = c(5.3, 6.5), hepatitis = c(3.3, 4.8),
                oregonator = c(3, 4.8), robertson = c(4.9, 6.8), sdisc = c(5.5, 6.8),
                waltman = c(1.3, 2.5), paul = c(6, 7.2), elsnor = c(9, 11), modceg = c(4.8, 5.8),
                neutlog = c(1.3, 2.7))
  for (name in names(least)) {
    tend <- testproblem(name)$tend
    times <- c(testproblem(name)$t0, tend)
    for (i in 1:2) {
      out <- suppressWarnings(runproblem(name, times = times, rtol = c(1e-4, 1e-6)[i],
                                         printmescd = FALSE, hini = 1e-6))
      tolerances <- delay_tolerances(testproblem(name), 1e-6, NULL)
      digits <- mescd(out, name, tolerances$atol, tolerances$rtol)
      expect_gt(digits, least[[name]][i])
      expect_true(attr(out, "istate")[1] %in% c(2, 4))
    }
  }
})

test_that("solutions that end do so where they should", {
  expect_warning(expect_warning(out <- elsnor(rtol = 1e-9, printmescd = FALSE), "ceases to exist"),
                 "Returning early")
  end <- attr(out, "termination")
  expect_equal(end$t, 125 / 121, tolerance = 1e-12)
  expect_equal(out[[nrow(out), 2]], 2 / 11, tolerance = 1e-12)
  expect_equal(end$type, "ceases to exist")
  expect_equal(end$parent, -1)
  expect_equal(attr(out, "istate")[1], 4)
  out <- suppressWarnings(modceg(rtol = 1e-9, errcontrol = "mixed", printmescd = FALSE))
  expect_equal(attr(out, "termination")$t, 4.09218182023, tolerance = 1e-9)
  points <- attr(out, "breakpoints")
  expect_equal(points$xi[points$kind == "computed"],
               c(1.1665538542767, 2.6363025816799, 3.2664382032497, 3.4977038028250,
                 3.700296943814, 3.9600395566301, 4.09218182023), tolerance = 1e-9)
  goes_on <- suppressWarnings(elsnor(times = c(0, 1.2), on.termination = "continue",
                                     printmescd = FALSE))
  expect_equal(attr(goes_on, "termination")$t, 125 / 121, tolerance = 1e-9)
})

test_that("layers of sdisc and thresholds of waltman are found", {
  out <- sdisc(times = c(0, 20), errcontrol = "mixed", printmescd = FALSE)
  points <- attr(out, "breakpoints")
  found <- points$xi[points$kind == "computed"]
  expect_gt(length(found), 15)
  expect_lt(max(abs(found - round(found))), 1e-8)
  out <- waltman(times = c(0, 120), rtol = 1e-8, errcontrol = "mixed", bpfac = 0.2,
                 printmescd = FALSE)
  found <- attr(out, "breakpoints")$xi
  expect_lt(min(abs(found - 55.21325170)), 1e-3)
})

test_that("a restart a little short of the point that its argument has reached goes on", {
  # the argument of waltman arrives within a tenth of rtol; which runs fall short is chance
  for (rtol in 10^-c(4.5, 4.75, 5, 6.5)) {
    out <- expect_silent(waltman(times = c(0, 300), rtol = rtol, errcontrol = "discrete",
                                 hini = 1e-3, printmescd = FALSE))
    expect_gt(mescd(out, "waltman"), 4.5)
  }
  out <- expect_silent(waltman(times = c(0, 300), rtol = 10^-3.5, errcontrol = "mixed", hini = 0,
                               printmescd = FALSE))
  expect_gt(mescd(out, "waltman"), 3.5)
})

test_that("a known constant delay makes neutlog easy", {
  searched <- neutlog(times = c(0, 30), rtol = 1e-4, hini = 1e-6, printmescd = FALSE)
  known <- neutlog(times = c(0, 30), rtol = 1e-4, hini = 1e-6, lags = list(delays = 0.42),
                   printmescd = FALSE)
  expect_lt(attr(known, "counts")[["nfev"]], 0.8 * attr(searched, "counts")[["nfev"]])
  expect_gt(mescd(known, "neutlog"), 2.5)
  expect_gt(mescd(searched, "neutlog"), 2.5)
})

test_that("the R version of a problem equals the compiled one", {
  problem <- testproblem("enzyme")
  times <- c(0, 20, 40)
  compiled <- enzyme(times, printmescd = FALSE, hini = 1e-4)
  in_r <- radar5(problem$y, times, problem$func, NULL, phi = problem$phi, arglag = problem$arglag,
                 grid = 4 * 1:11, lagged = 4, errcontrol = "discrete", hini = 1e-4)
  expect_equal(in_r[, -1], compiled[, -1], tolerance = 1e-8, ignore_attr = TRUE)
  expect_equal(attr(in_r, "counts")[["steps"]], attr(compiled, "counts")[["steps"]])
})
