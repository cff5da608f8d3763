# Random calls of the solvers. A call is a list: `fun`, `args`, `model`, and `truth`: what the
# result must agree with (see judge.R).

explicit_methods <- c("dopri5", "dopri853", "cashkarp")
implicit_methods <- c("mebdfi", "gamd", "bimd", "radau5")

output_times <- function(model) {
  count <- whole(2, 10)
  inner <- if (count > 2L) stats::runif(count - 2L) else numeric()
  where <- if (chance(0.5)) seq(0, 1, length.out = count) else sort(unique(c(0, inner, 1)))
  model$t0 + (model$t1 - model$t0) * where
}

tolerances <- function(n) {
  rtol <- 10^-between(3, if (chance(0.1)) 9 else 6)
  atol <- 10^-between(3, if (chance(0.1)) 9 else 6)
  list(rtol = if (chance(0.1)) rtol * stats::runif(n, 0.5, 2) else rtol,
       atol = if (chance(0.1)) atol * stats::runif(n, 0.5, 2) else atol)
}

# What every solver takes.
common_arguments <- function(model, fun) {
  args <- c(list(y = model$y0, times = output_times(model)), tolerances(model$n))
  args$maxsteps <- 1000
  span <- abs(model$t1 - model$t0)
  if (chance(0.15)) args$hmax <- span / between(1, 20)
  if (chance(0.15)) args$hini <- span * 10^-between(1, 6)
  if (chance(0.1))
    args$tcrit <- model$t0 + (model$t1 - model$t0) * stats::runif(whole(1, 3), -0.2, 1.2)
  if (chance(0.3)) names(args$y) <- letters[seq_len(model$n)]
  if (chance(0.1)) args$ynames <- FALSE
  if (chance(0.02)) args$verbose <- TRUE
  if (chance(0.1)) args$control <- pick(
    list(log = TRUE), list(timelimit = 100), list(hmin = 1e-14), list(progress = TRUE),
    list(refine = FALSE), list(safe = 0.8), list())
  if (fun %in% c("gamd", "bimd", "mebdfi") && !is.null(args$control$safe)) args$control <- list()
  if (chance(0.3)) args$parms <- pick(NULL, 1, c(k = 2), list(a = 1, b = "x"), letters)
  if (!"parms" %in% names(args)) args["parms"] <- list(NULL)
  if (chance(0.1)) args$unused <- pick(1, "x", NULL, list(1))
  args
}

bands_of <- function(jac, n) function(...) {
  full <- jac(...)
  bands <- matrix(0, 2L * n - 1L, n)
  bands[cbind(as.vector(row(full) - col(full)) + n, as.vector(col(full)))] <- full
  bands
}

jacobian_arguments <- function(model, name = "jacfunc") {
  jac <- if (name == "jacres") model$jacres else model$jac
  n <- model$n
  args <- switch(pick("fullint", "fullint", "fullusr", "bandint", "bandusr", "sparseint",
                      "sparseusr", "function", "pattern"),
    fullint = list(jactype = "fullint"), fullusr = list(jac, jactype = "fullusr"),
    bandint = list(jactype = "bandint", bandup = n - 1, banddown = n - 1),
    bandusr = list(bands_of(jac, n), jactype = "bandusr", bandup = n - 1, banddown = n - 1),
    sparseint = list(jactype = "sparseint"), 
    sparseusr = list(jac, jactype = "sparseusr", control = list(sparsity = matrix(1, n, n))),
    `function` = list(jac), pattern = list(control = list(sparsity = matrix(TRUE, n, n))))
  if (length(args) > 0L && is.null(names(args))) names(args) <- ""
  names(args)[names(args) == ""] <- name
  args
}

implicit_arguments <- function(model, fun) {
  args <- jacobian_arguments(model, if (is.null(model$res)) "jacfunc" else "jacres")
  if (!is.null(model$mass)) args$mass <- model$mass
  if (!is.null(model$massdown)) args[c("massup", "massdown")] <- list(0, model$massdown)
  if (!is.null(model$nind)) args$nind <- model$nind
  if (fun == "mebdfi" && chance(0.2)) args$maxord <- whole(1, 8)
  if (fun == "gamd" && chance(0.2)) args[c("minord", "maxord")] <- list(whole(3, 9), 9)
  if (fun == "bimd" && chance(0.2)) args[c("minord", "maxord")] <- list(whole(4, 12), 12)
  if (fun == "bimd" && chance(0.05)) args$wrkpars <- rep(NA, 12)
  if (chance(0.2)) args$init <- pick("none", "check", "consistent", "fixed")
  args
}

