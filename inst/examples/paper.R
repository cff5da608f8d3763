# The examples in the text of
#   F. Mazzia, J.R. Cash, K. Soetaert (2012), A test set for stiff initial value problem solvers in
#   the open source software R: package deTestSet. J. Comput. Appl. Math. 236, 4119-4131.
#
#   Rscript paper.R [picture.png]
suppressPackageStartupMessages(library(deTestSet))
picture <- commandArgs(TRUE)

# ---- 2.2: a problem of the test set, with its default solver and with one of deSolve ------------
out <- hires()
out2 <- hires(method = radau)
if (length(picture) > 0) png(picture[1], width = 900, height = 700)
plot(out, lwd = 2)
if (length(picture) > 0) invisible(dev.off())

# ---- 4.1.1: the van der Pol equation in R -------------------------------------------------------
van_der_pol <- function(t, y, mu) list(c(y[2], mu * (1 - y[1]^2) * y[2] - y[1]))
yini <- c(y = 2, z = 0)
nonstiff <- mebdfi(yini, seq(0, 30, by = 0.01), van_der_pol, parms = 1)
mild <- mebdfi(yini, seq(0, 60, by = 0.02), van_der_pol, parms = 10)
stiff <- mebdfi(yini, 0:2000, van_der_pol, parms = 1000)
diagnostics(nonstiff)
diagnostics(stiff)

# the solvers also serve as `method` of deSolve's ode()
out <- ode(yini, seq(0, 30, by = 0.01), van_der_pol, parms = 1, method = cashkarp)

# explicit codes: mu = 1 is solved, at mu = 100 they stop and say why
for (name in c("cashkarp", "dopri5", "dopri853")) {
  solver <- get(name)
  seconds <- system.time(out <- solver(yini, seq(0, 30, by = 0.01), van_der_pol, parms = 1))[[1]]
  cat(sprintf("%-9s mu = 1: flag %d, %d steps, %.3f s\n", name, attr(out, "istate")[1],
              attr(out, "istate")[2], seconds))
  out <- suppressWarnings(solver(yini, 0:300, van_der_pol, parms = 100))
  cat(sprintf("%-9s mu = 100: flag %d at t = %.3g: %s\n", name, attr(out, "istate")[1],
              attr(out, "rstate")[3], attr(out, "message")))
}

# ---- 4.1.2: the Pleiades in R and compiled ------------------------------------------------------
pleiades_in_r <- function(t, Y, pars) {
  x <- Y[1:7]
  y <- Y[8:14]
  distance <- function(a, b) b - a
  dx <- outer(x, x, distance)
  dy <- outer(y, y, distance)
  r3 <- (dx^2 + dy^2)^1.5
  fx <- colSums(-dx * (1:7) / r3, na.rm = TRUE)
  fy <- colSums(-dy * (1:7) / r3, na.rm = TRUE)
  list(c(Y[15:21], Y[22:28], fx, fy))
}
yini <- testproblem("pleiades")$y
times <- seq(0, 3, by = 0.01)
in_r <- system.time(for (i in 1:5) out <- cashkarp(yini, times, pleiades_in_r, NULL))[[1]] / 5
compiled <- system.time(for (i in 1:50) out2 <- pleiades(method = cashkarp, printmescd = FALSE))
compiled <- compiled[[1]] / 50
cat(sprintf("Pleiades with cashkarp: in R %.4f s, compiled %.4f s, ratio %.0f\n", in_r, compiled,
            in_r / compiled))
cat(sprintf("digits: in R %.2f, compiled %.2f\n", mescd(out, "pleiades"), mescd(out2, "pleiades")))
