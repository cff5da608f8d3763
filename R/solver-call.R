# The shared work of all solver functions: check, resolve, run, wrap.

# Arguments that a solver function was called with, defaults included. `parms` may be missing.
solver_arguments <- function(env) {
  if (eval(quote(missing(parms)), env)) assign("parms", NULL, env)
  mget(ls(env, sorted = FALSE), envir = env)
}

# `env` is the frame of the solver function, `dots` its `...`. `parameters` are the names that
# `control` accepts for this method.
solver_call <- function(method, env, dots, parameters, options = list()) {
  args <- unpack_function_list(solver_arguments(env))
  y <- check_state(args$y)
  times <- check_times(args$times)
  single_step <- is.null(times)
  if (single_step) times <- c(0, 1e8)
  refuse_unsupported(args, method)
  tolerances <- check_tolerances(args$rtol, args$atol, length(y))
  control <- check_control(args$control, parameters)
  model <- build_model(args, y, times, dots)
  hmax <- check_step(args$hmax, "hmax")
  hini <- check_step(args$hini, "hini")
  spec <- list(
    method = method, model = model$spec, y = as.double(y), times = times,
    single_step = single_step, breaks = check_tcrit(args$tcrit),
    options = c(tolerances, options,
                list(hini = if (is.finite(hini)) hini else 0, hmax = if (hmax == 0) Inf else hmax,
                     hmin = control$hmin, maxsteps = check_count(args$maxsteps, "maxsteps"),
                     timelimit = control$timelimit, log = control$log,
                     progress = control$progress, control = control$parameters)))
  if (isTRUE(args$verbose)) print_settings(method, spec, args)
  run <- run_solver(spec)
  result <- make_result(run, method, y, model)
  report_end(run, y)
  if (isTRUE(args$verbose)) diagnostics(result)
  result
}

check_tcrit <- function(tcrit) {
  if (is.null(tcrit)) return(numeric())
  if (!is.numeric(tcrit)) input_error("`tcrit' must be numeric")
  if (anyNA(tcrit)) input_error("`tcrit' must not be NA")
  as.double(tcrit)
}

refuse_unsupported <- function(args, method) {
  for (name in c("rootfunc", "events", "lags"))
    if (length(args[[name]]) > 0L)
      input_error("`", name, "' is not yet available in ", method, "()")
}

# The model in the form src/r/make_model.cpp reads, with the names of its output columns.
build_model <- function(args, y, times, dots) {
  func <- args$func
  if (inherits(func, "testproblem")) return(builtin_model(func, y))
  if (inherits(func, "deSolve.symbols") || is_compiled(func))
    return(compiled_model(args, y, times))
  if (!is.function(func)) input_error("`func' must be a function or character vector")
  check_flag(args$ynames, "ynames")
  r_function_model(func, args$parms, dots, if (args$ynames) y else unname(y), times[1L])
}

# A problem of the catalogue: equations, Jacobian and restarts are those of the C++ side.
builtin_model <- function(problem, y) {
  if (length(y) != problem$n)
    input_error("problem '", problem$name, "' has ", problem$n, " variables, but `y' has length ",
                length(y))
  list(spec = list(kind = "builtin", n = problem$n, name = problem$name,
                   parms = as.double(problem$parms), names = names(y)),
       outnames = character(), lengthvar = NULL, dimvar = NULL)
}

# One trial call fixes the number and the names of the output variables.
r_function_model <- function(func, parms, dots, y, t0) {
  trial <- do.call(func, c(list(t0, y, parms), dots), quote = TRUE)
  if (!is.list(trial) || length(trial) == 0L) input_error("Model function must return a list")
  if (length(trial[[1L]]) != length(y))
    input_error("The number of derivatives returned by func() (", length(trial[[1L]]),
                ") must equal the length of the initial conditions vector (", length(y), ")")
  if (!is.numeric(trial[[1L]]) && !is.logical(trial[[1L]]))
    input_error("The derivatives returned by func() must be numeric, not ",
                typeof(trial[[1L]]))
  extras <- trial[-1L]
  outputs <- unlist(extras)
  if (length(extras) > 0L && !all(vapply(extras, function(x) is.numeric(x) || is.logical(x), NA)))
    input_error("The output variables returned by func() must be numeric")
  n_outputs <- length(outputs)
  outnames <- if (is.null(names(outputs))) as.character(length(y) + seq_len(n_outputs)) else
    names(outputs)
  dims <- Filter(Negate(is.null), lapply(extras, dim))
  list(spec = list(kind = "r", n = length(y), frame = callback_frame("func", func, parms, dots),
                   names = names(y), n_outputs = n_outputs),
       outnames = outnames, lengthvar = lengths(trial),
       dimvar = if (length(dims) > 0L) dims)
}

# The environment in which src/r/r_callback.cpp evaluates `name(t, y, parms, ...)`.
callback_frame <- function(name, f, parms, dots) {
  frame <- do.call(function(parms, ...) environment(), c(list(parms), dots), quote = TRUE)
  assign(name, f, envir = frame)
  frame
}

# Runs the solve. An error in a user function comes out as the original condition, its message
# completed by where it happened. The first interrupt ends the integration after the present
# evaluation and keeps the rows so far; a second one is passed on.
run_solver <- function(spec) {
  depth <- solve_depth() + 1L
  withCallingHandlers(
    solve_ivp(spec),
    error = function(e) {
      where <- evaluation_point(depth)
      if (!is.null(where) && is.character(e$message)) {
        e$message <- paste0(e$message, "\n", describe_point(where, spec$model$names))
        stop(e)
      }
    },
    interrupt = function(i) if (request_stop()) tryInvokeRestart("resume"))
}

describe_point <- function(where, names) {
  y <- format(where$y, digits = 7, trim = TRUE)
  if (!is.null(names)) y <- paste(names, "=", y)
  if (length(y) > 6L) y <- c(y[1:6], "...")
  paste0("(in '", where$callback, "' at time ", format(where$t, digits = 15), ", state ",
         paste(y, collapse = ", "), ")")
}

# Warnings and messages about how the run went.
report_end <- function(run, y) {
  for (notice in run$notices)
    message(notice$text, ", at t = ", format(notice$t, digits = 7))
  if (run$code < 0L || run$code %in% 4:5) {
    warning(end_sentence(run, y), call. = FALSE)
    warning("Returning early. Results are accurate, as far as they go", call. = FALSE)
  }
}

# One sentence on how the run ended, with time, step size and component where they help.
end_sentence <- function(run, y) {
  if (run$code %in% 2:3) return(run$sentence)
  text <- paste0(run$sentence, " at t = ", format(run$t, digits = 7))
  if (run$h != 0) text <- paste0(text, " (h = ", format(run$h, digits = 3), ")")
  if (run$component > 0L) {
    name <- names(y)[run$component]
    label <- if (is.null(name) || is.na(name) || name == "") run$component else
      paste0("'", name, "'")
    what <- if (run$code %in% c(-1L, -11L)) "not finite in component" else
      "largest error in component"
    text <- paste0(text, ", ", what, " ", label)
  }
  text
}
