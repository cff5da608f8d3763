# Help pages of the root-finding problems (collection "roots"): an overview and one page per group.

#' Root-finding and event problems
#'
#' The collection `"roots"`: problems for solvers that find the zeros of event functions
#' \eqn{g(t, y, y')}{g(t, y, y')} and act on them, after S. Thompson (1987). They are solved by
#' [runproblem()], which compares the roots found with those of the exact solution.
#'
#' The groups are
#'
#' | page | subject |
#' |---|---|
#' | [roots-A] | falling bodies and linear oscillators |
#' | [roots-B] | switches in the derivative |
#' | [roots-C] | tables: the event function is redefined at its roots |
#' | [roots-D] | jumps of the state, accumulating roots |
#' | [roots-E] | derivatives that are singular or undefined |
#' | [roots-F] | event functions of several components and of the derivative |
#' | [roots-G] | problems without an elementary solution |
#'
#' A problem with several cases has one entry per case, for instance `"C-2 i"`, `"C-2 ii"`,
#' `"C-2 iii"`; `"C-2"` is the first. `testset("roots")` lists them all.
#'
#' ## How sure the problems are
#' The available text of the report has lost many formulas. A letter says how sure each form is:
#'
#' | mark | meaning |
#' |---|---|
#' | P | preserved: stated completely by the source |
#' | R | reconstructed, and confirmed by numbers or formulas that the source does preserve |
#' | C | reconstructed, with a choice: a value is free or lost, and ours is stated |
#' | N | a replacement: the statement is lost; a new problem keeps every preserved fact |
#'
#' ## Modes
#' Where the equations change at events, they do so by a mode: a discrete state that changes only
#' in the action of an event. Between two events right-hand side and event functions are evaluated
#' with a frozen mode, whatever the trial state of the solver is.
#'
#' ## What `runproblem()` does
#' `runproblem(name, method, times, yini, parms, printmescd, rtol, atol, maxsteps, events, ...)`
#' solves the problem over `times` (default: 101 points) with `rtol = 1e-6` and, if not given,
#' `atol = rtol / 100` (`F-4` asks for less in `y2`, the Zeno runs for `1e-8 * rtol`). Our own
#' solvers take event functions, actions and options from the problem; `events` may hold further
#' options, such as `ydot = "func"`. The solvers of deSolve that find roots (`lsoda`, `lsodar`,
#' `lsode`, `lsodes`, `radau`) get R functions that share one mode. The report says how many roots
#' were expected, found, missed and spurious (found where there is none), and the largest error of a
#' root time, absolute, as a multiple of the tolerance, and whether the goal of the problem is met;
#' and the correct digits ([mescd()]) of the state in which the run ends. The solution has the
#' attributes
#'
#' * `roots`: a data frame with one row per root: the `functions` that vanish, the time `t` of the
#'   reference, the time `found`, the `error`, the error `relative` to
#'   \eqn{rtol \max(1, |t|)}{rtol max(1, |t|)}, the `goal` (largest error allowed), whether it is
#'   `met`, and the `verdict`: `"found"`, `"missed"`, `"spurious"`, or `"at the end"` for a root at
#'   the end of the interval that was not reported (rounding decides there);
#' * `rootsummary`: a data frame of one row with the counts;
#' * `mescd`: the digits at the end.
#'
#' Neither is there for changed parameters or initial values.
#'
#' ## Goals
#' The error of a root time should be at most \eqn{C\,rtol \max(1, |t|)}{C rtol max(1, |t|)} with
#' \eqn{C = 100}{C = 100}; 1000 for `F-2`, `F-3`, `F-4`, `G-4`, `G-2 eta=100` and all event
#' functions of the derivative, 10000 for `E-2`, and \eqn{10\sqrt{rtol}}{10 sqrt(rtol)} for the
#' double root of `E-4`. Events in time alone, and with explicit methods all events of group D (there
#' the solution is a polynomial), must be right to \eqn{10^{-13}}{1e-13} (relative) at any tolerance.
#'
#' ## The object
#' `testproblem(name)$roots` is a list with the number of event functions `nroot`; whether they use
#' the derivative (`ydot`) and whether anything happens at them (`action`); the functions at which
#' the run ends (`terminal`); `startroot`: an event at the start is wanted; `accumulation`: where
#' the roots accumulate, or `NA`; `list`: times `t`, `functions` and states `before` and `after` the
#' action (one column per root) of all roots, and whether they lie `at_start` or `at_end`; the
#' `goals` (`factor` and `power` of the tolerance) of each function, and the `explicit_goal`. The
#' elements `nroot` and `events` of the problem tell our solvers what to look for and how.
#' [`reference(name, times)`][reference()] is the closed solution, where there is one.
#'
#' @name roots-problems
#' @references
#' Thompson, S. (1987) A collection of test problems for ordinary differential equation solvers
#' which have provisions for rootfinding. ORNL/TM-9912, Oak Ridge National Laboratory.
#' @seealso [runproblem()], [testset()], [testproblem()], [reference()].
#' @examples
#' testset("roots")[, c("name", "n", "t0", "tend", "description")]
#'
#' out <- runproblem("A-5", method = gamd, rtol = 1e-8)
#' head(attr(out, "roots"))
#'
#' # the same with a solver of deSolve
#' out <- runproblem("A-5", method = "lsodar", rtol = 1e-8)
NULL

