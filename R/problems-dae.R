# The differential-algebraic and implicit equations of the IVP test set: documentation, formals, and
# one call.

#' Chemical Akzo Nobel problem (DAE, index 1)
#'
#' Two species are mixed in a vessel while carbon dioxide is added: five reactions and an
#' equilibrium.
#'
#' With \eqn{r_1 = k_1 y_1^4 \sqrt{y_2}}{r1 = k1 y1^4 sqrt(y2)}, \eqn{r_2 = k_2 y_3 y_4}{r2 = k2 y3
#' y4}, \eqn{r_3 = (k_2/K) y_1 y_5}{r3 = (k2/K) y1 y5}, \eqn{r_4 = k_3 y_1 y_4^2}{r4 = k3 y1 y4^2},
#' \eqn{r_5 = k_4 y_6^2 \sqrt{y_2}}{r5 = k4 y6^2 sqrt(y2)} and the inflow \eqn{F = kl_A (p_{CO_2}/H
#' - y_2)}{F = klA (pCO2/H - y2)},
#' \deqn{y_1' = -2 r_1 + r_2 - r_3 - r_4, \quad y_2' = -r_1/2 - r_4 - r_5/2 + F, \quad y_3' = r_1 -
#'   r_2 + r_3,}{y1' = -2 r1 + r2 - r3 - r4, y2' = -r1/2 - r4 - r5/2 + F, y3' = r1 - r2 + r3,}
#' \deqn{y_4' = -r_2 + r_3 - 2 r_4, \quad y_5' = r_2 - r_3 + r_5, \quad 0 = K_s y_1 y_4 - y_6}{y4' =
#'   -r2 + r3 - 2 r4, y5' = r2 - r3 + r5, 0 = Ks y1 y4 - y6}
#' on \eqn{[0, 180]}{[0, 180]} (minutes). The variables are the concentrations of FLB, CO2, FLBT,
#' ZHU, ZLA and the complex FLB.ZHU.
#'
#' ## Where it comes from
#' Akzo Nobel Central Research at Arnhem; the names of the species are disguised.
#'
#' ## What makes it hard
#' Not much: a smooth problem of index 1 for a first trial of a solver. The square root forbids a
#' negative CO2: a step that leads there is rejected.
#'
#' ## What to look at
#' `FLB` is used up while `FLBT` is formed; `CO2` recovers.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `k1`, `k2`, `k3`, `k4`, `K`,
#'   `klA`, `Ks`, `pCO2`, `H`. The default of FLB.ZHU follows `Ks`.
#' @inherit ring return
#' @references
#' Stortelder, W.J.H. (1998) Parameter estimation in nonlinear dynamical systems. PhD thesis,
#' University of Amsterdam.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- chemakzo(method = "daspk")
#' plot(out)
#' @export
chemakzo <- function(times = seq(0, 180, by = 1), yini = NULL, dyini = NULL, parms = list(),
                     printmescd = TRUE, method = mebdfi, atol = 1e-8, rtol = 1e-8,
                     maxsteps = 1e5, ...) {
  run_problem("chemakzo", times, yini, dyini, parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, ...)
}

#' Andrews' squeezing mechanism (DAE, index 3)
#'
#' Seven rigid bodies in the plane, connected by joints without friction, driven by a motor.
#'
#' For the angles \eqn{q = (\beta, \Theta, \gamma, \Phi, \delta, \Omega, \varepsilon)}{q = (beta,
#' Theta, gamma, Phi, delta, Omega, epsilon)} the equations of motion with the constraints \eqn{g(q)
#' = 0}{g(q) = 0} of three closed loops are
#' \deqn{q' = \dot q, \qquad \dot q' = w, \qquad 0 = \mathcal{M}(q) w - \phi(q, \dot q) + G^T(q)
#'   \lambda, \qquad 0 = g(q)}{q' = dq, dq' = w, 0 = M(q) w - phi(q, dq) + G(q)^T lambda, 0 = g(q)}
#' with \eqn{G = \partial g/\partial q}{G = dg/dq}: 27 equations for \eqn{(q, \dot q, w,
#' \lambda)}{(q, dq, w, lambda)} on \eqn{[0, 0.03]}{[0, 0.03]}. For instance
#' \deqn{g_1 = rr \cos\beta - d \cos(\beta + \Theta) - ss \sin\gamma - xb.}{g1 = rr cos(beta) - d
#'   cos(beta + Theta) - ss sin(gamma) - xb.}
#'
#' ## Where it comes from
#' Promoted as a test for multibody codes by Giles and Manning, described in Schiehlen's handbook.
#'
#' ## What makes it hard
#' Index 3: the constraints are on positions, the multipliers depend on second derivatives. The
#' three groups of variables have very different sizes (angles 1, velocities \eqn{10^3}{1e3},
#' accelerations \eqn{10^5}{1e5}), so that the number of correct digits over all components is small
#' although the angles are accurate.
#'
#' ## What to look at
#' The angles `q1` to `q7`, modulo \eqn{2 \pi}{2 pi}: the first two turn faster and faster.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: the masses `m1` ... `m7`,
#'   inertias `i1` ... `i7`, the lengths and coordinates (see `testproblem("andrews")$parms`), the
#'   spring `c0`, `l0`, and the drive `mom`. The default initial state belongs to the default
#'   parameters.
#' @inherit ring return
#' @references
#' Schiehlen, W. (1990) Multibody Systems Handbook. Springer.
#'
#' Hairer, E., Wanner, G. (1996) Solving Ordinary Differential Equations II. Stiff and
#' Differential-Algebraic Problems. Springer, section VII.7.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- andrews(method = "radau")
#' plot(out, which = 1:7)
#' @export
andrews <- function(times = seq(0, 0.03, by = 0.03 / 100), yini = NULL, dyini = NULL,
                    parms = list(), printmescd = TRUE, method = mebdfi, atol = 1e-7, rtol = 1e-7,
                    maxsteps = 1e5, ...) {
  run_problem("andrews", times, yini, dyini, parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, ...)
}

