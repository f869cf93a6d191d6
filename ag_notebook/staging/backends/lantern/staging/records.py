"""Record types of the user's classes: which fields an object has, by its class's annotations, and what its methods are.

    class Tree:                              (record Tree (left (ref Tree)) (right (ref Tree)) (value f64))
        left: Optional["Tree"]
        right: Optional["Tree"]
        value: float

Hints are those in the class (also of data classes and named tuples), or those of the parameters of `__init__` that have an
attribute of the same name. `float`, `int` and `bool` are f64, i64 and bool, scalar types of NumPy's are themselves, and
`Array[np.float32, 300]` is an array, `Array[np.float32, "n"]` one whose size the objects say; `np.ndarray` takes dtype and shape
of the object that is given first.
"""

from __future__ import annotations

import functools
import inspect
import types
import typing
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from ag_notebook.staging.backends.lantern.hints import ArrayHint
from ag_notebook.staging.backends.lantern.ir.dimensions import names_in, sized, sizes
from ag_notebook.staging.backends.lantern.ir.types import (
    BOOL,
    F64,
    I64,
    ArrayType,
    RecordType,
    Type,
    dtype_name,
    type_of,
)
from ag_notebook.staging.backends.lantern.staging.arithmetic import negated
from ag_notebook.staging.backends.lantern.staging.checks import check, may_raise
from ag_notebook.staging.backends.lantern.staging.refusals import MisfitError, refusal
from ag_notebook.staging.backends.lantern.staging.session import Session, session
from ag_notebook.staging.backends.lantern.staging.values import BINARY, COMPARISONS, Array, Reference, Store
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.callees import is_user_function, is_users_class
from ag_notebook.staging.runtime.calls import converted_call

_Found = TypeVar("_Found")
_PLAIN = {float: F64, int: I64, bool: BOOL}
_PYTHON: dict[str, type] = {"bool": bool, "i64": int, "f64": float}


def _once_for_each_class(function: Callable[[type], _Found]) -> Callable[[type], _Found]:
    """Keeps what a function gives for a class: it depends on hints alone, which are read once."""
    known: weakref.WeakKeyDictionary[type, _Found] = weakref.WeakKeyDictionary()

    @functools.wraps(function)
    def call(kind: type) -> _Found:
        found = known.get(kind)
        if found is None:
            found = known[kind] = function(kind)
        return found

    return call


@_once_for_each_class
def hints_of(kind: type) -> dict[str, Any]:
    """The hints of a class's fields, by name; empty where it has none, or they cannot be read."""
    if not is_users_class(kind):
        return {}
    try:
        found = typing.get_type_hints(kind, localns={kind.__name__: kind})
    except Exception:  # noqa: BLE001 - a hint is any code of the user's: one that cannot be read is none
        found = {}
    init = vars(kind).get("__init__")
    if not found and isinstance(init, types.FunctionType):
        try:
            found = typing.get_type_hints(init, localns={kind.__name__: kind})
        except Exception:  # noqa: BLE001 - as above
            found = {}
        found.pop("return", None)
    return {name: hint for name, hint in found.items() if typing.get_origin(hint) is not typing.ClassVar}


def _alternatives(hint: Any) -> list[Any]:
    """The classes of `Optional[Tree]`, without None."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return [each for each in typing.get_args(hint) if each is not type(None)]
    return [hint]


def _record_class(hint: Any, seen: frozenset[type]) -> type | None:
    """The class of records that a hint names, or None."""
    found = _alternatives(hint)
    if len(found) != 1 or not isinstance(found[0], type):
        return None
    return found[0] if found[0] in seen or _is_record_class(found[0], seen) else None


def _is_number(hint: Any) -> bool:
    if isinstance(hint, ArrayHint) or hint in _PLAIN or hint is np.ndarray:
        return True
    return isinstance(hint, type) and issubclass(hint, np.generic) and dtype_name(hint) is not None


@_once_for_each_class
def is_record_class(kind: type) -> bool:
    """Whether objects of a class become records: all of its hints are types of Lantern's, or one leads back to it."""
    return _is_record_class(kind, frozenset())


def _is_record_class(kind: type, seen: frozenset[type]) -> bool:
    hints = hints_of(kind)
    if not hints:
        return False
    inner = seen | {kind}
    refers = [c for h in hints.values() for c in [_record_class(h, inner)] if c is not None]
    if kind in refers or any(_refers_to(c, kind) for c in refers):
        return True
    if issubclass(kind, tuple):
        return False  # taken apart as a tuple is
    return all(_is_number(h) or _record_class(h, inner) is not None for h in hints.values())


