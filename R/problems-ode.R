# The ordinary differential equations of the IVP test set: documentation, formals, and one call.

#' Ring modulator (ODE)
#'
#' An electric circuit that mixes a low-frequency with a high-frequency signal by four diodes.
#'
#' The unknowns are seven voltages \eqn{U = (y_1, \dots, y_7)}{y1..y7} and eight currents \eqn{y_8,
#' \dots, y_{15}}{y8..y15}. With the inputs \eqn{U_{in1} = 0.5 \sin 2000 \pi t}{Uin1 = 0.5 sin(2000
#' pi t)}, \eqn{U_{in2} = 2 \sin 20000 \pi t}{Uin2 = 2 sin(20000 pi t)}, the voltages at the diodes
#' \deqn{U_{D1} = y_3 - y_5 - y_7 - U_{in2}, \quad U_{D2} = -y_4 + y_6 - y_7 - U_{in2},}{UD1 = y3 -
#'   y5 - y7 - Uin2, UD2 = -y4 + y6 - y7 - Uin2,}
#' \deqn{U_{D3} = y_4 + y_5 + y_7 + U_{in2}, \quad U_{D4} = -y_3 - y_6 + y_7 + U_{in2}}{UD3 = y4 +
#'   y5 + y7 + Uin2, UD4 = -y3 - y6 + y7 + Uin2}
#' and their currents \eqn{q_k = \gamma (e^{\delta U_{Dk}} - 1)}{qk = gamma (exp(delta UDk) - 1)},
#' the equations of the small capacitors are
#' \deqn{c_s y_3' = y_{10} - q_1 + q_4, \quad c_s y_4' = -y_{11} + q_2 - q_3,}{cs y3' = y10 - q1 +
#'   q4, cs y4' = -y11 + q2 - q3,}
#' \deqn{c_s y_5' = y_{12} + q_1 - q_3, \quad c_s y_6' = -y_{13} - q_2 + q_4,}{cs y5' = y12 + q1 -
#'   q3, cs y6' = -y13 - q2 + q4,}
#' and the others, with the equations of the remaining capacitors and of the inductances, are
#' \deqn{c\, y_1' = y_8 - y_{10}/2 + y_{11}/2 + y_{14} - y_1/r, \quad c\, y_2' = y_9 - y_{12}/2 +
#'   y_{13}/2 + y_{15} - y_2/r,}{c y1' = y8 - y10/2 + y11/2 + y14 - y1/r, c y2' = y9 - y12/2 + y13/2
#'   + y15 - y2/r,}
#' \deqn{c_p y_7' = -y_7/r_p + q_1 + q_2 - q_3 - q_4, \quad l_h y_8' = -y_1, \quad l_h y_9' =
#'   -y_2,}{cp y7' = -y7/rp + q1 + q2 - q3 - q4, lh y8' = -y1, lh y9' = -y2,}
#' \deqn{l_{s2} y_{10}' = y_1/2 - y_3 - r_{g2} y_{10}, \quad l_{s3} y_{11}' = -y_1/2 + y_4 - r_{g3}
#'   y_{11},}{ls2 y10' = y1/2 - y3 - rg2 y10, ls3 y11' = -y1/2 + y4 - rg3 y11,}
#' \deqn{l_{s2} y_{12}' = y_2/2 - y_5 - r_{g2} y_{12}, \quad l_{s3} y_{13}' = -y_2/2 + y_6 - r_{g3}
#'   y_{13},}{ls2 y12' = y2/2 - y5 - rg2 y12, ls3 y13' = -y2/2 + y6 - rg3 y13,}
#' \deqn{l_{s1} y_{14}' = -y_1 + U_{in1} - (r_i + r_{g1}) y_{14}, \quad l_{s1} y_{15}' = -y_2 - (r_c
#'   + r_{g1}) y_{15}.}{ls1 y14' = -y1 + Uin1 - (ri + rg1) y14, ls1 y15' = -y2 - (rc + rg1) y15.}
#' Start: \eqn{y = 0}{y = 0}; interval \eqn{[0, 10^{-3}]}{[0, 1e-3]}.
#'
#' ## Where it comes from
#' Kampowsky, Rentrop and Schmidt used it to compare simulators of electric circuits.
#'
#' ## What makes it hard
#' The capacitance `cs` is tiny: the problem is stiff, and for `cs = 0` it would be a
#' differential-algebraic equation of index 2. At the same time the solution oscillates fast to the
#' very end, so that about \eqn{10^5}{1e5} steps are needed.
#'
#' ## What to look at
#' `y1` and `y2`: the modulated signal. `y3` to `y6` follow the high-frequency input.
#'
#' @param times vector of output times; the first is the initial time. The reference solution
#'   belongs to the last time of the default.
#' @param yini initial state, if not the default; its names become the names of the columns.
#' @param dyini initial derivative, for solvers of implicit equations. By default it is formed from
#'   the initial state: `f` in the differential equations, 0 in the others.
#' @param parms list or named vector with the parameters to change: `c`, `cs`, `cp`, `r`, `rp`,
#'   `lh`, `ls1`, `ls2`, `ls3`, `rg1`, `rg2`, `rg3`, `ri`, `rc`, `gamma`, `delta`.
#' @param printmescd if `TRUE` and the solution ends where the reference is known, the number of
#'   correct digits is printed and kept as attribute `mescd`, see [mescd()]. It has a meaning only
#'   with the default parameters and initial values.
#' @param method the solver, as a function or as a string: one of this package (`"dopri5"`,
#'   `"dopri853"`, `"cashkarp"`, `"mebdfi"`, `"gamd"`, `"bimd"`, `"radau5"`) or of deSolve. Solvers
#'   for implicit equations (`mebdfi`, deSolve's `daspk`) get the problem in residual form, all
#'   others as \eqn{M y' = f(t, y)}{M y' = f(t, y)}.
#' @param atol,rtol absolute and relative tolerance, scalars or one value per variable.
#' @param maxsteps largest number of steps between two output times.
#' @param ... further arguments of the solver.
#' @return A matrix of class `deSolve` with one row per output time and the columns `time` and the
#'   state variables, with the attributes of the solver and `mescd`.
#' @references
#' Kampowsky, W., Rentrop, P., Schmidt, W. (1992) Classification and numerical simulation of
#' electric circuits. Surv. Math. Ind. 2, 23-65.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' # the first tenth of the interval
#' out <- ring(times = seq(0, 1e-4, by = 2e-7), method = "radau")
#' plot(out, which = 1:4)
#' @export
ring <- function(times = seq(0, 1e-3, by = 5e-6), yini = NULL, dyini = NULL, parms = list(),
                 printmescd = TRUE, method = mebdfi, atol = 1e-8, rtol = 1e-8, maxsteps = 1e6,
                 ...) {
  run_problem("ring", times, yini, dyini, parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, has_dyini = TRUE, ...)
}

