# What implicit solvers must know of the shape of a problem: mass matrix, index of the variables,
# and how the Jacobian is stored and found.

# The mass matrix by bands: NULL, or list(bands, lower, upper) with element (i, j) in row
# i - j + upper + 1.
mass_bands <- function(mass, massup, massdown, n) {
  if (is.null(mass)) return(NULL)
  if (!is.numeric(mass) && !is.logical(mass))
    input_error("`mass' must be a numeric matrix or vector, not ", shown(mass))
  if (length(dim(mass)) > 2L) input_error("`mass' must be a matrix or a vector, not an array")
  bad <- which(!is.finite(mass))
  if (length(bad) > 0L)
    input_error("`mass' must be finite, but element ",
                paste(arrayInd(bad[1L], if (is.null(dim(mass))) length(mass) else dim(mass)),
                      collapse = ", "), " is ", format(mass[[bad[1L]]]))
  columns <- if (is.null(dim(mass))) length(mass) else ncol(mass)
  if (columns != n)
    input_error("mass matrix should have as many columns as number of variables in 'y'; it has ",
                columns, ", and 'y' has ", n)
  if (is.null(dim(mass)))
    return(list(bands = matrix(as.double(mass), 1L, n), lower = 0L, upper = 0L))
  storage.mode(mass) <- "double"
  if (nrow(mass) == n) return(bands_of_full(unname(mass), n))
  upper <- if (is.null(massup)) 0 else check_count(massup, "massup", 0)
  lower <- if (is.null(massdown)) 0 else check_count(massdown, "massdown", 0)
  if (upper >= n || lower >= n)
    input_error("'massup' and 'massdown' must be smaller than the number of equations ", n,
                ", not ", upper, " and ", lower)
  if (nrow(mass) != lower + upper + 1)
    input_error("nr of rows in mass matrix should equal the number of variables in 'y' or ",
                "'massup'+'massdown'+1 ; it has ", nrow(mass), " rows, 'y' has ", n,
                " elements, and 'massup'+'massdown'+1 is ", lower + upper + 1)
  list(bands = unname(mass), lower = as.integer(lower), upper = as.integer(upper))
}

# The bands of a full matrix, as far out as it has entries.
bands_of_full <- function(mass, n) {
  where <- which(mass != 0, arr.ind = TRUE)
  lower <- max(0L, where[, 1L] - where[, 2L])
  upper <- max(0L, where[, 2L] - where[, 1L])
  bands <- matrix(0, lower + upper + 1L, n)
  bands[cbind(where[, 1L] - where[, 2L] + upper + 1L, where[, 2L])] <- mass[where]
  list(bands = bands, lower = as.integer(lower), upper = as.integer(upper))
}

