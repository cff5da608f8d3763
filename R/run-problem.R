# The one runner behind all problem functions: merges parameters, forms initial values, chooses the
# form of the equations that the solver understands, calls it, and reports the accuracy.

# `has_dyini`: the function of the problem has an argument `dyini`; then solvers for implicit
# equations get the residual form.  Arguments that are NULL are left to the solver's defaults.
run_problem <- function(name, times, yini = NULL, dyini = NULL, parms = list(), options = list(),
                        printmescd = TRUE, method = NULL, atol = 1e-6, rtol = 1e-6,
                        maxsteps = NULL, has_dyini = FALSE, ...) {
  info <- problem_info(name)
  check_flag(printmescd, "printmescd")
  values <- c(merge_parameters(info$parms, parms), merge_options(info$options, options))
  times <- check_times(times)
  start <- initial_values(info, values, times, yini, dyini)
  solver <- find_solver(method)
  form <- choose_form(solver, info, has_dyini)
  control <- c(list(atol = atol, rtol = rtol, maxsteps = maxsteps), list(...))
  control <- control[!vapply(control, is.null, TRUE)]
  if (is.null(control$init) && (!is.null(yini) || !is.null(dyini) || length(parms) > 0))
    warn_inconsistent(info, values, times, start, atol, rtol, given_dy = !is.null(dyini))
  out <- call_in_pieces(solver, form, info, values, start, times, control)
  if (printmescd) out <- report_mescd(out, info, atol, rtol)
  out
}

# ---- what the user changed ---------------------------------------------------------------------

merge_parameters <- function(defaults, parms) {
  if (is.null(parms) || (is.vector(parms) && length(parms) == 0)) return(defaults)
  if (!is.vector(parms))
    input_error("'parms' must be a list or a named vector of numbers, not ", shown(parms))
  given <- unlist(parms)
  if (!is.numeric(given) || length(given) != length(parms))
    stop("each element of 'parms' must be one number", call. = FALSE)
  if (!is_named(given))
    stop("the values in 'parms' must have names", call. = FALSE)
  unknown <- setdiff(names(given), names(defaults))
  if (length(unknown) > 0) {
    warning("unknown names in parameter subset: ", paste(unknown, collapse = ", "), call. = FALSE)
    stop("length of parameter vector should be ", length(defaults),
         suggestion(unknown[1], names(defaults)), call. = FALSE)
  }
  defaults[names(given)] <- given
  defaults
}

merge_options <- function(defaults, options) {
  if (is.null(options) || is.list(options) && length(options) == 0) return(defaults)
  given <- unlist(options)
  if (!is.null(given) && (!is.numeric(given) || is.null(names(given))))
    input_error("'options' must be a list of named numbers, not ", shown(options))
  unknown <- setdiff(names(given), names(defaults))
  if (length(unknown) > 0)
    warning("unknown names in options subset: ", paste(unknown, collapse = ", "), call. = FALSE)
  known <- given[names(given) %in% names(defaults)]
  legal <- list(ini = 1:2, stiff = 0:1, damp = 0:1, slip = 0:1)
  for (option in names(known))
    if (!known[[option]] %in% legal[[option]]) stop("illegal value in options", call. = FALSE)
  defaults[names(known)] <- known
  defaults
}

initial_values <- function(info, values, times, yini, dyini) {
  check_initial(yini, "yini", "state variable", info$n)
  check_initial(dyini, "dyini", "derivative", info$n)
  if (!is.null(yini)) yini <- stats::setNames(as.vector(yini), names(yini))  # without dimensions
  start <- problem_initial(info$name, values, yini, if (is.null(times)) info$t0 else times[1])
  y <- with_names(start$y, if (is.null(names(yini))) info$names else names(yini))
  list(y = y, dy = if (is.null(dyini)) start$dy else as.vector(dyini))
}

check_initial <- function(x, what, meaning, n) {
  if (is.null(x)) return(invisible())
  if (length(x) != n)
    input_error("length of initial ", meaning, " vector should be ", n, ": `", what, "' is ",
                shown(x))
  check_state(x, what)
}