#' High irradiance response (ODE)
#'
#' A small stiff problem from plant physiology: how light controls growth through phytochrome.
#'
#' With \eqn{b = k_7 y_6 y_8}{b = k7 y6 y8},
#' \deqn{y_1' = -k_1 y_1 + k_2 y_2 + k_6 y_3 + O_{ks}}{y1' = -k1 y1 + k2 y2 + k6 y3 + Oks}
#' \deqn{y_2' = k_1 y_1 - (k_2 + k_3) y_2}{y2' = k1 y1 - (k2 + k3) y2}
#' \deqn{y_3' = -(k_6 + k_1) y_3 + k_2 y_4 + k_5 y_5}{y3' = -(k6 + k1) y3 + k2 y4 + k5 y5}
#' \deqn{y_4' = k_3 y_2 + k_1 y_3 - (k_4 + k_2) y_4}{y4' = k3 y2 + k1 y3 - (k4 + k2) y4}
#' \deqn{y_5' = -(k_5 + k_1) y_5 + k_2 (y_6 + y_7)}{y5' = -(k5 + k1) y5 + k2 (y6 + y7)}
#' \deqn{y_6' = -b + k_8 y_4 + k_1 y_5 - k_2 y_6 + k_8 y_7}{y6' = -b + k8 y4 + k1 y5 - k2 y6 + k8
#'   y7}
#' \deqn{y_7' = b - (k_2 + k_8 + k_9) y_7, \qquad y_8' = -y_7'}{y7' = b - (k2 + k8 + k9) y7, y8' =
#'   -y7'}
#' for the concentrations Pr, Pfr, PrX, PfrX, PrX2, PfrX2, PfrX2E and E on \eqn{[0, 321.8122]}{[0,
#' 321.8122]}, starting from Pr = 1, E = 0.0057.
#'
#' ## Where it comes from
#' E. Schafer explained the "high irradiance responses" of photomorphogenesis by a chain of
#' reactions of the pigment phytochrome; it became a test problem through Gottwald and through
#' Hairer and Wanner.
#'
#' ## What makes it hard
#' The rates differ by a factor of \eqn{10^4}{1e4}: a fast transient, then slow motion for three
#' hundred units of time, over which the steps must grow by many powers of ten.
#'
#' ## What to look at
#' `E` and `PfrX2E`, whose sum is constant: `E` is bound within the first unit of time and set free
#' again towards the end, when `PfrX2` is used up.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `k1` ... `k9`, `Oks`.
#' @inherit ring return
#' @references
#' Schafer, E. (1975) A new approach to explain the "high irradiance responses" of
#' photomorphogenesis on the basis of phytochrome. J. Math. Biol. 2, 41-56.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- hires()
#' plot(out, lwd = 2)
#' # the same with a solver of deSolve
#' out2 <- hires(method = "radau")
#' @export
hires <- function(yini = NULL, times = seq(0, 321.8122, by = 321.8122 / 500), parms = list(),
                  printmescd = TRUE, method = mebdfi, atol = 1e-6, rtol = 1e-6, ...) {
  run_problem("hires", times, yini, parms = parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, ...)
}

#' Pollution problem (ODE)
#'
#' The chemistry of an air pollution model: 25 reactions of 20 species.
#'
#' Every reaction \eqn{j}{j} has the rate \eqn{r_j = k_j \prod (\mathrm{reactants})}{rj = kj *
#' product of the reactants}; each reactant loses \eqn{r_j}{rj}, each product gains it. For instance
#' \deqn{y_{NO_2}' = -r_1 - r_{10} - r_{14} - r_{23} - r_{24} + r_2 + r_3 + r_9 + r_{11} + r_{12} +
#'   r_{22} + r_{25},}{NO2' = -r1 - r10 - r14 - r23 - r24 + r2 + r3 + r9 + r11 + r12 + r22 + r25,}
#' with \eqn{r_1 = k_1 y_{NO_2}}{r1 = k1 NO2}, \eqn{r_2 = k_2 y_{NO} y_{O_3}}{r2 = k2 NO O3}, and so
#' on. Start: NO 0.2, O3 0.04, HCHO 0.1, CO 0.3, ALD 0.01, SO2 0.007, the others 0; interval
#' \eqn{[0, 60]}{[0, 60]} (minutes).
#'
#' ## Where it comes from
#' The chemical part of an air pollution model of the Dutch institute RIVM, described by J.G.
#' Verwer.
#'
#' ## What makes it hard
#' Rate constants from \eqn{10^{-4}}{1e-4} to \eqn{4 \cdot 10^{11}}{4e11}: very stiff, but smooth.
#' The Jacobian has 82 structural nonzeros out of 400.
#'
#' ## What to look at
#' The radicals (`O1D`, `OH`, `HO2`) are slaves of the slow species: they jump to their equilibrium
#' at once, then follow.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: the rates `k1` ... `k25`.
#' @inherit ring return
#' @references
#' Verwer, J.G. (1994) Gauss-Seidel iteration for stiff ODEs from chemical kinetics. SIAM J. Sci.
#' Comput. 15, 1243-1250.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- pollution()
#' plot(out, which = c("NO2", "O3", "OH", "HCHO"))
#' @export
pollution <- function(times = seq(0, 60, 1), yini = NULL, parms = list(), printmescd = TRUE,
                      method = mebdfi, atol = 1e-6, rtol = 1e-6, ...) {
  run_problem("pollution", times, yini, parms = parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, ...)
}

