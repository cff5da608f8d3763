# Calls with odd arguments: those of the solvers, and those of all other functions.

# Arguments that leave the solution as it is, whatever they are, if they are accepted at all.
neutral_arguments <- c(
  "hmax", "hini", "ynames", "maxsteps", "verbose", "jactype", "bandup", "banddown", "minord",
  "maxord", "maxnewtit", "wrkpars", "nout", "outnames", "nroot", "tcrit", "control", "initfunc",
  "initpar", "rpar", "ipar", "fcontrol", "initforc", "forcings", "stiffness", "errcontrol",
  "errweight", "stepcontrol", "full.newton", "breakpoints", "bpfac", "mxhist", "grid", "nlag",
  "on.termination", "init")
slow_arguments <- c(
  "maxsteps", "hmax", "hini", "control", "rtol", "atol", "times", "y", "func", "res", "mintime",
  "repeats", "grid", "tcrit", "parms", "tol", "events", "rootfunc", "lags", "arglag", "phi",
  "mass", "jacfunc", "nind")

control_names <- c(
  "hmin", "timelimit", "log", "progress", "refine", "sparsity", "nit", "fnewt", "thet", "quot1",
  "quot2", "safe", "fac1", "fac2", "beta", "nostart")
event_elements <- c(
  "func", "time", "data", "root", "terminalroot", "maxroot", "direction", "nsample", "ydot",
  "startroot", "touch", "tol", "cascade", "identity", "consistent", "rows", "insert", "zeno",
  "holdfunc", "maxevents")

mutated_call <- function() {
  call <- random_call()
  formal <- setdiff(names(formals(get(call$fun))), "...")
  changed <- character()
  for (i in seq_len(pick(1, 1, 1, 2, 3))) {
    name <- pick(formal)
    value <- odd()
    if (name == "control" && chance(0.7)) value <- stats::setNames(list(odd()), pick(control_names))
    if (name == "events" && chance(0.7)) {
      value <- c(call$args$events, stats::setNames(list(odd()), pick(event_elements)))
      if (is.null(call$args$rootfunc) && chance(0.5))
        call$args$rootfunc <- function(t, y, parms, ...) y[1L] - 0.5
    }
    call$args[name] <- list(value)
    changed <- c(changed, name)
  }
  if (chance(0.05)) {
    gone <- pick(names(call$args))
    call$args[gone] <- NULL
    changed <- c(changed, gone)
  }
  call$changed <- changed
  call$family <- paste0("argument:", changed[1L])
  if (!all(changed %in% neutral_arguments)) call$truth <- "none"
  if (!is.null(call$args$rootfunc) && "events" %in% changed) call$truth <- "none"
  # compiled code keeps what it was given last
  if (identical(call$model$kind, "compiled") &&
      any(changed %in% c("forcings", "fcontrol", "initforc", "initfunc", "initpar", "dllname",
                         "nout"))) {
    call$truth <- "none"
    call$repeatable <- FALSE
  }
  if (any(changed %in% slow_arguments)) call$may_be_slow <- TRUE
  # odd functions are the user's own, and so are odd states in them
  call$user_code <- any(vapply(call$args[intersect(changed, names(call$args))], is.function, NA)) ||
    any(c("y", "parms", "times", "lags", "phi", "dphi", "t0") %in% changed) ||
    any(vapply(call$args$events, is.function, NA)) && "events" %in% changed
  call$user_code <- call$user_code || call$fun == "dae" && "method" %in% changed
  call
}

some_problem <- function() pick(
  "hires", "rober", "vdpol", "orego", "pollution", "chemakzo", "transistor", "caraxis",
  "andrews", "pump", "PENDULUM1", "VDPOL", "TRANSIST", "enzyme", "waltman", "paul", "hayashi",
  "E5", "crank", "wheelset", "beam", "twobit", "fekete", "nand", "ring", "tube", "sdisc",
  "DAE_I2", "medakzo")

problem_name <- function() if (chance(0.7)) some_problem() else pick(deTestSet::testset()$name)

short_times <- function(problem) {
  end <- problem$t0 + (problem$tend - problem$t0) * 10^-between(2, 5)
  seq(problem$t0, end, length.out = whole(2, 6))
}

fits <- function(class) switch(class, ODE = pick(c(explicit_methods, implicit_methods)),
                               DAE = pick(implicit_methods), IDE = "mebdfi", DDE = "radar5")

sample_solution <- function()
  deTestSet::dopri5(c(a = 1, b = 2), 0:3, function(t, y, p) list(-y), NULL)

