# The rules that all problem functions share, whatever their solver.

quietly <- function(expr) {
  capture.output(value <- suppressWarnings(expr))
  value
}

ivp <- testset("ivp")

test_that("the catalogue lists the 22 problems with their facts", {
  expect_equal(nrow(ivp), 22)
  expect_equal(as.vector(table(ivp$class)[c("ODE", "DAE", "IDE")]), c(11, 9, 2))
  facts <- ivp[match(c("emep", "twobit", "andrews", "fekete", "wheelset"), ivp$name), ]
  expect_equal(facts$n, c(66, 350, 27, 160, 17))
  expect_equal(facts$index, c(0, 2, 3, 2, 2))
  expect_error(testset("xyz"), "unknown collection: xyz; there are ivp")
})

test_that("every problem has a function with the arguments of its class", {
  arguments <- function(name) names(formals(get(name, asNamespace("deTestSet"))))
  general <- c("times", "yini", "dyini", "parms", "printmescd", "method", "atol", "rtol",
               "maxsteps", "...")
  for (name in c("ring", "andrews", "transistor", "fekete", "tube", "nand", "wheelset", "chemakzo",
                 "pump"))
    expect_equal(arguments(name), general, info = name)
  expect_equal(arguments("caraxis"), setdiff(general, "maxsteps"))
  expect_equal(arguments("hires"),
               c("yini", "times", "parms", "printmescd", "method", "atol", "rtol", "..."))
  for (name in c("vdpol", "orego"))
    expect_equal(arguments(name), c("times", "yini", "parms", "printmescd", "atol", "rtol", "..."))
  for (name in c("rober", "E5"))
    expect_equal(arguments(name),
                 c("times", "yini", "parms", "printmescd", "atol", "rtol", "maxsteps", "..."))
  for (name in c("beam", "pleiades"))
    expect_equal(arguments(name), c("times", "yini", "printmescd", "method", "atol", "rtol", "..."))
  expect_equal(arguments("crank"), append(general, "options", after = 9))
  expect_equal(arguments("twobit"), c("times", "yini", "dyini", "printmescd", "method", "atol",
                                      "rtol", "maxsteps", "hmax", "..."))
})

test_that("solvers of deSolve reach the references of ODEs through the compiled equations", {
  wanted <- c(hires = 5, pollution = 5, vdpol = 5, orego = 4, rober = 8, E5 = 5, medakzo = 5)
  for (name in names(wanted)) {
    out <- quietly(runproblem(name, method = "lsoda"))
    expect_gt(attr(out, "mescd"), wanted[[name]])
  }
})

test_that("and those of DAEs, in the form that the solver understands", {
  wanted <- c(chemakzo = 7, transistor = 5.5, caraxis = 2, crank = 6, tube = 4.5)
  for (name in names(wanted))
    for (method in list("radau", deSolve::daspk)) {
      out <- quietly(runproblem(name, method = method))
      expect_gt(attr(out, "mescd"), wanted[[name]])
    }
  expect_gt(attr(quietly(nand(method = "daspk")), "mescd"), 5)
  expect_gt(attr(quietly(wheelset(method = deSolve::daspk)), "mescd"), 4)
})

test_that("a solver unknown to us gets R functions", {
  own <- function(y, times, func, parms, ...) deSolve::lsoda(y, times, func, parms, ...)
  expect_equal(attr(quietly(hires(method = own)), "mescd"),
               attr(quietly(hires(method = "lsoda", jactype = "fullint")), "mescd"))
  own_dae <- function(y, times, parms, res, dy, ...) {
    deSolve::daspk(y, times, parms = parms, res = res, dy = dy, ...)
  }
  expect_equal(attr(quietly(chemakzo(method = own_dae)), "mescd"),
               attr(quietly(chemakzo(method = "daspk", jactype = "fullint")), "mescd"))
})

test_that("solvers that cannot treat a problem say so", {
  expect_error(nand(method = "radau"), "^radau5 cannot handle implicit equations$")
  expect_error(nand(method = "lsoda"), "^lsoda cannot handle implicit equations$")
  expect_error(wheelset(method = deSolve::radau), "^the solver cannot handle implicit equations$")
  expect_error(andrews(method = "lsoda"), "lsoda has no mass matrix .* 'andrews'")
  expect_error(fekete(method = dopri5), "dopri5 has no mass matrix .* 'fekete'")
  expect_error(caraxis(method = "bdf"), "bdf has no mass matrix")
})

