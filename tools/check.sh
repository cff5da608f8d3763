#!/bin/sh
# R CMD build (with vignettes) and R CMD check --as-cran, reusing the library that `make` installed.
# Usage: tools/check.sh output/deTestSet_x.tar.gz [arguments for R CMD check]
set -eu
tarball=$1
shift
root=$(pwd)
cd output
# The vignettes are built with the package just installed.
R_LIBS="$root/output/library:${R_LIBS:-}" R CMD build .. > build.log 2>&1 ||
  { cat build.log; exit 1; }

command -v pdflatex >/dev/null 2>&1 || set -- --no-manual "$@"
# A clock on the network and CRAN's own index may be out of reach; both are no property of ours.
export _R_CHECK_SYSTEM_CLOCK_=FALSE _R_CHECK_FORCE_SUGGESTS_=FALSE
R CMD check --as-cran --library="$root/output/library" --install=check:"$root/output/00install.out" "$@" "$(basename "$tarball")" ||
  { cat deTestSet.Rcheck/00check.log; exit 1; }
echo
tail -n 3 deTestSet.Rcheck/00check.log
# Anything but OK or the remark on a first submission fails.
Rscript ../tools/check-verdict.R deTestSet.Rcheck/00check.log