#' Root-finding problems A: falling bodies and linear oscillators
#'
#' Five problems with event functions \eqn{t - c}{t - c} or \eqn{y_i - c}{y[i] - c}.
#'
#' **A-1** (R) Falling body with linear drag.
#' \deqn{y_1' = y_2, \quad y_2' = 32 - 8 y_2, \quad y(0) = (0, 0), \quad 0 \le t \le 5}{y1' = y2,
#'   y2' = 32 - 8 y2, y(0) = (0, 0), 0 <= t <= 5}
#' \eqn{g_1 = y_1 - 10}{g1 = y1 - 10}, terminal. Exact: \eqn{y_2 = 4(1 - e^{-8t})}{y2 = 4 (1 -
#' exp(-8t))}, \eqn{y_1 = 4t - (1 - e^{-8t})/2}{y1 = 4t - (1 - exp(-8t))/2}; root
#' 2.6249999999052. A plain crossing.
#'
#' **A-2** (R) The moon falls to the earth, in feet and seconds: \eqn{g = 32}{g = 32}, \eqn{R = 4000
#' \cdot 5280}{R = 4000 * 5280}, \eqn{H = 237000 \cdot 5280}{H = 237000 * 5280}.
#' \deqn{y_1' = y_2, \quad y_2' = -g R^2 / y_1^2, \quad y(0) = (H, 0), \quad 0 \le t \le
#'   411500}{y1' = y2, y2' = -g R^2/y1^2, y(0) = (H, 0), 0 <= t <= 411500}
#' \eqn{g_1 = y_1 - R}{g1 = y1 - R}, terminal, root 411152.538. The equation is singular at
#' 411537.466. Huge times and badly scaled variables: the tolerance for roots must be relative.
#'
#' **A-3** (R; C for the height) Paratrooper: quadratic drag, which grows when the parachute opens.
#' \deqn{y_1' = y_2, \quad m y_2' = w - k y_2^2, \quad y(0) = (0, 0), \quad 0 \le t \le 20}{y1' =
#'   y2, m y2' = w - k y2^2, y(0) = (0, 0), 0 <= t <= 20}
#' with \eqn{w = 200}{w = 200}, \eqn{m = w/32}{m = w/32}, \eqn{k = 1/150}{k = 1/150}. \eqn{g_1 = t -
#' 5}{g1 = t - 5}: \eqn{k \leftarrow 4/150}{k <- 4/150}; \eqn{g_2 = y_1 - 1000}{g2 = y1 - 1000}:
#' terminal. Roots 5 and 11.9139. An event in time alone must be hit to rounding; the derivative
#' jumps.
#'
#' **A-4** (R) Damped oscillator with growing frequency, backwards from 4 to -1.
#' \deqn{y_1' = y_2, \quad y_2' = -(16 \pi^2 e^{-2t} - 1/4) y_1}{y1' = y2, y2' = -(16 pi^2 exp(-2t)
#'   - 1/4) y1}
#' \eqn{g = (y_1, y_2)}{g = (y1, y2)}. Exact, with \eqn{\theta = 4 \pi e^{-t}}{theta = 4 pi
#' exp(-t)}: \eqn{y_1 = e^{t/2} \cos\theta}{y1 = exp(t/2) cos(theta)}. 21 roots that come closer
#' and closer; the direction of integration.
#'
#' **A-5** (R) Linear oscillator with strongly varying amplitude.
#' \deqn{y_1' = y_2, \quad y_2' = -16 c\, y_2 - (64 \pi^2 + 64 c^2 - 4 \pi s) y_1, \quad c =
#'   \cos(\pi t/2), \; s = \sin(\pi t/2)}{y1' = y2, y2' = -16 c y2 - (64 pi^2 + 64 c^2 - 4 pi s) y1,
#'   c = cos(pi t/2), s = sin(pi t/2)}
#' \eqn{y(0) = (1, -8)}{y(0) = (1, -8)}, \eqn{0 \le t \le 4}{0 <= t <= 4}, \eqn{g_1 = y_1}{g1 = y1}.
#' Exact: \eqn{y_1 = e^{-(16/\pi) s} \cos 8 \pi t}{y1 = exp(-(16/pi) s) cos(8 pi t)}; roots
#' \eqn{(2k - 1)/16}{(2k - 1)/16}, \eqn{k = 1, \dots, 32}{k = 1..32}. The same spacing of the roots
#' at amplitudes that differ by 26000: an absolute threshold for \eqn{|g|}{|g|} fails.
#'
#' @name roots-A
#' @inherit roots-problems references seealso
#' @examples
#' out <- reference("A-4", times = seq(4, -1, by = -0.01))
#' plot(out, which = "y1")
#' attr(runproblem("A-3", method = gamd), "roots")
NULL

