# Tracklight. `make play` opens the page, `make test` runs the checks of a change; each target installs what it misses.
# Needed beforehand: rustup's stable toolchain, Node 20.19 or newer, and on Debian apt as root (elsewhere: Graphviz,
# SQLite, Chromium, Firefox and WebKitGTK for the tests). What is found, and what is installed instead, is in www/build/setup.mjs.

SHELL := /bin/sh
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.NOTPARALLEL:

PACKAGES := www/node_modules/.package-lock.json
# Node runs the TypeScript of the page through tsx.
TSX := --import ./www/node_modules/tsx/dist/loader.mjs
RUN_TESTS := node $(TSX) --import ./www/test/as-built.ts www/test/test-runner.ts
BIOME := cd www && node_modules/.bin/biome
# What to fuzz, and for how long.
TARGET ?= format
SECONDS ?= 60
# Where the documents of TARGET=link begin.
SEED ?= 1
# How often each time of the page is taken.
TIMES ?= 20

.PHONY: help play build docs quick test test-all bench speed counts picture screens fuzz fmt lint size same
.PHONY: package packages tools format-check native-test types node-test page-test browser-test package-test python clean clean-cache

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

play: packages ## Build what is missing, serve the page and print its address (PORT=… chooses the port)
	@node www/build/build.mjs wasm site
	@test -f dist/docs/index.html || node www/build/build.mjs docs
	@node $(TSX) www/test/serve.ts

build: packages ## Make the wasm package in www/pkg/; the static site, the npm package and the guides in dist/
	@node www/build/build.mjs

docs: packages ## Build the guides in dist/docs/, with the npm package (DOCS_BASE=… for another folder than /docs/)
	@node www/build/build.mjs docs

package: packages ## Build the npm package in dist/npm/
	@node www/build/build.mjs package

python: packages ## Build the Python package in dist/python/, with the npm package
	@node www/build/build.mjs python

quick: packages tools ## While working: format, lint, types, tests in Node, native tests if what they read changed
	@node $(TSX) www/test/gate.ts quick

test: packages tools ## What an ordinary change can break, in minutes; ends with what each part cost
	@node $(TSX) www/test/gate.ts test

test-all: packages tools ## All of it, other browsers, site builders and full counts: before a release
	@node $(TSX) www/test/gate.ts all

