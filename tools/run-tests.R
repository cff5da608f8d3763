# Runs all tests against the installed package and adds the tests of the core without R, whose log
# is the argument. The last line is "N passed, N failed, N skipped".
log <- commandArgs(TRUE)
Sys.setenv(NOT_CRAN = "true")
suppressPackageStartupMessages({
  library(testthat)
  library(deTestSet)
})
results <- as.data.frame(test_dir("tests/testthat", package = "deTestSet", reporter = "summary",
                                  stop_on_failure = FALSE, load_package = "none",
                                  env = new.env(parent = asNamespace("deTestSet"))))
passed <- sum(results$passed)
failed <- sum(results$failed) + sum(results$error)
skipped <- sum(results$skipped)

if (length(log) > 0L) {
  lines <- readLines(log[1L])
  counts <- regmatches(lines, regexec("^(.*): ([0-9]+) passed, ([0-9]+) failed$", lines))
  counts <- Filter(length, counts)
  bad <- grep("FAILED|error|Error", lines, value = TRUE)
  if (length(bad) > 0L || length(counts) == 0L) cat("\ncore tests without R:", tail(lines, 40), sep = "\n")
  passed <- passed + sum(vapply(counts, function(x) as.numeric(x[3L]), 0))
  cpp_failed <- sum(vapply(counts, function(x) as.numeric(x[4L]), 0))
  failed <- failed + max(cpp_failed, length(counts) == 0L || any(grepl("\\*\\*\\* \\[", lines)))
}
cat(sprintf("\n%d passed, %d failed, %d skipped\n", passed, failed, skipped))
quit(status = as.integer(failed > 0))