# One valid call of every other function, as list(fun, args).
other_calls <- list(
  testproblem = function() list(name = problem_name()),
  testset = function() list(collection = pick(NULL, "ivp", "dae", "roots", "delay")),
  runproblem = function() {
    problem <- deTestSet::testproblem(problem_name())
    list(name = problem$name, method = fits(problem$class), times = short_times(problem),
         rtol = 1e-4, atol = 1e-6, maxsteps = 200, printmescd = FALSE)
  },
  daeproblem = function() {
    problem <- deTestSet::testproblem(pick(deTestSet::testset("dae")$name))
    list(name = problem$name, times = short_times(problem), method = fits("DAE"), rtol = 1e-4,
         maxsteps = 200, printmescd = FALSE)
  },
  reference = function() if (chance(0.7)) list(name = problem_name()) else {
    problem <- deTestSet::testproblem(pick("hires", "rober", "orego"))
    list(name = problem$name, times = short_times(problem), tol = 1e-5)
  },
  mescd = function()
    list(out = sample_solution(), reference = pick("hires", exp(-3) * (1:2), sample_solution()),
         atol = 1e-6, rtol = 1e-6),
  consistent = function() {
    if (chance(0.5)) return(list(y = pick("chemakzo", "PENDULUM1", "transistor", "caraxis", "VDPOL",
                                          "pump", "DAE_I2", "fekete")))
    model <- algebraic_model(whole(1, 3))
    list(y = model$y0 + 0.01 * stats::rnorm(model$n), func = model$func, parms = NULL,
         t0 = model$t0, mass = model$mass, nind = model$nind,
         mode = pick("fixed", "project", "check"))
  },
  constraints = function() {
    problem <- deTestSet::testproblem(pick("PENDULUM1", "caraxis", "DAE_I2", "chemakzo", "VDPOL"))
    out <- deTestSet::bimd(problem$y, short_times(problem), problem, NULL)
    list(out = out, problem = pick(problem, problem$name))
  },
  drift = function() list(problems = pick("PENDULUM1", c("PENDULUM1", "PENDULUM2")),
                          times = c(0, 0.01), method = pick("bimd", "gamd"), rtol = 1e-4),
  compare = function() {
    problem <- deTestSet::testproblem(pick("hires", "rober", "VDPOL", "enzyme", "vdpol"))
    list(problem = problem$name, methods = rep(fits(problem$class), 1L), rtol = 1e-3, repeats = 1,
         times = short_times(problem), mintime = 0, reference = rep(1, problem$n))
  },
  workprecision = function() {
    problem <- deTestSet::testproblem(pick("hires", "rober", "VDPOL", "vdpol"))
    list(problem = problem$name, methods = rep(fits(problem$class), 1L), rtol = 1e-3, repeats = 1,
         times = short_times(problem), mintime = 0, reference = rep(1, problem$n))
  },
  stiffnesstable = function() {
    own <- list(y = c(1, 1), func = function(t, y, p) list(-c(1, 10) * y), times = c(0, 1),
                name = "own")
    list(problems = list(own), rtol = c(1e-3, 1e-4), methods = pick("dopri5", "cashkarp", NULL))
  },
  diagnostics = function() list(obj = sample_solution()),
  lagvalue = function() list(t = 0), lagderiv = function() list(t = 0, nr = 1L))

problem_functions <- c(
  "hires", "rober", "vdpol", "orego", "pollution", "chemakzo", "transistor", "caraxis",
  "andrews", "pump", "E5", "crank", "wheelset", "beam", "twobit", "fekete", "nand", "ring",
  "tube", "medakzo", "emep", "pleiades", "enzyme", "hayashi", "hepatitis", "oregonator",
  "robertson", "sdisc", "waltman", "paul", "elsnor", "modceg", "neutlog")

problem_call <- function() {
  name <- pick(problem_functions)
  problem <- deTestSet::testproblem(name)
  list(fun = name, args = list(times = short_times(problem), method = fits(problem$class),
                               rtol = 1e-4, atol = 1e-6, maxsteps = 200))
}

other_call <- function() {
  made <- if (chance(0.3)) problem_call() else {
    fun <- pick(names(other_calls))
    list(fun = fun, args = other_calls[[fun]]())
  }
  call <- list(fun = made$fun, args = made$args, truth = "none", family = made$fun)
  takes <- setdiff(names(formals(get(made$fun))), "...")
  for (i in seq_len(pick(0, 1, 1, 1, 2))) {
    name <- pick(takes)
    # a cheap call would become an expensive one
    if (name %in% c("times", "reference") && made$fun != "mescd" && chance(0.5)) next
    value <- odd()
    if (is.null(value) &&
        name %in% c("times", "maxsteps", "reference", "rtol", "methods", "method")) next
    call$args[name] <- list(value)
    call$changed <- c(call$changed, name)
    if (is.function(value)) call$user_code <- TRUE
  }
  if (any(call$changed %in% c("parms", "yini", "dyini", "out", "obj", "y", "method", "methods")))
    call$user_code <- any(c("method", "methods") %in% call$changed) || isTRUE(call$user_code)
  if (made$fun %in% c("lagvalue", "lagderiv")) call$user_code <- TRUE
  call$may_be_slow <- TRUE
  call
}

# Results must print, and problems and tables, too.
shown_call <- function() {
  object <- pick(function() deTestSet::testproblem(problem_name()), sample_solution,
                 function() do.call("consistent", list("PENDULUM1")))()
  list(fun = pick("print", "summary"), args = list(object), truth = "none", family = "shown")
}

make_case <- function() {
  sample(list(random_call, injected_call, mutated_call, other_call, shown_call), 1L,
         prob = c(0.33, 0.3, 0.28, 0.085, 0.005))[[1L]]()
}
