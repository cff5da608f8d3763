// After start() a step takes no memory.  Counts calls of malloc, where the C library lets us; the
// address sanitizer has a malloc of its own.
#include "check.hpp"
#include "run_to_end.hpp"

#include "core/lambda_model.hpp"
#include "integrators/radau.hpp"

#include <cstdlib>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define DTS_COUNTS_MALLOC
#endif

namespace {
long n_malloc = 0;
}

#ifdef DTS_COUNTS_MALLOC
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* malloc(std::size_t size) {
  ++n_malloc;
  return __libc_malloc(size);
}
#endif

namespace {

using namespace dts;

void test_steps(const Structure& structure, const StructuredMatrix* mass, const char* what) {
  const Index n = structure.n;
  LambdaModel model(n, [n](double, ConstVectorRef y, VectorRef f) {
    for (Index i = 0; i < n; ++i)
      f[i] =
          50 * ((i > 0 ? y[i - 1] : 0.0) - 2 * y[i] + (i + 1 < n ? y[i + 1] : 0.0)) + y[i] * y[i];
  });
  model.set_jacobian_structure(structure);
  if (mass) model.set_mass(*mass);
  Radau5 stepper(model, check::uniform_tolerances(n, 1e-6, 1e-6), {});
  Vector y0 = Vector::LinSpaced(n, 0, 1);
  stepper.start(0, y0, nullptr, 1);
  stepper.attempt(1);  // the first factorisation may still size its work space
  const long before = n_malloc;
  int steps = 0;
  while (stepper.t() < 1 && steps < 100 && stepper.attempt(1) != Attempt::failed) ++steps;
  const long taken = n_malloc - before;
  check::that(steps > 5 && stepper.t() == 1, "the run is a run");
  check::that(taken == 0, std::string(what) + ": allocations in " + std::to_string(steps) +
                              " attempts: " + std::to_string(taken));
}

}  // namespace

int main() {
  constexpr Index n = 20;
  StructuredMatrix banded(Structure::banded(n, 1, 1)), dense(Structure::dense(n));
  for (Index i = 0; i < n; ++i) {
    banded.set(i, i, 1.0);
    dense.set(i, i, 1.0);
    if (i > 0) dense.set(i, i - 1, 0.1);
  }
  test_steps(Structure::dense(n), nullptr, "dense");
  test_steps(Structure::banded(n, 1, 1), nullptr, "banded");
  test_steps(Structure::banded(n, 1, 1), &banded, "banded, banded mass");
  test_steps(Structure::dense(n), &dense, "dense, dense mass");
#ifdef DTS_COUNTS_MALLOC
  check::that(n_malloc > 0, "the counter counts");
#endif
  return check::summary("radau allocation");
}
