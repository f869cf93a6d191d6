"""Dispatches the patterns of `match` that take a value apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner


def match_parts(take_apart: Callable[[Any], Any], value: Any, **pattern: Any) -> Any:
    """The parts of `value` that a pattern captures, a tuple; None where it does not match.

    Args:
        take_apart: Python's own `match` of the pattern.
        value: the subject.
        pattern: what a back end needs to know: `length` and `star` of a sequence, `kind` of a class pattern.
    """
    __tracebackhide__ = True
    backend = owner(value)
    return take_apart(value) if backend is PYTHON else backend.match_parts(take_apart, value, **pattern)
