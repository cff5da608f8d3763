# The root-finding problems: equations, exact solutions and reference roots belong together, and the
# comparison of roots finds what it should.

inner <- asNamespace("deTestSet")

without_output <- function(expr) {
  capture.output(value <- expr)
  value
}
quietly <- function(expr) without_output(suppressWarnings(expr))

cases <- c("A-1", "A-2", "A-3", "A-4", "A-5", "B-1", "B-2", "B-3 i", "B-3 ii", "B-3 iii",
           "B-3 iii step", "B-4", "C-1", "C-1 start", "C-2 i", "C-2 ii", "C-2 iii", "D-1 k=0.5",
           "D-1 k=0.9", "D-1 k=0.5 Zeno", "D-1 k=0.9 Zeno", "D-2 k=0.5 alpha=0.9",
           "D-2 k=0.9 alpha=0.5", "D-3 k=0.5", "D-3 k=0.7", "D-4", "E-1", "E-2",
           "E-2 NaN", "E-3", "E-4", "F-1", "F-2", "F-3", "F-4", "F-5", "F-6 eps=1e-4",
           "F-6 eps=1e-6", "F-7", "G-1", "G-2 eta=3", "G-2 eta=100", "G-3 i", "G-3 ii", "G-3 iii",
           "G-3 iv", "G-4")

# How many roots the specification of the problems names, without those at the ends.
counts <- c("A-1" = 1, "A-2" = 1, "A-3" = 2, "A-4" = 21, "A-5" = 32, "B-1" = 1, "B-2" = 39,
            "B-3 iii" = 7, "B-3 iii step" = 7, "B-4" = 6, "C-1" = 9, "C-2 i" = 10, "C-2 ii" = 5,
            "C-2 iii" = 9, "D-1 k=0.5" = 8, "D-1 k=0.9" = 28, "D-2 k=0.5 alpha=0.9" = 6,
            "D-2 k=0.9 alpha=0.5" = 25, "D-3 k=0.5" = 7, "D-3 k=0.7" = 3, "D-4" = 63, "E-1" = 1,
            "E-2" = 3, "E-3" = 1, "E-4" = 1, "F-1" = 8, "F-2" = 8, "F-3" = 3, "F-4" = 2,
            "F-5" = 18, "F-6 eps=1e-4" = 1, "F-7" = 5, "G-1" = 19, "G-2 eta=3" = 4,
            "G-2 eta=100" = 4, "G-3 i" = 10, "G-3 iv" = 10, "G-4" = 6)

# Walks along the reference roots with the mode of each interval; calls visit(system, from, to, k).
walk <- function(problem, visit) {
  list <- problem$roots$list
  system <- inner$event_system(problem$name, problem$parms)
  ends <- list$t
  from <- problem$t0
  for (k in seq_along(ends)) {
    if (list$at_start[k] && !problem$roots$startroot) next
    if (ends[k] != from) visit(system, from, ends[k], k)
    fired <- as.integer(seq_len(problem$roots$nroot) %in% list$functions[[k]])
    action <- inner$event_system_action(system, ends[k], list$before[, k], fired)
    if (action$stop || list$at_end[k]) return(invisible())
    from <- ends[k]
  }
  if (is.na(problem$roots$accumulation)) visit(system, from, problem$tend, 0)
}

test_that("the catalogue has all cases, and a name without its case finds the first", {
  set <- testset("roots")
  expect_setequal(set$name, cases)
  expect_true(all(set$class == "ODE"))
  expect_equal(testproblem("C-2")$name, "C-2 i")
  expect_equal(testproblem("G-2")$name, "G-2 eta=3")
  expect_equal(testproblem("D-1 k=0.5")$name, "D-1 k=0.5")
  expect_error(testproblem("C-9"), "no test problem")
  for (name in names(counts)) {
    list <- testproblem(name)$roots$list
    expect_equal(sum(!list$at_start & !list$at_end), counts[[name]], info = name)
  }
  expect_output(print(testproblem("F-7")), "5 event functions \\(also of y'\\), without actions")
})

