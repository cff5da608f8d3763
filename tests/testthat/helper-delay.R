# Solutions and models for the tests of delay equations.

# y'(t) = -y(t - 1), y = 1 for t <= 0, by the method of steps.
unit_delay_solution <- function(t) vapply(t, function(s) {
  k <- 0:(floor(s) + 1)
  sum((-1)^k * pmax(s - k + 1, 0)^k / factorial(k))
}, 0)

delayed_library <- local({
  loaded <- FALSE
  function() {
    if (loaded) return("delayed")
    folder <- file.path(tempdir(), "delayed-models")
    dir.create(folder, showWarnings = FALSE)
    file.copy(test_path("models", "delayed.c"), folder, overwrite = TRUE)
    old <- setwd(folder)
    on.exit(setwd(old))
    output <- suppressWarnings(system2(file.path(R.home("bin"), "R"),
                                       c("CMD", "SHLIB", "delayed.c"), stdout = TRUE, stderr = TRUE))
    library_file <- file.path(folder, paste0("delayed", .Platform$dynlib.ext))
    if (!file.exists(library_file)) stop(paste(output, collapse = "\n"))
    dyn.load(library_file)
    loaded <<- TRUE
    "delayed"
  }
})

max_error <- function(out, exact) max(abs(unclass(out)[, 2] - exact))