merged <- function(a, b) {
  control <- c(a$control, b$control)
  a[names(b)] <- b
  if (length(control) > 0L) a$control <- control
  a
}

# Output variables that depend on the state.
with_outputs <- function(model, part = "func") {
  f <- model[[part]]
  model[[part]] <- function(t, y, ...) c(f(t, y, ...), list(total = sum(y), both = c(t, y[1L])))
  model$outputs <- TRUE
  model
}

ode_call <- function(model = pick(linear_model, linear_model, curved_model, alias_model)(),
                     fun = pick(explicit_methods, implicit_methods, "radar5")) {
  if (length(fun) > 1L) fun <- pick(fun)
  if (fun == "radar5" && model$direction < 0) fun <- "radau5"
  if (chance(0.15)) model <- with_outputs(model)
  if (!fun %in% explicit_methods && fun != "radar5" && chance(0.3) && is.null(model$outputs))
    model <- with_mass(model)
  args <- common_arguments(model, fun)
  args$func <- model$func
  if (!fun %in% explicit_methods) {
    more <- implicit_arguments(model, fun)
    if (fun == "radar5") more$init <- NULL
    args <- merged(args, more)
  }
  if (model$stiff && fun %in% explicit_methods) args$maxsteps <- 300
  list(family = "ode", fun = fun, args = args, model = model, truth = "exact")
}

dae_call <- function(model = algebraic_model(), fun = pick(implicit_methods)) {
  if (fun == "mebdfi" && chance(0.5)) model <- as_residual(model)
  if (chance(0.1)) model <- with_outputs(model, if (is.null(model$res)) "func" else "res")
  args <- merged(common_arguments(model, fun), implicit_arguments(model, fun))
  if (is.null(model$res)) args$func <- model$func else
    args[c("res", "dy")] <- model[c("res", "dy0")]
  args$hini <- NULL
  args$rtol <- pmax(args$rtol, 1e-7)
  args$atol <- pmax(args$atol, 1e-7)
  # Held at a high order gamd does not damp the rounding errors of its first steps in multipliers of
  # index 3; known, and not looked for here.
  if (fun == "gamd" && identical(model$kind, "index 3")) args$minord <- NULL
  if (chance(0.2)) {
    args$method <- fun
    fun <- "dae"
  }
  list(family = "dae", fun = fun, args = args, model = model, truth = "exact")
}

delay_call_case <- function(model = if (chance(0.6)) delay_model() else steps_model()) {
  args <- common_arguments(model, "radar5")
  fun <- pick("radar5", "radar5", "radar5", "dopri5", "dopri853", "cashkarp")
  if (fun != "radar5") {
    args$func <- model$asking
    args$lags <- list(phi = model$phi)
    if (!model$varying) args$lags$delays <- model$tau
    args$control <- NULL
    return(list(family = "delay", fun = fun, args = args, model = model, truth = "exact"))
  }
  args$phi <- model$phi
  if (chance(0.3)) args$dphi <- model$dphi
  switch(pick("asking", "known", "arglag", "lags"),
    asking = args$func <- model$asking,
    known = {
      args$func <- model$asking
      if (!model$varying) args$lags <- list(delays = model$tau)
    },
    arglag = {
      args$func <- model$declared
      args$arglag <- function(t, y, parms, ...) model$past(t)
    },
    lags = {
      args$func <- model$declared
      if (model$varying) args$arglag <- function(t, y, parms, ...) model$past(t) else
        args$lags <- model$tau
    })
  if (identical(args$func, model$declared)) {
    if (chance(0.3)) args$jacfunc <- model$jac
    if (chance(0.3)) args$jaclag <- model$jaclag
  }
  if (chance(0.2)) args$errcontrol <- pick("mixed", "mixed.h", "discrete", "dense")
  if (chance(0.1)) args$stepcontrol <- "classical"
  if (chance(0.1)) args$full.newton <- FALSE
  if (chance(0.1)) args$breakpoints <- FALSE
  if (chance(0.1)) args$mxhist <- whole(0, 200)
  if (chance(0.1)) args$grid <- sort(model$t0 + stats::runif(3, 0, 4))
  list(family = "delay", fun = "radar5", args = args, model = model, truth = "exact")
}