#' Root-finding problems B: switches in the derivative
#'
#' Four problems whose right-hand side changes at events.
#'
#' **B-1** (R) Limiter, \eqn{K = 5/3}{K = 5/3}, \eqn{L = 1/4}{L = 1/4}, \eqn{E = y_1 - y_2}{E = y1 -
#' y2}.
#' \deqn{y_1' = y_1, \quad y_2' = K E \mbox{ while } |K E| \le L, \mbox{ else } L\,\mathrm{sgn} E,
#'   \quad y(0) = (1, 1), \quad 0 \le t \le 0.5}{y1' = y1, y2' = K E while |K E| <= L, else sgn(E)
#'   L, y(0) = (1, 1), 0 <= t <= 0.5}
#' \eqn{g_1 = |K E| - L}{g1 = |K E| - L}, root 0.15690703. A kink in the derivative.
#'
#' **B-2** (N) Frequent switching in time.
#' \deqn{y_1' = 2 (s - y_1), \quad y_1(0) = 0, \quad 0 \le t \le 10}{y1' = 2 (s - y1), y1(0) = 0,
#'   0 <= t <= 10}
#' with \eqn{s = 1}{s = 1}; \eqn{g_1 = \sin 4 \pi t}{g1 = sin(4 pi t)}: \eqn{s \leftarrow -s}{s <-
#' -s}. Roots at the multiples of 1/4, also at both ends of the interval; the one at the start must
#' not act. One lost or doubled root inverts the phase of everything after it.
#'
#' **B-3** (R) Stiction and friction: \eqn{y_1' = y_2}{y1' = y2} and, with \eqn{F_1 = 0.75}{F1 =
#' 0.75}, \eqn{F_2 = 0.45}{F2 = 0.45}, \eqn{F_s = 0.83}{Fs = 0.83},
#'
#' 1. \eqn{y_2' = F_a - F_1 - F_2 y_2}{y2' = Fa - F1 - F2 y2} if \eqn{y_2 > 0}{y2 > 0}, or if
#'    \eqn{y_2 = 0}{y2 = 0} and \eqn{F_a > F_s}{Fa > Fs},
#' 2. \eqn{y_2' = F_a + F_1 - F_2 y_2}{y2' = Fa + F1 - F2 y2} if \eqn{y_2 < 0}{y2 < 0}, or if
#'    \eqn{y_2 = 0}{y2 = 0} and \eqn{F_a < -F_s}{Fa < -Fs},
#' 3. \eqn{y_2' = 0}{y2' = 0} if \eqn{y_2 = 0}{y2 = 0} and \eqn{|F_a| \le F_s}{|Fa| <= Fs}.
#'
#' The force \eqn{F_a}{Fa} is \eqn{5t}{5t} from 0.1 to 0.5, \eqn{-t}{-t} to 1, otherwise 0; \eqn{0
#' \le t \le 1.5}{0 <= t <= 1.5}, from rest. The branch changes at 0.166 (3 to 1), 0.70465 (1 to 3),
#' 0.83 (3 to 2) and 1.03595 (2 to 3). Four entries:
#'
#' * `B-3 i`: no events, the discontinuities are ignored;
#' * `B-3 ii`: located by the step functions of the source (\eqn{g_b = -1}{g[b] = -1} if the
#'   condition of branch \eqn{b}{b} holds, otherwise 1; \eqn{t - 0.1}{t - 0.1}, \eqn{t - 0.5}{t -
#'   0.5}, \eqn{t - 1}{t - 1}), but the derivative follows its conditions within a step;
#' * `B-3 iii`: branch and force are held between events, with the continuous event functions
#'   \eqn{t - 0.1}{t - 0.1}, \eqn{t - 0.5}{t - 0.5}, \eqn{t - 1}{t - 1}, while sticking \eqn{F_a -
#'   F_s}{Fa - Fs} and \eqn{-F_s - F_a}{-Fs - Fa}, while moving \eqn{y_2}{y2};
#' * `B-3 iii step`: the same with the step functions.
#'
#' The first two show how not to do it: without holding the branch, trial states of a step decide
#' it, and there is no goal for them. Discontinuous event functions, sliding.
#'
#' **B-4** (R) Ideal relay.
#' \deqn{y_1' = y_2, \quad y_2' = -y_1 - \mathrm{sgn}\,y_1, \quad y(0) = (0, 1), \quad 0 \le t \le
#'   10}{y1' = y2, y2' = -y1 - sgn(y1), y(0) = (0, 1), 0 <= t <= 10}
#' \eqn{g_1 = y_1}{g1 = y1} flips the sign. Roots \eqn{k \pi/2}{k pi/2}, also at the start; the
#' second derivative jumps at every root.
#'
#' @name roots-B
#' @inherit roots-problems references seealso
#' @examples
#' plot(reference("B-3 iii", times = seq(0, 1.5, by = 0.005)))
#' attr(runproblem("B-3 iii", method = dopri5), "roots")
NULL

