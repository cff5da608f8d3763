# The problems of the collection "dae": one function for all, one help page for each family.

#' Solve a differential-algebraic problem after Schittkowski
#'
#' `daeproblem()` solves one of 28 small differential-algebraic problems of index 0 to 3, after a
#' list of Schittkowski. They come from chemistry, mechanics, electronics and biology, and from
#' textbooks; each teaches something about differential-algebraic equations.
#'
#' The list prints names, numbers of differential (md) and algebraic (ma) equations, and the
#' background of the problems; only `HYDRODYN` is printed in full. Therefore `testset("dae")` says
#' of each problem in the column `provenance`:
#' * *as published*: the equations are those of a published source, named on the help page;
#' * *as published, identification ours*: a published problem that fits name, size, index and
#'   literature, but the list does not say that it is this one;
#' * *reconstructed*: the same background, sizes and index; the equations were chosen here from the
#'   standard model of the field. These are new problems, not Schittkowski's.
#'
#' | problem | md | ma | index | background | page |
#' |---|---|---|---|---|---|
#' | `AEROSOL` | 2 | 2 | 1 | substrate in a two-phase aerosol can | [dae-equilibrium] |
#' | `BATCH` | 6 | 3 | 1 | isothermal batch reactor | [dae-batch] |
#' | `BATCH_E` | 6 | 3 | 1 | the same, second experiment | [dae-batch] |
#' | `BATCHREA` | 6 | 1 | 1 | batch reactor | [dae-batch] |
#' | `BUBBLEC` | 8 | 5 | 1 | bubble points in a distillation column | [dae-equilibrium] |
#' | `CELLS` | 3 | 2 | 1 | plant cells in suspension | [dae-biology] |
#' | `CONDENS` | 1 | 5 | 1 | condensation of methanol | [dae-equilibrium] |
#' | `DAE_I1`, `DAE_I2`, `DAE_I3` | 4 | 1 | 1, 2, 3 | academic example | [dae-index] |
#' | `DAE_IN2` | 2 | 1 | 2 | linear, time-varying | [dae-index] |
#' | `DAE_SYS` | 1 | 2 | 1 | particle diffusion and reaction | [dae-reactors] |
#' | `EVAPOR` | 3 | 10 | 1 | evaporation of benzol | [dae-equilibrium] |
#' | `EXOBATCH` | 5 | 6 | 1 | exothermic batch reactor | [dae-reactors] |
#' | `HYDRODYN` | 2 | 1 | 1 | semiconductor | [dae-branches] |
#' | `MEM_WIRE` | 3 | 1 | 1 | shape memory wire | [dae-branches] |
#' | `P_IDENT` | 2 | 1 | 1 | parameter identification | [dae-reactors] |
#' | `PENDULUM1` to `PENDULUM4` | 4 | 1 | 3, 2, 1, 0 | plane pendulum | [dae-pendulum] |
#' | `PHOSPH_A` | 3 | 2 | 1 | phosphorescence | [dae-biology] |
#' | `RESPIR` | 1 | 1 | 1 | human respiratory system | [dae-biology] |
#' | `SHOCK` | 6 | 3 | 1 | detonating explosives | [dae-branches] |
#' | `TRANSIST` | 3 | 2 | 1 | transistor amplifier | [dae-transistor] |
#' | `TUBULAR` | 2 | 2 | 1 | tubular reactor | [dae-reactors] |
#' | `URETHAN` | 3 | 10 | 1 | urethane reaction | [dae-reactors] |
#' | `VDPOL` | 1 | 1 | 1 | reduced van der Pol equation | [dae-branches] |
#'
#' All have the form \eqn{y' = F(t, y, z)}{y' = F(t, y, z)}, \eqn{0 = G(t, y, z)}{0 = G(t, y, z)}:
#' differential variables first, then algebraic ones, and
#' \eqn{M = \mathrm{diag}(1, \dots, 1, 0, \dots, 0)}{M = diag(1, ..., 1, 0, ..., 0)}
#' (`PENDULUM4`, of index 0: the identity). Do not mix up `VDPOL` and `TRANSIST` with [vdpol()] and
#' [transistor()] of the IVP test set.
#'
#' Initial values of algebraic variables are consistent for the default parameters. For others use
#' `init = "consistent"`.
#'
#' References were computed by collocation of order 13 on two grids or from closed forms, and
#' confirmed by at least two independent methods; the element `reference` of [testproblem()] tells
#' to how many digits. Reference trajectories at 11 points are in the file
#' `extdata/dae-trajectories.csv` of the package.
#'
#' @param name name of the problem.
#' @param times output times; `NULL`: 101 over the interval of the problem.
#' @param yini,dyini initial state and derivative; `NULL`: those of the problem.
#' @param parms list or named vector with the parameters to change.
#' @param method the solver, as a function or a string; of this package or of deSolve.
#' @param rtol,atol tolerances. `atol = NULL`: `rtol` times the size of each variable (element
#'   `scale` of [testproblem()]); some variables are of size 1e-9, some of size 1e6.
#' @param form `"mass"`: \eqn{M w' = f(t, w)}{M w' = f(t, w)}; `"residual"`:
#'   \eqn{M w' - f(t, w) = 0}{M w' - f(t, w) = 0}, for [mebdfi()] and \code{\link[deSolve]{daspk}},
#'   which always gets it.
#' @param maxsteps largest number of steps between two outputs.
#' @param printmescd if `TRUE`, the accuracy at the end of the interval is printed, unless the
#'   parameters or the initial values were changed.
#' @param ... further arguments of the solver, for instance `init = "consistent"`.
#' @return The solution, a matrix of class `deSolve`, with the attribute `mescd` if that was printed.
#' @references
#' Schittkowski, K. (2002) *Numerical Data Fitting in Dynamical Systems*. Kluwer, Dordrecht.
#' \doi{10.1007/978-1-4419-5762-7}
#' @seealso [testset()], [consistent()], [constraints()], [reference()].
#' @examples
#' subset(testset("dae"), select = c(name, n, index, provenance))
#' out <- daeproblem("EXOBATCH")
#' plot(out, which = c("T", "TJ", "q", "FC"))
#'
#' # less cooling: the algebraic variables of the start belong to the parameters
#' out <- daeproblem("EXOBATCH", parms = list(UA = 1.5, Ts = 350), init = "consistent")
#' plot(out, which = c("T", "TJ", "q", "FC"))
#' @aliases dae-problems
#' @export
daeproblem <- function(name, times = NULL, yini = NULL, dyini = NULL, parms = list(),
                       method = mebdfi, rtol = 1e-6, atol = NULL, form = c("mass", "residual"),
                       maxsteps = 1e5, printmescd = TRUE, ...) {
  info <- problem_info(check_problem_name(name))
  if (info$collection != "dae")
    stop("problem '", name, "' is not of the collection \"dae\"; see runproblem()", call. = FALSE)
  form <- choice(form, c("mass", "residual"), "form")
  if (is.null(times)) times <- seq(info$t0, info$tend, length.out = 101)
  if (is.null(atol)) atol <- check_tolerance(rtol, "rtol", info$n) * info$scale
  if (length(parms) > 0 || !is.null(yini)) printmescd <- FALSE
  residual <- form == "residual" || identical(find_solver(method)$name, "daspk")
  run_problem(name, times, yini = yini, dyini = dyini, parms = parms, printmescd = printmescd,
              method = method, atol = atol, rtol = rtol, maxsteps = maxsteps,
              has_dyini = residual, ...)
}

#' The pendulum in four index formulations
#'
#' `PENDULUM1` to `PENDULUM4`: the plane pendulum in Cartesian coordinates as differential-algebraic
#' equations of index 3, 2, 1 and as an ordinary differential equation (index 0).
#'
#' Position \eqn{(p, q)}{(p, q)} with \eqn{q}{q} upwards, velocity \eqn{(u, v)}{(u, v)} and the
#' multiplier \eqn{\lambda}{lam}, half the tension of the rod over its length:
#' \deqn{p' = u,\quad q' = v,\quad m u' = -2 p \lambda,\quad m v' = -m g - 2 q \lambda}{
#'   p' = u, q' = v, m u' = -2 p lam, m v' = -m g - 2 q lam}
#' and one of
#'
#' | problem | index | fifth equation |
#' |---|---|---|
#' | `PENDULUM1` | 3 | \eqn{0 = g_0}{0 = g0} |
#' | `PENDULUM2` | 2 | \eqn{0 = g_1}{0 = g1} |
#' | `PENDULUM3` | 1 | \eqn{0 = g_2}{0 = g2} |
#' | `PENDULUM4` | 0 | \eqn{\lambda' = -3 m g v/(2 l^2)}{lam' = -3 m g v / (2 l^2)} |
#'
#' with \eqn{g_0 = p^2 + q^2 - l^2}{g0 = p^2 + q^2 - l^2}, \eqn{g_1 = p u + q v}{g1 = p u + q v},
#' \eqn{g_2 = m(u^2 + v^2) - m g q - 2\lambda(p^2 + q^2)}{
#' g2 = m (u^2 + v^2) - m g q - 2 lam (p^2 + q^2)}.
#' Each is the derivative of the one before, up to a factor. The parameters are `m` = 1, `l` = 1,
#' `g` = 9.81; the pendulum starts horizontally and at rest, on the interval from 0 to 10 (a little
#' more than four periods of 2.36784194757624). References are values of the closed form, with
#' Jacobian elliptic functions.
#'
#' @section What makes it hard:
#' The exact solution is the same, the numerical one is not, as `drift()` shows:
#' * index 3 keeps the position on the circle at every output point, but velocity and multiplier are
#'   the least accurate (as the method finds them: the solvers of this package put them right in the
#'   rows, see [implicit-solvers]), and the energy drifts;
#' * index 2 is the best compromise;
#' * index 1 leaves the circle slowly: a defect \eqn{\delta}{d} in \eqn{g_2}{g2} makes
#'   \eqn{g_1}{g1} grow like \eqn{\delta t}{d t} and \eqn{g_0}{g0} like \eqn{\delta t^2}{d t^2};
#' * index 0 leaves it visibly: the radius is off by per cents after 100 time units at tolerance
#'   1e-6, although \eqn{p}{p} and \eqn{q}{q} at the end may look right. The linear invariant
#'   \eqn{\lambda + 3 m g q/(2 l^2) = 0}{lam + 3 m g q / (2 l^2) = 0} is kept to rounding by every
#'   method.
#'
#' All are ill conditioned: an error of one component by its tolerance grows by a factor of up to 310
#' (`PENDULUM3`) or 750 (`PENDULUM4`) until the end, mostly as an error of the phase. Do not expect
#' more digits than those of the tolerance less three.
#'
#' @section Provenance:
#' As published (Hairer, Lubich and Roche 1989; Ascher and Petzold 1998); the numbers are ours.
#' Schittkowski's list has one algebraic equation also for `PENDULUM4`; an ordinary differential
#' equation has none, and we read it as the formerly algebraic variable \eqn{\lambda}{lam}.
#'
#' @references
#' Hairer, E., Lubich, C., Roche, M. (1989) *The Numerical Solution of Differential-Algebraic Systems
#' by Runge-Kutta Methods*. Lecture Notes in Mathematics 1409, Springer. \doi{10.1007/BFb0093947}
#'
#' Ascher, U.M., Petzold, L.R. (1998) *Computer Methods for Ordinary Differential Equations and
#' Differential-Algebraic Equations*. SIAM, Philadelphia. \doi{10.1137/1.9781611971392}
#' @seealso [daeproblem()], [constraints()].
#' @examples
#' out <- daeproblem("PENDULUM2", times = seq(0, 10, by = 0.05))
#' plot(out[, "p"], out[, "q"], type = "l", asp = 1, xlab = "p", ylab = "q")
#'
#' # the drift of the four forms over a long run
#' four <- drift(times = seq(0, 100, by = 0.5))
#' four
#' plot(four)
#' @name dae-pendulum
#' @aliases PENDULUM1 PENDULUM2 PENDULUM3 PENDULUM4
NULL