# Changes of the state at planned times: the solution is known piece by piece.
planned_call <- function() {
  model <- linear_model(whole(1, 3), stiff = FALSE)
  fun <- pick(c(explicit_methods, implicit_methods, "radar5"))
  if (fun == "radar5" && model$direction < 0) fun <- "bimd"
  call <- ode_call(model, fun)
  model <- call$model
  when <- sort(model$t0 + (model$t1 - model$t0) * stats::runif(whole(1, 3), 0.05, 0.95))
  if (chance(0.3)) when[1L] <- pick(as.list(call$args$times))
  when <- unique(when)
  data <- data.frame(var = sample.int(model$n, length(when), TRUE), time = when,
                     value = stats::rnorm(length(when)),
                     method = sample(c("replace", "add", "multiply"), length(when), TRUE))
  act <- function(row, y) {
    y[row$var] <- switch(row$method, replace = row$value, add = y[row$var] + row$value,
                         multiply = y[row$var] * row$value)
    y
  }
  call$args$events <- if (chance(0.7)) list(data = data) else
    list(time = when, func = function(t, y, parms, ...) {
      for (i in which(data$time == t)) y <- act(data[i, ], y)
      y
    })
  ordered <- data[order(data$time * model$direction), ]
  pieces <- list(model$exact)
  for (i in seq_len(nrow(ordered))) {
    before <- pieces[[i]](ordered$time[i])
    pieces[[i + 1L]] <- model$continued(ordered$time[i], act(ordered[i, ], before))
  }
  # the row of an event shows the state before
  s <- model$direction
  call$model$exact <- function(t) pieces[[1L + sum(s * ordered$time < s * t)]](t)
  call$family <- "planned"
  call
}

# One component reaches a level that the solution has at a chosen time.
root_call <- function() {
  call <- ode_call(linear_model(whole(1, 3), stiff = FALSE))
  model <- call$model
  i <- whole(1, model$n)
  at <- model$t0 + (model$t1 - model$t0) * between(0.1, 0.9)
  level <- model$exact(at)[i]
  call$args$rootfunc <- function(t, y, parms, ...) y[i] - level
  if (chance(0.3)) call$args$events <- list(root = TRUE)
  call$truth <- if (is.null(call$args$events)) "first root" else "roots"
  call$g <- function(t) model$exact(t)[i] - level
  call$family <- "root"
  call
}

# tools/fuzz/model.c, if it could be compiled: decay with a constant supply.
compiled_case <- function() {
  if (!is.loaded("fuzz_derivs")) return(ode_call())
  n <- whole(1, 4)
  rate <- between(0.1, 3)
  supply <- stats::rnorm(1)
  rest <- supply / rate
  y0 <- stats::rnorm(n)
  t0 <- between(-1, 1)
  model <- list(kind = "compiled", n = n, t0 = t0, t1 = t0 + between(0.5, 3), direction = 1,
                y0 = y0, exact = function(t) rest + (y0 - rest) * exp(-rate * (t - t0)),
                growth = 10, stiff = FALSE)
  fun <- pick(c(explicit_methods, implicit_methods, "radar5"))
  args <- common_arguments(model, fun)
  args$parms <- c(k = rate)
  args$unused <- NULL
  args[c("func", "dllname", "initfunc", "initforc", "nout")] <-
    list("fuzz_derivs", "fuzzmodel", "fuzz_init", "fuzz_forcings", whole(1, 3))
  series <- cbind(t0 + c(-1, 0.5, 9), supply)
  args$forcings <- pick(list(series), list(list(series)), list(as.data.frame(series)))[[1L]]
  if (chance(0.3)) args$fcontrol <- list(method = pick("linear", "constant"), rule = 2)
  if (chance(0.3)) args$outnames <- letters[seq_len(whole(1, 4))]
  if (!fun %in% explicit_methods && chance(0.5)) {
    args[c("jacfunc", "jactype")] <- list("fuzz_jac", pick("fullusr", "bandusr"))
    if (args$jactype == "bandusr") args[c("bandup", "banddown")] <- list(0, 0)
  }
  if (chance(0.2)) args[c("rootfunc", "nroot")] <- list("fuzz_root", whole(1, 3))
  if (chance(0.1)) args$events <- list(func = "fuzz_event", time = t0 + 0.2)
  if (chance(0.1)) args$func <- "fuzz_fail"
  list(family = "compiled", fun = fun, args = args, model = model,
       truth = if (args$func == "fuzz_fail") "none" else "exact")
}

random_call <- function() {
  kinds <- list(ode_call, dae_call, delay_call_case, planned_call, root_call, compiled_case)
  make <- sample(kinds, 1L, prob = c(3, 2.5, 1.5, 1, 1, 0.7))[[1L]]
  make()
}
