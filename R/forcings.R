# Forcing functions of compiled models: data frames or matrices (time, value), made ready for
# interpolation as deSolve documents it.

check_fcontrol <- function(fcontrol) {
  control <- list(method = "linear", rule = 2, f = 0, ties = "ordered")
  if (!is.null(fcontrol)) {
    if (!is.list(fcontrol)) input_error("`fcontrol' must be a list, not ", shown(fcontrol))
    warn_unknown(fcontrol, names(control), "fcontrol")
    control[intersect(names(fcontrol), names(control))] <-
      fcontrol[intersect(names(fcontrol), names(control))]
  }
  is_string <- is.character(control$method) && length(control$method) == 1L
  method <- if (is_string) pmatch(control$method, c("linear", "constant")) else NA
  if (is.na(method))
    input_error("invalid interpolation method for forcing functions: `fcontrol$method' must be ",
                "\"linear\" or \"constant\", not ", shown(control$method))
  control$constant <- method == 2L
  if (!is.numeric(control$rule) || length(control$rule) != 1L || !control$rule %in% 1:2)
    input_error("`fcontrol$rule' must be 1 or 2, not ", shown(control$rule))
  if (!is.numeric(control$f) || length(control$f) != 1L || is.na(control$f))
    input_error("`fcontrol$f' must be one number, not ", shown(control$f))
  control
}

# Extends the data to cover [t_low, t_high], or stops, as `rule` says.
extend_forcing <- function(x, t_low, t_high, rule, which, verbose) {
  for (end in c("first", "last")) {
    uncovered <- if (end == "first") x[1L, 1L] > t_low else x[nrow(x), 1L] < t_high
    if (!uncovered) next
    text <- paste("extrapolating forcing function data sets to", end, "timepoint", which)
    if (rule != 2) input_error(text)
    if (verbose) warning(text, call. = FALSE)
    x <- if (end == "first") rbind(c(t_low, x[1L, 2L]), x) else rbind(x, c(t_high, x[nrow(x), 2L]))
  }
  x
}

collapse_ties <- function(x, ties) {
  if (identical(ties, "ordered")) return(x)
  x <- x[order(x[, 1L]), , drop = FALSE]
  if (!anyDuplicated(x[, 1L])) return(x)
  values <- tapply(x[, 2L], x[, 1L], match.fun(ties))
  cbind(sort(unique(x[, 1L])), as.vector(values))
}

# NULL, or list(data = matrices, constant = logical).
prepare_forcings <- function(forcings, fcontrol, times, verbose) {
  if (is.null(forcings)) return(NULL)
  control <- check_fcontrol(fcontrol)
  if (is.data.frame(forcings) || is.matrix(forcings)) forcings <- list(forcings)
  if (!is.list(forcings) || length(forcings) == 0L)
    input_error("`forcings' must be a two-column matrix or data frame, or a list of them, not ",
                shown(forcings))
  data <- lapply(seq_along(forcings), function(i) {
    x <- forcings[[i]]
    if (is.data.frame(x)) x <- as.matrix(x)
    if (!is.matrix(x) || !is.numeric(x) || ncol(x) != 2L)
      input_error("forcing function data sets should consist of two-column numeric matrices; ",
                  "number ", i, " does not")
    x <- unname(x[!is.na(x[, 1L]) & !is.na(x[, 2L]), , drop = FALSE])
    if (nrow(x) == 0L) input_error("forcing function data set ", i, " has no complete rows")
    x <- collapse_ties(x, control$ties)
    if (is.unsorted(x[, 1L]))
      input_error("times of forcing function data set ", i, " are not ordered: sort them, or give ",
                  "a function as fcontrol$ties")
    x <- extend_forcing(x, min(times), max(times), control$rule, i, isTRUE(verbose))
    if (control$constant && control$f != 0 && nrow(x) > 1L) {
      k <- seq_len(nrow(x) - 1L)
      x[k, 2L] <- (1 - control$f) * x[k, 2L] + control$f * x[k + 1L, 2L]
    }
    x
  })
  list(data = data, constant = control$constant)
}
