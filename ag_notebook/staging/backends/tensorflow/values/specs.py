"""Describes what a variable is while a graph is built: one lattice for branches, loops and state between calls.

    Never < Constant(3) < TensorType(int32, []) …           join(a, b): what fits both
    OptionalType("none", TensorType(...))                   None or a tensor
    SequenceType(tuple, (…))                                by structure

A spec says how many tensors a value is made of and how to get it back from them (`values.lower`, `values.lift`).
Python number literals are *weak*: they take the dtype of what they meet.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.runtime.functions import same_function

NUMBERS = (bool, int, float)
SCALARS = (bool, int, float, complex, str)


class Spec:
    """The type of a value."""

    __slots__ = ()

    def tensors(self) -> list[TensorType]:
        """The types of the tensors that a value of this type is lowered to, in order."""
        return []


@dataclass(frozen=True, slots=True)
class Never(Spec):
    """No value yet: joins with anything."""


@dataclass(frozen=True, slots=True, eq=False)
class Constant(Spec):
    """One Python value: a number, a text, None, or an object by identity. `view` reads its contents."""

    value: Any
    view: Any = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and same_constant(self.value, other.value)

    def __hash__(self) -> int:
        return hash(type(self.value))


def same_constant(a: Any, b: Any) -> bool:
    """Whether two Python values are one: numbers and texts by value and sign, functions by what they do, others by identity."""
    if a is b:
        return True
    if type(a) is FunctionType and type(b) is FunctionType:
        return same_function(a, b)
    if type(a) is not type(b) or type(a) not in (*SCALARS, bytes):
        return False
    if type(a) is float and (math.isnan(a) or a == 0):
        return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))
    return bool(a == b)


@dataclass(frozen=True, slots=True, eq=False)
class TensorType(Spec):
    """A tensor of a dtype and a static shape; weak ones stand for Python numbers."""

    dtype: tf.DType
    shape: tf.TensorShape
    weak: bool = False

    def key(self) -> Any:
        dims = None if self.shape.rank is None else tuple(self.shape.as_list())
        return self.dtype, dims, self.weak

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TensorType) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"{self.dtype.name}{shape_text(self.shape)}"

    def tensors(self) -> list[TensorType]:
        return [self]


def shape_text(shape: tf.TensorShape) -> str:
    """A shape as text: `[3, ?]`, `[]`, or `[...]` where even the rank is unknown."""
    if shape.rank is None:
        return "[...]"
    return "[" + ", ".join("?" if d is None else str(d) for d in shape.as_list()) + "]"


BOOL = TensorType(tf.bool, tf.TensorShape([]))
INDEX = TensorType(tf.int32, tf.TensorShape([]))
HANDLE = TensorType(tf.variant, tf.TensorShape([]))


@dataclass(frozen=True, slots=True)
class OptionalType(Spec):
    """A value that may be absent: None (`name` is None) or unbound (`name` is the variable's)."""

    name: str | None
    inner: Spec

    def tensors(self) -> list[TensorType]:
        return [BOOL, *self.inner.tensors()]


@dataclass(frozen=True, slots=True)
class SequenceType(Spec):
    """A tuple, a named tuple, or a list of known length, by items."""

    kind: type
    items: tuple[Spec, ...]

    def tensors(self) -> list[TensorType]:
        return [t for item in self.items for t in item.tensors()]


@dataclass(frozen=True, slots=True)
class FieldsType(Spec):
    """A dict by keys or an object by attributes."""

    kind: type
    names: tuple[Any, ...]
    items: tuple[Spec, ...]

    def tensors(self) -> list[TensorType]:
        return [t for item in self.items for t in item.tensors()]


@dataclass(frozen=True, slots=True)
class LikeType(Spec):
    """A container that is neither a plain list nor a plain dict: one `like` another, with these items and attributes.

    Its class and options (a default factory, a greatest length) are those of `like`.
    """

    like: Any
    items: Spec
    attributes: FieldsType

    def tensors(self) -> list[TensorType]:
        return [*self.items.tensors(), *self.attributes.tensors()]


@dataclass(frozen=True, slots=True)
class PaddedType(Spec):
    """An element of a list that is made of no tensor (`[]`, None): one tensor, so that the list has a length."""

    inner: Spec

    def tensors(self) -> list[TensorType]:
        return [INDEX]


@dataclass(frozen=True, slots=True)
class ListType(Spec):
    """A list whose length only the graph knows: one tensor list for each tensor of an element."""

    element: Spec

    def tensors(self) -> list[TensorType]:
        return [HANDLE for _ in self.element.tensors()]


@dataclass(frozen=True, slots=True)
class ContentsType(Spec):
    """What a container holds (state that travels without the container)."""

    inner: Spec

    def tensors(self) -> list[TensorType]:
        return self.inner.tensors()


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceType(Spec):
    """One of several Python objects, by index."""

    objects: tuple[Any, ...]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ChoiceType)
            and len(self.objects) == len(other.objects)
            and all(map(same_constant, self.objects, other.objects))
        )

    def __hash__(self) -> int:
        return hash(tuple(map(type, self.objects)))

    def tensors(self) -> list[TensorType]:
        return [INDEX]


