# Recomputes the reference solution of each problem of the IVP test set by two different methods at
# the tightest tolerances that work, and prints to how many digits they agree with each other and
# with the published values.   Rscript data-raw/verify-references.R [problem ...]
#
# "extended" is the collocation in extended precision of data-raw/extended, with the number of its
# stages instead of a tolerance; its values are kept in data-raw/extended/values.
#
# Measure: max |a - b| / (unit + |b|), with unit = 1 except where the components are far smaller.
suppressPackageStartupMessages(library(deTestSet))

# ---- two runs per problem: list(method, tolerance) ----------------------------------------------
# Tolerances: as tight as rounding lets each method work.
runs <- list(
  hires = list(gamd = 1e-14, bimd = 1e-14), pollution = list(gamd = 1e-14, bimd = 1e-14),
  ring = list(gamd = 1e-13, bimd = 1e-13), medakzo = list(gamd = 1e-14, bimd = 1e-14),
  emep = list(bimd = 1e-12, radau5 = 1e-13), pleiades = list(bimd = 1e-14, dopri853 = 1e-14),
  vdpol = list(gamd = 1e-14, bimd = 1e-14), rober = list(bimd = 1e-12, radau5 = 1e-14),
  orego = list(gamd = 1e-14, bimd = 1e-14), beam = list(bimd = 1e-13, gamd = 1e-12),
  E5 = list(gamd = 1e-13, bimd = 1e-13), chemakzo = list(gamd = 1e-14, bimd = 1e-14),
  andrews = list(extended = 8, gamd = 1e-13), transistor = list(bimd = 1e-10, mebdfi = 1e-11),
  caraxis = list(extended = 8, bimd = 1e-14), fekete = list(gamd = 1e-14, bimd = 1e-14),
  crank = list(extended = 8, bimd = 1e-13), tube = list(gamd = 1e-14, mebdfi = 1e-14),
  nand = list(mebdfi = 1e-13, bimd = 1e-12), wheelset = list(extended = 9, mebdfi = 1e-14),
  pump = list(extended = 6, gamd = 1e-8),  # beside the closed form
  twobit = list(radau5 = 1e-6, bimd = 1e-6))  # why not tighter: see ?twobit

unit_of <- function(name)
  switch(name, E5 = 1e-30, pump = c(rep(1e-6, 5), rep(1, 4)), 1)

# Absolute over relative tolerance.
scale_of <- function(name)
  switch(name, E5 = 1e-24, pump = c(rep(1e-6, 5), rep(1, 4)), rober = 1e-6, emep = 1e4, 1)

solve_it <- function(method, y, t, func, tol, scale, ...) {
  out <- suppressWarnings(get(method)(y, t, func, NULL, rtol = tol, atol = tol * scale,
                                      maxsteps = 1e7, control = list(timelimit = 600), ...))
  if (attr(out, "istate")[1] < 0)
    warning(method, " at ", tol, " ended with ", attr(out, "istate")[1], " at ", out[nrow(out), 1])
  unname(out[nrow(out), -1])
}

# ---- other forms of the equations ---------------------------------------------------------------
# They give a second, independent way where the form of the catalogue loses digits or where only
# one of our methods takes it.  Each returns the full vector of the problem at its end.

# E5 without y3 = y2 - y4: in the full system the difference of nearly equal terms costs 10 digits.
E5_reduced <- function(method, tol) {
  f <- function(t, y, parms) {
    y3 <- y[2] - y[3]
    list(c(-7.89e-10 * y[1] - 1.1e7 * y[1] * y3, 7.89e-10 * y[1] - 1.13e9 * y[2] * y3,
           1.1e7 * y[1] * y3 - 1.13e3 * y[3]))
  }
  y <- solve_it(method, c(1.76e-3, 0, 0), c(0, 1e13), f, tol, 1e-24)
  y <- ifelse(abs(y) < 1e-40, 0, y)  # decayed beyond what atol resolves
  c(y[1], y[2], y[2] - y[3], y[3])
}

extended <- function(name, stages)
  scan(file.path("data-raw", "extended", "values", paste0(name, "-", stages, ".txt")), quiet = TRUE)

