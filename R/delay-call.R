# What radar5 does before the work shared by all solvers: how the delays are given, the initial
# function, neutral variables, and the settings of the method.

delay_call <- function(env, dots, given) {
  args <- unpack_function_list(solver_arguments(env))
  y <- check_state(args$y)
  times <- check_times(args$times)
  if (length(times) > 1L && times[2L] < times[1L])
    input_error("`times' must increase in radar5(): the past of a delay equation lies before the ",
                "start")
  settings <- radar_settings(args)
  if (inherits(args$func, "testproblem")) {
    if (args$func$class != "DDE")
      input_error("problem '", args$func$name, "' has no delays: use radau5()")
    settings <- with_problem_settings(settings, args$func, given)
    if (is.null(args$control$nit)) env$control <- c(args$control, nit = args$func$delay$nit)
  } else {
    prepare_delay_model(env, args, y, if (is.null(times)) 0 else times[1L], dots)
  }
  assign("lags", NULL, env)
  result <- solver_call("radar5", env, dots, given = given, options = list(radar = settings),
                        parameters = c("nit", "fnewt", "safe", "thet", "quot1", "quot2", "nostart"))
  hide_neutral(result, length(args$neutral), length(y))
}

# ---- settings ----------------------------------------------------------------------------------

radar_settings <- function(args) {
  check_radau_control(args$control)
  weight <- args$errweight
  if (!is.numeric(weight) || length(weight) != 1L || is.na(weight) || weight < 0 || weight > 1)
    input_error("`errweight' must be a number between 0 and 1, not ", shown(weight))
  factor <- args$bpfac
  if (!is.numeric(factor) || length(factor) != 1L || is.na(factor) || factor <= 0)
    input_error("`bpfac' must be a positive number, not ", shown(factor))
  errcontrol <- choice(args$errcontrol, c("mixed", "mixed.h", "discrete", "dense"), "errcontrol")
  stepcontrol <- choice(args$stepcontrol, c("predictive", "classical"), "stepcontrol")
  at_end <- choice(args$on.termination, c("stop", "continue"), "on.termination")
  list(errcontrol = errcontrol, errweight = as.double(weight),
       predictive = stepcontrol == "predictive",
       full_newton = check_flag(args$full.newton, "full.newton"),
       find_points = check_flag(args$breakpoints, "breakpoints"), bpfac = as.double(factor),
       stop_at_end = at_end == "stop", grid = check_grid(args$grid),
       delays = constant_delays(args$lags),
       mxhist = check_integer(args$mxhist, "mxhist", 0))
}

check_grid <- function(grid) {
  if (is.null(grid)) return(numeric())
  if (!is.numeric(grid) || anyNA(grid) || any(!is.finite(grid)))
    input_error("`grid' must hold finite times, not ", shown(grid))
  if (is.unsorted(grid, strictly = TRUE)) input_error("`grid' must be strictly increasing")
  as.double(grid)
}

# Constant delays are `lags` itself, or its element `delays` if it is a list as dede passes it on.
constant_delays <- function(lags) {
  delays <- if (is.list(lags)) lags$delays else lags
  if (is.null(delays)) return(numeric())
  if (!is.numeric(delays)) input_error("`lags' must be numeric or a list, not ", shown(delays))
  bad <- !is.finite(delays) | delays < 0
  if (any(bad))
    input_error("a constant delay must be finite and not negative, but ",
                first_bad(bad, delays, "lags"))
  as.double(delays)
}

# A problem of the catalogue brings its own settings; what the user gave comes first.
with_problem_settings <- function(settings, problem, given) {
  delay <- problem$delay
  if (is.null(delay)) return(settings)
  if (!"errcontrol" %in% given) settings$errcontrol <- delay$errcontrol
  if (!"bpfac" %in% given) settings$bpfac <- delay$bpfac
  if (!"full.newton" %in% given) settings$full_newton <- delay$full.newton
  if (!"grid" %in% given) settings$grid <- problem_grid(problem$name, problem$parms)
  settings
}

# ---- the model ---------------------------------------------------------------------------------

