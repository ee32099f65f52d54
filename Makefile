# Every target sets up what it needs in .venv: a machine with Python, pip, make and a C++ compiler is enough.
# What is built is stamped: a second run installs and compiles nothing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD := build/native
JOBS ?= 2
# Tests wait for clocks, processes and browsers, too: one more of them than there are cores keeps the cores busy.
WORKERS ?= $(shell expr $(JOBS) + 1)
MUTANTS ?=
PARTS ?=
NAME ?=
MINUTES ?= 600

NATIVE_FILES := $(shell find native -name '*.h' -o -name '*.cpp')
NATIVE_SOURCES := $(filter-out native/tests/% native/scrabble/wide.cpp native/bindings/scrabble_wide.cpp,$(filter %.cpp,$(NATIVE_FILES)))
NATIVE_TESTS := $(filter native/tests/%.cpp,$(NATIVE_FILES))
NATIVE_HEADERS := $(filter %.h,$(NATIVE_FILES))
NATIVE_INPUTS := CMakeLists.txt pyproject.toml $(NATIVE_FILES)
# An editable install knows the packages it was made with: a new one wants a new install.
PACKAGES := $(shell find src -name '__init__.py')
PYTHON_PATHS := conftest.py src tests docs/tools $(wildcard examples benchmarks)

DEPENDENCIES := $(VENV)/dependencies
PINS := requirements-test.txt
PINNED ?= yes
AUDIT_VENV := build/audit
SERVICE ?= pypi
INSTALLED := build/stamps/installed
# A stamp for each file, so that a changed one is all that is looked at again; headers are seen through the files.
TIDY := $(patsubst %,build/tidy/%,$(NATIVE_SOURCES) $(NATIVE_TESTS))
SANITIZED := build/stamps/sanitized
THREADS := build/stamps/threads
FUZZED := build/stamps/fuzzed
SUITES := build/suites
PROGRAMS := build/stamps/programs
# For another Python than that of .venv: make wheel WHEEL_PYTHON=python3.12
WHEEL_PYTHON ?=
WHEELS := wheelhouse
# Other people's programs that tests need: chess engines for the proxy to play with (Debian has them in /usr/games),
# a browser to look at the report, shells to complete commands in, compilers for the files that are emitted, and strace,
# which records what is written.
PROGRAM_NAMES := stockfish ethereal-chess toga2 glaurung fairy-stockfish chromium zsh fish clang rustc strace
# Free word lists, with which tests play in other languages; they are in /usr/share/dict. Those of Norwegian and Polish are
# too large to be worth it: without them tests make up words.
WORD_LISTS := wcatalan wdanish wdutch wfrench witalian wngerman wportuguese wspanish wswedish
SANITIZE_VENV := build/sanitize/venv
# Those that reach the native code directly, damaged files, and conversations with the engine at random.
SANITIZE_TESTS := tests/native tests/scrabble/test_formats_fuzz.py \
	$(patsubst %,tests/chess/test_%.py,position search unfinished_iteration uci_fuzz)
# Those of the daily work, by measured time: the core whole, of the other rooms what takes no second a file.
quick = $(foreach name,$(2),tests/$(1)/$(dir $(name))test_$(notdir $(name)).py)
QUICK_TESTS := $(addprefix tests/,clocks turns monitors policies contracts lab/statistics test_untrusted.py test_atomic_file.py) \
	$(call quick,models,bounded_ask model_file network_loss phase_gains source) \
	$(call quick,native,callbacks network scrabble_arms sizes stop_control) \
	$(call quick,chess,book endgames engine engine_limits features openings play_game score_curve uci_parts) \
	$(call quick,chess,play_input play_pgn play_picture play_pondering play_screen play_session play_words) \
	$(call quick,scrabble,board board_text generation letters moves position rules win_table) \
	$(call quick,lab,participant_figures) $(call quick,lab/match,plan standings) $(call quick,chess/match,game) \
	$(call quick,games,participant registry) \
	$(call quick,report,line_plot) \
	$(call quick,cli,bad_input help narrow_table options policy_settings policies/plan policies/policies)
PIP_QUIETLY := -qq --disable-pip-version-check --no-input
PIP := $(BIN)/python -m pip $(PIP_QUIETLY)

