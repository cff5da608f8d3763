# Steps, rejections, evaluations and digits of the explicit solvers, exactly as the published
# algorithms give them: a change here is a change of the method.

# attempts, rejected, evaluations if all steps pay for dense output, digits
expected <- read.table(header = TRUE, text = "
problem  method    tol   steps rejected nfev digits
vdpol    dopri5    1e-4    119       27  716  2.379
vdpol    dopri5    1e-6    267       48 1604  4.592
vdpol    dopri5    1e-8    543       18 3260  6.963
vdpol    dopri5    1e-10  1318        9 7910  9.124
vdpol    cashkarp  1e-4    106       29  638  2.381
vdpol    cashkarp  1e-6    228       48 1370  4.212
vdpol    cashkarp  1e-8    450       22 2702  6.214
vdpol    cashkarp  1e-10  1076        0 6458  8.309
vdpol    dopri853  1e-4     72       16 1018  3.455
vdpol    dopri853  1e-6    141       47 1929  5.762
vdpol    dopri853  1e-8    230       67 3184  8.411
vdpol    dopri853  1e-10   361       85 5077  9.867
pleiades dopri5    1e-4    100       26  602  1.064
pleiades dopri5    1e-6    208       48 1250  2.959
pleiades dopri5    1e-8    410       33 2462  5.521
pleiades dopri5    1e-10   940        0 5642  8.061
pleiades cashkarp  1e-4     93       24  560  1.212
pleiades cashkarp  1e-6    196       42 1178  3.178
pleiades cashkarp  1e-8    410       49 2462  5.140
pleiades cashkarp  1e-10   888        0 5330  7.161
pleiades dopri853  1e-4     69       21  953  2.613
pleiades dopri853  1e-6    110       30 1532  3.722
pleiades dopri853  1e-8    184       51 2558  5.795
pleiades dopri853  1e-10   298       72 4184  7.729
")

vdpol_at_30 <- c(-2.007910228530952710796, 0.05196271711201837524932)

run <- function(problem, method, tol) {
  if (problem == "pleiades") {
    out <- pleiades(method = method, rtol = tol, atol = tol, printmescd = FALSE)
    return(list(out = out, digits = mescd(out, "pleiades", tol, tol)))
  }
  out <- vdpol(times = 0:30, parms = list(mu = 1), method = method, rtol = tol, atol = tol)
  list(out = out, digits = mescd(out, vdpol_at_30, tol, tol))
}

for (i in seq_len(nrow(expected))) {
  row <- expected[i, ]
  test_that(paste("the counters of", row$method, "on", row$problem, "at", row$tol), {
    result <- run(row$problem, row$method, row$tol)
    istate <- attr(result$out, "istate")
    expect_equal(istate[1], 2L)
    expect_equal(istate[2], row$steps)
    expect_equal(istate[13], row$rejected)
    if (row$method == "dopri853")
      expect_lte(istate[3], row$nfev)  # steps without output times save three evaluations
    else
      expect_equal(istate[3], row$nfev)
    expect_equal(result$digits, row$digits, tolerance = 0.01 / row$digits)
  })
}

test_that("the evaluations reported are those made, less the trial call", {
  for (solver in explicit_solvers) {
    model <- counting(van_der_pol)
    out <- solver(c(2, 0), 0:10, model$f, 1)
    expect_equal(attr(out, "istate")[3], model$count() - 1)
  }
})

test_that("calls for output variables are counted apart", {
  model <- counting(function(t, y, parms) list(-y, total = sum(y)))
  out <- dopri5(c(1, 2), 0:10, model$f, NULL)
  counts <- attr(out, "counts")
  expect_equal(counts[["nfev_out"]], 11)
  expect_equal(counts[["nfev"]] + counts[["nfev_out"]], model$count() - 1)
})

test_that("dopri853 computes its dense output only where it is asked for", {
  model <- function(times) {
    out <- dopri853(c(2, 0), times, van_der_pol, 1)
    attr(out, "counts")
  }
  few <- model(c(0, 30))
  many <- model(seq(0, 30, by = 0.01))
  expect_equal(few[["accepted"]], many[["accepted"]])
  expect_equal(many[["nfev"]] - few[["nfev"]], 3 * many[["accepted"]])
})

test_that("steps do not depend on the output times", {
  for (solver in explicit_solvers) {
    a <- solver(c(2, 0), c(0, 30), van_der_pol, 1, control = list(log = TRUE))
    b <- solver(c(2, 0), seq(0, 30, by = 0.07142857142857142), van_der_pol, 1,
                tcrit = NULL, control = list(log = TRUE))
    expect_equal(attr(a, "log")$h[1:100], attr(b, "log")$h[1:100])
  }
})
