# Everything this project can do for you, on a machine with Python 3.11.2 or later and make.
#
#   make serve   build .venv, then run the whole archive and print its address
#   make test    check everything: style, types, imports, tests
#   make slowest the same tests, and which of them cost most processor time
#   make fmt     put the source into the one layout
#   make rulings write docs/rulings.md again
#   make findings write docs/findings.md again
#   make learn   write docs/learn.md from the page it is made of
#   make messages put new sentences into the catalogues of all languages
#   make laws    try the laws on new examples (some minutes)
#   make bench   measure how fast records are judged
#   make speed   measure everything that has to be fast, beside python-chess and pgn-extract
#   make sound   hold the sound path against the careful engine, by the ten thousand (minutes)
#   make compile compile the games and both readers of records: the same verdicts, sooner; never needed
#   make wheel   build a wheel, compiled, into dist/
#   make mass    judge games by the thousand, and slips in them (some minutes)
#   make fuzz    change records and score sheets by chance, and hold every law about them
#   make hiding take lines, runs and parts out of made-up records, and hold that nothing sound turns wrong
#   make pictures take a picture of every page: desktop and phone, light and dark (minutes)
#   make axe     ask axe about every page, desktop and phone, light and dark (minutes)
#   make odd     try all cases of which `make test` tries some (minutes)
#   make chaos   kill, starve and restart everything while records are uploaded, and count (two hours)
#   make schemathesis  ask a running archive's API whatever its description allows (some minutes)
#   make clients make clients of the API for Python and TypeScript, and try one on a running archive
#   make lock    renew the locked requirements after pyproject.toml has changed
#   make clean   remove what was built; instance/ stays

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
# Compiled once, here: the archive is several processes, and each would do it again at its start.
PIP := $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python
unexport PYTHONDONTWRITEBYTECODE
# Packages are fetched by what this machine trusts, as every other program here does it.
export UV_SYSTEM_CERTS := 1
# How many tests run at once: one more than there are cores, for many wait for another process.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
OLDEST := 3, 11, 2

.PHONY: help serve test slowest check fmt rulings findings learn messages laws bench speed sound compile wheel mass fuzz hiding odd pictures axe schemathesis clients chaos lock clean browser

help:
	@sed -n 's/^#   //p' Makefile

serve: $(VENV)/runtime.stamp
	@TWENTIES_LOG_LEVEL=$${TWENTIES_LOG_LEVEL:-warning} TWENTIES_WEIGH=$${TWENTIES_WEIGH:-public} \
	  exec $(BIN)/twenties serve

# The first time, one process compiles the tests: else each of those that run them would.
test: $(VENV)/dev.stamp browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo "Checking the types, too, beside the tests"; \
	$(BIN)/mypy >$(VENV)/types.txt 2>&1 & types=$$!; \
	[ -d tests/__pycache__ ] || $(BIN)/pytest --collect-only -qq >/dev/null; \
	$(BIN)/pytest -n $(JOBS) --dist loadgroup; tests=$$?; \
	wait $$types; types=$$?; cat $(VENV)/types.txt; \
	exit $$((tests + types > 0))

slowest: $(VENV)/dev.stamp browser
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup -p bench.slowest

check: test

fmt: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

rulings: $(VENV)/dev.stamp
	$(BIN)/python -m tests.games.rulings_table

# For a new language: make messages LANGUAGE=fr
LANGUAGE ?=
messages: $(VENV)/dev.stamp
	$(BIN)/python -m tests.languages.messages $(LANGUAGE)

findings: $(VENV)/dev.stamp
	$(BIN)/python -m tests.scoring.examples_page

learn: $(VENV)/dev.stamp
	$(BIN)/python -m tests.web.learn_page

# How often to go through all laws. Each time has new examples, ten times as many as `make test`,
# which has the same ones always.
LAWS ?= 20
laws: $(VENV)/dev.stamp
	@for time in $$(seq $(LAWS)); do \
		$(BIN)/pytest -q -n $(JOBS) -m hypothesis --hypothesis-profile=searching || exit 1; \
	done

bench: $(VENV)/dev.stamp
	$(BIN)/python -m bench

speed: $(VENV)/dev.stamp
	$(BIN)/python -m bench.speed

# Python takes what was compiled in place of the source; `make clean` goes back to that.
compile: $(VENV)/dev.stamp
	$(BIN)/python -m bench.compiled

