# Events and roots: what the user gave as `rootfunc`, `nroot` and `events`, checked and brought into
# the form that src/r/make_events.cpp reads. The search itself is src/driver/event_engine.hpp.

#' Events and roots
#'
#' Every solver of this package can watch functions of the solution for zeros, stop or act there,
#' and change the state at planned times. The arguments `rootfunc`, `nroot` and `events` are those of
#' deSolve (see \code{\link[deSolve]{events}}), and scripts written for `lsodar`, `lsoda` or `radau`
#' run unchanged. In the list `events`, the elements from `direction` on go beyond deSolve.
#'
#' @section Root functions:
#' `rootfunc(t, y, parms, ...)` returns a vector \eqn{g(t,y)}{g(t, y)} whose sign changes are looked
#' for on the dense output of every accepted step: at `events$nsample` points inside the step, at its
#' end, and where \eqn{|g|}{|g|} has a dip between two of them. Each change is then enclosed to
#' rounding accuracy, also if \eqn{g}{g} jumps. A root at the initial time is not an event unless
#' `events$startroot` is `TRUE`. A root function with an argument `dy`, as in
#' `function(t, y, parms, dy, ...)`, gets the derivative of the solution.
#'
#' With `rootfunc` alone the integration ends at the first root, and the last row of the result is
#' that root. In compiled code a root function is
#' `void root(int *neq, double *t, double *y, int *ng, double *gout, double *out, int *ip)`, an event
#' function `void event(int *n, double *t, double *y)`; `nroot` gives the number of roots then.
#'
#' @section The list `events`:
#' \describe{
#'   \item{`func`}{`function(t, y, parms, ...)` that returns the new state: called at roots if
#'     `root = TRUE`, at the times in `time`, or both. With an argument `iroot` it is told which root
#'     functions vanished (0 or 1 each; all 0 at a planned time). Or the name of a compiled function.}
#'   \item{`time`}{times at which `func` is called.}
#'   \item{`data`}{data frame with columns `var` (name or number), `time`, `value` and `method`
#'     (`"replace"`, `"add"`, `"multiply"`); rows of the same time are applied one after the other.}
#'   \item{`root`}{`TRUE`: the integration goes on after roots. Without `func` they are only recorded
#'     and cost no restart.}
#'   \item{`terminalroot`}{numbers of the root functions whose roots end the integration all the
#'     same; also if `func` makes one of them exactly zero.}
#'   \item{`maxroot`}{number of roots kept in the attributes (100); all are acted on.}
#'   \item{`direction`}{by root function: 1 only where it rises with time, -1 where it falls, 0 both
#'     (the default).}
#'   \item{`nsample`}{points inside a step at which root functions are evaluated (4).}
#'   \item{`ydot`}{where `dy` comes from: `"dense"`, the derivative of the dense output, or `"func"`,
#'     the model.}
#'   \item{`startroot`}{`TRUE`: functions that are zero at the initial time fire there.}
#'   \item{`touch`}{by root function: a minimum of its modulus below this value is a root, too (0).}
#'   \item{`tol`}{how accurately roots are located in time; 0 as well as the arithmetic allows.}
#'   \item{`cascade`}{`TRUE`: a change of sign caused by `func` itself is an event, too.}
#'   \item{`identity`}{`TRUE`: `func` changes nothing, so that no restart is needed.}
#'   \item{`consistent`}{differential-algebraic equations: `TRUE` (the default) makes the state
#'     consistent again after an event.}
#'   \item{`rows`}{`TRUE`: the states before and after each event become rows of the result.}
#'   \item{`insert`}{`FALSE`: event times do not become output times.}
#'   \item{`zeno`}{`"stop"` or `"hold"`: what to do where events accumulate, see below.}
#'   \item{`holdfunc`}{with `zeno = "hold"`: called there, instead of freezing the components that
#'     `func` changed.}
#'   \item{`maxevents`}{the integration ends after so many roots (10000).}
#' }
#' The row of an event time shows the state before the event. An event at the first time acts after
#' the first row, an event at the last time has no visible effect. After `func` was called the method
#' restarts, so a mode that `func` changes in its environment is seen from there on only.
#'
#' @section Result:
#' Where the integration ended at the first root: attributes `troot`, its time, and `iroot`, 1 for
#' each function that vanished. With `root = TRUE`: `troot`, `nroot` (the number of all roots),
#' `valroot` (states before the event, a column each) and `indroot` (number of the function; the
#' highest if several vanished), and beyond deSolve `indroots` (0/1 matrix: all that vanished),
#' `dirroot` (1 rising, -1 falling), `valrootafter` (states after the event) and `nge`, the number of
#' calls of `rootfunc`.
#'
#' @section Accumulating events:
#' A ball that bounces ever lower makes infinitely many bounces in a finite time. When events of one
#' function follow each other faster than time can be told apart, or than the tolerances resolve, the
#' integration ends with return code -13, a warning that gives the time, and everything found so far.
#' With `zeno = "hold"` it goes on with the components that `func` changed at rest.
#'
#' @references
#' Thompson, S. (1987) A collection of test problems for ordinary differential equation solvers which
#' have provisions for rootfinding. ORNL/TM-9912, Oak Ridge National Laboratory.
#'
#' Oliveira, I.F.D., Takahashi, R.H.C. (2020) An enhancement of the bisection method average
#' performance preserving minmax optimality. ACM Trans. Math. Softw. 47(1). \doi{10.1145/3423597}
#' @examples
#' # a ball that loses a tenth of its speed at each bounce
#' fall <- function(t, y, parms) list(c(y[2], -9.81))
#' out <- dopri5(c(height = 10, speed = 0), seq(0, 10, by = 0.02), fall, NULL,
#'               rootfunc = function(t, y, parms) y[1],
#'               events = list(func = function(t, y, parms) c(0, -0.9 * y[2]), root = TRUE))
#' plot(out, which = "height")
#' attr(out, "troot")
#'
#' # maxima of a solution: where its derivative falls through zero
#' sine <- function(t, y, parms) list(c(y[2], -y[1]))
#' out <- gamd(c(0, 1), c(0, 20), sine, NULL, rootfunc = function(t, y, parms, dy) dy[1],
#'             events = list(root = TRUE, direction = -1))
#' attr(out, "troot") / pi
#'
#' # doses at planned times
#' doses <- data.frame(var = "drug", time = c(6, 12, 18), value = 40, method = "add")
#' out <- radau5(c(drug = 40), 0:24, function(t, y, parms) list(-0.2 * y), NULL,
#'               events = list(data = doses))
#' plot(out)
#' @name events-and-roots
NULL

