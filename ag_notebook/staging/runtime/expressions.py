"""Dispatches expressions on the run-time types of their operands."""

from __future__ import annotations

import collections.abc
import functools
import operator
import types
from collections.abc import Callable
from typing import Any

from ag_notebook.staging.backends.carriers import (
    GROWING,
    Choice,
    GeneratorExpression,
    Maybe,
    resolved,
    staged_items,
)
from ag_notebook.staging.backends.protocol import Backend
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import description, owner, owner_of_any, owner_within
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.attribute_dicts import log_items, on_one_path
from ag_notebook.staging.runtime.callees import LIBRARY_PACKAGES, is_users_class, package_of
from ag_notebook.staging.runtime.calls import invoke
from ag_notebook.staging.runtime.comparing import compared
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import (
    CONTAINERS,
    items_location,
    refuse_split,
    touch,
)
from ag_notebook.staging.runtime.events import record, user_span
from ag_notebook.staging.runtime.iterators import take_part
from ag_notebook.staging.runtime.library_state import refuse_unlogged_change
from ag_notebook.staging.runtime.lists import list_extend
from ag_notebook.staging.runtime.reachability import is_array, own_attributes, slots_of
from ag_notebook.staging.runtime.special import iterated, method_of, spoken, tested, told
from ag_notebook.staging.runtime.stand_ins import change
from ag_notebook.staging.wording import kind_of

Thunk = Callable[[], Any]
_PLAIN = frozenset((int, float, str, bool, type(None)))
_BY_CLASS = frozenset(("==", "!=", "<", "<=", ">", ">=", "in", "not in"))
"""Comparisons that the classes of the operands may decide."""


def if_exp(test: Any, if_true: Thunk, if_false: Thunk) -> Any:
    """`a if test else b`."""
    __tracebackhide__ = True
    test = tested(test)
    backend = owner(test)
    if backend is PYTHON:
        if current() is not None:
            record("if expression", "python", "python", f"the test is {PYTHON.describe(test)}")
        return if_true() if test else if_false()
    record("if expression", "staged", backend.name, f"the test is {backend.describe(test)}")
    return backend.if_exp(test, if_true, if_false)


def and_(left: Any, right: Thunk) -> Any:
    """`left and right`: the right side is evaluated only where the left is true."""
    __tracebackhide__ = True
    test = tested(left)
    backend = owner(test)
    if backend is PYTHON:
        return right() if test else left
    record("and", "staged", backend.name, f"the left side is {backend.describe(test)}")
    return backend.and_(left, right) if test is left else backend.if_exp(test, right, lambda: left)


def or_(left: Any, right: Thunk) -> Any:
    """`left or right`: the right side is evaluated only where the left is false."""
    __tracebackhide__ = True
    test = tested(left)
    backend = owner(test)
    if backend is PYTHON:
        return left if test else right()
    record("or", "staged", backend.name, f"the left side is {backend.describe(test)}")
    return backend.or_(left, right) if test is left else backend.if_exp(test, lambda: left, right)


def and_test(left: Any, right: Thunk) -> Any:
    """`left and right` where only the truth value counts."""
    __tracebackhide__ = True
    left = tested(left)
    backend = owner(left)
    if backend is PYTHON:
        return right() if left else False
    record("and", "staged", backend.name, f"the left side is {backend.describe(left)}")
    return backend.and_(backend.truth(left), lambda: truth(right()))


def or_test(left: Any, right: Thunk) -> Any:
    """`left or right` where only the truth value counts."""
    __tracebackhide__ = True
    left = tested(left)
    backend = owner(left)
    if backend is PYTHON:
        return True if left else right()
    record("or", "staged", backend.name, f"the left side is {backend.describe(left)}")
    return backend.or_(backend.truth(left), lambda: truth(right()))


def truth(value: Any) -> Any:
    """The truth value, asked for here and now."""
    value = tested(value)
    backend = owner(value)
    return bool(value) if backend is PYTHON else backend.truth(value)


def not_(value: Any) -> Any:
    """`not value`."""
    value = tested(value)
    backend = owner(value)
    return not value if backend is PYTHON else backend.not_(value)


