# Glade: every command sets up its own virtual environment (.venv) when it is missing or the requirements changed.
#   make play    run the bot: on Discord if a token is set, otherwise on this machine, in the browser
#   make test    run the tests
# `make help` lists the rest.

VENV := .venv
PY := $(VENV)/bin/python
# The stamps carry a hash of the requirements: a second run starts at once, a changed pin installs again.
RUN_READY := $(VENV)/ready-$(shell cat requirements.txt | cksum | cut -d' ' -f1)
DEV_READY := $(VENV)/ready-dev-$(shell cat requirements.txt requirements-dev.txt | cksum | cut -d' ' -f1)
PIP := $(PY) -m pip install --disable-pip-version-check --progress-bar on

# Options for the commands: make play ARGS="local --port 8000", make test ARGS="-k store", make soak ARGS="--minutes 5"
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test check format bench soak clean

help:  ## this list
	@echo "Glade: deep board games on Discord."
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

play: $(RUN_READY)  ## run the bot: on Discord if DISCORD_TOKEN is set, otherwise here, in the browser
	@$(PY) bot.py $(ARGS)

test: $(DEV_READY)  ## run the tests
	@$(PY) -m pytest -n auto --dist worksteal $(ARGS)

check: $(DEV_READY)  ## format, lint, types, layers: only looks, changes nothing
	@echo "format"; $(VENV)/bin/ruff format --check --quiet . || { echo "run: make format"; exit 1; }
	@echo "lint";   $(VENV)/bin/ruff check --quiet .
	@echo "types";  $(VENV)/bin/mypy --no-error-summary
	@echo "layers"; $(VENV)/bin/lint-imports --no-logo
	@echo "all checks passed"

format: $(DEV_READY)  ## put the code in order
	@$(VENV)/bin/ruff format .
	@$(VENV)/bin/ruff check --fix .

bench: $(DEV_READY)  ## measure the speed, as ratios
	@$(PY) bot.py bench $(ARGS)

soak: $(DEV_READY)  ## hundreds of games at once, killed and restarted, with faults injected
	@$(PY) bot.py soak $(ARGS)

scan: $(DEV_READY)  ## look up known weaknesses of the dependencies (asks the package index: needs the network)
	@$(PIP) --quiet pip-audit==2.10.1
	@$(VENV)/bin/pip-audit --requirement requirements.txt --no-deps --disable-pip --progress-spinner off

clean:  ## remove the virtual environment and caches; games stay
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@python=""; \
	for name in python3.11 python3 python3.12 python3.13; do \
		if command -v $$name >/dev/null && $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then python=$$name; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "Glade needs Python 3.11 or newer. On Debian: sudo apt install python3 python3-venv"; exit 1; \
	fi; \
	if ! $$python -c 'import venv, ensurepip' 2>/dev/null; then \
		echo "Python's venv module is missing. On Debian: sudo apt install python3-venv"; exit 1; \
	fi; \
	echo "setting up the virtual environment in $(VENV) (once)"; \
	$$python -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(RUN_READY): | $(PY)
	@echo "installing what the bot needs (once)"
	@$(PIP) -r requirements.txt
	@rm -f $(VENV)/ready-[0-9]* && touch $@

$(DEV_READY): | $(PY)
	@echo "installing what the bot, the tests and the checks need (once)"
	@$(PIP) -r requirements-dev.txt
	@rm -f $(VENV)/ready-* && touch $(RUN_READY) $@