# Replaces `func` in the frame of radar5 by an object that build_model() understands.
prepare_delay_model <- function(env, args, y, t0, dots) {
  phi <- history_function(args$phi, "phi", args$parms, length(y), t0)
  dphi <- history_function(args$dphi, "dphi", args$parms, length(y), t0)
  if (!is.null(dphi) && is.null(phi)) input_error("`dphi' is given, but `phi' is not")
  is_declared <- !is.null(args$arglag) || is.numeric(args$lags)
  lagged <- component_set(args$lagged, y, "lagged")
  neutral <- component_set(args$neutral, y, "neutral")
  nlag <- if (is.null(args$nlag)) 0L else check_integer(args$nlag, "nlag", 0, 1000)
  common <- list(phi = phi, dphi = dphi, lagged = lagged)
  if (is_declared) {
    if (length(neutral) > 0L)
      input_error("`neutral' works with lagderiv() only; with `arglag' or numeric `lags' make the ",
                  "derivative a variable of its own")
    build <- function(jacobian) declared_model(args, y, t0, dots, jacobian, nlag, common)
  } else {
    if (!is.null(args$jaclag)) input_error("`jaclag' needs `arglag' or numeric `lags'")
    if (wants_ylag(args$func) && !"ylag" %in% names(dots))
      input_error("`func' has an argument `ylag', which needs `arglag' or numeric `lags'")
    if (length(neutral) > 0L && !is.null(args$jacfunc))
      input_error("`jacfunc' cannot be given together with `neutral'")
    build <- function(jacobian)
      asking_model(args, y, t0, dots, jacobian, nlag, c(common, list(neutral = neutral)))
    if (length(neutral) > 0L) append_neutral(env, args, y, t0, dots, phi, dphi, neutral)
  }
  env$func <- delay_model(build, t0, y, phi, dphi)
}

# What build_model() makes a model of, with the past that a trial call needs.
delay_model <- function(build, t0, y, phi, dphi = NULL)
  structure(list(build = build, t0 = t0, y = as.double(y), phi = phi, dphi = dphi),
            class = "delaymodel")

# Evaluates `expr`, in which functions of the user may be tried, as at the start of a solve.
as_at_start <- function(func, expr) {
  if (!inherits(func, "delaymodel")) return(expr)
  with_past(function() expr, func$t0, func$y, func$phi, func$dphi)
}

# The same for a solver that is not stiff, called with `lags` as dede does it. `lags$phi` is the
# initial function, `lags$delays` the constant delays; where the solution is not smooth because of
# them, the solver restarts.
prepare_lags <- function(env, dots) {
  args <- unpack_function_list(solver_arguments(env))
  if (!is.list(args$lags))
    input_error("`lags' must be a list, not ", shown(args$lags))
  if (inherits(args$func, "testproblem"))
    input_error("`lags' belongs to models that call lagvalue(), not to problems of the catalogue")
  warn_unknown(args$lags, c("mxhist", "interpol", "phi", "delays"), "lags")
  y <- check_state(args$y)
  times <- check_times(args$times)
  if (length(times) > 1L && times[2L] < times[1L])
    input_error("`times' must increase if there are lags")
  t0 <- if (is.null(times)) 0 else times[1L]
  phi <- history_function(args$lags$phi, "lags$phi", args$parms, length(y), t0)
  delays <- constant_delays(args$lags)
  args$lags <- NULL
  build <- function(jacobian)
    asking_model(args, y, t0, dots, jacobian, 0L,
                 list(phi = phi, lagged = integer(), neutral = integer()))
  env$func <- delay_model(build, t0, y, phi)
  assign("lags", NULL, env)
  if (length(delays) > 0L)
    env$tcrit <- c(check_tcrit(args$tcrit), delayed_points(t0, delays, times[length(times)]))
}

# t0 + sum n_k tau_k with at most 4 delays added: later points are smooth enough.
delayed_points <- function(t0, delays, t_end) {
  points <- t0
  for (i in 1:4) points <- unique(c(points, outer(points, delays[delays > 0], "+")))
  sort(points[points > t0 & points < t_end])
}

