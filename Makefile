# make run    serve the pages (PORT=8866, HOST=localhost, KERNELS=20, IDLE=30, CARDS=, PAGES=)
# make test   check everything: lint, types, tests, notebooks and a real browser
# make check  check the fast half of it: lint, types and the tests that take under a second and need no server
# make site   build the pages as static files for any web server (OUT=build/rules-tutor-site)
# make fast   compile the engine and the rules, so that simulations run three to five times as fast (needs a C compiler)
# make help   list all targets

PORT    ?= 8866
HOST    ?= localhost
KERNELS ?= 20
IDLE    ?= 30
CARDS   ?=
PAGES   ?=
WORKERS ?= auto
ARRIVALS ?= 40
OUT     ?= build/rules-tutor-site

SAMPLE  ?= 100
SEED    ?= 1
GUARDS   = tests/test_scenarios.py tests/test_games.py \
           $(if $(filter engine,$(GAME)),tests/engine,tests/test_pages.py $(wildcard tests/test_$(GAME).py tests/$(GAME)))

# The files with browser tests. Only these are collected, because each worker would need seconds to read all others.
SERVED = $(sort $(shell grep -rlE --include='test_*.py' 'mark\.(browser|server)' tests))

VENV := .venv
BIN  := $(VENV)/bin
SETUP := pyproject.toml constraints.txt tools/environment.sh tools/fonts.py

# Bytecode is kept even if the shell tells Python not to keep it, because otherwise each server, worker and test would
# compile all modules again. It is kept in the environment and not beside the sources.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/bytecode

.DEFAULT_GOAL := help
.PHONY: help fast run lab site docs test test-site measure-site measure-class check lint prose format types unit quick notebooks browser mutants coverage simulate soak bench measure wheel constraints clean

help:
	@echo "make run            serve the pages on http://localhost:$(PORT)/  (PORT=, HOST=, KERNELS=, IDLE= minutes,"
	@echo "                    CARDS=GAME=DIR for card sets, PAGES=DIR for pages of your own)"
	@echo "make site           build the pages as static files in $(OUT)  (OUT=)"
	@echo "make lab            open the notebooks in JupyterLab"
	@echo "make docs           build the designers’ guide and the reference of import tutor in build/docs"
	@echo "make test           check everything: lint, types, tests, notebooks and a real browser"
	@echo "make test-site      build the static site and try it in a real browser"
	@echo "make check          check lint, types and the quick tests that need no server"
	@echo "make prose          check the spelling, grammar and phrases of every text"
	@echo "make lint, format, types, unit, quick, notebooks, browser"
	@echo "                    run one part of make test"
	@echo "make mutants        break the rules at random places and list the breaks that no test notices"
	@echo "                    (GAME=, SAMPLE=, SEED=, JSON=1)"
	@echo "make coverage       show which rules are enforced, tested and taught"
	@echo "make simulate       show how games between bots end  (GAME=, SEATS=, GAMES=)"
	@echo "make fast           compile the engine and the rules for simulations; everything else stays pure Python"
	@echo "make soak           check many random games against laws that hold in every game  (GAMES=, FROM=, GAME=)"
	@echo "make bench          measure how many decisions the engine makes per second"
	@echo "make measure        measure how long a click and a page take in a real browser"
	@echo "make measure-site   measure the same for the static site, compared with a bare Python"
	@echo "make measure-class  measure what happens when a class arrives at once, compared with stock Voila  (ARRIVALS=)"
	@echo "make wheel          build the wheel in dist/"
	@echo "make constraints    pin the dependencies again"
	@echo "make clean          remove the environment and everything that was built"

run: $(VENV)/.run
	@exec $(BIN)/rules-tutor serve --host "$(HOST)" --port "$(PORT)" --kernels "$(KERNELS)" --idle "$(IDLE)" \
		$(addprefix --cards ,$(CARDS)) $(addprefix --pages ,$(PAGES))

lab: $(VENV)/.lab
	@exec $(BIN)/rules-tutor lab

site: $(VENV)/.run
	$(BIN)/rules-tutor site "$(OUT)" --work build/site

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --clean

test: lint
	@echo "Types, unit tests, notebooks and browser tests run side by side. Each prints its results when it is done."
	@$(MAKE) --no-print-directory --output-sync=target -j 4 browser notebooks types unit BEHIND="nice -n 10"