#' Medical Akzo Nobel problem (ODE)
#'
#' Antibodies diffuse into tumour tissue and react there: a partial differential equation on 200
#' grid cells.
#'
#' \deqn{u_t = u_{xx} - k u v, \qquad v_t = -k u v, \qquad u(0, t) = \phi(t), \quad v(x, 0) =
#'   v_0}{u_t = u_xx - k u v, v_t = -k u v, u(0, t) = phi(t), v(x, 0) = v0}
#' with \eqn{\phi = 2}{phi = 2} for \eqn{t \le 5}{t <= 5} and 0 later. The half line is mapped to
#' \eqn{[0, 1]}{[0, 1]} by \eqn{\zeta = x / (x + c)}{zeta = x/(x + c)} and discretised by
#' differences on \eqn{N = 200}{N = 200} cells,
#' \deqn{u_j' = \alpha_j \frac{u_{j+1} - u_{j-1}}{2 \Delta\zeta} + \beta_j \frac{u_{j-1} - 2 u_j +
#'   u_{j+1}}{\Delta\zeta^2} - k u_j v_j, \qquad v_j' = -k u_j v_j,}{uj' = alphaj (u[j+1] -
#'   u[j-1])/(2 dz) + betaj (u[j-1] - 2 u[j] + u[j+1])/dz^2 - k u[j] v[j], vj' = -k u[j] v[j],}
#' \eqn{\alpha_j = 2 (\zeta_j - 1)^3 / c^2}{alphaj = 2 (zetaj - 1)^3/c^2}, \eqn{\beta_j = (\zeta_j -
#' 1)^4 / c^2}{betaj = (zetaj - 1)^4/c^2}: 400 equations \eqn{u_1, v_1, u_2, v_2, \dots}{u1, v1, u2,
#' v2, ...} on \eqn{[0, 20]}{[0, 20]}.
#'
#' ## Where it comes from
#' Akzo Nobel research laboratories, modelling the penetration of radio-labelled antibodies into
#' tissue infected by a tumour.
#'
#' ## What makes it hard
#' A moving front, a large system, and a right-hand side that jumps at \eqn{t = 5}{t = 5}. The
#' Jacobian is banded with two bands on each side. All solvers are restarted at the jump, those of
#' deSolve too, so that none steps blindly over it.
#'
#' ## What to look at
#' The concentration `v` of the reactant as a function of space: a front that eats its way into the
#' tissue.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `k`, `c`, `v0`.
#' @inherit ring return
#' @references
#' van der Hout, R. (1994) Private communication to the test set, Akzo Nobel Central Research.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- medakzo(times = seq(0, 20, by = 1), method = "lsoda", maxsteps = 1e4)
#' # the reactant in space, after 0, 5, 10, 15, 20 units of time
#' v <- out[c(1, 6, 11, 16, 21), paste0("v", 1:200)]
#' matplot((1:200) / 200, t(v), type = "l", lty = 1, xlab = "zeta", ylab = "v")
#' @export
medakzo <- function(times = seq(0, 20, by = 0.1), yini = NULL, parms = list(), printmescd = TRUE,
                    method = mebdfi, atol = 1e-6, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_problem("medakzo", times, yini, parms = parms, printmescd = printmescd, method = method,
              atol = atol, rtol = rtol, maxsteps = maxsteps, ...)
}

