# Solvers and models for the tests of events and roots.

all_solvers <- list(dopri5 = dopri5, dopri853 = dopri853, cashkarp = cashkarp, mebdfi = mebdfi,
                    gamd = gamd, bimd = bimd, radau5 = radau5)

for_all_solvers <- function(test) for (name in names(all_solvers)) test(all_solvers[[name]], name)

rotate <- function(t, x, p) list(c(x[2], -x[1]))
decay <- function(t, y, p) list(-y)
free_fall <- function(t, y, p) list(c(y[2], -9.81))

# Attributes that say what was found.
roots_of <- function(out) attributes(out)[c("troot", "indroot")]