check: lint
	@$(MAKE) --no-print-directory -j 2 types quick

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

prose: $(VENV)/.test
	$(BIN)/python -m tools.prose

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/.test
	$(BEHIND) $(BIN)/mypy

unit: $(VENV)/.test
	$(BEHIND) $(BIN)/pytest -p no:nbval -n $(WORKERS) --dist worksteal -m "not browser and not server and not static"

quick: $(VENV)/.test
	$(BIN)/pytest -p no:nbval -n $(WORKERS) --dist worksteal -m "not slow and not browser and not server and not static"

notebooks: $(VENV)/.test
	TQDM_DISABLE=1 $(BIN)/pytest -n $(WORKERS) --dist loadfile --nbval-lax --nbval-sanitize-with tests/sanitise.cfg -p no:cacheprovider -W default notebooks

browser: $(VENV)/.test $(VENV)/.chromium $(VENV)/.nginx
	CHROMIUM="$$(cat $(VENV)/.chromium)" NGINX="$$(cat $(VENV)/.nginx)" $(BIN)/pytest -p no:nbval -n $(WORKERS) --maxprocesses 4 --dist worksteal -m "browser or server" $(SERVED)

test-site: site $(VENV)/.test $(VENV)/.chromium
	CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/pytest -n $(WORKERS) --maxprocesses 4 -m static --static="$(OUT)" tests

mutants: $(VENV)/.test
	@mkdir -p build
	@$(BIN)/pytest -p tests.mutation.plugin -p no:nbval -p no:xdist -p no:cacheprovider --mutants "$(GAME)" --sample "$(SAMPLE)" --seed "$(SEED)" \
		--report build/mutants.json $(GUARDS) $(if $(JSON),> build/mutants.log || { cat build/mutants.log >&2; exit 1; })
	@$(if $(JSON),cat build/mutants.json)

coverage: $(VENV)/.run
	$(BIN)/rules-tutor coverage

simulate: $(VENV)/.lab
	$(BIN)/rules-tutor simulate $(GAME) --seats $(or $(SEATS),4) --games $(or $(GAMES),2000) --workers 0

fast: $(VENV)/.fast
	$(BIN)/python -m tools.compile

soak: $(VENV)/.test fast
	$(BIN)/rules-tutor soak $(GAME) --games $(or $(GAMES),10000) --from $(or $(FROM),0) --workers 0
	$(BIN)/python -m tutor.lab.twins 100 $(GAME)
	$(BIN)/pytest -p no:nbval -n $(WORKERS) --times 20 tests/attack/test_files.py

bench: $(VENV)/.run
	$(BIN)/rules-tutor bench

measure: $(VENV)/.test $(VENV)/.chromium
	CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/python tools/measure_pages.py
	CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/python tools/measure_map.py
	CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/python tools/measure_clicks.py

measure-class: $(VENV)/.test
	$(BIN)/python tools/measure_class.py --arrivals $(ARRIVALS)

measure-site: $(VENV)/.test $(VENV)/.chromium
	CHROMIUM="$$(cat $(VENV)/.chromium)" $(BIN)/python tools/measure_site.py

wheel: $(VENV)/.test
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

constraints: $(VENV)/.run
	sh tools/constraints.sh

clean:
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.run: $(SETUP)
	sh tools/environment.sh runs
	@touch $@

$(VENV)/.lab: $(SETUP)
	sh tools/environment.sh lab
	@touch $@ $(VENV)/.run

$(VENV)/.fast: $(SETUP)
	sh tools/environment.sh fast
	@touch $@

$(VENV)/.test: $(SETUP)
	sh tools/environment.sh test
	@touch $@ $(VENV)/.run $(VENV)/.lab $(VENV)/.fast $(VENV)/.docs

$(VENV)/.docs: $(SETUP)
	sh tools/environment.sh docs
	@touch $@

$(VENV)/.chromium: tools/chromium.sh | $(VENV)/.test
	sh tools/chromium.sh > $@.new
	@mv $@.new $@

# nginx waits for Chromium, because only one apt-get can update the list of packages at a time.
$(VENV)/.nginx: tools/nginx.sh | $(VENV)/.chromium
	sh tools/nginx.sh > $@.new
	@mv $@.new $@
