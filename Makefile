# Everything needs only Python 3.11 or newer, its pip, and make. `make help` lists the targets.
#
# The tools live in .venv, at the exact versions of requirements.lock (to run the bot) and tests/requirements.lock
# (to work on it), each checked by its hash; a stamp file remembers what is in. The project itself is not installed:
# it runs from this folder.

PYTHON ?= python3
PYTEST_FLAGS ?= -n auto --dist loadfile --no-loadscope-reorder
ARGS ?=

PY := .venv/bin/python
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
MADE := .venv/made-for-$(VERSION)
CODE := engine bot migrations benchmarks tests

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_REQUIRE_VIRTUALENV := 0
export PYTHONUTF8 := 1

.PHONY: help play run test check format bench lock clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

play: .venv/to-run ## play in a page on this machine: no token, no account
	@$(PY) -m bot play $(ARGS)

run: .venv/to-run ## run the bot on Discord: DISCORD_TOKEN=… make run
	@$(PY) -m bot run $(ARGS)

test: check ## the checks below, then every test
	$(PY) -m pytest $(PYTEST_FLAGS)

check: .venv/to-work ## lint, format, types, and the contracts between the packages
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy $(CODE)
	$(PY) -c "from importlinter.cli import lint_imports_command as check; check()" --no-logo

format: .venv/to-work ## put the code in order
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

bench: .venv/to-bench ## measure, and write benchmarks/RESULTS.md
	$(PY) -m benchmarks $(ARGS)

lock: $(MADE) ## choose the newest versions that pyproject.toml allows
	$(PYTHON) -m pip --python $(PY) install --quiet --upgrade uv
	$(PY) -m uv pip compile --upgrade $(LOCK_FLAGS) --extra offline -o requirements.lock pyproject.toml
	$(PY) -m uv pip compile --upgrade $(LOCK_FLAGS) --extra offline --extra postgres --extra dev -c requirements.lock \
		-o tests/requirements.lock pyproject.toml

LOCK_FLAGS := --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url \
	--no-emit-find-links --custom-compile-command 'make lock'

clean: ## take away what the targets made, but no database
	rm -rf .venv .venv-bootstrap .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/to-run: requirements.lock $(MADE)
	@echo 'Setting up .venv (once) …'
	@$(PYTHON) -m pip --python $(PY) install --quiet --require-hashes -r requirements.lock
	@touch $@

.venv/to-work: tests/requirements.lock .venv/to-run
	@echo 'Setting up the tools for tests (once) …'
	@$(PYTHON) -m pip --python $(PY) install --quiet --require-hashes -r tests/requirements.lock
	@touch $@

.venv/to-bench: benchmarks/requirements.txt .venv/to-work
	@$(PYTHON) -m pip --python $(PY) install --quiet --no-deps -r benchmarks/requirements.txt
	@touch $@

# Debian's python3 has no ensurepip unless python3-venv is installed, so the environment gets no pip of its own: the
# one outside installs into it. Where venv is missing altogether, pip's virtualenv takes its place.
.venv/made-for-%:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Parlour needs Python 3.11 or newer, and $(PYTHON) is not; try: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; \
		exit 2; }
	@$(PYTHON) -m pip --version >/dev/null 2>&1 || { \
		echo "Parlour needs pip for $(PYTHON); on Debian: apt install python3-pip" >&2; exit 2; }
	@rm -rf .venv
	@$(PYTHON) -m venv --without-pip .venv >/dev/null 2>&1 || { rm -rf .venv; \
		$(PYTHON) -m pip install --quiet --upgrade --target .venv-bootstrap virtualenv && \
		PYTHONPATH=.venv-bootstrap $(PYTHON) -m virtualenv --quiet --no-seed .venv; }
	@touch $@
