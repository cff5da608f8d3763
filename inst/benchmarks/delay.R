# The delay problems with radar5, beside the figures of the Fortran code RADAR5, version 2.1
# (delay-fortran.csv), and tables 2 and 3 of its users' guide. Settings of the original drivers: the
# error control and the grid of each problem, tolerances in the same proportion, first step 1e-6.
suppressPackageStartupMessages(library(deTestSet))

folder <- system.file("benchmarks", package = "deTestSet")
fortran <- read.csv(file.path(folder, "delay-fortran.csv"))

guide <- read.csv(file.path(folder, "delay-guide.csv"))
source(file.path(folder, "tools", "delay-runs.R"))

names <- unique(fortran$problem)
cat("\nEvery problem at three tolerances: ours, and the Fortran code in brackets\n\n")
cat(sprintf("%-11s %6s %4s %15s %14s %14s %12s %14s %9s %9s %15s\n", "problem", "rtol", "code",
            "f", "steps", "accepted", "rejected", "LU", "full", "points", "digits"))
ours <- do.call(rbind, Map(delay_run, fortran$problem, fortran$rtol))
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

cat("\nWork at the accuracy of the Fortran code, ours / Fortran\n\n")
tolerances <- 10^-seq(3, 10.5, by = 0.25)
grid <- expand.grid(rtol = tolerances, problem = setdiff(names, "elsnor"), stringsAsFactors = FALSE)
ratios <- equal_work(fortran, ours, do.call(rbind, Map(delay_run, grid$problem, grid$rtol)))
cat(sprintf("%-11s at %5.2f digits: f %.2f, steps %.2f\n", ratios$problem, ratios$digits, ratios$f,
            ratios$steps), sep = "")
by_problem <- function(x) mean_ratio(tapply(x, ratios$problem, mean_ratio))
cat(sprintf("\ngeometric means over all: f %.3f, steps %.3f\n", by_problem(ratios$f),
            by_problem(ratios$steps)))

cat("\nHAYASHI at rtol = atol = 1e-8 (guide, table 2): steps, full Newton iterations, error of y1\n\n")
for (i in which(guide$table == 2)) {
  out <- hayashi(times = c(0, pi), parms = list(c = guide$parameter[i]), rtol = 1e-8, hini = 1e-6,
                 printmescd = FALSE)
  cat(sprintf("c = %4.1f: %3d (guide %2d), %d (%d), %.1e (%.1e), f %d\n", guide$parameter[i],
              attr(out, "counts")[["steps"]], guide$nstep[i], attr(out, "nfull"), guide$nfull[i],
              abs(out[2, 2]), guide$error[i], attr(out, "counts")[["nfev"]]))
}

cat("\nPAUL (guide, table 3): f, accepted, rejected, error\n\n")
exact <- 4 - 2 * log(1 + 4 + 2 * log(2) - 5.5)
for (i in which(guide$table == 3 & guide$version == 2)) for (hini in c(1e-6, 0)) {
  out <- paul(times = c(2, 5.5), rtol = guide$rtol[i], hini = hini, printmescd = FALSE)
  counts <- attr(out, "counts")
  cat(sprintf("%6.0e%s: f %d (guide %d), accepted %d (%d), rejected %d (%d), error %.1e (%.1e)\n",
              guide$rtol[i], if (hini > 0) "          " else ", own step", counts[["nfev"]],
              guide$nfcn[i], counts[["accepted"]], guide$naccpt[i], counts[["error_failures"]],
              guide$nrejct[i], abs(out[2, 2] - exact), guide$error[i]))
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
