# What the benchmark scripts share; they source it from the installed package.

# The value of `expr`, computed in a process of its own; the text of its error message, or of a note
# that it was ended after some seconds.
with_limit <- function(expr, seconds) {
  job <- parallel::mcparallel(suppressWarnings(tryCatch(expr, error = conditionMessage)),
                              silent = TRUE)
  value <- parallel::mccollect(job, wait = FALSE, timeout = seconds)
  if (is.null(value)) {
    tools::pskill(job$pid, tools::SIGKILL)
    parallel::mccollect(job)
    return(paste("not finished after", seconds, "s"))
  }
  parallel::mccollect(job)
  value[[1]]
}

# Time of the processor, which other programs on the machine disturb less than that of the clock.
cpu_seconds <- function(expr) sum(system.time(expr)[c("user.self", "sys.self")])

# Smallest time of one call of `run`, over batches that are long enough for the clock, which knows
# milliseconds only.
least_seconds <- function(run, total = 0.3, batch = 0.05) {
  first <- cpu_seconds(run())
  if (first >= total) return(first)
  size <- 1
  while (first < batch) {
    size <- if (first < batch / 4) 4 * size else ceiling(1.2 * size * batch / first)
    first <- cpu_seconds(for (i in seq_len(size)) run())
  }
  spent <- first
  best <- first / size
  repeat {
    if (spent >= total) return(best)
    time <- cpu_seconds(for (i in seq_len(size)) run())
    best <- min(best, time / size)
    spent <- spent + time
  }
}

geometric_mean <- function(x) exp(mean(log(x[is.finite(x) & x > 0])))

# Largest memory that this process has had so far, in MB; NA where /proc does not tell.
peak_memory <- function() {
  status <- tryCatch(readLines("/proc/self/status"), error = function(e) character(),
                     warning = function(w) character())
  line <- grep("^VmHWM", status, value = TRUE)
  if (length(line) == 0) NA else as.numeric(gsub("[^0-9]", "", line)) / 1024
}
