"""Importing the package is light, and its public names are found when asked for."""

import subprocess
import sys

import pytest

import ag_notebook


def loaded_by(statement: str) -> set[str]:
    """The top-level packages in memory of a new Python after one statement."""
    code = f"{statement}\nimport sys; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_package_loads_neither_tensorflow_nor_ipython():
    assert not loaded_by("import ag_notebook") & {"tensorflow", "IPython", "ipywidgets", "graphviz", "numpy"}


@pytest.mark.parametrize("package", ["staging", "report", "views"])
def test_packages_below_the_notebook_load_neither(package):
    assert not loaded_by(f"import ag_notebook.{package}") & {"tensorflow", "IPython", "ipywidgets"}


def test_the_notebook_edge_loads_no_tensorflow():
    assert "tensorflow" not in loaded_by("import ag_notebook.notebook.extension")


def test_public_names():
    for name in ag_notebook.__all__:
        assert getattr(ag_notebook, name) is not None
    assert set(ag_notebook.__all__) <= set(dir(ag_notebook))
    assert ag_notebook.function.__module__.startswith("ag_notebook.staging")
    assert ag_notebook.views.__name__ == "ag_notebook.views"


def test_lantern_is_found_by_its_short_name_and_loads_no_tensorflow():
    assert not loaded_by("from ag_notebook import lantern; lantern.grad") & {"tensorflow", "IPython"}
    assert ag_notebook.lantern.__name__ == "ag_notebook.staging.backends.lantern"
    assert "lantern" in dir(ag_notebook)


def test_an_unknown_name():
    with pytest.raises(AttributeError, match="no attribute 'fnuction'"):
        _ = ag_notebook.fnuction


def test_the_version_is_the_distributions():
    from importlib.metadata import version

    assert version("ag-notebook") == ag_notebook.__version__
