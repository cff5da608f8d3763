# The main job in one minute: solve the Pleiades problem with the three explicit solvers, show how
# accurate they are and what they did, and draw the orbits.   Rscript demo.R picture.png
suppressPackageStartupMessages(library(deTestSet))
picture <- c(commandArgs(TRUE), "demo.png")[1L]

solvers <- c("dopri5", "dopri853", "cashkarp")
tolerances <- 10^-c(4, 6, 8, 10)
cat("Seven stars in the plane, 28 equations (help(pleiades)).\n\n")

runs <- list()
for (solver in solvers) {
  cat("----", solver, "----\n")
  runs[[solver]] <- pleiades(method = solver, rtol = 1e-8, atol = 1e-8)
  cat("\n")
}
diagnostics(runs$dopri853)

cat("\nWork and accuracy\n")
work <- do.call(rbind, lapply(solvers, function(solver) do.call(rbind, lapply(tolerances, function(tol) {
  out <- pleiades(method = solver, rtol = tol, atol = tol, printmescd = FALSE)
  data.frame(solver = solver, tolerance = tol, steps = attr(out, "istate")[2],
             rejected = attr(out, "istate")[13], evaluations = attr(out, "istate")[3],
             mescd = round(mescd(out, "pleiades", tol, tol), 2))
}))))
print(work, row.names = FALSE)

png(picture, width = 1200, height = 600, res = 110)
op <- par(mfrow = c(1, 2), mar = c(5, 5, 2.5, 1), mgp = c(3.4, 0.8, 0), las = 1)
out <- runs$dopri853
stars <- hcl.colors(7, "Dark 3")
matplot(out[, paste0("x", 1:7)], out[, paste0("y", 1:7)], type = "l", lty = 1, lwd = 2,
        col = stars, asp = 1, xlab = "x", ylab = "y", main = "Orbits of the seven stars")
points(out[1, paste0("x", 1:7)], out[1, paste0("y", 1:7)], pch = 19, cex = 1.2, col = stars)
plot(range(work$mescd), range(work$evaluations), type = "n", log = "y",
     xlab = "correct digits (mescd)", ylab = "function evaluations", main = "Work and precision")
grid()
for (i in seq_along(solvers)) {
  one <- work[work$solver == solvers[i], ]
  lines(one$mescd, one$evaluations, type = "b", pch = 14 + i, lwd = 2, col = i + 1L)
}
legend("topleft", solvers, pch = 14 + seq_along(solvers), col = seq_along(solvers) + 1L, lwd = 2,
       bty = "n")
par(op)
invisible(dev.off())
cat("\npicture:", normalizePath(picture), "\n")