#' Root-finding problems C: tables
#'
#' The event function is redefined at each of its roots, and must then be evaluated anew.
#'
#' **C-1** (P) \eqn{y_1' = y_1}{y1' = y1}, \eqn{y_1(0) = 1}{y1(0) = 1}, \eqn{0 \le t \le 3}{0 <= t
#' <= 3}; \eqn{g_1 = y_1 - k}{g1 = y1 - k}, and \eqn{k \leftarrow k + 1}{k <- k + 1} at each root, up
#' to 10. Roots \eqn{\ln k}{log(k)}. The entry `C-1` starts with \eqn{k = 2}{k = 2} and has nine
#' roots; `C-1 start` starts with \eqn{k = 1}{k = 1} and the option `startroot = TRUE`, so that the
#' root at the start is an event, and has ten.
#'
#' **C-2** (C) A table of the integrals \eqn{t(Y) = \int_0^Y d\xi / f(\xi)}{t(Y) = int_0^Y dx/f(x)},
#' \eqn{Y = 0.1, 0.2, \dots, 1}{Y = 0.1, 0.2, ..., 1}, by \eqn{y_1' = f(y_1)}{y1' = f(y1)},
#' \eqn{y_1(0) = 0}{y1(0) = 0}, \eqn{g_1 = y_1 - i/10}{g1 = y1 - i/10}, \eqn{0 \le t \le 3}{0 <= t
#' <= 3}:
#'
#' | entry | f(y) | its zero | roots |
#' |---|---|---|---|
#' | `C-2 i` | 6/5 - y | beyond the table | 10 |
#' | `C-2 ii` | (11/20 - y) (1 + y) | between two entries | 5 |
#' | `C-2 iii` | 1 - y^2 | at the last entry | 9 |
#'
#' Roots that do not exist, because the solution only tends to them, must not be reported.
#'
#' @name roots-C
#' @inherit roots-problems references seealso
#' @examples
#' attr(runproblem("C-2 ii", method = mebdfi), "roots")
NULL