test_that("exact solutions solve their equations between the roots", {
  for (name in setdiff(cases, c("B-3 i", "B-3 ii"))) {
    problem <- testproblem(name)
    if (!problem$roots$has_exact) next
    exact <- function(t) inner$problem_exact(name, t)
    expect_equal(as.vector(exact(problem$t0)), as.vector(problem$y), tolerance = 1e-14, info = name)
    walk(problem, function(system, from, to, k) {
      if (abs(to - from) < 1e-4) return()  # differences would lose too many digits
      for (part in c(0.12, 0.5, 0.88)) {
        t <- from + part * (to - from)
        h <- 1e-4 * min(abs(to - from), 0.05 * abs(problem$tend - problem$t0))
        if (startsWith(name, "F-6")) h <- h / 100
        slope <- (8 * (exact(t + h) - exact(t - h)) - exact(t + 2 * h) + exact(t - 2 * h)) /
          (12 * h)
        f <- inner$event_system_rhs(system, t, exact(t))
        expect_true(all(abs(slope - f) <= 1e-5 * (1e-3 * max(abs(f)) + abs(f))),
                    info = paste(name, "at", t))
      }
    })
  }
})

test_that("event functions change their sign at the reference roots, and nowhere else", {
  for (name in setdiff(cases, c("B-3 i", "B-3 ii", "E-4"))) {
    problem <- testproblem(name)
    list <- problem$roots$list
    known <- function(t) drop(inner$problem_exact(name, t))
    walk(problem, function(system, from, to, k) {
      g <- function(t, y) inner$event_system_roots(system, t, y)
      if (k > 0 && !list$at_end[k] && abs(to - from) > 1e-7) {  # else rounding hides it
        y <- list$before[, k]
        f <- inner$event_system_rhs(system, to, y)
        h <- 1e-5 * (to - from)
        before <- g(to - h, y - h * f)
        after <- g(to + h, y + h * f)
        fired <- seq_along(before) %in% list$functions[[k]]
        expect_equal(sign(before) != sign(after), fired, info = paste(name, "root", k))
        if (name != "B-3 iii step")
          expect_true(all(abs(g(to, y)[fired]) <= 1e-9 * pmax(abs(before), abs(after))[fired] +
                            1e-14 * (1 + max(abs(y)))), info = paste(name, "root", k))
      }
      if (problem$roots$has_exact && abs(to - from) > 1e-7) {
        inside <- from + seq(0.01, 0.99, length.out = 50) * (to - from)
        signs <- sapply(inside, function(t) sign(g(t, known(t))))
        constant <- apply(rbind(signs), 1, function(s) length(unique(s)) == 1)
        expect_true(all(constant), info = paste(name, "between", from, "and", to))
      }
    })
  }
})

test_that("special functions confirm the reference states of F-5, G-1 and G-3", {
  airy <- testproblem("F-5")$roots$list
  # Ai(-t) = sqrt(t)/3 (J[1/3](z) + J[-1/3](z)), z = 2/3 t^1.5
  ai <- function(t) {
    z <- 2 / 3 * t^1.5
    besselJm <- function(nu) cos(pi * nu) * besselJ(z, nu) - sin(pi * nu) * besselY(z, nu)
    sqrt(t) / 3 * (besselJ(z, 1 / 3) + besselJm(1 / 3))
  }
  expect_equal(airy$before[1, ], sapply(airy$t, ai), tolerance = 1e-12)
  bessel <- testproblem("G-3 i")$roots$list
  t <- bessel$t[-1]
  expect_lt(max(abs(bessel$before[1, -1] - besselJ(t, 0))), 1e-14)
  expect_lt(max(abs(bessel$before[3, -1] - besselJ(t, 1))), 1e-14)
  expect_equal(reference("G-3"), c(besselJ(18, 0), -besselJ(18, 1), besselJ(18, 1),
                                   besselJ(18, 0) - besselJ(18, 1) / 18), tolerance = 1e-13)
  sine <- testproblem("G-1")$roots$list
  integral <- function(y) integrate(function(x) 1 / sqrt((1 - x^2) * (1 - x^2 / 4)), 0, y,
                                    rel.tol = 1e-12)$value
  expect_equal(sine$t[1:9], sapply(1:9 / 10, integral), tolerance = 1e-12)
  energy <- sine$before[2, ]^2 - (1 - sine$before[1, ]^2) * (1 - sine$before[1, ]^2 / 4)
  expect_lt(max(abs(energy)), 1e-14)
})

