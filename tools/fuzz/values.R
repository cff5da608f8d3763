# Random choices, and values that no argument expects.

pick <- function(...) {
  x <- list(...)
  if (length(x) == 1L) x <- as.list(x[[1L]])
  x[[sample.int(length(x), 1L)]]
}
chance <- function(p) stats::runif(1) < p
between <- function(low, high) stats::runif(1, low, high)
whole <- function(low, high) low + sample.int(high - low + 1L, 1L) - 1L

# Each element makes one odd value.
odd_values <- list(
  function() NULL, function() NA, function() NaN, function() Inf, function() -Inf,
  function() 0, function() -1, function() 1, function() 2L, function() 0.5, function() 1e300,
  function() 1e-300, function() -1e-5, function() 2^31, function() 2^53, function() 1e18,
  function() .Machine$integer.max, function() NA_integer_, function() NA_character_,
  function() numeric(), function() integer(), function() character(), function() logical(),
  function() "a", function() "", function() c("a", "b"), function() "lsoda", function() "gamd",
  function() TRUE, function() FALSE, function() c(TRUE, NA), function() c(1, NA),
  function() c(1, Inf), function() 1:3, function() c(3, 1, 2), function() c(1, 1),
  function() -(1:4), function() rnorm(50), function() c(a = 1), function() c(a = 1, a = 2),
  function() matrix(1:4, 2), function() matrix(0, 0, 0),
  function() matrix("a", 1, 1), function() diag(3), function() matrix(NA_real_, 2, 2),
  function() array(1, c(2, 2, 2)), function() list(), function() list(1), function() list(a = 1),
  function() list(a = NULL), function() list(1, "a"), function() list(func = 1),
  function() list(list()), function() data.frame(), function() data.frame(a = 1:2),
  function() data.frame(var = 1, time = 1, value = 1, method = "add"), function() factor("a"),
  function() Sys.Date(), function() as.POSIXct(0, origin = "1970-01-01"), function() 1i,
  function() as.raw(1), function() expression(a + b), function() quote(a), function() quote(a + b),
  function() new.env(), function() globalenv(), function() y ~ x, function() function() 1,
  function() function(...) list(0), function() function(t, y, parms, ...) list(y),
  function() function(t, y, parms, ...) NULL, function() function(t, y, parms, ...) "a",
  function() function(t, y, parms, ...) stop("made to fail"), function() sum, function() c,
  function() structure(1, class = "odd"), function() structure(list(), class = "testproblem"),
  function() structure(list(name = "hires"), class = "testproblem"), function() as.name("y"),
  function() structure(1:2, names = c("a", NA)), function() pairlist(a = 1),
  function() numeric(1000), function() strrep("x", 5000), function() "\u00e9",
  function() .GlobalEnv,
  function() bitwAnd(5L, 3L), function() c(1e308, 1e308), function() 5e-324, function() -0.0,
  function() I(1), function() as.table(matrix(1:4, 2)), function() NULL)

odd <- function() odd_values[[sample.int(length(odd_values), 1L)]]()