#' Transistor amplifier (DAE, index 1)
#'
#' Two transistors amplify a sinusoidal signal.
#'
#' The voltages at eight nodes satisfy \eqn{M y' = f(t, y)}{M y' = f(t, y)} with \eqn{U_e = 0.1 \sin
#' 200 \pi t}{Ue = 0.1 sin(200 pi t)}, \eqn{g_1 = \beta (e^{(y_2 - y_3)/u_f} - 1)}{g1 = beta
#' (exp((y2 - y3)/uf) - 1)}, \eqn{g_2 = \beta (e^{(y_5 - y_6)/u_f} - 1)}{g2 = beta (exp((y5 -
#' y6)/uf) - 1)} and
#' \deqn{f_1 = (y_1 - U_e)/r_0, \quad f_2 = y_2/r_1 + (y_2 - u_b)/r_2 + (1 - \alpha) g_1, \quad f_3
#'   = y_3/r_3 - g_1, \quad f_4 = (y_4 - u_b)/r_4 + \alpha g_1,}{f1 = (y1 - Ue)/r0, f2 = y2/r1 + (y2
#'   - ub)/r2 + (1 - alpha) g1, f3 = y3/r3 - g1, f4 = (y4 - ub)/r4 + alpha g1,}
#' \deqn{f_5 = y_5/r_5 + (y_5 - u_b)/r_6 + (1 - \alpha) g_2, \quad f_6 = y_6/r_7 - g_2, \quad f_7 =
#'   (y_7 - u_b)/r_8 + \alpha g_2, \quad f_8 = y_8/r_9.}{f5 = y5/r5 + (y5 - ub)/r6 + (1 - alpha) g2,
#'   f6 = y6/r7 - g2, f7 = (y7 - ub)/r8 + alpha g2, f8 = y8/r9.}
#' The capacitors make \eqn{M}{M} block diagonal, with singular blocks \eqn{c_1, c_3, c_5}{c1, c3,
#' c5} times \eqn{\left(\begin{array}{rr} -1 & 1 \\ 1 & -1 \end{array}\right)}{(-1, 1; 1, -1)}.
#' Interval \eqn{[0, 0.2]}{[0, 0.2]}.
#'
#' ## Where it comes from
#' P. Rentrop; studied by Hairer, Lubich and Roche.
#'
#' ## What makes it hard
#' The mass matrix is singular without having zero rows: the algebraic equations are hidden. The
#' exponentials punish inaccurate predictions. Jacobian and mass matrix are banded.
#'
#' ## What to look at
#' The output voltage, variable 8, against the input: amplified and distorted.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `ub`, `uf`, `alpha`, `beta`,
#'   `r0` ... `r9`, `c1` ... `c5`. The default initial state follows them.
#' @inherit ring return
#' @references
#' Hairer, E., Lubich, C., Roche, M. (1989) The Numerical Solution of Differential-Algebraic Systems
#' by Runge-Kutta Methods. Lecture Notes in Mathematics 1409, Springer.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- transistor(method = "radau")
#' plot(out, which = "8")
#' lines(out[, "time"], 0.1 * sin(200 * pi * out[, "time"]), col = "grey")
#' @export
transistor <- function(times = seq(0, 0.2, 0.001), yini = NULL, dyini = NULL, parms = list(),
                       printmescd = TRUE, method = mebdfi, atol = 1e-6, rtol = 1e-6,
                       maxsteps = 1e5, ...) {
  run_problem("transistor", times, yini, dyini, parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, ...)
}

