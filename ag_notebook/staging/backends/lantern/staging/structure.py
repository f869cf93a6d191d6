"""What a variable can be: arrays, references, Python's constants, tuples, lists and dicts of these, and values that may lack.

`spec_of(value)` says what a value is, `lower` and `lift` carry a value across the border of a branch, a loop or a definition
as variables of the program. What fits two paths is in `joins`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from ag_notebook.report import Span
from ag_notebook.staging.backends.carriers import Choice, Maybe, NoValueType, Undefined
from ag_notebook.staging.backends.lantern.ir.program import Variable
from ag_notebook.staging.backends.lantern.ir.types import (
    DTYPES,
    ArrayType,
    RecordType,
    Type,
    dtype_name,
    type_of,
)
from ag_notebook.staging.backends.lantern.staging.arithmetic import as_array, cast, constant
from ag_notebook.staging.backends.lantern.staging.parts import (
    rebuilt,
    taken_apart,
)
from ag_notebook.staging.backends.lantern.staging.refusals import growing_object
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference, Store
from ag_notebook.staging.runtime.effects import Contents
from ag_notebook.staging.runtime.guards import same
from ag_notebook.staging.wording import kind_of, python_text

_NUMBERS = (bool, int, float)
_BY_VALUE = (int, float, complex, str, bytes, bool, type(None))


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


_DTYPES = {bool: "bool", int: "i64", float: "f64"}


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
