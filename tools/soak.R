# Many short solves of all solvers and kinds of model in one process, and what memory does.
#   Rscript tools/soak.R [--solves N] [--seed S]
# The slope is that of a line through the resident set at 40 times in the second half.
args <- commandArgs(TRUE)
option <- function(name, default) {
  at <- match(paste0("--", name), args)
  if (is.na(at)) default else as.numeric(args[at + 1L])
}
solves <- option("solves", 1e5)
set.seed(option("seed", 1))
suppressPackageStartupMessages(library(deTestSet))
invisible(compiler::enableJIT(0))
for (part in c("values", "models", "calls", "faults", "judge", "arguments"))
  source(file.path("tools/fuzz", paste0(part, ".R")))

resident_bytes <- function() {
  gc(FALSE)
  line <- grep("^VmRSS", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) * 1024
}

# A stock of calls, good and failing ones, of problems of the catalogue and of R functions; each is
# solved many times. Faults have a memory of their own and would fail only once.
one <- function(make, count) replicate(count, make(), simplify = FALSE)
problem_solve <- function() {
  problem <- testproblem(pick("hires", "rober", "orego", "chemakzo", "VDPOL", "PENDULUM1",
                              "transistor", "enzyme", "waltman", "paul", "vdpol", "caraxis"))
  times <- problem$t0 + c(0, 1e-4) * (problem$tend - problem$t0)
  list(fun = fits(problem$class),
       args = list(problem$y, times, problem, NULL, rtol = 1e-3, atol = 1e-5, maxsteps = 200))
}
failing_solve <- function() {
  call <- ode_call(linear_model(2L, stiff = FALSE))
  wrong <- pick(function(t, y, parms, ...) if (t == call$model$t0) list(-y) else stop("stop here"),
                function(t, y, parms, ...) if (t == call$model$t0) list(-y) else list(NaN * y),
                function(t, y, parms, ...) if (t == call$model$t0) list(-y) else list(1:7))
  call$args$func <- wrong
  call
}
stock <- c(one(function() ode_call(), 120L), one(function() dae_call(), 80L),
           one(function() delay_call_case(), 60L), one(planned_call, 30L), one(root_call, 30L),
           one(problem_solve, 60L), one(failing_solve, 40L))
for (i in seq_along(stock)) stock[[i]]$args$verbose <- NULL
quiet <- function(call) tryCatch(suppressMessages(suppressWarnings(
  do.call(call$fun, call$args, quote = TRUE))), error = function(e) NULL)

every <- max(1, floor(solves / 80))
rows <- matrix(NA_real_, 0L, 2L)
begin <- proc.time()[["elapsed"]]
sink(nullfile())
for (k in seq_len(solves)) {
  quiet(stock[[1L + k %% length(stock)]])
  if (k %% every == 0) rows <- rbind(rows, c(k, resident_bytes()))
}
sink()
later <- rows[rows[, 1L] > solves / 2, , drop = FALSE]
slope <- stats::coef(stats::lm(later[, 2L] ~ later[, 1L]))[[2L]]
cat(sprintf("%g solves of %d kinds in %.0f s\n", solves, length(stock),
            proc.time()[["elapsed"]] - begin))
cat(sprintf("resident: %.1f MB after 1/80, %.1f MB half way, %.1f MB at the end\n",
            rows[1L, 2L] / 2^20, later[1L, 2L] / 2^20, rows[nrow(rows), 2L] / 2^20))
cat(sprintf("slope over the second half: %.2f bytes per solve\n", slope))
if (slope > option("limit", 20)) {
  cat("memory grows\n")
  quit(status = 1L)
}
