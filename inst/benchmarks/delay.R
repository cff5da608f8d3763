# The delay problems with radar5, beside the figures of the Fortran code RADAR5, version 2.1
# (delay-fortran.csv), and tables 2 and 3 of its users' guide. Settings of the original drivers: the
# error control and the grid of each problem, tolerances in the same proportion, first step 1e-6.
suppressPackageStartupMessages(library(deTestSet))

folder <- system.file("benchmarks", package = "deTestSet")
fortran <- read.csv(file.path(folder, "delay-fortran.csv"))

# The original of OREGONATOR has k1 in single precision, that of WALTMAN larger tolerances for the
# delayed times.
single_k1 <- 1.34000003337860107421875
settings <- list(
  oregonator = list(parms = list(k1 = single_k1)),
  waltman = list(ratio = c(1e-12, 1e-12, 1e-12, 1e-12, 1, 1)))
references <- list(oregonator = c(2.749861869866e-10, 3.559046496384e-07))

run <- function(name, rtol, ...) {
  problem <- testproblem(name)
  own <- settings[[name]]
  unit <- function(x) if (length(x) == 0) rep(1, problem$n) else x
  rtols <- rtol * unit(problem$delay$rtol_ratio)
  ratio <- unit(if (is.null(own$ratio)) problem$delay$atol_ratio else own$ratio)
  out <- suppressWarnings(runproblem(name, times = c(problem$t0, problem$tend), rtol = rtols,
                                     atol = rtols * ratio, hini = 1e-6, printmescd = FALSE,
                                     parms = if (is.null(own$parms)) list() else own$parms, ...))
  reference <- references[[name]]
  if (is.null(reference)) reference <- problem$reference$best
  error <- abs(out[nrow(out), 1 + seq_len(problem$n)] - reference)
  counts <- attr(out, "counts")
  data.frame(problem = name, rtol = rtol, code = attr(out, "istate")[1],
             nfcn = counts[["nfev"]] - counts[["nfev_jac"]], njac = counts[["jacobians"]],
             nstep = counts[["steps"]], naccpt = counts[["accepted"]],
             nrejct = counts[["error_failures"]], ndec = counts[["factorisations"]],
             nsol = counts[["solves"]], nfull = attr(out, "nfull"),
             nbp = sum(attr(out, "breakpoints")$kind == "computed"),
             mescd = -log10(max(error / (ratio + abs(reference)), 1e-17)))
}

names <- unique(fortran$problem)
cat("\nEvery problem at three tolerances: ours, and the Fortran code in brackets\n\n")
cat(sprintf("%-11s %6s %4s %15s %14s %14s %12s %14s %9s %9s %15s\n", "problem", "rtol", "code",
            "f", "steps", "accepted", "rejected", "LU", "full", "points", "digits"))
ours <- do.call(rbind, Map(run, fortran$problem, fortran$rtol))
pair <- function(a, b) sprintf("%g (%g)", a, b)
for (i in seq_len(nrow(ours))) {
  o <- ours[i, ]
  f <- fortran[i, ]
  cat(sprintf("%-11s %6.0e %4d %15s %14s %14s %12s %14s %9s %9s %15s%s\n", o$problem, o$rtol, o$code,
              pair(o$nfcn, f$nfcn), pair(o$nstep, f$nstep), pair(o$naccpt, f$naccpt),
              pair(o$nrejct, f$nrejct), pair(o$ndec, f$ndec), pair(o$nfull, f$nfull),
              pair(o$nbp, f$nbp), sprintf("%.2f (%.2f)", o$mescd, f$mescd),
              if (grepl("too small", f$outcome)) " Fortran code fails" else ""))
}

