# The shared work of all solver functions: check, resolve, run, wrap.

# `parms` may be missing in the frame of a solver function.
check_parms <- function(env)
  if (is.symbol(env$parms) && eval(quote(missing(parms)), env)) env$parms <- NULL

# What every call must have.
check_frame <- function(env) {
  check_parms(env)
  if (is.symbol(env$y) || is.symbol(env$times) || is.symbol(env$func))
    for (name in c("y", "times", "func"))
      if (is.symbol(env[[name]]) && !nzchar(env[[name]]))
        input_error("argument `", name, "' is missing")
  if (inherits(env$func, "testproblem")) check_problem_object(env$func, "func")
  if (inherits(env$res, "testproblem")) check_problem_object(env$res, "res")
}

# Arguments that a solver function was called with, defaults included, as a list.
solver_arguments <- function(env) {
  check_frame(env)
  as.list.environment(env)
}

# What the checks look into: the frame itself, which is quicker to search than a list, unless
# functions given as a list have to be put into their places first.
searchable_arguments <- function(env) {
  check_frame(env)
  args <- env
  if (is.list(env$func) && !inherits(env$func, "testproblem"))
    args <- unpack_function_list(as.list.environment(env))
  if (is.list(env$res)) {
    if (is.environment(args)) args <- as.list.environment(env)
    args <- unpack_function_list(args, "res", "jacres")
  }
  args
}

# `env` is the frame of the solver function, `dots` its `...`. `parameters` are the names that
# `control` accepts for this method, `options` what the method wants to know beyond the common
# settings. `given` are the names of the arguments that the user gave, as far as that matters; NULL
# for explicit solvers.
solver_call <- function(method, env, dots, parameters, options = list(), given = NULL) {
  spec <- usual_spec(method, env, env$y, env$times, env$func, options, given)
  is_usual <- !is.null(spec)
  if (!is_usual) spec <- checked_spec(method, env, dots, parameters, options, given)
  else if (is.null(spec$model)) spec <- with_usual_model(spec, env, dots)
  run <- run_solver(spec)
  if (is_usual && run$code == 2L && is.null(run$notices)) return(run$matrix)
  y <- env$y
  result <- finish_result(run, y, root_attributes(run$roots, spec$events))
  report_end(run, y)
  if (isTRUE(env$verbose)) diagnostics(result)
  result
}

# Adds to a usual call the model that is not a problem of the catalogue.
with_usual_model <- function(spec, env, dots) {
  check_parms(env)
  model <- build_model(env, spec$y, NULL, spec$times, dots, jacobian_types$fullusr, spec$method)
  spec$model <- model$spec
  spec$lengthvar <- model$lengthvar
  spec$dimvar <- model$dimvar
  if (length(model$outnames) > 0L) spec$columns <- c(spec$columns, model$outnames)
  spec
}

# The description of a call that solve_ivp() takes, every argument checked and completed.
checked_spec <- function(method, env, dots, parameters, options, given) {
  args <- searchable_arguments(env)
  settings <- if (has_usual_settings(env, args$y, args$times)) usual_settings(env) else
    check_settings(args, method, parameters)
  y <- settings$y
  structure <- if (is.null(given)) list() else implicit_structure(args, length(y), given)
  dy <- check_derivative(args, y)
  model <- build_model(args, y, dy, settings$times, dots, structure$jacobian, method)
  events <- if (needs_no_events(args)) list(times = settings$times) else
    as_at_start(args$func, prepare_events(args, y, settings$times, dots))
  settings[c("y", "times")] <- NULL
  spec <- c(list(
    method = method, model = model$spec, structure = structure, y = as.double(y), dy = dy,
    times = events$times, single_step = is.null(args$times), events = events$spec,
    columns = c("time", state_names(y), model$outnames), lengthvar = model$lengthvar,
    dimvar = model$dimvar, options = options), settings)
  if (!is.null(given)) spec <- initial_start(spec, args$init, args, model$first)
  if (isTRUE(args$verbose)) print_settings(method, spec, args)
  spec
}

# Of the arguments that are numbers, those that must be told; the others are not given.
usual_settings <- function(env)
  list(y = env$y, times = env$times, rtol = env$rtol, atol = env$atol, maxsteps = env$maxsteps)

# The same, checked and completed.
check_settings <- function(args, method, parameters) {
  y <- check_state(args$y)
  times <- check_times(args$times)
  if (is.null(times)) times <- c(0, 1e8)  # for a single step
  refuse_unsupported(args, method)
  tolerances <- check_tolerances(args$rtol, args$atol, length(y))
  control <- check_control(args$control, parameters)
  check_first_weights(tolerances, y, method)
  breaks <- check_tcrit(args$tcrit)
  hmax <- check_step(args$hmax, "hmax")
  hini <- check_step(args$hini, "hini")
  list(y = y, times = times, breaks = breaks, rtol = tolerances$rtol, atol = tolerances$atol,
       hini = if (is.finite(hini)) hini else 0, hmax = if (hmax == 0) Inf else hmax,
       hmin = control$hmin, maxsteps = check_count(args$maxsteps, "maxsteps"),
       timelimit = control$timelimit, log = control$log, progress = control$progress,
       refine = control$refine, control = control$parameters)
}

