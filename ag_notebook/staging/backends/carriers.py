"""Holds what a variable can be while a function is traced, beyond Python's values and a back end's own.

A name may be bound on one path only (`Maybe`), a value may be one of several Python objects (`Choice`), a
list may have contents that only the graph knows (`StagedItems`), and `range`, `enumerate`, `zip` of staged
values are sequences that are never built (`StagedRange`, `LazySequence`). Each names the back end it belongs to.
"""

from __future__ import annotations

import collections
import functools
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ag_notebook.staging.errors import StagingError

if TYPE_CHECKING:
    from ag_notebook.staging.backends.protocol import Backend


OUTSIDE = "global "
"""What the name of a variable begins with that is not the function's own."""


class Undefined:
    """The value of a name that is not bound.

    `was_read` tells a loop that its body read the name before binding it; `origin` is the same name outside.
    """

    __slots__ = ("name", "origin", "was_read")

    def __init__(self, name: str, origin: Undefined | None = None) -> None:
        self.name, self.origin, self.was_read = name, origin, False

    def note_read(self) -> None:
        """Says that the name was read while it was unbound."""
        self.was_read = True
        if self.origin is not None:
            self.origin.note_read()

    def __repr__(self) -> str:
        return f"<unbound {self.name}>"

    def error(self) -> BaseException:
        """What Python raises where the name, or the attribute `Class.name`, is read."""
        if self.name.startswith(OUTSIDE):
            return NameError(f"name '{self.name.removeprefix(OUTSIDE)}' is not defined")
        kind, _, attribute = self.name.rpartition(".")
        if kind:
            return AttributeError(f"'{kind}' object has no attribute '{attribute}'")
        return UnboundLocalError(
            f"cannot access local variable '{self.name}' where it is not associated with a value"
        )


class NoValueType:
    """The result of a function before any of its `return`s was met: never seen by a user."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<no value>"


NO_VALUE = NoValueType()


def NoValue() -> NoValueType:
    """The result before any `return` was met."""
    return NO_VALUE


def unhashable() -> TypeError:
    """What says that a staged value is no member of a set and no key of a dict: its value is not known yet."""
    return TypeError("a staged value is unhashable")


class Operand:
    """Something that stands for an operand: operators work on what `resolve()` gives."""

    __slots__ = ()
    __array_ufunc__ = None  # beside an array of NumPy, the operand's own operator is asked

    def ag_resolve(self) -> Any:
        """The value that takes part in an operation."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return getattr(self.ag_resolve(), name)

    def __hash__(self) -> int:
        raise unhashable()


def resolved(value: Any) -> Any:
    """The value itself, or what an operand resolves to."""
    while isinstance(value, Operand):
        value = value.ag_resolve()
    return value


def _binary(name: str, function: Callable[[Any, Any], Any]) -> None:
    def forward(self: Operand, other: Any) -> Any:
        return function(self.ag_resolve(), other.ag_resolve() if isinstance(other, Operand) else other)

    def reflected(self: Operand, other: Any) -> Any:
        return function(other.ag_resolve() if isinstance(other, Operand) else other, self.ag_resolve())

    setattr(Operand, f"__{name}__", forward)
    if name not in _COMPARISONS:
        setattr(Operand, f"__r{name}__", reflected)


_COMPARISONS = ("lt", "le", "gt", "ge")
_OPERATORS = (
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "matmul",
    "and",
    "or",
    "xor",
    *_COMPARISONS,
)
for _name in _OPERATORS:
    _binary(_name, getattr(operator, _name + "_" if _name in ("and", "or") else _name))


def _unary(name: str) -> None:
    function = getattr(operator, name)
    setattr(Operand, f"__{name}__", lambda self: function(self.ag_resolve()))


for _name in ("neg", "pos", "abs", "invert"):
    _unary(_name)