@dataclass(frozen=True, slots=True)
class CompositeType(Spec):
    """A value of TensorFlow made of several tensors (ragged, sparse, a TensorArray), by its `tf.TypeSpec`."""

    type_spec: Any
    components: tuple[TensorType, ...]

    def tensors(self) -> list[TensorType]:
        return list(self.components)


@dataclass(frozen=True, slots=True)
class SharedType(Spec):
    """An object that is in several places of what a function gives out, known by `key`."""

    key: int
    inner: Spec

    def tensors(self) -> list[TensorType]:
        return self.inner.tensors()


class JoinError(Exception):
    """Two types that no one type fits."""


def is_number(spec: Spec) -> bool:
    """Whether a spec is a tensor or a Python scalar that can become one."""
    return isinstance(spec, TensorType) or (isinstance(spec, Constant) and type(spec.value) in SCALARS)


def natural_dtype(value: Any) -> tf.DType:
    """The dtype that TensorFlow gives to a Python scalar."""
    if type(value) is bool:
        return tf.bool
    if type(value) is int:
        return tf.int32 if -(2**31) <= value < 2**31 else tf.int64
    return {float: tf.float32, complex: tf.complex64}.get(type(value), tf.string)


def as_tensor_type(spec: Spec) -> TensorType:
    """The tensor type of a number."""
    if isinstance(spec, TensorType):
        return spec
    assert isinstance(spec, Constant)
    return TensorType(
        natural_dtype(spec.value), tf.TensorShape([]), type(spec.value) in (bool, int, float, complex)
    )


def strong(spec: Spec) -> Spec:
    """A spec without weakness: what decides whether a trace still fits."""
    return map_tensors(spec, lambda t: TensorType(t.dtype, t.shape) if t.weak else t)


def map_tensors(spec: Spec, change: Callable[[TensorType], Spec]) -> Spec:
    """The spec with each tensor type changed."""
    if isinstance(spec, TensorType):
        return change(spec)
    if isinstance(spec, OptionalType):
        return OptionalType(spec.name, map_tensors(spec.inner, change))
    if isinstance(spec, SequenceType):
        return SequenceType(spec.kind, tuple(map_tensors(s, change) for s in spec.items))
    if isinstance(spec, FieldsType):
        return FieldsType(spec.kind, spec.names, tuple(map_tensors(s, change) for s in spec.items))
    if isinstance(spec, ContentsType):
        return ContentsType(map_tensors(spec.inner, change))
    if isinstance(spec, ListType):
        return ListType(map_tensors(spec.element, change))
    return spec


def join_shapes(a: tf.TensorShape, b: tf.TensorShape) -> tf.TensorShape:
    """The most exact static shape that both fit."""
    if a.rank is None or a.rank != b.rank:
        return tf.TensorShape(None)
    return tf.TensorShape([x if x == y else None for x, y in zip(a.as_list(), b.as_list(), strict=True)])


def _kind(dtype: tf.DType) -> int:
    """Where a dtype stands among ints, floats and complex numbers."""
    return 2 if dtype.is_complex else 1 if dtype.is_floating else 0


def wider_number(a: tf.DType, b: tf.DType) -> tf.DType:
    """The dtype of two Python numbers together."""
    return max((b, a), key=lambda dtype: (_kind(dtype), dtype.size))


def join_dtypes(a: tf.DType, b: tf.DType, a_weak: bool, b_weak: bool) -> tuple[tf.DType, bool]:
    """The dtype that holds the values of both without loss, and whether it is weak still.

    Raises:
        JoinError: there is none (text and number, bool and number, int64 and a float).
    """
    if a == b:
        return a, a_weak and b_weak
    numeric = all(d.is_integer or d.is_floating or d.is_complex for d in (a, b))
    if not numeric:
        raise JoinError(f"{a.name} and {b.name} have no common type")
    if a_weak and b_weak:
        return wider_number(a, b), True
    if a_weak != b_weak:
        weak, other = (a, b) if a_weak else (b, a)
        is_wider = weak == tf.int64 and other.is_integer and other.size < weak.size
        if not is_wider and _kind(weak) <= _kind(other):
            return other, False
        if weak.is_complex:
            return tf.complex128 if other == tf.float64 else tf.complex64, False
    promoted = tf.as_dtype(np.promote_types(a.as_numpy_dtype, b.as_numpy_dtype))
    one_is_weak = a_weak != b_weak
    if (promoted not in (a, b) and not one_is_weak) or (tf.int64 in (a, b) and promoted.is_floating):
        raise JoinError(f"{a.name} and {b.name} have no common type")
    return promoted, False


def join_tensor_types(a: TensorType, b: TensorType) -> TensorType:
    """The tensor type that both fit."""
    dtype, weak = join_dtypes(a.dtype, b.dtype, a.weak, b.weak)
    return TensorType(dtype, join_shapes(a.shape, b.shape), weak)