#' EMEP problem (ODE)
#'
#' The ozone chemistry of the EMEP MSC-W model: 66 species over five days and four nights.
#'
#' \deqn{y_i' = \sum_j c_{ij}\, k_j(t)\, y_{a_j} y_{b_j}, \qquad i = 1, \dots, 66,}{yi' = sum_j cij
#'   kj(t) y[aj] y[bj], i = 1..66,}
#' mass action of more than a hundred reactions, with emissions and deposition. The rates of
#' photolysis depend on the height of the sun, \eqn{k_j = A_j \exp(-B_j \sec\Theta(t))}{kj = Aj
#' exp(-Bj sec Theta(t))}, and vanish at night. Time is in seconds, from 4 o'clock on the first day
#' (14400) to 20 o'clock on the fifth (417600); concentrations in molecules per cubic centimetre.
#'
#' ## Where it comes from
#' The Norwegian Meteorological Institute, centre West of the European Monitoring and Evaluation
#' Programme.
#'
#' ## What makes it hard
#' Concentrations from \eqn{10^{-37}}{1e-37} to \eqn{10^{13}}{1e13}, and a right-hand side that
#' jumps at sunrise and sunset (the humidity also at midnight). All solvers are restarted
#' there, those of deSolve too. The tolerances need an `atol` far above 0 in
#' these units.
#'
#' ## What to look at
#' `O3` grows from day to day; `OH` and `NO` are abundant by day, `NO3` by night. Two components,
#' `OP` and `OD`, are decided by the last instant (sunset) and have few correct digits even in the
#' reference.
#'
#' @inheritParams ring
#' @param parms ignored: the problem has no parameters.
#' @inherit ring return
#' @references
#' Simpson, D., Andersson-Skold, Y., Jenkin, M.E. (1993) Updating the chemical scheme for the EMEP
#' MSC-W model: current status. EMEP MSC-W Note 2/93, The Norwegian Meteorological Institute, Oslo.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- emep(times = seq(14400, 417600, by = 3600), method = "lsoda")
#' plot(out, which = c("O3", "OH", "NO3", "NO2"))
#' @export
emep <- function(times = seq(14400, 417600, by = 400), yini = NULL, parms = list(),
                 printmescd = TRUE, method = bimd, atol = 0.1, rtol = 1e-5, maxsteps = 1e5, ...) {
  run_problem("emep", times, yini, printmescd = printmescd, method = method, atol = atol,
              rtol = rtol, maxsteps = maxsteps, ...)
}

#' Pleiades problem (ODE)
#'
#' Seven stars in the plane that attract each other: a test for nonstiff solvers.
#'
#' Star \eqn{i}{i} has mass \eqn{m_i = i}{mi = i} and position \eqn{(x_i, y_i)}{(xi, yi)},
#' \deqn{x_i'' = \sum_{j \ne i} m_j (x_j - x_i) / r_{ij}^3, \qquad y_i'' = \sum_{j \ne i} m_j (y_j -
#'   y_i) / r_{ij}^3, \qquad r_{ij}^2 = (x_i - x_j)^2 + (y_i - y_j)^2,}{xi'' = sum_j mj (xj -
#'   xi)/rij^3, yi'' = sum_j mj (yj - yi)/rij^3, rij^2 = (xi - xj)^2 + (yi - yj)^2,}
#' written as a system of first order for \eqn{(x, y, u = x', v = y')}{(x, y, u = x', v = y')}: 28
#' equations on \eqn{[0, 3]}{[0, 3]}. There are no parameters.
#'
#' ## Where it comes from
#' Celestial mechanics, made up for the book of Hairer, Norsett and Wanner.
#'
#' ## What makes it hard
#' Several quasi-collisions, where the accelerations become very large for a moment: the step must
#' shrink and grow again quickly, and errors made there are amplified until the end.
#'
#' ## What to look at
#' The orbits in the plane, and the velocities, which show the close encounters as spikes.
#'
#' @inheritParams ring
#' @inherit ring return
#' @references
#' Hairer, E., Norsett, S.P., Wanner, G. (1993) Solving Ordinary Differential Equations I. Nonstiff
#' Problems. Springer, section II.10.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- pleiades(atol = 1e-8, rtol = 1e-8)
#' matplot(out[, paste0("x", 1:7)], out[, paste0("y", 1:7)], type = "l", lty = 1,
#'         xlab = "x", ylab = "y", main = "orbits of the seven stars")
#' @importFrom deSolve lsoda
#' @export
pleiades <- function(times = seq(0, 3, by = 0.01), yini = NULL, printmescd = TRUE,
                     method = lsoda, atol = 1e-6, rtol = 1e-6, ...) {
  run_problem("pleiades", times, yini, printmescd = printmescd, method = method, atol = atol,
              rtol = rtol, ...)
}

