#!/bin/sh
# Installs what is missing, and nothing else: Debian's ready-built packages where apt-get and root
# are there, else from CRAN.   Usage: tools/setup.sh [R packages and system tools ...]
set -eu

is_there() {
  case "$1" in
    pandoc|qpdf|tidy|ccache|pngquant) command -v "$1" >/dev/null 2>&1 ;;
    libsundials-dev) [ -f /usr/include/cvode/cvode.h ] ;;
    *) Rscript -e "quit(status = !requireNamespace('$1', quietly = TRUE))" >/dev/null 2>&1 ;;
  esac
}

missing=""
for name in "$@"; do is_there "$name" || missing="$missing $name"; done
[ -n "$missing" ] || exit 0
echo "missing:$missing"

if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  apt-get update -qq || true
  for name in $missing; do
    case "$name" in
      pandoc|qpdf|tidy|ccache|pngquant|libsundials-dev) package=$name ;;
      *) package=r-cran-$(echo "$name" | tr '[:upper:]' '[:lower:]') ;;
    esac
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" \
      >/dev/null 2>&1 || true
  done
fi

for name in $missing; do
  is_there "$name" && continue
  case "$name" in
    pandoc|qpdf|tidy|ccache|pngquant|libsundials-dev) echo "note: $name is not available here" ;;
    *) Rscript -e "install.packages('$name', repos = c(getOption('repos'), 'https://cloud.r-project.org')[1L])" ;;
  esac
done
