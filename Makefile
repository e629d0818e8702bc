# Two commands do everything on a machine with Python 3.11 or newer: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export KHONSU_CACHE ?= $(CURDIR)/.cache/kernels

.DEFAULT_GOAL := help
.PHONY: help setup play test lint rules bench terminal browser screenshots bench-web bench-peers chaos fuzz clean

help: ## list the commands
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/.installed ## make the virtual environment and install everything into it

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Khonsu needs Python 3.11 or newer; name one with make PYTHON=/path/to/python3")'
	@$(PYTHON) -m venv $(VENV) || { echo "The module venv is missing (on Debian: apt install python3-venv)."; exit 1; }
	@echo "Installing (a minute or two the first time) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: setup ## the table in the browser; the rules are compiled once
	@$(BIN)/khonsu warm
	@$(BIN)/khonsu serve --open

terminal: setup ## a match in the terminal
	@$(BIN)/khonsu warm
	@$(BIN)/khonsu play $(GAME)

test: setup ## all tests, linters and the rule ledger
	@$(MAKE) --no-print-directory lint rules
	@scripts/browser.sh
	@scripts/postgres.sh
	@$(BIN)/khonsu warm
	$(BIN)/python -m pytest -n auto --dist worksteal -q

lint: setup ## ruff, mypy, import-linter
	$(BIN)/ruff check
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports

rules: setup ## rules without a test
	$(BIN)/python scripts/rules.py

bench: setup ## how fast every game is
	@for game in $$($(BIN)/khonsu games --json | $(BIN)/python -c 'import json, sys; print(*(g["name"] for g in json.load(sys.stdin)))'); do $(BIN)/khonsu bench $$game; done

browser: ## what browser tests and screenshots need
	@scripts/browser.sh

screenshots: setup browser ## pictures of every page and board, into build/screenshots
	@$(BIN)/khonsu warm
	$(BIN)/python scripts/screenshots.py

bench-web: setup ## how many tables one server holds (on this machine only)
	@$(BIN)/khonsu warm
	$(BIN)/python scripts/bench_web.py

bench-peers: setup ## the race against Catanatron, OpenSpiel and RLCard; writes docs/benchmarks.md
	@$(BIN)/khonsu warm
	$(BIN)/python benchmarks/peers.py $(ARGS)

chaos: setup ## break a server in every way we know of while matches are played (this machine only, under ten minutes)
	@$(BIN)/khonsu warm
	PYTHONPATH=scripts $(BIN)/python -m chaos $(ARGS)

fuzz: setup ## knock at every door of a server with what nobody should send (this machine only, under ten minutes)
	@$(BIN)/khonsu warm
	PYTHONPATH=scripts $(BIN)/python -m fuzz $(ARGS)

clean: ## forget everything that was installed or compiled
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache
