# Models given as compiled code, by deSolve's conventions.

# Is `x` something that names or holds a compiled function?
is_compiled <- function(x) is.character(x) || inherits(x, "CFunc")

# A list of compiled functions given as `func`: its elements take the place of the arguments.
unpack_function_list <- function(args, main = "func", parts = c("jacfunc", "rootfunc")) {
  given <- args[[main]]
  if (!is.list(given) || is.function(given) || inherits(given, "deSolve.symbols") ||
      inherits(given, "testproblem") || inherits(given, "delaymodel"))
    return(args)
  for (part in c(parts, "initfunc", "initforc", "dllname")) {
    if (is.null(given[[part]])) next
    # initfunc defaults to dllname, so it counts as given only if it is something else.
    is_given <- !is.null(args[[part]]) &&
      !(part == "initfunc" && identical(args$initfunc, args$dllname))
    if (is_given)
      input_error("If '", main, "' is a list that contains ", part, ", argument '", part,
                  "' should be NULL")
    args[[part]] <- given[[part]]
  }
  if (!is.null(given$eventfunc)) {
    if (!is.null(args$events$func))
      input_error("If '", main,
                  "' is a list that contains eventfunc, argument 'events$func' should be NULL")
    args$events$func <- given$eventfunc
  }
  if (is.null(args$initfunc)) args$initfunc <- args$dllname
  args[main] <- list(given[[main]])
  args
}

# The address of a compiled function: a symbol of `dllname`, or the code of a CFunc object.
# `missing_text` is the start of the error if it cannot be found.
native_address <- function(f, dllname, missing_text) {
  if (inherits(f, "CFunc")) return(body(f)[[2L]])
  if (!is.character(f) || length(f) != 1L)
    input_error(missing_text, " ", shown(f))
  address <- find_symbol(f, dllname)
  if (is.null(address)) input_error(missing_text, " ", f)
  address
}

# `initfunc` may silently be absent if it only is the default, the name of the library.
initialiser_address <- function(initfunc, dllname) {
  if (is.null(initfunc)) return(NULL)
  if (inherits(initfunc, "CFunc")) return(body(initfunc)[[2L]])
  if (identical(initfunc, dllname) && !is.loaded(initfunc, PACKAGE = dllname)) return(NULL)
  native_address(initfunc, dllname, "'initfunc' not loaded ")
}

check_dllname <- function(func, dllname) {
  if (!is.character(func)) return(invisible())
  if (is.null(dllname))
    input_error("specify the name of the dll or shared library where func can be found ",
                "(without extension)")
  if (!is.character(dllname) || length(dllname) != 1L || is.na(dllname))
    input_error("`dllname' must be a single character string, not ", shown(dllname))
  # the list of all libraries is long, and where the function is found they need not be counted
  if (length(func) == 1L && nzchar(dllname) && is.loaded(func, PACKAGE = dllname))
    return(invisible())
  if (!dllname %in% names(getLoadedDLLs()))
    input_error("the shared library '", dllname, "' given as `dllname' is not loaded: ",
                "use dyn.load() or library() first")
}

# Column names of compiled outputs: cut, or completed by numbers.
compiled_output_names <- function(outnames, n, nout) {
  if (nout == 0L) return(character())
  numbers <- as.character(n + seq_len(nout))
  if (is.null(outnames)) return(numbers)
  if (!is.atomic(outnames))
    input_error("`outnames' must be a character vector, not ", shown(outnames))
  outnames <- as.character(outnames)[seq_len(min(nout, length(outnames)))]
  c(outnames, numbers[seq_along(numbers) > length(outnames)])
}

# What src/r/make_model.cpp needs to know of a compiled model, and the names of its outputs. Either
# `func` with `jacfunc`, or `res` with `jacres`.
compiled_model <- function(args, y, times) {
  if (inherits(args$func, "deSolve.symbols")) return(presolved_model(args, y, times))
  dllname <- args$dllname
  main <- if (is.null(args$res)) "func" else "res"
  jac <- if (is.null(args$res)) "jacfunc" else "jacres"
  model <- args[[main]]
  check_dllname(model, dllname)
  if (is.character(model) && length(model) != 1L)
    input_error("`", main, "' must be a function or character vector")
  same <- c(if (is.character(model)) model, if (is.character(args[[jac]])) args[[jac]],
            if (is.character(args$initfunc) && !identical(args$initfunc, dllname)) args$initfunc)
  if (length(same) > 1L && anyDuplicated.default(same))  # no class to look for
    input_error("func, initfunc, or jacfunc cannot be the same")
  if (!is.null(args[[jac]]) && !is_compiled(args[[jac]]))
    input_error("If '", main, "' is dynloaded, so must '", jac, "' be")
  nout <- if (is.null(args$nout)) 0L else check_integer(args$nout, "nout", 0, 1e6)
  native <- list(initfunc = initialiser_address(args$initfunc, dllname))
  native[[main]] <- native_address(model, dllname, paste0("dyn function '", main, "' not loaded"))
  if (!is.null(args[[jac]]))
    native[[jac]] <-
      native_address(args[[jac]], dllname, "cannot integrate: jac function not loaded ")
  finish_compiled_model(native, args, y, times, nout,
                        compiled_output_names(args$outnames, length(y), nout))
}

# Symbols looked up beforehand by deSolve's checkDLL (deSolve >= 1.35).
presolved_model <- function(args, y, times) {
  symbols <- args$func
  pointer <- function(x) if (typeof(x) == "externalptr") x
  nout <- as.integer(if (is.null(symbols$Nglobal)) 0L else symbols$Nglobal)
  native <- list(func = pointer(symbols$Func), jacfunc = pointer(symbols$JacFunc),
                 initfunc = pointer(symbols$ModelInit))
  if (is.null(native$func)) input_error("`func' of class deSolve.symbols holds no function")
  finish_compiled_model(native, args, y, times, nout,
                        compiled_output_names(symbols$Nmtot$colnames, length(y), nout))
}

finish_compiled_model <- function(native, args, y, times, nout, outnames) {
  forcings <- prepare_forcings(args$forcings, args$fcontrol, times, args$verbose)
  initforc <- NULL
  if (!is.null(forcings)) {
    if (is.null(args$initforc))
      input_error("initforc should be loaded if there are forcing functions  ")
    initforc <- native_address(args$initforc, args$dllname,
                               "initforc should be loaded if there are forcing functions ")
  }
  duplicated_names <- length(outnames) > 1L && anyDuplicated(outnames) > 0L
  list(spec = list(kind = "native", n = length(y), func = native$func, jacfunc = native$jacfunc,
                   res = native$res, jacres = native$jacres,
                   initfunc = native$initfunc, initforc = initforc, names = names(y),
                   initpar = if (is.null(native$initfunc)) numeric() else
                     check_numbers(args$initpar, "initpar"),
                   rpar = check_numbers(args$rpar, "rpar"),
                   ipar = check_integers(args$ipar, "ipar"), n_outputs = nout,
                   forcings = forcings$data, forcings_constant = isTRUE(forcings$constant)),
       outnames = outnames,
       lengthvar = if (duplicated_names) c(length(y), table(factor(outnames, unique(outnames)))))
}
