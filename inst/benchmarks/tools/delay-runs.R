# Runs of the delay problems, for inst/benchmarks/delay.R and for the figures of the vignette: with
# the settings of the original drivers, that is the error control and the grid of each problem,
# tolerances in the same proportion, first step 1e-6.

# The original of OREGONATOR has k1 in single precision, that of WALTMAN larger tolerances for the
# delayed times.
single_k1 <- 1.34000003337860107421875
driver_settings <- list(
  oregonator = list(parms = list(k1 = single_k1),
                    reference = c(2.749861869866e-10, 3.559046496384e-07)),
  waltman = list(ratio = c(1e-12, 1e-12, 1e-12, 1e-12, 1, 1)))

# One row: return code, counters and correct digits. `ratio` is atol / rtol.
delay_run <- function(name, rtol, ratio = driver_settings[[name]]$ratio, ...) {
  problem <- testproblem(name)
  own <- driver_settings[[name]]
  unit <- function(x) if (length(x) == 0) rep(1, problem$n) else x
  rtols <- rtol * unit(problem$delay$rtol_ratio)
  ratio <- unit(if (is.null(ratio)) problem$delay$atol_ratio else ratio)
  out <- suppressWarnings(runproblem(name, times = c(problem$t0, problem$tend), rtol = rtols,
                                     atol = rtols * ratio, hini = 1e-6, printmescd = FALSE,
                                     parms = if (is.null(own$parms)) list() else own$parms, ...))
  reference <- if (is.null(own$reference)) problem$reference$best else own$reference
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

# Work at equal error: log(work) over digits is fitted by a parabola to runs at many tolerances, and
# read at the digits of the Fortran code. Where digits do not depend on the tolerance (ELSNOR), runs
# at equal tolerance are compared. `curves`: rows of delay_run() at many tolerances; `fortran`,
# `ours`: the same tolerances for both codes.
equal_work <- function(fortran, ours, curves) {
  use <- !grepl("too small", fortran$outcome)
  do.call(rbind, lapply(unique(fortran$problem), function(name) {
    here <- use & fortran$problem == name
    f <- fortran[here, ]
    o <- ours[here, ]
    if (name == "elsnor")
      return(data.frame(problem = name, digits = f$mescd, f = o$nfcn / f$nfcn,
                        steps = o$nstep / f$nstep))
    curve <- curves[curves$problem == name, ]
    work <- function(counter)
      exp(stats::predict(stats::lm(log(curve[[counter]]) ~ poly(mescd, 2), curve),
                         data.frame(mescd = f$mescd))) / f[[counter]]
    data.frame(problem = name, digits = f$mescd, f = work("nfcn"), steps = work("nstep"))
  }))
}
mean_ratio <- function(x) exp(mean(log(x)))