test_that("Jacobians have the entries of all modes", {
  for (name in c("B-1", "B-3 iii", "G-3 i"))
    expect_equal(nrow(inner$problem_pattern(name, testproblem(name)$parms)),
                 c("B-1" = 3, "B-3 iii" = 2, "G-3 i" = 6)[[name]], info = name)
})

test_that("the comparison finds missed, spurious and inaccurate roots", {
  problem <- testproblem("D-1 k=0.5")
  t <- problem$roots$list$t
  solver <- list(name = "dopri5", home = "ours")
  compare <- function(found, functions = rep(1, length(found)), of = problem, by = solver,
                      end = of$tend)
    inner$match_roots(list(t = found, functions = as.list(functions)),
                      inner$expected_roots(of, c(of$t0, end)), of, by, 1e-6)
  expect_true(all(compare(t)$verdict == "found" & compare(t)$met))
  expect_equal(compare(t[-3])$verdict[3], "missed")
  expect_equal(tail(compare(sort(c(t, 0.7)))$verdict, 1), "spurious")
  expect_equal(sum(compare(sort(c(t, t[2] + 1e-9)))$verdict == "spurious"), 1)
  late <- compare(t + c(0, 1e-10, rep(0, 6)))
  expect_equal(late$met, c(TRUE, FALSE, rep(TRUE, 6)))
  expect_true(all(compare(t + 1e-10, by = list(name = "gamd", home = "ours"))$met))
  expect_equal(compare(t[1:2], end = 1)$verdict, c("found", "found"))
  # a root at the end may be missing; extra bounces near the accumulation point are right
  switching <- testproblem("B-2")
  expect_equal(compare(1:39 / 4, of = switching)$verdict[40], "at the end")
  zeno <- testproblem("D-1 k=0.5 Zeno")
  expect_false("spurious" %in% compare(c(zeno$roots$list$t, 1.4953343588), of = zeno)$verdict)
  # all functions that vanish must be named
  steps <- testproblem("B-3 iii step")
  found <- list(t = steps$roots$list$t, functions = steps$roots$list$functions)
  match <- function(found) inner$match_roots(found, inner$expected_roots(steps, c(0, 1.5)), steps,
                                             solver, 1e-6)
  expect_true(all(match(found)$met))
  found$functions[[2]] <- 1L
  expect_equal(which(!match(found)$met), 2)
})

test_that("deSolve's solvers run with the equations, event functions and actions of the problems", {
  for (name in c("A-1", "A-3", "A-5", "B-1", "B-3 iii", "B-4", "C-1", "C-2 iii", "D-1 k=0.5",
                 "D-3 k=0.7", "F-1", "G-1", "G-2 eta=3", "G-4")) {
    problem <- testproblem(name)
    out <- quietly(runproblem(name, method = "lsodar", rtol = 1e-8,
                              times = c(problem$t0, problem$tend)))
    found <- attr(out, "rootsummary")
    expect_equal(c(found$missed, found$spurious), c(0, 0), info = name)
    expect_gt(attr(out, "mescd"), 4)
  }
  expect_output(runproblem("A-3", method = "lsodar"),
                "Roots: 2 expected, 2 found, 0 missed, 0 spurious")
  expect_error(runproblem("A-3", method = "vode"), "vode finds no roots")
})

# ---- our solvers -------------------------------------------------------------------------------

ours <- c("dopri5", "dopri853", "cashkarp", "mebdfi", "gamd", "bimd", "radau5")
explicit <- ours[1:3]

