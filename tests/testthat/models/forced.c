/* A model with two parameters, one forcing and two outputs, in the calling conventions of deSolve:
   a chemostat fed at a varying rate.  Also other functions that probe the interface. */
#include <R.h>

static double parms[2];
static double forc[1];

void forced_parms(void (*setparms)(int *, double *)) {
  int n = 2;
  setparms(&n, parms);
}

void forced_forc(void (*setforc)(int *, double *)) {
  int n = 1;
  setforc(&n, forc);
}

void too_many_parms(void (*setparms)(int *, double *)) {
  int n = 3;
  double three[3];
  setparms(&n, three);
}

void too_many_forc(void (*setforc)(int *, double *)) {
  static double two[2];
  int n = 2;
  setforc(&n, two);
}

void forced_derivs(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  if (ip[0] < 2) error("nout should be at least 2");
  ydot[0] = forc[0] - parms[0] * y[0] * y[1];
  ydot[1] = parms[0] * y[0] * y[1] - parms[1] * y[1];
  yout[0] = y[0] + y[1];
  yout[1] = forc[0];
}

/* Shows what it is handed: sizes and the first real and integer parameter. */
void probe_derivs(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  int i;
  for (i = 0; i < *neq; i++) ydot[i] = 0;
  yout[0] = ip[0];
  yout[1] = ip[1];
  yout[2] = ip[2];
  yout[3] = ip[3];
  yout[4] = yout[ip[0]];
}

void nan_derivs(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  ydot[0] = *t > 0.5 ? NA_REAL : -y[0];
}

void failing_derivs(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  if (*t > 0.5) error("the compiled model gives up");
  ydot[0] = -y[0];
}

/* Changes the state it was given: that must not disturb the solver. */
void rude_derivs(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  ydot[0] = -y[0];
  y[0] = 1e10;
}

/* A bouncing ball: gravity and restitution, a root function and an event function. */
static double ball[2];

void fall_init(void (*setparms)(int *, double *)) {
  int n = 2;
  setparms(&n, ball);
}

void fall_derivs(int *neq, double *t, double *y, double *ydot, double *yout, int *ip) {
  ydot[0] = y[1];
  ydot[1] = -ball[0];
}

void fall_root(int *neq, double *t, double *y, int *ng, double *g, double *out, int *ip) {
  g[0] = y[0];
}

void fall_event(int *n, double *t, double *y) {
  y[0] = 0;
  y[1] = -ball[1] * y[1];
}
