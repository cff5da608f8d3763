# The stiff solvers on the problems of the test set.
#
# 1. Work at equal accuracy: rtol = atol = 1e-4, 1e-6, 1e-8, 1e-10 beside version 1.1.7.4 of this
#    package on CRAN (stiff-peers.csv: attempts, evaluations without those for difference quotients,
#    Jacobians, LUs, mescd over all components).  What the peer would need for our mescd is read off
#    the line of log(counter) against mescd through its own runs.
# 2. Error against tolerance: rtol = atol = 10^-3 ... 10^-11, on all problems; twobit without the slip
#    that makes its circuit unstable, beside radau5 at 1e-12.
# 3. Rounding, where fewer than nine digits are reached at 1e-11: what becomes of them if f sees every
#    component of y changed at random by 1, 4, 16, 64 roundings.  Where rounding is the limit, some
#    roundings more change little, as f itself makes as many, and from then on digits are lost or,
#    where the error test sees the noise, the number of steps grows, or the run ends (NA).
#
#   Rscript stiff-solvers.R [work] [error] [rounding] [problem ...]
suppressPackageStartupMessages(library(deTestSet))

arguments <- commandArgs(TRUE)
parts <- intersect(c("work", "error", "rounding"), arguments)
if (length(parts) == 0) parts <- c("work", "error")
with_peers <- c("hires", "vdpol", "orego", "rober", "pollution", "ring", "beam", "transistor",
                "caraxis", "andrews", "fekete", "wheelset", "nand")
without <- c("E5", "chemakzo", "medakzo", "emep", "pleiades", "pump", "crank", "tube", "twobit")
chosen <- intersect(arguments, c(with_peers, without))
if (length(chosen) == 0) chosen <- c(with_peers, without)
solvers <- list(mebdfi = mebdfi, gamd = gamd, bimd = bimd, radau5 = radau5)
peers <- read.csv(system.file("benchmarks", "stiff-peers.csv", package = "deTestSet"))

problem <- function(name)
  if (name == "twobit") testproblem(name, options = list(slip = 0)) else testproblem(name)

solution <- function(solver, p, tol) suppressWarnings(suppressMessages(
  solvers[[solver]](p$y, c(p$t0, p$tend), p, NULL, rtol = tol, atol = tol, maxsteps = 1e7)))

# What the end is compared with: the problem's own reference, or that of the circuit without a slip.
references <- list()
reference_of <- function(p) {
  if (p$name != "twobit") return(p$name)
  if (is.null(references$twobit)) references$twobit <<- solution("radau5", p, 1e-12)[2, -1]
  references$twobit
}

one_run <- function(solver, name, tol) {
  p <- problem(name)
  if (p$class == "IDE" && solver != "mebdfi") return(NULL)
  out <- solution(solver, p, tol)
  counts <- attr(out, "counts")
  reached <- attr(out, "istate")[1] == 2
  n1 <- if (is.null(p$nind)) p$n else p$nind[1]
  digits <- function(which)
    if (reached) mescd(out, reference_of(p), 1, 1, components = which) else NA
  data.frame(solver = solver, problem = name, tol = tol, flag = attr(out, "istate")[1],
             attempts = counts[["steps"]], f = counts[["nfev"]] - counts[["nfev_jac"]],
             jac = counts[["jacobians"]], lu = counts[["factorisations"]],
             mescd = digits(seq_len(p$n)), own = digits(NULL), index1 = digits(seq_len(n1)))
}

all_runs <- function(tolerances, problems)
  do.call(rbind, lapply(problems, function(name) do.call(rbind, lapply(names(solvers), function(s)
    do.call(rbind, lapply(tolerances, function(tol) one_run(s, name, tol)))))))

counters <- c("attempts", "f", "jac", "lu")

# Ours divided by what the peer needs for the same mescd, one number per counter.
ratios <- function(run) {
  peer <- peers[peers$solver == run$solver & peers$problem == run$problem & !is.na(peers$mescd), ]
  if (nrow(peer) < 2 || is.na(run$mescd)) return(rep(NA_real_, 4))
  vapply(counters, function(counter) {
    line <- lm(log(peer[[counter]]) ~ peer$mescd)
    run[[counter]] / exp(sum(coef(line) * c(1, run$mescd)))
  }, 0)
}