# What went wrong in the runs of a problem, as text; nothing if all roots are right.
failures <- function(name, tolerances, events = list()) {
  problem <- testproblem(name)
  bad <- character()
  for (method in if (problem$roots$stiff) setdiff(ours, explicit) else ours)
    for (tol in tolerances) {
      out <- quietly(runproblem(name, method = method, times = c(problem$t0, problem$tend),
                                rtol = tol, events = events))
      found <- attr(out, "rootsummary")
      if (!found$met)
        bad <- c(bad, paste0(name, ", ", method, ", tol = ", tol, ": ", found$missed, " missed, ",
                             found$spurious, " spurious, error ", signif(found$of_goal, 3),
                             " of the goal"))
    }
  bad
}

goals <- setdiff(cases, c("B-3 i", "B-3 ii", grep("Zeno", cases, value = TRUE)))

test_that("every solver finds every root of every problem, and no others, to the goal", {
  for (name in goals) expect_equal(failures(name, c(1e-4, 1e-6)), character())
})

test_that("event functions of y' may take the exact derivative", {
  for (name in c("F-1", "F-2", "F-3", "F-5", "F-7", "G-3 ii", "G-3 iv"))
    expect_equal(failures(name, c(1e-4, 1e-6), list(ydot = "func")), character())
})

test_that("accumulating bounces end with a message, after all that were found", {
  for (name in c("D-1 k=0.5 Zeno", "D-1 k=0.9 Zeno")) {
    limit <- testproblem(name)$roots$accumulation
    for (method in ours) {
      told <- character()
      out <- without_output(withCallingHandlers(
        runproblem(name, method = method, rtol = 1e-6),
        warning = function(w) {
          told <<- c(told, conditionMessage(w))
          invokeRestart("muffleWarning")
        }))
      expect_match(told[1], "accumulating events at t = ", label = paste(name, method))
      found <- attr(out, "rootsummary")
      expect_equal(c(found$found, found$missed, found$met), c(30, 0, 1), info = paste(name, method))
      expect_lt(abs(out[nrow(out), 1] / limit - 1), 1e-10)
      expect_lt(abs(out[nrow(out), 2]), 1e-10)
    }
  }
})

test_that("the roots do not depend on direction, scale and order of the event functions", {
  a4 <- testproblem("A-4")
  end <- drop(inner$problem_exact("A-4", -1))
  names(end) <- names(a4$y)
  for (method in c("dopri853", "gamd")) {
    solver <- get(method)
    back <- solver(a4$y, c(4, -1), a4, NULL, rtol = 1e-9, atol = 1e-11)
    forth <- solver(end, c(-1, 4), a4, NULL, rtol = 1e-9, atol = 1e-11)
    expect_equal(attr(forth, "indroot"), rev(attr(back, "indroot")))
    expect_equal(attr(forth, "troot"), rev(attr(back, "troot")), tolerance = 1e-7)
    roots <- function(f) attr(solver(a4$y, c(4, -1), a4, NULL, rtol = 1e-6, atol = 1e-8,
                                     rootfunc = f, events = list(root = TRUE)),
                              c("troot"))
    plain <- roots(function(t, y, parms) y)
    expect_length(plain, 21)
    for (scale in c(1e-12, 1e12))
      expect_equal(roots(function(t, y, parms) scale * y), plain, tolerance = 1e-14)
    expect_equal(roots(function(t, y, parms) rev(y)), plain, tolerance = 1e-14)
  }
})

test_that("the state at a root tells which one it is: the orbit of G-4 closes once", {
  out <- quietly(runproblem("G-4", method = "dopri853", rtol = 1e-8))
  closed <- abs(attr(out, "valroot")[1, ] - 1.2) < 1e-3
  expect_equal(which(closed), 6)
  expect_equal(attr(out, "troot")[6], 6.19216933131963970674, tolerance = 1e-6)
})

test_that("root-finding problems have no goal where the branch is not held", {
  for (method in c("dopri5", "radau5")) {
    ignored <- quietly(runproblem("B-3 i", method = method, rtol = 1e-6, maxsteps = 1e5))
    held <- quietly(runproblem("B-3 iii", method = method, rtol = 1e-6))
    expect_gt(attr(held, "mescd"), 5)
    expect_null(attr(ignored, "troot"))
  }
  expect_output(suppressWarnings(runproblem("B-3 ii", method = "radau5")), "Roots: 7 expected")
})
