# Rooted trees and the order conditions of Runge-Kutta methods (Hairer, Norsett, Wanner 1993, II.2).
# A tree is the sorted list of the subtrees at its root; the empty list is a single vertex.

tree_key <- function(tree) paste0("(", paste(sort(vapply(tree, tree_key, "")), collapse = ""), ")")

# All multisets of subtrees with `vertices` vertices in total, taken from trees number >= `from`.
forests <- function(trees, sizes, vertices, from = 1L) {
  if (vertices == 0L) return(list(list()))
  result <- list()
  for (k in seq(from, length.out = max(0, length(trees) - from + 1L))) {
    if (sizes[k] > vertices) next
    for (rest in forests(trees, sizes, vertices - sizes[k], k))
      result[[length(result) + 1L]] <- c(list(trees[[k]]), rest)
  }
  result
}

# Rooted trees of order 1 .. max_order: list(tree, order).
rooted_trees <- function(max_order) {
  trees <- list(list())
  sizes <- 1L
  for (order in seq_len(max_order)[-1L]) {
    new <- forests(trees, sizes, order - 1L)
    trees <- c(trees, new)
    sizes <- c(sizes, rep(order, length(new)))
  }
  Map(function(tree, order) list(tree = tree, order = order), trees, sizes)
}

tree_order <- function(tree) 1 + sum(vapply(tree, tree_order, 0))
tree_density <- function(tree) tree_order(tree) * prod(vapply(tree, tree_density, 0))

# The vector g of elementary weights of the stages: product over subtrees of A g.
stage_weights <- function(tree, a) {
  g <- rep(1, nrow(a))
  for (sub in tree) g <- g * as.vector(a %*% stage_weights(sub, a))
  g
}

# Largest residual of sum_j b_j g_j = theta^order / density over all trees of the given orders.
order_residual <- function(trees, a, b, orders, theta = 1) {
  residuals <- vapply(trees, function(x) {
    if (!x$order %in% orders) return(0)
    abs(sum(b * stage_weights(x$tree, a)) - theta^x$order / tree_density(x$tree))
  }, 0)
  max(residuals)
}
