"""Where Python asks for an integer: indices, bounds, counts."""

from __future__ import annotations

import operator
from typing import Any

from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner


def integer(value: Any) -> Any:
    """`operator.index(value)`, staged where the value is.

    Raises:
        TypeError: it is no integer.
    """
    backend = owner(value)
    return operator.index(value) if backend is PYTHON else backend.builtin("index", (value,), {})


def is_integer(value: Any) -> bool:
    """Whether a value is an integer, which its type tells."""
    try:
        integer(value)
    except TypeError:
        return False
    return True
