"""Finds recursion that only the graph could end, and refuses it at once.

A call of a function inside a staged branch of itself is built into the graph again and again, until Python decides
otherwise. Python decides by what it can see: numbers, texts, lengths, shapes. If all of that is as it was in the calls
around this one, Python would decide as it did there, and the recursion has no end.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from dataclasses import dataclass
from types import CodeType
from typing import Any

from ag_notebook.report import Span
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import Contents
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.reachability import all_attributes, own_attributes

MOST_CALLS = 150
"""Calls of one function inside its own staged branches after which Python is no longer believed to end them."""
MOST_UNDECIDED = 30
"""The same where no `if` or loop in them was decided by Python."""
_DEPTH = 4
_PLAIN = (int, float, str, bytes, bool, complex, type(None))
_LARGEST = 1000


@dataclass(frozen=True, slots=True)
class Call:
    """An active call: the code, the number of scopes when it began, and what Python could see then.

    `seen` is known for calls inside another call of the same function only. `events` is the number of decisions that
    were recorded before.
    """

    code: CodeType
    scopes: int
    events: int
    seen: tuple[Any, dict[Any, Any]] | None


def entered(
    context: Context, function: types.FunctionType, code: CodeType, args: Any, kwargs: dict[str, Any]
) -> Call:
    """The call that begins now.

    Raises:
        StagingError: AG301, it cannot end by a decision of Python's.
    """
    depth = len(context.scopes)
    outer = [call for call in context.calls if call.code is code]
    around = [call for call in outer if call.scopes < depth]
    if not outer or depth < 2:
        return Call(code, depth, len(context.events), None)
    if around:
        context.recursion = function, user_span()
    seen = _seen((args, kwargs, function), _DEPTH), _written(context)
    alike = [call for call in around if call.seen is not None and _same(call.seen, seen)]
    too_many = len(around) >= MOST_UNDECIDED and (
        len(around) >= MOST_CALLS or not _decided(context, around[0].events)
    )
    if too_many or len({call.scopes for call in alike}) > 1:
        raise endless(function, user_span())
    return Call(code, depth, len(context.events), seen)


def endless(function: types.FunctionType, span: Span | None) -> StagingError:
    """The error that says so; `span` is the place of the call."""
    context = current()
    name = "tensorflow" if context is None else context.options.backend
    what = "a TensorFlow graph" if name == "tensorflow" else f"what {name} makes"
    return StagingError(
        "AG301",
        f"{spoken_name(function)} calls itself under a staged test, and {what} cannot recurse.",
        span=span,
        fix="Use a loop, let Python decide where it ends (by a length, a shape or a number of Python's; of a call on several back "
        'ends, numbers are staged), or stage it to the back end that has recursion: ag.function(f, backend="lantern").',
    )


def _decided(context: Context, since: int) -> bool:
    """Whether Python decided anything since then."""
    return any(event.decision in ("python", "unrolled") for event in context.events[since:])


def spoken_name(function: types.FunctionType) -> str:
    """What a message calls a function."""
    return "a lambda" if function.__name__ == "<lambda>" else function.__name__


def _same(before: tuple[Any, dict[Any, Any]], now: tuple[Any, dict[Any, Any]]) -> bool:
    """Whether Python sees the same arguments, and the same in every place that was written by then."""
    return bool(before[0] == now[0]) and all(now[1].get(key) == held for key, held in before[1].items())


def _written(context: Context) -> dict[Any, Any]:
    return {
        key: _seen(location.get(), _DEPTH)
        for scope in context.scopes
        for key, (location, _) in scope.before.items()
    }


def _seen(value: Any, depth: int) -> Any:
    """What Python can decide by: the values of Python's own, the types and shapes of staged ones."""
    backend = owner(value)
    if backend is not PYTHON:
        return backend.name, backend.describe(value)
    kind = type(value)
    if kind in _PLAIN:
        return kind, repr(value) if kind is float else value
    if kind is Contents:
        return _seen(value.value, depth)
    if depth == 0:
        return id(value)
    if isinstance(value, (list, tuple)):
        return kind, _all(value, depth)
    if isinstance(value, dict):
        return kind, _all(value.keys(), depth), _all(value.values(), depth)
    if isinstance(value, types.FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or () if _is_bound(cell)]
        return id(value.__code__), _all(cells, depth), _all(value.__defaults__ or (), depth)
    if isinstance(value, types.MethodType):
        return id(value.__func__), _seen(value.__self__, depth)
    held = {} if isinstance(value, (type, types.ModuleType)) else all_attributes(value)
    if held or type(own_attributes(value)) is dict:
        return kind, _all(held.keys(), depth), _all(held.values(), depth)
    return id(value)


def _all(values: Iterable[Any], depth: int) -> Any:
    held = list(values)
    return len(held) if len(held) > _LARGEST else tuple(_seen(v, depth - 1) for v in held)


def _is_bound(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - asks whether there is anything
    except ValueError:
        return False
    return True
