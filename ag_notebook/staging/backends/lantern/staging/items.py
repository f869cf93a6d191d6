"""Reads and writes items: `x[i]`, `x[1:3]`, `x[i, j]`, `x[indices]`, and `x[i] = v` as a new value of `x`."""

from __future__ import annotations

import functools
import math
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
from ag_notebook.staging.backends.lantern.staging.joins import JoinError, join
from ag_notebook.staging.backends.lantern.staging.parts import containers_in
from ag_notebook.staging.backends.lantern.staging.refusals import MisfitError, refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.structure import lift, lower, spec_of, types_of
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference
from ag_notebook.staging.runtime.effects import attribute_location, touch
from ag_notebook.staging.runtime.statements import raise_stmt
from ag_notebook.staging.wording import kind_of

MOST_COMPARED = 2**20
"""Pairs of an item and an index that are compared where items are written by arrays of indices."""


def getitem(value: Any, index: Any) -> Any:
    """`value[index]`."""
    value = resolved(value)
    if isinstance(value, Reference):
        from ag_notebook.staging.backends.lantern.staging.records import items_of_tuple, special

        held = items_of_tuple(value, "'NoneType' object is not subscriptable")
        if held is None:
            return special(value, "__getitem__", index)
        return held[index] if isinstance(index, (int, slice)) else _of_list(held, index)
    if isinstance(value, Array) and value.weak:
        from ag_notebook.staging.backends.lantern.staging.records import class_name

        raise_stmt(TypeError(f"'{class_name(value)}' object is not subscriptable"))
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
    from ag_notebook.staging.backends.lantern.staging.elementwise import select
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
    may_raise(IndexError("list index out of range"), lambda: _is_within(index, len(items)))
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
    """Items of an array: each index takes the next axis, but arrays of indices go together, as NumPy has it."""
    indices = _with_places(value, _without_ellipsis(value, indices))
    if sum(map(_is_array_index, indices)) and sum(not _is_basic(at) for at in indices) > 1:
        return _of_arrays(value, indices)
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
        elif _is_array_index(at):
            current = _taken(current, axis, as_array(at))
            axis += as_array(at).ndim
        else:
            current = _row(current, axis, at)
    if current is not value and current.store is value.store:
        current.of = value._variable, indices
    return current


def _is_basic(at: Any) -> bool:
    """Whether an index keeps an axis, or adds one."""
    return at is None or isinstance(at, slice)


def _is_array_index(at: Any) -> bool:
    return isinstance(at, (list, np.ndarray)) or (isinstance(at, Array) and bool(at.type.shape))


def _are_known_bools(at: Any) -> bool:
    is_array = isinstance(at, (list, np.ndarray)) and not holds_array(at)
    return is_array and np.ndim(at) > 0 and np.asarray(at).dtype == np.bool_


def _with_places(value: Array, indices: tuple[Any, ...]) -> tuple[Any, ...]:
    """Bools that are known are the places where they hold.

    Raises:
        IndexError: they have another shape than what they are an index of.
        StagingError: AG310, they are staged.
    """
    found: list[Any] = []
    for at in indices:
        if _are_known_bools(at):
            axis, shape = sum(each is not None for each in found), np.shape(at)
            if value.type.shape[axis : axis + len(shape)] != shape:
                raise IndexError(f"bools of shape {shape} are no index of an array of shape {value.shape}")
            found += np.nonzero(at)
        elif isinstance(at, (bool, np.bool_)) or (
            isinstance(at, (np.ndarray, Array)) and at.dtype == np.bool_
        ):
            raise refusal(
                "AG310",
                "Lantern has no index of bools: the size of what it takes is not known.",
                "Keep the size: np.where(x > 0, x, 0).",
            )
        else:
            found.append(at)
    return tuple(found)


def holds_array(items: Any) -> bool:
    """Whether a list of indices holds something staged."""
    return isinstance(items, list) and any(holds_array(item) or isinstance(item, Array) for item in items)


