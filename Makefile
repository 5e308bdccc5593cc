# make run    install what is missing, build in release mode, start reactui
# make test   install what is missing, build and run every test
# make sanitize  tests of Signals, view models and panes under the thread sanitizer and the address sanitizer
# make bench  the figures that docs/FIGURES.md explains, then Signals beside its peers (Benchmarks/README.md)
# make perf-gate  fails where a value takes more instructions than it did
# make docs   the documentation of Signals, as a web site in .build/docs/Signals
# make lint   the source's layout, as .swift-format has it

SWIFT ?= swift
ARGS ?=

# What Debian and Ubuntu call the libraries' headers. tmux is the terminal that the program's tests run it in, curl sends
# readings to a station, and the others make a place without a network.
LIBRARIES := libncurses-dev libxml2-dev libsqlite3-dev zlib1g-dev
TEST_TOOLS := tmux curl iproute2 util-linux

# The Swift runtime goes into the binary, so that it starts faster and one file can be copied to another machine.
RELEASE := -c release --static-swift-stdlib --product reactui

.PHONY: run build test sanitize bench perf-gate docs lint format libraries test-tools clean

run: build
	@exec .build/release/reactui $(ARGS)

build: libraries
	$(SWIFT) build $(RELEASE)

# A test that waits for an event for ever would hang the run: each of them has a limit of its own, this is the last one.
test: libraries test-tools
	$(SWIFT) build --build-tests
	SWIFT_BACKTRACE=interactive=no timeout 2400 $(SWIFT) test --skip-build

# Some two minutes the first time, and half of that afterwards.
sanitize:
	@SWIFT="$(SWIFT)" Sanitizers/sanitize

bench: build
	$(SWIFT) build -c release --static-swift-stdlib --product figures
	@.build/release/figures .build/release/reactui
	@Benchmarks/bench

perf-gate:
	@$(call install,$(LIBRARIES) valgrind)
	@Benchmarks/perf-gate

DOCS := .build/docs

docs:
	$(SWIFT) build --target Signals
	@mkdir -p $(DOCS)/symbols
	swift-symbolgraph-extract -module-name Signals -I .build/debug/Modules -minimum-access-level public \
	  -target "$$($(SWIFT) -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",.*/\1/p' | head -n 1)" \
	  -output-dir $(DOCS)/symbols
	docc convert Sources/Signals/Signals.docc --additional-symbol-graph-dir $(DOCS)/symbols \
	  --fallback-display-name Signals --fallback-bundle-identifier Signals \
	  --warnings-as-errors --transform-for-static-hosting --output-path $(DOCS)/Signals

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sanitizers/Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --recursive Package.swift Sanitizers/Package.swift Sources Tests

libraries:
	@$(call install,$(LIBRARIES))

test-tools:
	@$(call install,$(TEST_TOOLS))
	@for tool in tmux curl ip unshare; do \
	  command -v "$$tool" >/dev/null || { echo "reactui's tests need $$tool." >&2; exit 1; }; \
	done

clean:
	$(SWIFT) package clean

# Installs the packages that are missing, where apt-get can; elsewhere names them and stops.
define install
if command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then \
  missing=; \
  for package in $(1); do \
    [ "$$(dpkg-query -W -f='$${db:Status-Status}' "$$package" 2>/dev/null)" = installed ] || missing="$$missing $$package"; \
  done; \
  if [ -n "$$missing" ]; then \
    echo "installing$$missing"; \
    sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
    $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing; \
  fi; \
else \
  for header in curses.h libxml2/libxml/HTMLparser.h sqlite3.h zlib.h; do \
    [ -e "/usr/include/$$header" ] || { \
      echo "reactui needs these libraries with their headers: ncurses, libxml2, SQLite 3, zlib." >&2; \
      echo "Debian calls them: $(LIBRARIES)" >&2; exit 1; }; \
  done; \
fi
endef