event_names <- c("data", "func", "time", "root", "terminalroot", "maxroot", "ties", "direction",
                 "tol", "nsample", "touch", "startroot", "cascade", "ydot", "timeonly", "zeno",
                 "holdfunc", "maxevents", "consistent", "identity", "rows", "insert")

# Nothing is asked for, and the problem brings nothing along.
needs_no_events <- function(args)
  is.null(args$events) && is.null(args$rootfunc) &&
    !(inherits(args$func, "testproblem") && isTRUE(.subset2(args$func, "nroot") > 0))

# A list with `spec`, NULL if there is nothing to watch, and the output times, to which those of
# the events are added as deSolve does.
prepare_events <- function(args, y, times, dots) {
  events <- check_events(args$events)
  problem <- if (inherits(args$func, "testproblem") && isTRUE(args$func$nroot > 0)) args$func
  if (!is.null(problem) && is.null(args$rootfunc)) {
    # what the problem brings along, unless the user says otherwise
    events <- utils::modifyList(problem$events, events)
    functions <- list(kind = "builtin", count = problem$nroot)
  } else {
    functions <- root_functions(args, y, times[1L], dots)
  }
  has_roots <- !is.null(functions)
  root <- has_roots && (event_flag(events, "root") || !is.null(events$terminalroot))
  if (event_flag(events, "root") && !has_roots)
    input_error("`events$root' is TRUE, but there is no `rootfunc'")
  if (!is.null(events$terminalroot) && !has_roots)
    input_error("`events$terminalroot' is given, but there is no `rootfunc'")
  if (!is.null(events$func) && is.null(events$time) && !root)
    input_error("either 'events$time' should be given and contain the times of the events, if ",
                "'events$func' is specified and no root function or your solver does not support ",
                "root functions")
  planned <- planned_events(events, y, times)
  if (!has_roots && is.null(planned)) return(list(spec = NULL, times = times))
  action <- event_action(events$func, args, y, dots, "events$func")
  if (is.null(action) && !is.null(problem)) action <- list(kind = "builtin")
  maxroot <- event_number(events, "maxroot", 100, least = 0)
  n <- if (has_roots) functions$count else 0L
  spec <- list(
    functions = functions, action = action, root = root, times = planned$times,
    data = planned$data, function_times = planned$function_times,
    terminal = terminal_roots(events$terminalroot, n),
    direction = per_function(events$direction, n, "direction", c(-1, 0, 1)),
    touch = per_function(events$touch, n, "touch"), startroot = event_flag(events, "startroot"),
    cascade = event_flag(events, "cascade"), identity = event_flag(events, "identity"),
    rows = event_flag(events, "rows"), consistent = event_flag(events, "consistent", TRUE),
    exact_derivative = event_choice(events, "ydot", c("dense", "func")) == "func",
    hold = event_choice(events, "zeno", c("stop", "hold")) == "hold",
    holdfunc = event_action(events$holdfunc, args, y, dots, "events$holdfunc"),
    tol = event_number(events, "tol", 0, least = 0, whole = FALSE),
    nsample = event_number(events, "nsample", 4, least = 0, most = 1000), maxroot = maxroot,
    maxevents = event_number(events, "maxevents", 10000, least = 1))
  times <- if (event_flag(events, "insert", TRUE)) with_event_times(times, planned) else times
  list(spec = spec, times = times)
}