def _comparison(symbol: str, name: str) -> Callable[[Any, Any], Any]:
    plain = PYTHON.compare

    def compare(left: Any, right: Any) -> Any:
        __tracebackhide__ = True
        if type(left) in _PLAIN and type(right) in _PLAIN:
            return plain(symbol, left, right)
        context = current()
        if symbol in ("in", "not in") and context is not None:
            method = method_of(right, "__contains__")
            if method is not None:
                held = truth(invoke(method[1], (right, left), {}))
                return held if symbol == "in" else not_(held)
            uncertain = on_one_path(right, left)
            if uncertain is not None:
                return uncertain.ag_flag if symbol == "in" else not_(uncertain.ag_flag)
            if type(right) is GeneratorExpression and right.items is not None:
                given = right.items
                right.take_part()
                right = given
            held_items = iterated(right)
            if hasattr(type(right), "__next__") and owner(held_items) is PYTHON:
                held_items = list(held_items)
                if owner_within((left, held_items)) is not PYTHON:
                    take_part(context, right)
            if held_items is not right:
                right = list(held_items) if owner(held_items) is PYTHON else held_items
        if symbol in _BY_CLASS and current() is not None:
            found = compared(symbol, left, right)
            if found is not NotImplemented:
                return found
        backend = owner_of_any((left, right))
        if backend is PYTHON:
            backend = owner_within(right) if backend is PYTHON else backend
            if backend is PYTHON and type(left) in (tuple, list, dict):
                backend = owner_within(left)
            if backend is PYTHON and isinstance(left, tuple):
                backend = owner_within(left)
            if symbol in ("is", "is not"):
                refuse_split(left, right)
                return plain(symbol, left, right)
            if backend is PYTHON:
                return plain(symbol, left, right)
        record(symbol, "staged", backend.name, f"an operand is {description(backend, (left, right))}")
        return backend.compare(symbol, left, right)

    compare.__name__ = name
    compare.__doc__ = f"`left {symbol} right`."
    return compare


eq, ne = _comparison("==", "eq"), _comparison("!=", "ne")
is_, is_not = _comparison("is", "is_"), _comparison("is not", "is_not")
lt, le = _comparison("<", "lt"), _comparison("<=", "le")
gt, ge = _comparison(">", "gt"), _comparison(">=", "ge")
in_, not_in = _comparison("in", "in_"), _comparison("not in", "not_in")
COMPARISONS = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge, "in": in_, "not in": not_in}
"""Comparisons by their symbols."""


def as_number(value: Any) -> Any:
    """A comparison or `not` as an operand of arithmetic: a staged bool becomes an int, as in Python."""
    backend = owner(value)
    return value if backend is PYTHON else backend.as_number(value)


def getitem(value: Any, index: Any) -> Any:
    """`value[index]`."""
    __tracebackhide__ = True
    if type(value) is Choice:
        return value.ag_each(lambda chosen: getitem(chosen, index))
    backend = owner(value)
    if backend is PYTHON:
        method = method_of(value, "__getitem__") if current() is not None else None
        if method is not None:
            return invoke(method[1], (value, index), {})
        if type(index) is not int:
            backend = owner_within(index)
    if backend is PYTHON:
        if isinstance(value, dict) and hasattr(type(value), "__missing__") and index not in value:
            touch(current(), items_location(value))  # a `defaultdict` writes what it is asked for
        uncertain = on_one_path(value, index)
        if uncertain is not None:
            uncertain.ag_backend.assert_stmt(uncertain.ag_flag, functools.partial(KeyError, index))
            return uncertain.ag_value
        return value[index]
    return backend.getitem(resolved(value), resolved(index))


def picked(value: Any, index: Any) -> Any:
    """`value[index]`, an object that is going to be changed: of a Python list by a staged index, the one of its rows."""
    __tracebackhide__ = True
    backend = _rows_backend(value, index)
    return getitem(value, index) if backend is PYTHON else backend.pick(value, index)


def getitem_in(value: Any, indices: tuple[Any, ...]) -> Any:
    """`value[i][j]`: of a Python list by a staged index, each row is read by the rest under a staged test."""
    __tracebackhide__ = True
    index, rest = indices[0], indices[1:]
    if not rest:
        return getitem(value, index)
    backend = _rows_backend(value, index)
    if backend is PYTHON:
        return getitem_in(getitem(value, index), rest)
    at = backend.getitem(list(range(len(value))), index)
    return backend.switch(at, [functools.partial(getitem_in, row, rest) for row in value])


def _rows_backend(value: Any, index: Any) -> Backend:
    """The back end that picks a row of a Python list of Python lists; Python where it picks one itself."""
    if type(value) is not list or type(index) is slice or staged_items(value) is not None:
        return PYTHON
    return owner(index) if value and all(type(row) in (list, dict) for row in value) else PYTHON


