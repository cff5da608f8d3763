# The long runs behind the vignettes: the work-precision diagrams and Table 1 of
#   F. Mazzia, J.R. Cash, K. Soetaert (2012), J. Comput. Appl. Math. 236, 4119-4131,
# with the settings given there, kept in inst/extdata/paper.rds; and the delay problems of RADAR5,
# kept in inst/extdata/delay.rds.
#
#   Rscript data-raw/figures.R [figure ...]
#
# Without arguments everything is computed; with names ("2 left", ..., "8", "table 1", "delay") only
# these, the others are kept. The results hold their settings and the versions of R and the packages.
suppressPackageStartupMessages(library(deTestSet))

file <- "inst/extdata/paper.rds"
repeats <- 4                              # as in the paper
explicit <- c("lsoda", "dopri5", "cashkarp", "dopri853", "adams")
stiff <- c("mebdfi", "gamd", "bimd", "daspk", "radau5")

# The implicit codes of the paper; deSolve's radau may take steps as long as the interval.
implicit <- function(interval, ...)
  c(stiff, list(radau = list("radau", hmax = interval)), list(...))
tolerances <- function(s) 10^(-4 - s * 0:16)

vdpol1 <- testproblem("vdpol", list(mu = 1))
figures <- list(
  "2 left" = list(vdpol1, explicit, s = 5 / 8, times = 0:30),
  "2 right" = list(vdpol1, implicit(30), s = 5 / 8, times = 0:30),
  "3 left" = list("vdpol", implicit(2000), s = 5 / 8, times = 0:2000),
  "3 right" = list("vdpol", implicit(2000), s = 5 / 8, times = seq(0, 2000, by = 100)),
  "4 left" = list("pleiades", explicit, s = 5 / 8),
  "4 right" = list("pleiades", implicit(3), s = 5 / 8),
  "5 left" = list("ring", implicit(1e-3), s = 5 / 8, times = seq(0, 1e-3, by = 5e-6), repeats = 1),
  "5 right" = list("beam", implicit(5, "mebdfi, maxord = 4" = list("mebdfi", maxord = 4),
                                    "mebdfi, maxord = 3" = list("mebdfi", maxord = 3)), s = 1 / 4,
                   times = seq(0, 5, by = 0.01), repeats = 1),
  "6 left" = list("transistor", implicit(0.2), s = 3 / 8),
  "6 right" = list("fekete", implicit(1000), s = 3 / 8, repeats = 1),
  "7 caraxis" = list("caraxis", implicit(3), s = 3 / 8, times = seq(0, 3, by = 3 / 500)),
  "7 andrews" = list("andrews", implicit(0.03), s = 3 / 8, times = seq(0, 0.03, by = 0.03 / 500),
                     repeats = 1),
  "7 andrews, angles" = list("andrews", implicit(0.03), s = 3 / 8, repeats = 1, components = 1:7,
                             times = seq(0, 0.03, by = 0.03 / 500)),
  "8" = list("wheelset", c("daspk", "mebdfi"), s = 3 / 8, times = seq(0, 10, by = 10 / 500)))

# Runs of many seconds are measured once.
diagram <- function(figure) {
  n <- if (is.null(figure$repeats)) repeats else figure$repeats
  workprecision(figure[[1]], figure[[2]], rtol = tolerances(figure$s), times = figure$times,
                repeats = n, components = figure$components, maxsteps = 1e5, timelimit = 60)
}

# Table 1: the step of the exponents and the absolute tolerance, NULL for the same as rtol.
table1 <- list(vdpol = list(s = 5 / 8), ring = list(s = 5 / 8),
               E5 = list(s = 5 / 8, atol = 1e-24), rober = list(s = 5 / 8), beam = list(s = 1 / 4),
               emep = list(s = 3 / 8, atol = 1), orego = list(s = 5 / 8),
               pollution = list(s = 5 / 8), hires = list(s = 5 / 8))

make_table <- function()
  stiffnesstable(names(table1), rtol = lapply(table1, function(row) tolerances(row$s)),
                 atol = lapply(table1, function(row) row$atol), maxsteps = 1e5)

chosen <- commandArgs(TRUE)
if (length(chosen) == 0) chosen <- c(names(figures), "table 1", "delay")
unknown <- setdiff(chosen, c(names(figures), "table 1", "delay"))
if (length(unknown) > 0) stop("there is no figure ", paste(unknown, collapse = ", "))

if ("delay" %in% chosen) {
  source("data-raw/delay.R")
  seconds <- system.time(result <- make_delay())[["elapsed"]]
  saveRDS(result, "inst/extdata/delay.rds", version = 2, compress = "xz")
  cat(sprintf("%-18s %6.1f s  %6d bytes\n", "delay", seconds, file.size("inst/extdata/delay.rds")))
}
for (name in setdiff(chosen, "delay")) {
  seconds <- system.time(
    result <- if (name == "table 1") make_table() else diagram(figures[[name]]))[["elapsed"]]
  results <- if (file.exists(file)) readRDS(file) else list()
  results[[name]] <- result
  results <- results[intersect(c(names(figures), "table 1"), names(results))]
  saveRDS(results, file, version = 2, compress = "xz")
  cat(sprintf("%-18s %6.1f s  %6d bytes in all\n", name, seconds, file.size(file)))
}
