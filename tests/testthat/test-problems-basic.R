# The way of a problem from the catalogue to the report.

test_that("the report has its five lines and the attribute", {
  report <- capture.output(out <- pleiades(method = dopri853, rtol = 1e-8, atol = 1e-8))
  expect_equal(report[1:4], c("Pleiades problem ", "Solved with dopri853 ",
                              "Using rtol = 1e-08, atol=1e-08 ", "Mixed error significant digits: "))
  expect_match(report[5], "^5\\.79[0-9]* $")
  expect_equal(attr(out, "mescd"), as.numeric(report[5]), tolerance = 1e-6)
  expect_silent(out <- pleiades(method = dopri853, printmescd = FALSE))
  expect_null(attr(out, "mescd"))
  expect_silent(out <- pleiades(times = 0:2, method = dopri853))
  expect_null(attr(out, "mescd"))
})

test_that("deSolve's solvers run the same compiled equations", {
  for (method in list("lsoda", deSolve::lsoda, "vode", "ode45", "adams")) {
    capture.output(out <- pleiades(method = method, rtol = 1e-9, atol = 1e-9))
    expect_gt(attr(out, "mescd"), 4)
  }
  expect_equal(round(attr(suppressMessages({capture.output(o <- pleiades()); o}), "mescd"), 3), 3.236)
})

test_that("the R version of a problem equals the compiled one", {
  problem <- testproblem("pleiades")
  compiled <- dopri5(problem$y, c(0, 1, 2), problem, NULL)
  in_r <- dopri5(problem$y, c(0, 1, 2), problem$func, NULL)
  expect_equal(unclass(compiled), unclass(in_r), tolerance = 1e-12, ignore_attr = TRUE)
  expect_equal(attr(compiled, "istate"), attr(in_r, "istate"))
})

test_that("parameters, initial values and names can be changed", {
  out <- vdpol(times = 0:10, parms = list(mu = 1), method = dopri5)
  own <- dopri5(c(y1 = 2, y2 = 0), 0:10, van_der_pol, 1)
  expect_equal(unclass(out)[, 1:3], unclass(own)[, 1:3], tolerance = 1e-12, ignore_attr = TRUE)
  out <- vdpol(times = 0:1, yini = c(p = 1, q = 1), parms = c(mu = 1), method = dopri5)
  expect_equal(colnames(out), c("time", "p", "q"))
  expect_error(vdpol(yini = 1:3), "length of initial state variable vector should be 2")
  expect_error(suppressWarnings(vdpol(parms = list(nu = 3))), "length of parameter vector should be 1")
  expect_warning(try(vdpol(parms = list(nu = 3)), silent = TRUE), "unknown names in parameter subset: nu")
})

test_that("unknown solvers and problems are told with what there is", {
  expect_error(pleiades(method = "dopri7"), "unknown solver 'dopri7'; there are dopri5")
  expect_error(pleiades(method = 3), "'method' must be a function or the name of one")
  expect_error(reference("vanderpol"), "cannot find  vanderpol")
})

test_that("references are those published", {
  expect_equal(reference("vdpol"), c(1.706167732170469, -0.8928097010248125e-3))
  expect_length(reference("pleiades"), 28)
  expect_true(all(c("vdpol", "pleiades") %in% testset("ivp")$name))
})
