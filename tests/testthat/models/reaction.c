/* Reaction and diffusion on a line, u' = D u_xx + r u (1 - u) with no flux through the ends, in all
   forms of deSolve's calling conventions.  Output variables: the sum of u, and u'[0]. */
#include <R.h>

static double parms[2];

void reaction_parms(void (*setparms)(int *, double *)) {
  int n = 2;
  setparms(&n, parms);
}

static void rates(int n, const double *y, double *f) {
  double c = parms[0] * n * n;
  int i;
  for (i = 0; i < n; i++) {
    double left = i > 0 ? y[i - 1] - y[i] : 0, right = i < n - 1 ? y[i + 1] - y[i] : 0;
    f[i] = c * (left + right) + parms[1] * y[i] * (1 - y[i]);
  }
}

static double diagonal(int n, const double *y, int i) {
  double c = parms[0] * n * n;
  return -c * ((i > 0) + (i < n - 1)) + parms[1] * (1 - 2 * y[i]);
}

static void outputs(int n, const double *y, const double *dy, double *yout, const int *ip) {
  int i;
  if (ip[0] < 2) return;
  yout[0] = 0;
  for (i = 0; i < n; i++) yout[0] += y[i];
  yout[1] = dy[0];
}

void reaction_derivs(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  rates(*neq, y, ydot);
  outputs(*neq, y, ydot, yout, ip);
}

/* Full if mu says so, else by bands. */
void reaction_jac(int *neq, double *t, double *y, int *ml, int *mu, double *pd, int *nrowpd,
                  double *yout, int *ip) {
  int n = *neq, shift = *mu >= n ? 0 : *mu, j;
  double c = parms[0] * n * n;
  for (j = 0; j < n; j++) {
    double *column = pd + (size_t)j * *nrowpd + (*mu >= n ? j : shift);
    if (j > 0) column[-1] = c;
    column[0] = diagonal(n, y, j);
    if (j < n - 1) column[1] = c;
  }
}

/* G = y' - f; ipar = (n, banded?) */
void reaction_res(double *t, double *y, double *ydot, double *cj, double *delta, int *ires,
                  double *yout, int *ip) {
  int n = ip[3], i;
  rates(n, y, delta);
  for (i = 0; i < n; i++) delta[i] = ydot[i] - delta[i];
  outputs(n, y, ydot, yout, ip);
}

/* Full, or with 2 ml + mu + 1 = 4 rows of which the first is work space. */
void reaction_jacres(double *t, double *y, double *ydot, double *pd, double *cj, double *yout,
                     int *ip) {
  int n = ip[3], banded = ip[4], j;
  double c = parms[0] * n * n;
  for (j = 0; j < n; j++) {
    double *column = banded ? pd + (size_t)j * 4 + 2 : pd + (size_t)j * n + j;
    if (j > 0) column[-1] = -c;
    column[0] = *cj - diagonal(n, y, j);
    if (j < n - 1) column[1] = -c;
  }
}

/* Asks for a smaller step (ires = -1) while y' is positive, stops (ires = -2) beyond t = 1. */
void refusing_res(double *t, double *y, double *ydot, double *cj, double *delta, int *ires,
                  double *yout, int *ip) {
  if (*t > 1) *ires = -2;
  if (*t > 0.5 && ip[3] == 1) *ires = -1;
  delta[0] = ydot[0] + y[0];
}
