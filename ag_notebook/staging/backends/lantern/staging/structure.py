"""What a variable can be: arrays, references, Python's constants, tuples, lists and dicts of these, and values that may lack.

`spec_of(value)` says what a value is, `join` what fits two paths, `lower` and `lift` carry a value across the border of a
branch, a loop or a definition as variables of the program. Widening never changes a value: a constant of Python's takes the
dtype of the other path if that holds it exactly, and of two dtypes the wider one is taken, if it holds all of the other.
"""

from __future__ import annotations

import enum
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from ag_notebook.report import Span
from ag_notebook.staging.backends.carriers import NO_VALUE, Choice, Maybe, NoValueType, Undefined
from ag_notebook.staging.backends.lantern.ir.program import Variable
from ag_notebook.staging.backends.lantern.ir.types import (
    DTYPES,
    ArrayType,
    RecordType,
    Type,
    dtype_name,
    type_of,
)
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging.arithmetic import as_array, cast, constant
from ag_notebook.staging.backends.lantern.staging.parts import (
    NOTHING,
    Log,
    is_container,
    rebuilt,
    taken_apart,
    viewing,
)
from ag_notebook.staging.backends.lantern.staging.refusals import growing_object
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference, Staged, Store
from ag_notebook.staging.runtime.effects import Contents
from ag_notebook.staging.runtime.guards import same
from ag_notebook.staging.wording import counted, kind_of, python_text

_NUMBERS = (bool, int, float)
_BY_VALUE = (int, float, complex, str, bytes, bool, type(None))


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


@dataclass(frozen=True, slots=True)
class Never:
    """Nothing: a name that is not bound, a result that is not there yet."""

    value: Any

    def key(self) -> Any:
        return "never", getattr(self.value, "name", "")


@dataclass(frozen=True, slots=True)
class Constant:
    """A value of Python's, which is the same at each run."""

    value: Any

    def key(self) -> Any:
        kind = type(self.value)
        if kind in _BY_VALUE:
            return kind, python_text(self.value)
        session().kept.append(self.value)
        return kind, id(self.value)


@dataclass(frozen=True, slots=True)
class ArraySpec:
    type: ArrayType
    weak: bool = False
    guess: bool = field(default=False, compare=False)
    """Whether another type may be found out: then this one gives way to what it meets."""

    def key(self) -> Any:
        return self.type, self.weak


@dataclass(frozen=True, slots=True)
class ReferenceSpec:
    type: RecordType
    kind: Any

    def key(self) -> Any:
        return self.type, self.kind


@dataclass(frozen=True, slots=True)
class Parts:
    """A tuple, list, dict or object: `names` are the keys of a dict, the attributes of an object."""

    kind: type
    items: tuple[Spec, ...]
    names: tuple[Any, ...] | None = None

    def key(self) -> Any:
        return self.kind, self.names, tuple(item.key() for item in self.items)


@dataclass(frozen=True, slots=True)
class ChoiceSpec:
    """One of several constants, by a staged index."""

    objects: tuple[Any, ...]

    def key(self) -> Any:
        return "choice", tuple(Constant(each).key() for each in self.objects)


@dataclass(frozen=True, slots=True)
class ContentsSpec:
    """What a list or dict holds, that is changed in place."""

    inner: Spec

    def key(self) -> Any:
        return "contents", self.inner.key()


@dataclass(frozen=True, slots=True)
class Optional:
    """A value that may lack: where it does, the variable is None or unbound."""

    inner: Spec
    absent: Any

    def key(self) -> Any:
        return "optional", getattr(self.absent, "name", None), self.inner.key()


Spec: TypeAlias = (
    "Never | Constant | ChoiceSpec | ArraySpec | ReferenceSpec | Parts | ContentsSpec | Optional"
)


def spec_of(value: Any) -> Spec:
    """What a value is."""
    if isinstance(value, Array):
        return ArraySpec(value.type, value.weak, value.guess)
    if isinstance(value, Reference):
        return ReferenceSpec(value.ag_type, value.ag_kind)
    if isinstance(value, (NoValueType, Undefined)):
        return Never(value)
    if isinstance(value, Maybe):
        return Optional(spec_of(value.ag_value), value.ag_absent)
    if isinstance(value, Choice):
        return ChoiceSpec(tuple(value.ag_objects))
    if isinstance(value, Contents):
        return ContentsSpec(spec_of(value.value))
    taken = taken_apart(value)
    if taken is not None:
        return Parts(taken.kind, tuple(map(spec_of, taken.items)), taken.names)
    return Constant(value)


