# How the cost of the implicit solvers grows with the number of equations: reaction and diffusion on
# a line, with the Jacobian by bands and by a sparsity pattern.  The solution is smooth, so that the
# number of steps hardly depends on n, and the time should double when n does.
#
#   Rscript -e 'source(system.file("benchmarks", "scaling.R", package = "deTestSet"))'

library(deTestSet)

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

# Time of the processor, which other programs on the machine disturb less than that of the clock.
cpu_seconds <- function(expr) sum(system.time(expr)[c("user.self", "sys.self")])

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
