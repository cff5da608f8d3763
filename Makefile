# The package's chores. `make demo` and `make test` are all that a newcomer needs.
R = R
RSCRIPT = Rscript
VERSION := $(shell sed -n 's/^Version: *//p' DESCRIPTION)
TARBALL = build/deTestSet_$(VERSION).tar.gz
LIBRARY = build/deTestSet.Rcheck
JOBS := $(shell nproc 2>/dev/null || echo 2)

BASE_PACKAGES = Rcpp RcppEigen deSolve
TEST_PACKAGES = $(BASE_PACKAGES) testthat
CHECK_PACKAGES = $(TEST_PACKAGES) knitr rmarkdown pandoc qpdf tidy

SOURCES := $(shell find R src inst man vignettes tests/testthat -type f \
  ! -name '*.o' ! -name '*.so' ! -name .stamp 2>/dev/null) DESCRIPTION NAMESPACE

export MAKEFLAGS_R = -j$(JOBS)
export R_MAKEVARS_USER = $(CURDIR)/tools/Makevars
WITH_LIBRARY = R_LIBS=$(CURDIR)/$(LIBRARY):$$R_LIBS

.PHONY: all demo test check document bench sanitize coverage lint clean setup-base setup-test \
  setup-check

all: $(LIBRARY)/deTestSet/DESCRIPTION

setup-base: ; @tools/setup.sh $(BASE_PACKAGES)
setup-test: ; @tools/setup.sh $(TEST_PACKAGES)
setup-check: ; @tools/setup.sh $(CHECK_PACKAGES)

# The sources alone, vignettes not built: quick, and all that an installation needs.
build/plain/deTestSet_$(VERSION).tar.gz: $(SOURCES)
	@mkdir -p build/plain
	@cd build/plain && $(R) CMD build --no-build-vignettes ../.. > build.log 2>&1 || \
	  { cat build.log; exit 1; }

# Installed in the place where R CMD check will look for it, so that one build serves both.
$(LIBRARY)/deTestSet/DESCRIPTION: build/plain/deTestSet_$(VERSION).tar.gz
	@mkdir -p $(LIBRARY)
	@echo "installing deTestSet $(VERSION) into $(LIBRARY) ..."
	@MAKEFLAGS=$(MAKEFLAGS_R) $(R) CMD INSTALL --library=$(LIBRARY) $< \
	  > build/00install.out 2>&1 || { cat build/00install.out; exit 1; }

demo: setup-base
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(WITH_LIBRARY) $(RSCRIPT) inst/demo/demo.R build/demo.png

test: setup-test
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(MAKE) --no-print-directory -C tests/cpp -j$(JOBS) R_MAKEVARS_USER= test > build/cpp-tests.log 2>&1; \
	  $(WITH_LIBRARY) $(RSCRIPT) tools/run-tests.R build/cpp-tests.log

check: setup-check
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@tools/check.sh $(TARBALL) $(CHECK_ARGS)

document: setup-check
	@tools/setup.sh roxygen2
	@$(RSCRIPT) -e 'Rcpp::compileAttributes(".")'
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@$(WITH_LIBRARY) $(RSCRIPT) -e 'roxygen2::roxygenise(".", load_code = "installed")'

bench: setup-test
	@$(MAKE) --no-print-directory $(LIBRARY)/deTestSet/DESCRIPTION
	@for script in inst/benchmarks/*.R; do echo "== $$script"; \
	  $(WITH_LIBRARY) $(RSCRIPT) $$script || exit 1; done

sanitize: setup-test ; @tools/sanitize.sh

coverage: setup-test
	@tools/setup.sh covr
	@R_MAKEVARS_USER= $(RSCRIPT) -e 'print(covr::package_coverage())'

lint:
	@tools/setup.sh lintr
	@$(RSCRIPT) -e 'lints <- lintr::lint_package(); print(lints); quit(status = length(lints) > 0)'

clean:
	rm -rf build tests/cpp/build
	find src -name '*.o' -delete -o -name '*.so' -delete
