# Diagnostics of a run: what deSolve prints, with sentences for our return codes.

istate_texts <- c(
  "return code",
  "steps, accepted and rejected",
  "function evaluations",
  "Jacobians",
  "order of the last step",
  "order of the next step",
  "component with the largest error at the failure",
  "real work space",
  "integer work space",
  "LU factorisations",
  "Newton iterations",
  "convergence failures of the Newton iteration",
  "rejected steps",
  "Jacobians and LU factorisations",
  "method of the last step (1 nonstiff, 2 stiff)",
  "method of the next step (1 nonstiff, 2 stiff)",
  "nonzeros of the sparse Jacobian",
  "highest order of the method",
  "convergence failures of the linear iteration",
  "linear iterations",
  "calls of the preconditioner")

rstate_texts <- c(
  "last step size",
  "next step size",
  "time reached",
  "factor by which the tolerances should grow",
  "time of the last change of method")

count_texts <- c(
  accepted = "accepted steps",
  nfev_jac = "function evaluations for difference quotients",
  nfev_out = "function evaluations for output variables only",
  solves = "back-substitutions", order_changes = "changes of order",
  root_evaluations = "root function evaluations", roots = "roots", restarts = "restarts")

#' Diagnostics of a solver run
#'
#' Prints how an integration went: why it ended, in a sentence, and the counters of the run. It is
#' the method of deSolve's \code{\link[deSolve]{diagnostics}} for results of this package; the
#' layout and the value are those of deSolve.
#'
#' @param obj a result of one of the solvers of this package.
#' @param Full if `TRUE`, all 21 elements of the integer state are shown, otherwise only those that
#'   mean something for the method.
#' @param ... not used.
#'
#' @return Invisibly a list with the attributes `istate` and `rstate`, as deSolve's function.
#'
#' @details The return code is the first element of `attr(obj, "istate")`:
#' \tabular{rl}{
#'   2 \tab the last output time was reached \cr
#'   3 \tab a root stopped the integration \cr
#'   4 \tab `radar5`: the solution of a delay equation ceases to exist \cr
#'   5 \tab `radar5`: the solution of a delay equation is not unique any more \cr
#'   -1 \tab illegal input found while running, e.g. values that are not finite at the start \cr
#'   -2 \tab more than `maxsteps` steps between two output times \cr
#'   -3 \tab the step size became too small \cr
#'   -4 \tab explicit methods: the problem is stiff, by the eigenvalue test; implicit methods: the
#'     iteration matrix is repeatedly singular \cr
#'   -5 \tab `cashkarp`: the problem is stiff, by the error test; implicit methods: the Newton
#'     iteration repeatedly failed \cr
#'   -6 to -9 \tab `cashkarp`: the conditioning test stopped the run; -6 of `radar5`: a delayed
#'     argument is ahead of the time \cr
#'   -10 \tab interrupted by the user, or the time limit was reached \cr
#'   -11 \tab the model returned values that are not finite, however small the step \cr
#'   -12 \tab the tolerances are too small for the arithmetic \cr
#'   -13 \tab events accumulate, see [events-and-roots] \cr
#'   -14 \tab more than `maxevents` events
#' }
#' `attr(obj, "message")` has the same as a sentence, `attr(obj, "counts")` all counters by name,
#' among them the split of the function evaluations (`nfev_jac`, `nfev_out`).
#'
#' @examples
#' oscillator <- function(t, y, parms) list(c(y[2], -y[1]))
#' out <- dopri853(c(1, 0), 0:10, oscillator, NULL)
#' diagnostics(out)
#' @method diagnostics detestset
#' @export
diagnostics.detestset <- function(obj, Full = FALSE, ...) {
  istate <- attr(obj, "istate")
  rstate <- attr(obj, "rstate")
  counts <- attr(obj, "counts")
  cat("\n--------------------\n", attr(obj, "type"), " return code\n--------------------\n", sep = "")
  cat("\n  return code (idid) = ", istate[1L], "\n  ", attr(obj, "message"), "\n", sep = "")
  cat("\n--------------------\nINTEGER values\n--------------------\n\n")
  shown <- if (Full) seq_along(istate) else which(!is.na(istate))
  for (i in shown) cat(sprintf("%4d  %s: %s\n", i, istate_texts[i], format(istate[i])))
  present <- intersect(names(count_texts), names(counts)[counts > 0])
  for (name in present) cat(sprintf("      %s: %s\n", count_texts[[name]], format(counts[[name]])))
  cat("\n--------------------\nRSTATE values\n--------------------\n\n")
  for (i in which(!is.na(rstate)))
    cat(sprintf("%4d  %s: %s\n", i, rstate_texts[i], format(rstate[i], digits = 7)))
  print_conditioning(attr(obj, "conditioning"))
  print_delays(obj)
  print_roots(obj)
  invisible(list(istate = istate, rstate = rstate))
}

print_conditioning <- function(conditioning) {
  if (is.null(conditioning)) return(invisible())
  cat("\n--------------------\nCONDITIONING\n--------------------\n\n")
  print(conditioning)
}

print_delays <- function(obj) {
  points <- attr(obj, "breakpoints")
  if (is.null(points)) return(invisible())
  cat("\n--------------------\nDELAYS\n--------------------\n\n")
  cat("      full Newton iterations: ", attr(obj, "nfull"), "\n", sep = "")
  cat("      breaking points: ", sum(points$kind == "computed"), " computed, ",
      sum(points$kind == "prescribed"), " prescribed\n", sep = "")
  end <- attr(obj, "termination")
  if (!is.null(end))
    cat("      the solution ", if (end$type == "not unique") "is not unique beyond" else
          "ceases to exist at", " t = ", format(end$t, digits = 12), ", where delay ", end$lag,
        " meets t = ", format(end$parent, digits = 12), "\n", sep = "")
}

print_roots <- function(obj) {
  nroot <- attr(obj, "nroot")
  if (is.null(nroot) && is.null(attr(obj, "iroot"))) return(invisible())
  cat("\n--------------------\nROOT\n--------------------\n\n")
  if (!is.null(attr(obj, "iroot")))
    cat("root found at time", format(attr(obj, "troot")), "for root equation",
        which(attr(obj, "iroot") != 0), "\n")
  else
    cat(nroot, "roots found, at times", format(attr(obj, "troot")), "\n")
}

# The blocks that `verbose = TRUE` prints before the run.
print_settings <- function(method, spec, args) {
  cat("\n--------------------\nTime settings\n--------------------\n\n")
  cat("  From", format(spec$times[1L]), "to", format(spec$times[length(spec$times)]), "with",
      length(spec$times), "output times\n")
  cat("\n--------------------\nIntegration settings\n--------------------\n\n")
  main <- if (is.null(args$res)) "func" else "res"
  if (spec$model$kind %in% c("r", "r_residual"))
    cat("  Model function an R-function:", main, "\n")
  else if (spec$model$kind == "builtin")
    cat("  Model function a problem of the catalogue:", args$func$name, "\n")
  else
    cat("  Model function a DLL:", if (is.character(args[[main]])) args[[main]], "\n")
  has_jacobian <- !is.null(args$jacfunc) || !is.null(args$jacres)
  cat("  Jacobian", if (has_jacobian) "specified" else "not specified", "\n")
  cat("\n--------------------\nIntegration method\n--------------------\n\n  ", method, "\n")
}