# The interpreter itself is not sanitized, so the run-time libraries must be there before it starts.
SANITIZE_PRELOAD = $(foreach lib,libasan.so libubsan.so libstdc++.so.6,$(shell $(CXX) -print-file-name=$(lib)))

# Where the system spreads addresses widely, the thread sanitizer of older compilers finds no room for its own.
FIXED_ADDRESSES = $(shell setarch -R true 2>/dev/null && echo setarch -R)

# Where the system keeps Python from writing its bytecode, each of the many programs that tests start compiles anew.
export PYTHONDONTWRITEBYTECODE :=

# Ninja starts as many compilers as there are cores, whoever else runs: make's own counting is for makes.
UNCOUNTED := MAKEFLAGS=

headline = @printf '\n== %s\n' "$(1)"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install test check lint mypy types imports native-lint docs collect pytest quick-pytest native-sanitize native-threads demo sources mutants season fuzz fuzz-native pins audit bench wheel wheel-test format clean

help: ## show the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(INSTALLED) ## set up .venv and build the native module

$(BIN)/python:
	$(call headline,virtual environment)
	$(PYTHON) -m venv $(VENV)

# The dependencies first and by themselves: some are built from source, and those want build isolation. What of them is
# imported is compiled then, which is little of all that they bring.
# They are pinned with hashes for one kind of machine; elsewhere, and with PINNED=no, the newest that fit are taken.
$(DEPENDENCIES): pyproject.toml $(PINS) | $(BIN)/python
	$(call headline,dependencies)
	@$(PIP) install --upgrade 'pip>=24'
	@$(BIN)/python -c "import tomllib; project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
		print(*project['dependencies'], *project['optional-dependencies']['dev'], sep='\n')" > $(VENV)/requirements.txt
	@if [ "$(PINNED)" = yes ] && $(BIN)/python tests/pins.py; then \
		$(PIP) install --no-compile --require-hashes --requirement $(PINS); \
	else $(PIP) install --no-compile --requirement $(VENV)/requirements.txt; fi
	@touch $@

pins: | $(BIN)/python ## requirements-test.txt: the newest versions of the test environment, with hashes
	$(call headline,pins)
	@mkdir -p build/pins
	@$(BIN)/python -c 'from tests.pins import asked_for; print(*asked_for(), sep="\n")' > build/pins/asked.txt
	@$(PIP) install --dry-run --ignore-installed --report build/pins/report.json --requirement build/pins/asked.txt
	@$(BIN)/python tests/pins.py build/pins/report.json > $(PINS)

# In an environment of its own: what it needs does not get among the pinned packages. Strict, because a package that the
# service does not know, or a service that is none, would count as good. Another service: make audit SERVICE=osv
audit: ## the pinned packages, looked up for known weaknesses by pip-audit; asks a service
	$(call headline,known weaknesses of packages)
	@[ -x $(AUDIT_VENV)/bin/pip-audit ] || { $(PYTHON) -m venv $(AUDIT_VENV) \
		&& $(AUDIT_VENV)/bin/python -m pip $(PIP_QUIETLY) install 'pip-audit~=2.10'; }
	@$(AUDIT_VENV)/bin/pip-audit --strict --require-hashes --disable-pip --progress-spinner off \
		--vulnerability-service $(SERVICE) --requirement $(PINS)

# Without build isolation, so that the build directory stays valid and a changed file is all that is compiled.
$(INSTALLED): $(DEPENDENCIES) $(NATIVE_INPUTS) $(PACKAGES)
	$(call headline,package and native module)
	@mkdir -p $(@D)
	@$(UNCOUNTED) $(PIP) install --no-build-isolation --no-deps --editable . --config-settings=build-dir=$(BUILD)
	@touch $@

# What is checked without running our code has single threads for the most part: all of it side by side, each part's
# output kept together. Tests measure time and run alone. The pages are built by tests/docs/test_site.py, as `make docs` does.
test: $(INSTALLED) ## everything: style, types, import rules, docs, tests, sanitizers
	@+$(MAKE) --no-print-directory --jobs=$(JOBS) --output-sync=target types lint imports native-lint collect $(SANITIZED) $(THREADS) $(SUITES)
	@+$(MAKE) --no-print-directory pytest
	@+$(MAKE) --no-print-directory native-sanitize
	@+$(MAKE) --no-print-directory native-threads

check: lint mypy imports quick-pytest ## the daily work: style, types, import rules, the quick tests; a minute

