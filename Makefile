# Two commands do everything on a machine with Python 3.11 or newer: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help setup play test suite quick lint docs wheel rules bench terminal browser screenshots bench-web bench-start bench-peers chaos fuzz clean

help: ## list the commands
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/.installed-dev ## make the virtual environment and install everything into it

$(VENV)/.installed-play: pyproject.toml scripts/install.sh
	@scripts/install.sh $(PYTHON) $(VENV) web
	@touch $@

$(VENV)/.installed-dev: pyproject.toml scripts/install.sh
	@scripts/install.sh $(PYTHON) $(VENV) dev
	@touch $(VENV)/.installed-play $@

play: $(VENV)/.installed-play ## the table in the browser; the rules are compiled beside it, once
	@$(BIN)/khonsu serve --open $(ARGS)

terminal: $(VENV)/.installed-play ## a match in the terminal
	@$(BIN)/khonsu play $(GAME)

test: setup ## all tests, linters and the rule ledger
	@$(MAKE) --no-print-directory lint rules suite

suite: setup ## all tests alone; types are checked with the NumPy of Python 3.11, whose stubs differ from those of later ones
	@scripts/browser.sh
	@scripts/postgres.sh
	@$(BIN)/khonsu warm
	$(BIN)/python -m pytest -n auto --dist worksteal -q

quick: setup ## what is checked in under two minutes, without a browser: linters, and the tests that are not slow
	@$(MAKE) --no-print-directory lint rules
	@$(BIN)/khonsu warm
	$(BIN)/python -m pytest -n auto --dist worksteal -q -m 'not slow'

docs: setup ## the documentation as a site, into build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

wheel: setup ## the package that others install, into dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

lint: setup ## ruff, mypy, import-linter, eslint
	$(BIN)/ruff check
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports
	@scripts/eslint.sh

rules: setup ## rules without a test
	$(BIN)/python scripts/rules.py

bench: setup ## how fast every game is
	@for game in $$($(BIN)/khonsu games --json | $(BIN)/python -c 'import json, sys; print(*(g["name"] for g in json.load(sys.stdin)))'); do $(BIN)/khonsu bench $$game; done

browser: ## what browser tests and screenshots need
	@scripts/browser.sh

screenshots: setup browser ## pictures of every page and board on every screen, into build/screenshots, and what is wrong with them
	@$(BIN)/khonsu warm
	$(BIN)/python scripts/screenshots.py $(ARGS)

bench-web: setup ## how quick drawings and the server are, beside boardgame.io's (on this machine only); writes docs/benchmarks.md
	@$(BIN)/khonsu warm
	$(BIN)/python scripts/bench_web.py

bench-start: setup browser ## how long a newcomer waits: a fresh clone, an empty home, nothing compiled
	$(BIN)/python scripts/bench_start.py $(ARGS)

bench-peers: setup ## the race against Catanatron, OpenSpiel and RLCard; writes docs/benchmarks.md
	@$(BIN)/khonsu warm
	$(BIN)/python benchmarks/peers.py $(ARGS)

chaos: setup ## break a server in every way we know of while matches are played (this machine only, under ten minutes)
	@$(BIN)/khonsu warm
	PYTHONPATH=scripts $(BIN)/python -m chaos $(ARGS)

fuzz: setup ## knock at every door of a server with what nobody should send (this machine only, under ten minutes)
	@$(BIN)/khonsu warm
	PYTHONPATH=scripts $(BIN)/python -m fuzz $(ARGS)

clean: ## forget everything that was installed; compiled rules lie in your cache folder, which clears itself
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache
