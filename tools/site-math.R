# Turns the formulas of the web site into MathML, which browsers show without help from the network.
# Usage: Rscript tools/site-math.R output/site
site <- commandArgs(TRUE)[1]

# TeX -> MathML, all formulas in one run of pandoc; "" where it cannot be done.
mathml <- function(tex, display) {
  markdown <- tempfile(fileext = ".md")
  html <- tempfile(fileext = ".html")
  mark <- ifelse(display, "$$", "$")
  writeLines(paste0("<!-- next -->\n\n", mark, trimws(gsub("[[:space:]]+", " ", tex)), mark, "\n"), markdown)
  status <- system2("pandoc", c("--mathml", "--lua-filter=vignettes/mathml.lua", "-f", "markdown",
                                "-t", "html", "--wrap=none", shQuote(markdown), "-o", shQuote(html)), stderr = FALSE)
  if (status != 0) stop("pandoc failed")
  text <- paste(readLines(html, encoding = "UTF-8"), collapse = "\n")
  pieces <- strsplit(text, "<!-- next -->", fixed = TRUE)[[1]][-1]
  found <- regmatches(pieces, regexec("<math.*</math>", pieces))
  formulas <- vapply(found, function(x) if (length(x) == 0) "" else x, "")
  sub('display="block"', 'display="block" style="margin: 0.5em 0"', formulas, fixed = TRUE)
}

unescape <- function(x) {
  for (pair in list(c("&lt;", "<"), c("&gt;", ">"), c("&#39;", "'"), c("&quot;", "\""), c("&amp;", "&")))
    x <- gsub(pair[1], pair[2], x, fixed = TRUE)
  x
}

# Formulas in the order in which pkgdown writes them: articles, then help pages.
patterns <- c('(?s)<span class="math inline">\\\\\\((.*?)\\\\\\)</span>',
              '(?s)<span class="math display">\\\\\\[(.*?)\\\\\\]</span>', "(?s)\\\\\\((.*?)\\\\\\)",
              "(?s)\\$\\$(.*?)\\$\\$")
is_display <- c(FALSE, TRUE, FALSE, TRUE)

convert <- function(file) {
  text <- readChar(file, file.size(file), useBytes = TRUE)
  Encoding(text) <- "UTF-8"
  code <- gregexpr("(?s)<pre.*?</pre>", text, perl = TRUE)
  kept <- regmatches(text, code)[[1]]
  regmatches(text, code) <- list(sprintf("@@code%d@@", seq_along(kept)))
  count <- 0
  for (k in seq_along(patterns)) {
    where <- gregexpr(patterns[k], text, perl = TRUE)
    found <- regmatches(text, where)[[1]]
    if (length(found) == 0) next
    formulas <- mathml(unescape(sub(patterns[k], "\\1", found, perl = TRUE)), is_display[k])
    regmatches(text, where) <- list(ifelse(nzchar(formulas), formulas, found))
    count <- count + sum(nzchar(formulas))
  }
  where <- gregexpr("@@code[0-9]+@@", text)
  regmatches(text, where) <- list(kept)
  text <- gsub('<script src="[^"]*[Mm]ath[Jj]ax[^"]*"[^>]*></script>', "", text)
  writeBin(charToRaw(enc2utf8(text)), file)
  count
}
files <- list.files(site, "[.]html$", recursive = TRUE, full.names = TRUE)
cat("formulas as MathML:", sum(vapply(files, convert, 0)), "\n")