#' Van der Pol oscillator (ODE)
#'
#' The relaxation oscillator of B. van der Pol, a standard test for stiff solvers.
#'
#' \deqn{y_1' = y_2, \qquad y_2' = \mu (1 - y_1^2) y_2 - y_1}{y1' = y2, y2' = mu (1 - y1^2) y2 - y1}
#' with \eqn{y(0) = (2, 0)}{y(0) = (2, 0)} on \eqn{[0, 2000]}{[0, 2000]}.
#'
#' ## Where it comes from
#' An electrical circuit with a triode whose resistance is negative for small currents: small
#' oscillations are amplified, large ones damped.
#'
#' ## What makes it hard
#' For \eqn{\mu = 1000}{mu = 1000} the solution creeps along a branch of \eqn{y_2 = y_1 / (\mu (1 -
#' y_1^2))}{y2 = y1/(mu (1 - y1^2))} for about 800 units of time, where the problem is very stiff,
#' and then jumps to the other branch within a time of order \eqn{1/\mu}{1/mu}, where it is not
#' stiff at all. A solver must change its step by many powers of ten and know when to renew its
#' Jacobian.
#'
#' ## What to look at
#' In the plot of `y1`: slow decay from 2 to 1, then a jump to -2. In `y2`: spikes of height about
#' 1300, so short that output at integer times misses them.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `mu` (1000).
#' @param ... further arguments of the solver. `method` may be given here: a solver as a function or
#'   as a string, see [ring()]; the default is deSolve's `lsoda`.
#' @inherit ring return
#' @references
#' van der Pol, B. (1926) On relaxation-oscillations. Phil. Mag. 2, 978-992.
#'
#' Hairer, E., Wanner, G. (1996) Solving Ordinary Differential Equations II. Stiff and
#' Differential-Algebraic Problems. Springer, section IV.10.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- vdpol()
#' plot(out, which = "y1")
#' # a mild one
#' mild <- vdpol(times = seq(0, 30, by = 0.1), parms = list(mu = 1))
#' plot(mild[, "y1"], mild[, "y2"], type = "l")
#' @export
vdpol <- function(times = 0:2000, yini = NULL, parms = list(), printmescd = TRUE, atol = 1e-6,
                  rtol = 1e-6, ...) {
  run_problem("vdpol", times, yini, parms = parms, printmescd = printmescd, atol = atol,
              rtol = rtol, ...)
}

#' Robertson problem (ODE)
#'
#' An autocatalytic reaction with rate constants nine powers of ten apart, followed over eleven
#' powers of ten in time.
#'
#' \deqn{y_1' = -k_1 y_1 + k_3 y_2 y_3, \quad y_2' = k_1 y_1 - k_2 y_2^2 - k_3 y_2 y_3, \quad y_3' =
#'   k_2 y_2^2}{y1' = -k1 y1 + k3 y2 y3, y2' = k1 y1 - k2 y2^2 - k3 y2 y3, y3' = k2 y2^2}
#' with \eqn{y(0) = (1, 0, 0)}{y(0) = (1, 0, 0)} on \eqn{[0, 10^{11}]}{[0, 1e11]}.
#'
#' ## Where it comes from
#' H.H. Robertson's example of a stiff reaction, one of the oldest test problems of the field.
#'
#' ## What makes it hard
#' If the small component \eqn{y_2}{y2}, of size \eqn{10^{-5}}{1e-5} down to \eqn{10^{-13}}{1e-13},
#' becomes negative by numerical error, the solution escapes to minus infinity. Hence `atol` must be
#' far below `rtol`.
#'
#' ## What to look at
#' The three components over the logarithm of time: `y2` rises within \eqn{10^{-3}}{1e-3} and then
#' decays with `y1`.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `k1`, `k2`, `k3`.
#' @param ... further arguments of the solver. `method` may be given here: a solver as a function or
#'   as a string, see [ring()]; the default is deSolve's `lsoda`.
#' @inherit ring return
#' @references
#' Robertson, H.H. (1966) The solution of a set of reaction rate equations. In: Walsh, J. (ed.)
#' Numerical Analysis, an Introduction. Academic Press, 178-182.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- rober()
#' matplot(out[-1, 1], cbind(out[-1, 2], 1e4 * out[-1, 3], out[-1, 4]), type = "l", lty = 1,
#'         log = "x", xlab = "time", ylab = "y1, 10000 y2, y3")
#' @export
rober <- function(times = c(0, 10^seq(-5, 11, by = 0.1)), yini = NULL, parms = list(),
                  printmescd = TRUE, atol = 1e-14, rtol = 1e-10, maxsteps = 1e5, ...) {
  run_problem("rober", times, yini, parms = parms, printmescd = printmescd, atol = atol,
              rtol = rtol, maxsteps = maxsteps, ...)
}