# A differential-algebraic problem must start on its constraints.  How far it is off is judged by
# how much of the tolerances it would take to get there: |r| against |J| (atol + rtol |y|), row by
# row; the rows with derivatives count only if the user gave the derivatives, too.
warn_inconsistent <- function(info, values, times, start, atol, rtol, given_dy) {
  if (info$class == "ODE" || is.null(times)) return(invisible())
  check_tolerances(rtol, atol, info$n)
  mass <- problem_mass(info$name, values)
  rows <- if (given_dy || is.null(mass)) rep(TRUE, info$n) else rowSums(mass != 0) == 0
  t <- right_of(times[1])
  r <- problem_residual(info$name, values, t, start$y, start$dy)
  f <- problem_evaluators(info$name, values, info$class, mass)
  slack <- abs(f$jacres(t, start$y, start$dy, cj = 0)) %*% (atol + rtol * abs(start$y))
  if (given_dy || is.null(mass))
    slack <- slack + abs(f$jacres(t, start$y, start$dy, cj = 1) -
                           f$jacres(t, start$y, start$dy, cj = 0)) %*%
      (atol + rtol * abs(start$dy))
  excess <- ifelse(rows, abs(r) / (100 * as.vector(slack)), 0)
  excess[!is.finite(excess)] <- 0
  if (max(excess) <= 1) return(invisible())
  worst <- which.max(excess)
  warning("the initial values of '", info$name, "' are not consistent: equation ", worst,
          " has the residual ", format(r[worst], digits = 3), " at the start", call. = FALSE)
}

# A time just after t: where data jump at t, their value from the right.
right_of <- function(t) t + 1e-13 * max(abs(t), 1e-13)

# ---- which solver is it? -----------------------------------------------------------------------

our_solvers <- c("dopri5", "dopri853", "cashkarp", "mebdfi", "gamd", "bimd", "radau5", "radar5")
desolve_solvers <- c("lsoda", "lsode", "lsodes", "lsodar", "vode", "daspk", "radau", "rk", "rk4",
                     "euler")
# Names that only deSolve::ode() knows, for variants of the above.
desolve_variants <- c("ode23", "ode45", "bdf", "bdf_d", "adams", "impAdams", "impAdams_d",
                      "iteration")

# A list with `name` (NULL for a function we do not know), `fun`, the names of its `arguments`, whose
# it is (`home`: "ours", "deSolve", "ode" for the variants, "other") and whether the user gave a
# string.
find_solver <- function(method) {
  if (is.null(method)) method <- "lsoda"
  if (is.character(method)) return(named_solver(method))
  if (!is.function(method))
    input_error("'method' must be a function or the name of one, not ", shown(method))
  for (name in our_solvers)
    if (identical(method, our_solver(name))) return(solver_entry(name, method, "ours"))
  for (name in desolve_solvers)
    if (identical(method, getExportedValue("deSolve", name)))
      return(solver_entry(name, method, "deSolve"))
  solver_entry(NULL, method, "other")
}

solver_entry <- function(name, fun, home, by_name = FALSE)
  list(name = name, fun = fun, arguments = names(formals(fun)), home = home, by_name = by_name)

our_solver <- function(name) get0(name, envir = topenv(), mode = "function", inherits = FALSE)

named_solver <- function(name) {
  if (length(name) != 1 || is.na(name))
    input_error("'method' must name one solver, not ", shown(name))
  if (name %in% our_solvers) {
    fun <- our_solver(name)
    if (!is.null(fun)) return(solver_entry(name, fun, "ours", TRUE))
  }
  if (name %in% desolve_solvers)
    return(solver_entry(name, getExportedValue("deSolve", name), "deSolve", TRUE))
  if (name %in% desolve_variants) return(solver_entry(name, deSolve::ode, "ode", TRUE))
  known <- c(our_solvers, desolve_solvers, desolve_variants)
  stop("unknown solver '", name, "'; there are ", paste(known, collapse = ", "),
       suggestion(name, known), call. = FALSE)
}

takes <- function(solver, argument) argument %in% solver$arguments

# "residual" or "func".  Errors if the solver cannot treat the problem at all.
choose_form <- function(solver, info, has_dyini) {
  has_residual <- solver$home != "ode" && takes(solver, "res")
  if (info$class == "IDE" && !has_residual) {
    label <- if (solver$by_name) sub("^radau$", "radau5", solver$name) else "the solver"
    stop(label, " cannot handle implicit equations", call. = FALSE)
  }
  if (has_dyini && has_residual) return("residual")
  if (info$class == "DAE" && !(solver$home != "ode" && takes(solver, "mass")))
    stop(needs_mass(solver$name %||% "the solver", info$name), call. = FALSE)
  "func"
}