def unfit_fields(kind: type) -> list[str]:
    """The fields whose hints are no types of Lantern's."""
    inner = frozenset([kind])
    return [n for n, h in hints_of(kind).items() if not _is_number(h) and _record_class(h, inner) is None]


def _refers_to(kind: type, wanted: type) -> bool:
    seen, todo = set(), [kind]
    while todo:
        each = todo.pop()
        if each in seen:
            continue
        seen.add(each)
        todo += [a for h in hints_of(each).values() for a in _alternatives(h) if isinstance(a, type)]
    return wanted in seen


def record_type(made: Session, kind: type, example: Any = None) -> RecordType:
    """The record type of a class, declared in the program; `example` is an object of it.

    Raises:
        StagingError: AG314, a hint is missing.
    """
    for name, held in made.records.items():
        if held is kind:
            return RecordType(name)
    name, count = kind.__name__, 1
    while name in made.records:
        count += 1
        name = f"{kind.__name__}_{count}"
    made.records[name] = kind
    fields = made.program.records[name] = {}
    for field, found in _fields(kind).items():
        value = None if example is None else getattr(example, field, None)
        if isinstance(found, type):
            fields[field] = record_type(made, found, value)
        else:
            fields[field] = _type_of_field(made, kind, field, found, value)
    return RecordType(name)


@_once_for_each_class
def _fields(kind: type) -> dict[str, ArrayType | type | None]:
    """The fields of a class that Lantern has a type for: a type, a class of records, or None where an object tells the type."""
    found: dict[str, ArrayType | type | None] = {}
    for field, hint in hints_of(kind).items():
        if isinstance(hint, ArrayHint):
            found[field] = hint.type
        elif hint in _PLAIN:
            found[field] = _PLAIN[hint]
        elif hint is np.ndarray:
            found[field] = None
        elif _is_number(hint):
            found[field] = ArrayType(dtype_name(hint) or "")
        else:
            other = _record_class(hint, frozenset([kind]))
            if other is not None:
                found[field] = other
    return found


def _type_of_field(made: Session, kind: type, field: str, hint: ArrayType | None, value: Any) -> Type:
    """The type of an array's field that has `value` in the object that is given; None is a hint that says nothing of it."""
    if hint is not None:
        return _of_known_size(made, kind, field, hint, value)
    found = _array_in(made, kind, field) if value is None else value
    if found is None:
        raise refusal(
            "AG314",
            f"the hint of {kind.__name__}.{field} says nothing of dtype and shape.",
            "Write lantern.Array[np.float32, 300].",
        )
    return type_of(found)


def _of_known_size(made: Session, kind: type, field: str, hint: ArrayType, value: Any) -> ArrayType:
    """The type that a hint says, with numbers for names of dimensions: they are found in the objects that are given."""
    if not names_in([hint]):
        return hint
    if not isinstance(value, np.ndarray):
        value = _array_in(made, kind, field)
    if value is not None:
        known = sized(hint, made.sizes)
        made.sizes |= sizes([(f"{kind.__name__}.{field}", known, value)])
    found = sized(hint, made.sizes)
    assert isinstance(found, ArrayType)
    unknown = names_in([found])
    if unknown:
        raise refusal(
            "AG314",
            f"no object says how large {', '.join(sorted(unknown))} is, in the hint of {kind.__name__}.{field}.",
            "Write a number, or give an object that has such an array.",
        )
    return found


def _array_in(made: Session, kind: type, field: str) -> Any:
    """The first array that a field holds, of all objects of a class that can be reached from the arguments."""
    seen: set[int] = set()
    todo = list(made.given)
    while todo:
        value = todo.pop()
        if value is None or id(value) in seen:
            continue
        seen.add(id(value))
        if type(value) is kind and isinstance(getattr(value, field, None), np.ndarray):
            return getattr(value, field)
        todo += [getattr(value, name, None) for name, _ in record_fields(type(value))]
    return None


def described_fields(made: Session) -> Any:
    """What the records of a session are, as a part of the key of a call."""
    return tuple((name, tuple(fields.items())) for name, fields in made.program.records.items())