#' Academic examples of index 1, 2 and 3
#'
#' `DAE_I1`, `DAE_I2` and `DAE_I3` are three index formulations of one nonlinear example with known
#' solution; `DAE_IN2` is linear with coefficients that depend on time, of index 2.
#'
#' @section DAE_I1, DAE_I2, DAE_I3:
#' \deqn{y_1' = 2 y_1 y_2 z_1 z_2,\quad y_2' = -y_1 y_2 z_2^2,\quad
#'       z_1' = (y_1 y_2 + z_1 z_2) u,\quad z_2' = -y_1 y_2^2 z_2^2 u}{
#'   y1' = 2 y1 y2 z1 z2, y2' = -y1 y2 z2^2, z1' = (y1 y2 + z1 z2) u, z2' = -y1 y2^2 z2^2 u}
#' with the constraint \eqn{0 = g_0 = y_1 y_2^2 - 1}{0 = g0 = y1 y2^2 - 1} (`DAE_I3`),
#' \eqn{0 = g_1 = y_2 z_1 - y_1 z_2}{0 = g1 = y2 z1 - y1 z2} (`DAE_I2`), or
#' \deqn{0 = g_2 = u\,[y_2(y_1 y_2 + z_1 z_2) + y_1^2 y_2^2 z_2^2] - 3 y_1 y_2 z_1 z_2^2}{
#'   0 = g2 = u (y2 (y1 y2 + z1 z2) + y1^2 y2^2 z2^2) - 3 y1 y2 z1 z2^2}
#' (`DAE_I1`), where \eqn{g_0' = 2 y_1 y_2^2 z_2 g_1}{g0' = 2 y1 y2^2 z2 g1} and
#' \eqn{g_1' = g_2}{g1' = g2}. The solution from \eqn{(1, 1, 1, 1, 1)}{(1, 1, 1, 1, 1)} is
#' \eqn{y_1 = z_1 = e^{2t}}{y1 = z1 = exp(2t)}, \eqn{y_2 = z_2 = e^{-t}}{y2 = z2 = exp(-t)},
#' \eqn{u = e^t}{u = exp(t)}, on \eqn{[0, 1]}{[0, 1]}.
#'
#' Going from index 3 to index 2 gains two to four digits in \eqn{u}{u}; the original constraint is
#' then no longer enforced. What is left in the constraints comes back divided by \eqn{h}{h} in the
#' variables of index 2 and by \eqn{h^2}{h^2} in those of index 3: a step size control that does not
#' know which these are stalls.
#'
#' @section DAE_IN2:
#' \deqn{x_1' = \left(\alpha - \frac{1}{2-t}\right) x_1 + (2-t)\alpha z + \frac{3-t}{2-t} e^t,\quad
#'       x_2' = \frac{1-\alpha}{t-2} x_1 - x_2 + (\alpha - 1) z + 2 e^t,}{
#'   x1' = (al - 1/(2 - t)) x1 + (2 - t) al z + (3 - t)/(2 - t) exp(t),
#'   x2' = (1 - al)/(t - 2) x1 - x2 + (al - 1) z + 2 exp(t),}
#' \deqn{0 = (t+2) x_1 + (t^2-4) x_2 - (t^2+t-2) e^t}{
#'   0 = (t + 2) x1 + (t^2 - 4) x2 - (t^2 + t - 2) exp(t)}
#' with \eqn{x_1 = x_2 = e^t}{x1 = x2 = exp(t)}, \eqn{z = -e^t/(2-t)}{z = -exp(t)/(2 - t)} on
#' \eqn{[0, 1]}{[0, 1]}. The parameter `al` = 10 does not enter the solution, only the difficulty.
#'
#' @section Provenance:
#' As published; that Schittkowski's list means these examples is our identification (sizes, index,
#' cited literature). The equations were verified by inserting the exact solutions.
#'
#' @references
#' Hairer, E., Lubich, C., Roche, M. (1989) *The Numerical Solution of Differential-Algebraic Systems
#' by Runge-Kutta Methods*. Lecture Notes in Mathematics 1409, Springer. \doi{10.1007/BFb0093947}
#'
#' Jay, L. (1993) Collocation methods for differential-algebraic equations of index 3. *Numerische
#' Mathematik* **65**, 407--421. \doi{10.1007/BF01385759}
#'
#' Ascher, U.M., Petzold, L.R. (1991) Projected implicit Runge-Kutta methods for
#' differential-algebraic equations. *SIAM Journal on Numerical Analysis* **28**, 1097--1120.
#' \doi{10.1137/0728059}
#' @seealso [daeproblem()], [consistent()], [constraints()].
#' @examples
#' for (name in c("DAE_I1", "DAE_I2", "DAE_I3")) out <- daeproblem(name, method = bimd)
#' drift(c("DAE_I1", "DAE_I2", "DAE_I3"), times = seq(0, 1, by = 0.1))
#'
#' # the constraint of DAE_I3 is differentiated twice to find u
#' y <- testproblem("DAE_I3")$y
#' y["u"] <- 0.5
#' consistent(y, func = testproblem("DAE_I3"))
#' @name dae-index
#' @aliases DAE_I1 DAE_I2 DAE_I3 DAE_IN2
NULL

