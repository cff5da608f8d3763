// A few words for tests of the core without R: check, check_close, and a summary at the end.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>

namespace check {

struct Tally {
  int passed = 0, failed = 0;
};
inline Tally& tally() {
  static Tally t;
  return t;
}

inline void that(bool ok, const std::string& what) {
  if (ok) {
    ++tally().passed;
  } else {
    ++tally().failed;
    std::printf("FAILED: %s\n", what.c_str());
  }
}

inline void close(double value, double expected, double tolerance, const std::string& what) {
  const bool ok = std::abs(value - expected) <= tolerance;
  that(ok, what + ": got " + std::to_string(value) + ", expected " + std::to_string(expected) +
               " +- " + std::to_string(tolerance));
}

// Prints the tally; the value for main() to return.
inline int summary(const char* name) {
  std::printf("%s: %d passed, %d failed\n", name, tally().passed, tally().failed);
  return tally().failed == 0 ? 0 : 1;
}

}  // namespace check