def setitem(value: Any, index: Any, item: Any) -> Any:
    """`value[index] = item`; returns what a local name is bound to afterwards."""
    __tracebackhide__ = True
    if type(value) is Choice:
        value.ag_each(lambda chosen: store_item(chosen, index, item))
        return value
    value, index = resolved(value), resolved(index)
    if isinstance(value, CONTAINERS):
        change(value, lambda found: _set_item(found, index, item))
        return value
    return _set_item(value, index, item)


def _set_item(value: Any, index: Any, item: Any) -> Any:
    __tracebackhide__ = True
    backend = owner(value)
    staged_index = owner_within(index)
    if isinstance(value, CONTAINERS):
        log_items(current(), value, *([index] if staged_index is PYTHON else []))
        if backend is PYTHON:
            backend = staged_index
    elif backend is PYTHON and type(value).__module__ == "numpy":
        backend = owner_of_any((index, item)) if staged_index is PYTHON else staged_index
    if backend is PYTHON:
        if not is_array(value):
            _refuse_library_object(value, f"an item of {kind_of(value)} is written")
        value[index] = item
        return value
    record("item write", "staged", backend.name, f"the object is {backend.describe(value)}")
    return backend.setitem(value, index, item)


def setitem_in(value: Any, indices: tuple[Any, ...], item: Any) -> Any:
    """`value[i][j] = item`; returns what a local name is bound to afterwards."""
    __tracebackhide__ = True
    index, rest = indices[0], indices[1:]
    if not rest:
        return setitem(value, index, item)
    backend = _rows_backend(value, index)
    if backend is not PYTHON:
        at = backend.getitem(list(range(len(value))), index)
        backend.switch(at, [functools.partial(_set_in_row, row, rest, item) for row in value])
        return value
    inner = getitem(value, index)
    changed = setitem_in(inner, rest, item)
    return value if changed is inner else setitem(value, index, changed)


def setitem_through(value: Any, path: tuple[Any, ...], owner: Any, index: Any, item: Any) -> Any:
    """`owner[index] = item`, where `owner` was read as `value[i][j]…`; returns what a local name is bound to afterwards."""
    __tracebackhide__ = True
    changed = setitem(owner, index, item)
    return value if changed is owner else setitem_in(value, path, changed)


def _set_in_row(row: Any, indices: tuple[Any, ...], item: Any) -> None:
    setitem_in(row, indices, item)


def store_item(value: Any, index: Any, item: Any) -> None:
    """`value[index] = item` where no name can be bound anew: the object itself is changed.

    Raises:
        StagingError: AG257, it is a staged array, which cannot be changed.
    """
    __tracebackhide__ = True
    store_item_in(value, (index,), item)


def store_item_in(value: Any, indices: tuple[Any, ...], item: Any) -> None:
    """`value[i][j] = item` where no name can be bound anew.

    Raises:
        StagingError: AG257, what holds the item is a staged array.
    """
    __tracebackhide__ = True
    value = resolved(value)
    if setitem_in(value, indices, item) is not value:
        raise StagingError(
            "AG257",
            "an item of a staged array is written that no variable of this function holds, so nothing can be bound to what it becomes.",
            span=user_span(),
            fix="Give it a name first: x = self.x; x[i] = v; self.x = x. A variable of an outer function: take it as a parameter, and return it.",
        )


def delitem(value: Any, index: Any) -> None:
    """`del value[index]`."""
    __tracebackhide__ = True
    value = resolved(value)
    change(value, lambda found: _delete_item(found, index))


def _delete_item(value: Any, index: Any) -> None:
    backend = owner(value)
    if isinstance(value, CONTAINERS):
        log_items(current(), value)
        backend = backend if backend is not PYTHON else owner_within(index)
    if backend is PYTHON:
        _refuse_library_object(value, f"an item of {kind_of(value)} is deleted")
        del value[index]
    elif isinstance(value, dict):
        backend.library_call(value.__delitem__, (index,), {})  # refused: which keys are left is not known
    else:
        backend.list_method(value, "__delitem__", (index,))


def _refuse_library_object(value: Any, change: str) -> None:
    """Refuses a change of an object of a library's class: what that changes inside is not known."""
    if not isinstance(value, CONTAINERS) and not is_users_class(type(value)):
        refuse_unlogged_change(current(), value, change)