lint: $(INSTALLED) ## ruff: style and format of the Python code
	$(call headline,ruff)
	@$(BIN)/ruff check --quiet $(PYTHON_PATHS)
	@$(BIN)/ruff format --quiet --check $(PYTHON_PATHS)

mypy: $(INSTALLED) ## mypy, strict, tests included
	$(call headline,mypy)
	@$(BIN)/mypy $(PYTHON_PATHS)

types: mypy ## mypy, and the stubs against the native module
	@$(BIN)/python -m mypy.stubtest --mypy-config-file pyproject.toml --ignore-unused-allowlist \
		--allowlist native/bindings/stubtest-allowed.txt zeitnot._native

imports: $(INSTALLED) ## import-linter: rooms import downward only
	$(call headline,import rules)
	@$(BIN)/lint-imports

native-lint: $(INSTALLED) $(TIDY) ## clang-format and clang-tidy on the native code
	$(call headline,clang-tidy and clang-format)
	@$(BIN)/clang-format --dry-run --Werror $(NATIVE_FILES)

# Looked at deeply, the analyzer alone takes as long as all else; now and then: make native-lint ANALYSIS=
ANALYSIS ?= $(foreach word,-Xclang -analyzer-config -Xclang mode=shallow,--extra-arg=$(word))
build/tidy/%.cpp: %.cpp $(NATIVE_HEADERS) CMakeLists.txt .clang-tidy | $(INSTALLED)
	@mkdir -p $(@D)
	@$(BIN)/clang-tidy --quiet $(ANALYSIS) $< $(if $(filter $<,$(NATIVE_TESTS)),-- -std=c++20 -Inative,-p $(BUILD))
	@touch $@

# Strict: a broken link or an unknown name in a page ends the build. What tools say about their own future does not.
docs: $(INSTALLED) ## the pages for people, into build/site
	$(call headline,docs)
	@NO_MKDOCS_2_WARNING=1 PYTHONWARNINGS=ignore $(BIN)/python -m mkdocs build --strict --quiet

# Test positions: move counts and tactics from the source distribution of python-chess, used as data only.
$(SUITES): $(DEPENDENCIES)
	$(call headline,test positions)
	@rm -rf $@ && mkdir -p $@
	@$(PIP) download --no-deps --no-binary chess --dest $@ \
		"chess==$$($(BIN)/python -c 'import importlib.metadata as m; print(m.version("chess"))')"
	@tar -xzf $@/chess-*.tar.gz -C $@ --strip-components=1 --wildcards '*/examples/perft/*' '*/examples/bratko_kopec/*'

# Installed by root alone; whoever else needs them is told the line.
$(PROGRAMS):
	$(call headline,chess engines and word lists and browser)
	@mkdir -p $(@D)
	@missing=""; for name in $(PROGRAM_NAMES); do \
		PATH="$$PATH:/usr/games" command -v $$name > /dev/null || missing="$$missing $$name"; done; \
	for name in $(WORD_LISTS); do dpkg-query -W $$name > /dev/null 2>&1 || missing="$$missing $$name"; done; \
	if [ -n "$$missing" ]; then \
		if [ "$$(id -u)" = 0 ]; then \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing; \
		else \
			echo "the tests need these programs: apt-get install --no-install-recommends$$missing"; exit 1; \
		fi; \
	fi
	@touch $@

# Compiles all tests and what they import, once: the workers would all do it at the same time.
collect: $(INSTALLED)
	$(call headline,tests are collected)
	@$(BIN)/python -m pytest --collect-only -qq > build/collect.log || { cat build/collect.log; exit 1; }

pytest: $(INSTALLED) $(SUITES) $(PROGRAMS) ## all tests
	$(call headline,pytest)
	@$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal --benchmark-disable

quick-pytest: $(INSTALLED) ## the quick tests
	$(call headline,quick tests)
	@$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal --benchmark-disable --durations=3 $(QUICK_TESTS)

# An environment of its own sees the packages of .venv, but not the zeitnot installed there.
$(SANITIZED): $(INSTALLED)
	$(call headline,sanitizer build)
	@$(BIN)/python -m venv --without-pip $(SANITIZE_VENV)
	@$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
		> "$$($(SANITIZE_VENV)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/main.pth"
	@$(UNCOUNTED) CXX='$(CXX)' $(BIN)/python -m pip --python $(SANITIZE_VENV)/bin/python $(PIP_QUIETLY) \
		install --no-build-isolation --no-deps --ignore-installed --editable . \
		--config-settings=build-dir=build/sanitize/cmake \
		--config-settings=cmake.build-type=Debug \
		--config-settings=cmake.define.ZEITNOT_SANITIZE=address,undefined
	@touch $@