needs_mass <- function(solver, problem)
  paste0(solver, " has no mass matrix and cannot solve the differential-algebraic problem '",
         problem, "'")

# ---- calling it --------------------------------------------------------------------------------

# Our solvers restart by themselves where the data of a problem jump in time.  Those of deSolve do
# not know of the jumps: they are called once for every piece between two of them, with data that
# take the values of the interior at both ends, and without looking beyond the end of the piece.
call_in_pieces <- function(solver, form, info, values, start, times, control) {
  jumps <- if (solver$home %in% c("deSolve", "ode") && length(times) > 1)
    problem_restarts(info$name, times[1], times[length(times)])
  if (length(jumps) == 0 || any(c("events", "rootfunc", "lags", "tcrit") %in% names(control)))
    return(call_solver(solver, form, info, values, start, times, control))
  ends <- c(times[1], jumps, times[length(times)])
  parts <- list()
  for (k in seq_len(length(ends) - 1)) {
    piece <- ends[c(k, k + 1)]
    inside <- times[times > min(piece) & times < max(piece)]
    if (k > 1) start <- restart_values(info, values, part, start)
    part <- call_solver(solver, form, info, values, start, c(piece[1], inside, piece[2]), control,
                        piece)
    parts[[k]] <- part
    if (!ends_at(part, piece[2]) || attr(part, "istate")[1] < 0) break
  }
  join_pieces(parts, times)
}

# State and derivative with which the next piece starts; the derivative is that after the jump.
restart_values <- function(info, values, part, start) {
  last <- part[nrow(part), ]
  y <- last[1 + seq_len(info$n)]
  names(y) <- names(start$y)
  list(y = y, dy = problem_initial(info$name, values, as.vector(y), right_of(last[[1]]))$dy)
}

# One solution out of many: the rows of the wanted times, and the sums of all counters.
join_pieces <- function(parts, times) {
  last <- parts[[length(parts)]]
  rows <- do.call(rbind, lapply(parts, unclass))
  rows <- rows[!duplicated(rows[, 1]), , drop = FALSE]
  out <- rows[rows[, 1] %in% times, , drop = FALSE]
  kept <- attributes(last)
  kept$dim <- dim(out)
  kept$dimnames <- dimnames(out)
  counters <- c(2:4, 10:14, 19:21)
  all_states <- vapply(parts, function(part) as.numeric(attr(part, "istate")[1:21]), numeric(21))
  kept$istate[counters] <- rowSums(all_states)[counters]
  attributes(out) <- kept
  out
}

# `piece`: the ends of a piece between two jumps in time, for the solvers of deSolve.
call_solver <- function(solver, form, info, values, start, times, control, piece = NULL) {
  args <- list(y = start$y, times = times)
  args <- c(args, switch(solver$home,
    ours = builtin_arguments(solver, form, info, values, start),
    other = closure_arguments(solver, form, info, values, start),
    symbol_arguments(solver, form, info, values, start, control, piece)))
  if (!is.null(piece) && (solver$home == "ode" || takes(solver, "tcrit"))) args$tcrit <- piece[2]
  if (solver$home == "ode") {
    args$method <- solver$name
  } else {
    shared <- c("atol", "rtol", "maxsteps")
    unwanted <- shared[!takes(solver, shared)]
    # euler and rk4 have no tolerances; a function of the user's may hand `...` on to a solver
    if (solver$home == "other" && takes(solver, "...")) unwanted <- character()
    control <- control[!names(control) %in% unwanted]
  }
  args[names(control)] <- control
  # Called by name, so that an error message shows the name and not the text of the function.
  label <- if (solver$home == "ode") "ode" else solver$name %||% "solver"
  frame <- new.env(FALSE)
  assign(label, solver$fun, frame)
  do.call(label, args, quote = any(vapply(args, is.language, NA)), envir = frame)
}

