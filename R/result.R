# The result object: deSolve's, with a class of our own in front for `diagnostics`. Its attributes are
# set by src/r/result.cpp; what is known on this side only is added here.

finish_result <- function(run, y, roots) {
  result <- run$matrix
  if (is_early_end(run$code)) attr(result, "message") <- end_sentence(run, y)
  for (name in names(roots)) attr(result, name) <- roots[[name]]
  result
}

state_names <- function(y) if (is.null(names(y))) as.character(seq_along(y)) else names(y)
