"""Does each construct as Python does it: the back end of plain values and the oracle of the tests."""

from ag_notebook.staging.backends.python.backend import PYTHON, PythonBackend

__all__ = ["PYTHON", "PythonBackend"]