#' Batch reactor with acid-base equilibria
#'
#' `BATCH`, `BATCH_E` and `BATCHREA`: slow reactions of species whose acid-base equilibria are
#' instantaneous, the test problem of Dow Chemical for parameter estimation.
#'
#' The totals \eqn{HA}{HA}, \eqn{HABM}{HABM}, \eqn{MBMH}{MBMH} of three acids with their ions, and
#' \eqn{BM}{BM}, \eqn{AB}{AB}, \eqn{M}{M} are differential variables. With the rates
#' \eqn{r_1 = k_1 BM\,M - k_{-1} MBM}{r1 = k1 BM M - km1 MBM},
#' \eqn{r_2 = k_2 BM\,A}{r2 = k2 BM A},
#' \eqn{r_3 = k_3 AB\,M - k_{-3} ABM}{r3 = k3 AB M - km3 ABM}
#' \deqn{HA' = -r_2,\ BM' = -r_1 - r_2,\ HABM' = r_2 + r_3,\ AB' = -r_3,\ MBMH' = r_1,\ M' = -r_1 - r_3}{
#'   HA' = -r2, BM' = -r1 - r2, HABM' = r2 + r3, AB' = -r3, MBMH' = r1, M' = -r1 - r3}
#' and the ions from \eqn{0 = A(K_2 + H) - K_2 HA}{0 = A (K2 + H) - K2 HA},
#' \eqn{0 = ABM(K_3 + H) - K_3 HABM}{0 = ABM (K3 + H) - K3 HABM},
#' \eqn{0 = MBM(K_1 + H) - K_1 MBMH}{0 = MBM (K1 + H) - K1 MBMH}, where
#' \eqn{A = H + Q - M - ABM - MBM}{A = H + Q - M - ABM - MBM} by electroneutrality.
#'
#' `BATCH_E` multiplies all rates with the Arrhenius factor
#' \eqn{\exp(-E/R\,(1/T - 1/T_{ref}))}{exp(-E/R (1/T - 1/Tref))}: another experiment at 67 degrees
#' Celsius. `BATCHREA` writes the ions in terms of \eqn{H}{H} and keeps
#' \eqn{0 = (K_2 + H)(H + Q - M - ABM - MBM) - K_2 HA}{0 = (K2 + H) (H + Q - M - ABM - MBM) - K2 HA}
#' as its only algebraic equation, over ten hours instead of one.
#'
#' @section What makes it hard:
#' Algebraic variables of size 1e-8 to 1e-10 multiply rate constants of 1e9: absolute tolerances
#' must follow the sizes of the variables. \eqn{H}{H} falls by a factor of 1000 within a hundredth of
#' an hour, and `BATCHREA` is very stiff at the end. The algebraic equations have a second root with
#' negative \eqn{H}{H}, which Newton's method finds from a negative guess.
#'
#' @section Provenance:
#' `BATCH` and `BATCHREA` as published, with ions eliminated to reach the sizes of the list: which
#' ones the list eliminates is not known. `BATCH_E` is reconstructed: the list says only "two data
#' sets"; temperature, activation energy and composition are ours.
#'
#' @references
#' Biegler, L.T., Damiano, J.J., Blau, G.E. (1986) Nonlinear parameter estimation: a case study
#' comparison. *AIChE Journal* **32**, 29--45. \doi{10.1002/aic.690320105}
#'
#' Caracotsios, M., Stewart, W.E. (1985) Sensitivity analysis of initial value problems with mixed
#' ODEs and algebraic equations. *Computers and Chemical Engineering* **9**, 359--365.
#' \doi{10.1016/0098-1354(85)85014-6}
#' @seealso [daeproblem()].
#' @examples
#' out <- daeproblem("BATCHREA", times = c(0, 10^seq(-6, 1, by = 0.1)), method = bimd)
#' plot(out, which = c("HA", "AB", "MBMH", "H"), log = "x", subset = time > 0)
#'
#' # two forms of one model agree at t = 1
#' a <- daeproblem("BATCH", times = 0:1, method = bimd, rtol = 1e-9, printmescd = FALSE)
#' b <- daeproblem("BATCHREA", times = 0:1, method = bimd, rtol = 1e-9, printmescd = FALSE)
#' a[2, 2:8] / b[2, 2:8] - 1
#' @name dae-batch
#' @aliases BATCH BATCH_E BATCHREA
NULL

