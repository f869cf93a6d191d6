"""Reads and writes items: `x[i]`, `x[1:3]`, `x[i, j]`, `x[indices]`, and `x[i] = v` as a new value of `x`."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ag_notebook.staging.backends.carriers import GeneratorExpression, LazySequence, StagedRange, resolved
from ag_notebook.staging.backends.lantern.ir.program import Variable
from ag_notebook.staging.backends.lantern.ir.types import ArrayType
from ag_notebook.staging.backends.lantern.staging import arithmetic
from ag_notebook.staging.backends.lantern.staging.arithmetic import (
    as_array,
    binary,
    cast,
    compare,
    constant,
    spread,
)
from ag_notebook.staging.backends.lantern.staging.checks import check, may_raise, required_context
from ag_notebook.staging.backends.lantern.staging.conditionals import both, choose, split, switch
from ag_notebook.staging.backends.lantern.staging.parts import containers_in
from ag_notebook.staging.backends.lantern.staging.refusals import MisfitError, refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.structure import (
    JoinError,
    join,
    lift,
    lower,
    spec_of,
    types_of,
)
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference
from ag_notebook.staging.runtime.effects import attribute_location, touch
from ag_notebook.staging.wording import kind_of


def getitem(value: Any, index: Any) -> Any:
    """`value[index]`."""
    value = resolved(value)
    if isinstance(value, Reference):
        from ag_notebook.staging.backends.lantern.staging.records import items_of_tuple, special

        held = items_of_tuple(value, "'NoneType' object is not subscriptable")
        if held is None:
            return special(value, "__getitem__", index)
        return held[index] if isinstance(index, (int, slice)) else _of_list(held, index)
    if isinstance(value, StagedRange):
        return _of_range(value, index)
    if isinstance(value, LazySequence):
        raise TypeError("an iterator cannot be indexed")
    if isinstance(value, (list, tuple, range)):
        return _of_list(value, index)
    if isinstance(value, (dict, str)):
        raise refusal("AG310", f"{kind_of(value)} is indexed by a staged value.", "Use an array.")
    return _of_array(as_array(value), index if isinstance(index, tuple) else (index,))


def _of_range(numbers: StagedRange, index: Any) -> Any:
    """A number of a range of staged bounds; Python's sequences count from the end below 0."""
    from ag_notebook.staging.backends.lantern.staging.functions import select
    from ag_notebook.staging.backends.lantern.staging.loops import number_at, range_length

    if isinstance(index, slice):
        raise refusal("AG310", "a range of staged numbers is sliced.", "Give the bounds to range().")
    length = range_length(numbers)
    at = select(compare("<", index, 0), index + length, index)
    within = binary("&", compare("<=", 0, at), compare("<", at, length))
    check(within, IndexError("range object index out of range"))
    return number_at(numbers, at)


def _of_list(items: Any, index: Any) -> Any:
    """An item of a list of Python's by a staged index."""
    if isinstance(index, slice):
        raise refusal("AG310", "a list is sliced by staged numbers.", "Use numbers of Python's.")
    if not items:
        raise IndexError("list index out of range")
    index = as_array(index)
    spec = spec_of(items[0])
    try:
        for item in items[1:]:
            spec = join(spec, spec_of(item))
    except JoinError as error:
        raise refusal(
            "AG318", f"the items of a list that is indexed differ: {error}.", "Use one type.", MisfitError
        ) from None
    if not all(isinstance(kind, ArrayType) for kind in types_of(spec)):
        at = _of_list(list(range(len(items))), index)
        return switch(at, [functools.partial(operator.getitem, items, i) for i in range(len(items))])
    containers = [found for item in items for found in containers_in(item)]
    rows = [lower(item, spec) for item in items]
    stacked = [_row_of(column, index) for column in zip(*rows, strict=True)]
    value = lift(spec, iter(stacked))
    if containers:  # what is taken is a copy: neither it nor the rows are to be changed
        split(required_context(), None, value, *containers)
    return value


def _row_of(column: tuple[Variable, ...], index: Array) -> Variable:
    table = _stacked([Array(variable) for variable in column])
    return session().emit("row", table.variable, arithmetic.index(index))


def _stacked(rows: list[Array]) -> Array:
    made = session()
    parts = [made.emit("reshape", row.variable, shape=(1, *row.type.shape)) for row in rows]
    return Array(made.emit("concatenate", *parts, axis=0))


