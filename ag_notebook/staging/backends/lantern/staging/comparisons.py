"""Comparisons with something staged among their operands: equality, identity, membership and order, as Python and NumPy mean them."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ag_notebook.staging.backends.carriers import (
    Choice,
    Maybe,
    StagedRange,
    resolved,
)
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging import functions, records, shapes
from ag_notebook.staging.backends.lantern.staging.arithmetic import (
    as_array,
    binary,
    compare,
    opposite,
)
from ag_notebook.staging.backends.lantern.staging.builtin_functions import all_of, any_of, bool_of, length
from ag_notebook.staging.backends.lantern.staging.conditionals import both, truth
from ag_notebook.staging.backends.lantern.staging.items import unrolled
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner, owner_within
from ag_notebook.staging.runtime.effects import refuse_split
from ag_notebook.staging.runtime.expressions import COMPARISONS
from ag_notebook.staging.runtime.special import made_by_dataclass
from ag_notebook.staging.runtime.statements import raise_stmt
from ag_notebook.staging.wording import kind_of


def same(left: Any, right: Any) -> Any:
    """`left is right`."""
    if isinstance(left, Maybe) or isinstance(right, Maybe):
        return _same_or_none(left, right) if isinstance(left, Maybe) else _same_or_none(right, left)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Choice):
            return _each(same, one, other, flipped=one is right)
    refuse_split(left, right)
    for one, other in ((left, right), (right, left)):
        if other is None:
            if isinstance(one, Reference):
                return opposite(records.presence(one))
            return one is None
    if left is right:
        return True
    if not isinstance(left, (Array, Reference)) and not isinstance(right, (Array, Reference)):
        return False
    if isinstance(left, Reference) and isinstance(right, Reference):
        if left.ag_variable is right.ag_variable:
            return True
        raise records.incomparable(left.ag_kind)
    bools = [type(each) is bool or _is_bool(each) for each in (left, right)]
    if all(bools):  # of each there is one
        return compare("==", left, right)
    if any(bools) or not (_is_object(left) and _is_object(right)):
        return False
    raise refusal("AG310", "two staged values are compared by `is`.", "Compare by `==`.")


def _same_or_none(maybe: Maybe, other: Any) -> Any:
    """`maybe is other`, of what may be None or unbound."""
    if maybe.ag_absent is not None:
        return same(maybe.ag_resolve(), other)
    absent = opposite(maybe.ag_flag)
    if other is None:
        return absent
    held = both(maybe.ag_flag, lambda: same(maybe.ag_value, other), is_and=True)
    if not isinstance(other, Maybe) or other.ag_absent is not None:
        return held
    neither = both(absent, lambda: opposite(other.ag_flag), is_and=True)
    return both(held, lambda: neither, is_and=False)


def _is_bool(value: Any) -> bool:
    return isinstance(value, Array) and value.weak and value.type.dtype == "bool"


def _is_object(value: Any) -> bool:
    """Whether a value may be a number or array of Python's or NumPy's."""
    return isinstance(value, (Array, Parameter, int, float, np.ndarray, np.generic))


def compared(name: str, left: Any, right: Any) -> Any:
    """`==`, `!=`, `<`, `is`, `in` and their opposites."""
    if name in ("is", "is not"):
        found = same(left, right)
        return found if name == "is" else opposite(found)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Choice):
            return _each(COMPARISONS[name], one, other, flipped=one is right)
    if name in ("in", "not in"):
        found = _contained(left, resolved(right))
        return found if name == "in" else opposite(found)
    if name == "==":
        return _equal(left, right)
    if name == "!=":
        return _unequal(left, right)
    return _OPERATORS[name](resolved(left), resolved(right))


def _contained(item: Any, items: Any) -> Any:
    """`item in items`."""
    if isinstance(item, Maybe) and item.ag_absent is None:
        held = both(item.ag_flag, lambda: _contained(item.ag_value, items), is_and=True)
        without = both(opposite(item.ag_flag), lambda: _contained(None, items), is_and=True)
        return both(held, lambda: without, is_and=False)
    item = resolved(item)
    if isinstance(items, (dict, set, frozenset)):
        _check_hashable(item)
    if isinstance(items, range) and isinstance(item, Array):
        if not items:
            return False
        low, high = min(items[0], items[-1]), max(items[0], items[-1])
        within = both(compare("<=", low, item), lambda: compare("<=", item, high), is_and=True)
        return both(
            within,
            lambda: compare("==", binary("%", binary("-", item, items[0]), items.step), 0),
            is_and=True,
        )
    if isinstance(items, Reference):
        return truth(records.special(items, "__contains__", item))
    if isinstance(items, Array) and items.ndim:
        return bool_of(functions.FUNCTIONS["any"](_equal_items(items, item)))
    if isinstance(items, str):
        if isinstance(item, Choice):
            return _each(COMPARISONS["in"], item, items, flipped=False)
        if isinstance(item, str):
            return item in items
        raise_stmt(
            TypeError(f"'in <string>' requires string as left operand, not {records.class_name(item)}")
        )
    if isinstance(items, (dict, set, frozenset)) and owner_within(item) is PYTHON:
        return item in items
    return any_of([_is_or_equals(each, item) for each in unrolled(items)])


def _check_hashable(item: Any) -> None:
    """Raises what Python raises where something cannot be a key."""
    if isinstance(item, tuple):
        for each in item:
            _check_hashable(each)
    elif _is_array(item):
        raise TypeError("unhashable type: 'numpy.ndarray'")
    elif owner(item) is PYTHON:
        hash(item)


def _each(compares: Callable[[Any, Any], Any], choice: Choice, other: Any, *, flipped: bool) -> Any:
    """A comparison of the one that is chosen of several objects."""

    def compare_one(each: Any) -> Any:
        return compares(other, each) if flipped else compares(each, other)

    return choice.ag_each(compare_one)


def _is_array(value: Any) -> bool:
    return isinstance(value, Array) and bool(value.type.shape)


def _equal_or_none(maybe: Maybe, other: Any) -> Any:
    """`maybe == other`, of what may be None."""
    held = both(maybe.ag_flag, lambda: _equal(maybe.ag_value, other), is_and=True)
    if other is None:
        return opposite(maybe.ag_flag)
    if not isinstance(other, Maybe) or other.ag_absent is not None:
        return held
    neither = both(opposite(maybe.ag_flag), lambda: opposite(other.ag_flag), is_and=True)
    return both(held, lambda: neither, is_and=False)


def _equal(left: Any, right: Any) -> Any:
    """`left == right`, item by item for tuples and lists."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Maybe) and one.ag_absent is None:
            return _equal_or_none(one, other)
        if isinstance(one, Choice):
            return _each(COMPARISONS["=="], one, other, flipped=one is right)
    left, right = resolved(left), resolved(right)
    if owner_within((left, right)) is PYTHON:  # what is in a list, or may be None
        return COMPARISONS["=="](left, right)
    if isinstance(left, Reference) or isinstance(right, Reference):
        return _equal_records(left, right)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, (np.ndarray, np.generic, Parameter)) or (isinstance(one, Array) and not one.weak):
            return _equal_items(as_array(one), other)
    if isinstance(left, StagedRange) or isinstance(right, StagedRange):
        return _equal_ranges(left, right)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        if isinstance(left, list) is not isinstance(right, list) or len(left) != len(right):
            return False
        return all_of([_is_or_equals(a, b) for a, b in zip(left, right, strict=True)])
    if isinstance(left, dict) and isinstance(right, dict):
        if left.keys() != right.keys():
            return False
        return all_of([_is_or_equals(item, right[key]) for key, item in left.items()])
    if _is_object(left) and _is_object(right):
        return compare("==", left, right)
    return _differs(left, right)


