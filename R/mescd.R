#' Mixed error significant correct digits
#'
#' `mescd()` measures how many digits of a solution are correct, with the mixed relative-absolute
#' error that the tolerances of the run ask for: at the end of the interval of a test problem, or
#' over all output points against a reference trajectory.
#'
#' \deqn{\mathrm{mescd} = -\log_{10}\max_i \frac{|y_i-\hat y_i|}{atol_i/rtol_i + |\hat y_i|}}{
#'   mescd = -log10 max |y - ref| / (atol/rtol + |ref|)}
#'
#' where \eqn{\hat y}{ref} is the reference solution. All components count, except for the slider
#' crank (the first seven). A solution that ends elsewhere than at the end of the problem's interval
#' (relative difference \eqn{10^{-10}}{1e-10} or more) cannot be judged.
#'
#' With a trajectory as reference the maximum is taken over all output points, too, as Mazzia, Cash
#' and Soetaert (2012) do in their work-precision diagrams. Each time of `out` must be a time of the
#' reference; a run that failed cannot be judged.
#'
#' @param out solution of a test problem: a matrix of class `deSolve`.
#' @param reference name of the problem, an object made by [testproblem()], or a numeric vector with
#'   the correct values at the last time of `out`, or a trajectory: a matrix with the times in its
#'   first column, for instance made by [`reference(name, times)`][reference()] or by a solver with
#'   tight tolerances. If missing, the value that the problem's function has left in `out` is
#'   returned.
#' @param atol,rtol tolerances of the run, scalars or one per component.
#' @param components which components count; `NULL`: those of the problem.
#' @return The number of digits, or `NULL` if `out` does not end where the reference is known.
#' @references
#' Mazzia, F., Cash, J.R., Soetaert, K. (2012) A test set for stiff initial value problem solvers
#' in the open source software R: package deTestSet. J. Comput. Appl. Math. 236, 4119-4131.
#' \doi{10.1016/j.cam.2012.03.014}
#' @seealso [reference()], and the functions of the problems, which print the measure.
#' @examples
#' out <- vdpol(printmescd = FALSE)
#' mescd(out, "vdpol")
#' # how accurate is y1 alone?
#' mescd(out, "vdpol", components = 1)
#'
#' # over all output points
#' out <- vdpol(times = 0:30, parms = list(mu = 1), method = dopri5)
#' mescd(out, reference("vdpol", times = 0:30, parms = list(mu = 1)))
#' @export
mescd <- function(out, reference, atol = 1e-6, rtol = 1e-6, components = NULL) {
  if (missing(reference)) return(attr(out, "mescd"))
  check_solution(out)
  if (is.character(reference)) reference <- problem_info(check_problem_name(reference))
  if (inherits(reference, "testproblem")) check_problem_object(reference, "reference")
  if (!is.numeric(reference) && !is.list(reference))
    input_error("`reference' must be the name of a problem, a vector or a matrix, not ",
                shown(reference))
  if (is.list(reference)) {
    if (is.null(reference$name) || is.null(reference$collection))
      input_error("`reference' must be a problem made by testproblem(), or numbers, not ",
                  shown(reference))
    if (reference$collection == "roots" && is.null(components))
      return(end_digits(out, testproblem(reference$name), rtol, atol))
    info <- problem_info(reference$name)
    if (!ends_at(out, reference$tend) && !stops_at_end(out, info)) return(NULL)
    if (is.null(components) && length(info$mescd) > 0) components <- info$mescd
    reference <- info$reference$best
  }
  if (is.matrix(reference) && (ncol(reference) < 2L || nrow(reference) < 1L ||
                               any(!is.finite(reference[, 1L]))))
    input_error("a matrix `reference' must have the times in its first column and at least one ",
                "more; it has ", nrow(reference), " rows and ", ncol(reference), " columns")
  count <- if (is.matrix(reference)) min(ncol(out), ncol(reference)) - 1L else length(reference)
  check_components(components, count)
  check_tolerance(atol, "atol", count)
  check_tolerance(rtol, "rtol", count)
  if (is.matrix(reference)) return(trajectory_digits(out, reference, atol, rtol, components))
  if (length(reference) == 0L || length(reference) >= ncol(out))
    input_error("`reference' has ", length(reference), " values, but the solution has ",
                ncol(out) - 1L)
  correct_digits(out[nrow(out), 1 + seq_along(reference)], reference, atol, rtol, components)
}

check_components <- function(components, n) {
  if (is.null(components)) return(invisible())
  if (!is.numeric(components) || length(components) == 0L || !all(components %in% seq_len(n)))
    input_error("`components' must be numbers of components, 1 to ", n, ", not ",
                shown(components))
}

trajectory_digits <- function(out, reference, atol, rtol, components) {
  if (isTRUE(attr(out, "istate")[1] < 0)) return(NULL)
  row <- vapply(out[, 1], function(t) which.min(abs(reference[, 1] - t)), 0L)
  if (any(abs(reference[row, 1] - out[, 1]) > 1e-10 * (1 + abs(out[, 1]))))
    stop("the solution has times that the reference does not have", call. = FALSE)
  columns <- seq(2, length.out = min(ncol(out), ncol(reference)) - 1)
  digits <- vapply(seq_len(nrow(out)), function(i)
    correct_digits(out[i, columns], reference[row[i], columns], atol, rtol, components), 0)
  min(digits)
}

ends_at <- function(out, tend) {
  nrow(out) > 0 && abs(out[nrow(out), 1] - tend) / (1 + abs(tend)) < 1e-10
}

# Did the run stop where the solution of a delay problem ends?
stops_at_end <- function(out, info) {
  stop <- info$delay$tstop
  !is.null(stop) && !is.na(stop) && attr(out, "istate")[1] %in% 4:5 &&
    abs(out[nrow(out), 1] - stop) < 1e-3
}

correct_digits <- function(y, reference, atol, rtol, components = NULL) {
  reference <- as.vector(reference)
  error <- abs(as.vector(y) - reference)
  mixed <- ifelse(error == 0, 0, error / (atol / rtol + abs(reference)))
  if (!is.null(components)) mixed <- mixed[components]
  -log10(max(mixed))
}

# Prints the report of a run and returns the solution with its attribute `mescd`; both only if the
# solution reaches the end of the problem's interval.
report_mescd <- function(out, info, atol, rtol) {
  digits <- mescd(out, info, atol, rtol)
  if (is.null(digits)) return(out)
  cat(info$fullname, "\n")
  cat("Solved with", attr(out, "type"), "\n")
  cat("Using rtol = ", sep = "")
  cat(rtol)
  cat(", atol=")
  cat(atol, "\n")
  only_seven <- identical(info$mescd, 1:7)
  cat("Mixed error significant digits", if (only_seven) " (first seven components)", ": \n",
      sep = "")
  cat(digits, "\n")
  attr(out, "mescd") <- digits
  out
}