def _of_array(value: Array, indices: tuple[Any, ...]) -> Any:
    """Items of an array: each index takes the next axis."""
    indices = _without_ellipsis(value, indices)
    axis, current = 0, value
    for at in indices:
        if at is None:
            shape = current.type.shape
            current = _view(current, "reshape", shape=(*shape[:axis], 1, *shape[axis:]))
            axis += 1
            continue
        if axis >= current.ndim:
            raise IndexError("too many indices for array")
        if isinstance(at, slice):
            current = _sliced(current, axis, at)
            axis += 1
            continue
        if type(at) is bool or (isinstance(at, Array) and at.type.dtype == "bool"):
            raise refusal(
                "AG310",
                "Lantern has no index of bools: the size of what it takes is not known.",
                "Use np.where.",
            )
        if isinstance(at, (list, np.ndarray)) or (isinstance(at, Array) and at.type.shape):
            current = _taken(current, axis, as_array(at))
            axis += as_array(at).ndim
            continue
        current = _row(current, axis, at)
    return current


def _without_ellipsis(value: Array, indices: tuple[Any, ...]) -> tuple[Any, ...]:
    if not any(at is Ellipsis for at in indices):
        return indices
    place = next(i for i, at in enumerate(indices) if at is Ellipsis)
    missing = value.ndim - sum(at is not None and at is not Ellipsis for at in indices)
    return (*indices[:place], *[slice(None)] * missing, *indices[place + 1 :])


def _view(value: Array, kind: str, **attributes: Any) -> Array:
    """What shares its memory with an array in NumPy."""
    return Array(session().emit(kind, value.variable, **attributes), store=value.store)


def _sliced(value: Array, axis: int, at: slice) -> Array:
    for part in (at.start, at.stop, at.step):
        if isinstance(part, Array):
            raise refusal(
                "AG310",
                "an array is sliced by staged numbers, so the size of the result is not known.",
                "Slice by numbers of Python's, or use np.where.",
            )
    bounds: list[Any] = [(0, size, 1) for size in value.type.shape]
    bounds[axis] = at.indices(int(value.type.shape[axis]))
    if bounds == [(0, size, 1) for size in value.type.shape]:
        return value
    starts, stops, steps = zip(*bounds, strict=True)
    return _view(value, "slice", starts=starts, stops=stops, steps=steps)


def _to_front(value: Array, axis: int) -> Array:
    if axis == 0:
        return value
    axes = (axis, *(i for i in range(value.ndim) if i != axis))
    return _view(value, "transpose", axes=axes)


def _row(value: Array, axis: int, at: Any) -> Array:
    """One index of an axis."""
    if isinstance(at, (int, np.integer)):
        size = int(value.type.shape[axis])
        if not -size <= at < size:
            raise IndexError(f"index {at} is out of bounds for axis {axis} with size {size}")
        at = constant(int(at))
    if not isinstance(at, Array):
        raise TypeError(f"an index is an integer, not {kind_of(at)}")
    front, size = _to_front(value, axis), int(value.type.shape[axis])
    may_raise(
        IndexError(f"index is out of bounds for axis {axis} with size {size}"),
        lambda: both(
            arithmetic.compare(">=", at, -size), lambda: arithmetic.compare("<", at, size), is_and=True
        ),
    )
    return _view_or_number(front, session().emit("row", front.variable, arithmetic.index(at)))


def _view_or_number(front: Array, variable: Any) -> Array:
    return Array(variable, weak=False, store=front.store)


def _taken(value: Array, axis: int, indices: Array) -> Array:
    """An array of indices of an axis."""
    front = _to_front(value, axis)
    arithmetic.index(indices)
    made = Array(session().emit("take", front.variable, indices.variable))
    if axis == 0:
        return made
    count = indices.ndim
    axes = (*range(count, count + axis), *range(count), *range(count + axis, made.ndim))
    return Array(session().emit("transpose", made.variable, axes=axes))


# writing -------------------------------------------------------------------------------------------------


def setitem(target: Any, index: Any, item: Any) -> Any:
    """`target[index] = item`: the array after that."""
    if isinstance(target, Reference):
        raise refusal(
            "AG311",
            "an item of a record is written, and Lantern's programs change nothing.",
            "Return the value.",
        )
    if isinstance(target, list):
        return _set_in_list(target, index, item)
    if isinstance(target, dict):
        raise refusal("AG310", "a dict is written by a staged key.", "Use an array.")
    if isinstance(target, np.ndarray):
        raise refusal(
            "AG317",
            "a staged value is written into an array of NumPy's.",
            "Make the array in the staged function, or copy it there: x = lantern.numpy.array(x).",
        )
    target = as_array(target)
    indices = _without_ellipsis(target, index if isinstance(index, tuple) else (index,))
    return arithmetic.written(target, _replaced(target, indices, lambda old: _fitting(old, item)))


