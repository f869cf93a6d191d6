"""Calls functions of Python's when the graph runs: `print`, loggers, warnings. What is staged in their arguments is a value then."""

from __future__ import annotations

import collections
import copy
import enum
import numbers
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import Maybe, resolved, staged_items
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.checks import copied, raised_in_callback, staged_parts
from ag_notebook.staging.backends.tensorflow.texts.texts import decoded, refuse_under_xla, shown
from ag_notebook.staging.backends.tensorflow.values.lists import stack
from ag_notebook.staging.backends.tensorflow.values.specs import TensorType
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.runtime.callees import package_of
from ag_notebook.staging.runtime.caught import Route
from ag_notebook.staging.runtime.reachability import tuple_like

_FIXED = (numbers.Number, np.generic, str, bytes, enum.Enum, type(None), range, types.ModuleType)
"""Classes of values that hold nothing staged, and are never changed; of others the text is made now."""
_AS_THEY_ARE = frozenset(("file", "stream"))
"""Arguments that are objects to write to."""


def perform(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    what: str,
    *,
    gives_text: bool = False,
) -> Any:
    """`function(*args, **kwargs)`, when the graph runs: for its effect, or for the text that it gives.

    Raises:
        StagingError: AG302.
    """
    refuse_under_xla(what)
    outline = _Outline(keeps_objects=what == "display")  # it shows more of an object than its text
    held = [outline.of(a) for a in args]
    options = {k: v if k in _AS_THEY_ARE else outline.of(v) for k, v in kwargs.items()}
    fails = raised_in_callback()

    def run(*values: Any) -> Any:
        def filled(part: Any) -> Any:
            return _filled(part, values)

        with fails:
            given = {k: v if k in _AS_THEY_ARE else filled(v) for k, v in options.items()}
            text = function(*map(filled, held), **given)
            return np.array(text.encode() if gives_text else 0, object if gives_text else np.int32)

    made = tf.numpy_function(
        run, outline.staged, tf.string if gives_text else tf.int32, stateful=not gives_text
    )
    made.set_shape([])
    private.order_after(made.op)  # what may fail later must not fail before this is done
    return made if gives_text else None


class _Outline:
    """Takes the tensors out of values: each becomes a hole, its position among them."""

    def __init__(self, *, keeps_objects: bool) -> None:
        self.staged: list[tf.Tensor] = []
        self.keeps_objects = keeps_objects

    def hole(self, tensor: Any, kind: str = "value") -> _Hole:
        self.staged.append(tf.convert_to_tensor(tensor))
        return _Hole(len(self.staged) - 1, kind)

    def of(self, value: Any, *, inside: bool = False) -> Any:
        """The value as it is now, with its tensors taken out."""
        if isinstance(value, Maybe) and value.ag_absent is None:
            return _Optional(self.hole(value.ag_flag), self.of(value.ag_value, inside=inside))
        if isinstance(value, WeakNumber):
            return self.hole(value.tensor())
        value = resolved(value)
        found = staged_items(value)
        if found is not None and type(value) is not collections.deque:
            if isinstance(found.element, TensorType) and found.element.shape.rank == 0:
                return self.hole(stack(value), "list")
            return self.text(value, inside)
        if type(value) in (list, tuple):
            return type(value)(self.of(v, inside=True) for v in value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return tuple_like(value, (self.of(v, inside=True) for v in value))
        if type(value) is dict:
            return {k: self.of(v, inside=True) for k, v in value.items()}
        if isinstance(value, (tf.Tensor, tf.Variable)):
            return self.hole(value)
        if isinstance(value, BaseException):
            return self.exception(value)
        if type(value) in (set, bytearray) or isinstance(value, np.ndarray):  # it may be changed later
            return copy.copy(value)
        if isinstance(value, _FIXED) or callable(value):
            return value
        texts = self.text(value, inside)
        is_known = type(texts.as_str) is type(texts.as_repr) is str
        return value if self.keeps_objects and is_known else texts

    def exception(self, value: BaseException) -> _Exception:
        before = value.__context__
        while before is not None and package_of(type(before)) == "ag_notebook":
            before = before.__context__
        chain = [value.__cause__, None if value.__suppress_context__ else before]
        parts = [self.of(part) for part in staged_parts(value)]
        return _Exception(
            value, parts, Route.of(value), *(None if e is None else self.exception(e) for e in chain)
        )

    def text(self, value: Any, inside: bool) -> _Texts:
        """An object as its texts: it may hold staged values, and may be changed later."""
        return _Texts(*(self.part(shown(value, as_repr=r)) for r in (inside, True)))

    def part(self, text: Any) -> Any:
        return self.hole(text) if isinstance(text, tf.Tensor) else text


def _filled(part: Any, values: tuple[Any, ...]) -> Any:
    """What was outlined, with values in the holes."""

    def fill(inner: Any) -> Any:
        return _filled(inner, values)

    if isinstance(part, _Hole):
        value = decoded(values[part.position])
        return [decoded(item) for item in value] if part.kind == "list" else value
    if isinstance(part, _Optional):
        return fill(part.inner) if values[part.flag.position] else None
    if isinstance(part, _Texts):
        return _Written(fill(part.as_str), fill(part.as_repr))
    if isinstance(part, _Exception):
        made = copied(part.exception, map(fill, part.parts))
        suppressed = part.exception.__suppress_context__
        made.__cause__, made.__context__ = fill(part.cause), fill(part.context)
        made.__suppress_context__ = suppressed
        return part.route.put_on(made)
    if isinstance(part, tuple) and hasattr(part, "_fields"):
        return tuple_like(part, map(fill, part))
    if type(part) in (list, tuple):
        return type(part)(map(fill, part))
    return {k: fill(p) for k, p in part.items()} if type(part) is dict else part


@dataclass(frozen=True, slots=True)
class _Hole:
    """The place of a tensor in what is handed over; a "list" is handed over as Python's."""

    position: int
    kind: str


@dataclass(frozen=True, slots=True)
class _Optional:
    """A value that may be None."""

    flag: _Hole
    inner: Any


@dataclass(frozen=True, slots=True)
class _Texts:
    """What an object is written as."""

    as_str: Any
    as_repr: Any


@dataclass(frozen=True, slots=True)
class _Exception:
    """An exception with the staged parts of its arguments."""

    exception: BaseException
    parts: list[Any]
    route: Route
    cause: _Exception | None
    context: _Exception | None


class _Written:
    """Stands for an object, by its texts, inside of containers too."""

    def __init__(self, as_str: str, as_repr: str) -> None:
        self.as_str, self.as_repr = as_str, as_repr

    def __str__(self) -> str:
        return self.as_str

    def __repr__(self) -> str:
        return self.as_repr

    def __format__(self, spec: str) -> str:
        return format(self.as_str, spec)