def record_fields(kind: type) -> list[tuple[str, type]]:
    """The fields of a class that are records, with their classes."""
    return [(name, other) for name, other in _fields(kind).items() if isinstance(other, type)]


@_once_for_each_class
def _related(kind: type) -> tuple[type, ...]:
    """A class, and those that its records refer to."""
    seen: dict[type, None] = {}
    todo = [kind]
    while todo:
        each = todo.pop()
        if each not in seen:
            seen[each] = None
            todo += [other for _, other in record_fields(each)]
    return tuple(seen)


def has_subclasses(kind: type) -> bool:
    """Whether a class, or one of those that its records refer to, has others derived from it."""
    return any(map(type.__subclasses__, _related(kind)))


def field_spec(reference: Reference, name: str) -> Any:
    """What a field of a record is."""
    from ag_notebook.staging.backends.lantern.staging.structure import ArraySpec, ReferenceSpec

    made = session()
    kind = made.program.records[reference.ag_type.name][name]
    if isinstance(kind, RecordType):
        return ReferenceSpec(kind, made.records[kind.name])
    return ArraySpec(kind, weak=hints_of(reference.ag_kind).get(name) in _PLAIN)


# what a reference can be asked ---------------------------------------------------------------------------


def attribute(reference: Reference, name: str) -> Any:
    """`reference.name`: a field, or what the class has under that name."""
    made, kind = session(), reference.ag_kind
    if isinstance(getattr(kind, "__getattribute__", None), types.FunctionType):
        _refuse_user_access(kind)
    fields = made.program.records[reference.ag_type.name]
    if name in fields:
        may_raise(AttributeError(f"'NoneType' object has no attribute '{name}'"), lambda: exists(reference))
        variable = made.emit("field", reference.ag_variable, name=name, field=name)
        found = fields[name]
        value: Any
        if isinstance(found, RecordType):
            value = Reference(variable, made.records[found.name])
        else:
            is_python = hints_of(kind).get(name) in _PLAIN
            value = Array(variable, weak=is_python, store=Store(foreign=True))
        made.fields[id(value)] = value, reference, name
        return value
    held = inspect.getattr_static(kind, name, None)
    if held is not None:
        require(reference, lambda: AttributeError(f"'NoneType' object has no attribute '{name}'"))
    if isinstance(held, property) and held.fget is not None:
        return converted_call(held.fget, reference)
    if isinstance(held, types.FunctionType):
        return types.MethodType(held, reference)
    if isinstance(held, (staticmethod, classmethod)) or (held is not None and name not in hints_of(kind)):
        return getattr(kind, name)
    from ag_notebook.staging.backends.lantern.staging.missing_hints import missing_field

    _refuse_user_access(kind)
    raise missing_field(kind, name)


def exists(reference: Reference) -> Array:
    """Whether a reference is not None."""
    made, variable = session(), reference.ag_variable
    _, absent = made.absences.get(id(variable), (variable, None))
    if absent is None or not made.frame.sees(absent):
        absent = made.emit("none?", variable)
        made.absences[id(variable)] = variable, absent
    return negated(Array(absent, weak=True))


def presence(reference: Reference) -> Any:
    """Whether a reference is not None: True where that is known."""
    return True if id(reference.ag_variable) in session().present else exists(reference)


def is_present(reference: Reference) -> bool:
    """Whether a reference is known not to be None."""
    present = presence(reference)
    return present is True or session().known(present.variable) is True


def has_attribute(reference: Reference, name: str) -> bool:
    """Whether objects of the reference's class have an attribute.

    Raises:
        StagingError: AG310, a method of the user's decides.
    """
    _refuse_user_access(reference.ag_kind)
    return name in session().program.records[reference.ag_type.name] or hasattr(reference.ag_kind, name)


def _refuse_user_access(kind: type) -> None:
    for name in ("__getattr__", "__getattribute__"):
        if isinstance(getattr(kind, name, None), types.FunctionType):
            raise refusal(
                "AG310",
                f"{kind.__name__}.{name} says what attributes a record has, and Lantern's programs do not ask it.",
                "Write a property, or a method of another name.",
            )


def require(reference: Reference, error: Callable[[], Exception]) -> None:
    """Raises where a reference is None: what follows asks the class, which the program cannot tell from None."""
    if not is_present(reference):
        check(exists(reference), error())


