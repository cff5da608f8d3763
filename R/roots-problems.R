# The runner of the problems with event functions (collection "roots"): solves one, compares the
# roots found with those of the exact solution, and reports.

run_root_problem <- function(name, method = NULL, times = NULL, yini = NULL, parms = list(),
                             printmescd = TRUE, rtol = 1e-6, atol = NULL, maxsteps = 1e5,
                             events = list(), ...) {
  check_flag(printmescd, "printmescd")
  problem <- testproblem(name, parms)
  roots <- problem$roots
  times <- if (is.null(times)) seq(problem$t0, problem$tend, length.out = 101) else
    check_times(times)
  if (!is.numeric(rtol) || length(rtol) != 1L)
    input_error("`rtol' must be one number, not ", shown(rtol))
  if (is.null(atol)) atol <- problem_atol(problem$name, rtol)
  check_initial(yini, "yini", "state variable", problem$n)
  if (!is.null(yini)) problem$y[] <- yini
  if (is.null(method)) method <- if (roots$stiff) "bimd" else "dopri853"
  solver <- find_solver(method)
  control <- c(list(rtol = rtol, atol = atol, maxsteps = maxsteps), list(...))
  out <- if (solver$home == "ours") {
    call_with_builtin_roots(solver, problem, times, control, events)
  } else {
    call_with_event_closures(solver, problem, times, control, events)
  }
  if (!is.null(yini) || length(parms) > 0 || times[1] != problem$t0) return(out)
  out <- judge_roots(out, problem, solver, times, rtol, atol)
  if (printmescd) report_roots(out, problem, rtol, atol)
  out
}

# ---- calling the solver ------------------------------------------------------------------------

# Our own solvers take event functions, actions and options from the problem.
call_with_builtin_roots <- function(solver, problem, times, control, events) {
  if (length(events) > 0) control$events <- events
  do.call(solver$fun, c(list(y = problem$y, times = times, func = problem, parms = NULL), control),
          quote = TRUE)
}

# The solvers of deSolve, and those we do not know, get R functions that share one mode.
call_with_event_closures <- function(solver, problem, times, control, events) {
  label <- solver$name %||% "the solver"
  if (solver$home == "ode" || (problem$roots$nroot > 0 && !takes(solver, "rootfunc")))
    stop(label, " finds no roots and cannot solve problem '", problem$name, "'", call. = FALSE)
  system <- event_closures(problem)
  args <- c(list(y = problem$y, times = times, func = system$func, parms = NULL), control)
  if (problem$roots$nroot > 0) {
    args$rootfunc <- system$rootfunc
    defaults <- list(func = system$eventfunc, root = TRUE, maxroot = 10000)
    if (length(problem$roots$terminal) > 0) defaults$terminalroot <- problem$roots$terminal
    args$events <- utils::modifyList(defaults, as.list(events))
  }
  do.call(solver$fun, args, quote = TRUE)
}

# func, rootfunc and eventfunc in deSolve's calling sequence, with one mode: it changes when
# eventfunc is called.  deSolve does not tell which function fired: those whose sign has changed
# since the last event; if none has, the one nearest to zero, measured by its largest value.
event_closures <- function(problem) {
  system <- event_system(problem$name, problem$parms)
  n <- problem$roots$nroot
  known <- numeric(n)
  largest <- numeric(n)
  values <- function(t, y) {
    g <- event_system_roots(system, t, y)
    largest <<- pmax(largest, abs(g))
    g
  }
  fired <- function(g) {
    changed <- g != 0 & known != 0 & sign(g) != known
    if (any(changed)) changed else seq_len(n) == which.min(abs(g) / largest)
  }
  list(
    func = function(t, y, parms, ...) list(event_system_rhs(system, t, y)),
    rootfunc = function(t, y, parms, ...) {
      g <- values(t, y)
      known <<- ifelse(known == 0, sign(g), known)
      g
    },
    eventfunc = function(t, y, parms, ...) {
      if (t == problem$t0) return(y)  # deSolve tries the function before the run
      action <- event_system_action(system, t, y, as.integer(fired(values(t, y))))
      known <<- sign(values(t, action$y))
      y[] <- action$y
      y
    })
}

# ---- judging the roots -------------------------------------------------------------------------

