#!/bin/sh
# Solves a problem of the catalogue in extended precision (collocation.hpp).
#   data-raw/extended/run.sh problem [stages] [tolerance] [file for the values]
# Programs are kept in $BUILD (default: output/extended).
set -e
here=$(cd "$(dirname "$0")" && pwd)
src=$here/../../src
build=${BUILD:-$here/../../output/extended}
name=$1
shift
mkdir -p "$build"
eigen=$(Rscript -e 'cat(system.file("include", package = "RcppEigen"))')
flags="-std=c++17 -O2 -Wall -Wextra -I$src -I$here -isystem $eigen"

for file in "$src"/core/*.cpp "$src"/linalg/*.cpp "$src"/problems/problem.cpp \
            "$src"/problems/builtin_model.cpp; do
  object=$build/$(basename "$file" .cpp).o
  [ "$object" -nt "$file" ] || g++ $flags -c "$file" -o "$object"
done

system=$(sed -n 's/.*p.equations = [a-z]*_equations<\(.*\)>;/\1/p' "$src/problems/ivp/$name.cpp")
program=$build/run_$name
newest=$(ls -t "$src/problems/ivp/$name.cpp" "$here"/*.hpp | head -1)
if ! [ "$program" -nt "$newest" ]; then
  cat > "$program.cpp" <<END
#include "problems/ivp/$name.cpp"
#include "report.hpp"
int main(int argc, char** argv) { return extended::report<dts::$system>(dts::$name(), argc, argv); }
END
  g++ $flags "$program.cpp" "$build"/*.o -o "$program"
fi
exec "$program" "$@"
