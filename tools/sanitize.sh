#!/bin/sh
# The tests with the address and the undefined-behaviour sanitizers: the package is built with them
# into a library of its own, and R is started with the sanitizer's runtime loaded first.
set -eu
root=$(pwd)
mkdir -p build/sanitize
cat > build/sanitize/Makevars <<'FLAGS'
CXX17FLAGS = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -Wno-ignored-attributes
LDFLAGS = -fsanitize=address,undefined
FLAGS
make --no-print-directory "build/plain/$(ls build/plain 2>/dev/null | grep tar.gz || true)" \
  >/dev/null 2>&1 || true
mkdir -p build/plain && (cd build/plain && R CMD build --no-build-vignettes ../.. >/dev/null)
R_MAKEVARS_USER="$root/build/sanitize/Makevars" MAKEFLAGS="-j$(nproc)" \
  R CMD INSTALL --no-docs --no-test-load --library=build/sanitize build/plain/deTestSet_*.tar.gz
# R itself leaks by design at exit, so only our own errors count.
ASAN_OPTIONS=detect_leaks=0:halt_on_error=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
LD_PRELOAD="$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libubsan.so)" \
R_LIBS="$root/build/sanitize:${R_LIBS:-}" Rscript tools/run-tests.R