#' Liquid and vapour in equilibrium
#'
#' `AEROSOL`, `BUBBLEC`, `CONDENS` and `EVAPOR`: balances of amounts and energy are differential
#' equations, thermodynamic equilibrium is algebraic; index 1.
#'
#' @section AEROSOL:
#' Propellant \eqn{n_P}{nP} and substrate \eqn{n_S}{nS} in a spray can, \eqn{n_L}{nL} of the
#' propellant in the liquid of volume \eqn{V_L = n_L v_P + n_S v_S}{VL = nL vP + nS vS}, sprayed with
#' the flow \eqn{q = K\sqrt{p - p_a}}{q = K sqrt(p - pa)}:
#' \deqn{n_P' = -q n_L/V_L,\quad n_S' = -q n_S/V_L,\quad 0 = p(n_L + n_S) - p_s n_L,\quad
#'       0 = p(V - V_L) - (n_P - n_L) RT}{
#'   nP' = -q nL/VL, nS' = -q nS/VL, 0 = p (nL + nS) - ps nL, 0 = p (V - VL) - (nP - nL) RT}
#'
#' @section BUBBLEC:
#' Benzene and toluene in a batch column: still, three plates, drum. With the boil-up \eqn{V}{V}, the
#' distillate \eqn{D = V/(1 + R)}{D = V/(1 + R)}, \eqn{L = V - D}{L = V - D}, the vapour
#' \eqn{w_j = x_j a_j}{w_j = x_j a_j} and the holdups \eqn{U}{U}, \eqn{U_D}{UD}
#' \deqn{M_0' = -D,\quad x_0' = (L(x_1 - x_0) - V(w_0 - x_0))/M_0,\quad
#'       x_j' = (L(x_{j+1} - x_j) + V(w_{j-1} - w_j))/U,\quad x_4' = V(w_3 - x_4)/U_D}{
#'   M0' = -D, x0' = (L (x1 - x0) - V (w0 - x0))/M0, x_j' = (L (x_{j+1} - x_j) + V (w_{j-1} - w_j))/U,
#'   x4' = V (w3 - x4)/UD}
#' and the bubble point of every stage,
#' \eqn{0 = \log(x_j a_j + (1 - x_j) b_j)}{0 = log(x_j a_j + (1 - x_j) b_j)}, where
#' \eqn{a_j, b_j}{a_j, b_j} are the vapour pressures at the temperature \eqn{T_j}{T_j} (Antoine) over
#' the pressure. The sum of `M0` and `S` stays at 100.
#'
#' @section CONDENS and EVAPOR:
#' A rigid vessel with one substance. The energy (of `EVAPOR` also amount and wall temperature) is
#' differential; temperature, pressure, amounts of liquid and vapour and the heat flow follow from
#' equilibrium: \eqn{p = p_{sat}(T)}{p = psat(T)}, the ideal gas law, the volume and the energy. For
#' methanol (`CONDENS`) these are five equations, for benzene with feed and outlet (`EVAPOR`) ten.
#'
#' @section What makes it hard:
#' The sizes of the variables differ by up to ten powers of ten: Newton's method needs scaling, and
#' absolute tolerances for every variable. `BUBBLEC` is moderately stiff, the plates react 1000 times
#' faster than the still.
#'
#' @section Provenance:
#' Reconstructed from the standard models of the field, with handbook values; `BUBBLEC` after Holland
#' and Liapis (1983).
#'
#' @references
#' Holland, C.D., Liapis, A.I. (1983) *Computer Methods for Solving Dynamic Separation Problems*.
#' McGraw-Hill, New York.
#' @seealso [daeproblem()], [consistent()].
#' @examples
#' out <- daeproblem("BUBBLEC", method = bimd)
#' matplot(out[, "time"], out[, paste0("x", 0:4)], type = "l", lty = 1, xlab = "hours",
#'         ylab = "benzene in the liquid")
#'
#' # the flash calculation from rough guesses
#' start <- testproblem("CONDENS")$y
#' start[-1] <- c(300, 20000, 3, 3, 100)
#' consistent(start, func = testproblem("CONDENS"))$y
#' @name dae-equilibrium
#' @aliases AEROSOL BUBBLEC CONDENS EVAPOR
NULL