# Leaves the comparison with the reference in the attributes `roots` (one row per root),
# `rootsummary` (one row) and `mescd`.
judge_roots <- function(out, problem, solver, times, rtol, atol) {
  found <- found_roots(out, problem, times)
  table <- match_roots(found, expected_roots(problem, times), problem, solver, rtol)
  attr(out, "roots") <- table
  attr(out, "rootsummary") <- summarise_roots(table, out, problem)
  attr(out, "mescd") <- end_digits(out, problem, rtol, atol)
  out
}

# Times and functions of the roots that the solver reports.
found_roots <- function(out, problem, times) {
  t <- attr(out, "troot")
  if (is.null(t)) t <- numeric()
  all <- attr(out, "indroots")
  functions <- if (!is.null(all)) lapply(seq_along(t), function(k) which(all[, k] != 0)) else
    as.list(attr(out, "indroot"))[seq_along(t)]
  # radau ends at a terminal root, but does not list it
  last <- out[nrow(out), 1]
  stopped <- length(problem$roots$terminal) > 0 && last != times[length(times)] &&
    isTRUE(attr(out, "istate")[1] >= 0)
  if (is.null(all) && stopped && !isTRUE(abs(t[length(t)] - last) <= 1e-12 * abs(last))) {
    t <- c(t, last)
    functions <- c(functions, list(problem$roots$terminal[1]))
  }
  list(t = as.vector(t), functions = functions)
}

# The roots of the exact solution that a run over these times should report; `needed`: all but
# those at the end, where rounding decides.
expected_roots <- function(problem, times) {
  list <- problem$roots$list
  here <- list$t >= min(times) & list$t <= max(times) & (!list$at_start | problem$roots$startroot)
  list(t = list$t[here], functions = list$functions[here], needed = !list$at_end[here])
}

# One row per expected root with the one found for it, then the spurious ones.
match_roots <- function(found, expected, problem, solver, rtol) {
  goal <- vapply(seq_along(expected$t), function(k)
    root_goal(problem, expected$functions[[k]], expected$t[k], solver, rtol), 0)
  accumulates <- !is.na(problem$roots$accumulation)
  partner <- if (accumulates) seq_along(expected$t) else
    nearest_roots(found, expected, goal, problem)
  partner[partner > length(found$t)] <- NA
  free <- !seq_along(found$t) %in% partner
  if (accumulates) free[seq_along(free) > length(expected$t)] <- FALSE  # more follow the list
  time <- found$t[partner]
  error <- abs(time - expected$t)
  same <- mapply(function(k, p) is.na(p) || setequal(expected$functions[[k]], found$functions[[p]]),
                 seq_along(expected$t), partner)
  met <- error <= goal & (as.logical(same) | solver$home != "ours")
  rows <- data.frame(
    functions = labels_of(expected$functions), t = expected$t, found = time, error = error,
    relative = error / (rtol * pmax(1, abs(expected$t))), goal = goal, met = met,
    verdict = ifelse(!is.na(partner), "found", ifelse(expected$needed, "missed", "at the end")))
  extra <- which(free)
  rbind(rows, data.frame(
    functions = labels_of(found$functions[extra]), t = rep(NA_real_, length(extra)),
    found = found$t[extra], error = rep(NA_real_, length(extra)),
    relative = rep(NA_real_, length(extra)), goal = rep(NA_real_, length(extra)),
    met = rep(NA, length(extra)), verdict = rep("spurious", length(extra))))
}

# The number of the root found that belongs to each expected one: the nearest of the same function
# that is not taken. NA: none.
nearest_roots <- function(found, expected, goal, problem) {
  partner <- rep(NA_integer_, length(expected$t))
  for (k in seq_along(expected$t)) {
    distance <- abs(found$t - expected$t[k])
    alike <- vapply(found$functions, function(f) any(f %in% expected$functions[[k]]), NA)
    distance[!alike | seq_along(distance) %in% partner] <- Inf
    nearest <- which.min(distance)
    if (length(nearest) == 1L && distance[nearest] <= max(goal[k], reach(expected, k, problem)))
      partner[k] <- nearest
  }
  partner
}

labels_of <- function(functions) vapply(functions, paste, "", collapse = ",")

# How far from the reference a root is still taken for it: half way to the next one of the same
# functions, but not farther than a twentieth of the interval.
reach <- function(expected, k, problem) {
  same <- vapply(expected$functions, function(f) any(f %in% expected$functions[[k]]), NA)
  gaps <- abs(expected$t[same] - expected$t[k])
  min(gaps[gaps > 0] / 2, abs(problem$tend - problem$t0) / 20)
}

explicit_solvers <- c("dopri5", "dopri853", "cashkarp")

