# Random cases against the R interface: see tools/fuzz/judge.R for what counts as a finding.
#   Rscript tools/fuzz.R [--seed S] [--cases N] [--seconds T] [--jobs J]
#   Rscript tools/fuzz.R --seed S --case K          one case, with what it does
# Cases run in child processes, some hundred each; a child that dies or hangs is a finding of the
# case at which it did, and the next one goes on behind it. The status is 1 if there are findings.
here <- "tools/fuzz"
options(warn = 1, deTestSet.fuzz = TRUE)

option <- function(name, default) {
  given <- commandArgs(TRUE)
  at <- match(paste0("--", name), given)
  if (is.na(at)) default else as.numeric(given[at + 1L])
}
seed <- option("seed", 1)
folder <- Sys.getenv("FUZZ_OUTPUT", "output/fuzz")

# ---- the child: cases from .. to ----------------------------------------------------------------

start_case <- function(k) set.seed((seed * 1000003 + k) %% .Machine$integer.max)

run_case <- function(k) {
  start_case(k)
  call <- make_case()
  run <- run_call(call$fun, call$args)
  if (isFALSE(call$repeatable)) flush_interrupts()
  list(call = call, run = run)
}

# An interrupt that came too late to be noticed must not hit the next case.
flush_interrupts <- function()
  tryCatch(for (i in 1:50) Sys.sleep(0), interrupt = function(i) NULL)

resident_bytes <- function() {
  line <- grep("^VmRSS", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) * 1024
}

child <- function(from, to, name) {
  progress <- file(paste0(name, ".progress"), "w")
  findings <- file(paste0(name, ".findings"), "w")
  texts <- new.env()
  outcomes <- integer()
  memory <- c()
  compiler::enableJIT(0)  # the functions of a case do not live long enough to be worth compiling
  grDevices::pdf(NULL)
  sink(nullfile())
  cat(Sys.getpid(), "\n", file = paste0(name, ".pid"))
  for (k in from:to) {
    writeLines(as.character(k), progress)
    flush(progress)
    case <- run_case(k)
    verdict <- judge(case$run, case$call)
    if (is.null(verdict) && !isFALSE(case$call$repeatable) && k %% 4 == 0) {
      again <- run_case(k)
      timed <- any(grepl("time limit", unlist(comparable(case$run)[-1L])))
      if (!timed && !identical(comparable(case$run), comparable(again$run)))
        verdict <- "another result when run again"
    }
    outcome <- if (!is.null(case$run$error)) "error" else if (is.matrix(case$run$value) &&
      isTRUE(attr(case$run$value, "istate")[1L] < 0)) "flagged" else "result"
    label <- paste(sub(":.*", "", case$call$family), outcome)
    outcomes[label] <- sum(outcomes[label], 1L, na.rm = TRUE)
    if (!is.null(case$run$error)) {
      text <- gsub("[-+0-9.e]+", "#", substr(conditionMessage(case$run$error), 1, 200))
      text <- paste(case$call$family, gsub("\n", " ", text), sep = "\t")
      if (is.null(texts[[text]])) texts[[text]] <- k
    }
    if (!is.null(verdict)) {
      line <- paste(k, case$call$fun, case$call$family, verdict, sep = "\t")
      writeLines(gsub("\n", " ", line), findings)
      flush(findings)
    }
    if ((k - from) %% 50 == 49) {
      gc(FALSE)
      memory <- rbind(memory, c(k - from + 1, resident_bytes()))
    }
  }
  sink()
  slope <- if (length(memory) > 0L && nrow(memory) >= 6L) {
    later <- memory[memory[, 1L] > max(memory[, 1L]) / 2, , drop = FALSE]
    stats::coef(stats::lm(later[, 2L] ~ later[, 1L]))[[2L]]
  } else NA
  saveRDS(list(outcomes = outcomes, slope = slope, memory = memory, texts = as.list(texts)),
          paste0(name, ".rds"))
  writeLines("done", progress)
}

`%||%` <- function(a, b) if (is.null(a)) b else a

# The compiled model, once for all children; without a compiler its cases are others.
compile_model <- function() {
  dir.create(folder, recursive = TRUE, showWarnings = FALSE)
  file.copy(file.path(here, "model.c"), file.path(folder, "fuzzmodel.c"), overwrite = TRUE)
  library_file <- file.path(folder, paste0("fuzzmodel", .Platform$dynlib.ext))
  if (file.exists(library_file)) return(library_file)
  system2(file.path(R.home("bin"), "R"),
          c("CMD", "SHLIB", "-o", shQuote(library_file), shQuote(file.path(folder, "fuzzmodel.c"))),
          stdout = FALSE, stderr = FALSE)
  library_file
}

load_all <- function() {
  suppressPackageStartupMessages(library(deTestSet))
  try(dyn.load(compile_model()), silent = TRUE)
  for (part in c("values", "models", "calls", "faults", "judge", "arguments"))
    sys.source(file.path(here, paste0(part, ".R")), envir = globalenv())
}

# ---- one case, to look at -----------------------------------------------------------------------

show_case <- function(k) {
  load_all()
  start_case(k)
  call <- make_case()
  cat("case", k, "of seed", seed, ":", call$fun, "(", call$family, ")\n")
  if (!is.null(call$changed)) cat("changed:", call$changed, "\n")
  if (!is.null(call$fault)) str(call$fault)
  if (!is.null(call$model)) cat("model:", call$model$kind, " truth:", call$truth, "\n")
  str(call$args, give.attr = FALSE, max.level = 2)
  flush(stdout())
  case <- run_case(k)
  cat("warnings:", paste0("\n  ", case$run$warnings), "\n")
  if (!is.null(case$run$error)) print(case$run$error) else str(case$run$value)
  cat("verdict:", judge(case$run, call) %||% "well", "\n")
  invisible(case)
}

