# make run    set everything up, then score the built-in entries
# make test   set everything up, then run the tests
# make site   set everything up, then write the site into site/
# make constraints   renew the versions that all of these install

PYTHON ?= python3
GAMES ?= 1001
CONSTRAINTS ?= .ci/constraints.txt
BIN := .venv/bin
INSTALL = $(BIN)/python -m pip install --quiet --constraint $(CONSTRAINTS) --editable

# Hundreds of processes of the tests would compile the sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test site constraints
run: .venv/run.stamp
	$(BIN)/python evaluate.py --games $(GAMES)

site: .venv/docs.stamp
	$(BIN)/python -m sphinx --quiet --fail-on-warning --doctree-dir .venv/doctrees docs site/docs
	$(BIN)/python interactive.py site

test: .venv/test.stamp
	$(BIN)/python -m pytest

# With the lowest supported Python, whose newest versions run on later ones too.
constraints:
	$(PYTHON) -m venv --clear .venv/newest
	.venv/newest/bin/python -m pip install --quiet --editable '.[dev]'
	.venv/newest/bin/python -m pip freeze --exclude-editable > .ci/constraints.txt
	rm -r .venv/newest

# A stamp is newer than what is installed once its install has succeeded.
.venv/run.stamp: pyproject.toml $(CONSTRAINTS)
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Clueproof needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + "; name another: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(INSTALL) '.[dask,tune,tui]'
	@touch $@

.venv/docs.stamp: .venv/run.stamp
	$(INSTALL) '.[dask,tune,tui,docs]'
	@touch $@

.venv/test.stamp: .venv/run.stamp
	$(INSTALL) '.[dev]'
	@touch $@