def types_of(spec: Spec) -> list[Type]:
    """The types of the variables that carry a value."""
    if isinstance(spec, (ArraySpec, ReferenceSpec)):
        return [spec.type]
    if isinstance(spec, ChoiceSpec):
        return [ArrayType("i64")]
    if isinstance(spec, Parts):
        return [kind for item in spec.items for kind in types_of(item)]
    if isinstance(spec, ContentsSpec):
        return types_of(spec.inner)
    if isinstance(spec, Optional):
        return [ArrayType("bool"), *types_of(spec.inner)]
    return []


MOST_NESTED = 4
"""Objects of one class inside of each other, in what a definition returns or a loop carries."""


def refuse_growing(spec: Spec, span: Span | None = None, within: tuple[type, ...] = ()) -> None:
    """Refuses what is made of more objects with each call or iteration, at `span` or where the user's code is.

    Raises:
        StagingError: AG238.
    """
    if isinstance(spec, Optional):
        refuse_growing(spec.inner, span, within)
    if isinstance(spec, Parts):
        if within.count(spec.kind) == MOST_NESTED and spec.names is not None and spec.kind is not dict:
            raise growing_object(spec.kind, span)
        for item in spec.items:
            refuse_growing(item, span, (*within, spec.kind))


def holds_made(spec: Spec | None, kind: type) -> bool:
    """Whether an object of a class that is made in the program is among what a spec is of."""
    if isinstance(spec, Parts):
        return spec.kind is kind or any(holds_made(item, kind) for item in spec.items)
    return isinstance(spec, (Optional, ContentsSpec)) and holds_made(spec.inner, kind)


def generalised(spec: Spec) -> Spec:
    """The spec with numbers of Python's staged, which may change from one iteration or call to the next."""
    if isinstance(spec, Constant):
        kind = type(spec.value)
        if kind in _NUMBERS and (kind is not int or -(2**63) <= spec.value < 2**63):
            return ArraySpec(ArrayType(_DTYPES[kind]), weak=True)
        if isinstance(spec.value, np.generic) and dtype_name(spec.value.dtype) is not None:
            return ArraySpec(type_of(spec.value))
        return spec
    if isinstance(spec, Parts):
        return Parts(spec.kind, tuple(map(generalised, spec.items)), spec.names)
    if isinstance(spec, ContentsSpec):
        return ContentsSpec(generalised(spec.inner))
    return Optional(generalised(spec.inner), spec.absent) if isinstance(spec, Optional) else spec


_WIDER = frozenset((("i32", "i64"), ("f32", "f64"), ("i32", "f64")))
"""Pairs of dtypes of which the second holds all that the first does."""
_PYTHONS = ("bool", "i64", "f64")
_DTYPES = dict(zip((bool, int, float), _PYTHONS))


# joining ---------------------------------------------------------------------------------------------


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


def described(spec: Spec) -> str:
    """What a spec is, for a message."""
    if isinstance(spec, Constant):
        return python_text(spec.value) if type(spec.value) in _BY_VALUE else kind_of(spec.value)
    if isinstance(spec, ArraySpec):
        if spec.weak:
            return {"bool": "a bool", "i64": "an int", "f64": "a float"}[spec.type.dtype]
        return str(spec.type)
    if isinstance(spec, ReferenceSpec):
        return f"a {spec.kind.__name__}"
    if isinstance(spec, Never):
        return "unbound"
    if isinstance(spec, Parts):
        return f"a {spec.kind.__name__}"
    if isinstance(spec, ChoiceSpec):
        return f"one of {', '.join(described(Constant(each)) for each in spec.objects)}"
    if isinstance(spec, ContentsSpec):
        return described(spec.inner)
    return f"{described(spec.inner)} or {'None' if spec.absent is None else 'unbound'}"


# across a border ---------------------------------------------------------------------------------------


