"""Lets Python write objects of any class as text: staged values in them give marks, in whose place the graph puts their text.

    str(Counter(a=n))      Python writes "Counter({'a': <mark>})", the graph what stands for the mark

Python's own method makes the text, so what it looks at is refused, and so is what code of the user's would see.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from ag_notebook.staging.backends.carriers import Choice, LazySequence, Maybe, StagedItems, StagedRange
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.callees import is_library_file
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.wording import kind_of

_marked: ContextVar[tuple[Any, list[tuple[Any, str]]] | None] = ContextVar("marked", default=None)
_MARK = re.compile("\0(\\d+)\0")


def written(value: Any, *, as_repr: bool) -> list[Any]:
    """The parts of `str(value)` or `repr(value)`: texts of Python's, and pairs of a staged value and "s" or "r".

    Raises:
        StagingError: AG263, the method of its class would look at a staged value.
    """
    found: list[tuple[Any, str]] = []
    token = _marked.set((value, found))
    try:
        made = repr(value) if as_repr else str(value)
    finally:
        _marked.reset(token)
    if not found:
        return [made]
    pieces = _MARK.split(made)
    if sorted(map(int, pieces[1::2])) != list(range(len(found))):
        raise _refusal(value)
    return [found[int(piece)] if at % 2 else piece for at, piece in enumerate(pieces)]


def _refusal(value: Any) -> StagingError:
    return StagingError(
        "AG263",
        f"the text of {kind_of(value)} with staged values in it is not supported: its class looks at them to write it.",
        span=user_span(),
        fix="Write the text of its parts, with an f-string.",
    )


def _marking(original: Any, conversion: str) -> Callable[..., Any]:
    """A method that gives a mark while Python writes a text, and does what it did otherwise."""

    def method(self: Any, *spec: Any) -> Any:
        writing = _marked.get()
        if writing is None:
            return original(self, *spec)
        value, found = writing
        if any(spec) or isinstance(self, (StagedItems, LazySequence)) or _is_seen(sys._getframe(1).f_code):
            raise _refusal(value)
        found.append((self, conversion))
        return f"\0{len(found) - 1}\0"

    return method


def _deciding(original: Any) -> Callable[..., Any]:
    """`__bool__`, which is refused while Python writes a text: its methods would swallow a `TypeError`."""

    def method(self: Any) -> Any:
        writing = _marked.get()
        if writing is not None:
            raise _refusal(writing[0])
        return original(self)

    return method


def _is_seen(code: Any) -> bool:
    """Whether the text goes to code of the user's; that of data classes only puts it into another one."""
    name = code.co_filename
    return name not in ("<string>", written.__code__.co_filename) and not is_library_file(name)


_METHODS = {"__repr__": "r", "__str__": "s", "__format__": "s"}
_OURS = (Choice, LazySequence, Maybe, StagedItems, StagedRange, WeakNumber)


def install() -> None:
    """Puts the methods on the class of graph tensors and on those of other staged values."""
    for name, conversion in _METHODS.items():
        private.override_on_graph_tensors(name, _marking(private.of_graph_tensors(name), conversion))
        for kind in _OURS:
            setattr(kind, name, _marking(getattr(kind, name), conversion))
    private.override_on_graph_tensors("__bool__", _deciding(private.of_graph_tensors("__bool__")))
    for kind in _OURS:
        if hasattr(kind, "__bool__"):
            kind.__bool__ = _deciding(kind.__bool__)
