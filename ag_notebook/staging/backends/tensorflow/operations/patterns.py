"""Takes staged values apart as patterns of `match` ask: tensors and staged lists by items, numbers by their class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import Choice, Maybe, resolved, staged_items
from ag_notebook.staging.backends.tensorflow.control.conditionals import choose
from ag_notebook.staging.backends.tensorflow.operations.items import getitem
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber

TakeApart = Callable[[Any], Any]
STAND_INS = {int: 0, float: 0.0, bool: False, str: ""}
"""A value of each class whose staged values are scalars."""


def match_parts(
    take_apart: TakeApart, value: Any, length: int | None = None, star: int | None = None, kind: Any = None
) -> Any:
    """What `take_apart` gives for a staged value: a tuple of its parts, or None; staged where a length is.

    Args:
        take_apart: Python's own `match` of one pattern.
        value: the staged subject.
        length: the number of patterns in a sequence pattern.
        star: the index of the starred one among them.
        kind: the class of a class pattern.
    """
    if isinstance(value, Maybe) and value.ag_absent is None:
        if length is None and kind is None:
            return choose(value.ag_flag, lambda: take_apart(resolved(value.ag_value)), lambda: None)
        from ag_notebook.staging.runtime.patterns import match_parts as dispatch

        pattern = {"length": length, "star": star, "kind": kind}
        return choose(value.ag_flag, lambda: dispatch(take_apart, value.ag_value, **pattern), lambda: None)
    value = resolved(value)
    if isinstance(value, Choice):
        return value.ag_each(take_apart)
    if length is not None and (staged_items(value) is not None or _has_rows(value)):
        return _sequence(take_apart, value, length, star)
    if isinstance(kind, type) and kind in STAND_INS and kind is class_of(value):
        parts = take_apart(STAND_INS[kind])
        return None if parts is None else tuple(value for _ in parts)
    return take_apart(value)


def class_of(value: Any) -> type | None:
    """The class of Python's whose values a staged scalar stands for."""
    if isinstance(value, WeakNumber):
        return float if value.natural.is_floating else int
    if not isinstance(value, tf.Tensor) or value.shape.rank != 0:
        return None
    if value.dtype == tf.bool:
        return bool
    if value.dtype == tf.string:
        return str
    return int if value.dtype.is_integer else float if value.dtype.is_floating else None


def _has_rows(value: Any) -> bool:
    return isinstance(value, (tf.Tensor, tf.Variable)) and value.shape.rank != 0


def _sequence(take_apart: TakeApart, value: Any, length: int, star: int | None) -> Any:
    from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin

    size = builtin("len", (value,), {})
    if isinstance(size, int):
        return take_apart([getitem(value, i) for i in range(size)])
    fits = size >= length - 1 if star is not None else tf.equal(size.tensor(), length)
    return choose(fits, lambda: _taken(take_apart, value, length, star), lambda: None)


def _taken(take_apart: TakeApart, value: Any, length: int, star: int | None) -> Any:
    """The parts of a sequence that is long enough."""
    if star is None:
        return take_apart([getitem(value, i) for i in range(length)])
    after = length - 1 - star
    middle = object()
    items = (
        [getitem(value, i) for i in range(star)]
        + [middle]
        + [getitem(value, i - after) for i in range(after)]
    )
    parts = take_apart(items)
    rest = slice(star, -after if after else None)
    return tuple(_rest(value, rest) if type(p) is list and middle in p else p for p in parts)


def _rest(value: Any, index: slice) -> Any:
    """What a star captures: a list."""
    from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin

    return builtin("list", (getitem(value, index),), {})