#' Oregonator (ODE)
#'
#' The Belousov-Zhabotinskii reaction: a limit cycle with sharp peaks.
#'
#' \deqn{y_1' = k_1 (y_2 + y_1 - y_1 y_2 - k_2 y_1^2), \quad y_2' = (y_3 - (1 + y_1) y_2) / k_3,
#'   \quad y_3' = k_4 (y_1 - y_3)}{y1' = k1 (y2 + y1 - y1 y2 - k2 y1^2), y2' = (y3 - (1 + y1)
#'   y2)/k3, y3' = k4 (y1 - y3)}
#' with \eqn{y(0) = (1, 2, 3)}{y(0) = (1, 2, 3)} on \eqn{[0, 360]}{[0, 360]}.
#'
#' ## Where it comes from
#' Field and Noyes reduced the reaction of bromous acid, bromide and cerium to five steps, at the
#' University of Oregon.
#'
#' ## What makes it hard
#' The components change by five powers of ten within a small part of the period; in between the
#' problem is very stiff. Errors in the time of a peak accumulate.
#'
#' ## What to look at
#' The logarithms of the three components, and the cycle in space.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `k1`, `k2`, `k3`, `k4`.
#' @param ... further arguments of the solver. `method` may be given here: a solver as a function or
#'   as a string, see [ring()]; the default is deSolve's `lsoda`.
#' @inherit ring return
#' @references
#' Field, R.J., Noyes, R.M. (1974) Oscillations in chemical systems IV. Limit cycle behavior in a
#' model of a real chemical reaction. J. Chem. Phys. 60, 1877-1884.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- orego()
#' plot(out, log = "y", lwd = 2)
#' @export
orego <- function(times = 0:360, yini = NULL, parms = list(), printmescd = TRUE, atol = 1e-6,
                  rtol = 1e-6, ...) {
  run_problem("orego", times, yini, parms = parms, printmescd = printmescd, atol = atol,
              rtol = rtol, ...)
}

#' Elastic beam (ODE)
#'
#' A thin elastic beam, clamped at one end, with a force on the other.
#'
#' The angles \eqn{z_1, \dots, z_n}{z1..zn}, \eqn{n = 40}{n = 40}, of the elements of the beam
#' satisfy
#' \deqn{z' = w, \qquad w' = C v + D u, \qquad C u = D v + w^2,}{z' = w, w' = C v + D u, C u = D v +
#'   w^2,}
#' where \eqn{C}{C} is tridiagonal with \eqn{-\cos(z_l - z_{l+1})}{-cos(z[l] - z[l+1])} beside the
#' diagonal \eqn{1, 2, \dots, 2, 3}{1, 2, ..., 2, 3}, \eqn{D}{D} is skew with \eqn{D_{l,l+1} =
#' -\sin(z_l - z_{l+1})}{D[l,l+1] = -sin(z[l] - z[l+1])}, and
#' \deqn{v_l = n^4 (z_{l-1} - 2 z_l + z_{l+1}) + n^2 (F_y \cos z_l - F_x \sin z_l), \quad z_0 =
#'   -z_1, \; z_{n+1} = z_n.}{v[l] = n^4 (z[l-1] - 2 z[l] + z[l+1]) + n^2 (Fy cos z[l] - Fx sin
#'   z[l]), z[0] = -z[1], z[n+1] = z[n].}
#' The force is \eqn{F_y = -F_x = 1.5 \sin^2 t}{Fy = -Fx = 1.5 sin(t)^2} until \eqn{t = \pi}{t =
#' pi}, 0 later. 80 equations, starting at rest, on \eqn{[0, 5]}{[0, 5]}. There are no parameters.
#'
#' ## Where it comes from
#' Hairer and Wanner derived it by Lagrange's equations from the motion of an inextensible beam.
#'
#' ## What makes it hard
#' Eigenvalues near the imaginary axis, up to about \eqn{\pm 6400 i}{6400 i}: methods that are not
#' A-stable (BDF of higher order) suffer. The Jacobian is full in its lower half.
#'
#' ## What to look at
#' The shape of the beam at some times, from the angles: \eqn{x = \sum \cos z_l / n}{x = sum
#' cos(z)/n}, \eqn{y = \sum \sin z_l / n}{y = sum sin(z)/n}.
#'
#' @inheritParams ring
#' @inherit ring return
#' @references
#' Hairer, E., Wanner, G. (1996) Solving Ordinary Differential Equations II. Stiff and
#' Differential-Algebraic Problems. Springer, section IV.10.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- beam(times = seq(0, 5, by = 0.5), method = "radau", atol = 1e-4, rtol = 1e-4)
#' angles <- out[, 2:41]
#' x <- apply(cos(angles), 1, cumsum) / 40
#' y <- apply(sin(angles), 1, cumsum) / 40
#' matplot(x, y, type = "l", lty = 1, asp = 1, main = "the beam at t = 0, 0.5, ..., 5")
#' @export
beam <- function(times = seq(0, 5, by = 0.05), yini = NULL, printmescd = TRUE, method = gamd,
                 atol = 1e-6, rtol = 1e-6, ...) {
  run_problem("beam", times, yini, printmescd = printmescd, method = method, atol = atol,
              rtol = rtol, ...)
}

