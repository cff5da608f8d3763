# What the problem functions say to input that cannot be.

test_that("names are suggested", {
  expect_error(runproblem("vanderpol"), "no test problem 'vanderpol'.*did you mean 'vdpol'")
  expect_error(runproblem("HIRES"), "did you mean 'hires'")
  expect_error(testproblem("transistors"), "did you mean 'transistor'")
  expect_error(testproblem("robersen"), "did you mean 'rober")
  expect_error(reference("pleiade"), "cannot find  pleiade; did you mean 'pleiades'")
  expect_error(hires(method = "mebdf"), "unknown solver 'mebdf'.*did you mean 'mebdfi'")
  expect_error(hires(method = "dopri8"), "did you mean 'dopri5'")
  expect_error(hires(method = "qqqqqq"), "impAdams_d, iteration$")
  expect_error(suppressWarnings(vdpol(parms = list(Mu = 3))),
               "length of parameter vector should be 1; did you mean 'mu'")
  expect_error(runproblem(3), "must be the name of one test problem")
})

test_that("a differential-algebraic problem off its constraints is told", {
  p <- testproblem("caraxis")
  y <- p$y
  y["xr"] <- y["xr"] + 0.1
  told <- character()
  withCallingHandlers(caraxis(times = c(0, 0.01), yini = y), warning = function(w) {
    told <<- c(told, conditionMessage(w))
    invokeRestart("muffleWarning")
  })
  expect_match(told[1], "initial values of 'caraxis' are not consistent: equation 10")
  y <- testproblem("nand")$y
  expect_warning(try(nand(times = c(0, 0.1), yini = y, dyini = rep(1, 14)), silent = TRUE),
                 "initial values of 'nand' are not consistent")
  # consistent ones are taken without a word, and ODEs have no such condition
  expect_silent(caraxis(times = c(0, 0.01), yini = p$y, dyini = p$dy))
  expect_silent(hires(1:8, times = 0:1))
})

test_that("every entry of the catalogue runs by name", {
  for (name in testset("ivp")$name) {
    p <- testproblem(name)
    end <- p$t0 + switch(name, wheelset = 0.01, ring = 1e-2, 1e-1) * (p$tend - p$t0)
    out <- suppressWarnings(runproblem(name, times = c(p$t0, end), printmescd = FALSE,
                                       method = if (p$class == "IDE") mebdfi else bimd))
    expect_equal(attr(out, "istate")[[1]], 2, label = name)
    expect_equal(out[[2, 1]], end)
  }
})

test_that("plot() of a problem draws its solution and returns it", {
  picture <- tempfile(fileext = ".png")
  grDevices::png(picture)
  on.exit(unlink(picture))
  for (name in c("vdpol", "rober", "transistor")) {
    out <- plot(testproblem(name))
    expect_s3_class(out, "deSolve")
    expect_equal(ncol(out), testproblem(name)$n + 1)
  }
  out <- plot(testproblem("vdpol", parms = list(mu = 1)), which = 1, times = 0:20, lwd = 2)
  expect_equal(nrow(out), 21)
  grDevices::dev.off()
  expect_gt(file.size(picture), 1000)
})

test_that("times of a reference must be numbers", {
  expect_error(reference("G-2", times = list(1)), "`times' must be NULL or numeric, not")
})

test_that("an interval with more jumps than can be passed is refused at once", {
  too_far <- "`times' are too far apart"
  expect_error(twobit(times = c(0, 1e300)), too_far)
  expect_error(nand(times = c(0, 1e20)), too_far)
  expect_error(pump(times = c(0, -1e300)), too_far)
  expect_error(emep(times = c(14400, 1e300)), too_far)
  expect_error(twobit(times = c(0, 1e300), method = "lsoda"), "mass|too far apart")
  expect_error(emep(times = c(14400, 1e300), method = "lsoda"), too_far)
  expect_error(nand(times = c(-1e300, 0)), too_far)
})

test_that("tolerances that are none are named before anything is computed with them", {
  expect_error(daeproblem("MEM_WIRE", parms = c(Mp = 1), atol = list(1, "a")),
               "`atol' must be numeric")
})
