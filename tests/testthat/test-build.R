# The list of objects in src/Makevars is complete.

test_that("every source file is in the build list, and every listed one exists", {
  src <- test_path("..", "..", "src")
  skip_if_not(file.exists(file.path(src, "Makevars")), "sources are not here")
  sources <- list.files(src, pattern = "\\.cpp$", recursive = TRUE)
  text <- paste(readLines(file.path(src, "Makevars")), collapse = " ")
  listed <- regmatches(text, gregexpr("[A-Za-z0-9_/]+\\.o", text))[[1]]
  expect_setequal(sub("\\.o$", ".cpp", listed), sources)
})

test_that("only the bindings include headers of R", {
  src <- test_path("..", "..", "src")
  skip_if_not(file.exists(file.path(src, "Makevars")), "sources are not here")
  rooms <- file.path(src, c("core", "linalg", "consistent", "integrators", "driver", "delay", "problems"))
  files <- list.files(rooms, pattern = "\\.[ch]pp$", recursive = TRUE, full.names = TRUE)
  includes <- lapply(files, function(f) grep("#include", readLines(f), value = TRUE))
  expect_false(any(grepl("Rcpp|<R\\.h>|Rinternals|R_ext|\"r/", unlist(includes))))
})