# ---- the parent ---------------------------------------------------------------------------------

last_line <- function(file) {
  lines <- if (file.exists(file)) readLines(file, warn = FALSE)
  if (length(lines) == 0L) "" else lines[length(lines)]
}

start_child <- function(from, to, number) {
  name <- file.path(folder, sprintf("batch%05d", number))
  unlink(paste0(name, c(".progress", ".findings", ".pid", ".rds", ".log")))
  command <- paste("Rscript tools/fuzz.R --seed", seed, "--from", from, "--to", to, "--number",
                   number, ">", paste0(name, ".log"), "2>&1; echo ended >>", paste0(name, ".log"))
  system(paste0("(", command, ") &"))
  list(name = name, from = from, to = to, seen = "", since = Sys.time(), started = Sys.time())
}

# NULL while it runs; else list(finding, next case).
look_after <- function(job, patience) {
  line <- last_line(paste0(job$name, ".progress"))
  if (line == "done" && file.exists(paste0(job$name, ".rds"))) return(list(go_on = job$to + 1))
  ended <- last_line(paste0(job$name, ".log")) == "ended"
  at <- if (line == "") job$from else as.numeric(line)
  if (ended) return(list(go_on = at + 1, finding = paste(at, "", "", "crash", sep = "\t")))
  if (line != job$seen) return(list(seen = line))
  if (as.numeric(Sys.time() - job$since, units = "secs") > patience) {
    pid <- suppressWarnings(as.integer(last_line(paste0(job$name, ".pid"))))
    if (!is.na(pid)) tools::pskill(pid, tools::SIGKILL)
    return(list(go_on = at + 1, finding = paste(at, "", "", "hang", sep = "\t")))
  }
  NULL
}

parent <- function() {
  cases <- option("cases", Inf)
  seconds <- option("seconds", if (is.finite(cases)) Inf else 60)
  size <- min(option("batch", 500), cases)
  first <- option("first", 1)
  patience <- option("patience", 90)
  compile_model()
  unlink(list.files(folder, "^batch", full.names = TRUE))
  begin <- Sys.time()
  waiting <- first
  number <- 0
  running <- list()
  extra <- character()
  pieces <- list()
  finished <- 0
  repeat {
    elapsed <- as.numeric(Sys.time() - begin, units = "secs")
    while (length(running) < option("jobs", 1) && waiting < first + cases && elapsed < seconds ||
             length(pieces) > 0L) {
      number <- number + 1
      if (length(pieces) > 0L) {
        running[[length(running) + 1L]] <- start_child(pieces[[1L]][1L], pieces[[1L]][2L], number)
        pieces <- pieces[-1L]
      } else {
        to <- min(waiting + size - 1, first + cases - 1)
        running[[length(running) + 1L]] <- start_child(waiting, to, number)
        waiting <- to + 1
      }
    }
    if (length(running) == 0L) break
    Sys.sleep(0.1)
    kept <- list()
    for (job in running) {
      news <- look_after(job, patience)
      if (is.null(news)) {
        kept[[length(kept) + 1L]] <- job
      } else if (!is.null(news$seen)) {
        job$seen <- news$seen
        job$since <- Sys.time()
        kept[[length(kept) + 1L]] <- job
      } else {
        finished <- finished + news$go_on - job$from
        if (!is.null(news$finding)) {
          extra <- c(extra, news$finding)
          cat("case", news$finding, "\n")
        }
        if (news$go_on <= job$to) pieces[[length(pieces) + 1L]] <- c(news$go_on, job$to)
      }
    }
    running <- kept
  }
  report(finished, extra, as.numeric(Sys.time() - begin, units = "secs"))
}

report <- function(count, extra, seconds) {
  files <- list.files(folder, "[.]findings$", full.names = TRUE)
  lines <- c(extra, unlist(lapply(files, readLines, warn = FALSE)))
  results <- lapply(list.files(folder, "[.]rds$", full.names = TRUE), readRDS)
  outcomes <- unlist(lapply(results, function(r) r$outcomes))
  totals <- tapply(outcomes, names(outcomes), sum)
  slopes <- vapply(results, function(r) as.numeric(r$slope), 0)
  texts <- do.call(c, lapply(results, function(r) r$texts))
  texts <- texts[!duplicated(names(texts))]
  writeLines(sort(paste(names(texts), unlist(texts), sep = "\t")),
             file.path(folder, "messages.txt"))
  writeLines(lines, file.path(folder, "findings.txt"))
  cat(sprintf("\nseed %g: %g cases in %.0f s\n", seed, count, seconds))
  print(totals)
  cat(sprintf("memory: median slope %.0f bytes per case over %d batches\n",
              stats::median(slopes, na.rm = TRUE), sum(!is.na(slopes))))
  cat(length(lines), "findings\n")
  if (length(lines) > 0L) {
    cat(utils::head(lines, 40L), sep = "\n")
    cat("look at one by: Rscript tools/fuzz.R --seed", seed, "--case K\n")
  }
  quit(status = as.integer(length(lines) > 0L))
}

if (!is.na(option("case", NA))) {
  show_case(option("case", NA))
} else if (!is.na(option("from", NA))) {
  load_all()
  child(option("from", NA), option("to", NA),
        file.path(folder, sprintf("batch%05d", option("number", 0))))
} else {
  parent()
}