#' Chemical reactors
#'
#' `DAE_SYS`, `EXOBATCH`, `P_IDENT`, `TUBULAR` and `URETHAN`: rates, wall temperatures and
#' equilibria as algebraic variables; index 1.
#'
#' @section DAE_SYS:
#' Diffusion and reaction in spherical particles, \eqn{c'' + (2/r) c' = \phi^2 c/(1 + \kappa c)}{
#' c'' + (2/r) c' = phi^2 c/(1 + kap c)}, in a stirred tank. One-point collocation in
#' \eqn{r^2}{r^2} makes algebraic equations of the boundary value problem:
#' \deqn{C' = -3\epsilon\,Bi(C - c_s),\quad 0 = 10.5(c_s - c_1) - \phi^2 c_1/(1 + \kappa c_1),\quad
#'       0 = 3.5(c_s - c_1) - Bi(C - c_s)}{
#'   C' = -3 eps Bi (C - cs), 0 = 10.5 (cs - c1) - phi^2 c1/(1 + kap c1),
#'   0 = 3.5 (cs - c1) - Bi (C - cs)}
#'
#' @section EXOBATCH:
#' A + B to C, B + C to D with rates \eqn{r_1 = k_1 A B}{r1 = k1 A B}, \eqn{r_2 = k_2 C B}{r2 = k2 C B},
#' Arrhenius' law for \eqn{k_1, k_2}{k1, k2}, heat release \eqn{q = H_1 r_1 + H_2 r_2}{q = H1 r1 + H2 r2},
#' a jacket and the coolant flow
#' \eqn{F_C = F_{max}/(1 + \exp(-(T - T_s)/w_d))}{FC = Fmax/(1 + exp(-(T - Ts)/wd))}:
#' \deqn{A' = -r_1,\ B' = -r_1 - r_2,\ C' = r_1 - r_2,\ T' = (q - UA(T - T_J))/r_c,\
#'       T_J' = (F_C r_J(T_C - T_J) + UA(T - T_J))/(V_J r_J)}{
#'   A' = -r1, B' = -r1 - r2, C' = r1 - r2, T' = (q - UA (T - TJ))/rc,
#'   TJ' = (FC rJ (TC - TJ) + UA (T - TJ))/(VJ rJ)}
#' With `UA` = 1 the temperature runs away to 417.5 K after four minutes, with `UA` = 1.5 it stays
#' below 349 K.
#'
#' @section P_IDENT:
#' \eqn{a' = -k_1 a + k_3 c}{a' = -k1 a + k3 c}, \eqn{b' = k_1 a - k_2 b}{b' = k1 a - k2 b},
#' \eqn{0 = a + b + c - 1}{0 = a + b + c - 1}: the first example for a class, with the matrix
#' exponential as exact solution.
#'
#' @section TUBULAR:
#' Along the axis of a tube, with wall temperature from convection and radiation:
#' \deqn{c' = -Da\,r,\quad T' = B\,Da\,r - b_1(T - T_w),\quad
#'       0 = b_1(T - T_w) - b_2(T_w - T_c) - b_3(T_w^4 - T_c^4),\quad 0 = r - c\,e^{\gamma(1 - 1/T)}}{
#'   c' = -Da r, T' = B Da r - b1 (T - Tw), 0 = b1 (T - Tw) - b2 (Tw - Tc) - b3 (Tw^4 - Tc^4),
#'   0 = r - c exp(ga (1 - 1/T))}
#' A hot spot of 1.1401 at 0.4185; with `B` = 0.5, `Da` = 0.5, `b1` = 3 the reactor ignites.
#'
#' @section URETHAN:
#' Isocyanate A, butanol B, urethane C, allophanate D, isocyanurate E, solvent L; A + B to C,
#' A + C to D and back, 3 A to E:
#' \deqn{n_C' = V(r_1 - r_2 + r_3),\quad n_D' = V(r_2 - r_3),\quad n_E' = V r_4}{
#'   nC' = V (r1 - r2 + r3), nD' = V (r2 - r3), nE' = V r4}
#' and ten algebraic equations for the other amounts, volume, temperature, equilibrium constant and
#' rates, of sizes from 1e-5 to 3e3.
#'
#' @section Provenance:
#' Reconstructed; `URETHAN` with published kinetics (Bauer et al. 2000) and feeds and temperature
#' ramp of ours; `DAE_SYS` after the collocation of Villadsen and Stewart (1967).
#'
#' @references
#' Bauer, I., Bock, H.G., Koerkel, S., Schloeder, J.P. (2000) Numerical methods for optimum
#' experimental design in DAE systems. *Journal of Computational and Applied Mathematics* **120**,
#' 1--25. \doi{10.1016/S0377-0427(00)00300-9}
#'
#' Villadsen, J., Stewart, W.E. (1967) Solution of boundary-value problems by orthogonal collocation.
#' *Chemical Engineering Science* **22**, 1483--1501. \doi{10.1016/0009-2509(67)80074-5}
#' @seealso [daeproblem()].
#' @examples
#' hot <- daeproblem("EXOBATCH", times = seq(0, 20, by = 0.05), printmescd = FALSE)
#' mild <- daeproblem("EXOBATCH", times = seq(0, 20, by = 0.05), parms = list(UA = 1.5))
#' plot(hot, mild, which = c("T", "TJ"))
#' @name dae-reactors
#' @aliases DAE_SYS EXOBATCH P_IDENT TUBULAR URETHAN
NULL

