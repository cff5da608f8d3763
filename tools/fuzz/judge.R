# What a case may do: give a result that is right, or a result with a negative flag and a warning,
# or an error that tells what was wrong. Anything else is a finding.

# Texts that only R itself or the C++ library would write.
internal_texts <- paste(
  "subscript out of bounds", "of length zero", "non-numeric argument", "missing value where",
  "not subsettable", "undefined columns", "incorrect number of", "non-conformable",
  "attempt to apply non-function", "invalid for atomic", "invalid \\(NULL\\)", "cannot coerce",
  "cannot be coerced", "condition has length", "differing number of rows", "replacement has",
  "invalid 'type'", "invalid argument", "not meaningful", "std::", "bad_alloc", "vector::",
  "basic_string", "Eigen", "unknown reason", "Not compatible", "Not a matrix", "Expecting a",
  "Index out of bounds", "cannot open", "could not find", "cannot be turned into",
  "no applicable method",
  "must be atomic", "invalid 'length", "invalid .* argument", "non-zero", "'arg' ",
  "attempt to set", "cannot xtfrm", "'x' must be", "comparison .* is possible only",
  "cannot allocate",
  "invalid \\(do_set\\)", "longer object length", "number of items to replace", "NAs introduced",
  "returning -?Inf", "NaNs produced", "not a multiple", "all arguments must have the same length",
  "cannot change value of locked|promise already", "is missing, with no default", "unexpected",
  "argument must be coercible", "no slot of name", "names\\(\\)|factor level", "cannot be matched",
  sep = "|")

# `limit` in seconds of computing, which do not depend on what else the machine does.
run_call <- function(fun, args, limit = 10) {
  warnings <- character()
  messages <- character()
  seen_error <- NULL
  setTimeLimit(cpu = limit, elapsed = 60, transient = TRUE)
  on.exit(setTimeLimit())
  # do.call with the name, so that calls in conditions stay short
  result <- tryCatch(
    withCallingHandlers(
      do.call(fun, args, quote = TRUE),
      warning = function(w) {
        warnings <<- c(warnings, conditionMessage(w))
        tryInvokeRestart("muffleWarning")
      },
      message = function(m) {
        messages <<- c(messages, conditionMessage(m))
        tryInvokeRestart("muffleMessage")
      }),
    error = function(e) {
      seen_error <<- e
      NULL
    },
    interrupt = function(i) {
      seen_error <<- structure(class = c("interrupted", "condition"), list(message = "interrupt"))
      NULL
    })
  list(value = result, error = seen_error, warnings = warnings, messages = messages)
}

# Is this error one that a user can act on? NULL, or what is wrong with it.
judge_error <- function(error, call) {
  if (inherits(error, "interrupted")) {
    return(if (!isFALSE(call$repeatable)) "interrupted for no reason")
  }
  text <- paste(conditionMessage(error), collapse = " ")
  if (grepl("reached (elapsed|CPU) time limit", text))
    return(if (!isTRUE(call$may_be_slow)) "took too long")
  if (grepl("kept arguments have changed|inner solve is wrong", text)) return(text)
  if (grepl("injected failure|made to fail|nout should be", text)) return(NULL)
  if (!nzchar(text)) return("an error without a message")
  from_user <- isTRUE(call$user_code)
  if (grepl(internal_texts, text) && !from_user) return(paste("internal message:", text))
  is_ours <- is.null(conditionCall(error)) || inherits(error, "Rcpp::exception") ||
    inherits(error, "C++Error")
  if (!is_ours && !from_user)
    return(paste0("not our message: ", text, " in ", paste(deparse(conditionCall(error))[1L])))
  NULL
}

judge_warnings <- function(warnings, call) {
  if (identical(call$fault$kind, "integer")) return(NULL)  # made by as.integer of the fault itself
  bad <- grep(internal_texts, warnings, value = TRUE)
  if (length(bad) > 0L && !isTRUE(call$user_code)) paste("internal warning:", bad[1L])
}

