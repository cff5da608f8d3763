#!/bin/sh
# The tests under valgrind's memcheck: invalid reads and writes, values used without being set, and
# memory definitely lost. Slices of the test files run one after the other, each in an R of its own.
#   tools/valgrind.sh [test files]      default: all; VALGRIND_SLICES in that many processes
# Valgrind computes long double with 53 bits, so that tests of the last digits may fail here: the
# verdict is valgrind's, not that of the tests.
set -eu
root=$(pwd)
mkdir -p output/valgrind
rm -f output/valgrind/memcheck.*.log
slices=${VALGRIND_SLICES:-4}
[ $# -gt 0 ] || set -- $(cd tests/testthat && ls test-*.R)
i=0
while [ "$i" -lt "$slices" ]; do
  files=$(k=0; for f in "$@"; do [ $((k % slices)) -ne "$i" ] || echo "$f"; k=$((k + 1)); done)
  i=$((i + 1))
  [ -n "$files" ] || continue
  R_LIBS="$root/output/library:${R_LIBS:-}" R --no-echo --no-restore \
    -d "valgrind --leak-check=full --show-leak-kinds=definite --num-callers=25 \
        --suppressions=$root/tools/valgrind.supp --gen-suppressions=all \
        --log-file=$root/output/valgrind/memcheck.$i.log" \
    --file=tools/valgrind.R --args $files
done
echo
grep -hE "ERROR SUMMARY|definitely lost:" output/valgrind/memcheck.*.log
Rscript tools/valgrind-verdict.R output/valgrind/memcheck.*.log
