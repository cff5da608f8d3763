# What implicit solvers must know of the shape of a problem: mass matrix, index of the variables,
# and how the Jacobian is stored and found.

# The mass matrix by bands: NULL, or list(bands, lower, upper) with element (i, j) in row
# i - j + upper + 1.
mass_bands <- function(mass, massup, massdown, n) {
  if (is.null(mass)) return(NULL)
  if (!is.numeric(mass) && !is.logical(mass))
    input_error("`mass' must be a numeric matrix or vector, not ", shown(mass))
  if (!all(is.finite(mass))) input_error("`mass' must be finite")
  if (is.null(dim(mass))) {
    if (length(mass) != n)
      input_error("mass matrix should have as many columns as number of variables in 'y'")
    return(list(bands = matrix(as.double(mass), 1L, n), lower = 0L, upper = 0L))
  }
  if (ncol(mass) != n)
    input_error("mass matrix should have as many columns as number of variables in 'y'")
  storage.mode(mass) <- "double"
  if (!is.null(massup) && !is.null(massdown)) {
    upper <- check_count(massup, "massup", 0)
    lower <- check_count(massdown, "massdown", 0)
    if (nrow(mass) == lower + upper + 1 && (nrow(mass) != n || lower + upper + 1 == n && n == 1))
      return(list(bands = unname(mass), lower = as.integer(lower), upper = as.integer(upper)))
  }
  if (nrow(mass) != n)
    input_error("nr of rows in mass matrix should equal the number of variables in 'y' or ",
                "'massup'+'massdown'+1 ")
  where <- which(mass != 0, arr.ind = TRUE)
  lower <- max(0L, where[, 1L] - where[, 2L])
  upper <- max(0L, where[, 2L] - where[, 1L])
  bands <- matrix(0, lower + upper + 1L, n)
  bands[cbind(where[, 1L] - where[, 2L] + upper + 1L, where[, 2L])] <- mass[where]
  list(bands = bands, lower = as.integer(lower), upper = as.integer(upper))
}

check_nind <- function(nind, n, may_be_higher) {
  if (!is.numeric(nind) || length(nind) != 3L) input_error("length of `nind' must be = 3")
  if (anyNA(nind) || any(nind < 0) || any(nind != floor(nind)))
    input_error("`nind' must hold three whole numbers >= 0, not ", shown(nind))
  if (sum(nind) != n)
    input_error("sum of of `nind' must equal n, the number of equations; ",
                "the sum is ", sum(nind), ", n is ", n)
  if (!may_be_higher && sum(nind[2:3]) > 0)
    input_error("`nind' asks for variables of index 2 or 3, but without `mass' all variables are ",
                "differential ones")
  as.integer(nind)
}

jacobian_types <- c("fullint", "fullusr", "bandint", "bandusr", "sparseint", "sparseusr")

# The type of Jacobian that is meant. A Jacobian function without a type is used; with an explicit
# internal type it is not, and that is worth a warning.
resolve_jactype <- function(jactype, is_given, has_function) {
  if (!is.character(jactype) || length(jactype) != 1L || !jactype %in% jacobian_types)
    input_error("'jactype' must be one of 'fullint', 'fullusr', 'bandusr' or 'bandint', ",
                "'sparseint' or 'sparseusr', not ", shown(jactype))
  internal <- grepl("int$", jactype)
  if (internal && has_function) {
    if (!is_given) return("fullusr")
    warning("the Jacobian function is not used, because 'jactype' is '", jactype, "'",
            call. = FALSE)
  }
  jactype
}

# A sparsity pattern, as row numbers from 0 for every column. Given as a matrix (zero or FALSE:
# structurally zero), as a sparse matrix of package Matrix, or as two columns (row, column).
sparsity_pattern <- function(sparsity, n) {
  if (is.null(sparsity)) return(NULL)
  if (inherits(sparsity, "sparseMatrix")) {
    if (!identical(dim(sparsity), c(n, n)))
      input_error("`control$sparsity' must be ", n, " x ", n)
    where <- which(as.matrix(sparsity) != 0, arr.ind = TRUE)
  } else if (is.matrix(sparsity) && all(dim(sparsity) == n) && n != 2L) {
    where <- which(sparsity != 0, arr.ind = TRUE)
  } else if (is.matrix(sparsity) && is.numeric(sparsity) && ncol(sparsity) == 2L &&
             all(sparsity %in% seq_len(n))) {
    where <- sparsity
  } else if (is.matrix(sparsity) && all(dim(sparsity) == n)) {
    where <- which(sparsity != 0, arr.ind = TRUE)
  } else {
    input_error("`control$sparsity' must be an n x n matrix, or a two-column matrix of row and ",
                "column numbers, not ", shown(sparsity))
  }
  lapply(seq_len(n), function(j) sort(unique(as.integer(where[where[, 2L] == j, 1L] - 1L))))
}

# list(storage, differences, lower, upper, pattern) for src/r/make_model.cpp.
jacobian_structure <- function(jactype, bandup, banddown, sparsity, n) {
  storage <- sub("(int|usr)$", "", jactype)
  structure <- list(storage = switch(storage, full = "full", band = "banded", "sparse"),
                    differences = grepl("int$", jactype), pattern = NULL)
  if (storage == "band") {
    if (is.null(bandup) || is.null(banddown))
      input_error("'bandup' and 'banddown' must be specified if banded Jacobian")
    upper <- check_count(bandup, "bandup", 0)
    lower <- check_count(banddown, "banddown", 0)
    if (upper >= n || lower >= n)
      input_error("'bandup' and 'banddown' must be smaller than the number of equations ", n,
                  ", not ", upper, " and ", lower)
    structure$lower <- as.integer(lower)
    structure$upper <- as.integer(upper)
  }
  if (storage == "sparse") structure$pattern <- sparsity_pattern(sparsity, n)
  structure
}

# Everything together, for the arguments of an implicit solver.
implicit_structure <- function(args, n, given) {
  builtin <- inherits(args$func, "testproblem")
  has_function <- !is.null(args$jacfunc) || !is.null(args$jacres)
  mass <- mass_bands(args$mass, args$massup, args$massdown, n)
  if (builtin && !is.null(mass))
    input_error("`mass' belongs to the problem '", args$func$name, "' and cannot be given")
  implicit <- !is.null(args$res)
  nind <- check_nind(args$nind, n, builtin || implicit || !is.null(mass))
  structure <- list()
  if (!is.null(mass)) structure$mass <- mass
  if (!(builtin && nind[1L] == n)) structure$nind <- nind
  # A problem of the catalogue knows its Jacobian and how to store it.
  if (builtin && !"jactype" %in% given) return(structure)
  jactype <- resolve_jactype(args$jactype, "jactype" %in% given, has_function && !builtin)
  if (grepl("usr$", jactype) && !has_function && !builtin)
    input_error("'jacfunc' NOT specified; either specify 'jacfunc' or change 'jactype'")
  structure$jacobian <-
    jacobian_structure(jactype, args$bandup, args$banddown, args$control$sparsity, n)
  structure
}
