# The delay problems of Guglielmi and Hairer: documentation, formals, and one call.

#' Enzyme kinetics with delayed inhibition (DDE)
#'
#' Four concentrations in a chain of enzymatic reactions whose end product inhibits the first step
#' after a delay.
#'
#' With \eqn{z = y_4(t - \tau)}{z = y4(t - tau)} and \eqn{u = 1/(1 + 0.0005 z^3)}{u = 1/(1 + 0.0005
#' z^3)},
#' \deqn{y_1' = 10.5 - y_1 u, \quad y_2' = y_1 u - y_2, \quad y_3' = y_2 - y_3, \quad y_4' = y_3 -
#'   0.5
#'   y_4;}{y1' = 10.5 - y1 u, y2' = y1 u - y2, y3' = y2 - y3, y4' = y3 - 0.5 y4;}
#' \eqn{y = (60, 10, 10, 20)}{y = (60, 10, 10, 20)} for \eqn{t \le 0}{t <= 0}, \eqn{\tau = 4}{tau =
#' 4};
#' interval 0 to 160.
#'
#' ## What makes it hard
#' It is only moderately stiff: the delay of 4 makes the solution oscillate. It is a good first test
#' of
#' a delay solver.
#'
#' ## What to look at
#' All variables oscillate with the same period and different phases.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: `tau`, `input`, `inhibition`,
#'   `decay`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem.
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "discrete"`, `grid = 4 * 1:11`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Okamoto, M., Hayashi, K. (1984) Frequency conversion mechanism in enzymatic feedback systems. J.
#' Theor. Biol. 108, 529-537.
#'
#' Hairer, E., Norsett, S.P., Wanner, G. (1993) Solving Ordinary Differential Equations I, section
#' II.17. Springer.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- enzyme()
#' plot(out)
#' @export
enzyme <- function(times = 0:160, yini = NULL, parms = list(), printmescd = TRUE,
                   method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("enzyme", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' Neutral equation with a vanishing delay (DDE)
#'
#' A neutral equation whose delay depends on the solution and vanishes, constructed to have the
#' solution sin t.
#'
#' With \eqn{\alpha = t v(t)^2}{alpha = t v(t)^2},
#' \deqn{v' = \cos t\,(1 + v(\alpha)) + c\, v\, v'(\alpha) + (1 - c) \sin t \cos(t \sin^2 t) -
#'   \sin(t +
#'   t \sin^2 t), \quad v(0) = 0,}{v' = cos(t) (1 + v(alpha)) + c v v'(alpha) + (1 - c) sin(t) cos(t
#'   sin(t)^2) - sin(t + t sin(t)^2), v(0) = 0,}
#' on \eqn{[0, \pi]}{[0, pi]}; solved as a differential-algebraic system for \eqn{v}{v} and
#' \eqn{v'}{v'}, default \eqn{c = 0.9}{c = 0.9}.
#'
#' ## What makes it hard
#' The delay vanishes at 0 and \eqn{\pi/2}{pi/2}, so that steps are longer than the delay there; at
#' \eqn{c = 1}{c = 1} the equation does not even determine \eqn{v'(\pi/2)}{v'(pi/2)}, and only the
#' full Newton iteration gets past it.
#'
#' ## What to look at
#' The number of steps and of full Newton iterations (attribute `nfull`) for c between -1 and 1.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: `c`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem.
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "discrete"`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Enright, W.H., Hayashi, H. (1998) Convergence analysis of the solution of retarded and neutral
#' delay differential equations by continuous numerical methods. SIAM J. Numer. Anal. 35, 572-585.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- hayashi()
#' plot(out)
#' # the case that needs the full Newton iteration
#' attr(hayashi(parms = list(c = 1), rtol = 1e-8), "nfull")
#' @export
hayashi <- function(times = seq(0, pi, length.out = 101), yini = NULL, parms = list(),
                    printmescd = TRUE,
                    method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("hayashi", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' Acute hepatitis B infection (DDE)
#'
#' A model of the immune response to a viral infection of the liver, with five delays (three
#' different ones).
#'
#' The variables are the concentrations of free viruses, infected cells, destroyed cells, stimulated
#' macrophages, two kinds of helper cells, killer cells, B cells, plasma cells and antibodies. With
#' \eqn{\xi = 1 - y_3/a_7}{xi = 1 - y3/a7}, \eqn{v = a_7 - y_2 - y_3}{v = a7 - y2 - y3}, and
#' superscripts (k) for values at \eqn{t - \tau_k}{t - tau_k}, \eqn{\tau = (0.6, 0.6, 2, 2, 3)}{tau
#' =
#' (0.6, 0.6, 2, 2, 3)}:
#' \deqn{y_1' = a_1 y_2 + a_2 a_3 y_2 y_7 - a_4 y_1 y_{10} - a_5 y_1 - a_6 y_1 v}{y1' = a1 y2 + a2
#'   a3
#'   y2 y7 - a4 y1 y10 - a5 y1 - a6 y1 v}
#' \deqn{y_2' = a_8 y_1 v - a_3 y_2 y_7 - a_9 y_2, \quad y_3' = a_3 y_2 y_7 + a_9 y_2 - a_{10} y_3,
#'   \quad y_4' = a_{11} a_{12} y_1 - a_{13} y_4}{y2' = a8 y1 v - a3 y2 y7 - a9 y2, y3' = a3 y2 y7 +
#'   a9
#'   y2 - a10 y3, y4' = a11 a12 y1 - a13 y4}
#' \deqn{y_5' = a_{14} (\xi a_{15} y_4^{(1)} y_5^{(1)} - y_4 y_5) - a_{16} y_4 y_5 y_7 + a_{17}
#'   (a_{18}
#'   - y_5)}{y5' = a14 (xi a15 y4(1) y5(1) - y4 y5) - a16 y4 y5 y7 + a17 (a18 - y5)}
#' \deqn{y_6' = a_{19} (\xi a_{20} y_4^{(2)} y_6^{(2)} - y_4 y_6) - a_{21} y_4 y_6 y_8 + a_{22}
#'   (a_{23}
#'   - y_6)}{y6' = a19 (xi a20 y4(2) y6(2) - y4 y6) - a21 y4 y6 y8 + a22 (a23 - y6)}
#' \deqn{y_7' = a_{24} (\xi a_{25} y_4^{(3)} y_5^{(3)} y_7^{(3)} - y_4 y_5 y_7) - a_{26} y_2 y_7 +
#'   a_{27} (a_{28} - y_7)}{y7' = a24 (xi a25 y4(3) y5(3) y7(3) - y4 y5 y7) - a26 y2 y7 + a27 (a28 -
#'   y7)}
#' \deqn{y_8' = a_{29} (\xi a_{30} y_4^{(4)} y_6^{(4)} y_8^{(4)} - y_4 y_6 y_8) + a_{31} (a_{32} -
#'   y_8)}{y8' = a29 (xi a30 y4(4) y6(4) y8(4) - y4 y6 y8) + a31 (a32 - y8)}
#' \deqn{y_9' = a_{33} \xi a_{34} y_4^{(5)} y_6^{(5)} y_8^{(5)} + a_{35} (a_{36} - y_9), \quad
#'   y_{10}' =
#'   a_{37} y_9 - a_{38} y_{10} y_1 - a_{39} y_{10}}{y9' = a33 xi a34 y4(5) y6(5) y8(5) + a35 (a36 -
#'   y9), y10' = a37 y9 - a38 y10 y1 - a39 y10}
#' Before the start all is at rest, but for a small dose of viruses. Interval 0 to 130.
#'
#' ## What makes it hard
#' The constants spread over 60 powers of ten and the variables are tiny: absolute tolerances and
#' the
#' increments of difference quotients must follow them.
#'
#' ## What to look at
#' The course of the infection: `1` (viruses) rises and is wiped out, `10` (antibodies) stays.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: `a1` to `a39`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem, 1e-20.
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "discrete"`, `grid = c(0.6, 2, 3)`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Bocharov, G.A., Marchuk, G.I., Romanyukha, A.A. (1996) Numerical solution by LMMs of stiff delay
#' differential systems modelling an immune response. Numer. Math. 73, 131-148.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- hepatitis()
#' plot(out, which = c(1, 2, 7, 10))
#' @export
hepatitis <- function(times = seq(0, 130, by = 0.5), yini = NULL, parms = list(), printmescd = TRUE,
                      method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("hepatitis", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' Oregonator with delay (DDE)
#'
#' An oscillating chemical reaction in which a delay takes the place of the third variable.
#'
#' With \eqn{z = y_2(t - \tau)}{z = y2(t - tau)},
#' \deqn{y_1' = k_1 A y_2 - k_2 y_1 z + k_3 B y_1 - 2 k_4 y_1^2, \quad y_2' = -k_1 A y_2 - k_2 y_1 z
#'   +
#'   f_r k_3 B y_1;}{y1' = k1 A y2 - k2 y1 z + k3 B y1 - 2 k4 y1^2, y2' = -k1 A y2 - k2 y1 z + fr k3
#'   B
#'   y1;}
#' \eqn{y = (10^{-10}, 10^{-5})}{y = (1e-10, 1e-5)} for \eqn{t \le 0}{t <= 0},
#' \eqn{\tau = 0.15}{tau = 0.15}; interval 0 to 100.5.
#'
#' ## What makes it hard
#' It is very stiff and oscillates with sharp peaks, so that thousands of steps are needed; the
#' stiffness hides in the delayed term when steps are longer than the delay.
#'
#' ## What to look at
#' The peaks of `1` on a logarithmic scale.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: `tau`, `k1`, `k2`, `k3`, `k4`,
#'   `fr`, `A`, `B`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem, 1e-9.
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "discrete"`, `grid = 0.15`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Epstein, I.R., Luo, Y. (1991) Differential delay equations in chemical kinetics: nonlinear
#' models.
#' J. Chem. Phys. 95, 244-254.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- oregonator(times = seq(0, 20, by = 0.02), rtol = 1e-5)
#' plot(out, log = "y")
#' @export
oregonator <- function(times = seq(0, 100.5, by = 0.1), yini = NULL, parms = list(),
                       printmescd = TRUE,
                       method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("oregonator", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' Robertson's reaction with delay (DDE)
#'
#' The famous stiff reaction of three species with a delay in one of its terms.
#'
#' With \eqn{z = y_2(t - \tau)}{z = y2(t - tau)},
#' \deqn{y_1' = -a y_1 + b z y_3, \quad y_2' = a y_1 - b z y_3 - c y_2^2, \quad y_3' = c y_2^2,}{y1'
#'   =
#'   -a y1 + b z y3, y2' = a y1 - b z y3 - c y2^2, y3' = c y2^2,}
#' \eqn{a = 0.04}{a = 0.04}, \eqn{b = 10^4}{b = 1e4}, \eqn{c = 3\cdot 10^7}{c = 3e7},
#' \eqn{\tau = 0.01}{tau = 0.01}; \eqn{y(0) = (1, 0, 0)}{y(0) = (1, 0, 0)}, \eqn{y_2 = 0}{y2 = 0}
#' before; interval \eqn{[0, 10^{10}]}{[0, 1e10]}.
#'
#' ## What makes it hard
#' Steps become \eqn{10^{11}}{1e11} times as long as the delay: only a method that takes the delayed
#' argument inside the step into account gets through. The reference belongs to the slow manifold,
#' which the delay makes unstable (for t > 6); steps of nine delays or more damp the instability,
#' and
#' all codes agree. With `rtol` below 1e-12 the steps near t = 7 become so short that the
#' instability
#' shows: that is a property of the problem. Use tolerances between 1e-4 and 1e-12.
#'
#' ## What to look at
#' All three variables over the logarithm of time; their sum stays 1.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: `tau`, `a`, `b`, `c`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem, 1e-5.
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "discrete"`, `grid = tau`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Guglielmi, N., Hairer, E. (2001) Implementing Radau IIA methods for stiff delay differential
#' equations. Computing 67, 1-12.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- robertson()
#' plot(out[-1, 1], out[-1, "2"], log = "xy", type = "l", xlab = "time", ylab = "y2")
#' @export
robertson <- function(times = c(0, 10^seq(-4, 10, by = 0.25)), yini = NULL, parms = list(),
                      printmescd = TRUE,
                      method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("robertson", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' Singularly perturbed delay equation (DDE)
#'
#' A single equation with a layer after every multiple of the delay.
#'
#' \deqn{\varepsilon y' = \frac{\varepsilon}{1 + t^2} - y + \frac{b}{a}\, y(t - 1) + \frac{a - b}{a}
#'   \frac{\pi}{2},}{eps y' = eps/(1 + t^2) - y + b/a y(t - 1) + (a - b)/a pi/2,}
#' \eqn{a = 5}{a = 5}, \eqn{b = -4}{b = -4}, \eqn{\varepsilon = 10^{-6}}{eps = 1e-6};
#' \eqn{y = \arctan t}{y = atan(t)} for \eqn{t \le 0}{t <= 0}; interval 0 to 100.5.
#'
#' ## What makes it hard
#' The initial value lies off the slow solution: at every integer there is a layer of width
#' \eqn{\varepsilon}{epsilon}, whose height decays like \eqn{0.8^k}{0.8^k}. A solver must find the
#' layers,
#' or get over them without harm.
#'
#' ## What to look at
#' The steps near the integers, and the limit \eqn{\pi/2}{pi/2}.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: `a`, `b`, `epsilon`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem.
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "mixed.h"`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Guglielmi, N., Hairer, E. (2001) Implementing Radau IIA methods for stiff delay differential
#' equations. Computing 67, 1-12.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- sdisc(times = seq(0, 20, by = 0.01))
#' plot(out)
#' head(attr(out, "breakpoints"))
#' @export
sdisc <- function(times = seq(0, 100.5, by = 0.1), yini = NULL, parms = list(), printmescd = TRUE,
                  method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("sdisc", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' Antibody production with thresholds (DDE)
#'
#' A model of the production of antibodies in which the delays are states: the times at which the
#' stimulation of the present cells began.
#'
#' With \eqn{\alpha_1 = y_5}{alpha1 = y5}, \eqn{\alpha_2 = y_6}{alpha2 = y6}, superscripts (k) for
#' values
#' at \eqn{\alpha_k}{alpha_k}, \eqn{H_0 = H(t - t_0)}{H0 = H(t - t0)}, \eqn{H_1 = H(t - t_1)}{H1 =
#' H(t -
#' t1)}, \eqn{f_1 = y_1 y_2 + y_3}{f1 = y1 y2 + y3}, \eqn{f_2 = \delta + y_2 + y_3}{f2 = delta + y2
#' +
#' y3}:
#' \deqn{y_1' = -r y_1 y_2 - s y_1 y_4, \quad y_2' = -r y_1 y_2 + a r y_1^{(1)} y_2^{(1)} H_0, \quad
#'   y_3' = r y_1 y_2,}{y1' = -r y1 y2 - s y1 y4, y2' = -r y1 y2 + a r y1(1) y2(1) H0, y3' = r y1
#'   y2,}
#' \deqn{y_4' = -s y_1 y_4 - \gamma y_4 + b r y_1^{(2)} y_2^{(2)} H_1, \quad y_5' = H_0 f_1(y) /
#'   f_1(y^{(1)}), \quad y_6' = H_1 f_2(y) / f_2(y^{(2)}).}{y4' = -s y1 y4 - gamma y4 + b r y1(2)
#'   y2(2)
#'   H1, y5' = H0 f1(y)/f1(y(1)), y6' = H1 f2(y)/f2(y(2)).}
#' Default: \eqn{y_1(0) = 5\cdot 10^{-6}}{y1(0) = 5e-6} (parameter `y1`), \eqn{y_2(0) =
#' 10^{-15}}{y2(0) =
#' 1e-15}, all other zero, thresholds passed at \eqn{t_0 = 35}{t0 = 35} and \eqn{t_1 = 197}{t1 =
#' 197};
#' interval 0 to 300.
#'
#' ## What makes it hard
#' At t = 197 the second argument starts to move ten million times faster than time and passes all
#' breaking points between 0 and 100 within 2e-5 time units; the first one approaches t up to 1e-7.
#' The
#' tolerances of `y5` and `y6` must be much smaller than these times: with `atol = rtol` the result
#' at
#' `rtol = 1e-4` is wrong by a factor of ten without any warning, so the default is
#' `1e-4 * rtol` for them.
#'
#' ## What to look at
#' `5` and `6`, the delayed times, and the antibodies `4` and antigen-antibody complexes `3`.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: `t0`, `t1`, `a`, `b`, `gamma`,
#'   `r`, `s`, `delta`, `y1`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem, (1e-12, 1e-12, 1e-12, 1e-12, 1e-4, 1e-4).
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "discrete"`, `bpfac = 1`, `grid = c(35, 197)`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Waltman, P. (1978) A threshold model of antigen-stimulated antibody production. In: Theoretical
#' Immunology, Dekker, 437-453.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- waltman()
#' plot(out, which = c(2, 4, 5, 6))
#' @export
waltman <- function(times = 0:300, yini = NULL, parms = list(), printmescd = TRUE,
                    method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("waltman", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' A delay that is the solution itself (DDE)
#'
#' The equation y'(t) = y(y(t)) with a jump at the start.
#'
#' \deqn{y'(t) = y(y(t)), \quad t \ge 2; \qquad y(t) = 0.5 \ (t < 2), \quad y(2) = 1.}{y'(t) =
#'   y(y(t)), t
#'   >= 2; y(t) = 0.5 for t < 2, y(2) = 1.}
#' The solution is \eqn{t/2}{t/2} from 2 to 4, \eqn{2 e^{t/2 - 2}}{2 exp(t/2 - 2)} up to
#' \eqn{\xi_2 = 4 + 2 \ln 2}{xi2 = 4 + 2 log(2)}, then
#' \eqn{4 - 2 \ln(1 + \xi_2 - t)}{4 - 2 log(1 + xi2 - t)}; interval 2 to 5.5.
#'
#' ## What makes it hard
#' The derivative jumps at 4, and its derivative at \eqn{\xi_2}{xi2}; both points depend on the
#' solution
#' and must be found.
#'
#' ## What to look at
#' The attribute `breakpoints`.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: none.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem.
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "mixed.h"`, `control = list(nit = 10)`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Paul, C.A.H. (1994) A test set of functional differential equations. Numerical Analysis Report
#' 243,
#' University of Manchester, problem 1.3.10.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- paul()
#' plot(out)
#' attr(out, "breakpoints")
#' @export
paul <- function(times = seq(2, 5.5, by = 0.05), yini = NULL, parms = list(), printmescd = TRUE,
                 method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("paul", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' A delay equation whose solution ends (DDE)
#'
#' An equation with a state-dependent delay and a jump of the initial function, after which the
#' solution ceases to exist.
#'
#' \deqn{y' = 5 - y(t - 2 - y(t)^2), \quad t \ge 0; \qquad y(t) = 4.5 \ (t \le -1), \quad y(t) =
#'   -0.5 \
#'   (-1 < t \le 0).}{y' = 5 - y(t - 2 - y(t)^2), t >= 0; y(t) = 4.5 for t <= -1, -0.5 for -1 < t <=
#'   0.}
#' The solution is \eqn{(t - 1)/2}{(t - 1)/2} up to 1, then \eqn{5.5 (t - 1)}{5.5 (t - 1)} up to
#' \eqn{125/121}{125/121}.
#'
#' ## What makes it hard
#' At \eqn{125/121}{125/121} the delayed argument sits on the jump of the initial function: the left
#' value
#' drives it up, the right value down. There is no solution beyond, and a solver should say so.
#'
#' ## What to look at
#' The attribute `termination`.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default; here to 125/121, where the solution ends.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: none.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem.
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "mixed.h"`, `grid = c(-1, 1)`, `control =
#'   list(nit = 15)`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' El'sgol'ts, L.E., Norkin, S.B. (1973) Introduction to the Theory and Application of Differential
#' Equations with Deviating Arguments. Academic Press.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- suppressWarnings(elsnor())
#' attr(out, "termination")
#' @export
elsnor <- function(times = seq(0, 2, by = 0.05), yini = NULL, parms = list(), printmescd = TRUE,
                   method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("elsnor", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' A neutral delay equation whose solution ends (DDE)
#'
#' A neutral equation with a delay that depends on the solution and turns back several times.
#'
#' With \eqn{\alpha = t y(t)^2}{alpha = t y(t)^2},
#' \deqn{y' = \cos t\,(1 + y(\alpha)) + c\, y\, y'(\alpha), \quad t \ge 0.25; \qquad y = -t/2\ (t
#'   \le
#'   0.25), \quad c = 0.6.}{y' = cos(t) (1 + y(alpha)) + c y y'(alpha), t >= 0.25; y = -t/2 for t <=
#'   0.25, c = 0.6.}
#' Solved for \eqn{y}{y} and \eqn{y'}{y'}; interval 0.25 to 10.
#'
#' ## What makes it hard
#' The derivative jumps at 0.25 and again whenever the delayed argument passes a point where it
#' jumped
#' before: six times, and at 4.09218182023 the solution ends.
#'
#' ## What to look at
#' `dy`, which jumps, and the attributes `breakpoints` and `termination`.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default; here to 4.09218182, where the solution ends.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: `c`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem.
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "discrete"`; the tolerances of `dy` are a
#'   thousand times smaller.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Castleton, R.N., Grimm, L.J. (1973) A first order method for differential equations of neutral
#' type.
#' Math. Comput. 27, 571-577.
#'
#' Guglielmi, N., Hairer, E. (2008) Computing breaking points in implicit delay differential
#' equations.
#' Adv. Comput. Math. 29, 229-247.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- suppressWarnings(modceg())
#' plot(out)
#' attr(out, "breakpoints")
#' @export
modceg <- function(times = seq(0.25, 10, by = 0.01), yini = NULL, parms = list(), printmescd = TRUE,
                   method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("modceg", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}

#' Neutral predator-prey model (DDE)
#'
#' A predator-prey model of Gause type in which the growth of the prey depends on its density and
#' rate
#' of change at an earlier time.
#'
#' With \eqn{q = y_1^2/(1 + y_1^2)}{q = y1^2/(1 + y1^2)} and \eqn{s = t - \tau}{s = t - tau},
#' \deqn{y_1' = y_1 (1 - y_1(s) - \rho y_1'(s)) - y_2 q, \quad y_2' = y_2 (q - a);}{y1' = y1 (1 -
#'   y1(s) -
#'   rho y1'(s)) - y2 q, y2' = y2 (q - a);}
#' \eqn{\rho = 2.9}{rho = 2.9}, \eqn{a = 0.1}{a = 0.1}, \eqn{\tau = 0.42}{tau = 0.42};
#' \eqn{y_1 = 0.33 - t/10}{y1 = 0.33 - t/10}, \eqn{y_2 = 2.22 + t/10}{y2 = 2.22 + t/10} for
#' \eqn{t \le 0}{t <= 0}; interval 0 to 30. Solved with \eqn{y_1'}{y1'} as third variable.
#'
#' ## What makes it hard
#' The derivative of the prey jumps at every multiple of the delay and does not get smoother. With
#' `lags = list(delays = 0.42)` these points are known in advance, and the problem becomes easy.
#'
#' ## What to look at
#' `dprey`, and the points in the attribute `breakpoints`.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param parms list or named vector with the parameters to change: `rho`, `a`, `tau`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver; [radar5()] is the only one of this package for these problems.
#' @param atol absolute tolerance, a scalar or one value per variable; `NULL`: in the proportion to
#'   `rtol` that suits the problem, (1, 1, 1e-3).
#' @param rtol relative tolerance, a scalar or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of [radar5()], for instance `errcontrol` or `grid`, which else take
#'   the values usual for the problem: `errcontrol = "discrete"`, `bpfac = 2`.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of [radar5()] and `mescd`.
#' @references
#' Kuang, Y. (1991) On neutral delay logistic Gause-type predator-prey systems. Dynam. Stabil. Syst.
#' 6,
#' 173-189.
#'
#' Guglielmi, N., Hairer, E. (2005) Users' guide for the code RADAR5, version 2.1.
#' @seealso [radar5()], [testset()], [testproblem()], [reference()].
#' @examples
#' out <- neutlog()
#' plot(out)
#' # the delay declared as constant
#' known <- neutlog(lags = list(delays = 0.42))
#' @export
neutlog <- function(times = seq(0, 30, by = 0.1), yini = NULL, parms = list(), printmescd = TRUE,
                    method = radar5, atol = NULL, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_delay_problem("neutlog", times, yini, parms, printmescd, method, atol, rtol, maxsteps, ...)
}