# Work at equal error: log(work) over digits is fitted by a parabola to runs at many tolerances, and
# read at the digits of the Fortran code. Where digits do not depend on the tolerance (ELSNOR), runs
# at equal tolerance are compared.
cat("\nWork at the accuracy of the Fortran code, ours / Fortran\n\n")
tolerances <- 10^-seq(3, 10.5, by = 0.25)
ratios <- do.call(rbind, lapply(names, function(name) {
  f <- fortran[fortran$problem == name & !grepl("too small", fortran$outcome), ]
  if (name == "elsnor") {
    o <- ours[ours$problem == name, ]
    result <- data.frame(problem = name, digits = f$mescd, f = o$nfcn / f$nfcn,
                         steps = o$nstep / f$nstep)
  } else {
    curve <- do.call(rbind, lapply(tolerances, function(tol) run(name, tol)))
    at <- data.frame(mescd = f$mescd)
    work <- function(counter)
      exp(predict(lm(log(curve[[counter]]) ~ poly(mescd, 2), curve), at)) / f[[counter]]
    result <- data.frame(problem = name, digits = f$mescd, f = work("nfcn"), steps = work("nstep"))
  }
  cat(sprintf("%-11s at %5.2f digits: f %.2f, steps %.2f\n", result$problem, result$digits,
              result$f, result$steps), sep = "")
  result
}))
mean_ratio <- function(x) exp(mean(log(x)))
by_problem <- function(x) mean_ratio(tapply(x, ratios$problem, mean_ratio))
cat(sprintf("\ngeometric means over all: f %.3f, steps %.3f\n", by_problem(ratios$f),
            by_problem(ratios$steps)))

cat("\nHAYASHI at rtol = atol = 1e-8 (guide, table 2): steps, full Newton iterations, error of y1\n\n")
guide <- data.frame(c = c(-1, -0.7, -0.3, 0, 0.3, 0.7, 1), steps = c(55, 54, 44, 41, 42, 56, 83),
                    full = c(2, 0, 0, 0, 1, 4, 9),
                    error = c(2e-8, 5e-9, 5.9e-9, 4.6e-9, 2.2e-10, 5.6e-9, 3.6e-9))
for (i in seq_len(nrow(guide))) {
  out <- hayashi(times = c(0, pi), parms = list(c = guide$c[i]), rtol = 1e-8, hini = 1e-6,
                 printmescd = FALSE)
  cat(sprintf("c = %4.1f: %3d (guide %2d), %d (%d), %.1e (%.1e), f %d\n", guide$c[i],
              attr(out, "counts")[["steps"]], guide$steps[i], attr(out, "nfull"), guide$full[i],
              abs(out[2, 2]), guide$error[i], attr(out, "counts")[["nfev"]]))
}

cat("\nPAUL (guide, table 3): f, accepted, rejected, error\n\n")
guide <- data.frame(tol = c(1e-3, 1e-6, 1e-9, 1e-12), f = c(80, 120, 207, 473),
                    accepted = c(7, 13, 24, 62), rejected = c(4, 4, 5, 5),
                    error = c(1.6e-5, 7.5e-9, 9.5e-10, 8.8e-14))
exact <- 4 - 2 * log(1 + 4 + 2 * log(2) - 5.5)
for (i in seq_len(nrow(guide))) for (hini in c(1e-6, 0)) {
  out <- paul(times = c(2, 5.5), rtol = guide$tol[i], hini = hini, printmescd = FALSE)
  counts <- attr(out, "counts")
  cat(sprintf("%6.0e%s: f %d (guide %d), accepted %d (%d), rejected %d (%d), error %.1e (%.1e)\n",
              guide$tol[i], if (hini > 0) "          " else ", own step", counts[["nfev"]],
              guide$f[i], counts[["accepted"]], guide$accepted[i], counts[["error_failures"]],
              guide$rejected[i], abs(out[2, 2] - exact), guide$error[i]))
}

cat("\nBreaking points: error of those found, rtol = 1e-9\n\n")
known <- list(paul = c(4, 4 + 2 * log(2)), elsnor = 125 / 121,
              modceg = c(1.1665538542767, 2.6363025816799, 3.2664382032497, 3.4977038028250,
                         3.700296943814, 3.9600395566301, 4.09218182023), sdisc = 1:20,
              waltman = c(55.21325170, 69.26718160, 79.63960559))
for (name in names(known)) {
  problem <- testproblem(name)
  out <- suppressWarnings(runproblem(name, times = c(problem$t0, problem$tend), rtol = 1e-9,
                                     printmescd = FALSE))
  points <- attr(out, "breakpoints")
  found <- points$xi[points$kind == "computed"]
  error <- vapply(known[[name]], function(x) min(abs(found - x), Inf), 0)
  error[error > 0.01] <- NA
  cat(sprintf("%-8s %s\n", name, paste(ifelse(is.na(error), "not needed", sprintf("%.0e", error)),
                                       collapse = " ")))
  end <- attr(out, "termination")
  if (!is.null(end)) cat(sprintf("         the solution %s at %.12g\n", end$type, end$t))
}
