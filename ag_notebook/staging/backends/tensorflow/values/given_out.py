"""Refuses results that would be of no use outside: what runs once, and what holds values of the graph.

A result is taken apart into tensors and put together again after each call. A function, an exception or a slice that
holds a graph's tensor cannot be: after the call, its tensor is nothing but a name.
"""

from __future__ import annotations

import functools
import gc
import types
from collections.abc import Iterable, Iterator
from typing import Any

import tensorflow as tf

from ag_notebook.report import Span
from ag_notebook.staging.backends.carriers import (
    Choice,
    GeneratorExpression,
    Maybe,
    StagedRange,
    staged_items,
)
from ag_notebook.staging.backends.tensorflow.values.functions import tensors_of
from ag_notebook.staging.backends.tensorflow.values.structure import (
    attributes_of,
    existed,
    is_record,
    is_written,
    items_of,
)
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.attribute_dicts import owner_of
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import CONTAINERS, Contents
from ag_notebook.staging.runtime.reachability import reachable
from ag_notebook.staging.wording import kind_of

_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()), types.MappingProxyType)
_HOLDERS = (types.FunctionType, types.MethodType, types.BuiltinMethodType, functools.partial)


def refuse_useless(values: Iterable[Any], span: Span | None) -> None:
    """Looks at what a staged function gives out: its result, and what it wrote.

    Raises:
        StagingError: AG244.
    """
    for value in _all_parts(values):
        reason, fix = _reason(value)
        if reason:
            raise StagingError("AG244", f"a staged function cannot give out {reason}.", span=span, fix=fix)


def refuse_exceptions(values: Iterable[Any], span: Span | None) -> None:
    """Looks at what a branch gives out: an exception would hold values of the branch's graph.

    Raises:
        StagingError: AG244.
    """
    for value in _all_parts(values):
        if isinstance(value, BaseException):
            reason, fix = _reason(value)
            if reason:
                raise StagingError("AG244", f"a branch cannot give out {reason}.", span=span, fix=fix)


def _all_parts(values: Iterable[Any]) -> Iterator[Any]:
    todo, seen = list(values), set()
    while todo:
        value = todo.pop()
        if id(value) not in seen:
            seen.add(id(value))
            yield value
            todo += _parts(value)


def _reason(value: Any) -> tuple[str, str]:
    """Why a value is of no use outside, and the way out; nothing if it is of use."""
    if isinstance(value, (types.GeneratorType, types.CoroutineType, Iterator)) and not isinstance(
        value, tf.data.Iterator
    ):
        kind = "a generator" if isinstance(value, GeneratorExpression) else kind_of(value)
        return f"{kind}: it would run once, while tracing", "Return a list."
    if (
        type(value) is dict and owner_of(current(), value) is not None
    ):  # after the trace it holds none of its writes
        return "the dict of an object's attributes", "Return a copy: dict(vars(o))."
    if isinstance(value, _VIEWS) and not any(existed(each) for each in gc.get_referents(value)):
        return f"{kind_of(value)} of a dict made here", "Return a list or a dict of it."  # as above
    if _has_undone_keys(value):  # a copy of it would ask for their hashes
        return f"{kind_of(value)} whose keys are made here", "Return a dict of it: dict(d)."
    if isinstance(value, StagedRange):
        return "a range whose bounds are staged", "Return its bounds, or a list of it."
    if isinstance(value, BaseException) and _holds_staged([value.args, value.__dict__, value.__cause__]):
        return "an exception that holds staged values", "Keep its arguments."
    if isinstance(value, slice) and _holds_staged([value.start, value.stop, value.step]):
        return "a slice that holds staged values", "Return its bounds."
    if isinstance(value, _HOLDERS) and _holds_staged([value]):
        return f"{kind_of(value)} that holds staged values", "Return the values, and make it outside."
    return "", ""


def _has_undone_keys(value: Any) -> bool:
    """Whether a dict of a special class has keys that hash by what they hold, which has been undone."""
    if not isinstance(value, dict) or type(value) is dict or existed(value):
        return False
    return any(
        isinstance(type(key).__hash__, types.FunctionType) and is_written(key)
        for key in dict.keys(items_of(value))
    )


def _parts(value: Any) -> list[Any]:
    """What a result is made of, as it was at the end of the trace."""
    if isinstance(value, Maybe):
        return [value.ag_value]
    if isinstance(value, Choice):
        return list(value.ag_objects)
    if isinstance(value, Contents):
        value = value.value
    if staged_items(value) is not None:
        return []
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, CONTAINERS):
        held = items_of(value)
        return list(held.values() if isinstance(held, dict) else held)
    return list(attributes_of(value).values()) if is_record(value) else []


def _holds_staged(roots: list[Any]) -> bool:
    """Whether what can be reached from `roots` holds a tensor of a graph."""
    visited: list[Any] = []
    reachable(roots, {0}, visited)
    for part in visited:
        # The attributes of an object are what they were at the end of the trace, which has been undone.
        held = [part, *(attributes_of(part).values() if is_record(part) else ())]
        if any(not isinstance(t, tf.__internal__.EagerTensor) for value in held for t in tensors_of(value)):
            return True
    return False
