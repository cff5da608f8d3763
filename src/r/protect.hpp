// The only door to code that may leave by R's long jump: R closures, and compiled models that may
// call error().  A jump is caught here, turned into a C++ exception so that every destructor runs,
// and resumed at the border to R (Rcpp does that for LongjumpException).
#pragma once

#include <Rcpp.h>

#include <csetjmp>
#include <type_traits>

namespace dts {

// Reusable as long as it has not been jumped through; so one per model is enough.
class UnwindToken {
 public:
  UnwindToken() : token_(R_MakeUnwindCont()) {}
  SEXP get() const { return token_; }

 private:
  Rcpp::RObject token_;
};

namespace internal {

template <class Callable>
struct Protected {
  static SEXP call(void* callable) { return (*static_cast<Callable*>(callable))(); }
};

inline void jump_back(void* buffer, Rboolean jump) {
  if (jump) std::longjmp(*static_cast<std::jmp_buf*>(buffer), 1);
}

}  // namespace internal

// Calls `callable() -> SEXP`.  Nothing with a destructor may live inside the callable.
template <class Callable>
SEXP protect_from_jumps(const UnwindToken& token, Callable callable) {
  std::jmp_buf buffer;
  if (setjmp(buffer) != 0) {
    R_PreserveObject(token.get());  // released when the jump is resumed
    throw Rcpp::LongjumpException(token.get());
  }
  return R_UnwindProtect(&internal::Protected<Callable>::call, &callable, &internal::jump_back,
                         &buffer, token.get());
}

}  // namespace dts