#' Charge pump (DAE, index 2)
#'
#' A MOS transistor, described by the charges it stores, as a charge pump.
#'
#' \deqn{Y_{T1}' = -I, \quad Y_S' + Y_{T2}' = 0, \quad Y_D' + Y_{T3}' = 0, \quad 0 = -U_1 +
#'   V_{in}(t),}{YT1' = -I, YS' + YT2' = 0, YD' + YT3' = 0, 0 = -U1 + Vin(t),}
#' \deqn{0 = Y_{T1} - Q_G, \quad 0 = Y_S - C_S U_2, \quad 0 = Y_{T2} - Q_S, \quad 0 = Y_D - C_D U_3,
#'   \quad 0 = Y_{T3} - Q_D,}{0 = YT1 - QG, 0 = YS - CS U2, 0 = YT2 - QS, 0 = YD - CD U3, 0 = YT3 -
#'   QD,}
#' where the charges \eqn{Q_G, Q_S, Q_D}{QG, QS, QD} of gate, source and drain are functions of
#' \eqn{(U_1, U_1 - U_2, U_1 - U_3)}{(U1, U1 - U2, U1 - U3)} given piece by piece. The input
#' \eqn{V_{in}}{Vin} rises to 20 V and falls again within 120 ns. Interval \eqn{[0, 1.2 \cdot
#' 10^{-6}]}{[0, 1.2e-6]}: ten periods.
#'
#' ## Where it comes from
#' Gunther, Denk and Feldmann, to show how models of transistors reflect charges.
#'
#' ## What makes it hard
#' The charges are only continuous in the voltages, the variables differ by twelve powers of ten,
#' and the index is 2. Of the codes in the published experiments only GAMD succeeded at all
#' tolerances. All solvers are restarted at the 39 kinks of the input, where the current jumps; it
#' also jumps between them, where the transistor changes its state. A matrix formed
#' before the channel opens (at 0.2 V) knows nothing of its capacitance, which is larger than that
#' of the drain: Newton's iteration with this matrix grows by a factor of 2.9, however small the
#' step. In the published experiments MEBDFI and RADAU5 fail at all tolerances, probably for that.
#' [radau5()], the default, takes its matrix from beyond the kink then; [mebdfi()] sums up the
#' increments of its iteration where they alternate; and where that does not help, and in [gamd()]
#' and [bimd()], one step of the backward Euler method, with a matrix at every iterate, leads over
#' the kink.
#' Give tolerances by component, as the default does.
#'
#' ## What to look at
#' The current `I`: its value in each slope of the input. The system is algebraic in truth, so that
#' the solution at the end is known in closed form, which [reference()] returns.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `VT0`, `gamma`, `phi`, `Cox`,
#'   `CD`, `CS`, `Vhigh`.
#' @inherit ring return
#' @references
#' Gunther, M., Denk, G., Feldmann, U. (1995) How models for MOS transistors reflect charge
#' distribution effects. Preprint 1745, Technische Hochschule Darmstadt.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' # the charge of the gate as a function of its voltage, from the fifth equation
#' p <- testproblem("pump")
#' U1 <- seq(-2, 20, by = 0.1)
#' charge <- sapply(U1, function(u) -p$func(0, c(0, 0, 0, 0, 0, u, 0, 0, 0))[[1]][5])
#' plot(U1, charge, type = "l")
#'
#' \donttest{
#' out <- pump()
#' plot(out, which = c("U1", "U2", "I"))
#' }
#' @export
pump <- function(times = seq(0, 1.2e-6, by = 1e-9), yini = NULL, dyini = NULL, parms = list(),
                 printmescd = TRUE, method = radau5, atol = c(rep(1e-12, 5), rep(1e-6, 4)),
                 rtol = 1e-6, maxsteps = 1e5, ...) {
  run_problem("pump", times, yini, dyini, parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, ...)
}

