"""Compares objects whose classes say how: by the user's methods, by the fields of a data class, item by item.

`a == b` runs `__eq__` of the user's class, converted; but where Python compares parts by itself (the fields of a data
class, the items of lists and tuples, what `functools.total_ordering` derives) it wants a Python bool of each. While a
trace is made the parts are compared here instead, and the result may be staged.
"""

from __future__ import annotations

import functools
import types
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from ag_notebook.staging.backends.carriers import staged_items
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner, owner_within
from ag_notebook.staging.runtime.callees import LIBRARY_PACKAGES, is_builtin_class, package_of
from ag_notebook.staging.runtime.special import made_by_dataclass, method_of

_REFLECTED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}
_NAMES = {"<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__", "==": "__eq__", "!=": "__ne__"}


def compared(symbol: str, left: Any, right: Any) -> Any:
    """A comparison that the classes of the operands decide; `NotImplemented` for any other operands."""
    __tracebackhide__ = True
    if symbol in ("in", "not in"):
        found = _contained(left, right)
        return _not(found) if symbol == "not in" and found is not NotImplemented else found
    if symbol == "==":
        return _equal(left, right)
    return _unequal(left, right) if symbol == "!=" else _ordered(symbol, left, right)


def _compare(symbol: str, left: Any, right: Any) -> Any:
    from ag_notebook.staging.runtime.expressions import COMPARISONS

    return COMPARISONS[symbol](left, right)


def _not(value: Any) -> Any:
    from ag_notebook.staging.runtime.expressions import not_

    return not_(value)


def _may_decide(value: Any) -> bool:
    """Whether the class of a value could be one of the user's, or made for one."""
    return not is_builtin_class(type(value)) and package_of(type(value)) not in LIBRARY_PACKAGES


def _method(value: Any, name: str) -> types.FunctionType | None:
    if not _may_decide(value) or owner(value) is not PYTHON:
        return None
    found = method_of(value, name)
    return None if found is None else found[1]


def _run(method: types.FunctionType, *args: Any) -> Any:
    from ag_notebook.staging.runtime.calls import invoke

    return invoke(method, args, {})


def _by_method(symbol: str, left: Any, right: Any) -> Any:
    """What the operands' methods give, the left one's first unless the right one's class is derived from its."""
    pairs = [(left, symbol, right), (right, _REFLECTED[symbol], left)]
    if type(right) is not type(left) and issubclass(type(right), type(left)):
        pairs.reverse()
    for value, wanted, other in pairs:
        method = _method(value, _NAMES[wanted])
        if method is not None:
            result = _run(method, value, other)
        elif type(value) is type(other) and made_by_dataclass(value, _NAMES[wanted]):
            return _compare(wanted, _fields(value), _fields(other))
        else:
            continue
        if result is not NotImplemented:
            return result
    return NotImplemented


def _fields(value: Any) -> tuple[Any, ...]:
    return tuple(getattr(value, f.name) for f in type(value).__dataclass_fields__.values() if f.compare)


def compares_itself(value: Any) -> bool:
    """Whether `==` of a value is decided by its class, at any depth of lists and tuples."""
    if _method(value, "__eq__") is not None or made_by_dataclass(value, "__eq__"):
        return True
    if isinstance(value, dict):
        return any(map(compares_itself, value.values()))
    return isinstance(value, (list, tuple)) and any(map(compares_itself, value))


def _are_sequences(left: Any, right: Any) -> bool:
    kind = list if type(left) is list else tuple
    if not (isinstance(left, kind) and isinstance(right, kind)):
        return False
    return not (staged_items(left) or staged_items(right))


def _equal(left: Any, right: Any) -> Any:
    if isinstance(left, dict) and isinstance(right, dict) and _method(left, "__eq__") is None:
        return _dicts_equal(left, right)
    if not _are_sequences(left, right) or _method(left, "__eq__") is not None:
        return _by_method("==", left, right)
    if not (compares_itself(left) or compares_itself(right)):
        return NotImplemented
    if len(left) != len(right):
        return False
    return all_equal(zip(left, right, strict=True))


def all_equal(pairs: Iterable[tuple[Any, Any]]) -> Any:
    """Whether the items of each pair are equal, as containers compare what they hold; all after the first that are not are left out."""
    from ag_notebook.staging.runtime.expressions import and_

    result: Any = True
    for a, b in pairs:
        result = and_(result, functools.partial(is_or_equals, a, b))
    return result


def any_equal(item: Any, others: Iterable[Any]) -> Any:
    """Whether one of some items is equal to another, as `in` has it."""
    from ag_notebook.staging.runtime.expressions import or_

    result: Any = False
    for other in others:
        result = or_(result, functools.partial(is_or_equals, other, item))
    return result


def is_or_equals(left: Any, right: Any) -> Any:
    """Whether containers take two items for the same: True or False, and an object is the same as itself (NaN, too)."""
    from ag_notebook.staging.runtime.expressions import eq

    if left is right:
        return True
    found = eq(left, right)
    return found if isinstance(found, bool) else owner(found).truth(found)


def _dicts_equal(left: dict[Any, Any], right: dict[Any, Any]) -> Any:
    """`==` of dicts whose keys Python compares, in order where both have one."""
    values = [*left.values(), *right.values()]
    if owner_within(values) is PYTHON and not compares_itself(values):
        return NotImplemented
    is_ordered = isinstance(left, OrderedDict) and isinstance(right, OrderedDict)
    if list(left) != list(right) if is_ordered else left.keys() != right.keys():
        return False
    return all_equal((value, right[key]) for key, value in left.items())


def _unequal(left: Any, right: Any) -> Any:
    for value, other in ((left, right), (right, left)):
        method = _method(value, "__ne__")
        result = NotImplemented if method is None else _run(method, value, other)
        if result is not NotImplemented:
            return result
    result = _equal(left, right)
    return result if result is NotImplemented else _not(result)


def _ordered(symbol: str, left: Any, right: Any) -> Any:
    if not _are_sequences(left, right) or _method(left, _NAMES[symbol]) is not None:
        return _by_method(symbol, left, right)
    if owner_within((left, right)) is PYTHON and not compares_itself(left):
        return NotImplemented
    from ag_notebook.staging.runtime.expressions import if_exp

    result: Any = PYTHON.compare(symbol, len(left), len(right))
    for a, b in reversed(list(zip(left, right, strict=False))):
        rest = functools.partial(_itself, result)
        result = if_exp(is_or_equals(a, b), rest, functools.partial(_compare, symbol, a, b))
    return result


def _itself(value: Any) -> Any:
    return value


def _contained(item: Any, container: Any) -> Any:
    """`in` where items compare themselves."""
    if not isinstance(container, (list, tuple)) or staged_items(container):
        return NotImplemented
    if not (compares_itself(item) or compares_itself(container)):
        return NotImplemented
    return any_equal(item, container)


def orders_itself(value: Any) -> bool:
    """Whether the order of a value is decided by its class, or by staged items of a tuple or list."""
    if isinstance(value, (list, tuple)):
        return not staged_items(value) and owner_within(value) is not PYTHON
    return any(
        _method(value, name) is not None or made_by_dataclass(value, name) for name in ("__lt__", "__gt__")
    )


def extreme(symbol: str, items: Any) -> Any:
    """`max` (symbol ">") or `min` ("<") of items that order themselves."""
    from ag_notebook.staging.runtime.expressions import if_exp

    best, *others = items
    for other in others:
        better = _compare(symbol, other, best)
        best = if_exp(better, functools.partial(_itself, other), functools.partial(_itself, best))
    return best