# NULL, n numbers, or a function of time alone. Tried once, near the start.
history_function <- function(f, what, parms, n, t0) {
  if (is.null(f)) return(NULL)
  if (is.function(f)) {
    formal <- names(formals(args(f)))
    full <- if (length(formal) >= 2L || "..." %in% formal) function(t) f(t, parms) else f
    value <- full(t0)
  } else {
    full <- value <- f
  }
  if (!is.numeric(value) && !is.logical(value))
    input_error("`", what, "' must be numeric, or a function of time that gives numbers, not ",
                shown(value))
  if (length(value) != n)
    input_error("`", what, "' must give ", n, " values, as many as there are variables, not ",
                length(value))
  bad <- !is.finite(value)
  if (any(bad))
    input_error("`", what, "' must be finite, but ", first_bad(bad, value, what), " at time ",
                format(t0))
  if (is.function(full)) full else as.double(full)
}

# Numbers of components given by number or by name.
component_set <- function(which, y, what) {
  if (is.null(which)) return(integer())
  if (is.character(which)) which <- match(which, names(y))
  if (!is.numeric(which) || anyNA(which) || !all(which %in% seq_along(y)) || anyDuplicated(which))
    input_error("`", what, "' must name different components of `y', by number or by name")
  as.integer(sort(which))
}

# A model that asks for the past by lagvalue() and lagderiv().
asking_model <- function(args, y, t0, dots, jacobian, nlag, more) {
  n <- length(y)
  times <- if (is.null(args$times)) t0 else as.double(args$times)
  args$func <- with_our_lags(args$func)
  args$jacfunc <- with_our_lags(args$jacfunc)
  inner <- with_past(function() build_model(args, y, NULL, times, dots, jacobian, "radar5"),
                     t0, as.double(y), more$phi, more$dphi)
  spec <- c(list(kind = "asking", n = n, inner = inner$spec, n_lags = nlag, names = names(y)),
            keep_null(more, c("phi", "dphi", "lagged", "neutral")))
  if (is.null(spec$neutral)) spec$neutral <- integer()
  inner$spec <- spec
  inner
}

# The elements of a list by name, NULL included.
keep_null <- function(x, names) structure(lapply(names, function(name) x[[name]]), names = names)

# A model whose delayed values are its argument `ylag`.
declared_model <- function(args, y, t0, dots, jacobian, nlag, more) {
  if (!is.function(args$func))
    input_error("`arglag' and numeric `lags' need a model that is an R function; a compiled model ",
                "calls lagvalue()")
  if (!check_flag(args$ynames, "ynames")) y <- unname(y)
  n <- length(y)
  call <- function(f, ...) do.call(f, c(list(t0, y, args$parms, ...), dots), quote = TRUE)
  has_arglag <- !is.null(args$arglag)
  if (has_arglag && is.numeric(args$lags))
    input_error("give either `arglag' or numeric `lags', not both")
  alpha <- if (has_arglag) call(check_function(args$arglag, "arglag")) else
    t0 - constant_delays(args$lags)
  m <- length(alpha)
  if (!is.numeric(alpha) || m == 0L)
    input_error("`arglag' must return at least one delayed argument, not ", shown(alpha))
  if (!all(is.finite(alpha)))
    input_error("`arglag' must return finite values, but ",
                first_bad(!is.finite(alpha), alpha, "arglag"), " at the start")
  if (nlag > 0L && nlag != m)
    input_error("`nlag' is ", nlag, ", but there are ", m, " delays")
  if (any(alpha > t0 + 1e-10 * (1 + abs(t0))))
    warning("a delayed argument is ahead of the time at the start: ", format(max(alpha)), " > ",
            format(t0), call. = FALSE)
  ylag <- vapply(alpha, function(x) trial_history(x, t0, y, more$phi), numeric(n))
  ylag <- matrix(ylag, n, m, dimnames = if (!is.null(names(y))) list(names(y), NULL))
  trial <- call(args$func, ylag)
  check_trial(trial, n, "derivatives returned by func()")
  jacfunc <- with_ylag(args$jacfunc)
  uses_jacobian <- uses_jacobian_function(jacfunc, "jacfunc", jacobian)
  if (uses_jacobian)
    check_jacobian_value(call(jacfunc, ylag), "jacfunc", jacobian, n)
  jaclag <- if (!is.null(args$jaclag))
    lag_matrices(check_function(args$jaclag, "jaclag"), n, m)
  if (!is.null(jaclag)) call(jaclag, ylag)
  functions <- list(func = args$func, arglag = args$arglag, jacfunc = jacfunc, jaclag = jaclag)
  spec <- list(kind = "declared", n = n, names = names(y), n_lags = m, has_arglag = has_arglag,
               functions = functions, frame = callback_frame(args$parms, dots),
               has_jacobian = uses_jacobian, has_jaclag = !is.null(jaclag))
  spec["delays"] <- list(if (!has_arglag) constant_delays(args$lags))
  described_model(trial, c(spec, keep_null(more, c("phi", "dphi", "lagged"))))
}