check_events <- function(events) {
  if (is.null(events)) return(list())
  if (!is.list(events))
    input_error("`events' must be NULL or a list, not ", shown(events))
  if (!is_named(events))
    input_error("all elements of `events' must be named")
  names(events)[names(events) == "times"] <- "time"
  warn_unknown(events, event_names, "events")
  events
}

event_flag <- function(events, name, default = FALSE) {
  value <- events[[name]]
  if (is.null(value)) return(default)
  if (is.numeric(value) && length(value) == 1L && value %in% 0:1) value <- value == 1
  check_flag(value, paste0("events$", name))
}

event_choice <- function(events, name, choices) {
  value <- events[[name]]
  if (is.null(value)) return(choices[1L])
  if (!is.character(value) || length(value) != 1L || !value %in% choices)
    input_error("`events$", name, "' must be one of ",
                paste(dQuote(choices, FALSE), collapse = ", "), ", not ", shown(value))
  value
}

event_number <- function(events, name, default, least, most = Inf, whole = TRUE) {
  value <- events[[name]]
  if (is.null(value)) return(default)
  if (!is.numeric(value) || length(value) != 1L || is.na(value) || value < least ||
      value > most || whole && value != floor(value))
    input_error("`events$", name, "' must be a ", if (whole) "whole ", "number >= ", least,
                if (is.finite(most)) paste(" and <=", most), ", not ", shown(value))
  if (whole) min(as.double(value), 1e15) else as.double(value)
}

# One value per root function; a single one is for all.
per_function <- function(x, n, name, allowed = NULL) {
  if (is.null(x)) return(numeric(n))
  if (!is.numeric(x) || anyNA(x) || !length(x) %in% c(1L, n))
    input_error("`events$", name, "' must be numeric, of length 1 or of the number of root ",
                "functions (", n, "), not ", shown(x))
  if (!is.null(allowed) && !all(x %in% allowed))
    input_error("`events$", name, "' must hold ", paste(allowed, collapse = ", "), ", not ",
                shown(x))
  if (is.null(allowed) && any(x < 0))
    input_error("`events$", name, "' must not be negative, but ", first_bad(x < 0, x, name))
  rep_len(as.double(x), n)
}

terminal_roots <- function(indices, n) {
  if (is.null(indices)) return(integer(n))
  if (!is.numeric(indices) || !all(indices %in% c(0, seq_len(n))))
    input_error("`events$terminalroot' must hold numbers of root functions, 1 to ", n, ", not ",
                shown(indices))
  as.integer(seq_len(n) %in% indices)
}

