#' Mixed error significant correct digits
#'
#' `mescd()` measures how many digits of a solution are correct at the end of the interval of a
#' test problem, with the mixed relative-absolute error that the tolerances of the run ask for.
#'
#' \deqn{\mathrm{mescd} = -\log_{10}\max_i \frac{|y_i-\hat y_i|}{atol_i/rtol_i + |\hat y_i|}}{
#'   mescd = -log10 max |y - ref| / (atol/rtol + |ref|)}
#'
#' where \eqn{\hat y}{ref} is the reference solution. All components count, except for the slider
#' crank (the first seven). A solution that ends elsewhere than at the end of the problem's interval
#' (relative difference \eqn{10^{-10}}{1e-10} or more) cannot be judged.
#'
#' @param out solution of a test problem: a matrix of class `deSolve`.
#' @param reference name of the problem, an object made by [testproblem()], or a numeric vector with
#'   the correct values at the last time of `out`. If missing, the value that the problem's function
#'   has left in `out` is returned.
#' @param atol,rtol tolerances of the run, scalars or one per component.
#' @param components which components count; `NULL`: those of the problem.
#' @return The number of digits, or `NULL` if `out` does not end where the reference is known.
#' @seealso [reference()], and the functions of the problems, which print the measure.
#' @examples
#' out <- vdpol(printmescd = FALSE)
#' mescd(out, "vdpol")
#' # how accurate is y1 alone?
#' mescd(out, "vdpol", components = 1)
#' @export
mescd <- function(out, reference, atol = 1e-6, rtol = 1e-6, components = NULL) {
  if (missing(reference)) return(attr(out, "mescd"))
  if (is.character(reference)) reference <- problem_info(check_problem_name(reference))
  if (is.list(reference)) {
    if (!ends_at(out, reference$tend)) return(NULL)
    info <- problem_info(reference$name)
    if (is.null(components) && length(info$mescd) > 0) components <- info$mescd
    reference <- info$reference$best
  }
  correct_digits(out[nrow(out), 1 + seq_along(reference)], reference, atol, rtol, components)
}

ends_at <- function(out, tend) {
  nrow(out) > 0 && abs(out[nrow(out), 1] - tend) / (1 + abs(tend)) < 1e-10
}

correct_digits <- function(y, reference, atol, rtol, components = NULL) {
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