check_nind <- function(nind, n, may_be_higher) {
  # the default, which nearly every call has
  if (is.numeric(nind) && length(nind) == 3L && !anyNA(nind) && nind[1L] == n &&
      nind[2L] == 0 && nind[3L] == 0)
    return(as.integer(nind))
  if (length(nind) != 3L) input_error("length of `nind' must be = 3, not ", length(nind))
  if (!is.numeric(nind)) input_error("`nind' must be numeric, not ", shown(nind))
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

# What the names of the types say: how the Jacobian is stored, and whether it is found by
# differences.
jacobian_types <- list(
  fullint = list(storage = "full", differences = TRUE),
  fullusr = list(storage = "full", differences = FALSE),
  bandint = list(storage = "banded", differences = TRUE),
  bandusr = list(storage = "banded", differences = FALSE),
  sparseint = list(storage = "sparse", differences = TRUE),
  sparseusr = list(storage = "sparse", differences = FALSE))

# The type of Jacobian that is meant. Without an explicit type, a Jacobian function is used, and so
# is a sparsity pattern; with one they may be idle, and that is worth a warning.
resolve_jactype <- function(jactype, is_given, jacobian_function, has_sparsity) {
  if (!is.character(jactype) || length(jactype) != 1L || is.null(jacobian_types[[jactype]]))
    input_error("'jactype' must be one of 'fullint', 'fullusr', 'bandusr' or 'bandint', ",
                "'sparseint' or 'sparseusr', not ", shown(jactype))
  has_function <- !is.null(jacobian_function)
  if (!is_given) {
    if (has_sparsity) return(if (has_function) "sparseusr" else "sparseint")
    return(if (has_function) "fullusr" else "fullint")
  }
  if (has_function && jacobian_types[[jactype]]$differences)
    warning("the Jacobian function '", jacobian_function, "' is not used, because 'jactype' is '",
            jactype, "'", call. = FALSE)
  if (has_sparsity && jacobian_types[[jactype]]$storage != "sparse")
    warning("control$sparsity is not used, because 'jactype' is '", jactype, "'", call. = FALSE)
  jactype
}

# A sparsity pattern, as row numbers from 0 for every column. Given as a matrix (zero or FALSE:
# structurally zero), as a sparse matrix of package Matrix, or as two columns (row, column).
sparsity_pattern <- function(sparsity, n) {
  if (is.null(sparsity)) return(NULL)
  where <- sparsity_entries(sparsity, n)
  entries <- sort(unique((where[, 2L] - 1) * n + where[, 1L] - 1))
  columns <- structure(as.integer(entries %/% n) + 1L, levels = as.character(seq_len(n)),
                       class = "factor")
  unname(split(as.integer(entries %% n), columns))
}

sparsity_entries <- function(sparsity, n) {
  is_square <- identical(as.integer(dim(sparsity)), c(n, n))
  if (inherits(sparsity, "sparseMatrix") && is_square) {
    entries <- methods::as(methods::as(sparsity, "generalMatrix"), "TsparseMatrix")
    stored <- if (methods::.hasSlot(entries, "x")) is.na(entries@x) | entries@x != 0 else TRUE
    return(cbind(entries@i, entries@j)[stored, , drop = FALSE] + 1L)
  }
  is_plain <- is.matrix(sparsity) && (is.numeric(sparsity) || is.logical(sparsity))
  if (is_plain && anyNA(sparsity)) input_error("`control$sparsity' must not have missing values")
  if (is_plain && is_square) return(which(sparsity != 0, arr.ind = TRUE))
  if (is_plain && is.numeric(sparsity) && ncol(sparsity) == 2L && all(sparsity %in% seq_len(n)))
    return(sparsity)
  what <- if (is.null(dim(sparsity))) shown(sparsity) else
    paste("a", paste(dim(sparsity), collapse = " x "), class(sparsity)[1L])
  input_error("`control$sparsity' must be an n x n matrix, or a two-column matrix of row and ",
              "column numbers from 1 to n, where n = ", n, "; it is ", what)
}

# list(storage, differences, lower, upper, pattern) for src/r/make_model.cpp.
jacobian_structure <- function(jactype, bandup, banddown, sparsity, n) {
  structure <- jacobian_types[[jactype]]
  if (structure$storage == "full") return(structure)
  if (structure$storage == "banded") {
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
  if (structure$storage == "sparse")
    structure["pattern"] <- list(sparsity_pattern(sparsity, n))
  structure
}

# Everything together, for the arguments of an implicit solver.
implicit_structure <- function(args, n, given) {
  builtin <- inherits(args$func, "testproblem")
  mass <- mass_bands(args$mass, args$massup, args$massdown, n)
  if (builtin && !is.null(mass))
    input_error("`mass' belongs to the problem '", args$func$name, "' and cannot be given")
  implicit <- !is.null(args$res)
  nind <- check_nind(args$nind, n, builtin || implicit || !is.null(mass))
  structure <- list()
  if (!is.null(mass)) structure$mass <- mass
  if (!(builtin && nind[1L] == n)) structure$nind <- nind
  # A problem of the catalogue knows its Jacobian and how to store it.
  if (builtin && !"jactype" %in% given && is.null(args$control$sparsity)) return(structure)
  jacobian_function <- if (builtin) NULL else if (!is.null(args$jacfunc)) "jacfunc" else
    if (!is.null(args$jacres)) "jacres"
  jactype <- resolve_jactype(args$jactype, "jactype" %in% given, jacobian_function,
                             !is.null(args$control$sparsity))
  if (!jacobian_types[[jactype]]$differences && is.null(jacobian_function) && !builtin) {
    wanted <- if (implicit) "jacres" else "jacfunc"
    input_error("'", wanted, "' NOT specified; either specify '", wanted, "' or change 'jactype'")
  }
  if (jactype == "sparseusr" && !builtin && !is.function(args[[jacobian_function]]))
    input_error("'jactype' = 'sparseusr' needs an R function '", jacobian_function,
                "'; a compiled one fills full or banded matrices")
  structure$jacobian <- if (builtin) builtin_jacobian_structure(jactype, args, n) else
    jacobian_structure(jactype, args$bandup, args$banddown, args$control$sparsity, n)
  structure
}

# A problem of the catalogue knows the pattern of its Jacobian. Bands and patterns that were given
# must hold it if the exact Jacobian is to be stored there.
builtin_jacobian_structure <- function(jactype, args, n) {
  pattern <- problem_pattern(args$func$name, args$func$parms)
  below <- pattern[, 1L] - pattern[, 2L]
  bandup <- if (is.null(args$bandup)) max(0L, -below) else args$bandup
  banddown <- if (is.null(args$banddown)) max(0L, below) else args$banddown
  sparsity <- if (is.null(args$control$sparsity)) pattern else args$control$sparsity
  structure <- jacobian_structure(jactype, bandup, banddown, sparsity, n)
  if (structure$differences) return(structure)
  held <- switch(structure$storage, full = TRUE,
                 banded = all(below <= structure$lower & -below <= structure$upper),
                 sparse = all(mapply(function(i, j) i %in% structure$pattern[[j]],
                                     pattern[, 1L] - 1L, pattern[, 2L])))
  if (!held)
    input_error("the Jacobian of problem '", args$func$name, "' has entries outside the ",
                if (structure$storage == "banded") "band given by 'bandup' and 'banddown'" else
                  "pattern given by `control$sparsity'")
  structure
}