# Andrews' mechanism and the slider crank as ordinary differential equations of positions q and
# velocities v: accelerations and forces from the equations of motion and the constraints,
# differentiated until the accelerations appear.
mechanics <- function(problem, constraint_rate) {
  q <- 1:7
  v <- 8:14
  a <- 15:21
  lambda <- 22:problem$n
  inner <- function(t, y) {  # c(accelerations, forces)
    full <- c(y, numeric(problem$n - 14))
    jacobian <- problem$jac(t, full)
    rate <- constraint_rate(problem, t, full, jacobian, lambda)
    kkt <- rbind(jacobian[a, c(a, lambda)], cbind(rate$matrix, 0 * diag(length(lambda))))
    solve(kkt, -c(problem$func(t, full)[[1]][a], rate$rest))
  }
  list(inner = inner, func = function(t, y, parms) list(c(y[v], inner(t, y)[1:7])))
}
# 0 = g(q), twice differentiated: G a + (G v)_q v = 0, the last by differences of order 6 along v.
position_rate <- function(problem, t, y, jacobian, lambda) {
  along <- function(s) {
    y[1:7] <- y[1:7] + s * y[8:14]
    problem$jac(t, y)[lambda, 1:7] %*% y[8:14]
  }
  s <- 0.02 / max(1, abs(y[8:14]))
  difference <- function(k) along(k * s) - along(-k * s)
  rest <- (45 * difference(1) - 9 * difference(2) + difference(3)) / (60 * s)
  list(matrix = jacobian[lambda, 1:7], rest = rest)
}
# 0 = c(q, v), once differentiated: c_v a + c_q v = 0.
velocity_rate <- function(problem, t, y, jacobian, lambda)
  list(matrix = jacobian[lambda, 8:14], rest = jacobian[lambda, 1:7] %*% y[8:14])

# The velocities nearest to those given, in the norm of the kinetic energy, that fulfil the
# constraints: solvers of the DAE find them in their first step.  The initial values of the crank,
# printed to nine digits, are off by 1.2e-8.
on_constraints <- function(problem, y) {
  lambda <- 22:problem$n
  full <- c(y, numeric(problem$n - 14))
  jacobian <- problem$jac(problem$t0, full)
  kkt <- rbind(jacobian[15:21, c(15:21, lambda)],
               cbind(jacobian[lambda, 8:14], 0 * diag(length(lambda))))
  gap <- problem$func(problem$t0, full)[[1]][lambda]
  y[8:14] <- y[8:14] + solve(kkt, c(numeric(7), -gap))[1:7]
  y
}

# Positions and velocities from collocation on the form of the catalogue, accelerations and forces
# from them by the equations: collocation loses digits of these.
mechanics_extended <- function(name, constraint_rate, stages) {
  problem <- testproblem(name)
  y <- extended(name, stages)[1:14]
  c(y, mechanics(problem, constraint_rate)$inner(problem$tend, y))
}

mechanics_run <- function(name, constraint_rate, method, tol) {
  problem <- testproblem(name)
  system <- mechanics(problem, constraint_rate)
  start <- as.vector(problem$y)[1:14]
  if (name == "crank") start <- on_constraints(problem, start)
  y <- solve_it(method, start, c(problem$t0, problem$tend), system$func, tol, 1)
  c(y, system$inner(problem$tend, y))
}

# The NAND gate solved for y' (its capacitances are a regular matrix), piece by piece.
nand_explicit <- function(method, tol) {
  p <- testproblem("nand")
  cuts <- c(p$t0, p$discontinuities, p$tend)
  y <- as.vector(p$y)
  zero <- numeric(p$n)
  for (k in seq_len(length(cuts) - 1)) {
    ends <- cuts[c(k, k + 1)] + c(1, -1) * 1e-13 * cuts[k + 1]
    f <- function(t, y, parms) {
      t <- min(max(t, ends[1]), ends[2])
      capacitance <- p$jacres(t, y, zero, cj = 1) - p$jacres(t, y, zero, cj = 0)
      list(solve(capacitance, -p$res(t, y, zero)[[1]]))
    }
    y <- solve_it(method, y, cuts[c(k, k + 1)], f, tol, 1)
  }
  y
}