# What is asked of the tolerances beyond the common checks: error weights that are positive at the
# start, and where the method divides by rtol or atol, that these are.
check_first_weights <- function(tolerances, y, method) {
  if (min(tolerances$rtol, tolerances$atol) > 0) return(invisible())
  refuse_zero <- function(x, what) {
    zero <- x == 0
    if (any(zero))
      input_error("`", what, "' must be positive in ", method, "(), but ",
                  first_bad(zero, x, what))
  }
  if (method %in% c("gamd", "bimd", "radau5", "radar5")) refuse_zero(tolerances$rtol, "rtol")
  if (method %in% c("radau5", "radar5")) refuse_zero(tolerances$atol, "atol")
  none <- tolerances$atol == 0 & y == 0
  if (any(none))
    input_error("`atol' must be positive where `y' is zero, but atol[", which(none)[1L], "] and ",
                first_bad(none, y, "y"))
}

check_tcrit <- function(tcrit) {
  if (is.null(tcrit)) return(numeric())
  if (!is.numeric(tcrit)) input_error("`tcrit' must be numeric")
  if (anyNA(tcrit)) input_error("`tcrit' must not be NA")
  as.double(tcrit)
}

# The initial derivative. If none is given, implicit equations get that of the problem of the
# catalogue, if it starts where the problem does, or zero.
check_derivative <- function(args, y) {
  n <- length(y)
  dy <- args$dy
  if (is.null(dy)) {
    if (!is.null(args$res)) return(numeric(n))
    starts_there <- inherits(args$func, "testproblem") && .subset2(args$func, "class") == "IDE" &&
      n == args$func$n && isTRUE(all(y == args$func$y)) && isTRUE(args$times[1L] == args$func$t0)
    return(if (starts_there) as.double(args$func$dy))
  }
  dy <- check_state(dy, "dy")
  if (length(dy) != n)
    input_error("`dy' must be as long as `y' (", n, "), not ", length(dy))
  with_names(as.double(dy), names(dy))  # whatever its shape
}

refuse_unsupported <- function(args, method) {
  if (length(args$lags) > 0L)
    input_error("`lags' is not available in ", method, "(): delay equations are solved by radar5(), ",
                "and by dopri5() and dopri853() if they are not stiff")
}

# The model in the form src/r/make_model.cpp reads, with the names of its output columns.
build_model <- function(args, y, dy, times, dots, jacobian, method) {
  if (!is.null(args$res)) {
    if (is_compiled(args$res)) return(compiled_model(args, y, times))
    return(r_residual_model(args, y, dy, times[1L], dots, jacobian))
  }
  func <- args$func
  if (!is.object(func)) {  # which most models are
    if (is.function(func)) return(r_function_model(args, y, times[1L], dots, jacobian))
    if (is.character(func)) return(compiled_model(args, y, times))
  }
  if (inherits(func, "testproblem")) return(builtin_model(func, y, method))
  if (inherits(func, "delaymodel")) return(func$build(jacobian))
  if (inherits(func, "deSolve.symbols") || is_compiled(func))
    return(compiled_model(args, y, times))
  if (!is.function(func)) input_error("`func' must be a function or character vector")
  r_function_model(args, y, times[1L], dots, jacobian)
}

# A problem of the catalogue: equations, Jacobian and restarts are those of the C++ side.
builtin_model <- function(problem, y, method) {
  problem <- unclass(problem)  # without the search for methods of `$`
  if (problem$class == "DDE" && method != "radar5")
    input_error(method, " has no delays and cannot solve problem '", problem$name,
                "'; use radar5()")
  if (problem$class == "IDE" && method != "mebdfi")
    input_error(method, " cannot handle implicit equations, and problem '", problem$name,
                "' has the form G(t, y, y') = 0")
  if (problem$class != "ODE" && method %in% c("dopri5", "dopri853", "cashkarp"))
    input_error(needs_mass(method, problem$name))
  if (length(y) != problem$n)
    input_error("problem '", problem$name, "' has ", problem$n, " variables, but `y' has length ",
                length(y))
  list(spec = list(kind = "builtin", n = problem$n, name = problem$name,
                   parms = as.double(problem$parms), names = names(y)),
       outnames = character(), lengthvar = NULL, dimvar = NULL)
}

# M y' = f(t, y). One trial call fixes the number and the names of the output variables.
r_function_model <- function(args, y, t0, dots, jacobian) {
  func <- args$func
  jacfunc <- args$jacfunc
  parms <- args$parms
  if (!check_flag(args$ynames, "ynames")) y <- unname(y)
  trial <- call_once(func, t0, y, parms, dots)
  check_trial(trial, length(y), "derivatives returned by func()")
  uses_jacobian <- uses_jacobian_function(jacfunc, "jacfunc", jacobian)
  if (uses_jacobian)
    check_jacobian_value(call_once(jacfunc, t0, y, parms, dots), "jacfunc", jacobian, length(y))
  described_model(trial, list(kind = "r", n = length(y), names = names(y),
                              functions = list(func = func, jacfunc = jacfunc),
                              frame = callback_frame(parms, dots), has_jacobian = uses_jacobian))
}

