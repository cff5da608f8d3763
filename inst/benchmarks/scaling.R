# How the cost of the implicit solvers grows with the number of equations.
#
#   Rscript scaling.R [program]
#
# 1. Without R, if the program of inst/benchmarks/native is there: the medical Akzo Nobel problem on
#    a line and the Brusselator on a square, Jacobians by differences, kept full, by bands and by a
#    sparsity pattern; time and the largest memory of a process that did nothing else.
# 2. An R model: reaction and diffusion on a line.  The solution is smooth, so that the number of
#    steps hardly depends on n, and the time should double when n does.
suppressPackageStartupMessages(library(deTestSet))
source(system.file("benchmarks", "common.R", package = "deTestSet"))

program <- c(commandArgs(TRUE), "")[1]

# ---- without R ------------------------------------------------------------------------------------

solve_native <- function(model, solver, storage, n) {
  line <- suppressWarnings(system2("timeout", c(120, program, model, solver, storage, n),
                                   stdout = TRUE, stderr = TRUE))
  value <- unlist(strsplit(line, ","))
  if (length(value) != 11) return(NULL)  # ended by the limit
  data.frame(model, solver, storage, n = as.numeric(value[4]), steps = as.numeric(value[5]),
             f = as.numeric(value[6]), jacobians = as.numeric(value[7]), lu = as.numeric(value[8]),
             seconds = as.numeric(value[9]), MB = as.numeric(value[10]))
}

native_cases <- function() {
  line <- c(200, 400, 1000, 2000, 5000, 10000)
  square <- c(200, 800, 3200, 10082)
  few <- c("mebdfi", "radau5")
  rbind(expand.grid(n = line, storage = c("banded", "sparse"), model = "medakzo",
                    solver = c("mebdfi", "gamd", "bimd", "radau5"), stringsAsFactors = FALSE),
        expand.grid(n = c(200, 400), storage = "dense", model = "medakzo", solver = few,
                    stringsAsFactors = FALSE),
        expand.grid(n = square, storage = "sparse", model = "brusselator", solver = few,
                    stringsAsFactors = FALSE),
        expand.grid(n = c(200, 800), storage = c("dense", "banded"), model = "brusselator",
                    solver = few, stringsAsFactors = FALSE))
}

if (nzchar(program)) {
  cases <- native_cases()
  table <- do.call(rbind, Map(solve_native, cases$model, cases$solver, cases$storage, cases$n))
  table <- table[order(table$model, table$solver, table$storage, table$n), ]
  cat("\nWithout R, rtol = atol = 1e-6\n")
  print(table, digits = 3, row.names = FALSE)
  for (model in unique(table$model)) for (solver in unique(table$solver)) {
    at <- function(storage) with(table, seconds[table$model == model & table$solver == solver &
                                                  table$storage == storage & n %in% c(400, 800)])
    if (length(at("dense")) == 1)
      cat(sprintf("%s, %s, n = %d: sparse / dense %.3f, banded / dense %.3f\n", model, solver,
                  if (model == "medakzo") 400 else 800, at("sparse") / at("dense"),
                  at("banded") / at("dense")))
  }
}

# ---- an R model -----------------------------------------------------------------------------------

problem <- function(n, D = 0.01, r = 5) {
  rates <- function(t, u, parms) {
    flux <- D * n^2 * (u[-1] - u[-n])
    list(c(flux, 0) - c(0, flux) + r * u * (1 - u))
  }
  i <- seq_len(n)
  list(y = exp(-50 * ((i - 0.5) / n - 0.3)^2), func = rates,
       pattern = cbind(c(i, i[-1], i[-n]), c(i, i[-n], i[-1])))
}

run <- function(solver, p, structure) {
  settings <- switch(structure,
    banded = list(jactype = "bandint", bandup = 1, banddown = 1),
    sparse = list(jactype = "sparseint", control = list(sparsity = p$pattern)))
  do.call(solver, c(list(p$y, c(0, 1), p$func, NULL, rtol = 1e-6, atol = 1e-6), settings))
}

measure <- function(name, structure, n, repetitions = 20) {
  p <- problem(n)
  out <- run(get(name), p, structure)
  seconds <- cpu_seconds(for (k in seq_len(repetitions)) run(get(name), p, structure)) / repetitions
  calls <- cpu_seconds(for (k in 1:2000) p$func(0, p$y, NULL)) / 2000
  counts <- attr(out, "counts")
  data.frame(solver = name, structure = structure, n = n, steps = counts[["steps"]],
             nfev = counts[["nfev"]], jacobians = counts[["jacobians"]],
             factorisations = counts[["factorisations"]], solves = counts[["solves"]],
             ms = 1000 * seconds, in_model = 1000 * calls * counts[["nfev"]],
             final = sum(out[2, -1]) / n)
}

cases <- expand.grid(n = c(500, 1000, 2000), structure = c("banded", "sparse"),
                     solver = c("mebdfi", "gamd", "bimd", "radau5"), stringsAsFactors = FALSE)
table <- do.call(rbind, Map(measure, cases$solver, cases$structure, cases$n))
rownames(table) <- NULL

# Time per step relative to the next smaller n: 2 means linear growth.
per_step <- table$ms / table$steps
table$ratio <- ifelse(table$n == min(table$n), NA, c(NA, per_step[-1] / per_step[-nrow(table)]))
# Banded and sparse runs are the same run.
sparse <- table$structure == "sparse"
table$sparse_to_banded <- NA
table$sparse_to_banded[sparse] <- table$ms[sparse] / table$ms[!sparse]

print(table[setdiff(names(table), "final")], digits = 3, row.names = FALSE)
cat("\nlargest difference of the results, banded and sparse:",
    format(max(abs(table$final[sparse] - table$final[!sparse])), digits = 2), "\n")
