# Reads valgrind's logs and fails if an error or a leak has a frame of this package in it; the
# others, of R and of the system's libraries, are only counted.
logs <- commandArgs(TRUE)
blocks_of <- function(file) {
  lines <- sub("^==[0-9]+== ?", "", readLines(file, warn = FALSE))
  lines <- lines[!grepl("^[{}]|^   (fun|obj|Memcheck|<insert)|^   \\.\\.\\.", lines)]
  id <- cumsum(lines == "")
  blocks <- split(lines, id)
  Filter(function(b) any(grepl("^   (at|by) 0x", b)), blocks)
}
blocks <- unlist(lapply(logs, blocks_of), recursive = FALSE)
ours <- Filter(function(b) any(grepl("deTestSet[.]so|dts::", b)), blocks)
ended <- function(file) any(grepl("ERROR SUMMARY", readLines(file, warn = FALSE)))
summaries <- Filter(ended, logs)
cat(sprintf("valgrind: %d reports, %d of them in this package; %d of %d processes ended properly\n",
            length(blocks), length(ours), length(summaries), length(logs)))
for (b in utils::head(ours, 5L)) cat("", b, sep = "\n")
quit(status = as.integer(length(ours) > 0L || length(summaries) < length(logs)))
