# The runs behind the vignette on delay equations, kept in inst/extdata/delay.rds; called by
# data-raw/figures.R. All are counters and digits, none a time: they can be rerun on any machine.
source("inst/benchmarks/tools/delay-runs.R")

# Models as one writes them for dede(), which knows no initial function, and for radar5().
delay_models <- list(
  enzyme = list(ratio = 1, times = seq(0, 160, by = 2), func = function(t, y, p) {
    z <- if (t < 4) 20 else lagvalue(t - 4, 4)
    u <- 1 / (1 + 0.0005 * z^3)
    list(c(10.5 - y[1] * u, y[1] * u - y[2], y[2] - y[3], y[3] - 0.5 * y[4]))
  }),
  paul = list(ratio = 1, times = seq(2, 5.5, by = 0.05),
              func = function(t, y, p) list(if (y < 2) 0.5 else lagvalue(y))),
  sdisc = list(ratio = 1, times = seq(0, 100.5, by = 0.5), func = function(t, y, p) {
    z <- if (t < 1) atan(t - 1) else lagvalue(t - 1)
    list((1e-6 / (1 + t^2) - y - 0.8 * z + 1.8 * pi / 2) / 1e-6)
  }),
  robertson = list(ratio = 1e-5, times = c(0, 10^(-4:10)), func = function(t, y, p) {
    z <- if (t < 0.01) 0 else lagvalue(t - 0.01, 2)
    list(c(-0.04 * y[1] + 1e4 * z * y[3], 0.04 * y[1] - 1e4 * z * y[3] - 3e7 * y[2]^2,
           3e7 * y[2]^2))
  }))

# deSolve's dede() is given up after `seconds`; radar5 solves the problem of the catalogue.
peer_run <- function(name, method, rtol, seconds = 10) {
  model <- delay_models[[name]]
  problem <- testproblem(name)
  solve <- function() {
    setTimeLimit(elapsed = seconds, transient = TRUE)
    on.exit(setTimeLimit())
    if (method == "radar5")
      radar5(problem$y, model$times, problem, NULL, rtol = rtol, atol = rtol * model$ratio)
    else
      dede(problem$y, model$times, model$func, NULL, method = method, rtol = rtol,
           atol = rtol * model$ratio, control = list(mxhist = 1e5))
  }
  out <- tryCatch(suppressWarnings(solve()), error = function(e) NULL)
  finished <- !is.null(out) && out[nrow(out), 1] == problem$tend &&
    all(is.finite(out[nrow(out), ]))
  digits <- NA_real_
  if (finished) {
    error <- abs(out[nrow(out), 1 + seq_len(problem$n)] - problem$reference$best)
    digits <- -log10(max(error / (model$ratio + abs(problem$reference$best))))
  }
  data.frame(problem = name, method = method, rtol = rtol, mescd = digits,
             steps = if (is.null(out)) NA else attr(out, "istate")[2],
             nfev = if (is.null(out)) NA else attr(out, "istate")[3],
             end = if (is.null(out)) NA else out[nrow(out), 1])
}

make_delay <- function() {
  fortran <- read.csv("inst/benchmarks/delay-fortran.csv")
  over <- function(f, grid) do.call(rbind, do.call(Map, c(list(f), unname(as.list(grid)))))
  tolerances <- 10^-seq(3, 10.5, by = 0.25)
  curves <- expand.grid(problem = setdiff(unique(fortran$problem), "elsnor"), rtol = tolerances,
                        stringsAsFactors = FALSE)
  own <- testproblem("waltman")$delay$atol_ratio
  waltman <- lapply(list(driver = NULL, ours = own), function(ratio) do.call(rbind, lapply(
    10^-seq(4, 9, by = 0.5), function(tol) if (is.null(ratio)) delay_run("waltman", tol) else
      delay_run("waltman", tol, ratio))))
  peers <- expand.grid(problem = names(delay_models), method = c("lsoda", "radau", "radar5"),
                       rtol = 10^-(3:9), stringsAsFactors = FALSE)
  list(counts = over(delay_run, fortran[c("problem", "rtol")]), curves = over(delay_run, curves),
       waltman = waltman, dede = over(peer_run, peers),
       made = list(R = as.character(getRversion()),
                   deTestSet = as.character(utils::packageVersion("deTestSet")),
                   deSolve = as.character(utils::packageVersion("deSolve"))))
}
