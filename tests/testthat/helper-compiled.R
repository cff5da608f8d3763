# Compiles the C models of the tests once per run and loads them.

# A function that compiles models/<name>.c when it is first called, and returns its name.
model_library <- function(name) {
  loaded <- FALSE
  function() {
    if (loaded) return(name)
    folder <- file.path(tempdir(), paste0(name, "-models"))
    dir.create(folder, showWarnings = FALSE)
    file.copy(test_path("models", paste0(name, ".c")), folder, overwrite = TRUE)
    old <- setwd(folder)
    on.exit(setwd(old))
    output <- suppressWarnings(system2(file.path(R.home("bin"), "R"),
                                       c("CMD", "SHLIB", paste0(name, ".c")), stdout = TRUE,
                                       stderr = TRUE))
    library_file <- file.path(folder, paste0(name, .Platform$dynlib.ext))
    if (!file.exists(library_file)) stop(paste(output, collapse = "\n"))
    dyn.load(library_file)
    loaded <<- TRUE
    name
  }
}

compiled_library <- model_library("forced")