#' Two bit adding unit (DAE, index 2)
#'
#' A digital circuit of 39 MOS transistors that adds two numbers of two bits.
#'
#' In charge-oriented form, with charges \eqn{q}{q} and potentials \eqn{x}{x} at 175 nodes,
#' \deqn{q' = F(t, x), \qquad 0 = q - g(x).}{q' = F(t, x), 0 = q - g(x).}
#' \eqn{F}{F} collects the currents through the transistors (model of Shichman and Hodges),
#' resistances and junctions, \eqn{g}{g} the charges of the capacitances, which depend on the
#' voltages. The five inputs are trapezoidal pulses. 350 equations on \eqn{[0, 320]}{[0, 320]}
#' (nanoseconds), in which all sums occur. There are no parameters.
#'
#' ## Where it comes from
#' M. Gunther, for the code CHORAL for circuits in charge-oriented form.
#'
#' ## What makes it hard
#' The size, and inputs with kinks every 5 ns. The Jacobian is sparse (1240 nonzeros of 122500): the
#' solvers of this package use that. All solvers are restarted at the kinks. The default
#' is [mebdfi()]; deSolve's `radau`, the default of version 1, works with full matrices, takes ten
#' times as long and ends with fewer digits.
#'
#' The index is 2, although the test set says 1: there are groups of nodes that capacitances join
#' only to each other, 13 groups with 95 nodes. A shift of their common potential does not show in
#' their charges, which always add up to zero, and is fixed only by the sum of their currents.
#' All potentials are stated as of index 2, as those concerned cannot be put last in the vector.
#'
#' The published equations contain a slip: in three charges the potential of a wrong node is
#' subtracted. Initial charges and the reference belong to it, so it is part of the problem; but it
#' makes the circuit unstable. While one of the NOR gates is switched, up to three pairs of
#' eigenvalues like \eqn{500 \pm 27000\,i}{500 +- 27000 i} lie in the right half plane. What all
#' solvers compute is the slow solution, and they find it because their steps are so long that
#' their damping hides the instability. The more accuracy is asked for, the shorter the steps after
#' a kink, and at last the oscillation wakes up: [mebdfi()] meets it at tolerances of 1e-5, [gamd()] at
#' 2e-6, [bimd()] and [radau5()] between 1e-6 and 3e-7. (deSolve's `radau` passes at 1e-8, since it
#' works with a tolerance of 5e-7 then.) This is no fault of a solver. For the same reason the slow
#' solution is known to six digits only (the published reference: to five).
#'
#' `options = list(slip = 0)` gives the circuit without the slip. All eigenvalues are then in the
#' left half plane, and each of the four solvers took it at all tolerances tried, 1e-3 to 1e-11, the
#' last one with nine digits and more (the printed measure, which belongs to the problem with the
#' slip, says nothing then).
#'
#' ## What to look at
#' The outputs: the sum bits `x49` and `x130`, and the inverted carry `x148`.
#'
#' @inheritParams ring
#' @param hmax largest step size.
#' @param ... further arguments of the solver; `options = list(slip = 0)`: see the details.
#' @inherit ring return
#' @references
#' Gunther, M. (1995) Ladungsorientierte Rosenbrock-Wanner-Methoden zur numerischen Simulation
#' digitaler Schaltungen. VDI Verlag, Dusseldorf.
#'
#' Gunther, M. (1998) Simulating digital circuits numerically - a charge-oriented ROW approach.
#' Numer. Math. 79, 203-212.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' p <- testproblem("twobit")
#' p
#' # where the Jacobian is not zero
#' J <- p$jac(1, p$y)
#' image(1:350, 1:350, t(J != 0)[, 350:1], col = c("white", "black"), xlab = "column", ylab = "row")
#'
#' \donttest{
#' out <- twobit(times = seq(0, 40, by = 0.5))
#' plot(out, which = c("x49", "x130", "x148"))
#'
#' # to high accuracy: only without the slip
#' out <- twobit(times = seq(0, 40, by = 0.5), method = gamd, rtol = 1e-8, atol = 1e-8,
#'               options = list(slip = 0))
#' }
#' @export
twobit <- function(times = seq(0, 320, by = 0.5), yini = NULL, dyini = NULL, printmescd = TRUE,
                   method = mebdfi, atol = 1e-4, rtol = 1e-4, maxsteps = 1e5, hmax = 0.1, ...) {
  run_problem("twobit", times, yini, dyini, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, hmax = hmax, ...)
}