allowed_error <- function(call, exact) {
  model <- call$model
  size <- apply(abs(exact), 2L, max)
  rtol <- if (is.null(call$args$rtol)) 1e-6 else max(call$args$rtol)
  atol <- if (is.null(call$args$atol)) 1e-6 else max(call$args$atol)
  scale <- max(atol + rtol * size)
  bound <- rep(1e4 * model$growth * scale, model$n) + 1e-9 * model$growth * (1 + max(size))
  if (length(model$loose) > 0L)
    bound[model$loose] <- 100 * model$growth * (sqrt(scale) + 1e-4) * (1 + max(size))
  bound
}

judge_result <- function(out, warnings, messages, call) {
  if (identical(call$truth, "none")) return(NULL)
  model <- call$model
  if (!is.matrix(out) || !inherits(out, "deSolve"))
    return("the result is not a matrix of class deSolve")
  flag <- attr(out, "istate")[1L]
  if (length(flag) != 1L || is.na(flag)) return("the result has no flag")
  if (flag < 0 && length(warnings) == 0L) return(paste("flag", flag, "without a warning"))
  times <- call$args$times
  if (is.null(times)) return(NULL)
  rows <- out[, 1L]
  if (nrow(out) == 0L || rows[1L] != times[1L]) return("the first row is not the initial time")
  if (anyNA(rows)) return("times are missing")
  if (flag == 2 && !all(times %in% rows)) return("flag 2, but output times are missing")
  state <- unclass(out)[, 1L + seq_len(model$n), drop = FALSE]
  if (any(!is.finite(state))) return(paste("flag", flag, "with values that are not finite"))
  exact <- t(matrix(vapply(rows, model$exact, numeric(model$n)), model$n))
  bound <- allowed_error(call, exact)
  # where a run fails the multipliers are the first to suffer; some runs say that they do
  if (flag < 0 || any(grepl("too little of the interval is left", messages)))
    bound[model$loose] <- Inf
  wrong <- which(abs(state - exact) > rep(bound, each = nrow(exact)), arr.ind = TRUE)
  if (nrow(wrong) > 0L) {
    i <- wrong[1L, 1L]
    j <- wrong[1L, 2L]
    return(sprintf("wrong answer with flag %d: y[%d](%g) = %.10g, not %.10g, allowed %.1e; %s",
                   flag, j, rows[i], state[i, j], exact[i, j], bound[j],
                   paste(warnings, collapse = "; ")))
  }
  if (!is.null(model$outputs) && flag == 2) {
    total <- unclass(out)[, 2L + model$n]
    if (any(abs(total - rowSums(state)) > 1e-10 * (1 + rowSums(abs(state)))))
      return("an output variable does not belong to the state")
  }
  judge_roots(out, flag, call, bound)
}

# No root may be passed over, and where one is reported there must be one.
judge_roots <- function(out, flag, call, bound) {
  if (!call$truth %in% c("first root", "roots")) return(NULL)
  last <- out[nrow(out), 1L]
  grid <- seq(call$model$t0, last, length.out = 200L)[-1L]
  g <- vapply(grid, call$g, 0)
  known <- abs(g) > 2 * max(bound)
  found <- attr(out, "troot")
  for (t in found)
    if (abs(call$g(t)) > max(bound))
      return(paste("a root that is none, at", format(t, digits = 12)))
  changes <- sum(diff(sign(g[known])) != 0)
  if (call$truth == "first root" && changes > 0L)
    return(paste("a root was passed over; flag", flag))
  if (call$truth == "roots" && flag == 2 && length(found) < changes)
    return(paste(changes, "roots, but", length(found), "were found"))
  NULL
}

# NULL if all is well, else a sentence.
judge <- function(run, call) {
  if (!is.null(run$error)) return(judge_error(run$error, call))
  verdict <- judge_warnings(run$warnings, call)
  if (!is.null(verdict)) return(verdict)
  if (is.null(call$model)) return(NULL)
  judge_result(run$value, run$warnings, run$messages, call)
}

# What must be the same if a case is run again: all but the time it took.
comparable <- function(run) {
  strip <- function(x) {
    if (is.environment(x) || is.function(x)) return(NULL)
    if (is.data.frame(x)) x[intersect(c("time", "time_median"), names(x))] <- NULL
    attr(x, "settings") <- NULL
    if (is.list(x)) x[] <- lapply(x, strip)
    x
  }
  value <- try(strip(run$value), silent = TRUE)
  list(value, if (!is.null(run$error)) conditionMessage(run$error), run$warnings)
}