# For this Python and machine; one for all is built by `python -m hatchling build -t wheel`.
wheel: $(VENV)/dev.stamp
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m hatchling build -t wheel

# For example: make sound SOUND='--records 500 --seed 7 twenty'
SOUND ?=
sound: $(VENV)/dev.stamp
	$(BIN)/python -m bench.sound_path $(SOUND)

# For example: make mass MASS='--games 5000 --slips 300 --seed 7'
MASS ?=
mass: $(VENV)/dev.stamp
	$(BIN)/python -m bench.mass $(MASS)

# For example: make fuzz FUZZ='--minutes 600 --seed 7 --keep findings'
FUZZ ?=
fuzz: $(VENV)/dev.stamp
	$(BIN)/python -m bench.fuzz $(FUZZ)

# For example: make hiding HIDING='--cases 10000 --seed 7 --shrink'
HIDING ?=
hiding: $(VENV)/dev.stamp
	$(BIN)/python -m bench.hiding $(HIDING)

# For example: make pictures PICTURES='--only replay game'
PICTURES ?=
pictures: $(VENV)/dev.stamp browser
	$(BIN)/python -m bench.pictures $(PICTURES)

# For example: make axe AXE='--only home replay'
AXE ?=
axe: $(VENV)/dev.stamp browser
	$(BIN)/python -m bench.axe $(AXE)

odd: $(VENV)/dev.stamp
	$(BIN)/pytest -n $(JOBS) -m broad

# For example: make chaos CHAOS='--database sqlite --only "workers killed" --uploads 100'
CHAOS ?=
chaos: $(VENV)/dev.stamp
	$(BIN)/python -m bench.chaos $(CHAOS)

# For example: make schemathesis SCHEMATHESIS='--examples 200 --seed 7'
SCHEMATHESIS ?=
schemathesis: $(VENV)/dev.stamp
	$(BIN)/python -m bench.api $(SCHEMATHESIS)

# The lock files hold versions and hashes, no addresses: any package index will do.
EXPORT := $(BIN)/uv export --quiet --frozen --no-header --no-emit-project
# For example: make clients CLIENTS='--archive http://127.0.0.1:2020 --into /somewhere'
CLIENTS ?=
clients: $(VENV)/dev.stamp
	$(BIN)/python -m bench.clients $(CLIENTS)

lock: $(VENV)/uv.stamp
	$(BIN)/uv lock --quiet --upgrade
	$(EXPORT) --no-dev --group build --output-file requirements/runtime.txt
	$(EXPORT) --all-groups --no-group fuzz --output-file requirements/dev.txt
	$(EXPORT) --only-group uv --output-file requirements/uv.txt

clean:
	find archive . -maxdepth 4 -name '*.so' -not -path './$(VENV)/*' -delete
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Each stamp says that a step was done with the files it depends on, so that a second run is quick.

$(BIN)/python:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < ($(OLDEST)))' 2>/dev/null; then \
			echo "Building $(VENV) with $$python"; \
			exec $$python -m venv $(VENV); \
		fi; \
	done; \
	echo "Python 3.11.2 or later is needed, and no such python3 was found." >&2; \
	echo "Install one, or name it: make serve PYTHON=/path/to/python" >&2; \
	exit 1

$(VENV)/uv.stamp: requirements/uv.txt | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(VENV)/runtime.stamp: requirements/runtime.txt pyproject.toml $(VENV)/uv.stamp
	@echo "Installing what the archive needs"
	@$(PIP) --require-hashes -r $<
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml $(VENV)/uv.stamp
	@echo "Installing what the checks need"
	@$(PIP) --require-hashes -r $<
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# The browser tests want Debian's chromium-headless-shell. Chromium itself does as well, and takes a
# minute longer; without either they are skipped, loudly, at the very end.
browser:
	@if command -v chromium-headless-shell >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing chromium-headless-shell for the browser tests"; \
		export DEBIAN_FRONTEND=noninteractive; \
		{ apt-get update -qq && apt-get install -qq -y --no-install-recommends \
			chromium-headless-shell; } >/dev/null && exit 0; \
		echo "chromium-headless-shell could not be installed" >&2; \
	fi; \
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
		|| echo "No chromium here: the browser tests will be skipped" >&2
