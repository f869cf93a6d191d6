"""Takes a call's arguments apart: tensors are inputs of the graph, the rest is Python and part of the signature."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.private import composite_parts, composite_value
from ag_notebook.staging.backends.tensorflow.values.specs import shape_text
from ag_notebook.staging.backends.tensorflow.values.structure import is_composite
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.reachability import tuple_like
from ag_notebook.staging.wording import kind_of, python_text

_BY_VALUE = (int, float, complex, str, bytes, bool, type(None))


class ById:
    """A Python object in a signature: equal only to itself, and kept alive no longer than it has to."""

    __slots__ = ("identity", "reference")

    def __init__(self, value: Any) -> None:
        self.identity = id(value)
        try:
            self.reference: Any = weakref.ref(value)
        except TypeError:
            self.reference = lambda: value

    def __hash__(self) -> int:
        return self.identity

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ById)
            and self.identity == other.identity
            and self.reference() is other.reference() is not None
        )


@dataclass(slots=True)
class Leaves:
    """The tensors of some arguments in order, the key of everything else, and a text for the reader."""

    signature: Sequence[tf.TensorSpec] | None = None
    """The types that the user gave for the tensors, in order."""
    relaxed: bool = False
    """Whether dimensions are left out of the key, so that one trace serves all shapes of a rank."""
    tensors: list[tf.Tensor] = field(default_factory=list)
    types: list[tf.TensorSpec] = field(default_factory=list)
    """What the trace is told of each tensor."""
    names: list[str] = field(default_factory=list)
    """The argument that each tensor is of."""
    key: list[Any] = field(default_factory=list)
    argument: str = ""
    """The argument that is being taken apart."""
    parts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Where each argument's part of the key begins and ends."""
    arrays: set[int] = field(default_factory=set)
    """Which of the tensors are made of arrays of NumPy's."""
    seen: dict[int, int] = field(default_factory=dict)
    """Where each list and dict was met first: one that is met again is the same one."""

    def add_argument(self, name: str, value: Any) -> None:
        """Takes an argument apart."""
        self.argument, before, start = name, len(self.tensors), len(self.key)
        self.add(value)
        self.parts[name] = start, len(self.key)
        self.names += [name] * (len(self.tensors) - before)

    def add(self, value: Any) -> None:
        """Takes a value apart."""
        kind = type(value)
        if isinstance(value, tf.Tensor):
            self._tensor(value)
        elif isinstance(value, (np.ndarray, np.generic)):
            if isinstance(value, np.ndarray):
                self.arrays.add(len(self.tensors))
            self._tensor(tf.convert_to_tensor(value))
        elif is_composite(value):
            type_spec, parts = composite_parts(value)
            self.key.append(type_spec)
            for part in parts:
                self._tensor(part)
        elif (kind is list or kind is dict) and id(value) in self.seen:
            self.key.append(("again", self.seen[id(value)]))
        elif kind is list or isinstance(value, tuple):
            if kind is list:
                self.seen[id(value)] = len(self.seen)
            self.key.append((kind, len(value)))
            for item in value:
                self.add(item)
        elif kind is dict:
            self.seen[id(value)] = len(self.seen)
            self.key.append((dict, tuple(map(_key_of, value))))
            for item in value.values():
                self.add(item)
        else:
            self.key.append(_key_of(value))

    def _tensor(self, tensor: tf.Tensor) -> None:
        kind = tf.TensorSpec(tensor.shape, tensor.dtype)
        if self.signature is not None:
            kind = self._given(tensor)
        elif self.relaxed and tensor.shape.rank is not None:
            kind = tf.TensorSpec([None] * tensor.shape.rank, tensor.dtype)
        self.tensors.append(tensor)
        self.types.append(kind)
        self.key.append((kind.dtype, None if kind.shape.rank is None else tuple(kind.shape.as_list())))

    def _given(self, tensor: tf.Tensor) -> tf.TensorSpec:
        """The user's type for the next tensor.

        Raises:
            StagingError: AG503, there is none, or it does not fit.
        """
        index = len(self.tensors)
        given = self.signature[index] if self.signature is not None and index < len(self.signature) else None
        if given is None or not given.is_compatible_with(tensor):
            says = f"has no entry {index + 1}" if given is None else f"says {describe_type(given)}"
            raise StagingError(
                "AG503",
                f"argument '{self.argument}' is {describe(tensor)}, and `input_signature` {says}.",
                fix="Pass what the signature says, or leave the signature out.",
            )
        return given


def _key_of(value: Any) -> Any:
    if type(value) in _BY_VALUE:
        return type(value), repr(value) if type(value) is float else value
    return ById(value)


def containers_of(values: Iterable[Any]) -> list[Any]:
    """The lists and dicts among arguments, each once, in the order in which they are met."""
    found: dict[int, Any] = {}

    def visit(value: Any) -> None:
        kind = type(value)
        if kind is list or kind is dict:
            if id(value) in found:
                return
            found[id(value)] = value
        if kind is list or isinstance(value, tuple):
            for item in value:
                visit(item)
        elif kind is dict:
            for item in value.values():
                visit(item)

    for value in values:
        visit(value)
    return list(found.values())


def staged_arguments(
    values: Sequence[Any], tensors: Iterator[tf.Tensor]
) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """The arguments with the tensors of the trace in place of the call's.

    Lists and dicts stay themselves (other names and paths lead to them too): what they are to hold while tracing
    is returned beside, as pairs of a container and its contents.
    """
    contents: dict[int, tuple[Any, Any]] = {}

    def replaced(value: Any) -> Any:
        kind = type(value)
        if isinstance(value, (tf.Tensor, np.ndarray, np.generic)):
            return next(tensors)
        if is_composite(value):
            type_spec, parts = composite_parts(value)
            return composite_value(type_spec, [next(tensors) for _ in parts])
        if isinstance(value, tuple):
            items = [replaced(v) for v in value]
            return tuple_like(value, items)
        if (kind is list or kind is dict) and id(value) not in contents:
            contents[id(value)] = (value, None)
            inner: Any = (
                [replaced(v) for v in value] if kind is list else {k: replaced(v) for k, v in value.items()}
            )
            contents[id(value)] = (value, inner)
        return value

    return [replaced(v) for v in values], list(contents.values())


def describe_type(spec: tf.TensorSpec) -> str:
    """A type of the user's signature."""
    return f"{spec.dtype.name}{shape_text(spec.shape)}"


_LONGEST = 100
"""Characters of an argument's text in a signature."""


def describe(value: Any) -> str:
    """An argument for the reader of a trace's signature."""
    if isinstance(value, (tf.Tensor, np.ndarray, np.generic)):
        return f"{tf.as_dtype(value.dtype).name}{shape_text(tf.TensorShape(value.shape))}"
    if type(value) in _BY_VALUE:
        text = python_text(value[: _LONGEST + 1] if isinstance(value, (str, bytes)) else value)
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(describe(v) for v in value[:4]) + (", …" if len(value) > 4 else "")
        one = "," if len(value) == 1 else ""
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{one})"
    return kind_of(value)
