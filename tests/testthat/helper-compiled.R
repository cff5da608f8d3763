# Compiles the C models of the tests once per run and loads them.

compiled_library <- local({
  loaded <- FALSE
  function() {
    if (loaded) return("forced")
    folder <- file.path(tempdir(), "compiled-models")
    dir.create(folder, showWarnings = FALSE)
    file.copy(test_path("models", "forced.c"), folder, overwrite = TRUE)
    old <- setwd(folder)
    on.exit(setwd(old))
    output <- suppressWarnings(system2(file.path(R.home("bin"), "R"),
                                       c("CMD", "SHLIB", "forced.c"), stdout = TRUE, stderr = TRUE))
    library_file <- file.path(folder, paste0("forced", .Platform$dynlib.ext))
    if (!file.exists(library_file)) stop(paste(output, collapse = "\n"))
    dyn.load(library_file)
    loaded <<- TRUE
    "forced"
  }
})