def _fitting(old: Array, item: Any) -> Array:
    """What is written in place of `old`."""
    item = as_array(item)
    made = cast(item, old.type.dtype) if item.weak else item
    if made.type.dtype != old.type.dtype:
        if not np.can_cast(made.dtype, old.dtype, "same_kind"):
            raise refusal(
                "AG318",
                f"{made.dtype} cannot be written into an array of {old.dtype}.",
                "Cast it.",
                MisfitError,
            )
        made = cast(made, old.type.dtype)
    if item.weak and arithmetic.rank(item.type.dtype) > arithmetic.rank(old.type.dtype):
        raise refusal(
            "AG318", f"{item.dtype} cannot be written into an array of {old.dtype}.", "Cast it.", MisfitError
        )
    return spread(made, old.type.shape)


def _replaced(value: Array, indices: tuple[Any, ...], new: Callable[[Array], Array]) -> Array:
    """The array with what `new` gives in place of the items at `indices`."""
    made = session()
    if not indices:
        return new(value)
    at, rest = indices[0], indices[1:]
    if isinstance(at, slice):
        return _replaced_slice(value, at, rest, new)
    if isinstance(at, (list, np.ndarray)) or (
        isinstance(at, Array) and (at.type.shape or at.type.dtype == "bool")
    ):
        raise refusal(
            "AG310", "Lantern has no writes by arrays of indices.", "Write in a loop, or use np.where."
        )
    row = _row(value, 0, at)
    changed = _replaced(row, rest, new)
    where = constant(int(at)) if isinstance(at, (int, np.integer)) else at
    return Array(made.emit("set-row", value.variable, arithmetic.index(where), changed.variable))


def _replaced_slice(value: Array, at: slice, rest: tuple[Any, ...], new: Callable[[Array], Array]) -> Array:
    if rest and all(isinstance(each, slice) and each == slice(None) for each in rest):
        rest = ()
    size = int(value.type.shape[0])
    part = _sliced(value, 0, at)
    start, stop, step = at.indices(size)
    if rest:
        rows = [
            _replaced(_row(part, 0, i), rest, functools.partial(_part, new, part, rest, i))
            for i in range(len(part))
        ]
        changed = _stacked(rows) if rows else part
    else:
        changed = new(part)
    if changed.type.shape[0] == size:
        return changed
    if step != 1:
        raise refusal("AG310", "Lantern has no writes by slices with steps.", "Write in a loop.")
    stop = max(start, stop)
    pieces = [_sliced(value, 0, slice(0, start)), changed, _sliced(value, 0, slice(stop, size))]
    parts = [piece.variable for piece in pieces if piece.type.shape[0]]
    return Array(session().emit("concatenate", *parts, axis=0)) if parts else value


def _part(new: Callable[[Array], Array], part: Array, rest: tuple[Any, ...], at: int, old: Array) -> Array:
    """What is written at one place of a slice's axis, of what is written to all of it."""
    whole = new(_of_array(part, (slice(None), *rest)))
    return _row(whole, 0, at)


def _set_in_list(items: list[Any], index: Any, item: Any) -> list[Any]:
    """`items[i] = item` by a staged index: each item is the old or the new one."""
    count = len(items)
    places = list(range(count))
    at = _of_list(places, index)  # raises where it is out of range
    items[:] = [
        choose(arithmetic.compare("==", at, place), lambda: item, functools.partial(_itself, old))
        for place, old in zip(places, list(items), strict=True)
    ]
    return items


def take(iterator: LazySequence) -> None:
    """Takes the items of an iterator.

    Raises:
        StagingError: AG260, they are taken already.
    """
    if iterator.begun is not False:
        raise refusal(
            "AG260",
            "an iterator is gone through a second time, and what is left of it is not known.",
            "Make a list of it first, with list().",
        )
    touch(required_context(), attribute_location(iterator, "begun"))
    iterator.begun = True


def _itself(value: Any) -> Any:
    return value


def unrolled(value: Any) -> list[Any]:
    """The items of something staged whose length is known, as a list of Python's."""
    if isinstance(value, LazySequence):
        if type(value.length) is not int:
            raise refusal("AG310", "a sequence of unknown length is taken apart.", "Loop over it.")
        take(value)
        return [value.item(constant(i)) for i in range(value.length)]
    if isinstance(value, StagedRange):
        raise refusal("AG310", "a sequence of unknown length is taken apart.", "Loop over it.")
    if isinstance(value, (list, tuple, range, set, frozenset, dict, GeneratorExpression)):
        return list(value)
    if isinstance(value, Reference):
        from ag_notebook.staging.backends.lantern.staging.records import items_of_tuple

        held = items_of_tuple(value, "cannot unpack non-iterable NoneType object")
        if held is not None:
            return list(held)
    return list(as_array(value))
