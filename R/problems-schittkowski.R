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
#' @param printmescd if `TRUE`, the accuracy at the end of the interval is printed.
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
  form <- match.arg(form)
  if (is.null(times)) times <- seq(info$t0, info$tend, length.out = 101)
  if (is.null(atol)) atol <- rtol * info$scale
  residual <- form == "residual" || identical(find_solver(method)$name, "daspk")
  run_problem(name, times, yini = yini, dyini = dyini, parms = parms, printmescd = printmescd,
              method = method, atol = atol, rtol = rtol, maxsteps = maxsteps,
              has_dyini = residual, ...)
}
