// The built-in problems under C symbols that follow deSolve's conventions for compiled models, so
// that deSolve's own solvers run the same equations.
//
// The symbols keep no state between calls: ipar[0] is the position of the problem in the
// catalogue, ipar[1] (optional) is 1 if the Jacobian is wanted in banded form, and rpar holds all
// parameters and options of the problem in order.  If ipar[2] (optional) is 1, two more numbers
// follow in rpar: the ends of the piece between jumps in time that is being integrated.
#pragma once

extern "C" {
void detestset_derivs(int* neq, double* t, double* y, double* ydot, double* yout, int* ip);
void detestset_jac(int* neq, double* t, double* y, int* ml, int* mu, double* pd, int* nrowpd,
                   double* yout, int* ip);
void detestset_res(double* t, double* y, double* ydot, double* cj, double* delta, int* ires,
                   double* yout, int* ip);
void detestset_jacres(double* t, double* y, double* ydot, double* pd, double* cj, double* yout,
                      int* ip);
}
