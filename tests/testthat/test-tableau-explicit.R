# Order conditions of the coefficients in use, over all rooted trees.

trees <- rooted_trees(8)

test_that("the numbers of rooted trees are right", {
  expect_equal(as.vector(table(vapply(trees, `[[`, 0, "order"))), c(1, 1, 2, 4, 9, 20, 48, 115))
})

# Weights b(theta) of the dense output, from the nested form in powers of theta and 1 - theta.
dense_weights <- function(tableau, theta) {
  s <- tableau$stages + 1
  unit <- function(i) replace(numeric(length(tableau$b)), i, 1)
  r2 <- tableau$b
  r3 <- unit(1) - r2
  r4 <- r2 - unit(s) - r3
  rest <- 0
  terms <- nrow(tableau$dense)
  for (m in rev(seq_len(terms)))
    rest <- tableau$dense[m, ] + (if (m %% 2 == 1) theta else 1 - theta) * rest
  theta * (r2 + (1 - theta) * (r3 + theta * (r4 + (1 - theta) * rest)))
}

for (method in names(explicit_solvers)) {
  test_that(paste(method, "satisfies its order conditions and no more"), {
    tableau <- deTestSet:::explicit_tableau(method)
    p <- tableau$order
    tolerance <- 2e-14 * max(abs(tableau$a))
    expect_lt(max(abs(rowSums(tableau$a) - tableau$c)), tolerance)
    expect_lt(order_residual(trees, tableau$a, tableau$b, 1:p), tolerance)
    if (p < 8) expect_gt(order_residual(trees, tableau$a, tableau$b, p + 1), 1e-4)

    # the embedded formulas: order 4 in the pairs, 5 and 3 in dopri853
    embedded <- tableau$b - tableau$error
    q <- if (p == 8) 5 else 4
    expect_lt(order_residual(trees, tableau$a, embedded, 1:q), tolerance)
    expect_gt(order_residual(trees, tableau$a, embedded, q + 1), 1e-5)
    if (p == 8) {
      third <- tableau$b - tableau$error_low
      expect_lt(order_residual(trees, tableau$a, third, 1:3), tolerance)
      expect_gt(order_residual(trees, tableau$a, third, 4), 1e-5)
    }

    # dense output, identically in theta
    d <- if (p == 8) 7 else 4
    for (theta in c(0.1, 0.35, 0.5, 0.8, 0.95)) {
      weights <- dense_weights(tableau, theta)
      expect_lt(order_residual(trees, tableau$a, weights, 1:d, theta), tolerance)
    }
    expect_gt(order_residual(trees, tableau$a, dense_weights(tableau, 0.35), d + 1, 0.35), 1e-7)
    expect_equal(dense_weights(tableau, 1), tableau$b)
  })
}

test_that("the stiffness estimate of cashkarp is of second order", {
  tableau <- deTestSet:::explicit_tableau("cashkarp")
  expect_lt(abs(sum(tableau$error_low)), 1e-16)
  expect_equal(sum(tableau$error_low * tableau$c), 0.0201)
})
