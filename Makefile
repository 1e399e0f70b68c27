# The few things that one does with this repository. `make help` lists them.

PREFIX ?= /usr/local
SWIFT ?= swift
# Scratch paths of their own keep builds with other settings apart from the usual one.
SCRATCH ?= .build
binary = $(shell $(SWIFT) build -c release --scratch-path $(SCRATCH) --show-bin-path)/soundwatch

.DEFAULT_GOAL := help
.PHONY: help run test bench lint docs install uninstall goldens clean

help: ## List these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18

run: ## Build the command and analyze the example sound
	@.ci/install-dependencies build
	$(SWIFT) build -c release --product soundwatch --scratch-path $(SCRATCH)
	$(binary) analyze Examples/example.ogg

# The tests of the AudD client have deadlines, which the others would break by filling all threads.
test: ## Run all Swift tests
	@.ci/install-dependencies build test
	$(SWIFT) test --scratch-path $(SCRATCH) --skip 'AudDTests|AudDRecognitionTests'
	$(SWIFT) test --skip-build --scratch-path $(SCRATCH) --filter 'AudDTests|AudDRecognitionTests'
	SOUNDWATCH_KERNEL_SETS=1 $(SWIFT) test --skip-build --scratch-path $(SCRATCH) --filter KernelTests

bench: ## Measure speed and accuracy, and write Benchmarks/RESULTS.md
	@.ci/install-dependencies build test
	Benchmarks/run.sh

lint: ## Check the format of all sources
	swift format lint --strict --recursive --parallel \
	  $(wildcard Sources Tests Examples Benchmarks) Package.swift

docs: ## Build the documentation into docs/
	@.ci/install-dependencies build
	.ci/build-docs docs

install: ## Install the command, its manual page and shell completions under PREFIX
	$(SWIFT) build -c release --product soundwatch --scratch-path $(SCRATCH)
	install -D -m 755 $(binary) $(DESTDIR)$(PREFIX)/bin/soundwatch
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(binary) manual > $(DESTDIR)$(PREFIX)/share/man/man1/soundwatch.1
	$(binary) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/soundwatch
	$(binary) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_soundwatch
	$(binary) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/soundwatch.fish

uninstall: ## Remove what install put under PREFIX
	rm -f $(DESTDIR)$(PREFIX)/bin/soundwatch \
	  $(DESTDIR)$(PREFIX)/share/man/man1/soundwatch.1 \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/soundwatch \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_soundwatch \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/soundwatch.fish

goldens: ## Write the frozen scores of the bundled model anew
	SOUNDWATCH_RECORD_GOLDENS=1 $(SWIFT) test --scratch-path $(SCRATCH) --filter FrozenScoresTests

clean: ## Remove everything that was built
	rm -rf .build docs Tests/*/.build Benchmarks/.build