# The wheelset solved for the derivatives that appear; the constraints stay as they are.
wheelset_explicit <- function(method, tol) {
  p <- testproblem("wheelset")
  zero <- numeric(p$n)
  leading <- function(t, y) p$jacres(t, y, zero, cj = 1) - p$jacres(t, y, zero, cj = 0)
  start <- leading(p$t0, p$y)
  d <- which(colSums(start != 0) > 0)
  rows <- which(rowSums(start != 0) > 0)
  stopifnot(length(d) == length(rows), identical(d, seq_along(d)))
  f <- function(t, y, parms) {
    r <- p$res(t, y, zero)[[1]]
    list(c(solve(leading(t, y)[rows, d], -r[rows]), r[-rows]))
  }
  solve_it(method, as.vector(p$y), c(p$t0, p$tend), f, tol, 1,
           mass = as.numeric(seq_len(p$n) %in% d), nind = p$nind)
}

special <- list(
  E5 = list(gamd = E5_reduced, bimd = E5_reduced),
  andrews = list(extended = function(m, s) mechanics_extended("andrews", position_rate, s),
                 gamd = function(m, tol) mechanics_run("andrews", position_rate, m, tol)),
  crank = list(extended = function(m, s) mechanics_extended("crank", velocity_rate, s),
               bimd = function(m, tol) mechanics_run("crank", velocity_rate, m, tol)),
  nand = list(bimd = nand_explicit), wheelset = list(bimd = wheelset_explicit))

# ---- the table ----------------------------------------------------------------------------------
end_of <- function(name, method, tol) {
  own_form <- special[[name]][[method]]
  if (!is.null(own_form)) return(own_form(method, tol))
  if (method == "extended") return(extended(name, tol))
  p <- testproblem(name)
  solve_it(method, p$y, c(p$t0, p$tend), p, tol, scale_of(name))
}

verify <- function(name) {
  chosen <- runs[[name]]
  values <- Map(function(method, tol) end_of(name, method, tol), names(chosen), chosen)
  published <- testproblem(name)$reference$y
  distance <- function(a, b) {
    e <- abs(a - b) / (unit_of(name) + abs(published))
    c(max(e), which.max(e))
  }
  agree <- distance(values[[1]], values[[2]])
  known <- lapply(values, distance, published)
  cat(sprintf("%-10s %-8s %-5g  %-8s %-5g  agree %.1e (%d)  published %.1e (%d) %.1e (%d)\n", name,
              names(chosen)[1], chosen[[1]], names(chosen)[2], chosen[[2]], agree[1],
              as.integer(agree[2]), known[[1]][1], as.integer(known[[1]][2]), known[[2]][1],
              as.integer(known[[2]][2])))
  c(list(name = name, agree = agree[1], published = min(known[[1]][1], known[[2]][1])), values)
}

wanted <- commandArgs(TRUE)
store <- grep("\\.rds$", wanted, value = TRUE)
header <- grep("\\.hpp$", wanted, value = TRUE)
wanted <- setdiff(wanted, c(store, header))
if (length(wanted) == 0) wanted <- names(runs)
results <- lapply(wanted, function(name) tryCatch(verify(name), error = function(e) {
  cat(name, ": ", conditionMessage(e), "\n", sep = "")
  NULL
}))
names(results) <- wanted
if (length(store) > 0) saveRDS(results, store)

# ---- better values than the published ones, for the catalogue -----------------------------------
# Rscript verify-references.R results.rds src/problems/ivp/computed_references.hpp; clang-format

best_run <- c(ring = "bimd", medakzo = "bimd", emep = "bimd", orego = "bimd", E5 = "bimd",
              andrews = "extended", fekete = "bimd", crank = "extended", wheelset = "extended",
              twobit = "radau5")

cpp_function <- function(name, y) {
  numbers <- paste(ifelse(y == 0, "0.0", sprintf("%.16e", y)), collapse = ", ")
  c("", paste0("inline std::vector<double> ", name, "() {"),
    strwrap(paste0("return {", numbers, "};"), width = 99, indent = 2, exdent = 10), "}")
}

write_header <- function(results, file) {
  names <- intersect(names(best_run), names(results))
  body <- unlist(lapply(names, function(name)
    cpp_function(name, results[[name]][[best_run[[name]]]])))
  writeLines(c(
    "// Solutions at the end of the interval, where ours are known to more digits than those",
    "// published.  Written by data-raw/verify-references.R, which says how they were computed.",
    "#pragma once", "", "#include <vector>", "", "namespace dts {", "namespace computed {", body,
    "",
    "}  // namespace computed", "}  // namespace dts"), file)
}
if (length(header) > 0) write_header(results, header)