class Maybe(Operand):
    """A value that is there only where `ag_flag` (a staged bool) holds.

    Where it does not, the variable is None (`ag_absent` is None) or unbound (`ag_absent` is an `Undefined`). Any use
    but `is None`, state or return checks the flag at run time. Attributes of ours begin with `ag_`, because all
    others are those of the value.
    """

    __slots__ = ("ag_absent", "ag_backend", "ag_flag", "ag_value")

    def __init__(self, flag: Any, value: Any, absent: Undefined | None, backend: Backend) -> None:
        self.ag_flag, self.ag_value, self.ag_absent, self.ag_backend = flag, value, absent, backend

    def ag_resolve(self) -> Any:
        return self._present(lambda: TypeError("None is used as a value here"))

    def _present(self, error: Callable[[], BaseException]) -> Any:
        """The value; `error` is what Python raises where the variable is None."""
        self.ag_backend.assert_stmt(self.ag_flag, error if self.ag_absent is None else self.ag_absent.error)
        return resolved(self.ag_value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        held = self._present(lambda: AttributeError(f"'NoneType' object has no attribute '{name}'"))
        return getattr(held, name)

    def __iter__(self) -> Any:
        return iter(self.ag_resolve())

    def __getitem__(self, key: Any) -> Any:
        return self.ag_resolve()[key]

    def __repr__(self) -> str:
        return f"<{self.ag_value!r} or {'None' if self.ag_absent is None else 'unbound'}>"


class Choice:
    """One of several Python objects, by a staged index: what is done to it is done to the one, under a staged test."""

    __slots__ = ("ag_backend", "ag_index", "ag_objects")

    def __init__(self, index: Any, objects: list[Any], backend: Backend) -> None:
        self.ag_index, self.ag_objects, self.ag_backend = index, objects, backend

    def ag_each(self, action: Callable[[Any], Any]) -> Any:
        """The result of `action` on the chosen object."""
        return self.ag_backend.switch(self.ag_index, [functools.partial(action, o) for o in self.ag_objects])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self.ag_each(lambda chosen: getattr(chosen, name))

    def __hash__(self) -> int:
        raise unhashable()


def _of_each(name: str, function: Callable[[Any, Any], Any]) -> None:
    """Gives a choice an operator: that of the chosen object (an `IntEnum` in arithmetic, a flag in `|`)."""
    setattr(Choice, f"__{name}__", lambda self, other: self.ag_each(lambda chosen: function(chosen, other)))
    if name not in _COMPARISONS:
        setattr(
            Choice, f"__r{name}__", lambda self, other: self.ag_each(lambda chosen: function(other, chosen))
        )


for _name in _OPERATORS:
    _of_each(_name, getattr(operator, _name + "_" if _name in ("and", "or") else _name))


class StagedItems:
    """The only item of a Python list whose contents are staged: a handle and what an element is."""

    __slots__ = ("ag_backend", "element", "handles")

    def __init__(self, handles: tuple[Any, ...], element: Any, backend: Backend) -> None:
        self.handles, self.element, self.ag_backend = handles, element, backend

    def __repr__(self) -> str:
        return f"<staged items: {self.element}>"


GROWING = (list, collections.deque)
"""Sequences that grow: their contents may be staged."""


def staged_items(value: Any) -> StagedItems | None:
    """The staged contents of a list or deque, or None for any other value."""
    if type(value) in GROWING and any(type(item) is StagedItems for item in value):
        if len(value) > 1:
            # What `+` or `*` of lists made: the parts are put together when the list is next looked at.
            part = next(item for item in value if type(item) is StagedItems)
            part.ag_backend.join_parts(value)
        return value[0]  # type: ignore[no-any-return]
    return None


def settle_lists(value: Any) -> None:
    """Puts the parts of staged lists together, at any depth, while the graph that they are of is being built."""
    if type(value) in GROWING:
        if staged_items(value) is None:
            for item in value:
                settle_lists(item)
    elif isinstance(value, tuple):
        for item in value:
            settle_lists(item)
    elif type(value) is dict:
        for item in value.values():
            settle_lists(item)


class StagedRange:
    """`range` with a staged operand."""

    __slots__ = ("ag_backend", "start", "step", "stop")

    def __init__(self, start: Any, stop: Any, step: Any, backend: Backend) -> None:
        self.start, self.stop, self.step, self.ag_backend = start, stop, step, backend


class LazySequence:
    """`enumerate`, `zip`, `map`, `reversed` of something staged: a length and how item `i` is made.

    Over a source without random access (a dataset) `length` is None and `item(i, element)` is given the element.
    `rows` and `lists` are what the back end reads items of, for a loop whose body writes them: `length_now` gives the
    length after that. As Python's iterators it gives its items once: `begun` says that they are taken, a plain
    attribute that is logged. `made_of` is what items among its own were made of at once.
    """

    def __init__(
        self,
        length: Any,
        item: Callable[..., Any],
        backend: Backend,
        source: Any = None,
        rows: tuple[Any, ...] = (),
        lists: tuple[list[Any], ...] = (),
        length_now: Callable[[], Any] | None = None,
    ) -> None:
        self.length, self.item, self.ag_backend, self.source = length, item, backend, source
        self.rows, self.lists, self.length_now = rows, lists, length_now
        self.begun: Any = False
        self.made_of: tuple[Any, ...] = ()


class GeneratorExpression:
    """A generator expression of the user's over Python items: an iterator that knows what it is made of.

    Where it is `flat`, `element` gives an iterable for each item: the generator expression of the next `for`.
    """

    __slots__ = ("begun", "condition", "element", "flat", "iterable", "iterator")

    def __init__(
        self,
        iterable: Any,
        element: Callable[[Any], Any],
        condition: Any,
        iterator: Any,
        flat: bool = False,
    ) -> None:
        self.iterable, self.element, self.condition, self.iterator = iterable, element, condition, iterator
        self.begun, self.flat = False, flat

    @property
    def parts(self) -> tuple[Any, Callable[[Any], Any], Any, bool]:
        """What it is made of."""
        return self.iterable, self.element, self.condition, self.flat

    def __repr__(self) -> str:
        return f"<generator object at {id(self):#x}>"

    def use_up(self) -> None:
        """All items are taken, by other means than iterating."""
        self.begun, self.iterator = True, iter(())

    @classmethod
    def of(cls, items: list[Any]) -> GeneratorExpression:
        """An iterator of items that are computed already."""
        return cls(items, _itself, None, iter(items))

    @property
    def items(self) -> list[Any] | None:
        """The items that are computed already, if none was taken."""
        return self.iterable if self.element is _itself and not self.begun else None

    def take_part(self) -> None:
        """Items are taken, and it is not known how many: asking for the next one is refused."""
        self.begun, self.iterator = True, _Unknown()

    def __iter__(self) -> Any:
        self.begun = True
        return self.iterator

    def __next__(self) -> Any:
        self.begun = True
        return next(self.iterator)


def _itself(item: Any) -> Any:
    return item


class _Unknown:
    """What is left of an iterator of which the graph took items: asking for the next one is refused."""

    def __iter__(self) -> _Unknown:
        return self

    def __next__(self) -> Any:
        from ag_notebook.staging.runtime.events import user_span

        raise StagingError(
            "AG260",
            "an iterator is gone through a second time, and what is left of it is not known.",
            span=user_span(),
            fix="Make a list of it first, with list().",
        )


class Endless:
    """An iterator that never ends and knows each of its items by number (`itertools.count`)."""

    def __init__(self, item: Callable[[Any], Any]) -> None:
        self.item = item
        self.position: Any = 0

    def __iter__(self) -> Endless:
        return self

    def __next__(self) -> Any:
        from ag_notebook.staging.runtime.context import current
        from ag_notebook.staging.runtime.effects import attribute_location, touch

        at = self.position
        touch(current(), attribute_location(self, "position"))
        self.position = at + 1
        return self.item(at)


class SequenceIterator:
    """`iter` of something staged: `position` is the index of the next item, a plain attribute that is logged.

    `items` is the list that it was made of, if it is one, `rows` what the back end reads items of (see `LazySequence`).
    `unchanged` says of items that were made at once whether the variables that they were made of are as they were, and
    `made_of` what was iterated.
    """

    def __init__(
        self,
        length: Any,
        item: Callable[[Any], Any],
        backend: Backend,
        items: list[Any] | None = None,
        rows: tuple[Any, ...] = (),
    ) -> None:
        self.length, self.item, self.ag_backend, self.items = length, item, backend, items
        self.rows = rows
        self.made_of: tuple[Any, ...] = ()
        self.position: Any = 0
        self.unchanged: Callable[[], bool] | None = None


CARRIERS = (Maybe, Choice, StagedRange, LazySequence, SequenceIterator)
"""Types of ours that belong to the back end they name."""