def truth_of(reference: Reference) -> Any:
    """Whether a reference is true: not None, and what the class's `__bool__` or `__len__` says."""
    from ag_notebook.staging.backends.lantern.staging.conditionals import choose

    present = presence(reference)
    for name in ("__bool__", "__len__"):
        method = getattr(reference.ag_kind, name, None)
        if isinstance(method, types.FunctionType):  # a named tuple has fields, so it is true
            return choose(present, functools.partial(_asked, method, reference), lambda: False)
    return present


def _asked(method: Any, reference: Reference) -> Any:
    from ag_notebook.staging.backends.lantern.staging.conditionals import truth

    return truth(converted_call(method, reference))


def items_of_tuple(reference: Reference, error: str) -> tuple[Any, ...] | None:
    """The fields of a record that is a named tuple, None for any other; `error` is what Python says of None."""
    if not issubclass(reference.ag_kind, tuple):
        return None
    require(reference, lambda: TypeError(error))
    return tuple(attribute(reference, name) for name in reference.ag_kind._fields)


def special(reference: Reference, name: str, *others: Any) -> Any:
    """An operator of the user's class."""
    held = getattr(reference.ag_kind, name, None)
    if isinstance(held, types.FunctionType) and is_user_function(held):
        require(reference, lambda: TypeError(none_misused(name, *others)))
        return converted_call(held, reference, *others)
    if name == "__eq__":
        raise incomparable(reference.ag_kind)
    raise refusal(
        "AG318", f"{reference.ag_kind.__name__} has no {name}.", "Define it in the class.", MisfitError
    )


_OF_NONE = {
    **dict.fromkeys(("__eq__", "__ne__"), "None is compared with a record: ask `is None` before"),
    "__len__": "object of type 'NoneType' has no len()",
    "__call__": "'NoneType' object is not callable",
    "__getitem__": "'NoneType' object is not subscriptable",
    "__iter__": "'NoneType' object is not iterable",
    "__contains__": "argument of type 'NoneType' is not iterable",
    "__neg__": "bad operand type for unary -: 'NoneType'",
    "__pos__": "bad operand type for unary +: 'NoneType'",
    "__invert__": "bad operand type for unary ~: 'NoneType'",
    "__abs__": "bad operand type for abs(): 'NoneType'",
}


def none_misused(name: str, *others: Any) -> str:
    """What Python says where an operator, by the name of its method, is used on None."""
    if name in _OF_NONE:
        return _OF_NONE[name]
    kinds = ["NoneType", *(class_name(other) for other in others)]
    plain = name.strip("_")
    if plain in COMPARISONS:
        return f"'{COMPARISONS[plain]}' not supported between instances of '{kinds[0]}' and '{kinds[1]}'"
    if plain not in BINARY:  # an operator whose left operand asked this one
        plain, kinds = plain[1:], kinds[::-1]
    return f"unsupported operand type(s) for {BINARY[plain]}: '{kinds[0]}' and '{kinds[1]}'"


def class_name(value: Any) -> str:
    """The name of the class that a value has in Python."""
    kind = python_class(value) if isinstance(value, (Array, Reference)) else type(value)
    return kind.__name__


def incomparable(kind: type) -> StagingError:
    """The error that says that it is not known whether two references are one object."""
    return refusal(
        "AG310",
        f"two references to {kind.__name__} cannot be compared in Lantern.",
        "Compare their fields, or ask `is None`.",
    )


def is_instance(value: Any, kinds: Any) -> Any:
    """`isinstance(value, kinds)` of something staged."""
    if isinstance(value, Reference):
        present = presence(value)
        is_kind, is_none = issubclass(value.ag_kind, kinds), isinstance(None, kinds)
        if is_kind is is_none or present is True:
            return is_kind
        return present if is_kind else negated(present)
    return issubclass(python_class(value), kinds)


def class_for_user(value: Any) -> type:
    """`value.__class__` where the user's code reads it, or `super()` does."""
    if isinstance(value, Reference):
        require(value, lambda: TypeError("the class of None is asked for: ask `is None` before"))
    return python_class(value)


def python_class(value: Any) -> type:
    """The class that a staged value has in Python."""
    if isinstance(value, Reference):
        kind: type = value.ag_kind
        return kind
    assert isinstance(value, Array)
    if value.type.shape:
        return np.ndarray
    found: type = _PYTHON[value.type.dtype] if value.weak else value.dtype.type
    return found
