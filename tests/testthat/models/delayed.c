/* y'(t) = -k y(t - tau), asking for the past through the functions that deTestSet registers. */
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>

typedef void (*lag_function)(double, int *, int, double *);

static double parms[2];

static lag_function of_package(const char *name) {
  return (lag_function) R_GetCCallable("deTestSet", name);
}

void delayed_init(void (*odeparms)(int *, double *)) {
  int n = 2;
  odeparms(&n, parms);
}

void delayed_derivs(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  int nr[1] = {0};
  double past[1] = {1}, slope[1] = {0};
  if (*t > parms[0]) {
    of_package("lagvalue")(*t - parms[0], nr, 1, past);
    of_package("lagderiv")(*t - parms[0], nr, 1, slope);
  }
  ydot[0] = -parms[1] * past[0];
  if (ip[0] > 0) yout[0] = past[0];
  if (ip[0] > 1) yout[1] = slope[0];
}

/* Asks for a time before the start. */
void delayed_early(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  int nr[1] = {0};
  of_package("lagvalue")(*t - 1, nr, 1, ydot);
}