# The error that is allowed in a root time; the least of the goals of its functions.
root_goal <- function(problem, functions, t, solver, rtol) {
  roots <- problem$roots
  if (!roots$has_goal) return(Inf)
  goals <- roots$goals[functions]
  if (!is.null(roots$explicit_goal) && isTRUE(solver$name %in% explicit_solvers))
    goals <- list(roots$explicit_goal)
  min(vapply(goals, function(goal) {
    scale <- if (goal[["power"]] == 0) abs(t) else max(1, abs(t))
    goal[["factor"]] * rtol^goal[["power"]] * scale
  }, 0))
}

summarise_roots <- function(table, out, problem) {
  count <- function(verdict) sum(table$verdict == verdict)
  largest <- function(x) if (all(is.na(x))) 0 else max(x, na.rm = TRUE)
  worst <- largest(table$error / table$goal)
  nge <- attr(out, "nge")
  data.frame(expected = count("found") + count("missed"), found = count("found"),
             missed = count("missed"), spurious = count("spurious"), error = largest(table$error),
             relative = largest(table$relative), of_goal = worst,
             met = !problem$roots$has_goal ||
               (count("missed") + count("spurious") == 0 &&
                  all(table$met[table$verdict == "found"])),
             nge = if (is.null(nge)) NA else nge)
}

# Digits of the state in which the run ends: at the terminal root, or at the end of the interval.
end_digits <- function(out, problem, rtol, atol) {
  if (!is.na(problem$roots$accumulation) || isTRUE(attr(out, "istate")[1] < 0)) return(NULL)
  last <- problem$roots$list$t[length(problem$roots$list$t)]
  terminal <- length(problem$roots$list$t) > 0 &&
    any(problem$roots$list$functions[[length(problem$roots$list$t)]] %in% problem$roots$terminal)
  if (terminal && abs(out[nrow(out), 1] - last) > abs(problem$tend - problem$t0) / 20) return(NULL)
  if (!terminal && !ends_at(out, problem$tend)) return(NULL)
  correct_digits(out[nrow(out), 1 + seq_len(problem$n)], problem$reference$best, atol, rtol)
}

report_roots <- function(out, problem, rtol, atol) {
  s <- attr(out, "rootsummary")
  cat(problem$fullname, "\n")
  cat("Solved with", attr(out, "type"), "\n")
  cat("Using rtol = ", format_each(rtol), ", atol = ", abbreviated(unique(atol)), "\n", sep = "")
  cat("Roots: ", s$expected, " expected, ", s$found, " found, ", s$missed, " missed, ", s$spurious,
      " spurious\n", sep = "")
  if (s$found > 0)
    cat("Largest error of a root time: ", format(s$error, digits = 3), ", ",
        format(s$relative, digits = 3), " times the tolerance",
        if (problem$roots$has_goal) if (s$met) "; the goal is met" else "; the goal is not met",
        "\n", sep = "")
  digits <- attr(out, "mescd")
  if (!is.null(digits)) cat("Mixed error significant digits at the end: ", digits, "\n", sep = "")
}

# The closed solution at some times, in the form of a solver's result; NULL: there is none.
exact_trajectory <- function(problem, times) {
  y <- problem_exact(problem$name, times)
  if (is.null(y)) return(NULL)
  structure(cbind(times, y), dimnames = list(NULL, c("time", names(problem$y))),
            class = c("deSolve", "matrix"), type = "closed form", istate = 2L, rstate = NULL)
}

# ---- for the objects of class testproblem ------------------------------------------------------

# Adds what is known of the roots, and what our solvers look for: `nroot` and `events`.
with_roots <- function(problem) {
  problem$roots <- problem_roots(problem$name)
  problem$nroot <- problem$roots$nroot
  problem$events <- list(root = TRUE, maxroot = 10000, startroot = problem$roots$startroot)
  problem
}

describe_roots <- function(roots) {
  if (roots$nroot == 0) return("no event functions")
  paste0(roots$nroot, " event function", if (roots$nroot > 1) "s", if (roots$ydot) " (also of y')",
         ", ", if (roots$action) "with actions" else "without actions", ", ",
         length(roots$list$t), " roots")
}

plot_root_problem <- function(x, which, times, method, ...) {
  out <- run_root_problem(x$name, method, times, printmescd = FALSE)
  if (is.null(which)) which <- colnames(out)[1 + typical_variables(x)]
  if (is.numeric(which)) which <- colnames(out)[1 + which]
  plot(out, which = which, ...)
  invisible(out)
}
