# make run    set everything up, then score the built-in entries
# make setup  set everything up
# make web    set everything up, then play in the browser
# make test   set everything up, then run the tests
# make site   set everything up, then write the site into site/
# make constraints   renew the versions that all of these install

PYTHON ?= python3
GAMES ?= 401
CONSTRAINTS ?= .ci/constraints.txt
BIN := .venv/bin
# On a terminal pip says what it does. Python compiles modules when it imports them.
INSTALL = $(BIN)/python -m pip install --no-compile $$(test -t 1 || echo --quiet) \
  --constraint $(CONSTRAINTS) --editable

.PHONY: run setup web test site constraints
run: .venv/run.stamp
	$(BIN)/python evaluate.py --games $(GAMES)

setup: .venv/run.stamp

web: .venv/run.stamp
	$(BIN)/python interactive.py web

site: .venv/docs.stamp
	$(BIN)/python -m sphinx --quiet --fail-on-warning --doctree-dir .venv/doctrees docs site/docs
	$(BIN)/python interactive.py site

test: .venv/test.stamp
	$(BIN)/python -m pytest

# The newest versions for every supported Python, with markers where one does not serve
# all. pip resolves for the Python that it runs on alone; uv does for a range.
constraints:
	$(PYTHON) -m venv --clear .venv/uv
	.venv/uv/bin/python -m pip install --quiet uv
	.venv/uv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	  --extra dev --no-header --no-annotate --output-file .ci/constraints.txt pyproject.toml
	rm -r .venv/uv

# A stamp is newer than what is installed once its install has succeeded.
.venv/run.stamp: pyproject.toml $(CONSTRAINTS)
	@$(PYTHON) .ci/supported.py $(PYTHON)
	$(PYTHON) -m venv .venv
	$(INSTALL) '.[dask,tune]'
	@touch $@

.venv/docs.stamp: .venv/run.stamp
	$(INSTALL) '.[dask,tune,docs]'
	@touch $@

.venv/test.stamp: .venv/run.stamp
	$(INSTALL) '.[dev]'
	@touch $@
