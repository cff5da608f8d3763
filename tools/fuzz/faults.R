# Failures injected into the functions that a user gives.

fault_names <- c("nan", "inf", "na", "error", "warning", "longer", "shorter", "empty", "character",
                 "null", "no list", "empty list", "nested", "complex", "function", "interrupt",
                 "condition", "gc", "recursion", "assign", "remove", "keep", "integer", "logical",
                 "dim", "names", "class", "na integer", "huge", "message", "factor", "lag",
                 "torture", "message condition", "request")

# The value of a function spoilt. Model functions return lists, others vectors or matrices.
spoil <- function(kind, value) {
  first <- if (is.list(value) && length(value) > 0L) value[[1L]] else value
  put <- function(x) {
    if (!is.list(value)) return(x)
    value[1L] <- list(x)
    value
  }
  at <- if (length(first) > 0L) sample.int(length(first), 1L) else 1L
  with_element <- function(x) put(replace(first, at, x))
  switch(kind, nan = with_element(NaN), inf = with_element(pick(Inf, -Inf)),
         na = with_element(NA_real_),
         longer = put(c(first, 1)), shorter = put(first[-1L]), empty = put(numeric()),
         character = put(as.character(first)), null = NULL,
         "no list" = if (is.list(value)) unlist(value) else list(value), "empty list" = list(),
         nested = put(list(first)), complex = put(first + 0i), `function` = put(sum),
         integer = put(as.integer(first)), logical = put(as.logical(first)),
         "na integer" = put(rep(NA_integer_, length(first))),
         dim = put(array(first, length(first))),
         names = put(structure(first, names = rep("", length(first)))),
         class = put(structure(first, class = "odd")), huge = with_element(1e300),
         factor = put(factor(first)), value)
}

# Which faults leave the value as it is.
harmless <- c("warning", "gc", "recursion", "keep", "dim", "names", "class", "message", "lag",
              "torture", "message condition")

# Acts of a function beyond its value; `env` counts and keeps.
act_badly <- function(kind, env, caller) {
  switch(kind,
    error = stop("injected failure"), warning = warning("injected warning"),
    message = message("injected message"),
    interrupt = {
      tools::pskill(Sys.getpid(), tools::SIGINT)
      Sys.sleep(0)
    },
    condition = signalCondition(structure(class = c("interrupt", "condition"),
                                          list(message = "", call = NULL))),
    request = stop(structure(class = c("own", "error", "condition"),
                             list(message = "injected failure", call = NULL))),
    "message condition" = signalCondition(simpleCondition("injected")),
    gc = gc(),
    torture = {
      gctorture2(100L)
      on.exit(gctorture2(0L))
      env$kept <- lapply(1:5, function(i) numeric(i))
    },
    recursion = {
      sine <- function(t, y, p) list(c(y[2L], -y[1L]))
      inner <- suppressWarnings(deTestSet::bimd(c(1, 0), c(0, 1), sine, NULL))
      if (abs(inner[2L, 2L] - cos(1)) > 1e-3) stop("the inner solve is wrong")
    },
    lag = try(deTestSet::lagvalue(0), silent = TRUE),
    assign = for (name in intersect(c("t", "y", "dy", "ylag", "cj"), ls(caller)))
      try(assign(name, pick(NULL, 1, numeric(3)), envir = caller), silent = TRUE),
    remove = try(rm(list = ls(caller), envir = caller), silent = TRUE))
}

# `f` that goes wrong at call number `when`, once or from then on.
faulty <- function(f, kind, when, forever) {
  force(f)
  env <- new.env()
  env$count <- 0
  env$kept <- list()
  function(...) {
    env$count <- env$count + 1
    now <- env$count == when || forever && env$count > when
    if (kind == "keep" && env$count <= 200) {
      given <- utils::head(list(...), 2L)
      env$kept[[env$count]] <- list(given, lapply(given, function(x) x + 0))
    }
    if (!now) return(f(...))
    if (kind %in% c("gc", "torture", "recursion") && env$count > when + 1) return(f(...))
    act_badly(kind, env, parent.frame())
    value <- f(...)
    if (kind == "keep") {
      # what was given before must not have changed under our hands
      for (k in env$kept)
        if (!identical(k[[1L]], k[[2L]])) stop("kept arguments have changed")
    }
    spoil(kind, value)
  }
}

injected_call <- function() {
  call <- random_call()
  functions <- intersect(c("func", "res", "jacfunc", "jacres", "rootfunc", "phi", "dphi", "arglag",
                           "jaclag"), names(call$args))
  functions <- functions[vapply(call$args[functions], is.function, NA)]
  if (is.function(call$args$events$func)) functions <- c(functions, "events")
  if (length(functions) == 0L) return(call)
  target <- pick(c(functions, "func"[is.function(call$args$func)]))
  kind <- pick(fault_names)
  when <- pick(1, 2, 3, whole(1, 10), whole(1, 100), whole(1, 500))
  if (kind %in% c("assign", "remove")) when <- when + 3  # the first calls come from R
  forever <- chance(0.3)
  if (target == "events")
    call$args$events$func <- faulty(call$args$events$func, kind, when, forever)
  else {
    spoilt <- faulty(call$args[[target]], kind, when, forever)
    call$args[[target]] <- if (target %in% c("phi", "dphi")) function(t) spoilt(t) else spoilt
  }
  call$fault <- list(kind = kind, target = target, when = when, forever = forever)
  call$family <- paste0("fault:", kind)
  if (!kind %in% harmless && kind %in% c("integer", "logical", "huge", "assign", "remove"))
    call$truth <- "none"
  if (kind %in% c("interrupt", "condition")) call$repeatable <- FALSE
  if (kind %in% c("assign", "remove")) call$user_code <- TRUE
  # an infinite root function has changed its sign
  if (kind == "inf" && target == "rootfunc") call$truth <- "none"
  call
}
