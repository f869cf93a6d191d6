"""What fits two values that one variable may be: the type that holds both, or the reason why there is none.

Widening never changes a value: a constant of Python's takes the dtype of the other path if that holds it exactly, and of two
dtypes the wider one is taken, if it holds all of the other.
"""

from __future__ import annotations

import enum
import types
from typing import Any

import numpy as np

from ag_notebook.staging.backends.carriers import NO_VALUE, Undefined
from ag_notebook.staging.backends.lantern.ir.types import (
    DTYPES,
    dtype_name,
    type_of,
)
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging.arithmetic import as_array
from ag_notebook.staging.backends.lantern.staging.parts import (
    NOTHING,
    Log,
    is_container,
    taken_apart,
    viewing,
)
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.structure import (
    ArraySpec,
    ChoiceSpec,
    Constant,
    ContentsSpec,
    Never,
    Optional,
    Parts,
    ReferenceSpec,
    Spec,
    described,
    generalised,
    spec_of,
)
from ag_notebook.staging.backends.lantern.staging.values import Reference, Staged
from ag_notebook.staging.runtime.effects import Contents
from ag_notebook.staging.runtime.guards import same
from ag_notebook.staging.wording import counted, kind_of

_NUMBERS = (bool, int, float)
_PYTHONS = ("bool", "i64", "f64")
"""The dtypes of Python's numbers, from the narrowest."""


class JoinError(Exception):
    """Two paths give values that have no common type; `fix` is a way out that is of this case."""

    fix = ""


class KeysError(JoinError):
    """Dicts with other keys, or the same in another order, are different types."""

    fix = "Give the dict all keys, in one order, when it is made."


class MadeOrNoneError(JoinError):
    """An object of a class that is made in the program meets a record that may be None."""

    fix = "Test first that the one that is not made here is not None."

    def __init__(self, kind: type) -> None:
        super().__init__("one is made here, and the other one may be None")
        self.kind = kind


_WIDER = frozenset((("i32", "i64"), ("f32", "f64"), ("i32", "f64")))
"""Pairs of dtypes of which the second holds all that the first does."""


def join(a: Spec, b: Spec) -> Spec:
    """The spec that fits values of both.

    Raises:
        JoinError: there is none.
    """
    if not isinstance(a, Constant) and type(a) is type(b) and a.key() == b.key():
        return b if isinstance(a, ArraySpec) and a.guess else a
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Never):
            return _with_never(one, other)
        if isinstance(one, Optional):
            return _with_optional(one, other)
    if isinstance(a, Parts) and isinstance(b, Parts):
        return _join_sequences(a, b)
    if isinstance(a, ContentsSpec) and isinstance(b, ContentsSpec):
        return ContentsSpec(join(a.inner, b.inner))
    if isinstance(a, Constant) and isinstance(b, Constant):
        return _join_constants(a, b)
    if isinstance(a, (Constant, ChoiceSpec)) and isinstance(b, (Constant, ChoiceSpec)):
        return _choice(a, b)
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Constant) and one.value is None:
            return other if isinstance(other, ReferenceSpec) else Optional(other, None)
        if isinstance(one, Constant) and isinstance(other, ArraySpec):
            return _fitted(one.value, other)
    if isinstance(a, ArraySpec) and isinstance(b, ArraySpec):
        return _join_arrays(a, b)
    raise JoinError(f"{described(a)} and {described(b)} have no common type")


def join_values(a: Any, b: Any, views: tuple[Log, Log] = (NOTHING, NOTHING)) -> Spec:
    """The spec that fits two values; a list, dict or object that both paths have stays itself, whatever it holds.

    Args:
        a: the value on one path.
        b: the value on the other.
        views: what the paths changed.

    Raises:
        JoinError: there is none.
    """
    if a is b and not isinstance(a, Staged):
        return itself(a)
    if isinstance(a, Contents) and isinstance(b, Contents):
        return ContentsSpec(_join_items(a.value, b.value, views))
    return _join_items(a, b, views)