#' Root-finding problems D: jumps of the state, accumulating roots
#'
#' Bouncing balls, with the gravity \eqn{g_a = 32.2}{ga = 32.2}. After each bounce the event function
#' is zero at the restart.
#'
#' **D-1** (P; the values of k are chosen) Bouncing ball.
#' \deqn{y_1' = y_2, \quad y_2' = -g_a, \quad y(0) = (4, 0)}{y1' = y2, y2' = -ga, y(0) = (4, 0)}
#' \eqn{g_1 = y_1}{g1 = y1}: \eqn{y_1 \leftarrow 0}{y1 <- 0}, \eqn{y_2 \leftarrow -k y_2}{y2 <- -k
#' y2}. Bounces at \eqn{t_n = t_1 (1 + 2 \sum_{m=1}^{n-1} k^m)}{t[n] = t[1] (1 + 2 sum(k^(1:(n -
#' 1))))}, \eqn{t_1 = \sqrt{8/g_a}}{t[1] = sqrt(8/ga)}, which accumulate at \eqn{t_1 (1 + k)/(1 -
#' k)}{t[1] (1 + k)/(1 - k)}. Entries `D-1 k=0.5` (to 1.49, 8 bounces), `D-1 k=0.9` (to 9, 28
#' bounces), and `D-1 k=0.5 Zeno` (to 2), `D-1 k=0.9 Zeno` (to 12), which go beyond the accumulation
#' point: the solver must stop there with everything found so far.
#'
#' **D-2** (R) Nonlinear restitution: as D-1 with \eqn{y_2 \leftarrow k |y_2|^\alpha}{y2 <- k
#' |y2|^alpha}. For \eqn{\alpha < 1}{alpha < 1} the speed tends to \eqn{k^{1/(1-\alpha)}}{k^(1/(1 -
#' alpha))} and the ball bounces for ever (the source says that the bounces accumulate). Entries
#' `D-2 k=0.5 alpha=0.9` (6 bounces) and `D-2 k=0.9 alpha=0.5` (25 bounces).
#'
#' **D-3** (R; the start is chosen) Ball on a ramp of 45 degrees through (0, 1) and (1, 0).
#' \deqn{y_1' = y_2, \; y_2' = 0, \; y_3' = y_4, \; y_4' = -g_a, \quad y(0) = (1/4, 0, 1, 0)}{y1' =
#'   y2, y2' = 0, y3' = y4, y4' = -ga, y(0) = (1/4, 0, 1, 0)}
#' \eqn{g_1 = y_1 + y_3 - 1}{g1 = y1 + y3 - 1}: \eqn{(y_2, y_4) \leftarrow (-k y_4, -k y_2)}{(y2,
#' y4) <- (-k y4, -k y2)}, \eqn{y_3 \leftarrow 1 - y_1}{y3 <- 1 - y1}; \eqn{g_2 = y_1 - 1}{g2 = y1 -
#' 1} and \eqn{g_3 = y_3}{g3 = y3}: terminal. With \eqn{k = 0.5}{k = 0.5} the ball comes to rest on
#' the ramp (`D-3 k=0.5`, 7 bounces to 0.37), with \eqn{k = 0.7}{k = 0.7} it leaves the ramp after
#' two.
#'
#' **D-4** (C) Shoebox: 25 balls as in D-1, heights \eqn{4 + 0.02 (i - 1)}{4 + 0.02 (i - 1)},
#' restitutions \eqn{0.5 + 0.01 (i - 1)}{0.5 + 0.01 (i - 1)}, \eqn{0 \le t \le 1.45}{0 <= t <=
#' 1.45}. 50 equations, 25 event functions, 63 bounces with a smallest gap of 0.00064: the first
#' root of any function within a step.
#'
#' @name roots-D
#' @inherit roots-problems references seealso
#' @examples
#' plot(reference("D-1 k=0.9", times = seq(0, 9, by = 0.01)), which = "y1")
#' attr(runproblem("D-1 k=0.5", method = cashkarp), "roots")
NULL

#' Root-finding problems E: singular derivatives
#'
#' The right-hand side is singular, or not defined, near a root.
#'
#' **E-1** (N) Undefined beyond the end, backwards from 20 to 5. \eqn{y_1' = \sqrt{t - 5}/2}{y1' =
#' sqrt(t - 5)/2}, NaN for \eqn{t < 5}{t < 5}; \eqn{g_1 = y_1 - 6}{g1 = y1 - 6}. Exact: \eqn{y_1 = 6
#' + ((t - 5)^{3/2} - 7^{3/2})/3}{y1 = 6 + ((t - 5)^1.5 - 7^1.5)/3}; root 12. No evaluation beyond
#' the last output time.
#'
#' **E-2** (R) Logarithm in \eqn{f}{f}, the demonstration problem of LSODAR (Hindmarsh 1983).
#' \deqn{y_1' = \left(\frac{2 \ln y_1 + 8}{t} - 5\right) y_1, \quad y_1(1) = 1, \quad 1 \le t \le
#'   12}{y1' = ((2 log(y1) + 8)/t - 5) y1, y1(1) = 1, 1 <= t <= 12}
#' extended by 0 for \eqn{y_1 \le 0}{y1 <= 0}. \eqn{g_1 = \ln y_1 - 2.2491}{g1 = log(y1) - 2.2491},
#' \eqn{g_2 = y_1 - 10^{-6}}{g2 = y1 - 1e-6} (terminal; the value is chosen). Exact: \eqn{y_1 =
#' e^{-t^2 + 5t - 4}}{y1 = exp(-t^2 + 5t - 4)}; roots 2.47, 2.53 (\eqn{g_1}{g1} is only 0.0009 in
#' between) and 6.50818. `E-2 NaN` goes without the extension: the step must be rejected, not the
#' run aborted.
#'
#' **E-3** (N) Infinite derivative at the root. \eqn{y_1' = -1/y_1^2}{y1' = -1/y1^2}, \eqn{y_1(0) =
#' 1}{y1(0) = 1}, \eqn{g_1 = y_1}{g1 = y1} (terminal). Exact: \eqn{(1 - 3t)^{1/3}}{(1 - 3t)^(1/3)}.
#' With the extension \eqn{-1/\max(y_1, \eta)^2}{-1/max(y1, eta)^2}, \eqn{\eta = 10^{-3}}{eta =
#' 1e-3}, the root is \eqn{1/3 + 2\eta^3/3}{1/3 + 2 eta^3/3}. A vertical tangent.
#'
#' **E-4** (P) Double root. \eqn{y_1' = \sqrt{1 - y_1}}{y1' = sqrt(1 - y1)}, extended by 0,
#' \eqn{y_1(0) = 0}{y1(0) = 0}, \eqn{0 \le t \le 5}{0 <= t <= 5}, \eqn{g_1 = 1 - y_1}{g1 = 1 - y1}
#' (terminal). Exact: \eqn{t - t^2/4}{t - t^2/4}; \eqn{g_1}{g1} touches zero at 2. The error of the
#' root is of the order \eqn{\sqrt{rtol}}{sqrt(rtol)}.
#'
#' @name roots-E
#' @inherit roots-problems references seealso
#' @examples
#' attr(runproblem("E-2", method = bimd, rtol = 1e-8), "roots")
NULL

