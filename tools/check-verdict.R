# Reads the log of R CMD check and fails on any error, warning or note, except the remark that this
# would be a first submission (with what belongs to it: version number, maintainer).
log <- readLines(commandArgs(TRUE)[1L])
status <- grep("\\.\\.\\. (NOTE|WARNING|ERROR)|^ (NOTE|WARNING|ERROR)$", log, value = TRUE)
accepted <- grepl("CRAN incoming feasibility", status)
bad <- status[!accepted]
cat(sprintf("check: %d errors, %d warnings, %d notes beyond the submission remark\n",
            sum(grepl("ERROR", bad)), sum(grepl("WARNING", bad)), sum(grepl("NOTE", bad))))
if (length(bad) > 0L) {
  cat(bad, sep = "\n")
  quit(status = 1L)
}