check_function <- function(f, what) {
  if (!is.function(f)) input_error("`", what, "' must be a function, not ", shown(f))
  f
}

# The past at x for a trial call, when there is no solution yet.
trial_history <- function(x, t0, y, phi) {
  if (is.na(x) || x >= t0 || is.null(phi)) return(as.double(y))
  value <- if (is.function(phi)) phi(x) else phi
  if (!is.numeric(value) && !is.logical(value) || length(value) != length(y))
    input_error("`phi' must give ", length(y), " numbers, but at time ", format(x), " it gave ",
                shown(value))
  as.double(value)
}

# Does a model have an argument `ylag` that it cannot do without?
wants_ylag <- function(func) is.function(func) && identical(formals(func)$ylag, quote(expr = ))

# A Jacobian function that does not know `ylag` may leave it out.
with_ylag <- function(jacfunc) {
  if (!is.function(jacfunc)) return(jacfunc)
  formal <- names(formals(args(jacfunc)))
  if (length(formal) >= 4L || "..." %in% formal) return(jacfunc)
  function(t, y, parms, ylag, ...) jacfunc(t, y, parms)
}

# df/dz as a list of m matrices, also if the user's function returns a data frame with the columns
# row, col, lag, value.
lag_matrices <- function(jaclag, n, m) {
  force(jaclag)
  function(...) {
    value <- jaclag(...)
    if (is.data.frame(value)) {
      missing <- setdiff(c("row", "col", "lag", "value"), names(value))
      if (length(missing) > 0L)
        input_error("the data frame of `jaclag' has no column ", paste(missing, collapse = ", "))
      value <- lapply(seq_len(m), function(k) {
        here <- value[value$lag == k, ]
        entries <- matrix(0, n, n)
        entries[cbind(here$row, here$col)] <- here$value
        entries
      })
    }
    if (is.matrix(value) && m == 1L) value <- list(value)
    if (!is.list(value) || length(value) != m ||
        !all(vapply(value, function(x) is.numeric(x) && identical(dim(x), c(n, n)), NA)))
      input_error("`jaclag' must return a list of ", m, " matrices of dimension ", n, " x ", n)
    value
  }
}

# ---- neutral variables -------------------------------------------------------------------------

# The derivatives of the neutral variables join the state, at the start with the value of f.
append_neutral <- function(env, args, y, t0, dots, phi, dphi, neutral) {
  if (!is.null(args$mass)) input_error("`neutral' cannot be combined with `mass'")
  if (!is.function(args$func)) input_error("`neutral' needs a model that is an R function")
  func <- with_our_lags(args$func)
  trial <- with_past(function() do.call(func, c(list(t0, y, args$parms), dots), quote = TRUE),
                     t0, as.double(y), phi, dphi)
  check_trial(trial, length(y), "derivatives returned by func()")
  n <- length(y)
  extend <- function(x) if (length(x) == n && n > 1L) c(x, x[neutral]) else x
  w <- as.double(trial[[1L]][neutral])
  env$y <- if (is.null(names(y))) c(y, w) else
    c(y, structure(w, names = paste0("d.", names(y)[neutral])))
  env$rtol <- extend(args$rtol)
  env$atol <- extend(args$atol)
  env$mass <- c(rep(1, n), rep(0, length(neutral)))
  env$nind <- c(n + length(neutral), 0, 0)
}

hide_neutral <- function(result, count, n) {
  if (count == 0L) return(result)
  kept <- attributes(result)
  result <- unclass(result)[, -(1L + n + seq_len(count)), drop = FALSE]
  kept$dim <- dim(result)
  kept$dimnames <- dimnames(result)
  attributes(result) <- kept
  result
}
