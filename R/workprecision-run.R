# Runs the cells of a grid: one cell, timed; all cells in turn, or spread over the workers of a plan
# of package future.

# ---- one solve ---------------------------------------------------------------------------------

# list(out, reason): the solution (NULL after an error) and why it is of no use ("" if it is).
# Warnings and messages of the solver are not shown; the first warning serves as the reason where
# the solver gives no other.
try_solve <- function(task, method, rtol, atol, extra) {
  warned <- NULL
  out <- tryCatch(
    withCallingHandlers(
      solve_task(task, method, rtol, atol, extra),
      warning = function(w) {
        warned <<- c(warned, conditionMessage(w))
        tryInvokeRestart("muffleWarning")
      },
      message = function(m) tryInvokeRestart("muffleMessage")),
    error = function(e) e)
  if (inherits(out, "error")) return(list(out = NULL, reason = one_line(conditionMessage(out))))
  list(out = out, reason = failure_reason(out, task, warned))
}

solve_task <- function(task, method, rtol, atol, extra) {
  args <- replaced(extra, method$args)
  if (task$kind == "catalogue") {
    common <- list(task$label, method = method$method, printmescd = FALSE, rtol = rtol, atol = atol)
    return(do.call(runproblem, c(common, task$args, args)))
  }
  solver <- find_solver(method$method)
  args <- replaced(task$args, args)
  args[c("rtol", "atol")] <- list(rtol, atol)
  args <- fitting_arguments(solver, args)
  if (solver$home == "ode") args$method <- solver$name
  do.call(solver$fun, args, quote = TRUE)
}

replaced <- function(x, new) {
  x[names(new)] <- new
  x
}

# Elements that help a solver and that one without them can do without; and those that are part of
# the problem, without which the solver would solve another one.
helpful_arguments <- c("jacfunc", "jacres", "jactype", "bandup", "banddown", "nind", "massup",
                       "massdown", "maxsteps", "rtol", "atol", "dy")
needed_arguments <- c("mass", "res", "events", "rootfunc")

fitting_arguments <- function(solver, args) {
  known <- names(formals(if (solver$home == "ode") deSolve::lsode else solver$fun))
  if (solver$home == "ode") known <- setdiff(known, c("jacfunc", "jactype"))
  if (solver$home == "other" && "..." %in% known) return(args)
  if (is.null(args$func) || !"res" %in% known) args[if (is.null(args$func)) "func" else "res"] <- NULL
  lacking <- setdiff(names(args), known)
  missing <- intersect(lacking, needed_arguments)
  if (length(missing) > 0)
    stop(solver$name %||% "the solver", " has no argument `", missing[1], "'", call. = FALSE)
  args[setdiff(names(args), intersect(lacking, helpful_arguments))]
}

failure_reason <- function(out, task, warned) {
  flag <- attr(out, "istate")[1]
  if (!is.matrix(out) || nrow(out) == 0) return("no solution was returned")
  ends <- ends_at(out, task$times[length(task$times)])
  if (isTRUE(flag < 0) || (!ends && !isTRUE(flag == 3)))
    return(one_line(attr(out, "message") %||% warned[1] %||%
                      paste("ended at t =", format(out[nrow(out), 1], digits = 7))))
  if (!all(is.finite(out[nrow(out), 1 + seq_len(task$n)]))) return("the solution is not finite")
  ""
}

one_line <- function(text) trimws(gsub("[[:space:]]+", " ", text))

# ---- one cell ----------------------------------------------------------------------------------

run_cell <- function(job, task) {
  extra <- with_time_limit(job, task)
  clock <- cpu_time()
  first <- try_solve(task, job$method, job$rtol, job$atol, extra)
  seconds <- cpu_time() - clock
  if (was_interrupted(first$out)) return(NULL)
  digits <- c(NA_real_, NA_real_)
  if (!nzchar(first$reason)) digits <- cell_digits(first$out, task, job$rtol, job$atol)
  times <- seconds
  if (!nzchar(first$reason) && job$repeats > 0) {
    solve <- function() suppressMessages(suppressWarnings(
      solve_task(task, job$method, job$rtol, job$atol, extra)))
    times <- repeated_times(solve, seconds, job$repeats, job$mintime)
    if (is.null(times)) return(NULL)
  }
  cell <- data.frame(method = job$method$label, rtol = job$rtol, atol = NA_real_,
                     mescd = digits[1], mescd_end = digits[2], time = min(times),
                     time_median = stats::median(times), stringsAsFactors = FALSE)
  if (length(job$atol) == 1) cell$atol <- job$atol else cell$atol <- I(list(job$atol))
  cbind(cell, cell_counters(first$out), reason = first$reason, stringsAsFactors = FALSE)
}

