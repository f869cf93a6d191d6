"""`print` of staged values: by Python's own `print`, in a callback when the graph runs."""

from __future__ import annotations

import builtins
import dataclasses
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import Maybe, resolved, staged_items
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.texts.texts import decoded, refuse_under_xla, shown
from ag_notebook.staging.backends.tensorflow.values.lists import stack
from ag_notebook.staging.backends.tensorflow.values.specs import TensorType
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


def show(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """`print(*args, **kwargs)`, when the graph runs."""
    refuse_under_xla("print")
    staged: list[tf.Tensor] = []

    def hole(tensor: Any, kind: str = "value") -> _Hole:
        staged.append(tf.convert_to_tensor(tensor))
        return _Hole(len(staged) - 1, kind)

    def outline(value: Any, *, inside: bool = False) -> Any:
        """The value with its tensors taken out: each becomes its position among them."""
        if isinstance(value, Maybe) and value.ag_absent is None:
            return _Optional(hole(value.ag_flag), outline(value.ag_value, inside=inside))
        if isinstance(value, WeakNumber):
            return hole(value.tensor())
        value = resolved(value)
        found = staged_items(value)
        if found is not None:
            if isinstance(found.element, TensorType) and found.element.shape.rank == 0:
                return hole(stack(value), "list")
            return hole(shown(value), "text")
        if type(value) in (list, tuple):
            return type(value)(outline(v, inside=True) for v in value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*(outline(v, inside=True) for v in value))
        if type(value) is dict:
            return {k: outline(v, inside=True) for k, v in value.items()}
        if isinstance(value, (tf.Tensor, tf.Variable)):
            return hole(value)
        written = shown(value, as_repr=inside) if _has_parts(value) else value
        return hole(written, "text") if isinstance(written, tf.Tensor) else value

    held = [outline(a) for a in args]
    # A standard stream is the one of the time of printing: a notebook or a test may have put another in its place.
    streams = {id(sys.stdout): "stdout", id(sys.stderr): "stderr"}
    stream = streams.get(id(kwargs.get("file")))
    options = {k: outline(v) for k, v in kwargs.items()}

    def run(*values: Any) -> Any:
        def filled(part: Any) -> Any:
            if isinstance(part, _Hole):
                return _held(decoded(values[part.position]), part.kind)
            if isinstance(part, _Optional):
                return filled(part.inner) if values[part.flag.position] else None
            if isinstance(part, tuple) and hasattr(part, "_fields"):
                return type(part)(*(filled(p) for p in part))
            if type(part) in (list, tuple):
                return type(part)(filled(p) for p in part)
            return {k: filled(p) for k, p in part.items()} if type(part) is dict else part

        given = {k: filled(p) for k, p in options.items()}
        if stream is not None:
            given["file"] = getattr(sys, stream)
        builtins.print(*(filled(p) for p in held), **given)  # noqa: T201 - the user's own print
        return np.int32(0)

    made = tf.numpy_function(run, staged, tf.int32, stateful=True)
    private.order_after(made.op)  # what may fail later must not fail before this is printed


def _has_parts(value: Any) -> bool:
    """Whether an object may hold staged values, so that its text must be made by the graph."""
    is_object = isinstance(getattr(value, "__dict__", None), dict) and not isinstance(value, type)
    return dataclasses.is_dataclass(value) or is_object or hasattr(value, "ag_backend")


def _held(value: Any, kind: str) -> Any:
    if kind == "text":
        return _Written(value)
    if kind == "list":
        return [decoded(item) for item in value]
    return value


@dataclass(frozen=True, slots=True)
class _Hole:
    """The place of a tensor in what is printed; a "list" is printed as Python's, a "text" as it is."""

    position: int
    kind: str


@dataclass(frozen=True, slots=True)
class _Optional:
    """A value that may be None."""

    flag: _Hole
    inner: Any


class _Written:
    """A text that stands for an object, inside of containers too."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text
