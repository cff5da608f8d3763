#!/bin/sh
# The tests with the address and the undefined-behaviour sanitizers: the package is built with them
# into a library of its own, and R is started with the sanitizers' runtimes loaded first.
set -eu
root=$(pwd)
mkdir -p output/sanitize output/plain
cat > output/sanitize/Makevars <<'FLAGS'
CXX17FLAGS = -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -Wno-ignored-attributes
LDFLAGS = -fsanitize=address,undefined
FLAGS
(cd output/plain && R CMD build --no-build-vignettes ../.. > build.log 2>&1)
R_MAKEVARS_USER="$root/output/sanitize/Makevars" MAKEFLAGS="-j$(nproc)" \
  R CMD INSTALL --no-docs --no-test-load --library=output/sanitize output/plain/deTestSet_*.tar.gz \
  > output/sanitize/install.log 2>&1 || { cat output/sanitize/install.log; exit 1; }
# R keeps memory until its end by design, so leaks are not looked for here.
ASAN_OPTIONS=detect_leaks=0:halt_on_error=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
LD_PRELOAD="$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libubsan.so)" \
R_LIBS="$root/output/sanitize:${R_LIBS:-}" Rscript tools/run-tests.R