bench: packages ## Print benchmarks: native ones where there are any, and wasm on Node
	@node www/build/build.mjs wasm
	@if grep -q '^\[\[bench\]\]' Cargo.toml; then echo "· native benchmarks"; cargo bench --locked; fi
	@for file in $(filter-out www/bench/page.ts,$(wildcard www/bench/*.ts)); do echo "· $$file"; node $(TSX) "$$file" || exit 1; done

speed: build ## Measure the page against its budgets: WHAT="tokens scrub" for some, TIMES=20 each, AGAINST=… another dist/
	@node www/build/setup.mjs browser
	@node $(TSX) www/bench/page.ts --times=$(TIMES) $(if $(AGAINST),--against="$(AGAINST)") $(WHAT)

counts: packages ## Count what makes the page's code hard to read: AGAINST=… beside another checkout
	@node $(TSX) www/test/code-counts.ts $(AGAINST)

same: packages ## Compare the core's output, byte by byte, with that of another checkout's: AGAINST=… its folder
	@node www/build/build.mjs wasm
	@node $(TSX) www/test/same.ts "$(AGAINST)"

# TARGET=words makes its texts, each of a few words, from nothing.
ifneq ($(TARGET),words)
fuzz: FUZZ_TEXTS := fuzz/seeds www/examples tests/cases/machine/spec
fuzz: FUZZ_OPTIONS := -max_len=2048 -dict=fuzz/words.dict
else
fuzz: FUZZ_OPTIONS := -max_len=16
endif
fuzz: ## Fuzz the core or links: TARGET=parse, format, words, quote or link for SECONDS=60
ifeq ($(TARGET),link)
	@node www/build/build.mjs wasm
	@echo "· fuzzing links for $(SECONDS) seconds"
	@node $(TSX) www/test/fuzz/link.ts --seconds=$(SECONDS) --seed=$(SEED)
else
	@command -v cargo-fuzz >/dev/null || { echo "· installing cargo-fuzz"; cargo install --quiet --locked cargo-fuzz; }
	@mkdir -p fuzz/corpus/$(TARGET)
	@echo "· fuzzing $(TARGET) for $(SECONDS) seconds"
	@RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none $(TARGET) fuzz/corpus/$(TARGET) $(FUZZ_TEXTS) -- \
		-max_total_time=$(SECONDS) -timeout=10 $(FUZZ_OPTIONS)
endif

fmt: packages tools ## Format Rust, TypeScript, CSS and JSON
	@cargo fmt
	@$(BIOME) format --write .

lint: packages tools ## Biome for the page, Clippy for the core, without warnings (`make test-all`: for wasm32 too)
	@echo "· linting the page"
	@$(BIOME) lint --error-on-warnings .
	@echo "· linting the core"
	@cargo clippy --locked --all-targets -- -D warnings

picture: build ## Measure drawings against their bounds: WHAT="m02 kettle" for some, AGAINST=… another dist/, BROWSERS=… texts
ifdef BROWSERS
	@node www/build/setup.mjs browser firefox webkit
	@node $(TSX) www/test/picture.ts --browsers=$(BROWSERS)
else
	@node www/build/setup.mjs browser
	@node $(TSX) www/test/pictures/main.ts $(if $(AGAINST),--against="$(AGAINST)") $(WHAT)
endif

screens: build ## Take pictures of the states of the page in dist/screens/, to look at: WHAT="gallery phone" for some
	@node www/build/setup.mjs browser
	@PATIENCE=30000 node $(TSX) www/test/screens.ts $(WHAT)

size: build ## Print gzipped sizes per tier against their budgets
	@echo "· sizes"
	@node www/build/sizes.mjs

native-test: packages ## Only the native tests: TEST="run::joins format" for those with such names
	@node www/build/setup.mjs graphviz
	@echo "· native tests"
	@node $(TSX) www/test/native-tests.ts $(TEST)

node-test: packages ## Only the tests of modules in Node, on the wasm package as built: TEST=www/test/unit/… for a file
	@echo "· tests in Node"
	@$(RUN_TESTS) $(or $(TEST),www/test/unit www/test/wasm)

page-test: packages ## Only the tests of the whole page in Node: TEST=www/test/page/… for a file
	@echo "· tests of the page in Node"
	@$(RUN_TESTS) $(or $(TEST),www/test/page)

browser-test: packages ## Only the tests in browsers, on the site as built: TEST=www/test/e2e/… for a file
	@node www/build/setup.mjs browser sqlite
	@echo "· tests in the browser"
	@$(RUN_TESTS) $(or $(TEST),www/test/e2e)

package-test: package python ## Only the tests of the npm and the Python package: packed, checked, installed, used
	@node www/build/setup.mjs browser
	@echo "· tests of the packages"
	@$(RUN_TESTS) www/test/package

types: packages ## Check the types of all scripts
	@echo "· checking types"
	@cd www && node node_modules/typescript/bin/tsc -p tsconfig.json && node node_modules/typescript/bin/tsc -p test/tsconfig.json

format-check: packages tools
	@echo "· checking the format"
	@cargo fmt --check
	@$(BIOME) format .

packages: $(PACKAGES)

$(PACKAGES): www/package.json www/package-lock.json
	@echo "· installing npm packages (npm ci)"
	@cd www && npm ci --no-progress --loglevel=error
	@touch $@

tools:
	@command -v cargo >/dev/null || { echo "cargo is missing: install the stable toolchain with rustup"; exit 1; }
	@cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 \
		|| { echo "· adding rustfmt and clippy to the toolchain"; rustup component add rustfmt clippy; }

clean-cache: ## Remove the build results in the user's cache, not the tools installed there
	@node www/build/cache.mjs clean

clean: ## Remove everything that was built in this folder
	rm -rf target dist www/pkg www/node_modules www/docs-site/node_modules
