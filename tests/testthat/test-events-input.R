# Bad input for events and roots: an error that names the argument, before anything is computed.

fall <- function(...) dopri5(c(h = 10, v = 0), 0:5, free_fall, NULL, ...)
floor_root <- function(t, y, p) y[1]

test_that("rootfunc", {
  expect_error(fall(rootfunc = 3), "rootfunc.*must be a function")
  expect_error(fall(rootfunc = function(t, y, p) "a"), "must return a vector of numbers")
  expect_error(fall(rootfunc = function(t, y, p) NULL), "vector of numbers|at least one")
  expect_error(fall(rootfunc = function(t, y, p) c(1, NaN)), "root function 2 .* not a number")
  expect_error(fall(rootfunc = function(t, y, p) rep(1, 2 - (t > 1))),
               "returned 2 values at the start, and now 1.*at time")
  expect_error(fall(rootfunc = function(t, y, p) if (t > 1) NaN else 1),
               "root function 1 is not a number at time 1")
  expect_error(fall(rootfunc = "nothing", dllname = "deSolve"), "so must 'func' be")
  expect_error(dopri5(c(C = 1), 1:3, "scocder", c(k = 0.01), dllname = "deSolve",
                      initfunc = "scocpar", rootfunc = "scocder"), "'nroot' should be > 0")
  expect_error(dopri5(c(C = 1), 1:3, "scocder", c(k = 0.01), dllname = "deSolve",
                      initfunc = "scocpar", rootfunc = "nothing", nroot = 1), "not loaded")
})

test_that("a single undefined point of a root function does no harm", {
  out <- dopri5(0, c(0, 2), function(t, y, p) list(1), NULL,
                rootfunc = function(t, y, p) if (t == 1.6) NaN else t - 1.9)
  expect_equal(attr(out, "troot"), 1.9)
})

test_that("events", {
  expect_error(fall(events = 5), "`events' must be NULL or a list")
  expect_error(fall(events = list(1)), "must be named")
  expect_error(fall(events = structure(list(1, 2), names = c("a", NA))), "must be named")
  expect_warning(fall(events = list(wrong = 1)), "unknown names in events: wrong")
  expect_error(fall(events = list(func = function(t, y, p) y)), "either 'events\\$time' should be")
  expect_error(fall(events = list(func = function(t, y, p) y, root = TRUE)), "no `rootfunc'")
  expect_error(fall(events = list(terminalroot = 1)), "no `rootfunc'")
  with_root <- function(...) fall(rootfunc = floor_root, events = list(...))
  expect_error(with_root(root = TRUE, terminalroot = 2), "terminalroot.*1 to 1")
  expect_error(with_root(root = "yes"), "events\\$root' must be TRUE or FALSE")
  expect_error(with_root(root = TRUE, direction = 2), "direction' must hold -1, 0, 1")
  expect_error(with_root(root = TRUE, direction = c(1, 1)), "direction.*number of root functions")
  expect_error(with_root(root = TRUE, touch = -1), "touch' must not be negative")
  expect_error(with_root(root = TRUE, maxroot = -1), "maxroot' must be a whole number")
  expect_error(with_root(root = TRUE, nsample = 1.5), "nsample' must be a whole number")
  expect_error(with_root(root = TRUE, ydot = "exact"), "ydot' must be one of")
  expect_error(with_root(root = TRUE, zeno = 1), "zeno' must be one of")
  expect_error(with_root(root = TRUE, maxevents = 0), "maxevents' must be a whole number")
  expect_error(with_root(func = 3, root = TRUE), "events\\$func' must be a function")
  expect_error(with_root(func = "bounce", root = TRUE), "'dllname' should be given")
})

test_that("what an event function returns", {
  run <- function(f) fall(rootfunc = floor_root, events = list(func = f, root = TRUE))
  expect_error(run(function(t, y, p) y[1]),
               "number of values returned by events\\$func\\(\\) \\(1\\) must equal .* \\(2\\)")
  expect_error(run(function(t, y, p) c("a", "b")), "must return a vector of numbers")
  expect_error(run(function(t, y, p) c(0, NaN)), "made component 2 not finite")
})

test_that("events in a data frame", {
  data <- data.frame(var = "h", time = 1, value = 1, method = "add")
  run <- function(data) fall(events = list(data = data))
  changed <- function(...) utils::modifyList(data, list(...))
  expect_error(run(data[1:3]), "structure of events does not match specification")
  expect_error(run(list(1)), "structure of events")
  expect_error(run(changed(var = "x")), "unknown state variable in 'event': x")
  expect_error(run(changed(var = 3)), "unknown state variable in 'event': 3")
  expect_error(run(changed(method = "divide")), "unknown method in 'event'.*divide")
  expect_error(run(changed(method = 4)), "unknown method")
  expect_error(run(changed(time = "one")), "'time' of `events\\$data' must be numeric")
  expect_error(run(changed(time = NA_real_)), "must be finite")
  expect_error(run(changed(value = Inf)), "'value' of `events\\$data' must be finite")
  # outside the interval: dropped
  expect_equal(run(changed(time = 100))[, ], fall()[, ])
})

test_that("times of events", {
  unchanged <- function(t, y, p) y
  expect_error(fall(events = list(func = unchanged, time = "a")), "events\\$time' must be numeric")
  expect_error(fall(events = list(func = unchanged, time = c(1, NA))), "must be finite")
  expect_warning(fall(events = list(func = unchanged, time = c(2, 1))), "not ordered")
  expect_silent(fall(events = list(func = unchanged, time = c(1, 1, 2))))
  expect_equal(fall(events = list(func = unchanged, time = c(-5, 77)))[, ], fall()[, ])
})
