"""Guards what a trace has read of the world outside: if it changed, the next call traces again.

A guard is a place (a global, a closure cell, an attribute, the items of a container) and what it held. Numbers and
texts are compared by value, everything else by identity; `runtime/guarded_places.py` finds the places.
"""

from __future__ import annotations

import collections
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ag_notebook.staging.runtime.callees import plain_attribute
from ag_notebook.staging.runtime.effects import Location, items_location

BY_VALUE = (int, float, complex, str, bytes, bool, type(None), range, slice)
_WITH_PARTS = (float, complex, range, slice)
"""Of these, values that can be told apart may be equal."""
HOLDERS = (list, dict, set, frozenset, tuple, collections.deque, bytearray)
"""Containers of Python's own, whose items are guarded."""
MOST_ITEMS = 100_000
"""Items compared before a call, in all; a container that would go beyond is guarded by identity and length."""


class Guard:
    """A place that was read and what it held.

    Attributes:
        label: how the user writes the place, such as `self.limits['top']`.
        read: gives what the place holds now.
        value: what it held.
        location: where that can be written, if it can be: then a tensor that changes may become an input.
    """

    __slots__ = ("contents", "label", "location", "read", "value")

    def __init__(
        self, label: str, read: Callable[[], Any], location: Location | None = None, budget: int = MOST_ITEMS
    ) -> None:
        self.label, self.read, self.location = label, read, location
        self.value = read()
        self.contents = contents_of(self.value, budget)

    def holds(self) -> bool:
        """Whether the place holds the same still."""
        now = self.read()
        if self.contents is None:
            return same(now, self.value)
        if now is not self.value and type(now) is not tuple:
            return False
        return type(now) is type(self.value) and self.contents.fit(array_of(now))

    def varying(self) -> Location | None:
        """The location that held a tensor, or a list or dict of them, and now holds others of the same types.

        Such a place is better an input than a reason to trace again.
        """
        now = self.read()
        if self.contents is None:
            return self.location if _varies(now, self.value) else None
        if not isinstance(self.contents, _Items) or now is not self.value or type(now) not in (list, dict):
            return None
        then, items = self.contents.items, _items(now)
        if type(now) is dict:
            half = len(now)
            if then[:-half] != items[:-half]:
                return None
            then, items = then[-half:], items[-half:]
        if len(then) == len(items) and all(map(_varies, items, then)):
            return items_location(now)
        return None


def _varies(now: Any, then: Any) -> bool:
    return (
        is_eager_tensor(then)
        and is_eager_tensor(now)
        and not hasattr(now, "assign")  # a variable is what it is, whatever it holds
        and (now.dtype, now.shape) == (then.dtype, then.shape)
    )


def same(now: Any, then: Any) -> bool:
    """Whether a place that holds `now` instead of `then` is unchanged; `1`, `1.0` and `True` are different."""
    if now is then:
        return True
    if type(now) is not type(then):
        return False
    if isinstance(now, types.MethodType):  # made anew by each read
        return now.__func__ is then.__func__ and now.__self__ is then.__self__
    if type(now).__module__ == "numpy" and hasattr(now, "tobytes") and not hasattr(now, "__len__"):
        # a number of NumPy's
        return bool(now.tobytes() == then.tobytes())
    if type(now) in _WITH_PARTS:
        return repr(now) == repr(then)  # 0.0 and -0.0 are equal, and so are all empty ranges
    return type(now) in BY_VALUE and bool(now == then)


# what containers hold ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Items:
    """Items of a container, keys before values. `kinds` where all are compared by value: then at the speed of C."""

    items: tuple[Any, ...]
    kinds: tuple[type, ...] | None

    def fit(self, container: Any) -> bool:
        if len(container) != len(self.items) // (2 if isinstance(container, dict) else 1):
            return False
        items = _items(container)
        if self.kinds is not None:
            return items == self.items and tuple(map(type, items)) == self.kinds
        return all(map(same, items, self.items))


@dataclass(frozen=True, slots=True)
class _Objects:
    """What an array of objects holds."""

    shape: tuple[int, ...]
    items: tuple[Any, ...]

    def fit(self, array: Any) -> bool:
        return array.shape == self.shape and all(map(same, array.ravel().tolist(), self.items))


@dataclass(frozen=True, slots=True)
class _Length:
    """A container too large to be compared."""

    length: int

    def fit(self, container: Any) -> bool:
        return len(container) == self.length


@dataclass(frozen=True, slots=True)
class _Array:
    """What an array of NumPy's holds."""

    shape: tuple[int, ...]
    dtype: Any
    data: bytes

    def fit(self, array: Any) -> bool:
        return bool((array.shape, array.dtype) == (self.shape, self.dtype) and array.tobytes() == self.data)


def array_of(value: Any) -> Any:
    """The array that a value is another name of, such as a back end's parameter to the others; else the value itself."""
    stands_for = getattr(type(value), "__ag_array__", None)
    return value if stands_for is None else stands_for(value)


def contents_of(value: Any, budget: int) -> _Items | _Objects | _Length | _Array | None:
    """What a container or array holds, to be compared later; None for other values."""
    array = array_of(value)
    if array is not value:  # however large: it is there to be changed
        value, budget = array, getattr(array, "size", 0)
    if type(value).__module__ == "numpy" and type(value).__name__ == "ndarray":
        if value.size > budget:
            return _Length(len(value) if value.ndim else 0)
        if value.dtype.hasobject:
            return _Objects(value.shape, tuple(value.ravel().tolist()))
        return _Array(value.shape, value.dtype, value.tobytes())
    if not isinstance(value, HOLDERS):
        return None
    if len(value) > budget:
        return _Length(len(value))
    items = _items(value)
    plain = all(
        type(item) in BY_VALUE and (type(item) not in _WITH_PARTS or _is_whole(item)) for item in items
    )
    return _Items(items, tuple(map(type, items)) if plain else None)


def _is_whole(value: Any) -> bool:
    """Whether no other value of its class equals it."""
    return type(value) is float and value != 0


def _items(container: Any) -> tuple[Any, ...]:
    if isinstance(container, dict):
        return (*container.keys(), *container.values())
    return tuple(container)


def is_eager_tensor(value: Any) -> bool:
    """Whether a value is a tensor (or variable) that holds a value, so none of a graph's."""
    return plain_attribute(value, "numpy") is not None and plain_attribute(value, "dtype") is not None
