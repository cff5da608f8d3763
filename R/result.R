# The result object: deSolve's, with a class of our own in front for `diagnostics`.

make_result <- function(run, method, y, model) {
  counts <- run$counts
  out <- run$matrix
  attributes(out) <- c(
    list(dim = dim(out),
         dimnames = list(NULL, c("time", state_names(y), model$outnames)),
         class = c("detestset", "deSolve", "matrix"),
         istate = make_istate(run, counts), rstate = c(run$h_last, run$h_next, run$t, NA, NA),
         lengthvar = model$lengthvar, dimvar = model$dimvar, type = method,
         counts = counts, status = end_status(run$code), message = end_sentence(run, y),
         log = run$log),
    run$attributes)
  out
}

state_names <- function(y) if (is.null(names(y))) as.character(seq_along(y)) else names(y)

end_status <- function(code) {
  if (code == 2L) "success" else if (code == 3L) "root" else if (code == -10L) "interrupted" else
    "failed"
}

# The 21 counters of deSolve; NA where a method has nothing to say.
make_istate <- function(run, counts) {
  istate <- rep(NA_integer_, 21L)
  count <- function(name) as.integer(min(counts[[name]], .Machine$integer.max))
  istate[c(1L, 2L, 3L, 5L, 6L, 13L, 18L)] <-
    c(run$code, count("steps"), count("nfev"), count("order"), count("order_next"),
      count("rejected"), count("order"))
  if (run$component > 0L && run$code < 0L) istate[7L] <- run$component
  if (counts[["factorisations"]] > 0) {
    istate[c(4L, 10L, 11L, 12L)] <- c(count("jacobians"), count("factorisations"),
                                      count("newton_iterations"), count("newton_failures"))
    istate[13L] <- count("error_failures")
  }
  istate
}
