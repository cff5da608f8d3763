# The vocabulary of argument checks. Every check names the argument, what is accepted and, for
# checks deSolve does not have, what came instead. Texts shared with deSolve are kept to the letter,
# because scripts match on them.

input_error <- function(...) stop(..., call. = FALSE)

# A short rendering of a value for error texts.
shown <- function(x) {
  if (is.null(x)) return("NULL")
  if (is.function(x)) return("a function")
  if (!is.atomic(x)) return(paste("an object of class", class(x)[1L]))
  if (length(x) == 0L) return(paste0("an empty ", typeof(x), " vector"))
  if (length(x) > 3L) return(paste0("a ", typeof(x), " vector of length ", length(x)))
  text <- if (is.character(x)) ifelse(is.na(x), "NA", dQuote(x, FALSE)) else format(x)
  paste(text, collapse = ", ")
}

# Name and value of the first offending element, for vectors of states.
first_bad <- function(bad, x, what) {
  i <- which(bad)[1L]
  label <- if (is.null(names(x))) "" else paste0(" ('", names(x)[i], "')")
  paste0(what, "[", i, "]", label, " is ", format(x[[i]]))
}

# Every element has a name.
is_named <- function(x)
  length(x) == 0L || (!is.null(names(x)) && !any(names(x) %in% c("", NA)))

check_state <- function(y, what = "y") {
  if (!is.numeric(y)) input_error("`", what, "' must be numeric")
  if (length(y) == 0L) input_error("`", what, "' must have at least one element")
  if (!all(is.finite(y)))
    input_error("`", what, "' must be finite, but ", first_bad(!is.finite(y), y, what))
  y
}

check_times <- function(times) {
  if (is.null(times)) return(times)
  if (!is.numeric(times)) input_error("`times' must be NULL or numeric")
  n <- length(times)
  if (n == 0L) input_error("`times' must have at least one element")
  if (!all(is.finite(times)))
    input_error("`times' must be finite, but ", first_bad(!is.finite(times), times, "times"))
  times <- as.double(times)
  if (n > 1L) {
    later <- times[-1L]
    earlier <- times[-n]
    if (!(all(later > earlier) || all(later < earlier))) {
      steps <- later - earlier
      i <- which(sign(steps) != sign(times[length(times)] - times[1L]))[1L]
      if (is.na(i)) i <- 1L
      input_error("`times' must be strictly increasing or decreasing, but times[", i, "] is ",
                  format(times[i]), " and times[", i + 1L, "] is ", format(times[i + 1L]))
    }
  }
  times
}

check_tolerance <- function(x, what, n) {
  if (!is.numeric(x)) input_error("`", what, "' must be numeric")
  if (length(x) == 0L || length(x) != 1L && length(x) != n)
    input_error("`", what, "' must either be a scalar, or as long as `y'")
  if (!all(is.finite(x) & x >= 0))
    input_error("`", what, "' must be finite and non-negative, but ",
                first_bad(!is.finite(x) | x < 0, x, what))
  rep_len(as.double(x), n)
}

check_tolerances <- function(rtol, atol, n) {
  rtol <- check_tolerance(rtol, "rtol", n)
  atol <- check_tolerance(atol, "atol", n)
  if (!all(rtol + atol > 0))
    input_error("`rtol' and `atol' must not both be zero, but they are for component ",
                which(rtol + atol <= 0)[1L])
  list(rtol = rtol, atol = atol)
}

# A step size or its bound: NULL and 0 mean "none given".
check_step <- function(h, what) {
  if (is.null(h)) return(0)
  if (!is.numeric(h)) input_error("`", what, "' must be numeric")
  if (length(h) != 1L) input_error("`", what, "' must be a single number, not ", shown(h))
  if (is.na(h) || h < 0) input_error("`", what, "' must be a non-negative value, not ", shown(h))
  as.double(h)
}

check_count <- function(x, what, least = 1, most = Inf) {
  if (!is.numeric(x) || length(x) != 1L || is.na(x) || x < least || x > most || x != floor(x))
    input_error("`", what, "' must be a whole number >= ", least,
                if (is.finite(most)) paste(" and <=", format(most)), ", not ", shown(x))
  # no counter gets farther than this
  min(as.double(x), 1e15)
}

# A count that becomes an integer.
check_integer <- function(x, what, least = 1, most = .Machine$integer.max)
  as.integer(check_count(x, what, least, most))

# One of some strings; the default is the vector of all.
choice <- function(value, choices, what) {
  if (identical(value, choices)) return(choices[1L])
  if (!is.character(value) || length(value) != 1L || !value %in% choices)
    input_error("`", what, "' must be one of ", paste0("\"", choices, "\"", collapse = ", "),
                ", not ", shown(value))
  value
}

check_flag <- function(x, what) {
  if (!is.logical(x) || length(x) != 1L || is.na(x))
    input_error("`", what, "' must be TRUE or FALSE, not ", shown(x))
  x
}

check_numbers <- function(x, what) {
  if (is.null(x)) return(numeric())
  if (is.list(x)) x <- unlist(x)
  if (!is.numeric(x) && !is.logical(x))
    input_error("`", what, "' must be numeric when the model is compiled code, not ", shown(x))
  as.double(x)
}

check_integers <- function(x, what) {
  if (is.null(x)) return(integer())
  if (is.integer(x) && !is.object(x)) return(as.integer(x))
  x <- check_numbers(x, what)
  bad <- !is.na(x) & abs(x) > .Machine$integer.max
  if (any(bad)) input_error("`", what, "' must hold integers, but ", first_bad(bad, x, what))
  as.integer(x)
}

# Names in a list argument that nothing reads.
warn_unknown <- function(x, known, what) {
  unknown <- setdiff(names(x), known)
  if (length(unknown) > 0L)
    warning("unknown names in ", what, ": ", paste(unknown, collapse = ", "), call. = FALSE)
}

# The `control` list: what the originals lack, with defaults.
default_control <- list(hmin = 0, progress = FALSE, timelimit = Inf, log = FALSE, refine = TRUE,
                        parameters = list())

check_control <- function(control, method_parameters) {
  if (!is.list(control)) input_error("`control' must be a list, not ", shown(control))
  if (length(control) == 0L) return(default_control)
  if (!is_named(control))
    input_error("all elements of `control' must be named")
  warn_unknown(control, c("hmin", "progress", "timelimit", "log", "refine", "sparsity",
                          method_parameters), "control")
  limit <- control$timelimit
  if (is.null(limit)) limit <- Inf
  if (!is.numeric(limit) || length(limit) != 1L || is.na(limit) || limit <= 0)
    input_error("`control$timelimit' must be a positive number of seconds, not ", shown(limit))
  flag <- function(name) if (is.null(control[[name]])) default_control[[name]] else
    check_flag(control[[name]], paste0("control$", name))
  parameters <- control[intersect(names(control), method_parameters)]
  for (name in names(parameters))
    if (!is.numeric(parameters[[name]]) || length(parameters[[name]]) != 1L ||
        !is.finite(parameters[[name]]))
      input_error("`control$", name, "' must be numeric, one finite number, not ",
                  shown(parameters[[name]]))
  list(hmin = check_step(control$hmin, "control$hmin"), progress = flag("progress"),
       timelimit = limit, log = flag("log"), refine = flag("refine"), parameters = parameters)
}