def _join_items(a: Any, b: Any, views: tuple[Log, Log]) -> Spec:
    with viewing(views[0]):
        one, first = spec_of(a), taken_apart(a)
    with viewing(views[1]):
        other, second = spec_of(b), taken_apart(b)
    if first is None or second is None:
        return join(_read_out(a, one, other), _read_out(b, other, one))
    assert isinstance(one, Parts)
    assert isinstance(other, Parts)
    _join_outlines(one, other)
    if first.names is not None and second.names is not None:
        held = dict(zip(second.names, second.items, strict=True))
        pairs = [(item, held[name]) for name, item in zip(first.names, first.items, strict=True)]
    else:
        pairs = list(zip(first.items, second.items, strict=True))
    return Parts(one.kind, tuple(join_values(*pair, views) for pair in pairs), one.names)


def _read_out(value: Any, spec: Spec, other: Spec) -> Spec:
    """A record that meets an object of its class, which was made here: an object, too, made of its fields."""
    if not isinstance(value, Reference) or not isinstance(other, Parts) or other.kind is not value.ag_kind:
        return spec
    fields = session().program.records[value.ag_type.name]
    if set(fields) != set(other.names or ()):
        raise JoinError(
            f"one has the attributes {', '.join(fields)}, the other {', '.join(other.names or ())}"
        )
    if id(value.ag_variable) not in session().present:
        raise MadeOrNoneError(value.ag_kind)
    from ag_notebook.staging.backends.lantern.staging.records import field_spec

    return Parts(value.ag_kind, tuple(field_spec(value, name) for name in other.names or ()), other.names)


def itself(value: Any) -> Spec:
    """What a value is before it is known whether it is bound anew: lists, dicts and objects are themselves."""
    if isinstance(value, Contents):
        return ContentsSpec(_items_themselves(value.value))
    return Constant(value) if is_container(value) else _items_themselves(value)


def _items_themselves(value: Any) -> Spec:
    taken = taken_apart(value)
    return (
        spec_of(value) if taken is None else Parts(taken.kind, tuple(map(itself, taken.items)), taken.names)
    )


def _with_never(never: Never, other: Spec) -> Spec:
    if never.value is NO_VALUE or isinstance(other, Never):
        return other
    if isinstance(other, Optional) and isinstance(other.absent, Undefined):
        return other
    return Optional(other, never.value)


def _with_optional(one: Optional, other: Spec) -> Spec:
    if isinstance(other, Optional):
        if (one.absent is None) != (other.absent is None):
            raise JoinError("it may be unbound, and it may be None")
        return Optional(join(one.inner, other.inner), one.absent)
    if isinstance(other, Constant) and other.value is None:
        if one.absent is None:
            return one
        raise JoinError("it may be unbound, and it may be None")
    return Optional(join(one.inner, other), one.absent)


def _join_arrays(a: ArraySpec, b: ArraySpec) -> Spec:
    if a.type == b.type:
        return ArraySpec(a.type)
    if a.guess or b.guess:
        session().guessed = True
        if a.guess and b.guess:  # what was made of a guess: the wider one knows more
            return max(a, b, key=lambda spec: _PYTHONS.index(spec.type.dtype))
        return b if a.guess else a
    if a.type.shape == b.type.shape:
        for one, other in ((a, b), (b, a)):
            if (one.type.dtype, other.type.dtype) in _WIDER:
                return ArraySpec(other.type)
    raise JoinError(f"{described(a)} and {described(b)} have no common type")


def _join_sequences(a: Parts, b: Parts) -> Spec:
    _join_outlines(a, b)
    others = b.items
    if a.names is not None and b.names is not None:
        held = dict(zip(b.names, b.items, strict=True))
        others = tuple(held[name] for name in a.names)
    return Parts(a.kind, tuple(map(join, a.items, others)), a.names)


