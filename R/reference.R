#' Reference solutions of the test problems
#'
#' `reference()` returns the solution of a test problem at the end of its interval, for the default
#' parameters and initial values, as published in the test set.
#'
#' How the values were computed and how far they could be confirmed by an independent method is
#' told by `testproblem(name)$reference`; the column `digits` of [testset()] gives a summary. Some
#' limits are worth knowing: `twobit` is good to about 5 digits, `wheelset` to 6; the published
#' values of `E5` deviate from the exact solution by 7e-4 relative in the second and third
#' component, which the mixed error sees beyond 7 digits only (`testproblem("E5")$reference$best`
#' holds better ones, and these are used by [mescd()]); those of `pump` are from the closed form of
#' the solution, as the published current is wrong in the sixth digit.
#'
#' @param name name of the problem.
#' @return A numeric vector; for `hires` with names.
#' @seealso [testset()], [mescd()].
#' @examples
#' reference("vdpol")
#' out <- vdpol(times = c(0, 2000), printmescd = FALSE)
#' out[2, -1] - reference("vdpol")
#' @export
reference <- function(name = c("andrews", "beam", "caraxis", "crank", "E5", "emep", "fekete",
                               "vdpol", "hires", "nand", "orego", "pleiades", "pollution", "ring",
                               "rober", "transistor", "tube", "twobit", "wheelset", "medakzo",
                               "chemakzo", "pump")) {
  if (!is.character(name) || length(name) != 1) stop("specify the name of one problem")
  if (!name %in% problem_names()) stop("cannot find  ", name)
  y <- problem_info(name)$reference$y
  if (name == "hires") names(y) <- paste0("y", seq_along(y))
  y
}
