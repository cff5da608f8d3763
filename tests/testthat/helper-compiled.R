# The C models of the tests.

# Compiles models/<name>.c once per run and loads it.
compiled_model_library <- local({
  loaded <- character()
  function(name) {
    if (name %in% loaded) return(name)
    folder <- file.path(tempdir(), "compiled-models")
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
    loaded <<- c(loaded, name)
    name
  }
})

compiled_library <- function() compiled_model_library("forced")