def _join_outlines(a: Parts, b: Parts) -> None:
    if a.kind is not b.kind:
        raise JoinError(f"one is a {a.kind.__name__}, the other a {b.kind.__name__}")
    if a.kind is not dict and a.names is not None and b.names is not None:
        differing = sorted(set(a.names) ^ set(b.names))
        if differing:
            raise JoinError(f"only one has {', '.join(differing)}")
    elif a.names != b.names:
        raise KeysError("the keys of the dicts differ")
    if len(a.items) != len(b.items):
        raise JoinError(f"one has {counted(len(a.items), 'item', 'items')}, the other {len(b.items)}")


def _join_constants(a: Constant, b: Constant) -> Spec:
    if same(a.value, b.value):
        return a
    if a.value is None or b.value is None:
        return Optional(b if a.value is None else a, None)
    one, other = (generalised(_array_or_constant(spec)) for spec in (a, b))
    if not isinstance(one, ArraySpec) and not isinstance(other, ArraySpec):
        return _choice(a, b)
    if not isinstance(one, ArraySpec) or not isinstance(other, ArraySpec):
        raise JoinError(f"{described(a)} and {described(b)} have no common type")
    if one.weak and other.weak:
        if one == other:
            return one
        wider = max((one, other), key=lambda spec: spec.type.dtype == "f64")
        return _fitted(b.value if wider is one else a.value, wider)
    if one.weak or other.weak:
        return _fitted(a.value, other) if one.weak else _fitted(b.value, one)
    return join(one, other)


MOST_CHOSEN = 16
"""Objects of which a staged index chooses one; texts that grow in a loop are others each time."""
_CHOSEN = (str, bytes, type, types.FunctionType, types.BuiltinFunctionType, np.ufunc, enum.Enum)


def _choice(a: Constant | ChoiceSpec, b: Constant | ChoiceSpec) -> Spec:
    """One of several objects that nobody changes."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Constant) and one.value is None:
            return Optional(other, None)
    objects: list[Any] = []
    for spec in (a, b):
        for each in spec.objects if isinstance(spec, ChoiceSpec) else (spec.value,):
            if not isinstance(each, _CHOSEN):
                raise JoinError("Python objects cannot be chosen by a staged test")
            if not any(same(each, held) for held in objects):
                objects.append(each)
    if len(objects) > MOST_CHOSEN:
        raise JoinError(f"more than {MOST_CHOSEN} objects cannot be chosen of")
    return ChoiceSpec(tuple(objects))


def _array_or_constant(spec: Constant) -> Spec:
    """A constant array or parameter as what it is in the program."""
    if isinstance(spec.value, Parameter):
        return ArraySpec(as_array(spec.value).type)
    if isinstance(spec.value, np.ndarray) and dtype_name(spec.value.dtype) is not None:
        return ArraySpec(type_of(spec.value))
    return spec


def _fitted(value: Any, spec: ArraySpec) -> Spec:
    """The spec, where it holds a constant exactly."""
    own = _array_or_constant(Constant(value))
    if isinstance(own, ArraySpec) or isinstance(value, np.generic):
        own = own if isinstance(own, ArraySpec) else generalised(own)
        if isinstance(own, ArraySpec) and own.type == spec.type:
            return ArraySpec(spec.type)
        raise JoinError(f"{described(own)} and {described(spec)} have no common type")
    kind = type(value)
    if kind not in _NUMBERS:
        raise JoinError(f"{kind_of(value)} is no number")
    if spec.type.shape:
        raise JoinError("a number is no array")
    if spec.guess:
        session().guessed = True
        return generalised(Constant(value)) if kind is not int else spec
    if (kind is bool) != (spec.type.dtype == "bool"):
        raise JoinError("a bool is no number")
    dtype: Any = DTYPES[spec.type.dtype]
    try:
        held = np.asarray(value, dtype)
    except OverflowError:
        raise JoinError(f"{value} is no {spec.type}") from None
    if not (held.item() == value or np.isnan(value)) or (kind is float and held.dtype.kind == "i"):
        raise JoinError(f"{value} is not held exactly by {spec.type}")
    return spec