#' Car axis (DAE, index 3)
#'
#' A simple model of a car axis on a bumpy road.
#'
#' The ends \eqn{(x_l, y_l)}{(xl, yl)} and \eqn{(x_r, y_r)}{(xr, yr)} of the axis are tied by
#' springs to the left wheel at the origin and the right wheel at \eqn{(x_b, y_b)}{(xb, yb)},
#' \eqn{y_b = r \sin w t}{yb = r sin(w t)}, \eqn{x_b = \sqrt{L^2 - y_b^2}}{xb = sqrt(L^2 - yb^2)}.
#' With \eqn{L_l = \sqrt{x_l^2 + y_l^2}}{Ll = sqrt(xl^2 + yl^2)}, \eqn{L_r = \sqrt{(x_r - x_b)^2 +
#' (y_r - y_b)^2}}{Lr = sqrt((xr - xb)^2 + (yr - yb)^2)}, \eqn{k = M \epsilon^2 / 2}{k = M eps^2/2},
#' \deqn{k x_l'' = (L_0 - L_l) x_l/L_l + \lambda_1 x_b + 2 \lambda_2 (x_l - x_r)}{k xl'' = (L0 - Ll)
#'   xl/Ll + lambda1 xb + 2 lambda2 (xl - xr)}
#' \deqn{k y_l'' = (L_0 - L_l) y_l/L_l + \lambda_1 y_b + 2 \lambda_2 (y_l - y_r) - k g}{k yl'' = (L0
#'   - Ll) yl/Ll + lambda1 yb + 2 lambda2 (yl - yr) - k g}
#' \deqn{k x_r'' = (L_0 - L_r) (x_r - x_b)/L_r - 2 \lambda_2 (x_l - x_r)}{k xr'' = (L0 - Lr) (xr -
#'   xb)/Lr - 2 lambda2 (xl - xr)}
#' \deqn{k y_r'' = (L_0 - L_r) (y_r - y_b)/L_r - 2 \lambda_2 (y_l - y_r) - k g}{k yr'' = (L0 - Lr)
#'   (yr - yb)/Lr - 2 lambda2 (yl - yr) - k g}
#' \deqn{0 = x_b x_l + y_b y_l, \qquad 0 = (x_l - x_r)^2 + (y_l - y_r)^2 - L^2,}{0 = xb xl + yb yl,
#'   0 = (xl - xr)^2 + (yl - yr)^2 - L^2,}
#' written as ten equations of first order on \eqn{[0, 3]}{[0, 3]}.
#'
#' ## Where it comes from
#' S. Schneider's thesis at Geneva.
#'
#' ## What makes it hard
#' Index 3, and springs that are stiff because \eqn{\epsilon}{eps} is small: a smooth motion with
#' the road is overlaid by a fast oscillation.
#'
#' ## What to look at
#' `yl` and `yr`: the right end follows the road. The multipliers have the fewest correct digits.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `eps`, `M`, `L`, `L0`, `r`, `w`,
#'   `g`. The default initial state follows them.
#' @inherit ring return
#' @references
#' Schneider, S. (1994) Integration de systemes d'equations differentielles raides et
#' differentielles-algebriques par des methodes de collocations et methodes generales lineaires. PhD
#' thesis, Universite de Geneve.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- caraxis(method = "radau")
#' plot(out, which = c("xl", "yl", "xr", "yr", "lam1", "lam2"))
#' @export
caraxis <- function(times = seq(0, 3, by = 0.01), yini = NULL, dyini = NULL, parms = list(),
                    printmescd = TRUE, method = mebdfi, atol = 1e-6, rtol = 1e-6, ...) {
  run_problem("caraxis", times, yini, dyini, parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, has_dyini = TRUE, ...)
}

#' Fekete problem (DAE, index 2)
#'
#' Twenty particles on the unit sphere repel each other until they rest in elliptic Fekete points.
#'
#' For positions \eqn{p_i \in R^3}{pi}, velocities \eqn{q_i}{qi} and multipliers \eqn{\lambda_i,
#' \mu_i}{lambdai, mui}, \eqn{i = 1, \dots, 20}{i = 1..20},
#' \deqn{p_i' = q_i + 2 \mu_i p_i, \qquad q_i' = -\alpha q_i + 2 \lambda_i p_i + \sum_{j \ne i} (p_i
#'   - p_j)/|p_i - p_j|^2,}{pi' = qi + 2 mui pi, qi' = -alpha qi + 2 lambdai pi + sum_j (pi -
#'   pj)/|pi - pj|^2,}
#' \deqn{0 = p_i^T p_i - 1, \qquad 0 = 2 p_i^T q_i}{0 = pi.pi - 1, 0 = 2 pi.qi}
#' with \eqn{\alpha = 0.5}{alpha = 0.5}: 160 equations on \eqn{[0, 1000]}{[0, 1000]}. There are no
#' parameters. The columns are called `px1`, `py1`, `pz1`, `px2`, ..., `qx1`, ..., `lambda1`, ...,
#' `mu1`, ...
#'
#' ## Where it comes from
#' The points that maximise the product of their mutual distances on the sphere, one of Smale's
#' problems, reached as the rest position of a damped motion.
#'
#' ## What makes it hard
#' The size and the index 2 (the constraint on the positions is stabilised by that on the
#' velocities). The solution itself becomes stationary, so that a good code takes ever longer steps.
#'
#' ## What to look at
#' Any of the coordinates: damped oscillations, then a slow drift; the particles rest from \eqn{t =
#' 100}{t = 100} on. At the end all \eqn{\lambda_i}{lambdai} are -4.75.
#'
#' @inheritParams ring
#' @param parms ignored: the problem has no parameters.
#' @inherit ring return
#' @references
#' Shub, M., Smale, S. (1993) Complexity of Bezout's theorem III. Condition number and packing. J.
#' Complexity 9, 4-14.
#'
#' Pardalos, P.M. (1995) An open global optimization problem on the unit sphere. J. Global Optim. 6,
#' 213.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- fekete(times = c(seq(0, 50, by = 0.5), 1000), method = "daspk")
#' matplot(out[1:101, 1], out[1:101, paste0("pz", 1:20)], type = "l", lty = 1, xlab = "time",
#'         ylab = "height on the sphere")
#' @export
fekete <- function(times = seq(0, 1e3, by = 10), yini = NULL, dyini = NULL, parms = list(),
                   printmescd = TRUE, method = mebdfi, atol = 1e-6, rtol = 1e-6, maxsteps = 1e5,
                   ...) {
  run_problem("fekete", times, yini, dyini, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, ...)
}

