# make run           set everything up, then score the built-in entries
# make setup         set everything up
# make web           set everything up, then play in the browser
# make test          set everything up, then run the tests
# make check         set everything up, then check style and types: seconds
# make site          set everything up, then write the site into site/
# make requirements  renew the versions that all of these install

PYTHON ?= python3
GAMES ?= 401
BIN := .venv/bin
# On a terminal pip says what it does. pip compiles all modules: a strategy in the sandbox
# may not write into .venv, so it would compile what it imports at every start.
PIP = $(BIN)/python -m pip install $$(test -t 1 || echo --quiet)
# Every command takes twice as long where Python may not keep what it compiles.
unexport PYTHONDONTWRITEBYTECODE

# $(call install,core) installs the packages of .ci/core.txt, each with a hash, and the
# project. With CONSTRAINTS=FILE the packages have the versions of that file instead.
ifdef CONSTRAINTS
install = $(PIP) --constraint $(CONSTRAINTS) --editable '.$(if $(filter-out core,$1),[$1])'
else
install = $(PIP) --require-hashes --requirement .ci/$1.txt \
  && $(PIP) --no-deps --no-build-isolation --editable .
endif

.PHONY: run setup web test check site requirements
run: .venv/core.stamp
	$(BIN)/python evaluate.py --games $(GAMES)

setup: .venv/core.stamp

web: .venv/core.stamp
	$(BIN)/python interactive.py web

site: .venv/docs.stamp
	$(BIN)/python -m sphinx --quiet --fail-on-warning --doctree-dir .venv/doctrees docs site/docs
	$(BIN)/python interactive.py site

test: .venv/dev.stamp
	$(BIN)/python -m pytest

check: .venv/dev.stamp
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

requirements:
	PYTHON=$(PYTHON) .ci/renew

# A stamp is newer than what is installed once its install has succeeded.
.venv/core.stamp: pyproject.toml .ci/core.txt $(CONSTRAINTS)
	@$(PYTHON) .ci/supported.py $(PYTHON)
	$(PYTHON) -m venv .venv
	$(call install,core)
	@touch $@

.venv/docs.stamp: .venv/core.stamp .ci/docs.txt
	$(call install,docs)
	@touch $@

.venv/dev.stamp: .venv/core.stamp .ci/dev.txt
	$(call install,dev)
	@touch $@