def _of_arrays(value: Array, indices: tuple[Any, ...]) -> Array:
    """Items by several arrays of indices, which are broadcast: their axes become one, of which items are taken."""
    chosen, current = [], value
    for axis, at in enumerate(indices):  # slices are taken at once, so that only arrays and integers are left
        if at is not None and axis >= current.ndim:
            raise IndexError("too many indices for array")
        if _is_basic(at):
            current = _of_array(current, (*[slice(None)] * axis, at))
        else:
            chosen.append((axis, at if isinstance(at, Array) else as_array(_checked(at))))
    axes = [axis for axis, _ in chosen]
    sizes = [int(current.type.shape[axis]) for axis in axes]
    rest = [axis for axis in range(current.ndim) if axis not in axes]
    place = _places_in_all(chosen, sizes)
    front = session().emit("transpose", current.variable, axes=(*axes, *rest))
    kept = tuple(current.type.shape[axis] for axis in rest)
    table = session().emit("reshape", front, shape=(math.prod(sizes), *kept))
    made = _copied_rows(table, place)
    basic = [_is_basic(at) for at in indices]
    first, last = basic.index(False), len(basic) - 1 - basic[::-1].index(False)
    if any(basic[first:last]):
        return made  # what lies between two of them: NumPy puts their axes first
    count = place.ndim
    before = range(count, count + axes[0])
    return _ordered(made, (*before, *range(count), *range(count + axes[0], made.ndim)))


def _places_in_all(chosen: list[tuple[int, Array]], sizes: list[int]) -> Array:
    """Indices of several axes as one into all their items; each must be in range."""
    place: Any = 0
    for (axis, at), size in zip(chosen, sizes, strict=True):
        arithmetic.index(at)
        within = as_array(_all_within(at, size))
        check(within, IndexError(f"index is out of bounds for axis {axis} with size {size}"))
        below = cast(arithmetic.compare("<", at, 0), "i64")
        counted = arithmetic.binary("+", at, arithmetic.binary("*", below, size))
        place = arithmetic.binary("+", arithmetic.binary("*", place, size), counted)
    return as_array(place)


def _checked(at: Any) -> Any:
    """An index that is no slice: an integer or integers."""
    if not isinstance(at, (int, np.integer, list, np.ndarray)):
        raise IndexError(f"an index is an integer, a slice or an array of integers, not {kind_of(at)}")
    return at


def _ordered(value: Array, axes: tuple[int, ...]) -> Array:
    if axes == tuple(range(value.ndim)):
        return value
    return Array(session().emit("transpose", value.variable, axes=axes))


def _is_within(at: Array, size: int) -> Any:
    """Whether an index is in range."""
    return both(arithmetic.compare(">=", at, -size), lambda: arithmetic.compare("<", at, size), is_and=True)


def _all_within(at: Array, size: int) -> Any:
    """Whether all indices of an array are in range."""
    if not at.type.shape:
        return _is_within(at, size)
    low, high = arithmetic.compare(">=", at, -size), arithmetic.compare("<", at, size)
    inside = session().emit("and", low.variable, high.variable)
    return Array(session().emit("all", inside, axes=tuple(range(at.ndim))))


def _without_ellipsis(value: Array, indices: tuple[Any, ...]) -> tuple[Any, ...]:
    if not any(at is Ellipsis for at in indices):
        return indices
    place = next(i for i, at in enumerate(indices) if at is Ellipsis)
    taken = (
        np.ndim(at) if _are_known_bools(at) else 1 for at in indices if at is not None and at is not Ellipsis
    )
    missing = value.ndim - sum(taken)
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
        at = as_array(_checked(at))
    front, size = _to_front(value, axis), int(value.type.shape[axis])
    may_raise(
        IndexError(f"index is out of bounds for axis {axis} with size {size}"), lambda: _is_within(at, size)
    )
    return _view_or_number(front, session().emit("row", front.variable, arithmetic.index(at)))


def _view_or_number(front: Array, variable: Any) -> Array:
    return Array(variable, weak=False, store=front.store)


