"""Refuses functions that give another value at each call: clocks and random numbers."""

from __future__ import annotations

import types
from typing import Any

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import Context
from ag_notebook.staging.runtime.events import user_span

_IMPURE_PACKAGES = frozenset(("random", "_random", "time", "secrets", "uuid"))
"""Packages whose functions give another value at each call."""
_CLOCKS = frozenset(("now", "today", "utcnow", "urandom"))
_NO_DRAWS = frozenset(
    (
        "get_state",
        "getstate",
        "mktime",
        "seed",
        "set_state",
        "setstate",
        "sleep",
        "strptime",
        "uuid3",
        "uuid5",
    )
)
"""Functions among them whose value, if any, is the same at each call."""
_BY_ARGUMENTS = frozenset(("asctime", "ctime", "default_rng", "gmtime", "localtime"))
"""Functions whose value is the same at each call with the same arguments."""


def refuse_impure(context: Context | None, function: Any, *, has_arguments: bool = True) -> None:
    """Refuses functions of clocks and random numbers: they would run once, while tracing.

    Raises:
        StagingError: AG232.
    """
    if context is None:
        return
    receiver, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    owners = [function, receiver if isinstance(receiver, type) else type(receiver)]
    modules = {str(getattr(o, "__module__", None) or "") for o in owners}
    impure = any(m.split(".")[0] in _IMPURE_PACKAGES or m.startswith("numpy.random") for m in modules)
    if impure or (name in _CLOCKS and modules & {"datetime", "posix", "nt", "os"}):
        fix = "Pass the value in, or use tf.random where it is staged to TensorFlow."
        if name in _CLOCKS or "time" in modules:
            fix = "Pass the value in, or use tf.timestamp where it is staged to TensorFlow."
        if name == "sleep":
            fix = "Do it outside of the staged function."
        spoken_name = _spoken(function, receiver)
        if name in _NO_DRAWS or (has_arguments and (isinstance(function, type) or name in _BY_ARGUMENTS)):
            raise StagingError(
                "AG232",
                f"{spoken_name} would run once, while tracing, and not at each call.",
                span=user_span(),
                fix=fix,
            )
        raise StagingError(
            "AG232",
            f"{spoken_name} gives another value at each call, but would run once, while tracing.",
            span=user_span(),
            fix=fix,
        )


def _spoken(function: Any, receiver: Any) -> str:
    """What a reader calls a function of a module or class: `random.random`."""
    name = getattr(function, "__name__", str(function))
    owner_ = (
        receiver if isinstance(receiver, (type, types.ModuleType)) else type(receiver) if receiver else None
    )
    where = owner_.__name__ if owner_ is not None else getattr(function, "__module__", "")
    return f"{where.lower() if where == 'Random' else where}.{name}" if where else name