#' Root-finding problems F: event functions of several components and of the derivative
#'
#' Seven problems; where \eqn{\dot y}{ydot} occurs in an event function, our solvers evaluate it
#' from the interpolant (`events = list(ydot = "dense")`, the default) or by \eqn{f}{f} (`ydot =
#' "func"`).
#'
#' **F-1** (R) Torus (Hull et al. 1972), with \eqn{r = \sqrt{y_1^2 + y_2^2}}{r = sqrt(y1^2 + y2^2)}.
#' \deqn{y_1' = -y_2 - y_1 y_3/r, \quad y_2' = y_1 - y_2 y_3/r, \quad y_3' = y_1/r, \quad y(0) = (3,
#'   0, 0), \quad 0 \le t \le 2\pi}{y1' = -y2 - y1 y3/r, y2' = y1 - y2 y3/r, y3' = y1/r, y(0) = (3,
#'   0, 0), 0 <= t <= 2 pi}
#' \eqn{g = (y_1,\; y_2 - y_1,\; y_3 - 1/2,\; \dot y_3 - 1/2)}{g = (y1, y2 - y1, y3 - 1/2, ydot3 -
#' 1/2)}. Exact: \eqn{((2 + \cos t) \cos t, (2 + \cos t) \sin t, \sin t)}{((2 + cos t) cos t, (2 +
#' cos t) sin t, sin t)}; eight roots.
#'
#' **F-2** (R) Two bodies, eccentricity 0.6, with \eqn{r^2 = y_1^2 + y_3^2}{r^2 = y1^2 + y3^2}.
#' \deqn{y_1' = y_2, \quad y_2' = -y_1/r^3, \quad y_3' = y_4, \quad y_4' = -y_3/r^3, \quad y(0) =
#'   (0.4, 0, 0, 2), \quad 0 \le t \le 6.4}{y1' = y2, y2' = -y1/r^3, y3' = y4, y4' = -y3/r^3, y(0) =
#'   (0.4, 0, 0, 2), 0 <= t <= 6.4}
#' \eqn{g = (y_2,\; \dot y_3 + 0.8 y_2,\; y_3 - 0.4,\; \dot y_3 - 0.4)}{g = (y2, ydot3 + 0.8 y2, y3 -
#' 0.4, ydot3 - 0.4)}; eight roots and one at the start.
#'
#' **F-3** (R) Near-double root. \eqn{y_1' = 2t - 5}{y1' = 2t - 5}, \eqn{y_1(0) = 0}{y1(0) = 0},
#' \eqn{0 \le t \le 5}{0 <= t <= 5}; \eqn{g = (\dot y_1,\; y_1 + 6.2491)}{g = (ydot1, y1 + 6.2491)}.
#' Roots 2.47, 2.5, 2.53. Any method integrates this exactly in steps as large as it likes: all
#' roots lie in one step, whose ends show no change of sign of \eqn{g_2}{g2}.
#'
#' **F-4** (N) Robertson's reaction, the usage example of LSODAR (Hindmarsh 1983). \eqn{y_1' = -0.04
#' y_1 + 10^4 y_2 y_3}{y1' = -0.04 y1 + 1e4 y2 y3}, \eqn{y_3' = 3 \cdot 10^7 y_2^2}{y3' = 3e7 y2^2},
#' \eqn{y_2' = -y_1' - y_3'}{y2' = -y1' - y3'}, \eqn{y(0) = (1, 0, 0)}{y(0) = (1, 0, 0)}, \eqn{0 \le
#' t \le 4 \cdot 10^7}{0 <= t <= 4e7}; \eqn{g = (y_1 - 10^{-4},\; y_3 - 0.01)}{g = (y1 - 1e-4, y3 -
#' 0.01)}. Roots 0.264019 and 20795496.88. Stiff.
#'
#' **F-5** (N) Airy function. \eqn{y_1' = y_2}{y1' = y2}, \eqn{y_2' = -t y_1}{y2' = -t y1}, \eqn{-1
#' \le t \le 12}{-1 <= t <= 12}; \eqn{g = (y_1, \dot y_1)}{g = (y1, ydot1)}. Exact: \eqn{y_1 =
#' \mathrm{Ai}(-t)}{y1 = Ai(-t)}; 18 roots.
#'
#' **F-6** (R; eps chosen) Boundary layer. \eqn{y_1' = y_2}{y1' = y2}, \eqn{y_2' = -3 \epsilon
#' y_1/(\epsilon + t^2)^2}{y2' = -3 eps y1/(eps + t^2)^2}, \eqn{-0.1 \le t \le 0.1}{-0.1 <= t <=
#' 0.1}; \eqn{g_1 = y_1}{g1 = y1}. Exact: \eqn{y_1 = t/\sqrt{\epsilon + t^2}}{y1 = t/sqrt(eps +
#' t^2)}; root 0, in a layer of width \eqn{\sqrt\epsilon}{sqrt(eps)}. Entries `F-6 eps=1e-4`,
#' `F-6 eps=1e-6`. A purely relative tolerance for the root must not stall.
#'
#' **F-7** (N) Stiff transient (Lambert 1973).
#' \deqn{y_1' = -21 y_1 + 19 y_2 - 20 y_3, \; y_2' = 19 y_1 - 21 y_2 + 20 y_3, \; y_3' = 40 y_1 - 40
#'   y_2 - 40 y_3, \; y(0) = (1, 0, -1), \; 0 \le t \le 0.2}{y1' = -21 y1 + 19 y2 - 20 y3, y2' = 19
#'   y1 - 21 y2 + 20 y3, y3' = 40 y1 - 40 y2 - 40 y3, y(0) = (1, 0, -1), 0 <= t <= 0.2}
#' \eqn{g = (y_1 - y_2,\; y_1 - \frac{778}{343} y_2,\; y_1 - \frac{779}{343} y_3,\; y_1 - 1,\; \dot
#' y_1 + 1.0132)}{g = (y1 - y2, y1 - 778/343 y2, y1 - 779/343 y3, y1 - 1, ydot1 + 1.0132)}. Five
#' roots and one at the start; the first at \eqn{8.26 \cdot 10^{-6}}{8.26e-6}; \eqn{g_3}{g3} has
#' none.
#'
#' @name roots-F
#' @inherit roots-problems seealso
#' @references
#' Thompson, S. (1987) A collection of test problems for ordinary differential equation solvers
#' which have provisions for rootfinding. ORNL/TM-9912, Oak Ridge National Laboratory.
#'
#' Hull, T.E., Enright, W.H., Fellen, B.M., Sedgwick, A.E. (1972) Comparing numerical methods for
#' ordinary differential equations. SIAM J. Numer. Anal. 9, 603-637.
#'
#' Hindmarsh, A.C. (1983) ODEPACK, a systematized collection of ODE solvers. In: Stepleman, R.S. et
#' al. (eds.) Scientific Computing. North-Holland, 55-64.
#'
#' Lambert, J.D. (1973) Computational Methods in Ordinary Differential Equations. Wiley.
#' @examples
#' attr(runproblem("F-1", method = radau5, events = list(ydot = "func")), "roots")
NULL