test_that("initial values are checked with the same texts everywhere", {
  for (name in setdiff(ivp$name, "hires")) {
    fun <- get(name, asNamespace("deTestSet"))
    expect_error(fun(yini = 1), paste0("length of initial state variable vector should be ",
                                       ivp$n[ivp$name == name]))
    if ("dyini" %in% names(formals(fun)))
      expect_error(fun(dyini = 1), paste0("length of initial derivative vector should be ",
                                          ivp$n[ivp$name == name]))
  }
})

test_that("a user's names become column names, otherwise those of the problem", {
  y <- testproblem("hires")$y
  expect_equal(colnames(hires(unname(y), 0:1, method = "lsoda")), c("time", names(y)))
  expect_equal(colnames(hires(setNames(y, letters[1:8]), 0:1, method = "lsoda")),
               c("time", letters[1:8]))
  expect_equal(colnames(rober(c(0, 1))), c("time", "1", "2", "3"))
  expect_equal(colnames(caraxis(c(0, 0.01), yini = unname(testproblem("caraxis")$y),
                                method = "daspk"))[2:3], c("xl", "yl"))
})

test_that("parameters are merged by name or refused", {
  slow <- hires(times = 0:1, parms = c(k1 = 0), method = "lsoda")
  expect_gt(slow[2, "Pr"], 1)
  expect_error(hires(parms = list(3)), "must have names")
  expect_error(hires(parms = list(k1 = 1:2)), "must be one number")
  expect_warning(try(hires(parms = list(a = 1, k1 = 2, b = 3)), silent = TRUE),
                 "unknown names in parameter subset: a, b")
  expect_silent(emep(times = c(14400, 14500), parms = list(no = 1), method = "lsoda"))
})

test_that("the options of the crank are checked", {
  run <- function(...) crank(times = c(0, 0.001), method = "radau", options = list(...))
  expect_error(run(stiff = 2), "illegal value in options")
  expect_error(run(ini = 3), "illegal value in options")
  expect_warning(out <- run(xyz = 1, ini = 2), "unknown names in options subset: xyz")
  expect_equal(unname(out[1, "x3"]), 0.45)
  report <- capture.output(out <- crank(method = "radau"))
  expect_equal(report[4], "Mixed error significant digits (first seven components): ")
  expect_equal(attr(out, "mescd"), mescd(out, "crank"))
})

test_that("tolerances reach the solver", {
  loose <- quietly(crank(method = "radau", atol = 1e-3, rtol = 1e-3))
  tight <- quietly(crank(method = "radau", atol = 1e-8, rtol = 1e-8))
  expect_lt(attr(loose, "istate")[3], attr(tight, "istate")[3])
})

test_that("vector tolerances are printed as vectors", {
  report <- capture.output(vdpol(atol = c(1e-6, 1e-5)))
  expect_equal(report[3], "Using rtol = 1e-06, atol=1e-06 1e-05 ")
})

test_that("an object of a problem evaluates its equations", {
  p <- testproblem("transistor")
  f <- p$func(0, p$y)[[1]]
  expect_equal(p$res(0, p$y, p$dy)[[1]], as.vector(p$mass %*% p$dy) - f, tolerance = 1e-14)
  increment <- 1e-6 * diag(8)
  differences <- sapply(1:8, function(j)
    (p$func(0, p$y + increment[, j])[[1]] - p$func(0, p$y - increment[, j])[[1]]) / 2e-6)
  expect_equal(p$jac(0, p$y), differences, tolerance = 1e-6)
  expect_equal(p$jacres(0, p$y, p$dy, cj = 3), 3 * p$mass - p$jac(0, p$y))
  expect_null(testproblem("nand")$func)
  expect_true(all(is.nan(testproblem("chemakzo")$func(0, c(1, -1, 0, 0, 0, 0))[[1]])))
  expect_output(print(p), "Transistor Amplifier .* index 1")
})

test_that("references have their length, and hires its names", {
  for (name in ivp$name) expect_length(reference(name), ivp$n[ivp$name == name])
  expect_named(reference("hires"), paste0("y", 1:8))
  expect_error(reference(), "name of one problem")
  expect_equal(reference("pump")[9], 1.52256610384853371e-4)
})

test_that("E5 starts at zero and keeps its invariant", {
  p <- testproblem("E5")
  expect_equal(p$y[2:4], c(0, 0, 0))
  out <- quietly(E5(method = "radau", rtol = 1e-8, atol = 1e-26))
  last <- out[nrow(out), -1]
  expect_equal(last[[2]], last[[3]] + last[[4]], tolerance = 1e-10)
})
