# Everything is run from here. In a fresh clone the first target that you run builds .venv from uv.lock;
# the machine only needs Python 3.11 or newer, make and git.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

UV_VERSION := 0.13.8
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# The package's build compiles them.
CATALOGUES := $(wildcard bot/locale/*/LC_MESSAGES/boneyard.po)

# Use the machine's Python, never a downloaded one.
export UV_PYTHON_DOWNLOADS := never
export UV_PROJECT_ENVIRONMENT := $(VENV)
unexport VIRTUAL_ENV
# Use the machine's certificates, if it has any: a company network may need its own.
ifneq ($(wildcard /etc/ssl/certs/ca-certificates.crt),)
export UV_SYSTEM_CERTS := true
endif
# uv.lock names PyPI; a mirror that the environment names would make the lock look out of date.
unexport UV_DEFAULT_INDEX UV_EXTRA_INDEX_URL UV_INDEX UV_INDEX_URL

# The first of these commands that runs and is new enough.
PYTHON = $(firstword $(foreach python,python3 python3.14 python3.13 python3.12 python3.11 python,\
	$(shell $(python) -c 'import sys; sys.version_info >= (3, 11) and print("$(python)")' 2>/dev/null)))

# The machine's uv if it is recent enough for the lock, otherwise a copy in .tools.
UV = $(shell uv --version 2>/dev/null | awk '{ split($$2, v, "."); if (v[1] > 0 || v[2] >= 13) print "uv" }')
OWN_UV := .tools/bin/uv

# Tests run in one more process than there are cores, since some only wait for another process.
# `make test SPREAD=` runs them one after the other.
WORKERS = $(shell '$(PYTHON)' -c 'import os; print(os.cpu_count() + 1)')
SPREAD ?= -n $(WORKERS) --dist worksteal
# Without .pyc files every process of the tests would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

# `make check` reformats files, but in CI it only reports them.
FORMAT_FLAGS := $(if $(filter-out 0 false,$(CI)),--check)

.PHONY: help setup lock demo bot test test-all coverage format check bench messages wheel clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: $(READY) ## build .venv from uv.lock (targets that need it do so themselves)
	@echo "$(VENV) is ready"

$(READY): pyproject.toml uv.lock Makefile hatch_build.py $(CATALOGUES)
	@python='$(PYTHON)'; uv='$(UV)'; \
	if [ -z "$$python" ]; then \
		echo "Boneyard needs Python 3.11 or newer, and none was found on the PATH." >&2; exit 1; \
	fi; \
	if [ -z "$$uv" ]; then $(MAKE) -s $(OWN_UV) && uv=$(OWN_UV) || exit 1; fi; \
	"$$uv" sync --quiet --locked --compile-bytecode --python "$$python" \
		--reinstall-package boneyard
	@touch $@

# Install uv in a virtual environment, or with pip's --target if Debian's Python lacks ensurepip.
$(OWN_UV): Makefile
	@echo "Fetching uv $(UV_VERSION) into .tools ..."
	@rm -rf .tools
	@$(PYTHON) -m venv .tools >/dev/null 2>&1 \
		&& .tools/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION) \
		|| { rm -rf .tools; $(PYTHON) -m pip install --quiet --disable-pip-version-check \
			--target .tools uv==$(UV_VERSION); } \
		|| { rm -rf .tools; echo "uv could not be fetched. Python needs pip or venv (on Debian:" \
			"apt-get install python3-venv) and a way to pypi.org; or install uv yourself:" \
			"https://docs.astral.sh/uv/" >&2; exit 1; }
	@touch $@

lock: ## write uv.lock again after a change to pyproject.toml
	@uv='$(UV)'; if [ -z "$$uv" ]; then $(MAKE) -s $(OWN_UV) && uv=$(OWN_UV) || exit 1; fi; \
	"$$uv" lock --python '$(PYTHON)'

demo: $(READY) ## play in a simulated Discord, in the browser, without a token
	$(BIN)/python -m bot demo

bot: $(READY) ## run the bot with the settings of .env
	$(BIN)/python -m bot run

test: $(READY) ## test every package and every game, in a few minutes
	$(BIN)/python -m pytest $(SPREAD) $(ARGS)

test-all: $(READY) ## run all tests: also crashes, endurance and PostgreSQL, in about twenty minutes
	tests/with_postgres.sh $(BIN)/python -m pytest -m "deep or not deep" $(SPREAD) $(ARGS)

coverage: $(READY) ## run the tests and list the lines they did not reach
	$(BIN)/python -m coverage run -m pytest $(ARGS)
	$(BIN)/python -m coverage report

format: $(READY) ## format the code, sort imports and fix what ruff can fix
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

check: $(READY) ## format (in CI: only report), lint, check types and import rules
	$(BIN)/ruff format $(FORMAT_FLAGS)
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(READY) ## measure speed and memory, beside the promised limits
	BONEYARD_TEST_FSYNC=on tests/with_postgres.sh $(BIN)/python -m benchmarks

messages: $(READY) ## collect the sentences, add them to every language's catalogue, and compile these
	@mkdir -p bot/locale
	$(BIN)/pybabel --quiet extract --mapping pyproject.toml --output bot/locale/boneyard.pot \
		--project boneyard --version 1.0.0 --copyright-holder "The Boneyard authors" \
		--msgid-bugs-address "the project's issues" \
		--sort-by-file --add-location file --add-comments "Translators:" \
		--keyword say --keyword count:1,2 --keyword NC_:1c,2 --no-wrap bot
	$(BIN)/pybabel --quiet update --domain boneyard --input-file bot/locale/boneyard.pot \
		--output-dir bot/locale --width 100 --no-fuzzy-matching --ignore-obsolete \
		--ignore-pot-creation-date
	$(BIN)/pybabel compile --domain boneyard --directory bot/locale --statistics

wheel: ## build the package in dist (or DIST), to be installed with pip
	@uv='$(UV)'; if [ -z "$$uv" ]; then $(MAKE) -s $(OWN_UV) && uv=$(OWN_UV) || exit 1; fi; \
	"$$uv" build --quiet --wheel --python '$(PYTHON)' --out-dir '$(or $(DIST),dist)'

clean: ## remove everything that can be built again, but keep settings and matches
	rm -rf $(VENV) .tools build dist htmlcov .coverage .coverage.* .hypothesis \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