# Our solvers can be told to give up.
with_time_limit <- function(job, task) {
  extra <- job$extra
  if (is.finite(job$timelimit) && is.character(job$method$method) &&
      job$method$method %in% our_solvers)
    extra$control <- replaced(as.list(extra$control), list(timelimit = job$timelimit))
  extra
}

# Our solvers take an interrupt as a wish to end, and return.
was_interrupted <- function(out)
  identical(attr(out, "status"), "interrupted") && grepl("by the user", attr(out, "message"))

cpu_time <- function() sum(proc.time()[c("user.self", "sys.self")])

# `repeats` measurements of the time of one solve, each of as many solves as fill `mintime`. The run
# that was judged, which took `seconds`, warmed up; a long one counts as the first measurement, after
# a short one there is another, because R compiles functions when they are called again. NULL if the
# user interrupts.
repeated_times <- function(solve, seconds, repeats, mintime) {
  times <- if (seconds > max(1, mintime)) seconds else numeric()
  if (seconds < 0.2 && mintime > 0) solve()
  while (length(times) < repeats) {
    clock <- cpu_time()
    start <- proc.time()[["elapsed"]]
    solves <- 0
    repeat {
      if (was_interrupted(solve())) return(NULL)
      solves <- solves + 1
      spent <- cpu_time() - clock
      waited <- proc.time()[["elapsed"]] - start  # a method that waits uses no CPU time
      if (spent >= mintime || waited > 20 * mintime) break
    }
    times <- c(times, spent / solves)
  }
  times
}

# Digits over all output times and at the end.
cell_digits <- function(out, task, rtol, atol) {
  reference <- task$reference
  y <- unclass(out)[, 1 + seq_len(task$n), drop = FALSE]
  rows <- rows_at(out, task$times)
  here <- !is.na(rows)
  all <- if (is.null(reference$trajectory)) NA_real_ else
    smallest_digits(y[rows[here], , drop = FALSE], reference$trajectory[here, , drop = FALSE], rtol,
                    atol, task$components)
  end <- if (task$published) mescd(out, task$problem, atol, rtol, task$components)
  if (is.null(end)) {
    correct <- reference$end %||% reference$trajectory[max(which(here)), ]
    end <- correct_digits(y[if (is.null(reference$end)) rows[max(which(here))] else nrow(y), ],
                          correct, atol, rtol, task$components)
  }
  c(all, end)
}

# Rows of a solution at the given times, NA where it has none; of several rows (events) the first.
rows_at <- function(out, times) {
  rows <- match(times, out[, 1])
  for (i in which(is.na(rows))) {
    near <- which.min(abs(out[, 1] - times[i]))
    if (abs(out[near, 1] - times[i]) <= 1e-10 * (1 + abs(times[i]))) rows[i] <- near
  }
  rows
}

smallest_digits <- function(y, reference, rtol, atol, components)
  -log10(max(mixed_errors(y, reference, rtol, atol, components)))

# Mixed error at each output time: the largest over the components that count.
mixed_errors <- function(y, reference, rtol, atol, components) {
  ratio <- rep(rep_len(atol / rtol, ncol(y)), each = nrow(y))
  error <- abs(y - reference)
  mixed <- ifelse(error == 0, 0, error / (ratio + abs(reference)))
  dim(mixed) <- dim(y)
  if (!is.null(components)) mixed <- mixed[, components, drop = FALSE]
  apply(mixed, 1, max)
}

# The methods of deSolve count Jacobians and factorisations together, or one of them only.
cell_counters <- function(out) {
  state <- as.numeric(attr(out, "istate"))[1:21]
  state <- if (is.null(out)) rep(NA_real_, 21) else state
  either <- function(a, b) if (is.na(state[a])) state[b] else state[a]
  data.frame(flag = state[1], end = if (is.null(out)) NA_real_ else out[[nrow(out), 1]],
             steps = state[2], rejected = state[13], nfev = state[3], njac = either(4, 14),
             nlu = either(10, 14))
}

