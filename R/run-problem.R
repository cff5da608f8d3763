# The one runner behind all problem functions: merges parameters, forms initial values, chooses the
# form of the equations that the solver understands, calls it, and reports the accuracy.

# `has_dyini`: the function of the problem has an argument `dyini`; then solvers for implicit
# equations get the residual form.  Arguments that are NULL are left to the solver's defaults.
run_problem <- function(name, times, yini = NULL, dyini = NULL, parms = list(), options = list(),
                        printmescd = TRUE, method = NULL, atol = 1e-6, rtol = 1e-6,
                        maxsteps = NULL, has_dyini = FALSE, ...) {
  info <- problem_info(name)
  values <- c(merge_parameters(info$parms, parms), merge_options(info$options, options))
  start <- initial_values(info, values, times, yini, dyini)
  solver <- find_solver(method)
  form <- choose_form(solver, info, has_dyini)
  control <- c(list(atol = atol, rtol = rtol, maxsteps = maxsteps), list(...))
  control <- control[!vapply(control, is.null, TRUE)]
  out <- call_solver(solver, form, info, values, start, times, control)
  if (printmescd) out <- report_mescd(out, info, atol, rtol)
  out
}

# ---- what the user changed ---------------------------------------------------------------------

merge_parameters <- function(defaults, parms) {
  if (length(parms) == 0) return(defaults)
  given <- unlist(parms)
  if (!is.numeric(given) || length(given) != length(parms))
    stop("each element of 'parms' must be one number", call. = FALSE)
  if (is.null(names(given)) || any(names(given) == ""))
    stop("the values in 'parms' must have names", call. = FALSE)
  unknown <- setdiff(names(given), names(defaults))
  if (length(unknown) > 0) {
    warning("unknown names in parameter subset: ", paste(unknown, collapse = ", "), call. = FALSE)
    stop("length of parameter vector should be ", length(defaults), call. = FALSE)
  }
  defaults[names(given)] <- given
  defaults
}

merge_options <- function(defaults, options) {
  given <- unlist(options)
  unknown <- setdiff(names(given), names(defaults))
  if (length(unknown) > 0)
    warning("unknown names in options subset: ", paste(unknown, collapse = ", "), call. = FALSE)
  known <- given[names(given) %in% names(defaults)]
  legal <- list(ini = 1:2, stiff = 0:1, damp = 0:1)
  for (option in names(known))
    if (!known[[option]] %in% legal[[option]]) stop("illegal value in options", call. = FALSE)
  defaults[names(known)] <- known
  defaults
}

initial_values <- function(info, values, times, yini, dyini) {
  if (!is.null(yini) && length(yini) != info$n)
    stop("length of initial state variable vector should be ", info$n, call. = FALSE)
  if (!is.null(dyini) && length(dyini) != info$n)
    stop("length of initial derivative vector should be ", info$n, call. = FALSE)
  start <- problem_initial(info$name, values, yini, if (is.null(times)) info$t0 else times[1])
  y <- with_names(start$y, if (is.null(names(yini))) info$names else names(yini))
  list(y = y, dy = if (is.null(dyini)) start$dy else as.vector(dyini))
}

# ---- which solver is it? -----------------------------------------------------------------------

our_solvers <- c("dopri5", "dopri853", "cashkarp", "mebdfi", "gamd", "bimd", "radau5")
desolve_solvers <- c("lsoda", "lsode", "lsodes", "lsodar", "vode", "daspk", "radau", "rk", "rk4",
                     "euler")
# Names that only deSolve::ode() knows, for variants of the above.
desolve_variants <- c("ode23", "ode45", "bdf", "bdf_d", "adams", "impAdams", "impAdams_d",
                      "iteration")

