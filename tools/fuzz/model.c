/* y' = -k y + u(t) in deSolve's conventions for compiled models, for tools/fuzz.R. */
#include <R.h>

static double k[1], u[1];

void fuzz_init(void (*set)(int *, double *)) {
  int n = 1;
  set(&n, k);
}

void fuzz_forcings(void (*set)(int *, double *)) {
  int n = 1;
  set(&n, u);
}

void fuzz_derivs(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  if (ip[0] < 1) error("nout should be at least 1");
  yout[0] = 0;
  for (int i = 0; i < *neq; ++i) {
    ydot[i] = -k[0] * y[i] + u[0];
    yout[0] += y[i];
  }
}

void fuzz_jac(int *neq, double *t, double *y, int *ml, int *mu, double *pd, int *nrow, double *yout,
              int *ip) {
  for (int j = 0; j < *neq; ++j) pd[j * *nrow + (*nrow == *neq ? j : *mu)] = -k[0];
}

void fuzz_fail(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  if (*t > 0.1) error("made to fail");
  for (int i = 0; i < *neq; ++i) ydot[i] = -y[i];
}

void fuzz_root(int *neq, double *t, double *y, int *ng, double *g, double *out, int *ip) {
  for (int i = 0; i < *ng; ++i) g[i] = y[0] - 1e9;
}

void fuzz_event(int *n, double *t, double *y) {}