def _taken(value: Array, axis: int, indices: Array) -> Array:
    """An array of indices of an axis."""
    front, size = _to_front(value, axis), int(value.type.shape[axis])
    if not indices.size:
        indices = cast(indices, "i64")  # an empty list is one of floats, otherwise
    arithmetic.index(indices)
    may_raise(
        IndexError(f"index is out of bounds for axis {axis} with size {size}"),
        lambda: as_array(_all_within(indices, size)),
    )
    made = _copied_rows(front.variable, indices)
    count = indices.ndim
    return _ordered(made, (*range(count, count + axis), *range(count), *range(count + axis, made.ndim)))


def _copied_rows(table: Variable, indices: Array) -> Array:
    """Rows by an array of indices: a copy, where it has no dimensions too (`x[np.array(1)]`)."""
    made = session()
    if not indices.ndim:
        return Array(made.emit("row", table, arithmetic.index(indices)))
    return Array(made.emit("take", table, indices.variable))


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
    target = _after(target, indices, item)
    if len(indices) == 1 and isinstance(indices[0], Array) and indices[0].type.dtype == "bool":
        return arithmetic.written(target, _masked(target, indices[0], item))
    indices = _with_places(target, indices)
    is_known = len(indices) == 1 and not isinstance(indices[0], Array) and not holds_array(indices[0])
    if any(map(_is_array_index, indices)) and not any(map(_is_basic, indices)) and not is_known:
        return arithmetic.written(target, _replaced_arrays(target, indices, item))
    return arithmetic.written(target, _replaced(target, indices, lambda old: _fitting(old, item)))


def _after(target: Array, indices: tuple[Any, ...], item: Any) -> Array:
    """`target` as it is before `item` is put at `indices`: `x[i] += 1` has written this part of it in place already."""
    if (
        not isinstance(item, Array)
        or item.of is None
        or target.store is None
        or item.store is not target.store
    ):
        return target
    source, places = item.of
    if source is not target._variable or not _same_places(places, indices):
        return target
    if item.begun is not target.version or item.version is not target.store.version:
        return target
    made = Array(target._variable, store=target.store)
    made.of, made.begun = target.of, target.begun if target.begun is not None else target.version
    return made


def _same_places(one: Any, other: Any) -> bool:
    """Whether two indices are the same for certain."""
    if isinstance(one, tuple):
        return isinstance(other, tuple) and len(one) == len(other) and all(map(_same_places, one, other))
    if isinstance(one, slice):
        parts = [(at.start, at.stop, at.step) for at in (one, other) if isinstance(at, slice)]
        return len(parts) == 2 and _same_places(*parts)
    return one is other or (type(one) is type(other) is int and one == other)


def _masked(target: Array, test: Array, item: Any) -> Array:
    """`target[test] = item`: where the test holds, what does not depend on how often it holds."""
    shape, rank = target.type.shape, test.ndim
    rest = shape[rank:]
    item = as_array(item)
    if test.type.shape != shape[:rank]:
        raise IndexError(f"bools of shape {test.type.shape} are no index of an array of shape {shape}")
    if item.ndim > len(rest):
        raise refusal(
            "AG310",
            "as many items are written as bools hold, which is not known.",
            "Write one value, or an array of the whole shape: x = np.where(x > 0, y, x).",
        )
    wide = session().emit("reshape", test.variable, shape=(*shape[:rank], *[1] * len(rest)))
    new = spread(_fitting(target, item, spreads=False), shape)
    return Array(session().emit("where", wide, new.variable, target.variable))


def _fitting(old: Array, item: Any, *, spreads: bool = True) -> Array:
    """What is written in place of `old`, in its dtype, and in its shape."""
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
    return spread(made, old.type.shape) if spreads else made


def _replaced(value: Array, indices: tuple[Any, ...], new: Callable[[Array], Array]) -> Array:
    """The array with what `new` gives in place of the items at `indices`."""
    made = session()
    if not indices:
        return new(value)
    at, rest = indices[0], indices[1:]
    if not value.ndim:
        raise IndexError("too many indices for array")
    if isinstance(at, slice):
        return _replaced_slice(value, at, rest, new)
    if _is_array_index(at):
        if isinstance(at, Array) or holds_array(at) or any(not isinstance(each, slice) for each in rest):
            raise refusal(
                "AG310", "Lantern has no writes by arrays of indices.", "Write in a loop, or use np.where."
            )
        places = np.asarray(at)
        part = _taken(value, 0, as_array(places.reshape(-1)))
        return _with_rows(value, _replaced(part, (slice(None), *rest), new), places.reshape(-1))
    row = _row(value, 0, at)
    changed = _replaced(row, rest, new)
    where = constant(int(at)) if isinstance(at, (int, np.integer)) else at
    return Array(made.emit("set-row", value.variable, arithmetic.index(where), changed.variable))


def _replaced_arrays(target: Array, indices: tuple[Any, ...], item: Any) -> Array:
    """`target[i, j] = item` for arrays of indices; of two for one place, the last."""
    if len(indices) > target.ndim:
        raise IndexError("too many indices for array")
    sizes = [int(size) for size in target.type.shape[: len(indices)]]
    held = [at if isinstance(at, Array) else as_array(_checked(at)) for at in indices]
    place = _places_in_all(list(enumerate(held)), sizes)
    count, size, rest = place.size, math.prod(sizes), target.type.shape[len(indices) :]
    if not count:
        return target
    if count * size > MOST_COMPARED:
        raise refusal(
            "AG310",
            f"{count} of {size} items are written by arrays of indices, and each is compared with each.",
            "Write in a loop, or use np.where.",
        )
    made = session()
    rows = spread(_fitting(target, item, spreads=False), (*place.type.shape, *rest))
    lines = made.emit("reshape", rows.variable, shape=(count, *rest))
    numbers, line = constant(np.arange(count)), made.emit("reshape", place.variable, shape=(1, count))
    hits = arithmetic.compare("==", Array(line), constant(np.arange(size)[:, None]))
    found = made.emit("where", hits.variable, numbers.variable, constant(np.int64(-1)).variable)
    last = Array(made.emit("amax", found, axes=(1,)))
    source = made.emit("maximum", last.variable, constant(np.int64(0)).variable)
    test = made.emit("reshape", arithmetic.compare(">=", last, 0).variable, shape=(size, *[1] * len(rest)))
    table = made.emit("reshape", target.variable, shape=(size, *rest))
    changed = made.emit("where", test, made.emit("take", lines, source), table)
    return Array(made.emit("reshape", changed, shape=target.type.shape))


def _replaced_slice(value: Array, at: slice, rest: tuple[Any, ...], new: Callable[[Array], Array]) -> Array:
    part = _sliced(value, 0, at)
    size = int(value.type.shape[0])
    if not part.type.shape[0]:
        return value
    changed = _replaced_behind(part, rest, new) if rest else new(part)
    return _with_rows(value, changed, np.arange(size)[at])


def _replaced_behind(part: Array, rest: tuple[Any, ...], new: Callable[[Array], Array]) -> Array:
    """All rows with what `new` gives at `rest` of each: the first axis is the last one meanwhile."""

    def last(held: Array) -> Array:
        return _ordered(held, (*range(1, held.ndim), 0))

    def first(held: Array) -> Array:
        return _ordered(held, (held.ndim - 1, *range(held.ndim - 1)))

    return first(_replaced(last(part), rest, lambda old: last(new(first(old)))))


def _with_rows(value: Array, rows: Array, places: np.ndarray) -> Array:
    """The array with rows in place of those at `places`; of two for one place, the last."""
    size = int(value.type.shape[0])
    sources = np.arange(size)
    sources[places] = size + np.arange(len(places))
    if np.array_equal(sources, size + np.arange(size)):
        return rows
    if len(places) and np.array_equal(places, np.arange(places[0], places[0] + len(places))):
        begin, end = int(places[0]), int(places[0]) + len(places)
        pieces = [_sliced(value, 0, slice(0, begin)), rows, _sliced(value, 0, slice(end, size))]
        return _joined([piece for piece in pieces if piece.type.shape[0]])
    return Array(session().emit("take", _joined([value, rows]).variable, constant(sources).variable))


def _joined(pieces: list[Array]) -> Array:
    return Array(session().emit("concatenate", *(piece.variable for piece in pieces), axis=0))


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
        return [value.item(i) for i in range(value.length)]
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