#' Slider crank (DAE, index 2)
#'
#' A rigid crank turns with constant speed and moves a sliding block through an elastic connecting
#' rod.
#'
#' The rigid motion \eqn{(\phi_1, \phi_2, x_3)}{(phi1, phi2, x3)} and the deformation \eqn{q_1,
#' \dots, q_4}{q1..q4} of the rod (two lateral modes, two longitudinal elements), together
#' \eqn{p}{p}, satisfy
#' \deqn{p' = v, \qquad v' = w, \qquad 0 = \mathcal{M}(p) w - F(p, v) + G^T(p) \lambda, \qquad 0 =
#'   G(p) v - (0, 0, \Omega)^T,}{p' = v, v' = w, 0 = M(p) w - F(p, v) + G(p)^T lambda, 0 = G(p) v -
#'   (0, 0, Omega)^T,}
#' where the constraints, here on velocities, are derived from
#' \deqn{L_1 \sin\phi_1 + (L_2 + q_4) \sin\phi_2 = 0, \quad x_3 = L_1 \cos\phi_1 + (L_2 + q_4)
#'   \cos\phi_2, \quad \phi_1 = \Omega t.}{L1 sin(phi1) + (L2 + q4) sin(phi2) = 0, x3 = L1 cos(phi1)
#'   + (L2 + q4) cos(phi2), phi1 = Omega t.}
#' 24 equations on \eqn{[0, 0.1]}{[0, 0.1]}.
#'
#' ## Where it comes from
#' B. Simeon, as an example of a mechanical system of differential-algebraic and partial
#' differential equations.
#'
#' ## What makes it hard
#' The rod is stiff: fast vibrations (7000 and 25000 rad/s along the rod) may be present in the
#' solution (`ini = 2`) or not (`ini = 1`, the default, on the smooth motion). A code that damps
#' them takes long steps; one that does not, must resolve them.
#'
#' ## What to look at
#' The deformations `q1` ... `q4`, and how the initial state changes them.
#'
#' ## Accuracy
#' Only the first seven components, the positions, are measured. The printed initial values have
#' nine digits and miss the constraints on the velocities by 1.2e-8; solvers correct the velocities
#' in their first step, and the reference belongs to the corrected ones. A method that works on the
#' equations after differentiation of the constraints keeps the gap and ends 4e-9 away.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `M1`, `M2`, `M3`, `L1`, `L2`,
#'   `J1`, `J2`, `EE`, `NUE` (without effect), `BB`, `HH`, `RHO`, `GRAV`, `OMEGA`. Both initial
#'   states belong to the default parameters.
#' @param options list with the options to change: `ini` (1: start on the smooth motion, 2: start as
#'   if the rod were rigid), `stiff` (1: with nonlinear stiffness), `damp` (1: with damping). The
#'   reference belongs to `list(ini = 1, stiff = 0, damp = 0)`.
#' @inherit ring return
#' @references
#' Simeon, B. (1996) Modelling a flexible slider crank mechanism by a mixed system of DAEs and PDEs.
#' Math. Modelling of Systems 2, 1-18.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- crank(method = "radau")
#' plot(out, which = 4:7)
#' # vibrations of the rod
#' shaken <- crank(times = seq(0, 0.02, by = 5e-5), method = "radau", options = list(ini = 2))
#' plot(shaken, which = 4:7)
#' @export
crank <- function(times = seq(0, 0.1, by = 0.001), yini = NULL, dyini = NULL, parms = list(),
                  printmescd = TRUE, method = mebdfi, atol = 1e-6, rtol = 1e-6, maxsteps = 1e6,
                  options = list(), ...) {
  run_problem("crank", times, yini, dyini, parms, options, printmescd, method, atol, rtol,
              maxsteps, has_dyini = TRUE, ...)
}