# A list with `name` (NULL for a function we do not know), `fun`, whose it is (`home`: "ours",
# "deSolve", "ode" for the variants, "other") and whether the user gave a string.
find_solver <- function(method) {
  if (is.null(method)) method <- "lsoda"
  if (is.character(method)) return(named_solver(method))
  if (!is.function(method)) stop("'method' must be a function or the name of one", call. = FALSE)
  for (name in our_solvers)
    if (identical(method, our_solver(name))) return(solver_entry(name, method, "ours"))
  for (name in desolve_solvers)
    if (identical(method, getExportedValue("deSolve", name)))
      return(solver_entry(name, method, "deSolve"))
  solver_entry(NULL, method, "other")
}

solver_entry <- function(name, fun, home, by_name = FALSE)
  list(name = name, fun = fun, home = home, by_name = by_name)

our_solver <- function(name) get0(name, envir = topenv(), mode = "function", inherits = FALSE)

named_solver <- function(name) {
  if (length(name) != 1) stop("'method' must name one solver", call. = FALSE)
  if (name %in% our_solvers) {
    fun <- our_solver(name)
    if (!is.null(fun)) return(solver_entry(name, fun, "ours", TRUE))
  }
  if (name %in% desolve_solvers)
    return(solver_entry(name, getExportedValue("deSolve", name), "deSolve", TRUE))
  if (name %in% desolve_variants) return(solver_entry(name, deSolve::ode, "ode", TRUE))
  stop("unknown solver '", name, "'; there are ",
       paste(c(our_solvers, desolve_solvers, desolve_variants), collapse = ", "), call. = FALSE)
}

takes <- function(solver, argument) argument %in% names(formals(solver$fun))

# "residual" or "func".  Errors if the solver cannot treat the problem at all.
choose_form <- function(solver, info, has_dyini) {
  has_residual <- solver$home != "ode" && takes(solver, "res")
  if (info$class == "IDE" && !has_residual) {
    label <- if (solver$by_name) sub("^radau$", "radau5", solver$name) else "the solver"
    stop(label, " cannot handle implicit equations", call. = FALSE)
  }
  if (has_dyini && has_residual) return("residual")
  if (info$class == "DAE" && !(solver$home != "ode" && takes(solver, "mass")))
    stop(solver$name %||% "the solver", " has no mass matrix and cannot solve the ",
         "differential-algebraic problem '", info$name, "'", call. = FALSE)
  "func"
}

# ---- calling it --------------------------------------------------------------------------------

call_solver <- function(solver, form, info, values, start, times, control) {
  args <- list(y = start$y, times = times)
  args <- c(args, switch(solver$home,
    ours = builtin_arguments(solver, form, info, values, start),
    other = closure_arguments(solver, form, info, values, start),
    symbol_arguments(solver, form, info, values, start, control)))
  if (solver$home == "ode") {
    args$method <- solver$name
  } else {
    shared <- c("atol", "rtol", "maxsteps")
    unwanted <- shared[!vapply(shared, takes, TRUE, solver = solver)]
    # euler and rk4 have no tolerances; a function of the user's may hand `...` on to a solver
    if (solver$home == "other" && takes(solver, "...")) unwanted <- character()
    control <- control[!names(control) %in% unwanted]
  }
  args[names(control)] <- control
  # Called by name, so that an error message shows the name and not the text of the function.
  label <- if (solver$home == "ode") "ode" else solver$name %||% "solver"
  do.call(label, args, envir = list2env(structure(list(solver$fun), names = label)))
}

# Our own solvers take the problem as it is: equations, Jacobian, mass, index, restarts.
builtin_arguments <- function(solver, form, info, values, start) {
  problem <- structure(c(info[setdiff(names(info), "parms")], list(parms = values)),
                       class = "testproblem")
  args <- list(func = problem, parms = NULL)
  if (form == "residual") args$dy <- start$dy
  args
}

# deSolve's solvers call the compiled equations through their C symbols.
symbol_arguments <- function(solver, form, info, values, start, control) {
  # radau wants a mass matrix no wider than the Jacobian, so a band only without one
  banded <- info$jacobian$storage == "banded" && info$class == "ODE" && form == "func"
  args <- list(parms = NULL, dllname = "deTestSet", initfunc = NULL, nout = 0,
               rpar = if (length(values) > 0) as.vector(values),
               ipar = c(info$position, as.integer(banded)))
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
