# Calls with nothing to check take a short way, see src/r/usual_call.hpp: it must lead to the same.

solvers <- list(dopri5 = dopri5, dopri853 = dopri853, cashkarp = cashkarp, mebdfi = mebdfi,
                gamd = gamd, bimd = bimd, radau5 = radau5)
is_implicit <- function(name) !name %in% c("dopri5", "dopri853", "cashkarp")
oscillator <- function(t, y, parms, ...) list(c(y[2], -y[1]), sum = y[1] + y[2])

# A time beyond the end that no step may cross: it changes nothing, but has to be checked.
expect_same_ways <- function(solver, ..., times = c(0, 0.5, 1)) {
  usual <- solver(times = times, ...)
  expect_identical(usual, solver(times = times, tcrit = 100, ...))
  usual
}

test_that("problems of the catalogue give the same both ways", {
  hires <- testproblem("hires")
  other <- testproblem("hires", parms = list(k1 = 1))
  chemakzo <- testproblem("chemakzo")
  for (name in names(solvers)) {
    out <- expect_same_ways(solvers[[name]], y = hires$y, func = hires, parms = NULL)
    expect_identical(colnames(out), c("time", names(hires$y)))
    changed <- expect_same_ways(solvers[[name]], y = hires$y, func = other, parms = NULL)
    expect_false(identical(out[3, ], changed[3, ]))
    expect_same_ways(solvers[[name]], y = unname(hires$y), func = hires, parms = NULL,
                     rtol = rep(1e-5, 8))
    if (is_implicit(name))
      expect_same_ways(solvers[[name]], y = chemakzo$y, func = chemakzo, parms = NULL,
                       init = "none")
  }
})

test_that("R functions give the same both ways", {
  jac <- function(t, y, parms, ...) matrix(c(0, -1, 1, 0), 2)
  for (name in names(solvers)) {
    solver <- solvers[[name]]
    expect_same_ways(solver, y = c(x = 1, v = 0), func = oscillator, parms = NULL)
    expect_same_ways(solver, y = c(1, 0), func = oscillator)  # without parms
    expect_same_ways(solver, y = c(1, 0), func = oscillator, parms = 1, extra = 2)
    if (is_implicit(name)) {
      expect_same_ways(solver, y = c(1, 0), func = oscillator, parms = NULL, jacfunc = jac)
      expect_same_ways(solver, y = c(1, 0), func = oscillator, parms = NULL, jacfunc = jac,
                       jactype = "fullusr")
      expect_same_ways(solver, y = c(1, 0), func = oscillator, parms = NULL, jactype = "fullint")
    }
  }
})

test_that("compiled models give the same both ways", {
  model <- compiled_model_library("reaction")
  for (name in names(solvers)) {
    run <- function(...)
      expect_same_ways(solvers[[name]], y = c(1, 0.5, 0), func = "reaction_derivs",
                       parms = c(0.01, 1), dllname = model, initfunc = "reaction_parms", ...)
    run()
    run(nout = 2, outnames = c("sum", "first"))
    if (is_implicit(name)) run(jacfunc = "reaction_jac")
  }
})

test_that("an argument that cannot be evaluated says so itself", {
  hires <- testproblem("hires")
  for (solver in solvers) {
    expect_error(solver(hires$y, 0:1, hires, NULL, rtol = stop("no tolerance today")),
                 "no tolerance today")
    expect_error(solver(hires$y, 0:1, hires, NULL, maxsteps = no_such_variable),
                 "no_such_variable")
  }
})

test_that("a problem with too few parameters is refused before its equations are made", {
  for (name in c("hires", "rober", "enzyme")) {
    problem <- testproblem(name)
    problem$parms <- problem$parms[-1]
    solver <- if (name == "enzyme") radar5 else radau5
    expect_error(solver(problem$y, 0:1, problem, NULL), "parameter")
  }
})