#' Water tube system (DAE, index 2)
#'
#' Water flows through a network of 18 tubes and 13 nodes, laminar or turbulent.
#'
#' For the flow \eqn{\varphi}{phi} and the resistance \eqn{\lambda}{lambda} of the tube from node
#' \eqn{i}{i} to \eqn{j}{j}, with the Reynolds number \eqn{R = |\varphi d/(\nu a)|}{R = |phi d/(nu
#' a)|}, and for the pressure \eqn{p_n}{pn} of a node,
#' \deqn{\frac{\rho\, l}{a} \varphi' = p_i - p_j - \left\{\begin{array}{ll} \lambda \rho\, l\,
#'   \varphi^2/(a^2 d) & R > R_{crit} \\ 32 \nu \rho\, l\, \varphi/(a d^2) & \mathrm{else}
#'   \end{array}\right.}{(rho l/a) phi' = pi - pj - (lambda rho l phi^2/(a^2 d) if R > rcrit, else
#'   32 nu rho l phi/(a d^2))}
#' \deqn{0 = \frac{1}{\sqrt\lambda} - 1.74 + 2 \log_{10}\left(\frac{2k}{d} + \frac{18.7}{\max(R,
#'   R_{crit}) \sqrt\lambda}\right)}{0 = 1/sqrt(lambda) - 1.74 + 2 log10(2 k/d + 18.7/(max(R, rcrit)
#'   sqrt(lambda)))}
#' \deqn{C p_n' \;\mathrm{or}\; 0 = \mathrm{inflow} - \mathrm{outflow}}{C pn' or 0 = inflow -
#'   outflow}
#' where nodes 5 and 8 are buffers with \eqn{C = b/(\rho g)}{C = b/(rho g)}. 49 equations on
#' \eqn{[0, 61200]}{[0, 61200]} seconds, 17 hours. Columns: `phi1.2` is the flow from node 1 to 2,
#' `lam1.2` its resistance, `p5` the pressure of node 5.
#'
#' ## Where it comes from
#' Contributed to the test set by B. Koren (CWI) and Paragon Decision Technology.
#'
#' ## What makes it hard
#' Index 2; the sizes of the variables (flows 1e-3, pressures 1e5); and the switch between the two
#' laws of friction, which depends on the state and where the right-hand side jumps. A step to a
#' negative resistance is rejected.
#'
#' ## What to look at
#' The pressures of the buffers, and the tube from node 13 to 11, whose flow becomes turbulent: its
#' resistance coefficient changes then.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `nu`, `g`, `rho`, `rcrit`,
#'   `length`, `k`, `d`, `b`. The default of the resistances belongs to the default `k`.
#' @inherit ring return
#' @references
#' The problem is described in the test set:
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- tube()
#' plot(out, which = c("phi13.11", "lam13.11", "p5", "p8"))
#' @importFrom deSolve radau
#' @export
tube <- function(times = seq(0, 17 * 3600, by = 100), yini = NULL, dyini = NULL, parms = list(),
                 printmescd = TRUE, method = radau, atol = 1e-6, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_problem("tube", times, yini, dyini, parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, ...)
}