bind_cells <- function(cells) {
  if (length(cells) == 0)
    return(cbind(data.frame(method = character(), rtol = numeric(), atol = numeric(),
                            mescd = numeric(), mescd_end = numeric(), time = numeric(),
                            time_median = numeric()),
                 cell_counters(NULL)[0, ], reason = character()))
  rows <- do.call(rbind, cells)
  rownames(rows) <- NULL
  rows
}

# ---- all cells ---------------------------------------------------------------------------------

# list(cells, interrupted, workers); `cells` in the order of the jobs, those that are finished.
run_jobs <- function(jobs, task, worker = run_cell) {
  step <- progress_reporter(length(jobs))
  workers <- plan_workers()
  if (workers > 1) return(run_jobs_parallel(jobs, task, worker, workers, step))
  cells <- vector("list", length(jobs))
  interrupted <- FALSE
  tryCatch(
    for (i in seq_along(jobs)) {
      cell <- worker(jobs[[i]], task)
      if (is.null(cell)) {
        interrupted <- TRUE
        break
      }
      cells[[i]] <- cell
      step(jobs[[i]])
    },
    interrupt = function(e) interrupted <<- TRUE)
  if (interrupted) message("interrupted: keeping the cells that are finished")
  list(cells = Filter(Negate(is.null), cells), interrupted = interrupted, workers = 1)
}

# A function to be called after each cell. An interrupt waits until the report is made: in the
# handlers of progressr it would pass by us, and the cells would be lost.
progress_reporter <- function(count, envir = parent.frame()) {
  if (!requireNamespace("progressr", quietly = TRUE)) return(function(job) NULL)
  p <- progressr::progressor(steps = count, envir = envir)
  function(job) suspendInterrupts(
    p(message = paste0(job$method$label, ", rtol = ", format(job$rtol, digits = 3))))
}

plan_workers <- function() {
  if (!requireNamespace("future", quietly = TRUE)) return(1)
  if (inherits(future::plan(), "sequential")) return(1)
  workers <- max(2, future::nbrOfWorkers())
  local <- intersect(class(future::plan()), c("multisession", "multicore"))
  cores <- future::availableCores()
  if (length(local) > 0 && workers > cores)
    warning(workers, " workers share ", cores, " cores: the times are not comparable; use plan(",
            local[1], ", workers = ", cores, ") or fewer", call. = FALSE)
  workers
}

# One future per cell: as many run at a time as the plan has workers, and what is finished stays
# when the rest is interrupted, or when a worker is lost.
run_jobs_parallel <- function(jobs, task, worker, workers, step) {
  futures <- vector("list", length(jobs))
  cells <- vector("list", length(jobs))
  collected <- rep(FALSE, length(jobs))
  globals <- c(list(task = task, worker = worker), globals_of(c(task$args, unlist(jobs))))
  collect <- function() for (i in which(!collected & lengths(futures) > 0)) {
    if (!future::resolved(futures[[i]])) next
    cell <- future::value(futures[[i]])
    collected[i] <<- TRUE
    if (!is.null(cell)) cells[[i]] <<- cell
    step(jobs[[i]])
  }
  interrupted <- FALSE
  lost <- NULL
  tryCatch({
    for (i in seq_along(jobs)) {
      futures[[i]] <- future::future(worker(job, task), globals = c(globals, list(job = jobs[[i]])),
                                     packages = "deTestSet", seed = NULL, lazy = FALSE)
      collect()
    }
    while (!all(collected)) {
      Sys.sleep(0.05)
      collect()
    }
  }, interrupt = function(e) interrupted <<- TRUE,
  FutureError = function(e) lost <<- one_line(conditionMessage(e)))
  if (interrupted) message("interrupted: keeping the cells that are finished")
  if (!is.null(lost))
    warning("a worker was lost, keeping the cells that are finished: ", lost, call. = FALSE)
  interrupted <- interrupted || !is.null(lost)
  if (interrupted) restart_workers()
  list(cells = Filter(Negate(is.null), cells), interrupted = interrupted, workers = workers)
}

# Ctrl-C in a terminal reaches the workers, too: what they were doing will never be answered, and
# the next call would wait for it. Setting the plan anew ends them and starts others.
restart_workers <- function() {
  old <- future::plan("sequential")
  future::plan(old)
}

# The objects of the user's workspace that his functions need on the workers.
globals_of <- function(objects) {
  found <- list()
  for (f in Filter(is.function, objects)) {
    if (!identical(environment(f), globalenv())) next
    found <- replaced(found, as.list(
      future::getGlobalsAndPackages(body(f), envir = globalenv())$globals))
  }
  found
}