def _unequal(left: Any, right: Any) -> Any:
    """`left != right`: what the class of a record says, or else the opposite of `==`."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Reference) and isinstance(one.ag_kind.__ne__, types.FunctionType):
            found = records.special(one, "__ne__", other)
            if found is not NotImplemented:
                return found
    found = _equal(left, right)
    return functions.FUNCTIONS["logical_not"](found) if _is_array(found) else opposite(found)


def _equal_items(array: Array, other: Any) -> Any:
    """`array == other`, where NumPy compares each item."""
    if isinstance(other, (list, tuple, range)):
        return compare("==", array, shapes.array(list(other)))
    if _is_object(other) or isinstance(other, StagedRange):
        return compare("==", array, other)
    differs = _differs(array, other)
    return shapes.full(array.shape, differs) if array.type.shape else differs


def _equal_records(left: Any, right: Any) -> Any:
    """`left == right`, one of which is a record."""
    for one, other in ((left, right), (right, left)):
        if not isinstance(one, Reference):
            continue
        if other is None:
            return same(one, None)
        if not isinstance(other, Reference) and one.ag_kind.__eq__ is object.__eq__:
            return False
        found = records.special(one, "__eq__", other)
        if found is not NotImplemented:
            return found
    if isinstance(left, Reference) and isinstance(right, Reference):
        raise records.incomparable(left.ag_kind)
    return False


_OF_OTHER_KINDS = (
    *(type(None), str, bytes, dict, set, frozenset, list, tuple, range, slice, StagedRange),
    *(int, float, np.ndarray, np.generic, Array),
)


def _differs(left: Any, right: Any) -> bool:
    """`left == right` of values that are never equal, as they are of different kinds: False.

    Raises:
        StagingError: AG310, the class of one may say otherwise.
    """
    for each in (left, right):
        says: Any = type(each).__eq__
        if not any(says is kind.__eq__ for kind in (object, *_OF_OTHER_KINDS)) and not made_by_dataclass(
            each, "__eq__"
        ):
            raise refusal(
                "AG310",
                f"{kind_of(each)} is compared with something staged, and its class decides how.",
                "Compare numbers or arrays.",
            )
    return False


def _is_or_equals(left: Any, right: Any) -> Any:
    """Whether containers take two items for the same: what is one object equals itself, NaN too."""
    return left is right or _equal(left, right)


def _equal_ranges(left: Any, right: Any) -> Any:
    """`==` of ranges: that of the numbers in them."""
    if not all(isinstance(each, (range, StagedRange)) for each in (left, right)):
        return False
    count, other = length(left), length(right)

    def first_and_step() -> Any:
        step = any_of([left.step == right.step, compare("==", count, 1)])
        return both(compare("==", left.start, right.start), lambda: step, is_and=True)

    same_numbers = both(compare("==", count, 0), first_and_step, is_and=False)
    return both(compare("==", count, other), lambda: same_numbers, is_and=True)


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