# ---- root functions and actions ----------------------------------------------------------------

has_formal <- function(f, name) name %in% names(formals(f))

root_functions <- function(args, y, t0, dots) {
  rootfunc <- args$rootfunc
  if (is.null(rootfunc)) return(NULL)
  if (is_compiled(rootfunc)) return(compiled_root_functions(args))
  if (!is.function(rootfunc))
    input_error("`rootfunc' must be a function or character vector, not ", shown(rootfunc))
  if (!check_flag(args$ynames, "ynames")) y <- unname(y)
  uses_dy <- has_formal(rootfunc, "dy")
  extra <- if (uses_dy) list(dy = y * 0)
  value <- do.call(rootfunc, c(list(t0, y, args$parms), extra, dots), quote = TRUE)
  if (!is.numeric(value) && !is.logical(value) || is.matrix(value))
    input_error("root function 'rootfunc' must return a vector of numbers, not ", shown(value))
  if (length(value) == 0L)
    input_error("root function 'rootfunc' must return at least one number")
  # with y' still unknown, only the length can be judged
  if (anyNA(value) && !uses_dy)
    input_error("root function ", which(is.na(value))[1L], " of 'rootfunc' is not a number at ",
                "the initial time ", format(t0))
  list(kind = "r", count = length(value), uses_dy = uses_dy, names = names(y),
       functions = list(rootfunc = rootfunc), frame = callback_frame(args$parms, dots))
}

compiled_root_functions <- function(args) {
  if (!is_compiled(args$func) && !is_compiled(args$res) &&
      !inherits(args$func, "deSolve.symbols"))
    input_error("If 'rootfunc' is dynloaded, so must 'func' be")
  nroot <- args$nroot
  if (is.null(nroot) || is.numeric(nroot) && identical(as.double(nroot), 0))
    input_error("if 'rootfunc' is specified in a DLL, then 'nroot' should be > 0")
  nroot <- check_integer(nroot, "nroot", most = 1e6)
  uses_dy <- is.character(args$rootfunc) && grepl("rootdy$", args$rootfunc)
  list(kind = "native", count = nroot, uses_dy = uses_dy,
       address = native_address(args$rootfunc, args$dllname, "root function not loaded "))
}

# The call of an action: an R function, compiled code, or NULL.
event_action <- function(f, args, y, dots, what) {
  if (is.null(f)) return(NULL)
  if (is_compiled(f)) {
    if (is.character(f) && is.null(args$dllname))
      input_error("'dllname' should be given if '", what, "' is a string")
    return(list(kind = "native",
                address = native_address(f, args$dllname, paste0("'", what,
                                                                 "' should be loaded "))))
  }
  if (!is.function(f)) input_error("`", what, "' must be a function or character vector, not ",
                                   shown(f))
  if (!check_flag(args$ynames, "ynames")) y <- unname(y)
  list(kind = "r", uses_iroot = has_formal(f, "iroot"), names = names(y),
       functions = list(eventfunc = f), frame = callback_frame(args$parms, dots))
}

# ---- events at planned times -------------------------------------------------------------------

# A list with `times` and, if they come from a data frame, `data`; NULL if there are none.
planned_events <- function(events, y, times) {
  if (is.null(events$data) && is.null(events$func)) return(NULL)
  data <- if (!is.null(events$data)) event_data(events$data, y, times)
  function_times <- if (is.null(events$func)) numeric() else event_times(events$time, times)
  planned <- list(times = sort(unique(c(data$time, function_times))), data = data,
                  function_times = function_times)
  if (length(planned$times) > 0L) planned
}

event_times <- function(time, times) {
  if (is.null(time)) return(numeric())
  if (!is.numeric(time)) input_error("`events$time' must be numeric, not ", shown(time))
  bad <- !is.finite(time)
  if (any(bad)) input_error("`events$time' must be finite, but ", first_bad(bad, time, "time"))
  if (is.unsorted(time)) warning("Time of events ('events$time') was not ordered.", call. = FALSE)
  time <- as.double(time)
  time[time >= min(times) & time <= max(times)]
}