# G(t, y, y') = 0
r_residual_model <- function(args, y, dy, t0, dots, jacobian) {
  if (!is.function(args$res)) input_error("`res' must be a function or character vector")
  if (!check_flag(args$ynames, "ynames")) {
    y <- unname(y)
    dy <- unname(dy)
  }
  trial <- do.call(args$res, c(list(t0, y, dy, args$parms), dots), quote = TRUE)
  check_trial(trial, length(y), "residuals returned by res()")
  uses_jacobian <- uses_jacobian_function(args$jacres, "jacres", jacobian)
  if (uses_jacobian) {
    value <- do.call(args$jacres, c(list(t0, y, dy, args$parms, 1), dots), quote = TRUE)
    check_jacobian_value(value, "jacres", jacobian, length(y))
  }
  described_model(trial, list(kind = "r_residual", n = length(y), names = names(y),
                              dy_names = names(dy),
                              functions = list(res = args$res, jacres = args$jacres),
                              frame = callback_frame(args$parms, dots),
                              has_jacobian = uses_jacobian))
}

check_trial <- function(trial, n, what) {
  if (!is.list(trial) || length(trial) == 0L) input_error("Model function must return a list")
  if (length(trial[[1L]]) != n)
    input_error("The number of ", what, " (", length(trial[[1L]]),
                ") must equal the length of the initial conditions vector (", n, ")")
  if (!is.numeric(trial[[1L]]) && !is.logical(trial[[1L]]))
    input_error("The ", what, " must be numeric, not ", typeof(trial[[1L]]))
  if (length(trial) > 1L &&
      !all(vapply(trial[-1L], function(x) is.numeric(x) || is.logical(x), NA)))
    input_error("The output variables returned by the model must be numeric")
}

uses_jacobian_function <- function(f, what, jacobian) {
  if (is.null(f)) return(FALSE)
  if (!is.function(f))
    input_error(what, "  must be a function or character vector, and a function if the model is ",
                "one; it is ", shown(f))
  !isTRUE(jacobian$differences)
}

check_jacobian_value <- function(value, what, jacobian, n) {
  is_sparse <- inherits(value, "dgCMatrix")
  if (!is_sparse && !is.matrix(value))
    input_error("Jacobian function '", what, "' must return a matrix, or one of class dgCMatrix; ",
                "it returned ", shown(value))
  if (!is_sparse && !is.numeric(value) && !is.logical(value))
    input_error("Jacobian function '", what, "' must return numbers, not ", typeof(value))
  by_bands <- jacobian$storage == "banded" && !is_sparse
  rows <- if (by_bands) jacobian$lower + jacobian$upper + 1L else n
  if (!identical(dim(value), c(as.integer(rows), n)))
    input_error("Jacobian dimension not ok: '", what, "' returned ", nrow(value), " x ",
                ncol(value), " instead of ", rows, " x ", n)
}

# Adds to the specification of an R model what its trial call told of the output variables.
described_model <- function(trial, spec) {
  if (length(trial) == 1L)
    return(list(spec = spec, first = trial[[1L]], lengthvar = lengths(trial)))
  extras <- trial[-1L]
  outputs <- unlist(extras)
  spec$n_outputs <- length(outputs)
  dims <- Filter(Negate(is.null), lapply(extras, dim))
  list(spec = spec, first = trial[[1L]], lengthvar = lengths(trial),
       dimvar = if (length(dims) > 0L) dims,
       outnames = if (is.null(names(outputs))) as.character(spec$n + seq_along(outputs)) else
         names(outputs))
}

# The environment in which src/r/r_callback.cpp looks for `parms` and `...` when it evaluates
# func(t, y, parms, ...) and its likes.
callback_frame <- function(parms, dots) {
  if (length(dots) == 0L) new_frame(parms) else
    do.call(new_frame, c(list(parms), dots), quote = TRUE)
}

new_frame <- function(parms, ...) {
  force(parms)
  environment()
}

# One call of a function of the user's before the solve; do.call is for the rare case of further
# arguments, since it costs more than many a model.
call_once <- function(func, t, y, parms, dots) {
  if (length(dots) == 0L) func(t, y, parms) else
    do.call(func, c(list(t, y, parms), dots), quote = TRUE)
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
  if (is_early_end(run$code)) {
    warning(end_sentence(run, y), call. = FALSE)
    warning("Returning early. Results are accurate, as far as they go", call. = FALSE)
  }
}

# Success is 2, the end at a root 3.
is_early_end <- function(code) code != 2L && code != 3L

# One sentence on how the run ended, with time, step size and component where they help.
end_sentence <- function(run, y) {
  if (!is_early_end(run$code)) return(run$sentence)
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