show_work <- function() {
  cat("Work at equal accuracy (peer: CRAN 1.1.7.4)\n")
  runs <- all_runs(10^-c(4, 6, 8, 10), intersect(chosen, with_peers))
  if (is.null(runs)) return(invisible())
  ratio <- t(vapply(seq_len(nrow(runs)), function(i) ratios(runs[i, ]), numeric(4)))
  for (i in seq_len(nrow(runs))) {
    r <- runs[i, ]
    peer <- peers[peers$solver == r$solver & peers$problem == r$problem &
                    abs(log(peers$tol / r$tol)) < 0.1, ]
    cat(sprintf(paste("%-10s %-6s %.0e  mescd %6.2f (%s)  attempts %6d (%s)  f %7d (%s)",
                      " J %5d (%s)  LU %5d (%s)"),
                r$problem, r$solver, r$tol, r$mescd,
                if (nrow(peer)) format(peer$mescd) else "-", as.integer(r$attempts),
                if (nrow(peer)) peer$attempts else "-", as.integer(r$f),
                if (nrow(peer)) peer$f else "-", as.integer(r$jac),
                if (nrow(peer)) peer$jac else "-", as.integer(r$lu),
                if (nrow(peer)) peer$lu else "-"),
        if (!anyNA(ratio[i, ]))
          paste(" ratios", paste(sprintf("%.2f", ratio[i, ]), collapse = " ")),
        if (r$flag != 2) paste(" flag", r$flag), "\n")
  }
  cat("\nGeometric means over the problems: attempts, f, Jacobians, LUs\n")
  for (s in names(solvers)) {
    mine <- runs$solver == s & !is.na(ratio[, 1])
    if (!any(mine)) next
    by_problem <- aggregate(log(ratio[mine, , drop = FALSE]), list(runs$problem[mine]), mean)[, -1]
    cat(sprintf("  %-6s %s  (%d problems)\n", s,
                paste(sprintf("%.3f", exp(colMeans(by_problem))), collapse = "  "),
                nrow(by_problem)))
  }
}

show_errors <- function() {
  tolerances <- 10^-(3:11)
  cat("\nmescd at rtol = atol = 1e-3 ... 1e-11; second line: all variables of index 1\n")
  runs <- all_runs(tolerances, chosen)
  line <- function(name, s, what) {
    r <- runs[runs$problem == name & runs$solver == s, ]
    cell <- ifelse(r$flag == 2, sprintf("%6.2f", r[[what]]), sprintf("  F%3d", r$flag))
    cat(sprintf("%-10s %-6s %s\n", if (what == "own") name else "", s,
                paste(cell, collapse = " ")))
  }
  for (name in chosen) for (s in unique(runs$solver[runs$problem == name])) {
    line(name, s, "own")
    if (any(problem(name)$nind[2:3] > 0)) line(name, s, "index1")
  }
}

# Digits and steps at 1e-11, y in f disturbed by so many roundings.
disturbed_run <- function(solver, p, roundings) {
  noise <- roundings * .Machine$double.eps / 2
  f <- function(t, y, parms) p$func(t, y * (1 + noise * sample(c(-1, 1), p$n, TRUE)), parms)
  set.seed(1)
  out <- suppressWarnings(suppressMessages(do.call(solvers[[solver]], c(
    list(p$y, c(p$t0, p$tend), f, p$parms, rtol = 1e-11, atol = 1e-11, maxsteps = 4e5,
         jacfunc = p$jac, jactype = "fullusr"),
    if (!is.null(p$mass)) list(mass = p$mass, nind = p$nind)))))
  reached <- attr(out, "istate")[1] == 2
  sprintf("%6.2f (%6d)", if (reached) mescd(out, p$name, 1, 1) else NA,
          as.integer(attr(out, "counts")[["steps"]]))
}

show_rounding <- function() {
  cat("\nmescd (steps) at 1e-11 with y disturbed by 0, 1, 4, 16, 64 roundings\n")
  for (name in setdiff(chosen, c("nand", "wheelset", "pump", "twobit"))) for (s in names(solvers)) {
    p <- problem(name)  # without jumps in time
    if (isTRUE(one_run(s, name, 1e-11)$own >= 9)) next
    cat(sprintf("%-10s %-6s %s\n", name, s,
                paste(vapply(c(0, 1, 4, 16, 64), function(k) disturbed_run(s, p, k), ""),
                      collapse = " ")))
  }
}

if ("work" %in% parts) show_work()
if ("error" %in% parts) show_errors()
if ("rounding" %in% parts) show_rounding()