event_data <- function(data, y, times) {
  if (is.matrix(data)) data <- as.data.frame(data)
  columns <- c("var", "time", "value", "method")
  if (!is.data.frame(data) || !all(columns %in% names(data)))
    input_error("structure of events does not match specification, see help('events'): ",
                "`events$data' must be a data frame with the columns var, time, value, method")
  data <- data[columns]
  data$var <- event_variables(data$var, y)
  for (name in c("time", "value")) {
    if (!is.numeric(data[[name]]))
      input_error("column '", name, "' of `events$data' must be numeric")
    if (any(!is.finite(data[[name]])))
      input_error("column '", name, "' of `events$data' must be finite, but ",
                  first_bad(!is.finite(data[[name]]), data[[name]], name))
  }
  data$method <- event_methods(data$method)
  if (is.unsorted(data$time)) {
    warning("Time of events ('time' column of 'events') was not ordered.", call. = FALSE)
    data <- data[order(data$time), ]
  }
  as.list(data[data$time >= min(times) & data$time <= max(times), ])
}

event_variables <- function(var, y) {
  if (is.numeric(var)) {
    if (!all(var %in% seq_along(y)))
      input_error("unknown state variable in 'event': ",
                  paste(var[!var %in% seq_along(y)], collapse = ", "),
                  "; there are ", length(y))
    return(as.integer(var))
  }
  var <- as.character(var)
  position <- match(var, names(y))
  if (anyNA(position))
    input_error("unknown state variable in 'event': ",
                paste(unique(var[is.na(position)]), collapse = ", "))
  position
}

event_methods <- function(method) {
  if (is.factor(method)) method <- as.character(method)
  code <- if (is.character(method)) charmatch(method, c("replace", "add", "multiply")) else method
  if (!is.numeric(code) || !all(code %in% 1:3))
    input_error("unknown method in 'event': ", shown(unique(method[!code %in% 1:3])),
                ", should be one of 'replace', 'add', 'multiply'")
  as.integer(code)
}

# Event times become output times; output times that differ from them by rounding only give way.
with_event_times <- function(times, planned) {
  if (is.null(planned) || all(planned$times %in% times)) return(times)
  warning("Not all event times 'events$time", if (is.null(planned$data)) "' are" else "s' were",
          " in output 'times' so they are automatically included.", call. = FALSE)
  nearest <- planned$times[findInterval(times, c(-Inf, midpoints(planned$times)))]
  scale <- pmax(abs(times), abs(nearest))
  near <- times != nearest & abs(times - nearest) < 10 * .Machine$double.eps * scale
  # the initial and the last time are where they are
  near[c(1L, length(near))] <- FALSE
  if (any(near))
    warning("Some time steps were very close to events - only the event times are used in these ",
            "cases.", call. = FALSE)
  sort(unique(c(times[!near], planned$times)), decreasing = times[1L] > times[length(times)])
}

midpoints <- function(x) x[-1L] - diff(x) / 2

# ---- the result --------------------------------------------------------------------------------

# Attributes of the result, with the names and shapes of deSolve, and more. `found`: from C++.
root_attributes <- function(found, spec) {
  if (is.null(spec$functions)) return(NULL)
  n <- length(found$t)
  more <- list(indroots = found$fired, dirroot = found$direction, valrootafter = found$after,
               nge = found$evaluations)
  if (!spec$root) {
    stopped <- if (n > 0L) list(iroot = found$fired[, 1L], troot = found$t[1L])
    return(c(stopped, if (n > 0L) list(valroot = found$before), more["nge"]))
  }
  kept <- seq_len(min(n, spec$maxroot))
  if (n > spec$maxroot)
    warning("there were ", n, " roots, more than events$maxroot = ", spec$maxroot,
            "; only the first ones are in the attributes", call. = FALSE)
  more$indroots <- found$fired[, kept, drop = FALSE]
  more$dirroot <- found$direction[kept]
  more$valrootafter <- found$after[, kept, drop = FALSE]
  c(list(troot = found$t[kept], nroot = n, valroot = found$before[, kept, drop = FALSE],
         indroot = last_fired(more$indroots)), more)
}

# The highest function that fired, event by event.
last_fired <- function(fired)
  vapply(seq_len(ncol(fired)), function(k) max(which(fired[, k] == 1L)), 1L)
