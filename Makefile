# make run    install what is missing, build in release mode, start reactui
# make install  the same program with its manual and completions below PREFIX (/usr/local); DESTDIR is respected. What is built
#             is installed as it is, also under sudo; `make staged` builds the sources as they are now
# make uninstall  takes them away again
# make dist   an archive of all that in .build/dist, for machines without Swift, with a list of its parts and the sums
# make deb    the same as a package of Debian's
# make apt    the layout of a repository for apt around that package; whoever releases signs it
# make check-release  installs archive and package on a bare system in the folder ROOT (as root), and looks at what is left afterwards
# make test   install what is missing, build and run every test; FILTER='StorageTests' runs some
# make test-core  the tests of what needs no network library: Signals, Tests/Base, Screen, PaneKit and the cores of the features
# make test-busy  the tests, RUNS (3) times in a row, beside PROCESSES (8) that keep the processors busy
# make test-times  every test by itself, and how long each took that took more than two seconds; FILTER='StorageTests' for some
# make test-peers  installs Prometheus and its node exporter, and tests the client and the station with them
# make sanitize  tests of Signals, view models and panes under the thread sanitizer and the address sanitizer
# make tools-build  compiles what bench measures with, what the fuzzer feeds and what the sanitizers watch
# make bench  the figures that docs/FIGURES.md explains, then Signals beside its peers (Tools/Benchmarks/README.md)
# make simulate SEED=n  the whole interface from a seed, as docs/RELIABILITY.md says; HOURS=h, and ARGS=--shrink for the shortest script
# make seeds  as many seeds as fit into MINUTES (3) of a simulation of HOURS (a fifth) each; fails with the first that fails
# make fuzz   libFuzzer feeds each of Tools/Fuzzing's targets until it has had INPUTS inputs (500,000) or SECONDS_EACH (600) have passed;
#             TARGETS='html settings' names some of them; fuzz-build only compiles them
# make glass  STROKES (14,000) random keys, pastes and sizes on each of seven kinds of terminal, and what a person would see
# make faults  the program before servers that fail in each of a hundred ways, and the table of docs/RELIABILITY.md
# make soak   1,000 events a second for MINUTES (10) from servers that die every 20 s, and KILLS (200) of program and station
# make perf-gate  fails where a value takes more instructions than it did
# make cost   the instructions and allocations of a value in Signals, beside other libraries: the table of its README
# make key-gate   fails where a key takes more instructions than it did
# make words  the sentences that a person may meet, to be read in one go
# make pictures  the README's moving picture, drawn from the demonstration in a simulation
# make docs   the documentation of Signals, as a web site in .build/docs/Signals
# make signals-package  the folder Signals as a release pushes it: SIGNALS_PACKAGE (.build/signals-package)
# make check-signals-package  publishes that into a repository and uses it as a stranger would: a minute of the processor's time
# make lint   the source's layout, as .swift-format has it, and scripts and recipes where their linters are installed

SWIFT ?= swift
ARGS ?=

# The release is built without debug information, which takes a part of each module's time and half of the executable's size.
# Functions have their names in a crash all the same. DEBUG_INFO=dwarf adds the lines, for a debugger; it compiles everything again.
DEBUG_INFO ?= none
BUILD = $(SWIFT) build -debug-info-format $(DEBUG_INFO)
# What tests and tools are built with: Swift's debug information tells a test where a stream that is left was made (`living()` of
# Signals), and that of C and C++, most of it BoringSSL's, nobody reads.
DEBUG_BUILD = $(SWIFT) build -Xcc -g0 -Xcxx -g0

# What Debian and Ubuntu call the libraries' headers, and what tells where they are. tmux is the terminal that the program's
# tests run it in, curl sends readings to a station, zsh and fish complete command lines, and the others make a place without
# a network.
LIBRARIES := libncurses-dev libxml2-dev libsqlite3-dev zlib1g-dev pkg-config
TEST_TOOLS := tmux curl iproute2 util-linux zsh fish

# The Swift runtime goes into the binary, so that it starts faster and one file can be copied to another machine.
# Tools/Linking/ld says what else happens.
# Nothing in it tells the folder in which it was built: the compiler maps the names of files.
PLACE := $(CURDIR)=.
RELEASE := -c release --static-swift-stdlib --toolset Tools/Linking/release.json \
  -Xcc '-ffile-prefix-map=$(PLACE)' -Xcxx '-ffile-prefix-map=$(PLACE)' -Xswiftc -file-prefix-map -Xswiftc '$(PLACE)'

# Where the release is built. What is published has its debug information in a file of its own, so it is built beside the other.
FOLDER ?= .build
dist deb apt: export DEBUG_INFO := dwarf
dist deb apt: export FOLDER := .build/published

PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: run build checked install uninstall dist deb apt check-release staged test test-core test-busy test-times test-peers sanitize bench tools-build simulate seeds fuzz fuzz-build glass faults soak perf-gate cost key-gate words pictures docs signals-package check-signals-package lint format libraries test-tools clean

run: build
	@exec $(FOLDER)/release/reactui $(ARGS)

# Processor minutes of a first build, measured on two cores: RELEASE 21, tests 31.
PATIENCE = $(if $(wildcard $(1)),,Tools/Setup/patience $(2))

build: checked libraries
	@$(call PATIENCE,$(FOLDER)/release/Signals.build/*.o,21) $(BUILD) $(RELEASE) --scratch-path $(FOLDER) --product reactui || \
	  FOLDER=$(FOLDER) Tools/Setup/check --after $(SWIFT)

checked:
	@Tools/Setup/check $(SWIFT)

# What is installed, below .build/stage: the program without its symbols, which stand in a file of their own for those who have
# a crash to read, the manual page, README with the manual and the references it leads to, and what completes command lines in
# three shells. The program is looked at before (Tools/Linking/inspect). `complete` tells the commit, and that nothing is missing.
STAGE := .build/stage
DEBUG_FILE = lib/debug/.build-id/$$(readelf -n $(FOLDER)/release/reactui | sed -n 's|.*Build ID: \(..\)\(.*\)|\1/\2.debug|p')

# All that a release has of time is its commit's: two builds of a commit are the same.
EPOCH = $${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || date +%s)}

staged:
	@rm -f $(FOLDER)/release/reactui
	@$(MAKE) --no-print-directory build
	@rm -rf $(STAGE)
	@install -d $(STAGE)/bin $(STAGE)/share/man/man1 $(STAGE)/share/doc/reactui \
	  $(STAGE)/share/bash-completion/completions $(STAGE)/share/zsh/site-functions $(STAGE)/share/fish/vendor_completions.d
	@objcopy --strip-all $(FOLDER)/release/reactui $(STAGE)/bin/reactui
	@chmod 755 $(STAGE)/bin/reactui
	@Tools/Linking/inspect $(STAGE)/bin/reactui
	@install -D -m 644 /dev/null $(STAGE)/$(DEBUG_FILE)
	@objcopy --only-keep-debug --compress-debug-sections $(FOLDER)/release/reactui $(STAGE)/$(DEBUG_FILE)
	@install -m 644 LICENSE README.md $(STAGE)/share/doc/reactui
	@install -D -m 644 -t $(STAGE)/share/doc/reactui/docs docs/*.png docs/*.svg docs/SETTINGS.md docs/JSON.md docs/SENSORS.md docs/SECURITY.md
	@install -D -m 644 -t $(STAGE)/share/doc/reactui/docs/manual docs/manual/*.md
	@$(BUILD) --package-path $(FOLDER)/checkouts/swift-argument-parser --scratch-path .build/manual \
	  --product generate-manual
	@.build/manual/debug/generate-manual $(STAGE)/bin/reactui --output-directory $(STAGE)/share/man/man1 \
	  --date "$$(date -u -d "@$(EPOCH)" +%F)" --authors "the developers of reactui"
	@Tools/Setup/manual-keys docs/manual/keys.md $(STAGE)/share/man/man1/reactui.1
	@$(STAGE)/bin/reactui --generate-completion-script bash | sed '1{/^#!/d}' >$(STAGE)/share/bash-completion/completions/reactui
	@$(STAGE)/bin/reactui --generate-completion-script zsh >$(STAGE)/share/zsh/site-functions/_reactui
	@$(STAGE)/bin/reactui --generate-completion-script fish >$(STAGE)/share/fish/vendor_completions.d/reactui.fish
	@Packaging/copyright >$(STAGE)/share/doc/reactui/copyright
	@git log -1 --format=%h >$(STAGE)/complete 2>/dev/null || true

install:
	@MAKE="$(MAKE)" Tools/Setup/install $(STAGE) "$(DESTDIR)$(PREFIX)"

uninstall:
	@id=$$(readelf -n "$(DESTDIR)$(PREFIX)/bin/reactui" 2>/dev/null | sed -n 's|.*Build ID: \(..\)\(.*\)|\1/\2|p'); \
	[ -z "$$id" ] || rm -f "$(DESTDIR)$(PREFIX)/lib/debug/.build-id/$$id.debug"
	@rm -f "$(DESTDIR)$(PREFIX)/bin/reactui" "$(DESTDIR)$(PREFIX)/share/man/man1/reactui.1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/reactui" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_reactui" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/reactui.fish"
	@rm -rf "$(DESTDIR)$(PREFIX)/share/doc/reactui"
	@echo "reactui is gone from $(DESTDIR)$(PREFIX); settings, state and cache of the people who used it are not touched"

DIST := .build/dist

dist: staged
	@SOURCE_DATE_EPOCH="$(EPOCH)" Packaging/archive $(STAGE) $(DIST)

deb: staged
	@SOURCE_DATE_EPOCH="$(EPOCH)" Packaging/deb $(STAGE) $(DIST)

apt: deb
	@SOURCE_DATE_EPOCH="$(EPOCH)" Packaging/apt $(DIST) $(DIST)/apt

# After make dist and make deb. ROOT is what debootstrap made: docs/RELEASING.md.
check-release:
	@Packaging/check-release $(DIST) "$(ROOT)"

# How many tests run at a time. Without a bound all of them begin at once and share a thread for each processor, so that a
# test's time limit runs out while it waits for its turn.
WIDTH ?= 4
# FILTER names some of them, as a regular expression.
FILTER ?=
FILTERED = $(if $(FILTER),--filter '$(FILTER)')
# Seconds for all tests; beside eight busy processes they take some 2,700.
LIMIT ?= 2400
RUN_TESTS = SWIFT_BACKTRACE=interactive=no timeout $(LIMIT) $(SWIFT) test --skip-build
# The reactive core is a package of its own, and so are its tests.
SIGNALS = --package-path Signals --scratch-path .build/signals
define TEST_SIGNALS
	$(SWIFT) build --build-tests $(SIGNALS)
	$(RUN_TESTS) $(SIGNALS) $(FILTERED) --experimental-maximum-parallelization-width $(WIDTH)
endef

# A test that waits for an event for ever would hang the run: each of them has a limit of its own, this is the last one.
test: checked libraries test-tools
	@$(call PATIENCE,.build/debug/Signals.build/*.o,31) $(DEBUG_BUILD) --build-tests || Tools/Setup/check --after $(SWIFT)
	$(TEST_SIGNALS)
	$(RUN_TESTS) $(FILTERED) --experimental-maximum-parallelization-width $(WIDTH)

# A manifest without the packages of others, and so a build folder of its own.
test-core: export REACTUI_CORE = 1
test-core: checked
	$(DEBUG_BUILD) --build-tests --scratch-path .build/core
	$(TEST_SIGNALS)
	$(RUN_TESTS) --scratch-path .build/core --experimental-maximum-parallelization-width $(WIDTH)

PROCESSES ?= 8
RUNS ?= 3

test-busy: LIMIT = 7200
test-busy: checked libraries test-tools
	$(DEBUG_BUILD) --build-tests
	@Tools/Setup/busy $(PROCESSES) $(RUNS) $(MAKE) --no-print-directory test LIMIT=$(LIMIT)

# One after the other, so that a test's time is its own.
test-times: checked libraries test-tools
	$(DEBUG_BUILD) --build-tests
	$(SWIFT) build --build-tests $(SIGNALS)
	@{ $(RUN_TESTS) $(SIGNALS) --no-parallel $(FILTERED) && $(RUN_TESTS) --no-parallel $(FILTERED); } \
	  >.build/test-times.log 2>&1; status=$$?; \
	sed -nE 's/^[^ ]+ Test (.*) (passed|failed) after ([0-9.]+) seconds.*/\3 s  \1/p' .build/test-times.log | grep -v 'run with' | \
	  awk '$$1 > 2' | sort -rn; tail -n 1 .build/test-times.log; exit $$status

# Debian starts the two as services when it installs them; the tests run their own.
test-peers: checked libraries test-tools
	@Tools/Setup/packages prometheus prometheus-node-exporter
	REACTUI_TEST_PEERS=1 $(DEBUG_BUILD) --build-tests
	REACTUI_TEST_PEERS=1 SWIFT_BACKTRACE=interactive=no timeout 600 $(SWIFT) test --skip-build --filter PeerTests

# Some two minutes the first time, and half of that afterwards.
sanitize:
	@SWIFT="$(SWIFT)" Tools/Sanitizers/sanitize

bench: build
	REACTUI_BENCH=1 $(BUILD) $(RELEASE) --product bench
	@.build/release/bench .build/release/reactui
	@Tools/Benchmarks/bench

# The baselines are counts of x86-64's instructions: another machine has others, and would be held to nothing.
MACHINE := $(shell uname -m)
ifeq ($(MACHINE),x86_64)
key-gate: build
	@Tools/Setup/packages valgrind
	@Tools/Benchmarks/key-gate
else
key-gate perf-gate:
	@echo "$@ is left out: its baseline counts x86-64's instructions, and this machine is $(MACHINE)."
endif

# What measures, what is fuzzed and what the sanitizers watch are compiled in a debug build, where nobody runs them. The last has a
# manifest of its own, which a change of the program's would break unseen.
tools-build: libraries
	REACTUI_BENCH=1 $(DEBUG_BUILD) --product bench
	REACTUI_BENCH=1 $(DEBUG_BUILD) --target FuzzTargets
	$(DEBUG_BUILD) --package-path Tools/Sanitizers --build-tests

SEED ?= 1
HOURS ?= 1

simulate: libraries
	$(DEBUG_BUILD) --product simulate
	@.build/debug/simulate --seed $(SEED) --hours $(HOURS) $(ARGS)

MINUTES ?= 3
seeds: HOURS = 0.2

seeds: libraries
	$(DEBUG_BUILD) --product simulate
	@.build/debug/simulate --minutes $(MINUTES) --hours $(HOURS) --seed $(SEED)

TARGETS ?=

# Half an hour for a machine that has nothing else to do, and the first time ten minutes more: everything is built again.
fuzz: fuzz-build
	@Tools/Fuzzing/fuzz $(TARGETS)

fuzz-build: libraries
	$(BUILD) --package-path Tools/Fuzzing --product fuzz

STROKES ?= 14000

# A terminal has five minutes.
glass: libraries
	$(DEBUG_BUILD) --build-tests
	REACTUI_GLASS=$(STROKES) $(SWIFT) test --skip-build --filter theGlassShowsTheCanvas

# Some twenty minutes: most of it is waited for limits to pass.
faults: libraries test-tools
	$(DEBUG_BUILD) --build-tests
	REACTUI_FAULTS=1 $(SWIFT) test --skip-build --filter FaultTests

KILLS ?= 200
soak: MINUTES = 10

soak: libraries test-tools
	$(DEBUG_BUILD) --build-tests
	REACTUI_SOAK=$(MINUTES) REACTUI_SOAK_KILLS=$(KILLS) $(SWIFT) test --skip-build --filter SoakTests

ifeq ($(MACHINE),x86_64)
perf-gate:
	@Tools/Setup/packages $(LIBRARIES) valgrind
	@Tools/Benchmarks/perf-gate
endif

cost:
	@Tools/Setup/packages valgrind
	@Tools/Benchmarks/cost

words: libraries
	$(DEBUG_BUILD) --build-tests
	REACTUI_WORDS=1 $(SWIFT) test --skip-build --filter noSentenceIsLong | grep -a '\.swift:[0-9]*: '

# Some seconds, once it is built.
pictures: libraries
	$(DEBUG_BUILD) --product pictures
	@.build/debug/pictures >.build/reactui.svg && mv .build/reactui.svg docs/reactui.svg

DOCS := .build/docs

docs:
	$(SWIFT) build $(SIGNALS) --target Signals
	@mkdir -p $(DOCS)/symbols
	swift-symbolgraph-extract -module-name Signals -I .build/signals/debug/Modules -minimum-access-level public \
	  -target "$$($(SWIFT) -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",.*/\1/p' | head -n 1)" \
	  -output-dir $(DOCS)/symbols
	docc convert Signals/Sources/Signals/Signals.docc --additional-symbol-graph-dir $(DOCS)/symbols \
	  --fallback-display-name Signals --fallback-bundle-identifier Signals \
	  --warnings-as-errors --transform-for-static-hosting --output-path $(DOCS)/Signals

SIGNALS_PACKAGE ?= .build/signals-package

# The folder, with what it shares with the rest of the house. A test that links to an example gets a copy of it.
signals-package:
	@rm -rf "$(SIGNALS_PACKAGE)" && mkdir -p "$(SIGNALS_PACKAGE)"
	@tar --create --dereference --exclude .build --exclude Package.resolved --directory Signals . | \
	  tar --extract --directory "$(SIGNALS_PACKAGE)"
	@cp LICENSE .swift-format "$(SIGNALS_PACKAGE)"
	@echo "Signals as a package: $(SIGNALS_PACKAGE)"

check-signals-package:
	@SWIFT="$(SWIFT)" Tools/Setup/check-signals-package

FORMATTED := Package.swift Tools/Sanitizers/Package.swift Tools/Fuzzing/Package.swift Tools/Fuzzing/Targets Signals/Package.swift \
  Signals/Examples Signals/Sources Signals/Tests Sources Tests Tools/Simulation Tools/simulate Tools/bench Tools/pictures Examples

lint:
	@Packaging/lint
	$(SWIFT) format lint --strict --recursive $(FORMATTED)

format:
	$(SWIFT) format --in-place --recursive $(FORMATTED)

libraries:
	@Tools/Setup/packages $(LIBRARIES)

test-tools:
	@Tools/Setup/packages $(TEST_TOOLS)
	@for tool in tmux curl ip unshare bash zsh fish; do \
	  command -v "$$tool" >/dev/null || { echo "reactui's tests need $$tool." >&2; exit 1; }; \
	done

clean:
	$(SWIFT) package clean