# Our own solvers take the problem as it is: equations, Jacobian, mass, index, restarts.
builtin_arguments <- function(solver, form, info, values, start) {
  problem <- info
  problem$parms <- values
  class(problem) <- "testproblem"
  args <- list(func = problem, parms = NULL)
  if (form == "residual") args$dy <- start$dy
  if (takes(solver, "init")) args$init <- "none"  # the start was checked by the caller
  args
}

# deSolve's solvers call the compiled equations through their C symbols.
symbol_arguments <- function(solver, form, info, values, start, control, piece = NULL) {
  # radau wants a mass matrix no wider than the Jacobian, so a band only without one
  banded <- info$jacobian$storage == "banded" && info$class == "ODE" && form == "func"
  rpar <- c(as.vector(values), piece)
  args <- list(parms = NULL, dllname = "deTestSet", initfunc = NULL, nout = 0,
               rpar = if (length(rpar) > 0) rpar,
               ipar = c(info$position, as.integer(banded), as.integer(!is.null(piece))))
  if (form == "residual") {
    args <- c(args, list(res = "detestset_res", dy = start$dy, nind = info$nind))
    if (is.null(control$jactype)) {
      args$jacres <- "detestset_jacres"
      args$jactype <- "fullusr"
    }
    return(args)
  }
  args$func <- "detestset_derivs"
  if (info$class == "DAE") {
    args$mass <- problem_mass(info$name, values)
    args$nind <- info$nind
  }
  if (solver$home == "ode" || !takes(solver, "jactype") || !is.null(control$jactype) ||
      solver$name %in% c("lsodes", "daspk"))  # these take no Jacobian of this kind
    return(args)
  args$jacfunc <- "detestset_jac"
  args$jactype <- if (banded) "bandusr" else "fullusr"
  if (banded) args[c("bandup", "banddown")] <- info$jacobian[c("bandup", "banddown")]
  args
}

# A solver we do not know gets R functions in deSolve's calling sequence.
closure_arguments <- function(solver, form, info, values, start) {
  mass <- problem_mass(info$name, values)
  f <- problem_evaluators(info$name, values, info$class, mass)
  if (form == "residual") return(list(parms = NULL, res = f$res, dy = start$dy))
  args <- list(func = f$func, parms = NULL)
  if (info$class == "DAE") {
    args$mass <- mass
    if (takes(solver, "nind")) args$nind <- info$nind
  }
  args
}

# ---- delay problems ----------------------------------------------------------------------------

# The equations as functions of the form that radar5 takes for declared delays.
delay_evaluators <- function(name, values) {
  list(func = function(t, y, parms, ylag, ...)
         list(problem_delay_rhs(name, values, t, y, as.matrix(ylag))),
       arglag = function(t, y, parms, ...) problem_arguments(name, values, t, y),
       phi = function(t, ...) problem_history(name, values, t))
}

run_delay_problem <- function(name, times, yini, parms, printmescd, method, atol, rtol, maxsteps,
                              ...) {
  check_flag(printmescd, "printmescd")
  times <- check_times(times)
  solver <- find_solver(method)
  if (!identical(solver$name, "radar5"))
    stop("problem '", name, "' has delays: its method is radar5", call. = FALSE)
  problem <- testproblem(name, parms)
  start <- initial_values(problem_info(name), problem$parms, times, yini, NULL)
  tolerances <- delay_tolerances(problem, rtol, atol)
  out <- solver$fun(start$y, times, problem, NULL, rtol = tolerances$rtol, atol = tolerances$atol,
                    maxsteps = maxsteps, ...)
  if (!printmescd) return(out)
  digits <- mescd(out, name, tolerances$atol, tolerances$rtol)
  if (is.null(digits)) return(out)
  cat(problem$fullname, "\nSolved with radar5 \nUsing rtol = ", sep = "")
  cat(rtol)
  cat("\nMixed error significant digits: \n")
  cat(digits, "\n")
  attr(out, "mescd") <- digits
  out
}

# Tolerances by component, in the proportions that suit the problem.
delay_tolerances <- function(problem, rtol, atol) {
  check_tolerance(rtol, "rtol", problem$n)
  ratio <- function(x) if (length(x) == 0L) rep(1, problem$n) else x
  if (length(rtol) == 1L) rtol <- rtol * ratio(problem$delay$rtol_ratio)
  list(rtol = rtol, atol = if (is.null(atol)) rtol * ratio(problem$delay$atol_ratio) else atol)
}