#' Problem E5 of the stiff test set (ODE)
#'
#' Chemical pyrolysis, with concentrations from 1e-3 down to 1e-23.
#'
#' \deqn{y_1' = -A y_1 - B y_1 y_3, \qquad y_2' = A y_1 - M C y_2 y_3,}{y1' = -A y1 - B y1 y3, y2' =
#'   A y1 - M C y2 y3,}
#' \deqn{y_3' = A y_1 - B y_1 y_3 - M C y_2 y_3 + C y_4, \qquad y_4' = B y_1 y_3 - C y_4}{y3' = A y1
#'   - B y1 y3 - M C y2 y3 + C y4, y4' = B y1 y3 - C y4}
#' with \eqn{y(0) = (1.76 \cdot 10^{-3}, 0, 0, 0)}{y(0) = (1.76e-3, 0, 0, 0)} on \eqn{[0,
#' 10^{13}]}{[0, 1e13]}.
#'
#' ## Where it comes from
#' Problem E5 of the collection by Enright, Hull and Lindberg.
#'
#' ## What makes it hard
#' Extremely different sizes and times. The invariant \eqn{y_2 - y_3 - y_4 = 0}{y2 - y3 - y4 = 0} is
#' evaluated as \eqn{y_3' = y_2' - y_4'}{y3' = y2' - y4'}: as the sum of its four terms rounding
#' alone would spoil the last third of the interval. `atol` must be near \eqn{10^{-24}}{1e-24}: where
#' it is larger, the signs of small concentrations are left to chance, and for the wrong ones the
#' equations are unstable. Rounding leaves two to four digits of \eqn{y_2}{y2} and
#' \eqn{y_3}{y3}.
#'
#' ## What to look at
#' The components over the logarithm of time, in logarithmic scale.
#'
#' @inheritParams ring
#' @param parms list or named vector with the parameters to change: `A`, `B`, `C`, `M`.
#' @param ... further arguments of the solver. `method` may be given here: a solver as a function or
#'   as a string, see [ring()]; the default is deSolve's `lsoda`.
#' @inherit ring return
#' @references
#' Enright, W.H., Hull, T.E., Lindberg, B. (1975) Comparing numerical methods for stiff systems of
#' O.D.E.s. BIT 15, 10-48.
#'
#' Mazzia, F., Magherini, C. (2008) Test Set for Initial Value Problem Solvers, release 2.4.
#' Department of Mathematics, University of Bari and INdAM.
#' @seealso [testset()], [testproblem()], [reference()], [mescd()].
#' @examples
#' out <- E5()
#' matplot(out[-1, 1], pmax(out[-1, 2:5], 1e-25), type = "l", lty = 1, log = "xy", xlab = "time",
#'         ylab = "y1, y2, y3, y4")
#' @export
E5 <- function(times = c(0, 10^seq(-5, 13, by = 0.1)), yini = NULL, parms = list(),
               printmescd = TRUE, atol = 1.11e-24, rtol = 1e-6, maxsteps = 1e5, ...) {
  run_problem("E5", times, yini, parms = parms, printmescd = printmescd, atol = atol, rtol = rtol,
              maxsteps = maxsteps, ...)
}
