#!/bin/sh
# The tests with the address and the undefined-behaviour sanitizers and with the assertions of
# Eigen and of the standard library: first those of the core without R, then those of the package,
# built so into a library of its own; R is started with the sanitizers' runtimes loaded first.
#   tools/sanitize.sh           builds, then runs all tests
#   tools/sanitize.sh build     only builds
#   tools/sanitize.sh CMD ...   runs a command with the library built before
set -eu
root=$(pwd)
jobs=${JOBS:-$(nproc)}
flags="-O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow"
flags="$flags -fno-sanitize-recover=all -UNDEBUG -D_GLIBCXX_ASSERTIONS -Wno-ignored-attributes"
compiler=$(command -v ccache >/dev/null 2>&1 && echo "ccache g++" || echo g++)

# R keeps memory until its end by design, so leaks are looked for in the core's own tests only.
with_sanitizers() {
  ASAN_OPTIONS=detect_leaks=0:halt_on_error=1:detect_stack_use_after_return=1 \
  UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
  LD_PRELOAD="$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libubsan.so)" \
  R_LIBS="$root/output/sanitize:${R_LIBS:-}" "$@"
}

# Objects stay in output/sanitize/source and serve the core's tests, too.
build() {
  source=output/sanitize/source
  mkdir -p $source output/plain
  cat > output/sanitize/Makevars <<FLAGS
CXX17 = $compiler
CXX17FLAGS = $flags
LDFLAGS = -fsanitize=address,undefined
FLAGS
  (cd output/plain && R CMD build --no-build-vignettes ../.. > build.log 2>&1)
  rm -rf $source && mkdir -p $source
  tar -xzf output/plain/deTestSet_*.tar.gz -C $source --strip-components=1
  R_MAKEVARS_USER="$root/output/sanitize/Makevars" MAKEFLAGS="-j$jobs" \
    R CMD INSTALL --no-docs --no-test-load --library=output/sanitize $source \
    > output/sanitize/install.log 2>&1 || { cat output/sanitize/install.log; exit 1; }
  mkdir -p output/sanitize/cpp
  (cd $source/src && find . -name '*.o' | tar -cf - -T -) | tar -xf - -C output/sanitize/cpp
}

case "${1:-all}" in
  build) build ;;
  all)
    build
    make --no-print-directory -C tests/cpp -j"$jobs" BUILD="$root/output/sanitize/cpp" \
      CXX="$compiler" CXXFLAGS="-std=c++17 $flags" test > output/sanitize/cpp-tests.log 2>&1 || true
    with_sanitizers Rscript tools/run-tests.R output/sanitize/cpp-tests.log
    ;;
  *) with_sanitizers "$@" ;;
esac
