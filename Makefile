# The package's chores. `make demo` and `make test` are all that a newcomer needs.
R = R
RSCRIPT = Rscript
VERSION := $(shell sed -n 's/^Version: *//p' DESCRIPTION)
TARBALL = output/deTestSet_$(VERSION).tar.gz
LIBRARY = output/library
JOBS := $(shell nproc 2>/dev/null || echo 2)

BASE_PACKAGES = Rcpp RcppEigen deSolve
TEST_PACKAGES = $(BASE_PACKAGES) testthat inline ggplot2 future progressr shiny
CHECK_PACKAGES = $(TEST_PACKAGES) knitr rmarkdown pandoc qpdf tidy pngquant
# Not needed, but saves minutes.
TOOLS = ccache

SOURCES := $(shell find R src inst man vignettes tests/testthat -type f \
  ! -name '*.o' ! -name '*.so' ! -name .stamp 2>/dev/null) DESCRIPTION NAMESPACE

MAKEFLAGS_R = -j$(JOBS)
# R CMD build compiles once more for the vignettes; with ccache that costs nothing.
export R_MAKEVARS_USER = $(CURDIR)/output/Makevars
export CCACHE_DIR = $(CURDIR)/output/ccache
export CCACHE_NOHASHDIR = true
WITH_LIBRARY = R_LIBS=$(CURDIR)/$(LIBRARY):$$R_LIBS

.PHONY: all demo test check document bench figures site sanitize valgrind fuzz soak coverage lint \
  clean setup-base setup-test setup-check

all: $(LIBRARY)/deTestSet/DESCRIPTION

setup-base: output/Makevars ; @tools/setup.sh $(BASE_PACKAGES)
setup-test: output/Makevars ; @tools/setup.sh $(TEST_PACKAGES)
setup-check: output/Makevars ; @tools/setup.sh $(CHECK_PACKAGES)

output/Makevars: tools/Makevars
	@mkdir -p output && tools/setup.sh $(TOOLS)
	@cp $< $@
	@if command -v ccache >/dev/null 2>&1; then echo "CXX17 = ccache g++" >> $@; fi

# The sources alone, vignettes not built: quick, and all that an installation needs.
output/plain/deTestSet_$(VERSION).tar.gz: $(SOURCES)
	@mkdir -p output/plain
	@cd output/plain && $(R) CMD build --no-build-vignettes ../.. > build.log 2>&1 || \
	  { cat build.log; exit 1; }

# One installation serves the demo, the tests and the check.
$(LIBRARY)/deTestSet/DESCRIPTION: output/plain/deTestSet_$(VERSION).tar.gz
	@mkdir -p $(LIBRARY)
	@echo "installing deTestSet $(VERSION) into $(LIBRARY) ..."
	@MAKEFLAGS=$(MAKEFLAGS_R) _R_SHLIB_BUILD_OBJECTS_SYMBOL_TABLES_=TRUE $(R) CMD INSTALL --library=$(LIBRARY) $< \
	  > output/00install.out 2>&1 || { cat output/00install.out; exit 1; }

demo: setup-base
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(WITH_LIBRARY) $(RSCRIPT) inst/examples/demo.R output/demo.png

test: setup-test
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(MAKE) --no-print-directory -C tests/cpp -j$(JOBS) test > output/cpp-tests.log 2>&1; \
	  $(WITH_LIBRARY) $(RSCRIPT) tools/run-tests.R output/cpp-tests.log

check: setup-check
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@tools/check.sh $(TARBALL) $(CHECK_ARGS)

# No exported function has an argument of Eigen: its headers would only cost time.
document: setup-check
	@tools/setup.sh roxygen2
	@$(RSCRIPT) -e 'Rcpp::compileAttributes(".")'
	@sed -i.before '/#include <RcppEigen.h>/d' src/RcppExports.cpp && rm src/RcppExports.cpp.before
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(WITH_LIBRARY) $(RSCRIPT) -e 'roxygen2::roxygenise(".", load_code = "installed")'

# Results go to output/bench.  BENCH names the scripts of inst/benchmarks: BENCH="peers roots".
# Without the libraries of SUNDIALS the comparisons without R are left out.
BENCH = peers overhead scaling
bench: setup-test
	@tools/setup.sh libsundials-dev
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@mkdir -p output/bench output/native
	@$(MAKE) --no-print-directory -C inst/benchmarks/native -j$(JOBS) BUILD=$(CURDIR)/output/native \
	  CXX="$$(command -v ccache || true) g++" > output/native/build.log 2>&1 || \
	  echo "note: the programs without R were not built, see output/native/build.log"
	@for name in $(BENCH); do echo "== $$name"; \
	  case $$name in \
	    peers) programs="output/bench $$(ls output/native/race 2>/dev/null)" ;; \
	    scaling) programs="$$(ls output/native/scaling 2>/dev/null)" ;; \
	    *) programs="" ;; \
	  esac; \
	  $(WITH_LIBRARY) $(RSCRIPT) inst/benchmarks/$$name.R $$programs > output/bench/$$name.log \
	    || exit 1; cat output/bench/$$name.log; done

# The long runs behind the vignettes, kept in inst/extdata; FIGURES names some of them.
figures: setup-test
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(WITH_LIBRARY) $(RSCRIPT) data-raw/figures.R $(FIGURES)

site: setup-check
	@tools/setup.sh pkgdown
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(WITH_LIBRARY) $(RSCRIPT) -e 'options(pkgdown.internet = FALSE)' \
	  -e 'pkgdown::build_site(install = FALSE, preview = FALSE)'
	@$(RSCRIPT) tools/site-math.R output/site
	@echo "the pages begin at output/site/index.html"

sanitize: setup-test ; @JOBS=$(JOBS) tools/sanitize.sh

# An hour or two; VALGRIND_FILES names some of the test files.
valgrind: setup-test
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@tools/valgrind.sh $(VALGRIND_FILES)

# Random cases against the R interface: FUZZ_SECONDS of them, or FUZZ_CASES if that is given.
FUZZ_SECONDS = 60
FUZZ_SEED = 1
fuzz: setup-test
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(WITH_LIBRARY) $(RSCRIPT) tools/fuzz.R --seed $(FUZZ_SEED) --jobs $(JOBS) \
	  $(if $(FUZZ_CASES),--cases $(FUZZ_CASES),--seconds $(FUZZ_SECONDS))

SOAK_SOLVES = 100000
soak: setup-test
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(WITH_LIBRARY) $(RSCRIPT) tools/soak.R --solves $(SOAK_SOLVES)

coverage: setup-test
	@tools/setup.sh covr
	@R_MAKEVARS_USER= $(RSCRIPT) -e 'print(covr::package_coverage())'

lint:
	@tools/setup.sh lintr
	@$(RSCRIPT) -e 'lints <- lintr::lint_package(); print(lints); quit(status = length(lints) > 0)'

clean:
	rm -rf output tests/cpp/build
	find src -name '*.o' -delete -o -name '*.so' -delete
