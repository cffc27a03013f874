# `make` or `make help` lists what there is. Everything runs in VENV, made on first use.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
READY := $(VENV)/.ready
LONG ?=

.DEFAULT_GOAL := help
.PHONY: page help venv check format lint types layers test proofs mutants sides laws doctest docs bench playthroughs interactions studies requirements changelog wheel release web browser pictures services online nemesis secrecy clean

help: ## what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(READY) ## the environment for work on gattai

$(READY): requirements/dev.txt pyproject.toml
	PYTHON=$(PYTHON) bash .ci/environment $(VENV)
	@touch $@

check: $(READY) ## everything that CI runs, in the environment you have
	bash .ci/run --in $(VENV)

format: $(READY) ## put the source into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(READY) ## format and lint, without changing anything
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY) ## mypy --strict over src and tests
	$(BIN)/mypy

layers: $(READY) ## who may import whom
	$(BIN)/lint-imports

# Each part of docs/explanation/map.md, and the tests that run alone for it.
PART_core := tests/kernel tests/tabletop tests/odds tests/scene tests/library tests/architecture
PART_games := tests/games tests/playthroughs tests/transcripts tests/toy tests/sixth_game
PART_bots := tests/bots
PART_table := tests/server tests/table
PART_site := tests/online --ignore=tests/online/browser
PART_lab := tests/lab
PART_adapters := tests/adapters
PART_terminal := tests/terminal
PART_browser := tests/browser

test: $(READY) ## all tests and doctests, or those of one PART (core, games, bots, table, site, lab, adapters, terminal, browser); LONG=1 for the long ones too
	$(if $(PART),$(if $(PART_$(PART)),,$(error There is no part "$(PART)"; see docs/explanation/map.md)))
	$(BIN)/python -m pytest -n auto $(if $(PART),-q $(PART_$(PART)),--proofs check) $(if $(LONG),--long)

proofs: $(READY) ## write down which rules the tests prove that ran and passed
	$(BIN)/python -m pytest -q -n auto tests/games --proofs write

mutants: $(READY) ## break the rules of GAME and list what its tests do not see; RULE=ID, SHARD=1/4, JSON=FILE
	$(BIN)/python -m tests.mutants $(GAME) $(foreach one,$(RULE),--rule $(one)) $(if $(SHARD),--shard $(SHARD)) $(if $(JSON),--json $(JSON))

sides: $(READY) ## find a break that proves each side of each rule of GAME, and keep them in its sides.txt
	$(BIN)/python -m tests.mutants $(GAME) --sides $(foreach one,$(SEEN),--seen $(one))

laws: $(READY) ## only the laws that hold for every game
	$(BIN)/python -m pytest -n auto tests/laws $(if $(LONG),--long)

doctest: $(READY) ## only the examples in the docstrings
	$(BIN)/python -m pytest src

docs: $(READY) ## build the documentation into site/
	$(BIN)/zensical build --clean --strict

bench: $(READY) ## decisions per CPU-second, beside our peers
	bash .ci/environment $(VENV) requirements/bench.txt
	$(BIN)/python bench/engine.py

studies: $(READY) ## play the studies of our own games as far as they are not played, and make their pages; GAME=aegis for one
	$(BIN)/python -m bench.studies play $(GAME)

playthroughs: $(READY) ## write the golden playthroughs anew; read the difference before committing it
	$(BIN)/python -m tests.playthroughs.regenerate

interactions: $(READY) ## write the pages on who can do what to whom anew; read the difference before committing it
	$(BIN)/python -m tests.audit

requirements: ## pin the newest versions that pyproject.toml allows
	bash requirements/pin

changelog: $(READY) ## show what the next release will say
	$(BIN)/towncrier build --draft

wheel: $(READY) ## build the wheel into dist/; WITHOUT=mechastellar leaves a game out
	$(if $(WITHOUT),bash .ci/wheel-without $(WITHOUT) $(BIN)/python,$(BIN)/hatchling build -t wheel)

release: $(READY) ## build what is published into dist/; asks where the project lives, or HOME_PAGE=https://...
	bash .ci/release $(BIN)/python "$(HOME_PAGE)"

web: $(READY) ## build the browser client into the package; needs Node 20 or later
	cd web && npm install --no-save --no-audit --no-fund
	cd web && PYTHON=$(abspath $(BIN))/python npm run types && npm run check && npm test && npm run build

page: $(READY) ## build the table as a static page into dist/page, or FOLDER; WITHOUT=mechastellar leaves a game out; needs Node
	cd web && npm install --no-save --no-audit --no-fund
	PYTHON=$(PYTHON) bash .ci/page-wheel
	$(BIN)/gattai page build $(or $(FOLDER),dist/page) $(foreach one,$(WITHOUT),--without $(one)) $(if $(BASE),--base $(BASE))

browser: $(READY) ## the tests that need a browser (Debian: apt-get install chromium)
	$(BIN)/python -m pytest -n 2 tests/browser tests/online/browser -m browser

pictures: $(READY) ## the pictures of the documentation, by a browser
	$(BIN)/python -m tests.browser.pictures
	$(BIN)/python -m tests.online.browser.pictures
	$(BIN)/python -m tests.terminal.pictures
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m tests.plugins.editors.pictures
	$(BIN)/python -m tests.browser.recording

services: ## PostgreSQL and NATS for the tests of a host's site, from Debian's packages; left alone if they answer
	bash .ci/services

online: $(READY) services ## the tests of a host's site
	$(BIN)/python -m pytest -n 2 tests/online

nemesis: $(READY) services ## an hour of kills and cut cables at a site; nothing may be lost. SECONDS=60 SEED=7
	$(BIN)/python -m tests.online.nemesis --seconds $(or $(SECONDS),900) --seed $(or $(SEED),1)
	$(BIN)/python -m tests.online.nemesis --games --seconds $(or $(SECONDS),2700) --seed $(or $(SEED),1)

secrecy: $(READY) services ## hidden cards stay hidden and bad input harms nobody, at real nodes: 500 pairs, 100,000 messages
	$(BIN)/python -m pytest -n 2 -rP --long tests/online/secrecy tests/online/people/test_endpoint_bad_input.py

clean: ## remove what was built
	rm -rf build dist site .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
