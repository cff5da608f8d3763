# Printing, summarising and drawing what workprecision() has measured.

#' Show a work-precision study
#'
#' `print()` shows the cells, `summary()` which method needs least work for how many digits, `plot()`
#' draws the work-precision diagram: correct digits to the right, work upwards on a logarithmic
#' scale, one line per method along its tolerances. With ggplot2, `autoplot()` draws the same.
#'
#' @param x,object an object made by [workprecision()].
#' @param work what counts as work: `"time"`, `"time_median"`, `"nfev"`, `"steps"`, `"njac"` or
#'   `"nlu"`.
#' @param precision which accuracy: `"mescd"` over all output times, `"mescd_end"` at the end.
#' @param digits `summary()`: the accuracies to report; `NULL`: the whole numbers that were reached.
#'   `print()`: number of significant digits.
#' @param col,pch colours and symbols, one per method.
#' @param legend where the legend goes, as in [graphics::legend()]; `NULL`: none.
#' @param main,xlab,ylab titles; `NULL`: made from what is drawn.
#' @param ... for `plot()`: further arguments of [graphics::plot.default()]; otherwise not used.
#' @return `summary()` returns a data frame of class `summary.workprecision`: the accuracies
#'   `digits`, the `best` method, and for each method the work to reach them, `NA` where none of its
#'   runs does. The work is interpolated along the line of the diagram: it is the least work at which
#'   the line has that many digits. `autoplot()` returns a ggplot object, the others their argument,
#'   invisibly. A vertical line in the diagram marks the digits to which the reference was confirmed,
#'   if runs come near them.
#' @seealso [workprecision()].
#' @examples
#' wp <- workprecision("orego", c("gamd", "radau5", "lsoda"), rtol = 10^-(4:8), repeats = 1)
#' summary(wp, work = "nfev")
#' plot(wp, work = "nfev")
#' @name workprecision-methods
NULL

work_labels <- c(time = "CPU time [s]", time_median = "CPU time, median [s]",
                 nfev = "function evaluations", steps = "steps", njac = "Jacobians",
                 nlu = "LU factorisations")
precision_labels <- c(mescd = "correct digits (mescd, all output times)",
                      mescd_end = "correct digits (mescd, at the end)")

#' @rdname workprecision-methods
#' @export
print.workprecision <- function(x, digits = 3, ...) {
  if (!all(c("mescd", "time", "nlu", "reason") %in% names(x)))  # some columns of a grid
    return(invisible(print.data.frame(x, ...)))
  settings <- attr(x, "settings")
  if (!is.null(settings)) print_grid_settings(settings)
  shown <- data.frame(method = x$method, rtol = signif(x$rtol, digits), mescd = round(x$mescd, 2),
                      mescd_end = round(x$mescd_end, 2), time = signif(x$time, digits),
                      x[c("steps", "nfev", "njac", "nlu")])
  print.data.frame(shown, row.names = FALSE)
  for (m in unique(x$method[nzchar(x$reason)])) {
    failed <- x[x$method == m & nzchar(x$reason), ]
    cat(m, " failed ", nrow(failed), if (nrow(failed) == 1) " time" else " times", ", first at rtol = ",
        format(failed$rtol[1], digits = digits), ": ", failed$reason[1], "\n", sep = "")
  }
  invisible(x)
}

print_grid_settings <- function(s) {
  cat("Work and precision: ", s$problem, sep = "")
  if (length(s$parms) > 0)
    cat(" (", paste(names(s$parms), "=", format_each(s$parms), collapse = ", "), ")", sep = "")
  cat(", t = ", format(s$interval[1]), " to ", format(s$interval[2]), ", ", s$output_times,
      " output times\n", sep = "")
  if (!is.null(s$components)) cat("components that count: ", abbreviated(s$components), "\n", sep = "")
  agrees <- if (is.finite(s$reference_digits))
    paste0(" (agrees to ", format(s$reference_digits, digits = 3), " digits)")
  cat(strwrap(paste0("reference: ", s$reference, agrees), exdent = 2), sep = "\n")
  cat("time: CPU seconds per solve")
  if (s$repeats > 1) cat(", smallest of", s$repeats, "measurements")
  if (s$workers > 1) cat(",", s$workers, "workers")
  cat("\n")
  if (s$interrupted) cat("interrupted:", s$finished, "of", s$cells, "cells are finished\n")
}

