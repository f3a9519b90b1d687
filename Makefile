# make run    set everything up, then score the built-in entries
# make test   set everything up, then run the tests
# make site   set everything up, then write the site into site/

PYTHON ?= python3
GAMES ?= 1001
BIN := .venv/bin

# Hundreds of processes of the tests would compile the sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test site
run: .venv/run.stamp
	$(BIN)/python evaluate.py --games $(GAMES)

site: .venv/docs.stamp
	$(BIN)/python -m sphinx --quiet --fail-on-warning --doctree-dir .venv/doctrees docs site/docs
	$(BIN)/python interactive.py site

test: .venv/test.stamp
	$(BIN)/python -m pytest

# A stamp is newer than pyproject.toml once its install has succeeded.
.venv/run.stamp: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Clueproof needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + "; name another: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/docs.stamp: .venv/run.stamp
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@touch $@

.venv/test.stamp: .venv/run.stamp
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@