#' Cells, lungs and light
#'
#' `CELLS`, `PHOSPH_A` and `RESPIR`: quasi-steady states and implicit laws as algebraic equations;
#' index 1.
#'
#' @section CELLS:
#' Biomass, sugar and product of plant cells in suspension, with growth rate and dissolved oxygen
#' from quasi-steady state:
#' \deqn{X' = \mu X,\quad S' = -\left(\mu/Y_{xs} + m_s S/(K_s + S)\right) X,\quad
#'       P_r' = (\alpha\mu + \beta) X,}{
#'   X' = mu X, S' = -(mu/Yxs + ms S/(Ks + S)) X, Pr' = (al mu + be) X,}
#' \deqn{0 = \mu - \mu_{max}\frac{S}{K_s + S}\,\frac{O}{K_o + O},\quad
#'       0 = k_L a (O_{sat} - O) - (\mu/Y_{xo} + m_o) X}{
#'   0 = mu - mumax S/(Ks + S) O/(Ko + O), 0 = kLa (Osat - O) - (mu/Yxo + mo) X}
#' Exponential growth becomes limited by oxygen. Continue to 14 days to see the sugar run out within
#' hours.
#'
#' @section PHOSPH_A:
#' A dye with ground state \eqn{S_0}{S0}, excited singlet \eqn{S_1}{S1}, triplet
#' \eqn{T_r}{Tr} quenched by oxygen \eqn{O_x}{Ox}, bleached to \eqn{P_d}{Pd}, under a lamp
#' \eqn{I(t)}{I(t)} that is switched on at 0.5 and off at 20, smoothly within a tenth of a second:
#' \deqn{T_r' = k_{isc} S_1 - k_p T_r - k_q T_r O_x,\quad O_x' = -k_q T_r O_x,\quad
#'       P_d' = \eta k_q T_r O_x,}{
#'   Tr' = kisc S1 - kp Tr - kq Tr Ox, Ox' = -kq Tr Ox, Pd' = eta kq Tr Ox,}
#' \deqn{0 = I S_0 - (k_f + k_{isc}) S_1,\quad 0 = C_0 - S_0 - S_1 - T_r - P_d}{
#'   0 = I S0 - (kf + kisc) S1, 0 = C0 - S0 - S1 - Tr - Pd}
#' A code with large steps can jump over the switch: see `hmax`.
#'
#' @section RESPIR:
#' A lung with elastic recoil and Rohrer's resistance, driven by muscles with period
#' \eqn{T_b}{Tb}:
#' \deqn{V' = Q,\quad 0 = V/C + R_1 Q + R_2 Q\sqrt{Q^2 + d^2} - \tfrac{1}{2} P_m (1 - \cos(2\pi t/T_b))}{
#'   V' = Q, 0 = V/C + R1 Q + R2 Q sqrt(Q^2 + d^2) - Pm (1 - cos(2 pi t/Tb))/2}
#' With `d` = 0 the law has only one derivative where the flow changes its direction.
#'
#' @section Provenance:
#' Reconstructed: Schittkowski's list names only the background.
#' @seealso [daeproblem()].
#' @examples
#' plot(daeproblem("PHOSPH_A", times = seq(0, 21, by = 0.05)))
#' plot(daeproblem("RESPIR"))
#' @name dae-biology
#' @aliases CELLS PHOSPH_A RESPIR
NULL

#' Branches, impasse points and monotone laws
#'
#' `HYDRODYN`, `SHOCK`, `VDPOL` and `MEM_WIRE`: index 1, with algebraic equations that have several
#' solutions, or none beyond some point, or exactly one without closed form.
#'
#' @section HYDRODYN:
#' Unipolar hydrodynamic model of a semiconductor with electric field \eqn{E}{E} and density
#' \eqn{\rho}{rho}:
#' \deqn{\phi' = \rho E - \alpha J,\quad E' = \rho - 1,\quad 0 = J^2 + \rho^2 - \phi\rho}{
#'   phi' = rho E - al J, E' = rho - 1, 0 = J^2 + rho^2 - phi rho}
#' The larger root of \eqn{\rho}{rho} starts the published solution; both meet at
#' \eqn{\phi = 2J}{phi = 2J}, where the index is no longer 1. The solution has a singularity at
#' \eqn{t = 3.181}{t = 3.181}; the interval ends at 2.
#'
#' @section SHOCK:
#' The reaction zone behind a detonation shock, along a particle path, with the balances of mass,
#' momentum and energy:
#' \deqn{0 = u - \rho_0 D v,\quad 0 = p + \rho_0 D u - \rho_0 D^2,\quad
#'       0 = \frac{\gamma}{\gamma - 1} p v + \frac{u^2 - D^2}{2} - (q_B B + q_C C + q_D D_p + q_E S)}{
#'   0 = u - rho0 D v, 0 = p + rho0 D u - rho0 D^2,
#'   0 = ga/(ga - 1) p v + (u^2 - D^2)/2 - (qB B + qC C + qD Dp + qE S)}
#' and \eqn{x' = u}{x' = u} with four first-order reactions of the mass fractions, whose rates depend
#' on \eqn{p v}{p v}. Beside the shocked branch there is the trivial one with \eqn{p = 0}{p = 0}.
#'
#' @section VDPOL:
#' Van der Pol's equation in the singular limit,
#' \deqn{y' = z,\quad 0 = (1 - y^2) z - y,\quad y(0) = 2,}{y' = z, 0 = (1 - y^2) z - y, y(0) = 2,}
#' with \eqn{\log y - y^2/2 = t + \log 2 - 2}{log y - y^2/2 = t + log 2 - 2}. At
#' \eqn{t = 3/2 - \log 2 = 0.80685}{t = 3/2 - log 2 = 0.80685} it reaches \eqn{y = 1}{y = 1}, an
#' impasse point: there is no solution beyond, and a good code says so. The interval ends at 0.8,
#' where errors of one tolerance have grown by a factor of up to 490.
#'
#' @section MEM_WIRE:
#' A superelastic wire, clamped at one end, along its arc length:
#' \deqn{x' = \cos\theta,\quad y' = \sin\theta,\quad \theta' = \kappa,\quad
#'       0 = a\kappa + M_p\tanh(B\kappa/M_p) - M_0 + P_l x + H_l y}{
#'   x' = cos th, y' = sin th, th' = kap, 0 = a kap + Mp tanh(B kap/Mp) - M0 + Pl x + Hl y}
#' The energy \eqn{a\kappa^2/2 + M_p\kappa\tanh(B\kappa/M_p) - (M_p^2/B)\log\cosh(B\kappa/M_p) +
#' P_l\sin\theta - H_l\cos\theta}{a kap^2/2 + Mp kap tanh(B kap/Mp) - (Mp^2/B) log cosh(B kap/Mp) +
#' Pl sin th - Hl cos th} is a first integral. The curvature changes rapidly near 0.35, where the
#' wire leaves the plateau of its law.
#'
#' @section Provenance:
#' `HYDRODYN` as printed in Schittkowski's report after Ascher and Petzold (1998), the interval is
#' ours. `VDPOL` as published (Hairer and Wanner 1996), the interval is ours. `SHOCK` and `MEM_WIRE`
#' are reconstructed, `SHOCK` from the textbook model in Fickett and Davis (1979).
#'
#' @references
#' Ascher, U.M., Petzold, L.R. (1998) *Computer Methods for Ordinary Differential Equations and
#' Differential-Algebraic Equations*. SIAM, Philadelphia. \doi{10.1137/1.9781611971392}
#'
#' Fickett, W., Davis, W.C. (1979) *Detonation*. University of California Press.
#'
#' Hairer, E., Wanner, G. (1996) *Solving Ordinary Differential Equations II*, 2nd ed. Springer.
#' \doi{10.1007/978-3-642-05221-7}
#' @seealso [daeproblem()], [consistent()], [vdpol()] for the full van der Pol equation.
#' @examples
#' # two roots for the density
#' y <- testproblem("HYDRODYN")$y
#' consistent(replace(y, "rho", 3), func = testproblem("HYDRODYN"))$y
#' consistent(replace(y, "rho", 0.1), func = testproblem("HYDRODYN"))$y
#'
#' # no solution beyond the impasse point
#' out <- daeproblem("VDPOL", times = seq(0, 0.9, by = 0.01), method = radau5)
#' plot(out)
#' @name dae-branches
#' @aliases HYDRODYN SHOCK VDPOL MEM_WIRE
NULL

#' One-transistor amplifier
#'
#' `TRANSIST`: an amplifier with one transistor, stiff and oscillating; index 1.
#'
#' With the voltages \eqn{w_1, w_2, w_3}{w1, w2, w3} of the capacitors as differential variables,
#' \eqn{U_1 = w_1 + U_2}{U1 = w1 + U2}, \eqn{U_4 = w_3 + U_5}{U4 = w3 + U5}, the input
#' \eqn{U_e = U_a\sin\omega t}{Ue = Ua sin(om t)} and the current
#' \eqn{f = \beta(e^{(U_2 - w_2)/U_F} - 1)}{f = be (exp((U2 - w2)/UF) - 1)}:
#' \deqn{w_1' = \frac{U_e - U_1}{R_0 C_1},\quad w_2' = \frac{f - w_2/R_3}{C_2},\quad
#'       w_3' = \frac{U_5}{R_5 C_3},}{
#'   w1' = (Ue - U1)/(R0 C1), w2' = (f - w2/R3)/C2, w3' = U5/(R5 C3),}
#' \deqn{0 = \frac{U_e - U_1}{R_0} + \frac{U_b}{R_2} - U_2\left(\frac{1}{R_1} + \frac{1}{R_2}\right)
#'       - (1 - \alpha) f,\quad 0 = \frac{U_b - U_4}{R_4} - \frac{U_5}{R_5} - \alpha f}{
#'   0 = (Ue - U1)/R0 + Ub/R2 - U2 (1/R1 + 1/R2) - (1 - al) f, 0 = (Ub - U4)/R4 - U5/R5 - al f}
#' on \eqn{[0, 0.2]}{[0, 0.2]}, 20 periods of the input. The example writes the same circuit with its
#' five node voltages and a mass matrix of rank 3 that has no row of zeros.
#'
#' @section What makes it hard:
#' The exponential, equations of size 1e-3, and the start: from inconsistent values of
#' \eqn{U_2, U_5}{U2, U5} most codes stop at once. Let `init = "consistent"` repair them.
#'
#' @section Provenance:
#' As published (Hairer, Lubich and Roche 1989; Hairer and Wanner 1996, p. 377); the semi-explicit
#' form is ours. [transistor()] of the IVP test set is the amplifier with two transistors.
#'
#' @references
#' Hairer, E., Lubich, C., Roche, M. (1989) *The Numerical Solution of Differential-Algebraic Systems
#' by Runge-Kutta Methods*. Lecture Notes in Mathematics 1409, Springer. \doi{10.1007/BFb0093947}
#'
#' Hairer, E., Wanner, G. (1996) *Solving Ordinary Differential Equations II*, 2nd ed. Springer.
#' \doi{10.1007/978-3-642-05221-7}
#' @seealso [daeproblem()], [consistent()].
#' @examples
#' out <- daeproblem("TRANSIST", times = seq(0, 0.2, by = 2e-4))
#' plot(out, which = "U5")
#'
#' # five voltages, a full singular mass matrix, and a start that is not consistent
#' amplifier <- function(t, U, parms) {
#'   f <- 1e-6 * (exp((U[2] - U[3]) / 0.026) - 1)
#'   list(c((U[1] - 0.4 * sin(200 * pi * t)) / 1000, (2 * U[2] - 6) / 9000 + 0.01 * f,
#'          U[3] / 9000 - f, (U[4] - 6) / 9000 + 0.99 * f, U[5] / 9000))
#' }
#' C <- c(1e-6, 2e-6, 3e-6)
#' M <- matrix(0, 5, 5)
#' M[1:2, 1:2] <- C[1] * c(-1, 1, 1, -1)
#' M[3, 3] <- -C[2]
#' M[4:5, 4:5] <- C[3] * c(-1, 1, 1, -1)
#' out <- radau5(c(U1 = 0.1, U2 = 3.1, U3 = 3, U4 = 6.1, U5 = 0.1), c(0, 0.1, 0.2), amplifier, NULL,
#'               mass = M, init = "consistent")
#' out
#' @name dae-transistor
#' @aliases TRANSIST
NULL