#' NAND gate (IDE)
#'
#' A logic gate of three MOS transistors, whose capacitances depend on the voltages.
#'
#' \deqn{C(y) y' = f(t, y)}{C(y) y' = f(t, y)}
#' for the voltages at 14 nodes on \eqn{[0, 80]}{[0, 80]} nanoseconds. \eqn{C(y)}{C(y)} contains the
#' constant gate capacitances and those of the junctions, \eqn{c(v) = C_{BD}/\sqrt{1 - v/0.87}}{c(v)
#' = CBD/sqrt(1 - v/0.87)} for \eqn{v \le 0}{v <= 0}; \eqn{f}{f} the currents through resistances,
#' junctions and channels (model of Shichman and Hodges). The two inputs are trapezoidal pulses.
#'
#' ## Where it comes from
#' Gunther and Rentrop proposed it as a benchmark for the simulation of digital circuits.
#'
#' ## What makes it hard
#' Fully implicit: only solvers for \eqn{G(t, y, y') = 0}{G(t, y, y') = 0} apply ([mebdfi()],
#' deSolve's `daspk`). The inputs have kinks every 5 ns, where all solvers are restarted.
#' States in which the model of the transistor has no value are rejected.
#'
#' ## What to look at
#' Variable 5, the output: low only while both inputs are high.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `RGS`, `RGD`, `RBS`, `RBD`,
#'   `CGS`, `CGD`, `CBD`, `CBS` (without effect), `C9`, `DELTA`, `CURIS`, `VTH`, `VDD`, `VBB`.
#' @param dyini initial derivative; 0 by default.
#' @inherit ring return
#' @references
#' Gunther, M., Rentrop, P. (1996) The NAND-gate - a benchmark for the numerical simulation of
#' digital circuits. In: Mathis, W., Noll, P. (eds.) 2. ITG-Diskussionssitzung Neue Anwendungen
#' Theoretischer Konzepte in der Elektrotechnik. VDE-Verlag, Berlin, 27-33.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- nand(method = "daspk")
#' plot(out, which = "5")
#' @export
nand <- function(times = 0:80, yini = NULL, dyini = NULL, parms = list(), printmescd = TRUE,
                 method = mebdfi, atol = 1e-6, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_problem("nand", times, yini, dyini, parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, ...)
}

#' Wheelset (IDE, index 2)
#'
#' A railway wheelset on a straight track, with the creep forces of rolling contact.
#'
#' The position \eqn{p = (x, y, z, \theta, \varphi)}{p = (x, y, z, theta, phi)} of the wheelset, its
#' velocity \eqn{v}{v}, the deviation \eqn{\beta}{beta} of the angular velocity, four contact
#' variables \eqn{q}{q} and two multipliers satisfy
#' \deqn{p' = v, \qquad M(p) (v', \beta')^T = f(p, v, \beta, q, \lambda) + (Q^T(p, q) \lambda, 0)^T,
#'   \qquad 0 = Q(p, q) v, \qquad 0 = b(p, q),}{p' = v, M(p) (v', beta')^T = f(p, v, beta, q,
#'   lambda) + (Q(p, q)^T lambda, 0)^T, 0 = Q(p, q) v, 0 = b(p, q),}
#' where \eqn{Q}{Q} describes that the wheels stay on the rails, \eqn{b = 0}{b = 0} determines the
#' points of contact, and the creep forces in \eqn{f}{f} depend on the normal forces, hence on
#' \eqn{\lambda}{lambda}. 17 equations on \eqn{[0, 10]}{[0, 10]} seconds.
#'
#' ## Where it comes from
#' Simeon, Fuhrer and Rentrop, on differential-algebraic equations in vehicle dynamics; the model of
#' the creep forces is by Jaschinski.
#'
#' ## What makes it hard
#' Fully implicit, index 2: only solvers for \eqn{G(t, y, y') = 0}{G(t, y, y') = 0} apply
#' ([mebdfi()], deSolve's `daspk`). The creep forces are stiff and strongly nonlinear. A step into
#' derailment is rejected.
#'
#' ## What to look at
#' The lateral displacement `x`: the wheelset runs faster than its critical speed, and the hunting
#' motion settles in a limit cycle. The published reference is good to about six digits; that used
#' by [mescd()] is ours, see [reference()].
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `MR`, `G`, `V`, `RN0`, `LI1`,
#'   `LI2`, `MA`, `HA` (without effect on straight track), `MU`, `XL`, `CX`, `CZ`, `E`, `GG`,
#'   `SIGMA`, `GM`, `C11`, `C22`, `C23`, `DELTA0`, `AR`, `RS`, `EPS`, `B1`, `B2`. The default
#'   initial state belongs to the default parameters.
#' @param dyini initial derivative; formed from the equations if only `yini` is given.
#' @inherit ring return
#' @references
#' Simeon, B., Fuhrer, C., Rentrop, P. (1991) Introduction to differential-algebraic equations in
#' vehicle system dynamics. Surv. Math. Ind. 1, 1-37.
#'
#' Jaschinski, A. (1990) On the application of similarity laws to a scaled railway bogie model. PhD
#' thesis, Delft University of Technology.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- wheelset(times = seq(0, 2, by = 0.005), method = "daspk")
#' plot(out, which = c("x", "theta", "lam1", "lam2"))
#' @export
wheelset <- function(times = seq(0, 10, by = 0.01), yini = NULL, dyini = NULL, parms = list(),
                     printmescd = TRUE, method = mebdfi, atol = 1e-6, rtol = 1e-6,
                     maxsteps = 1e5, ...) {
  run_problem("wheelset", times, yini, dyini, parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, ...)
}