# ---- summary -----------------------------------------------------------------------------------

#' @rdname workprecision-methods
#' @export
summary.workprecision <- function(object, digits = NULL, work = "time", precision = "mescd", ...) {
  axes <- diagram_axes(object, work, precision)
  reached <- object[[axes$precision]][is.finite(object[[axes$precision]])]
  if (is.null(digits)) {
    if (length(reached) == 0) stop("no run succeeded: nothing to summarise", call. = FALSE)
    digits <- seq(max(0, ceiling(min(reached))), max(0, floor(max(reached))))
  }
  if (!is.numeric(digits) || anyNA(digits))
    input_error("`digits' must be numbers of digits, not ", shown(digits))
  lines <- diagram_lines(object, axes)
  least <- vapply(lines, function(line) vapply(digits, least_work, 0, line = line),
                  numeric(length(digits)))
  least <- matrix(least, length(digits), dimnames = list(NULL, names(lines)))
  best <- apply(least, 1, function(row) if (all(is.na(row))) NA else names(lines)[which.min(row)])
  structure(data.frame(digits = digits, best = best, least, check.names = FALSE,
                       stringsAsFactors = FALSE),
            work = axes$work, class = c("summary.workprecision", "data.frame"))
}

#' @rdname workprecision-methods
#' @export
print.summary.workprecision <- function(x, ...) {
  cat("least ", work_labels[[attr(x, "work")]], " for a number of correct digits\n", sep = "")
  shown <- as.data.frame(lapply(unclass(x)[seq_along(x)], function(column)
    if (is.numeric(column)) signif(column, 3) else column), optional = TRUE)
  print.data.frame(shown, row.names = FALSE)
  invisible(x)
}

diagram_axes <- function(x, work, precision) {
  choose <- function(value, choices, what) {
    if (!is.character(value) || length(value) != 1 || !value %in% choices)
      input_error("`", what, "' must be one of ", paste(dQuote(choices, FALSE), collapse = ", "),
                  ", not ", shown(value))
    value
  }
  list(work = choose(work, names(work_labels), "work"),
       precision = choose(precision, names(precision_labels), "precision"))
}

# For each method the points of its line, from loose to tight tolerances.
diagram_lines <- function(x, axes) {
  methods <- unique(x$method)
  lines <- lapply(methods, function(m) {
    rows <- x[x$method == m, ]
    rows <- rows[order(-rows$rtol), ]
    line <- data.frame(digits = rows[[axes$precision]], work = rows[[axes$work]])
    line[is.finite(line$digits) & is.finite(line$work) & line$work > 0, ]
  })
  names(lines) <- methods
  lines
}

# The least work on the polygon of a method, digits against the logarithm of the work, at which it
# has so many digits: at one of its corners, or where a side crosses the number.
least_work <- function(digits, line) {
  work <- line$work[line$digits >= digits]
  n <- nrow(line)
  if (n > 1) {
    from <- line[-n, ]
    to <- line[-1, ]
    crosses <- (from$digits - digits) * (to$digits - digits) < 0
    s <- ((digits - from$digits) / (to$digits - from$digits))[crosses]
    work <- c(work, exp((1 - s) * log(from$work[crosses]) + s * log(to$work[crosses])))
  }
  if (length(work) == 0) NA_real_ else min(work)
}

# ---- diagrams ----------------------------------------------------------------------------------

# Colours that differ also for those who do not see red and green apart (Okabe and Ito 2008).
method_colours <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00",
                    "#999999")
method_symbols <- c(16, 17, 15, 18, 4, 1, 2, 0, 5, 6)