# A sanitizer ends the process, so pytest must not hold back what it wrote. Everything is some ten times slower here:
# one long test is left out, and the random conversations and Scrabble positions are few.
native-sanitize: $(SANITIZED) $(SUITES) ## the native code under the address and undefined-behaviour sanitizers
	$(call headline,native code under address and undefined-behaviour sanitizers)
	@LD_PRELOAD='$(SANITIZE_PRELOAD)' ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
		ZEITNOT_FUZZ_SECONDS=10 ZEITNOT_SCRABBLE_EFFORT=0.1 \
		$(SANITIZE_VENV)/bin/python -m pytest -p no:cacheprovider --durations=3 --capture=sys --numprocesses $(JOBS) \
		$(SANITIZE_TESTS) -k 'not bratko_kopec'

$(THREADS): $(INSTALLED) $(NATIVE_TESTS)
	$(call headline,thread sanitizer build)
	@CXX='$(CXX)' $(BIN)/cmake -S . -B build/threads -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
		-DZEITNOT_SANITIZE=thread -DZEITNOT_NATIVE_TESTS=ON --log-level=WARNING > build/threads.log \
		|| { cat build/threads.log; exit 1; }
	@$(UNCOUNTED) $(BIN)/cmake --build build/threads -- --quiet
	@touch $@

native-threads: $(THREADS) ## the native thread tests under the thread sanitizer
	$(call headline,native tests under the thread sanitizer)
	@$(FIXED_ADDRESSES) $(BIN)/ctest --test-dir build/threads --output-on-failure

DEMO := build/demo
# Work time: so many nodes, or samples, are a second. The clocks are those that the systems were written for, and a game takes seconds.
DEMO_CHESS := neurofish mergen argo textbook learned uniform --clock 3+2 --work 3500 --games 2 --resign 3/600 --draw 6/15
DEMO_SCRABBLE := magpie learned uniform --game scrabble --clock '25:00 -10/min' --work 6 --games 4

demo: $(INSTALLED) ## matches of all systems, in chess and Scrabble, and a page about each
	@rm -rf $(DEMO) && mkdir -p $(DEMO)
	$(call headline,Chess on 3 minutes and 2 seconds a move)
	@printf '%s\n' 'Six time managers on one engine: everybody plays everybody twice. Time is' \
		'counted in work, 3,500 nodes are a second: a move has seconds to think about,' \
		'and a whole game takes a few. One line for each game as it ends:' ''
	$(BIN)/zeitnot match $(DEMO_CHESS) --output $(DEMO)/chess.run
	$(call headline,Scrabble on 25 minutes; overtime costs 10 points a minute)
	@printf '%s\n' 'Three time managers; all tiles are played twice, with the seats swapped.' \
		'Here 6 samples of a simulation are a second:' ''
	$(BIN)/zeitnot match $(DEMO_SCRABBLE) --output $(DEMO)/scrabble.run
	$(call headline,A page about each: standings and where the time went)
	@$(BIN)/zeitnot report $(DEMO)/chess.run -o $(DEMO)/chess.html
	@$(BIN)/zeitnot report $(DEMO)/scrabble.run -o $(DEMO)/scrabble.html
	@printf '%s\n' '' 'So few games show who thinks when, not yet who is better: see the errors.' \
		'Next: $(BIN)/zeitnot plan -p mergen -c 3+2' '      $(BIN)/zeitnot curve -c 3+2' \
		'      $(BIN)/zeitnot play' '      README.md'

sources: $(INSTALLED) ## docs/sources.md: each requirement with the tests that show it
	$(call headline,docs/sources.md)
	@$(BIN)/python -m pytest --sources-table docs/sources.md --collect-only -qq

# All of them take hours; what was tried is kept in build/mutants, so a run goes on where the last one ended.
# Some of them: make mutants MUTANTS='clocks policies/argo' MINUTES=30
mutants: $(INSTALLED) $(SUITES) $(PROGRAMS) ## mutants of the core and of the wiring: a test must notice each
	$(call headline,mutants)
	@$(BIN)/python -m tests.mutants $(MUTANTS) --jobs $(JOBS) --minutes $(MINUTES)