def lower(value: Any, spec: Spec) -> list[Variable]:
    """The variables that carry a value of this spec."""
    if isinstance(value, NoValueType) or (isinstance(value, Undefined) and not isinstance(spec, Optional)):
        return zeros(spec)
    if isinstance(spec, ArraySpec):
        return [cast(value, spec.type.dtype).variable]
    if isinstance(spec, ReferenceSpec):
        return [session().emit("none", record=spec.type.name)] if value is None else [value.ag_variable]
    if isinstance(spec, ChoiceSpec):
        return [_chosen(value, spec)]
    if isinstance(spec, Parts):
        items = _items(value, spec)
        return [v for item, kind in zip(items, spec.items, strict=True) for v in lower(item, kind)]
    if isinstance(spec, ContentsSpec):
        return lower(value.value, spec.inner)
    if isinstance(spec, Optional):
        if isinstance(value, Maybe) and (value.ag_absent is None) is (spec.absent is None):
            return [as_array(value.ag_flag).variable, *lower(value.ag_value, spec.inner)]
        if isinstance(value, Undefined) or (value is None and spec.absent is None):
            return [constant(False).variable, *zeros(spec.inner)]
        return [constant(True).variable, *lower(value, spec.inner)]
    return []


def _items(value: Any, spec: Parts) -> list[Any]:
    """What a value is made of, in the order of the spec."""
    if isinstance(value, Reference):
        return [getattr(value, name) for name in spec.names or ()]
    taken = taken_apart(value)
    assert taken is not None
    if spec.names is None or taken.names is None:
        return taken.items
    held = dict(zip(taken.names, taken.items, strict=True))
    return [held[name] for name in spec.names]


def _chosen(value: Any, spec: ChoiceSpec) -> Variable:
    """Which of the objects it is."""
    objects = list(value.ag_objects) if isinstance(value, Choice) else [value]
    places = [next(i for i, each in enumerate(spec.objects) if same(each, held)) for held in objects]
    if not isinstance(value, Choice):
        return constant(places[0]).variable
    return session().emit("row", constant(np.array(places, np.int64)).variable, value.ag_index.variable)


def zeros(spec: Spec) -> list[Variable]:
    """Variables that stand for a value that is not there: nobody looks at them."""
    made = session()
    if isinstance(spec, ArraySpec):
        shape: Any = spec.type.shape
        zero: Any = np.zeros((), DTYPES[spec.type.dtype])
        variable = made.emit("constant", value=zero)
        return [made.emit("broadcast", variable, shape=shape) if shape else variable]
    if isinstance(spec, ReferenceSpec):
        return [made.emit("none", record=spec.type.name)]
    if isinstance(spec, ChoiceSpec):
        return [constant(0).variable]
    if isinstance(spec, Parts):
        return [v for item in spec.items for v in zeros(item)]
    if isinstance(spec, ContentsSpec):
        return zeros(spec.inner)
    return [constant(False).variable, *zeros(spec.inner)] if isinstance(spec, Optional) else []


def lift(spec: Spec, variables: Iterator[Variable], *, foreign: bool = False, guess: bool = False) -> Any:
    """The value that variables carry.

    Args:
        spec: what it is.
        variables: as `lower` gives them.
        foreign: whether code outside has the arrays, too.
        guess: whether another type may be found out.
    """
    if isinstance(spec, ArraySpec):
        return Array(next(variables), weak=spec.weak, store=Store(foreign=foreign), guess=guess)
    if isinstance(spec, ReferenceSpec):
        return Reference(next(variables), spec.kind)
    if isinstance(spec, Parts):
        items = [lift(item, variables, foreign=foreign, guess=guess) for item in spec.items]
        return rebuilt(spec.kind, spec.names, items)
    if isinstance(spec, ChoiceSpec):
        from ag_notebook.staging.backends.lantern.staging.backend import BACKEND

        return Choice(Array(next(variables)), list(spec.objects), BACKEND)
    if isinstance(spec, ContentsSpec):
        return Contents(lift(spec.inner, variables, foreign=foreign, guess=guess))
    if isinstance(spec, Optional):
        from ag_notebook.staging.backends.lantern.staging.backend import BACKEND

        flag = Array(next(variables))
        return Maybe(flag, lift(spec.inner, variables, foreign=foreign, guess=guess), spec.absent, BACKEND)
    return spec.value
