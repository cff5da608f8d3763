# A page in the browser to try problems, methods and tolerances.

#' Explore problems and methods in the browser
#'
#' Opens a page on which a problem of the catalogue, methods and tolerances can be chosen. It shows the
#' solution, the error of each method along it, and the work-precision diagram. The page shows, too,
#' which calls of [workprecision()], [compare()] and [testproblem()] give the same.
#'
#' @param ... arguments of `shiny::runApp()`, such as `port` or `launch.browser`.
#' @return Nothing; the function returns when the page is closed.
#' @details Needs package shiny.
#' @seealso [compare()], [workprecision()], [testset()].
#' @examples
#' if (interactive()) explore()
#' @export
explore <- function(...) {
  if (!requireNamespace("shiny", quietly = TRUE))
    stop("explore() needs package shiny: install.packages(\"shiny\")", call. = FALSE)
  invisible(shiny::runApp(system.file("shiny", package = "deTestSet"), ...))
}
