# Runs the test files named as arguments (all if none are), for tools/valgrind.sh: one line per file
# with the time it took. What valgrind has to say goes to its own log.
files <- commandArgs(TRUE)
Sys.setenv(NOT_CRAN = "true")
suppressPackageStartupMessages({
  library(testthat)
  library(deTestSet)
})
if (length(files) == 0L) files <- list.files("tests/testthat", "^test-.*[.]R$")
for (file in files) {
  start <- proc.time()[["elapsed"]]
  results <- as.data.frame(test_file(file.path("tests/testthat", file), package = "deTestSet",
                                     reporter = "silent", load_package = "none",
                                     env = new.env(parent = asNamespace("deTestSet"))))
  cat(sprintf("%-34s %4d passed, %d failed, %d skipped, %6.0f s\n", file, sum(results$passed),
              sum(results$failed) + sum(results$error), sum(results$skipped),
              proc.time()[["elapsed"]] - start))
}
