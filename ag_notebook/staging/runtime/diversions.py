"""Refuses output that is diverted, by a `with` or by hand (`sys.stdout = …`): it is diverted no more when the graph runs."""

from __future__ import annotations

import contextlib
import sys
import warnings
from contextlib import AbstractContextManager
from typing import Any

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.events import user_span

_DIVERSIONS: tuple[tuple[type, str], ...] = (
    (contextlib.redirect_stdout, "stdout"),
    (contextlib.redirect_stderr, "stderr"),
    (warnings.catch_warnings, "warnings"),
)


class Diversion(AbstractContextManager[Any]):
    """A context manager that keeps what is printed or warned in its block: only what Python does while tracing."""

    def __init__(self, value: Any, what: str) -> None:
        self.value, self.what = value, what

    def __enter__(self) -> Any:
        context = current()
        assert context is not None
        entered = type(self.value).__enter__(self.value)
        context.diverted.append(self.what)
        return entered

    def __exit__(self, *error: object) -> Any:
        context = current()
        assert context is not None
        context.diverted.pop()
        return type(self.value).__exit__(self.value, *error)


def diversion(value: Any) -> Diversion | None:
    """The manager in a form that is known to `refuse_diverted`, where it diverts output."""
    found = next((what for kind, what in _DIVERSIONS if isinstance(value, kind)), None)
    return None if found is None else Diversion(value, found)


def refuse_diverted(context: Context, targets: set[str | None]) -> None:
    """Refuses output in a `with` that would keep it, and that is left when the graph runs.

    Raises:
        StagingError: AG232.
    """
    _refuse_swapped(context, targets)
    found = next((d for d in context.diverted if d in targets), None)
    if found is not None:
        manager = next(kind.__name__ for kind, what in _DIVERSIONS if what == found)
        raise StagingError(
            "AG232",
            f"this is done when the graph runs, and `{manager}` around it is left by then.",
            span=user_span(),
            fix=f"Put `{manager}` around the call of the staged function.",
        )


_SWAPPED: dict[str, tuple[Any, tuple[str, ...]]] = {
    "stdout": (sys, ("stdout",)),
    "stderr": (sys, ("stderr",)),
    "warnings": (warnings, ("filters", "formatwarning", "showwarning")),
}
"""Where each kind of output goes: a module, and the attributes of it that decide."""


def _refuse_swapped(context: Context, targets: set[str | None]) -> None:
    """Refuses output while something is in the place of the stream that was there before the staged function.

    Raises:
        StagingError: AG232.
    """
    for target in targets:
        module, names = _SWAPPED.get(target or "", (None, ()))
        for name in names:
            logged = (scope.before.get(("attribute", id(module), name)) for scope in context.scopes)
            before = next((held for held in logged if held is not None), None)
            if before is not None and before[1] is not getattr(module, name):
                raise StagingError(
                    "AG232",
                    f"this is done when the graph runs, and `{module.__name__}.{name}` is what it was before by then.",
                    span=user_span(),
                    fix=f"Set `{module.__name__}.{name}` around the call of the staged function.",
                )