# Slices are kept in build/season, so a season goes on where the last one ended. Some parts: make season PARTS='crashes power-loss'
# Root can make disks of its own, which fail and vanish; one with a quota is made by btrfs.
season: $(INSTALLED) $(PROGRAMS) ## load, crashes, losses of power and broken policies for MINUTES, counted in docs/season.md
	$(call headline,season)
	@if [ "$$(id -u)" = 0 ] && ! command -v mkfs.btrfs > /dev/null; then \
		DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends btrfs-progs; fi
	@$(BIN)/python -m benchmarks.season $(PARTS) --minutes $(MINUTES)

# Minutes of each target; corpora are kept in build/fuzz, so a run goes on where the last one ended.
# Some of them: make fuzz NAME='uci pgn native-kwg' MINUTES=60
fuzz: MINUTES = 5
fuzz: $(FUZZED) ## readers of input from outside under coverage-guided fuzzing: atheris and libFuzzer
	$(call headline,fuzzing)
	@$(BIN)/python -c 'import atheris' 2>/dev/null || $(PIP) install \
		"$$($(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['fuzz'])")"
	@$(BIN)/python -m tests.fuzz $(NAME) --seconds "$$(expr $(MINUTES) '*' 60)" --jobs $(JOBS)

fuzz-native: $(FUZZED) ## the fuzz targets of the native readers, built by clang

# Clang's libFuzzer and sanitizers are a package of their own.
$(FUZZED): $(INSTALLED) | $(PROGRAMS)
	$(call headline,native fuzz targets)
	@package=libclang-rt-$$(clang -dumpversion | cut -d. -f1)-dev; \
	if ! dpkg-query -W $$package > /dev/null 2>&1; then \
		if [ "$$(id -u)" = 0 ]; then DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$package; \
		else echo "fuzzing needs this package: apt-get install --no-install-recommends $$package"; exit 1; fi; \
	fi
	@CXX=clang++ $(BIN)/cmake -S . -B build/fuzz-native -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
		-DZEITNOT_FUZZ=ON --log-level=WARNING > build/fuzz-native.log || { cat build/fuzz-native.log; exit 1; }
	@$(UNCOUNTED) $(BIN)/cmake --build build/fuzz-native -- --quiet
	@touch $@

bench: $(INSTALLED) ## benchmarks, never part of the tests
	$(call headline,benchmarks)
	@$(BIN)/python -m pytest benchmarks --benchmark-only --durations=1 --benchmark-columns=min,median,rounds

# In the build directory of .venv nothing is compiled again; for another Python all of it is, with build isolation.
wheel: $(INSTALLED) ## a wheel that installs without a compiler, into wheelhouse
	$(call headline,wheel)
	@rm -rf build/wheel
	@$(UNCOUNTED) $(or $(WHEEL_PYTHON),$(BIN)/python) -m pip $(PIP_QUIETLY) wheel . --no-deps --wheel-dir build/wheel \
		$(if $(WHEEL_PYTHON),,--no-build-isolation --config-settings=build-dir=$(BUILD))
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m auditwheel repair --wheel-dir $(WHEELS) build/wheel/zeitnot-*.whl \
		> build/wheel/repair.log 2>&1 || { cat build/wheel/repair.log; exit 1; }
	@du -h $(WHEELS)/zeitnot-*.whl

# Packages may come from far away: the programs that the test starts have limits of their own.
wheel-test: wheel ## the wheel in an empty environment without a compiler: a game of chess, a turn of Scrabble
	$(call headline,wheel in an empty environment)
	@ZEITNOT_WHEEL_PYTHON='$(WHEEL_PYTHON)' $(BIN)/python -m pytest --numprocesses 0 \
		--override-ini faulthandler_timeout=0 tests/installed_wheel.py

format: $(INSTALLED) ## rewrite Python and native code in the house format
	$(BIN)/ruff check --fix --quiet $(PYTHON_PATHS)
	$(BIN)/ruff format $(PYTHON_PATHS)
	$(BIN)/clang-format -i $(NATIVE_FILES)

clean: ## remove everything that is built or installed here
	rm -rf $(VENV) build dist $(WHEELS) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