#' Root-finding problems G: no elementary solution
#'
#' Four problems whose roots are known from special functions or from computations with many
#' digits.
#'
#' **G-1** (R) Elliptic sine, \eqn{k = 1/2}{k = 1/2}.
#' \deqn{y_1' = y_2, \quad y_2' = -(1 + k^2) y_1 + 2 k^2 y_1^3, \quad y(0) = (0, 1), \quad 0 \le t
#'   \le 3.3}{y1' = y2, y2' = -(1 + k^2) y1 + 2 k^2 y1^3, y(0) = (0, 1), 0 <= t <= 3.3}
#' \eqn{g_1 = y_1 - i/10}{g1 = y1 - i/10}, \eqn{i = 1, \dots, 9, 9, \dots, 1}{i = 1..9, 9..1},
#' advanced at each root; \eqn{g_2 = y_2}{g2 = y2}. 19 roots. After the ninth the new event function
#' is the same as the old, zero at the restart, and its next root is real.
#'
#' **G-2** (R) Van der Pol. \eqn{y_1' = y_2}{y1' = y2}, \eqn{y_2' = \eta (1 - y_1^2) y_2 - y_1}{y2' =
#' eta (1 - y1^2) y2 - y1}, \eqn{y(0) = (2, 0)}{y(0) = (2, 0)}, \eqn{g_1 = y_1}{g1 = y1}; four roots
#' each. Entries `G-2 eta=3` (to 20) and `G-2 eta=100` (to 330, stiff).
#'
#' **G-3** (R) Bessel.
#' \deqn{y_1' = y_2, \; y_2' = -y_2/t - y_1, \; y_3' = y_4, \; y_4' = -y_4/t - (1 - 1/t^2) y_3, \;
#'   y(0) = (1, 0, 0, 1/2), \; 0 \le t \le 18}{y1' = y2, y2' = -y2/t - y1, y3' = y4, y4' = -y4/t -
#'   (1 - 1/t^2) y3, y(0) = (1, 0, 0, 1/2), 0 <= t <= 18}
#' and \eqn{y_2' = -y_1/2}{y2' = -y1/2}, \eqn{y_4' = 0}{y4' = 0} at \eqn{t = 0}{t = 0}. Exact:
#' \eqn{J_0, -J_1, J_1, J_0 - J_1/t}{J0, -J1, J1, J0 - J1/t}. The zeros of \eqn{J_1}{J1} (one at the
#' start) and of \eqn{J_0}{J0} are found in four ways: `G-3 i`, \eqn{g = (y_3, y_1)}{g = (y3, y1)};
#' `G-3 ii`, \eqn{(\dot y_1, y_1)}{(ydot1, y1)}; `G-3 iii`, \eqn{(y_2, t y_4 + y_3)}{(y2, t y4 +
#' y3)}; `G-3 iv`, \eqn{(\dot y_1, t \dot y_3 + y_3)}{(ydot1, t ydot3 + y3)}. A singular point at the
#' start.
#'
#' **G-4** (R) Restricted problem of three bodies (Krogh 1973), \eqn{u = 1/82.45}{u = 1/82.45},
#' \eqn{v = 1 - u}{v = 1 - u}, \eqn{r_1^2 = (y_1 + u)^2 + y_2^2}{r1^2 = (y1 + u)^2 + y2^2},
#' \eqn{r_2^2 = (y_1 - v)^2 + y_2^2}{r2^2 = (y1 - v)^2 + y2^2}.
#' \deqn{y_1' = y_3, \quad y_3' = 2 y_4 + y_1 - v (y_1 + u)/r_1^3 - u (y_1 - v)/r_2^3,}{y1' = y3,
#'   y3' = 2 y4 + y1 - v (y1 + u)/r1^3 - u (y1 - v)/r2^3,}
#' \deqn{y_2' = y_4, \quad y_4' = -2 y_3 + y_2 - v y_2/r_1^3 - u y_2/r_2^3}{y2' = y4, y4' = -2 y3 +
#'   y2 - v y2/r1^3 - u y2/r2^3}
#' \eqn{y(0) = (1.2, 0, 0, -1.049357509830319907)}{y(0) = (1.2, 0, 0, -1.049357509830319907)}, \eqn{0
#' \le t \le 6.5}{0 <= t <= 6.5}; \eqn{g_1 = y_2}{g1 = y2} (chosen). Six roots and one at the start;
#' the last is the period 6.19216933. Pairs of roots 0.025 apart, in fast motion among slow.
#'
#' @name roots-G
#' @inherit roots-problems seealso
#' @references
#' Thompson, S. (1987) A collection of test problems for ordinary differential equation solvers
#' which have provisions for rootfinding. ORNL/TM-9912, Oak Ridge National Laboratory.
#'
#' Krogh, F.T. (1973) On testing a subroutine for the numerical integration of ordinary differential
#' equations. J. ACM 20, 545-562.
#' @examples
#' attr(runproblem("G-1", method = dopri853), "roots")
NULL
