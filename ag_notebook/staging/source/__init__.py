"""Finds the text and the syntax tree of a function."""

from ag_notebook.staging.source.finding import FoundSource, find
from ag_notebook.staging.source.texts import register

__all__ = ["FoundSource", "find", "register"]