def unpack(value: Any, count: int, star: int | None) -> Any:
    """The items of the right side of `a, b = value`, for a tuple target of `count` items."""
    __tracebackhide__ = True
    value = iterated(resolved(value))
    backend = owner(value)
    return value if backend is PYTHON else backend.unpack(value, count, star)


def text(*parts: Any) -> Any:
    """An f-string: a part is a `str` or `(value, conversion, spec)`; a spec with fields is a tuple of parts."""
    __tracebackhide__ = True
    parts = tuple(part if type(part) is str else spoken(*part) for part in parts)
    for part in parts:
        if type(part) is not str:
            backend = owner_of_text(part)
            if backend is not PYTHON:
                return _noted(backend.text(parts), backend)
    return PYTHON.text(parts)


def _noted(made: Any, backend: Backend) -> Any:
    """A text; that it is staged is recorded."""
    if type(made) is not str:
        record("text", "staged", backend.name, "a value in the text is staged")
    return made


def owner_of_text(value: Any) -> Backend:
    """The back end that writes a value as text: that of the trace, too, for an object that may hold staged values."""
    found = owner_within(value)
    context = current()
    if found is PYTHON and context is not None and _holds_objects(value):
        return context.backend
    return found


_HOLDING = (
    *(
        collections.abc.Mapping,
        collections.abc.MappingView,
        collections.abc.Set,
        collections.abc.MutableSequence,
    ),
    *(slice, types.SimpleNamespace, functools.partial),
)
"""Classes of Python's own whose objects are written with what they hold."""


def _holds_objects(value: Any) -> bool:
    if isinstance(value, tuple) or type(value) is list:
        return any(_holds_objects(v) for v in value)
    if type(value) is dict:
        return any(_holds_objects(v) for v in value.values())
    return isinstance(value, _HOLDING) or (
        (isinstance(own_attributes(value), dict) or bool(slots_of(type(value))))
        and not isinstance(value, (type, types.FunctionType, types.ModuleType))
        and package_of(type(value)) not in LIBRARY_PACKAGES
    )


def percent_text(template: str, values: Any) -> Any:
    """`template % values`."""
    __tracebackhide__ = True
    if current() is not None and "%r" not in template:
        values = tuple(map(told, values)) if type(values) is tuple else told(values)
    backend = owner_of_text(values)
    if backend is PYTHON:
        return template % values
    return _noted(backend.percent_text(template, values), backend)


def _augmented(operator_: Callable[[Any, Any], Any], name: str) -> Callable[[Any, Any], Any]:
    def _augment(found: Any, operand: Any) -> Any:
        touch(current(), items_location(found))
        made = operator_(found, operand)
        if type(found) is list and made is not found:  # repeated by a staged number
            found[:] = made
            return found
        return made

    def assign(value: Any, operand: Any) -> Any:
        __tracebackhide__ = True
        context = current()
        if context is not None:
            if type(value) is Maybe:
                value = value.ag_resolve()
            if isinstance(value, CONTAINERS):
                touch(context, items_location(value))
                if name == "iadd" and type(value) in GROWING:
                    list_extend(value, operand)
                    return value
                return change(value, lambda found: _augment(found, operand))
            if hasattr(type(value), "__iadd__") and owner(value) is PYTHON and not is_array(value):
                _refuse_library_object(value, f"{kind_of(value)} is changed")
        return operator_(value, operand)

    assign.__name__ = name
    assign.__doc__ = f"`value {name[1:]}= operand`, which changes a list, dict or set in place."
    return assign


iadd, isub, imul = (_augmented(getattr(operator, n), n) for n in ("iadd", "isub", "imul"))
iand, ior, ixor = (_augmented(getattr(operator, n), n) for n in ("iand", "ior", "ixor"))


def unrolled(iterable: Any) -> Any:
    """The items of a staged sequence as a list of Python's where its length is known, anything else as it is."""
    iterable = iterated(resolved(iterable))
    backend = owner(iterable)
    return iterable if backend is PYTHON else backend.builtin("unrolled", (iterable,), {})


def starred(value: Any) -> Any:
    """The items of `*value` in a call or a tuple."""
    __tracebackhide__ = True
    value = iterated(resolved(value))
    backend = owner(value)
    return value if backend is PYTHON else backend.builtin("tuple", (value,), {})


def starred_in_list(value: Any) -> Any:
    """The items of `*value` in a list, whose length need not be known."""
    __tracebackhide__ = True
    if staged_items(value) is None:
        value = unrolled(value)
    backend = owner(value)
    return value if backend is PYTHON else backend.builtin("list", (value,), {})