#' @rdname workprecision-methods
#' @importFrom graphics abline axis legend lines plot
#' @export
plot.workprecision <- function(x, work = "time", precision = "mescd", col = NULL, pch = NULL,
                               legend = "topleft", main = NULL, xlab = NULL, ylab = NULL, ...) {
  axes <- diagram_axes(x, work, precision)
  lines <- diagram_lines(x, axes)
  points <- do.call(rbind, lines)
  if (nrow(points) == 0) stop("no run succeeded: nothing to draw", call. = FALSE)
  col <- rep_len(col %||% method_colours, length(lines))
  pch <- rep_len(pch %||% method_symbols, length(lines))
  settings <- attr(x, "settings")
  args <- replaced(list(x = range(points$digits), y = range(points$work), log = "y", type = "n",
                        las = 1, xlab = xlab %||% precision_labels[[axes$precision]], yaxt = "n",
                        ylab = "", main = main %||% settings$problem), list(...))
  old <- graphics::par(mar = pmax(graphics::par("mar"), c(4.1, 5.1, 0, 0)))
  on.exit(graphics::par(old))
  do.call(graphics::plot.default, args)
  graphics::title(ylab = ylab %||% work_labels[[axes$work]], line = 3.8)
  if (identical(args$yaxt, "n")) power_axis()
  mark_reference(settings$reference_digits)
  for (k in seq_along(lines))
    lines(lines[[k]]$digits, lines[[k]]$work, type = "o", col = col[k], pch = pch[k], lwd = 1.5)
  if (!is.null(legend))
    legend(legend, legend_texts(x, names(lines)), col = col, pch = pch, lwd = 1.5, bty = "n",
           cex = 0.9)
  invisible(x)
}

# Labels at powers of ten, and between them if there are few.
power_axis <- function() {
  limits <- 10^graphics::par("usr")[3:4]
  powers <- 10^seq(floor(log10(limits[1])), ceiling(log10(limits[2])))
  shown <- powers[powers >= limits[1] & powers <= limits[2]]
  if (length(shown) < 3) shown <- sort(outer(powers, c(1, 2, 5)))
  shown <- shown[shown >= limits[1] & shown <= limits[2]]
  axis(2, at = shown, labels = format_each(shown), las = 1)
}

mark_reference <- function(digits) {
  if (is.null(digits) || !is.finite(digits) || digits > graphics::par("usr")[2]) return(invisible())
  abline(v = digits, lty = 3, col = "grey40")
  graphics::mtext("reference", side = 3, at = digits, cex = 0.7, col = "grey40")
}

# Names of the methods, with the number of cells that failed.
legend_texts <- function(x, methods) {
  failed <- vapply(methods, function(m) sum(nzchar(x$reason[x$method == m])), 0)
  ifelse(failed > 0, paste0(methods, " (", failed, " failed)"), methods)
}

#' @rdname workprecision-methods
#' @exportS3Method ggplot2::autoplot
autoplot.workprecision <- function(object, work = "time", precision = "mescd", ...) {
  axes <- diagram_axes(object, work, precision)
  lines <- diagram_lines(object, axes)
  points <- do.call(rbind, Map(function(line, name) cbind(line, method = rep(name, nrow(line))),
                               lines, names(lines)))
  points$method <- factor(points$method, levels = names(lines))
  names <- legend_texts(object, names(lines))
  count <- length(lines)
  ggplot2::ggplot(points, ggplot2::aes(x = .data$digits, y = .data$work, colour = .data$method,
                                       shape = .data$method)) +
    ggplot2::geom_path() + ggplot2::geom_point(size = 2) + ggplot2::scale_y_log10() +
    ggplot2::scale_colour_manual(values = rep_len(method_colours, count), labels = names,
                                 drop = FALSE) +
    ggplot2::scale_shape_manual(values = rep_len(method_symbols, count), labels = names,
                                drop = FALSE) +
    ggplot2::labs(x = precision_labels[[axes$precision]], y = work_labels[[axes$work]],
                  title = attr(object, "settings")$problem, colour = NULL, shape = NULL)
}
utils::globalVariables(c(".data", "job"))  # of ggplot2, and of the workers
